'use strict';
const assert = require('node:assert');
const indp = require('..');

// Checks that the call fails with this status.
function fails(code, call) {
    assert.throws(call, (error) => error instanceof indp.IndpError && error.code === `INDP_E_${code}`);
}

module.exports = { fails };
