'use strict';
const low = require('./low.js');
const kinds = require('./constants.js');
const {
    State, Numbers, OWN, READ, withBytes, releasing, read, single, accuracy, epsilonForAccuracy,
    predicted, additive,
} = require('./state.js');
const { withOptions } = require('./options.js');
const { elements, lengthOf } = require('./values.js');
const { failed } = require('./error.js');

class Count extends additive(single(State)) {
    constructor(rowsPerPerson, bytes) {
        super(OWN, ...(rowsPerPerson === READ ? [READ, bytes] : [low.stateBytes(kinds.KIND_COUNT), (bytes) => low.countInit(bytes, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return read(Count, kinds.KIND_COUNT, bytes);
    }

    add() {
        withBytes(this, low.countAdd);
    }

    addRows(rows) {
        withBytes(this, (bytes) => low.countAddMany(bytes, rows));
    }
}

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

class Sum extends bounded(kinds.KIND_SUM, low.sumInit, additive(single(Numbers))) {
    static fromBytes(bytes) {
        return read(Sum, kinds.KIND_SUM, bytes);
    }

    get sensitivity() {
        return withBytes(this, low.sumSensitivity);
    }
}

class Mean extends bounded(kinds.KIND_MEAN, low.meanInit, WithParts) {
    static fromBytes(bytes) {
        return read(Mean, kinds.KIND_MEAN, bytes);
    }
}

class Variance extends bounded(kinds.KIND_VARIANCE, low.varianceInit, WithParts) {
    static fromBytes(bytes) {
        return read(Variance, kinds.KIND_VARIANCE, bytes);
    }
}

class StdDev extends bounded(kinds.KIND_STDDEV, low.stddevInit, WithParts) {
    static fromBytes(bytes) {
        return read(StdDev, kinds.KIND_STDDEV, bytes);
    }
}

// The memory of a quantile grows with its rows.
class Quantile extends predicted(single(Numbers)) {
    constructor(q, lo, hi, rowsPerPerson, candidates = 0) {
        super(OWN, ...(q === READ ? [READ, lo]
            : [low.stateBytes(kinds.KIND_QUANTILE), (bytes) => low.quantileInit(bytes, q, lo, hi, candidates, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return read(Quantile, kinds.KIND_QUANTILE, bytes);
    }

    releaseMany(q, epsilon, options) {
        const wanted = elements(Float64Array, q, true);
        const out = new Float64Array(lengthOf(wanted));
        withOptions(options, (c) => releasing(this, (bytes) => low.quantileReleaseMany(bytes, wanted, epsilon, c, out)));
        return Array.from(out);
    }

    canReleaseMany(q, epsilon, options) {
        const wanted = elements(Float64Array, q, true);
        withOptions(options, (c) => withBytes(this, (bytes) => low.quantileCanReleaseMany(bytes, wanted, epsilon, c)));
    }
}

module.exports = { Count, Sum, Mean, Variance, StdDev, Quantile };
