'use strict';
const low = require('./low.js');
const kinds = require('./constants.js');
const {
    State, Numbers, OWN, READ, withBytes, releasing, read, single, predicted, additive,
} = require('./state.js');
const { bounded } = require('./bounded.js');
const { withOptions } = require('./options.js');
const { elements, lengthOf } = require('./values.js');

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

class Sum extends bounded(kinds.KIND_SUM, low.sumInit, additive(single(Numbers))) {
    static fromBytes(bytes) {
        return read(Sum, kinds.KIND_SUM, bytes);
    }

    get sensitivity() {
        return withBytes(this, low.sumSensitivity);
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

module.exports = { Count, Sum, Quantile };
