'use strict';

// Refuses values that JavaScript would convert to numbers. For example, undefined would count as a
// row of NaN.
function number(value) {
    if (typeof value !== 'number') {
        throw new TypeError('values must be numbers');
    }
    return value;
}

// The number of elements that a typed array really has, even if its class overrides `length`. The
// addon relies on this number.
const getter = (name) => Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float64Array.prototype), name).get);
const [lengthOf, bufferOf, offsetOf] = ['length', 'buffer', 'byteOffset'].map(getter);

// Returns a typed array that the addon may read. A Float64Array is copied only if JavaScript could
// change or detach it during the call: from another thread if its memory is shared, or from a
// callback.
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

// Returns an integer as a BigInt. Checks the value itself, since the error messages of BigInt()
// would contain it.
function whole(name, value) {
    if (typeof value !== 'number' && typeof value !== 'bigint') {
        throw new TypeError(`${name} must be an integer`);
    }
    if (typeof value === 'number' && !Number.isInteger(value)) {
        throw new RangeError(`${name} must be an integer`);
    }
    return BigInt(value);
}

// Returns 1 for true, and 0 for false or undefined. Other types are refused, because JavaScript
// would convert a text such as 'no' to true.
function choice(name, value) {
    if (value !== undefined && typeof value !== 'boolean') {
        throw new TypeError(`${name} must be a boolean`);
    }
    return value ? 1 : 0;
}

// Returns a typed array of 64-bit integers, which are given as numbers or BigInts.
function integers(name, Type, values) {
    if (values instanceof Type) {
        return Type.from(values);
    }
    return Type.from(values, (value) => {
        const integer = whole(`an element of ${name}`, value);
        if ((Type === BigInt64Array ? BigInt.asIntN(64, integer) : BigInt.asUintN(64, integer)) !== integer) {
            throw new RangeError(`${name}: an integer does not fit into 64 bits`);
        }
        return integer;
    });
}

// Whether a BigInt fits into a signed integer of 64 bits.
const fits = (integer) => BigInt.asIntN(64, integer) === integer;

// Returns a BigInt of 64 bits unchanged, and any other BigInt as the nearest number. Values are
// private, so no value may be refused, but types may.
function privateInteger(value) {
    if (typeof value === 'bigint') {
        return fits(value) ? value : Number(value);
    }
    return number(value);
}

const LARGEST = 2n ** 63n - 1n;

// Returns a private integer, clamped to 64 bits. Only BigInts are accepted. A number may have a
// fraction, and rounding it could increase the sensitivity beyond the one that the caller
// guarantees.
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
    // Copies the bytes, since a class may claim another length than its array has, and another
    // thread may share the array.
    return Uint8Array.prototype.slice.call(new Uint8Array(bufferOf(values), offsetOf(values), lengthOf(values)));
}

module.exports = {
    lengthOf, bufferOf, elements, whole, choice, integers, fits, privateInteger, clampedInteger, clampedIntegers, bytesOf,
};
