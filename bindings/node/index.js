'use strict';
module.exports = {
    ...require('./lib/error.js'),
    ...require('./lib/aggregates.js'),
    ...require('./lib/averages.js'),
    ...require('./lib/mode.js'),
    ...require('./lib/histogram.js'),
    ...require('./lib/bounds.js'),
    ...require('./lib/snapping.js'),
    ...require('./lib/exponential.js'),
    ...require('./lib/budget.js'),
    ...require('./lib/library.js'),
};
