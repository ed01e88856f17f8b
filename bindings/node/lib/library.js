'use strict';
const low = require('./low.js');
const { bufferOf, lengthOf } = require('./values.js');

// Calls body and returns its result. While the first element of the flag is not 0, long
// computations of body throw INDP_E_STOPPED. The flag is in shared memory, so that another thread
// can set it.
function stopWhen(flag, body) {
    if (!(flag instanceof Int32Array) || !(bufferOf(flag) instanceof SharedArrayBuffer) || lengthOf(flag) === 0) {
        throw new TypeError('flag must be an Int32Array in shared memory');
    }
    if (typeof body !== 'function') {
        throw new TypeError('body must be a function');
    }
    return low.stopDuring(flag, body);
}

module.exports = {
    version: low.versionString(),
    headerVersion: low.headerVersion(),
    versionMajor: low.versionMajor(),
    versionMinor: low.versionMinor(),
    versionPatch: low.versionPatch(),
    tapeVersion: low.tapeVersion(),
    selfTest: () => low.selfTest(),
    stopWhen,
};
