'use strict';
// The addon: the functions of indp.h, whose failures are exceptions.
module.exports = require('../build/indp.node');
