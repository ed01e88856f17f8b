'use strict';
// Tests what is particular to the states of JavaScript: types and ranges of arguments, arrays, and
// private fields. The calls that all languages share are in surface/cases.
const assert = require('node:assert');
const { test } = require('node:test');
const indp = require('..');
const { fails } = require('./check.js');

const NO_NUMBERS = [undefined, null, 5, '12', {}, [1n], [Symbol('a')], ['1'], [undefined], [null], new BigInt64Array(1)];
const NO_INTEGERS = [-1, -1n, 1.5, 2 ** 60, 2n ** 64n, NaN];
const twoShared = () => new Float64Array(new SharedArrayBuffer(16));

function detached() {
    const array = new Float64Array(3);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
}

// Checks the types that a state of any kind accepts.
function laws(Kind, state, add) {
    add(state);
    const shared = new Uint8Array(new SharedArrayBuffer(state.size));
    shared.set(state.toBytes());
    assert.deepStrictEqual(Kind.fromBytes(shared).toBytes(), state.toBytes());
    for (const wrong of [null, undefined, {}, 'bytes', [1, 2], new Float64Array(9)]) {
        assert.throws(() => Kind.fromBytes(wrong), TypeError);
        assert.throws(() => state.merge(wrong), TypeError);
        assert.throws(() => state.checkCompatible(wrong), TypeError);
    }
    fails('STATE_MISMATCH', () => state.merge(Kind === indp.Count ? new indp.Sum(0, 1, 1) : new indp.Count(1)));
    assert.throws(() => Kind.prototype.toBytes.call({}), TypeError);
    assert.throws(() => structuredClone(state).toBytes(), TypeError);
    for (const epsilon of [undefined, null, '1', 1n]) {
        assert.throws(() => state.release(epsilon), TypeError);
        assert.throws(() => state.canRelease(epsilon), TypeError);
    }
    state.release(1);
}

for (const Kind of [indp.Sum, indp.Mean, indp.Variance, indp.StdDev]) {
    test(Kind.name, () => {
        laws(Kind, new Kind(-1, 100, 2), (state) => state.addInteger(2n ** 62n));
        for (const rows of NO_INTEGERS) {
            assert.throws(() => new Kind(0, 1, rows), RangeError);
        }
        fails('ROWS_PER_PERSON', () => new Kind(0, 1, 0n));
        assert.throws(() => new Kind(0, 1), TypeError);
        const [state, plain] = [new Kind(0, 10, 1), new Kind(0, 10, 1)];
        for (const wrong of NO_NUMBERS) {
            assert.throws(() => state.addMany(wrong), TypeError);
        }
        for (const wrong of [undefined, null, '5', true, {}]) {
            assert.throws(() => state.addInteger(wrong), TypeError);
        }
        // A detached array has no elements, so it must add no rows.
        state.addMany(detached());
        assert.strictEqual(state.rows, 0n);
        state.addMany(new Float64Array(0));
        state.addMany(twoShared());
        state.addMany(new Set([3]));
        plain.addMany([0, 0, 3]);
        assert.deepStrictEqual(state.toBytes(), plain.toBytes());
    });
}

test('other kinds', () => {
    laws(indp.Count, new indp.Count(2), (state) => state.addRows(5n));
    laws(indp.Quantile, new indp.Quantile(0.5, 0, 1000, 2), (state) => state.add(1));
    laws(indp.Mode, new indp.Mode(['gut', 7], 2), (state) => state.add('gut'));
    laws(indp.Histogram, new indp.Histogram([-1, 0, 7.5], 2), (state) => state.addMany(twoShared()));
    laws(indp.Bounds, new indp.Bounds(2), (state) => state.addMany(twoShared()));
    assert.throws(() => new indp.Count(1).addRows(-1), RangeError);
    assert.throws(() => new indp.Count(1).accuracy(1), TypeError);
    assert.throws(() => new indp.Count(1).interval('1', 1, 0.05), TypeError);
    assert.deepStrictEqual(new indp.Count(1).interval(10n, 1, 0.05), { low: 7, high: 13 });
    assert.strictEqual(indp.Mode.accuracyWith(10, 1n, 1, 0.05), 4);
    assert(indp.Mode.epsilonForAccuracyWith(10n, 1, 0.05, 4) <= 1);
});

