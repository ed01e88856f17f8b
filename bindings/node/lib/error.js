'use strict';
const low = require('./low.js');
const statuses = require('./status.js');

// The error of a call that failed. The message contains the name of the status and its parameter,
// but no private value.
class IndpError extends Error {
    constructor(status) {
        const code = low.statusName(status);
        const parameter = statuses[code]?.[1] ?? '';
        super(`${code}${parameter && ` (${parameter})`}: ${low.statusMessage(status)}`);
        this.code = code;
        this.parameter = parameter;
        this.status = status;
    }

    get name() {
        return 'IndpError';
    }
}

low.failWith((status) => new IndpError(status));

const failed = (code) => new IndpError(statuses[code][0]);

module.exports = { IndpError };
Object.defineProperty(module.exports, 'failed', { value: failed, enumerable: false });
