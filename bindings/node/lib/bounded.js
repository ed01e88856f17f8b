'use strict';
const low = require('./low.js');
const {
    Numbers, OWN, READ, withBytes, releasing, single, accuracy, epsilonForAccuracy,
} = require('./state.js');
const { withOptions } = require('./options.js');
const { elements } = require('./values.js');
const { failed } = require('./error.js');

// Makes a base class of aggregates over values that are clamped to [lo, hi].
function bounded(kind, init, Base) {
    return class extends Base {
        constructor(lo, hi, rowsPerPerson, grid = 0) {
            super(OWN, ...(lo === READ ? [READ, hi] : [low.stateBytes(kind), (bytes) => init(bytes, lo, hi, grid, rowsPerPerson)]));
        }
    };
}

class WithParts extends single(Numbers) {
    releaseParts(epsilon, options) {
        return withOptions(options, (c) => releasing(this, (bytes) => low.stateReleaseParts(bytes, epsilon, c)));
    }

    // rows is an assumed number of rows, which must be public.
    accuracy(rows, epsilon, alpha, options) {
        return accuracy(this, rows, epsilon, alpha, options);
    }

    epsilonForAccuracy(rows, alpha, r, options) {
        return epsilonForAccuracy(this, rows, alpha, r, options);
    }

    interval({ value, sum, number, scale }, alpha) {
        const sums = elements(Float64Array, sum, true);
        if (!(number >= 0 && number <= sums.length)) {
            throw failed('INDP_E_ANSWER');
        }
        return withBytes(this, (bytes) => low.partsInterval(bytes, value, sums.slice(0, number), scale, alpha));
    }
}

module.exports = { bounded, WithParts };