test('parts', () => {
    for (const [Kind, number] of [[indp.Mean, 2], [indp.Variance, 3], [indp.StdDev, 3]]) {
        const state = new Kind(0, 10, 1);
        state.addMany([1, 2, 3]);
        const parts = state.releaseParts(4);
        assert(parts.number === number && parts.sum.length === 3);
        assert.strictEqual(state.accuracy(100n, 1, 0.05), state.accuracy(100, 1, 0.05));
        fails('ROWS', () => state.epsilonForAccuracy(0n, 0.05, 1));
        for (const wrong of [-1, 0, 1, 4, NaN, Infinity]) {
            fails('ANSWER', () => state.interval({ ...parts, number: wrong }, 0.5));
        }
        for (const wrong of [undefined, null, {}, { ...parts, sum: 3 }, { ...parts, sum: ['1', '2', '3'] }, { ...parts, scale: '1' }]) {
            assert.throws(() => state.interval(wrong, 0.5), TypeError);
        }
    }
});

test('several quantiles', () => {
    const state = new indp.Quantile(0.5, 0, 100, 1);
    for (const wrong of [0.5, undefined, ['1'], 'ab']) {
        assert.throws(() => state.releaseMany(wrong, 1), TypeError);
    }
    fails('QUANTILE', () => state.releaseMany(new Float64Array([0.5, 2]), 20));
    assert.strictEqual(state.releaseMany(new Set([0.5]), 0.5).length, 1);
});

test('Mode', () => {
    const mode = new indp.Mode(['gut', 7, 'schön', -1n, ''], 2);
    for (const ignored of [0.5, NaN, Infinity, 2 ** 70, 2n ** 63n, -(2n ** 100n), 8, 'x']) {
        mode.add(ignored);
    }
    assert.strictEqual(mode.rows, 0n);
    for (const wrong of [undefined, null, true, {}, Symbol('a')]) {
        assert.throws(() => mode.add(wrong), TypeError);
    }
    assert.throws(() => mode.releaseCounts('1'), TypeError);
    mode.release(1);
    for (const value of [7, 0.5, 2n ** 63n, 'gut']) {
        fails('RELEASED', () => mode.add(value));
    }
    const integers = new indp.Mode([2n ** 53n, 2n ** 63n - 1n], 1);
    integers.add(2 ** 53);
    integers.add(2n ** 63n - 1n);
    assert.strictEqual(integers.rows, 2n);
    fails('CATEGORIES', () => new indp.Mode([1, 1n], 1));
    for (const wrong of [[null], [undefined], [{}], 5, undefined]) {
        assert.throws(() => new indp.Mode(wrong, 1), Error);
    }
    assert.throws(() => new indp.Mode([1.5], 1), RangeError);
    assert.throws(() => new indp.Mode([2n ** 63n], 1), RangeError);
});

test('Histogram', () => {
    for (const edges of [undefined, null, 5, '12', {}, ['1'], [1n], [null], new BigInt64Array(1)]) {
        assert.throws(() => new indp.Histogram(edges, 1), TypeError);
    }
    assert.throws(() => new indp.Histogram([1], -1), RangeError);
    assert.throws(() => new indp.Histogram([1]), TypeError);
    class Long extends Float64Array {
        get length() {
            return 1000;
        }
    }
    assert.strictEqual(new indp.Histogram(Long.of(7), 1).cells, 3);
    const shared = twoShared();
    shared[1] = 5;
    assert.deepStrictEqual(new indp.Histogram(shared, 1).edges, [0, 5]);
    assert.deepStrictEqual(new indp.Histogram(new Set([1, 2]), 1n).edges, [1, 2]);
    const state = new indp.Histogram([0, 1], 1);
    for (const value of [undefined, null, '12345', 1n, {}]) {
        assert.throws(() => state.add(value), /^TypeError: (?!.*12345)/);
        assert.throws(() => state.addMany([value]), TypeError);
    }
    assert(state.rows === 0n && !('releaseValue' in state));
    for (const other of [{}, new indp.Count(1)]) {
        assert.throws(() => indp.Histogram.prototype.release.call(other, 1), Error);
    }
    // Integers are not rounded, whatever they are. The noise is 0, but for a chance below 1e-200.
    const whole = new indp.Histogram([2 ** 53, 2 ** 53 + 2], 1);
    for (const value of [2n ** 53n + 1n, 10n ** 400n, -(10n ** 400n), NaN]) {
        whole.addInteger(value);
    }
    assert.deepStrictEqual(whole.release(1e3), [1n, 1n, 1n, 1n]);
});

