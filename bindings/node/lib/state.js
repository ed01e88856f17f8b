'use strict';
const low = require('./low.js');
const { withOptions } = require('./options.js');
const { bytesOf, elements, privateInteger } = require('./values.js');
const { failed } = require('./error.js');

// Tells a constructor to make a state from bytes that were checked.
const READ = Symbol('read');
// The base class refuses to construct a state without this key, which only this package has. Other
// classes could otherwise pass an `init` of their own, which sees the bytes.
const OWN = Symbol('own');

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function category(value, bytes) {
    if (value.offset < 0) {
        return value.integer;
    }
    return decoder.decode(bytes.subarray(value.offset, value.offset + value.length));
}

// Passes the bytes of a state to a function. This is not a method, because code that has the bytes
// can copy them and release the state twice.
let withBytes;
// Passes the bytes to a function that releases the state. Until it returns, other calls are
// refused: the bytes are still those of a live state, and the entropy callback could copy them or
// add rows.
let releasing;
// Adds rows. If they do not fit, enlarges the memory and repeats the call. Only a quantile needs
// this.
let addRows;

// The exact state of an aggregate over the rows of one group. It can be released only once. The
// bytes are in a Uint8Array, which the garbage collector owns.
class State {
    #bytes;
    #releasing = false;

    static {
        withBytes = (state, call) => {
            state.#idle();
            return call(state.#bytes);
        };
        releasing = (state, call) => {
            state.#idle();
            state.#releasing = true;
            try {
                return call(state.#bytes);
            } finally {
                state.#releasing = false;
            }
        };
        addRows = (state, rows, call) => {
            state.#idle();
            try {
                call(state.#bytes);
            } catch (error) {
                if (error?.code !== 'INDP_E_CAPACITY') {
                    throw error;
                }
                const room = low.stateRoom(state.#bytes, rows());
                const longer = new Uint8Array(Math.max(room, state.#bytes.length));
                longer.set(state.#bytes);
                low.stateResized(longer, longer.length);
                state.#bytes = longer;
                call(longer);
            }
        };
    }

    // Allocates `size` bytes and calls `init` to fill them. If `size` is READ, `init` is itself the
    // array of bytes, read from a serialised state.
    constructor(own, size, init) {
        if (own !== OWN) {
            throw new TypeError('State has no public constructor: use the class of an aggregate, such as Count');
        }
        if (size === READ) {
            this.#bytes = init;
            return;
        }
        this.#bytes = new Uint8Array(size);
        init(this.#bytes);
    }

    #idle() {
        if (this.#releasing) {
            throw failed('INDP_E_BUSY');
        }
    }

    #known(other) {
        if (typeof other !== 'object' || other === null || !(#bytes in other)) {
            throw new TypeError('other must be a state');
        }
        this.#idle();
        other.#idle();
    }

    merge(other) {
        this.#known(other);
        addRows(this, () => low.stateRows(other.#bytes), (bytes) => low.stateMerge(bytes, other.#bytes));
    }

    checkCompatible(other) {
        this.#known(other);
        low.stateCompatible(this.#bytes, other.#bytes);
    }

    // The exact number of rows, which is PRIVATE.
    get rows() {
        return low.stateRows(this.#bytes);
    }

    get rowsPerPerson() {
        return low.stateRowsPerPerson(this.#bytes);
    }

    get size() {
        return low.stateSize(this.#bytes);
    }

    toBytes() {
        return withBytes(this, (bytes) => {
            const out = new Uint8Array(this.size);
            low.stateSerialise(bytes, out);
            return out;
        });
    }
}

// Reads a state of one kind. Any bytes are safe to pass.
function read(Kind, kind, given) {
    const bytes = bytesOf(given);
    if (bytes.length < 8 || low.stateKind(bytes) !== kind) {
        throw failed('INDP_E_STATE');
    }
    const own = new Uint8Array(low.stateDeserialisedSize(bytes));
    low.stateDeserialise(own, bytes);
    return new Kind(READ, own);
}

const accuracy = (state, rows, epsilon, alpha, options) =>
    withOptions(options, (c) => withBytes(state, (bytes) => low.stateAccuracy(bytes, rows, epsilon, alpha, c)));
const epsilonForAccuracy = (state, rows, alpha, r, options) =>
    withOptions(options, (c) => withBytes(state, (bytes) => low.stateEpsilonForAccuracy(bytes, rows, alpha, r, c)));

// Adds methods to a class of states with one answer, which are all states but histograms and
// bounds.
const single = (Base) => class extends Base {
    canRelease(epsilon, options) {
        withOptions(options, (c) =>
            withBytes(this, (bytes) => low.stateCanRelease(bytes, epsilon, c)));
    }

    // Returns a BigInt for a count, a candidate for a mode, and a number for other states.
    releaseValue(epsilon, options) {
        return withOptions(options, (c) => releasing(this, (bytes) => {
            const value = low.stateReleaseValue(bytes, epsilon, c);
            switch (value.tag) {
            case 1: return value.real;
            case 2: return value.integer;
            default: return category(value, bytes);
            }
        }));
    }

    release(epsilon, options) {
        return this.releaseValue(epsilon, options);
    }
};

// Adds methods to a class of states whose error bound does not depend on the number of rows.
const predicted = (Base) => class extends Base {
    accuracy(epsilon, alpha, options) {
        return accuracy(this, 0, epsilon, alpha, options);
    }

    epsilonForAccuracy(alpha, r, options) {
        return epsilonForAccuracy(this, 0, alpha, r, options);
    }
};

// Adds the method `interval` and the methods of `predicted` to a class of counts or sums.
const additive = (Base) => class extends predicted(Base) {
    // answer is what release returned, a BigInt for a count.
    interval(answer, epsilon, alpha, options) {
        const value = typeof answer === 'bigint' ? Number(answer) : answer;
        return withOptions(options, (c) => withBytes(this, (bytes) => low.stateInterval(bytes, value, epsilon, alpha, c)));
    }
};

// States whose rows are numbers.
class Numbers extends State {
    add(value) {
        addRows(this, () => 1, (bytes) => low.stateAdd(bytes, value));
    }

    addInteger(value) {
        const integer = privateInteger(value);
        if (typeof integer === 'number') {
            this.add(integer);
        } else {
            addRows(this, () => 1, (bytes) => low.stateAddInt64(bytes, integer));
        }
    }

    addMany(values) {
        const rows = elements(Float64Array, values, false);
        addRows(this, () => rows.length, (bytes) => low.stateAddMany(bytes, rows));
    }
}

module.exports = {
    State, Numbers, OWN, READ, withBytes, releasing, read, category, single, accuracy,
    epsilonForAccuracy, predicted, additive,
};
