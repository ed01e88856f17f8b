'use strict';
const low = require('./low.js');
const { withOptions } = require('./options.js');
const { bytesOf, privateInteger } = require('./values.js');
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

// Passes the bytes of a state to a function. This is not a method, because whoever has the bytes
// can copy them and release the state twice.
let withBytes;
// Adds rows. If they do not fit, enlarges the memory and adds them again. Only a quantile needs
// this.
let addRows;

// An exact state: the rows of one group, which can be released only once. The bytes are memory of
// JavaScript.
class State {
    #bytes;

    static {
        withBytes = (state, call) => call(state.#bytes);
        addRows = (state, rows, call) => {
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

    // Allocates `size` bytes, which `init` fills. If `size` is READ, `init` is an array of bytes
    // that were read.
    constructor(own, size, init) {
        if (own !== OWN) {
            throw new TypeError('a state is made by the class of its aggregate');
        }
        if (size === READ) {
            this.#bytes = init;
            return;
        }
        this.#bytes = new Uint8Array(size);
        init(this.#bytes);
    }

    #known(other) {
        if (typeof other !== 'object' || other === null || !(#bytes in other)) {
            throw new TypeError('not a state');
        }
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
        const out = new Uint8Array(this.size);
        low.stateSerialise(this.#bytes, out);
        return out;
    }

    canRelease(epsilon, options) {
        withOptions(options, (c) => low.stateCanRelease(this.#bytes, epsilon, c));
    }

    // Returns a BigInt for a count, a candidate for a mode, and a number for other states.
    releaseValue(epsilon, options) {
        const value = withOptions(options, (c) => low.stateReleaseValue(this.#bytes, epsilon, c));
        switch (value.tag) {
            case 1: return value.real;
            case 2: return value.integer;
            default: return category(value, this.#bytes);
        }
    }

    release(epsilon, options) {
        return this.releaseValue(epsilon, options);
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
}

module.exports = { State, Numbers, OWN, READ, withBytes, addRows, read, category };