// Checks the bounds of many equal rows. At this epsilon the noise is 0, but for a chance below
// 1e-100.
function finds(expected, state, row) {
    state.addMany(new Float64Array(5000).fill(row));
    state.canRelease(1000);
    assert.deepStrictEqual(state.release(1000), expected);
    fails('RELEASED', () => state.release(1000));
    fails('RELEASED', () => state.canRelease(1000));
}

test('Bounds', () => {
    finds([0, 128], new indp.Bounds(1), 120);
    finds([-128, 0], new indp.Bounds(1n), -120);
    finds([100, 120], new indp.Bounds(1, 100), 119);
    finds(null, new indp.Bounds(1), 0);
    finds(null, new indp.Bounds(1, 7), 7);
    finds(null, new indp.Bounds(1), NaN);
    const among = (edges = [10, 50, 100]) => new indp.Bounds(1, 20, edges);
    finds([20, 50], among(), 30);
    finds([10, 20], among(Float64Array.of(10, 50, 100)), 10);
    finds([20, 100], among(new Set([10, 50, 100])), Infinity);
    finds(null, among(), 20);
    for (const edges of [[], new Float64Array(0), detached(), [2, 1], [NaN]]) {
        fails('EDGES', () => new indp.Bounds(1, 0, edges));
    }
    fails('CENTRE', () => new indp.Bounds(1, 5, [5]));
    fails('CENTRE', () => new indp.Bounds(1, NaN));
    fails('ROWS_PER_PERSON', () => new indp.Bounds(0));
    for (const edges of [null, 5, '12', {}, ['1'], [1n], [null], new BigInt64Array(1)]) {
        assert.throws(() => new indp.Bounds(1, 0, edges), TypeError);
    }
    for (const centre of [null, '0', 0n]) {
        assert.throws(() => new indp.Bounds(1, centre), TypeError);
    }
    assert.throws(() => new indp.Bounds(), TypeError);
    assert.throws(() => new indp.Bounds(-1), RangeError);
});

test('options of Bounds', () => {
    const state = new indp.Bounds(1);
    assert(!('releaseValue' in state));
    state.addMany(new Float64Array(5000).fill(120));
    for (const [code, options] of [
        ['UNUSED_GRID', { grid: 1 }], ['UNUSED_PRECISION', { floatPrecision: 53 }],
        ['UNUSED_SELECTION', { selection: 'exponential' }],
        ['UNUSED_SELECTION', { selection: 'permute-and-flip' }],
    ]) {
        fails(code, () => state.canRelease(1, options));
        fails(code, () => state.release(1, options));
    }
    assert.deepStrictEqual(state.release(0.5, { insecureSeed: 3 }), [0, 128]);
});

test('histograms and bounds are states of one kind, but of two classes', () => {
    const cells = new indp.Histogram([1], 1);
    fails('STATE', () => indp.Bounds.fromBytes(cells.toBytes()));
    fails('STATE_MISMATCH', () => new indp.Bounds(1).merge(cells));
    // 1 is too small an epsilon for the second of these, and nobody can release the third.
    for (const rowsPerPerson of [1, 2n ** 53n, 2n ** 64n - 1n]) {
        const bytes = new indp.Bounds(rowsPerPerson).toBytes();
        fails('STATE', () => indp.Histogram.fromBytes(bytes));
        const read = indp.Bounds.fromBytes(bytes);
        assert(read instanceof indp.Bounds && read.rowsPerPerson === BigInt(rowsPerPerson));
        assert.deepStrictEqual(read.toBytes(), bytes);
    }
});

