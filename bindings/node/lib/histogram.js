'use strict';
const low = require('./low.js');
const { Numbers, OWN, READ, withBytes, predicted } = require('./state.js');
const { releaseCounts, canReleaseCounts } = require('./counts.js');
const { readCells } = require('./bounds.js');
const { elements, lengthOf } = require('./values.js');

class Histogram extends predicted(Numbers) {
    constructor(edges, rowsPerPerson) {
        if (edges === READ) {
            super(OWN, READ, rowsPerPerson);
            return;
        }
        const given = elements(Float64Array, edges, false);
        const size = low.histogramSize(lengthOf(given));
        super(OWN, size, (bytes) => low.histogramInit(bytes, given, rowsPerPerson));
    }

    static fromBytes(bytes) {
        return readCells(Histogram, false, bytes);
    }

    get edges() {
        return withBytes(this, (bytes) => {
            const length = low.histogramEdges(bytes);
            return Array.from({ length }, (_, i) => low.histogramEdge(bytes, i));
        });
    }

    // The number of cells, which is the number of counts.
    get cells() {
        return withBytes(this, low.stateCounts);
    }

    release(epsilon, options) {
        return releaseCounts(this, epsilon, options);
    }

    canRelease(epsilon, options) {
        canReleaseCounts(this, epsilon, options);
    }
}

module.exports = { Histogram };
