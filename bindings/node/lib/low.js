'use strict';
// The addon. Its functions are those of indp.h, but throw if the status is not INDP_OK.
module.exports = require('../build/indp.node');