test('messages have the names of parameters in JavaScript', () => {
    assert.throws(() => new indp.Count(1.5), /^RangeError: rowsPerPerson must be an integer from 0 to 9007199254740991, or a BigInt$/);
    assert.throws(() => new indp.Mode(['a'], -1), /^RangeError: rowsPerPerson must be/);
    assert.throws(() => new indp.Exponential({ x: 1n, y: 1, z: 1 }, 'low', 1, 2), /^TypeError: utilityMin must be a number$/);
});

test('a text with an unpaired surrogate is no candidate, and counts for none', () => {
    for (const lone of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '\u{1f600}\ud83d']) {
        assert.throws(() => new indp.Mode(['a', lone], 1), /^TypeError: candidates must be valid Unicode/);
        const mode = new indp.Mode(['\ufffd', 'a\ufffdb', '\u{1f600}', '\u{1f600}\ufffd', '\ufffd\ufffd'], 1);
        mode.add(lone);
        assert.strictEqual(mode.rows, 0n);
        mode.add('\u{1f600}');
        assert.strictEqual(mode.rows, 1n);
        mode.release(1);
        fails('RELEASED', () => mode.add(lone));
    }
});

test('integers are private: none is refused', () => {
    const wide = () => new indp.Sum(-1e30, 1e30, 1);
    const same = (integer, number) => {
        const [a, b] = [wide(), wide()];
        a.addInteger(integer);
        b.add(number);
        assert.deepStrictEqual(a.toBytes(), b.toBytes());
    };
    for (const value of [0.5, NaN, Infinity, -Infinity, 2 ** 53, 1e29, -1e300]) {
        same(value, value);
    }
    same(2n ** 63n, 2 ** 63);
    same(-(10n ** 29n), -1e29);
    same(10n ** 400n, Infinity);
    const [exact, rounded] = [new indp.Sum(0, 2 ** 62, 1, 1), new indp.Sum(0, 2 ** 62, 1, 1)];
    exact.addInteger(2n ** 62n - 1n);
    rounded.addInteger(2 ** 62 - 1); // rounded, since a number has only 53 bits
    assert.notDeepStrictEqual(exact.toBytes(), rounded.toBytes());
});

test('an array cannot claim to be longer than it is', () => {
    class Long extends Uint8Array {
        get length() {
            return 100;
        }
    }
    const end = new Long(new WebAssembly.Memory({ initial: 1 }).buffer, 65535, 1);
    fails('STATE', () => indp.Count.fromBytes(end));
    fails('STATE', () => indp.Budget.fromBytes(end));
    const unshared = new Int32Array(4);
    Object.defineProperty(unshared, 'buffer', { value: new SharedArrayBuffer(16) });
    assert.throws(() => indp.stopWhen(unshared, () => 1), TypeError);
    const empty = new Int32Array(new SharedArrayBuffer(0));
    Object.defineProperty(empty, 'length', { value: 1 });
    assert.throws(() => indp.stopWhen(empty, () => 1), TypeError);
});

test('nobody but the package gets the bytes of a state', () => {
    const State = Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(indp.Sum))));
    let seen = 0;
    for (let Kind = indp.Sum; typeof Kind === 'function' && Kind !== Function.prototype; Kind = Object.getPrototypeOf(Kind)) {
        assert(Object.getOwnPropertyNames(Kind).every((name) => ['length', 'name', 'prototype', 'fromBytes'].includes(name)));
        if (Kind !== indp.Sum) {
            seen++;
            assert.throws(() => new Kind(80, () => assert.fail()), Error);
        }
    }
    assert.throws(() => new State(Symbol('own'), 80, () => assert.fail()), /use the class of an aggregate/);
    assert(seen >= 3 && typeof State === 'function');
});
