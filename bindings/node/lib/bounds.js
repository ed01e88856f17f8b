'use strict';
const low = require('./low.js');
const kinds = require('./constants.js');
const { Numbers, OWN, READ, withBytes, releasing, read } = require('./state.js');
const { withOptions } = require('./options.js');
const { elements, lengthOf } = require('./values.js');
const { failed } = require('./error.js');

// null, which the library takes for the edges without a list, or the edges of a list.
function edgesOf(edges) {
    if (edges === undefined) {
        return null;
    }
    const given = elements(Float64Array, edges, false);
    // The address of no numbers may be that of no list.
    if (lengthOf(given) === 0) {
        throw failed('INDP_E_EDGES');
    }
    return given;
}

class Bounds extends Numbers {
    constructor(rowsPerPerson, centre = 0, edges = undefined) {
        if (rowsPerPerson === READ) {
            super(OWN, READ, centre);
            return;
        }
        const given = edgesOf(edges);
        const size = low.boundsSize(given, centre);
        super(OWN, size, (bytes) => low.boundsInit(bytes, given, centre, rowsPerPerson));
    }

    static fromBytes(bytes) {
        return readCells(Bounds, true, bytes);
    }

    // Returns [lo, hi], or null if neither bound was found.
    release(epsilon, options) {
        const { lo, hi, found } = withOptions(options, (c) =>
            releasing(this, (bytes) => low.stateReleaseBounds(bytes, epsilon, c)));
        return found === 0 ? null : [lo, hi];
    }

    canRelease(epsilon, options) {
        withOptions(options, (c) =>
            withBytes(this, (bytes) => low.stateCanReleaseBounds(bytes, epsilon, c)));
    }
}

// Whether bounds can be released from a live state of a histogram.
function isSearch(bytes) {
    try {
        low.stateCanReleaseBounds(bytes, 1, undefined);
    } catch (error) {
        return error?.code !== 'INDP_E_STATE';
    }
    return true;
}

// Reads a histogram, or bounds, whose states have the same kind. A state is read by the class that
// made it only.
function readCells(Kind, search, given) {
    const state = read(Kind, kinds.KIND_HISTOGRAM, given);
    if (withBytes(state, isSearch) !== search) {
        throw failed('INDP_E_STATE');
    }
    return state;
}

module.exports = { Bounds };
Object.defineProperty(module.exports, 'readCells', { value: readCells, enumerable: false });
