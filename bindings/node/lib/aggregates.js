'use strict';
const low = require('./low.js');
const { State, Numbers, READ } = require('./state.js');
const { withOptions } = require('./options.js');
const { elements } = require('./values.js');

class Count extends State {
    constructor(rowsPerPerson, read) {
        super(...(rowsPerPerson === READ ? [READ, read] : [low.stateBytes(1), (bytes) => low.countInit(bytes, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return State.read(Count, 1, bytes);
    }

    add() {
        State.with(this, low.countAdd);
    }

    addRows(rows) {
        State.with(this, (bytes) => low.countAddMany(bytes, rows));
    }

    accuracy(epsilon, alpha, options) {
        return withOptions(options, (c) => State.with(this, (bytes) => low.countAccuracy(bytes, epsilon, alpha, c)));
    }
}

class WithMany extends Numbers {
    addMany(values) {
        const rows = elements(Float64Array, values, false);
        State.add(this, () => rows.length, (bytes) => low.stateAddMany(bytes, rows));
    }
}

// A class for values clamped to [lo, hi].
function bounded(kind, init, Base) {
    return class extends Base {
        constructor(lo, hi, rowsPerPerson, grid = 0) {
            super(...(lo === READ ? [READ, hi] : [low.stateBytes(kind), (bytes) => init(bytes, lo, hi, grid, rowsPerPerson)]));
        }
    };
}

class WithParts extends WithMany {
    releaseParts(epsilon, options) {
        return withOptions(options, (c) => State.with(this, (bytes) => low.stateReleaseParts(bytes, epsilon, c)));
    }
}

class Sum extends bounded(2, low.sumInit, WithMany) {
    static fromBytes(bytes) {
        return State.read(Sum, 2, bytes);
    }

    get sensitivity() {
        return State.with(this, low.sumSensitivity);
    }

    accuracy(epsilon, alpha, options) {
        return withOptions(options, (c) => State.with(this, (bytes) => low.sumAccuracy(bytes, epsilon, alpha, c)));
    }
}

class Mean extends bounded(3, low.meanInit, WithParts) {
    static fromBytes(bytes) {
        return State.read(Mean, 3, bytes);
    }
}

class Variance extends bounded(4, low.varianceInit, WithParts) {
    static fromBytes(bytes) {
        return State.read(Variance, 4, bytes);
    }
}

class StdDev extends bounded(5, low.stddevInit, WithParts) {
    static fromBytes(bytes) {
        return State.read(StdDev, 5, bytes);
    }
}

// The memory of a quantile grows with its rows.
class Quantile extends WithMany {
    constructor(q, lo, hi, rowsPerPerson, candidates = 0) {
        super(...(q === READ ? [READ, lo]
            : [low.stateBytes(6), (bytes) => low.quantileInit(bytes, q, lo, hi, candidates, rowsPerPerson)]));
    }

    static fromBytes(bytes) {
        return State.read(Quantile, 6, bytes);
    }
}

module.exports = { Count, Sum, Mean, Variance, StdDev, Quantile };
