'use strict';
const low = require('./low.js');
const { withBytes, releasing } = require('./state.js');
const { withOptions } = require('./options.js');

// Releases the counts of all cells of a histogram or candidates of a mode, as BigInts.
const releaseCounts = (state, epsilon, options) =>
    withOptions(options, (c) => releasing(state, (bytes) => {
        const out = new BigInt64Array(low.stateCounts(bytes));
        low.stateReleaseCounts(bytes, epsilon, c, out);
        return Array.from(out);
    }));

const canReleaseCounts = (state, epsilon, options) =>
    withOptions(options, (c) =>
        withBytes(state, (bytes) => low.stateCanReleaseCounts(bytes, epsilon, c)));

module.exports = { releaseCounts, canReleaseCounts };
