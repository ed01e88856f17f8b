'use strict';
const low = require('./low.js');
const selections = require('./constants.js');
const settings = require('./settings.js');
const { choice } = require('./values.js');

const SELECTIONS = {
    default: selections.SELECTION_DEFAULT,
    exponential: selections.SELECTION_EXPONENTIAL,
    'permute-and-flip': selections.SELECTION_PERMUTE_AND_FLIP,
};

function selection(name) {
    if (!Object.hasOwn(SELECTIONS, name)) {
        throw new TypeError(`selection must be one of ${Object.keys(SELECTIONS).join(', ')}`);
    }
    return SELECTIONS[name];
}

const AUTOMATIC = 0xffffffff; // INDP_PRECISION_AUTO

function precision(bits) {
    const error = typeof bits !== 'number' ? TypeError : RangeError;
    if (!(Number.isInteger(bits) && bits >= 0 && bits < AUTOMATIC)) {
        throw new error("floatPrecision must be 'auto', 0 (real arithmetic) or an integer from 53 to 4096");
    }
    return bits;
}

// Returns a function that calls `set`, a function of the addon. If the message of an error begins
// with the name of a C parameter, that name is replaced by the name of the option.
function named(option, set) {
    return (c, value) => {
        try {
            set(c, value);
        } catch (error) {
            error.message = error.message.replace(/^\w+ must /, `${option} must `);
            throw error;
        }
    };
}

// The functions that set an option of each type in the C object.
const SETTERS = {
    power: named,
    whole: named,
    seed: named,
    precision: (_, set) => (c, bits) => set(c, bits === 'auto' ? AUTOMATIC : precision(bits)),
    selection: (_, set) => (c, name) => set(c, selection(name)),
    switch: (option, set) => (c, on) => set(c, choice(option, on)),
};

// For each option, the function that sets it in the C object.
const SET = { entropy: (c) => low.optionsSetEntropy(c) };
for (const [option, [type, set]] of Object.entries(settings)) {
    SET[option] = SETTERS[type](option, set);
}

function check(options) {
    if (typeof options !== 'object') {
        throw new TypeError('options must be an object');
    }
    for (const name of Object.keys(options)) {
        if (!Object.hasOwn(SET, name)) {
            throw new TypeError(`there is no option ${name}`);
        }
    }
    if (options.entropy !== undefined && typeof options.entropy !== 'function') {
        throw new TypeError('entropy must be a function');
    }
    if (options.entropy !== undefined && options.insecureSeed !== undefined) {
        throw new TypeError('set either entropy or insecureSeed, not both');
    }
}

// Calls body. If there is an entropy callback, it supplies the random words meanwhile.
const guarded = (entropy, body) => (entropy === undefined ? body() : low.withEntropy(entropy, body));

// Calls body(C object of the options or undefined, entropy callback or undefined). The C object is
// freed after the call.
function withOptions(given, body) {
    if (given === undefined || given === null) {
        return body(undefined, undefined);
    }
    check(given);
    const options = { ...given }; // a copy, since a getter may return another value later
    const c = low.optionsNew();
    try {
        for (const [name, value] of Object.entries(options)) {
            if (value !== undefined) {
                SET[name](c, value);
            }
        }
        return guarded(options.entropy, () => body(c, options.entropy));
    } finally {
        low.close(c);
    }
}

module.exports = { withOptions, guarded };
