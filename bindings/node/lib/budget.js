'use strict';
const low = require('./low.js');
const { bytesOf } = require('./values.js');
const { BUDGET_STATE_SIZE: SIZE, BUDGET_TEXT_SIZE } = require('./constants.js');

const READ = Symbol('read');

// A total privacy loss that may be spent, counted in exact decimals.
class Budget {
    #bytes = new Uint8Array(SIZE);

    constructor(epsilon, bytes) {
        if (epsilon === READ) {
            low.budgetDeserialise(bytesOf(bytes), this.#bytes);
        } else {
            low.budgetInit(this.#bytes, epsilon);
        }
    }

    static fromBytes(bytes) {
        return new Budget(READ, bytes);
    }

    // Spends epsilon, which counts as the shortest decimal that converts to this double. Returns
    // the epsilon to release with: the largest double that does not exceed the decimal. Nothing
    // spent is ever given back.
    spend(epsilon) {
        return low.budgetSpend(this.#bytes, epsilon);
    }

    change(epsilon) {
        low.budgetChange(this.#bytes, epsilon);
    }

    // Raises the amount spent to epsilon, unless at least as much is spent already.
    raiseSpent(epsilon) {
        low.budgetRaise(this.#bytes, epsilon);
    }

    get left() {
        return low.budgetLeft(this.#bytes);
    }

    // What was spent, exactly, as a decimal.
    get spent() {
        const text = Buffer.alloc(BUDGET_TEXT_SIZE);
        const length = low.budgetSpent(this.#bytes, text);
        return text.toString('latin1', 0, Number(length));
    }

    toBytes() {
        const out = new Uint8Array(SIZE);
        low.budgetSerialise(this.#bytes, out);
        return out;
    }
}

module.exports = { Budget };
