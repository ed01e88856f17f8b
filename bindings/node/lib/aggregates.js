'use strict';
const low = require('./low.js');
const { State, Numbers, OWN, READ, withBytes, addRows, read } = require('./state.js');
const { withOptions } = require('./options.js');
const { elements } = require('./values.js');

class Count extends State {
    constructor(rowsPerPerson, bytes) {
        super(OWN, ...(rowsPerPerson === READ ? [READ, bytes] : [low.stateBytes(1), (bytes) => low.countInit(bytes, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return read(Count, 1, bytes);
    }

    add() {
        withBytes(this, low.countAdd);
    }

    addRows(rows) {
        withBytes(this, (bytes) => low.countAddMany(bytes, rows));
    }

    accuracy(epsilon, alpha, options) {
        return withOptions(options, (c) => withBytes(this, (bytes) => low.countAccuracy(bytes, epsilon, alpha, c)));
    }
}

class WithMany extends Numbers {
    addMany(values) {
        const rows = elements(Float64Array, values, false);
        addRows(this, () => rows.length, (bytes) => low.stateAddMany(bytes, rows));
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

class WithParts extends WithMany {
    releaseParts(epsilon, options) {
        return withOptions(options, (c) => withBytes(this, (bytes) => low.stateReleaseParts(bytes, epsilon, c)));
    }
}

class Sum extends bounded(2, low.sumInit, WithMany) {
    static fromBytes(bytes) {
        return read(Sum, 2, bytes);
    }

    get sensitivity() {
        return withBytes(this, low.sumSensitivity);
    }

    accuracy(epsilon, alpha, options) {
        return withOptions(options, (c) => withBytes(this, (bytes) => low.sumAccuracy(bytes, epsilon, alpha, c)));
    }
}

class Mean extends bounded(3, low.meanInit, WithParts) {
    static fromBytes(bytes) {
        return read(Mean, 3, bytes);
    }
}

class Variance extends bounded(4, low.varianceInit, WithParts) {
    static fromBytes(bytes) {
        return read(Variance, 4, bytes);
    }
}

class StdDev extends bounded(5, low.stddevInit, WithParts) {
    static fromBytes(bytes) {
        return read(StdDev, 5, bytes);
    }
}

// The memory of a quantile grows with its rows.
class Quantile extends WithMany {
    constructor(q, lo, hi, rowsPerPerson, candidates = 0) {
        super(OWN, ...(q === READ ? [READ, lo]
            : [low.stateBytes(6), (bytes) => low.quantileInit(bytes, q, lo, hi, candidates, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return read(Quantile, 6, bytes);
    }
}

module.exports = { Count, Sum, Mean, Variance, StdDev, Quantile };
