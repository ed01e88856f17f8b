'use strict';
const low = require('./low.js');
const { withOptions, guarded } = require('./options.js');
const { elements, whole, choice, integers, clampedIntegers } = require('./values.js');
const { failed } = require('./error.js');

// The base-2 exponential mechanism, or permute-and-flip. A utility is a cost: a lower utility is
// better.
class Exponential {
    #handle;
    #entropy;

    constructor(eta, utilityMin, utilityMax, maxOutcomes, options) {
        withOptions(options, (c, entropy) => {
            this.#handle = low.exponentialNew(eta.x, eta.y, eta.z, utilityMin, utilityMax, maxOutcomes, c);
            this.#entropy = entropy;
        });
    }

    close() {
        low.close(this.#handle);
    }

    select(utilities) {
        const given = elements(Float64Array, utilities, this.#entropy !== undefined);
        return guarded(this.#entropy, () => low.exponentialSelect(this.#handle, given));
    }

    // Selects a group. Group i stands for multiplicities[i] outcomes, each with utility
    // utilities[i].
    selectCounted(utilities, multiplicities) {
        const costs = clampedIntegers(utilities);
        const counts = multiplicities === undefined ? undefined : integers('multiplicities', BigUint64Array, multiplicities);
        if (counts !== undefined && counts.length !== costs.length) {
            throw failed('INDP_E_LENGTH');
        }
        return guarded(this.#entropy, () => low.exponentialSelectCounted(this.#handle, costs, counts));
    }

    selectBy(n, utility) {
        if (typeof utility !== 'function') {
            throw new TypeError('utility must be a function');
        }
        return guarded(this.#entropy, () => low.exponentialSelectBy(this.#handle, utility, n));
    }

    get precision() {
        return low.exponentialPrecision(this.#handle);
    }

    get precisionNote() {
        return low.exponentialPrecisionNote(this.#handle);
    }

    get precisionEmpirical() {
        return low.exponentialPrecisionEmpirical(this.#handle);
    }
}

// The privacy parameter of a selection. If the utility of an outcome rises by 1, its weight is
// multiplied by (x/2^y)^z, which is below 1.
class Eta {
    constructor(x, y, z) {
        this.x = whole('x', x);
        this.y = y;
        this.z = z;
        Object.freeze(this);
    }

    static fromEpsilon(epsilon, utilitySensitivity, monotonic) {
        const { x, y, z } = low.etaFromEpsilon(epsilon, utilitySensitivity, choice('monotonic', monotonic));
        return new Eta(x, y, z);
    }

    epsilon(utilitySensitivity, monotonic) {
        return low.etaEpsilon(this.x, this.y, this.z, utilitySensitivity, choice('monotonic', monotonic));
    }
}

module.exports = { Exponential, Eta };
