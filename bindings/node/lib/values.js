'use strict';

// Refuses what JavaScript would convert: an undefined value would count as a row of NaN.
function number(value) {
    if (typeof value !== 'number') {
        throw new TypeError('values must be numbers');
    }
    return value;
}

// The number of elements that a typed array has, even if its class overrides `length`. The addon goes
// by this number.
const getter = (name) => Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float64Array.prototype), name).get);
const [lengthOf, bufferOf, offsetOf] = ['length', 'buffer', 'byteOffset'].map(getter);

// A typed array that the addon may read. A Float64Array is not copied, unless JavaScript could
// change or detach it during the call: another thread, because it is shared, or a callback.
function elements(Type, values, callbacks) {
    if (!(values instanceof Type)) {
        if (typeof values === 'string' || values === null || typeof values?.[Symbol.iterator] !== 'function') {
            throw new TypeError(`values must be a ${Type.name} or an array`);
        }
        return Type.from(values, number);
    }
    const shared = values.buffer instanceof SharedArrayBuffer;
    return shared || callbacks ? Type.from(values) : values;
}

// Integers of 64 bits, given as numbers or BigInts.
function integers(Type, values) {
    if (values instanceof Type) {
        return Type.from(values);
    }
    return Type.from(values, (value) => {
        const integer = BigInt(value); // throws for a fraction
        if ((Type === BigInt64Array ? BigInt.asIntN(64, integer) : BigInt.asUintN(64, integer)) !== integer) {
            throw new RangeError('an integer does not fit into 64 bits');
        }
        return integer;
    });
}

// Whether a BigInt fits into 64 bits with a sign.
const fits = (integer) => BigInt.asIntN(64, integer) === integer;

// A value that is to be kept exact if it is an integer: a BigInt of 64 bits, or else the nearest
// number. Values are private, so none is refused, only types are.
function privateInteger(value) {
    if (typeof value === 'bigint') {
        return fits(value) ? value : Number(value);
    }
    return number(value);
}

const LARGEST = 2n ** 63n - 1n;

// A private integer whose fraction, if it had one, would have to be rounded, which the promised
// sensitivity does not cover: a BigInt. What does not fit into 64 bits is clamped.
function clampedInteger(value) {
    if (typeof value !== 'bigint') {
        throw new TypeError('values must be BigInts');
    }
    return fits(value) ? value : value > 0n ? LARGEST : -LARGEST - 1n;
}

function clampedIntegers(values) {
    return values instanceof BigInt64Array ? BigInt64Array.from(values) : BigInt64Array.from(values, clampedInteger);
}

// The bytes of a serialised object.
function bytesOf(values) {
    if (!(values instanceof Uint8Array)) {
        throw new TypeError('bytes must be a Uint8Array');
    }
    // A copy: a class may claim another length than its array has, and JavaScript may share it.
    return Uint8Array.prototype.slice.call(new Uint8Array(bufferOf(values), offsetOf(values), lengthOf(values)));
}

module.exports = { lengthOf, bufferOf, elements, integers, fits, privateInteger, clampedInteger, clampedIntegers, bytesOf };
