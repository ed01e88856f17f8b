'use strict';
// Tests every aggregate and every operation of a state.
const assert = require('node:assert');
const { test } = require('node:test');
const indp = require('..');
const { fails } = require('./check.js');
const { laws, seeded } = require('./laws.js');

for (const Kind of [indp.Sum, indp.Mean, indp.Variance, indp.StdDev]) {
    test(Kind.name, () => {
        laws(Kind, () => new Kind(-1, 100, 2), (state) => {
            state.add(1.5);
            state.addInteger(7);
            state.addInteger(2n ** 62n);
            state.addMany([NaN, Infinity, -Infinity, 1e300]);
            state.addMany(new Float64Array(0));
            state.addMany(new Float64Array(new SharedArrayBuffer(16)));
            state.addMany(new Set([3]));
        });
        fails('LO', () => new Kind(NaN, 1, 1));
        fails('HI', () => new Kind(0, Infinity, 1));
        fails('RANGE', () => new Kind(1, 1, 1));
        fails('ROWS_PER_PERSON', () => new Kind(0, 1, 0n));
        fails('GRID', () => new Kind(0, 1, 1, 0.3));
        for (const rows of [-1, -1n, 1.5, 2 ** 60, 2n ** 64n, NaN]) {
            assert.throws(() => new Kind(0, 1, rows), RangeError);
        }
        assert.throws(() => new Kind(0, 1), TypeError);
        const state = new Kind(0, 1, 1);
        fails('STATE_MISMATCH', () => state.merge(new Kind(0, 1, 1, 0.5)));
        fails('STATE_MISMATCH', () => state.merge(new indp.Count(1)));
        for (const wrong of [undefined, null, 5, '12', {}, [1n], [Symbol('a')], ['1'], [undefined], [null], new BigInt64Array(1)]) {
            assert.throws(() => state.addMany(wrong), TypeError);
        }
        for (const wrong of [undefined, null, '5', true, {}]) {
            assert.throws(() => state.addInteger(wrong), TypeError);
        }
        // A detached array has no elements, so it must add no rows.
        const detached = new Float64Array(3);
        structuredClone(detached.buffer, { transfer: [detached.buffer] });
        state.addMany(detached);
        assert.strictEqual(state.rows, 0n);
    });
}

test('parts', () => {
    for (const [Kind, number] of [[indp.Mean, 2], [indp.Variance, 3], [indp.StdDev, 3]]) {
        const [one, same] = [new Kind(0, 10, 1), new Kind(0, 10, 1)];
        one.addMany([1, 2, 3]);
        same.addMany([1, 2, 3]);
        const parts = one.releaseParts(4, seeded);
        assert.strictEqual(parts.value, same.release(4, seeded));
        assert(parts.number === number && parts.scale > 0 && parts.sum.length === 3);
        fails('RELEASED', () => one.releaseParts(4));
    }
});

test('Quantile', () => {
    laws(indp.Quantile, () => new indp.Quantile(0.5, 0, 1000, 2), (state) => {
        for (let i = 0; i < 50; i++) {
            state.add(i);
        }
        state.addMany(new Float64Array(500));
        state.addInteger(3);
    });
    const [large, more] = [new indp.Quantile(1, 0, 1, 1, 2 ** 20), new indp.Quantile(1, 0, 1, 1, 2 ** 20)];
    large.addMany(new Float64Array(300000));
    more.addMany(new Float64Array(3000000));
    large.merge(more);
    assert(large.rows === 3300000n && large.release(1) < 0.1);
    fails('QUANTILE', () => new indp.Quantile(1.5, 0, 1, 1));
    fails('CANDIDATES', () => new indp.Quantile(0.5, 0, 1, 1, 1));
    fails('UNUSED_GRID', () => new indp.Quantile(0.5, 0, 1, 1).release(1, { grid: 1 }));
});

const near = (value, expected) => assert(Math.abs(value - expected) <= 0.02 * expected, `${value}, not ${expected}`);

test('errors that depend only on parameters', () => {
    const ten = Array.from({ length: 10 }, (_, i) => i);
    // The expected error bounds are for alpha = 0.05.
    for (const [state, known] of [[new indp.Count(1), 3], [new indp.Sum(0, 10, 1), 29.96],
        [new indp.Quantile(0.5, 0, 100, 1), 6.5], [new indp.Mode(ten, 1), 4],
        [new indp.Histogram([0], 1), 3]]) {
        const r = state.accuracy(1, 0.05);
        near(r, known);
        assert(state.accuracy(1, 0.01, seeded) > r);
        const epsilon = state.epsilonForAccuracy(0.05, r);
        assert(epsilon <= 1 && state.accuracy(epsilon, 0.05) <= r && state.epsilonForAccuracy(0.05, r, seeded) === epsilon);
        fails('ALPHA', () => state.accuracy(1, 1));
        fails('EPSILON', () => state.accuracy(0, 0.5));
        fails('ACCURACY', () => state.epsilonForAccuracy(0.5, 0));
        fails('UNUSED_MIN_RETRIES', () => state.accuracy(1, 0.5, { minRetries: 3 }));
        fails('UNUSED_MIN_RETRIES', () => state.epsilonForAccuracy(0.5, r, { minRetries: 3 }));
        assert.throws(() => state.accuracy(1), TypeError);
    }
    assert.strictEqual(indp.Mode.accuracyWith(10, 1n, 1, 0.05), 4);
    assert(indp.Mode.epsilonForAccuracyWith(10n, 1, 0.05, 4) <= 1);
    fails('UNUSED_GRID', () => indp.Mode.accuracyWith(10, 1, 1, 0.05, { grid: 1 }));
    fails('UNUSED_GRID', () => indp.Mode.epsilonForAccuracyWith(10, 1, 0.05, 4, { grid: 1 }));
    fails('CATEGORIES', () => indp.Mode.accuracyWith(0, 1, 1, 0.05));
    fails('ACCURACY', () => indp.Mode.epsilonForAccuracyWith(10, 1, 0.05, -1));

    assert.deepStrictEqual(new indp.Count(1).interval(10n, 1, 0.05), { low: 7, high: 13 });
    assert(new indp.Count(1).interval(640n, 1, 0.05, { grid: 64 }).low < 610);
    const { low, high } = new indp.Sum(0, 10, 1).interval(100, 1, 0.05);
    assert(low > 69.9 && low < 71 && high < 130.1 && high > 129);
    fails('ANSWER', () => new indp.Sum(0, 10, 1).interval(NaN, 1, 0.05));
    fails('ALPHA', () => new indp.Count(1).interval(1n, 1, 0));
    assert.throws(() => new indp.Count(1).interval('1', 1, 0.05), TypeError);
});

test('errors of means, variances and standard deviations', () => {
    for (const [Kind, exact] of [[indp.Mean, 5], [indp.Variance, 8.35], [indp.StdDev, Math.sqrt(8.35)]]) {
        const state = new Kind(0, 10, 1);
        const r = state.accuracy(1000, 1, 0.05);
        assert(r > 0 && r < state.accuracy(100n, 1, 0.05, seeded));
        assert(state.epsilonForAccuracy(1000, 0.05, r) <= 1);
        fails('ROWS', () => state.accuracy(0, 1, 0.05));
        fails('ROWS', () => state.epsilonForAccuracy(0n, 0.05, r));
        state.addMany(Array.from({ length: 1001 }, (_, i) => i / 100));
        const parts = state.releaseParts(1);
        const [wide, narrow] = [state.interval(parts, 1e-9), new Kind(0, 10, 1).interval(parts, 0.5)];
        assert(wide.low <= exact && exact <= wide.high); // false with probability at most 1e-9
        assert(wide.low < narrow.low && narrow.low <= parts.value && parts.value <= narrow.high && narrow.high < wide.high);
        fails('ALPHA', () => state.interval(parts, 1));
        const Other = Kind === indp.Mean ? indp.Variance : indp.Mean;
        fails('ANSWER', () => new Other(0, 10, 1).interval(parts, 0.5));
        for (const number of [-1, 0, 1, 4, NaN, Infinity]) {
            fails('ANSWER', () => state.interval({ ...parts, number }, 0.5));
        }
        for (const wrong of [undefined, null, {}, { ...parts, sum: 3 }, { ...parts, sum: ['1', '2', '3'] }, { ...parts, scale: '1' }]) {
            assert.throws(() => state.interval(wrong, 0.5), TypeError);
        }
    }
});

test('several quantiles', () => {
    const filled = () => {
        const state = new indp.Quantile(0.5, 0, 100, 1);
        state.addMany(Array.from({ length: 2020 }, (_, i) => i % 101));
        return state;
    };
    const state = filled();
    state.canReleaseMany([0.75, 0.25], 20);
    fails('QUANTILE', () => state.canReleaseMany([0.5, 2], 20));
    fails('QUANTILES', () => state.canReleaseMany([], 20));
    fails('UNUSED_GRID', () => state.canReleaseMany([0.5], 20, { grid: 1 }));
    fails('QUANTILE', () => state.releaseMany(new Float64Array([0.5, 2]), 20));
    for (const wrong of [0.5, undefined, ['1'], 'ab']) {
        assert.throws(() => state.releaseMany(wrong, 1), TypeError);
    }
    const [high, low, middle, again] = state.releaseMany([0.75, 0.25, 0.5, 0.25], 20);
    // Each answer is off by more than 10 with probability below 1e-9.
    assert(Math.abs(high - 75) < 10 && Math.abs(middle - 50) < 10 && low === again && low <= middle && middle <= high);
    fails('RELEASED', () => state.releaseMany([0.5], 1));
    fails('RELEASED', () => state.canReleaseMany([0.5], 1));
    assert.deepStrictEqual(filled().releaseMany(new Set([0.5]), 0.5, seeded), [filled().release(0.5, seeded)]);
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

test('Mode', () => {
    const candidates = ['gut', 7, 'schön', -1n, ''];
    laws(indp.Mode, () => new indp.Mode(candidates, 2), (state) => {
        state.add('gut');
        state.add(7);
        state.add('gut\0'); // not a candidate
        state.add('');
    });
    const mode = new indp.Mode(candidates, 2);
    assert.deepStrictEqual(mode.candidates, [-1n, 7n, '', 'gut', 'schön']);
    for (let i = 0; i < 1000; i++) {
        mode.add('schön');
    }
    for (const ignored of [0.5, NaN, Infinity, 2 ** 70, 2n ** 63n, -(2n ** 100n), 8, 'x']) {
        mode.add(ignored);
    }
    assert.strictEqual(mode.rows, 1000n);
    for (const wrong of [undefined, null, true, {}, Symbol('a')]) {
        assert.throws(() => mode.add(wrong), TypeError);
    }
    assert.strictEqual(mode.release(1), 'schön');
    for (const value of [7, 0.5, 2n ** 63n, 'gut']) {
        fails('RELEASED', () => mode.add(value));
    }
    const integers = new indp.Mode([2n ** 53n, 2n ** 63n - 1n], 1);
    integers.add(2 ** 53);
    integers.add(2n ** 63n - 1n);
    assert.strictEqual(integers.rows, 2n);
    fails('CATEGORIES', () => new indp.Mode([], 1));
    fails('CATEGORIES', () => new indp.Mode(['a', 'a'], 1));
    fails('CATEGORIES', () => new indp.Mode([1, 1n], 1));
    fails('ROWS_PER_PERSON', () => new indp.Mode(['a'], 0));
    for (const wrong of [[null], [undefined], [{}], 5, undefined]) {
        assert.throws(() => new indp.Mode(wrong, 1), Error);
    }
    assert.throws(() => new indp.Mode([1.5], 1), RangeError);
    assert.throws(() => new indp.Mode([2n ** 63n], 1), RangeError);
    assert.strictEqual(new indp.Mode(Array.from({ length: 1 << 16 }, (_, i) => i), 1).candidates.length, 1 << 16);
});

test('Count', () => {
    laws(indp.Count, () => new indp.Count(2), (state) => {
        state.add();
        state.addRows(5n);
    });
    const full = new indp.Count(1);
    full.addRows(2n ** 64n - 1n);
    fails('TOO_MANY_ROWS', () => full.add());
    fails('TOO_MANY_ROWS', () => full.merge(full));
    fails('ROWS_PER_PERSON', () => new indp.Count(0));
    assert.throws(() => full.addRows(-1), RangeError);
    const count = new indp.Count(1);
    assert(count.accuracy(0.5, 0.01, { grid: 4 }) > count.accuracy(0.5, 0.01));
    fails('ALPHA', () => count.accuracy(0.5, 1));
    count.addRows(1000);
    assert(count.release(5) > 900n);
    const sum = new indp.Sum(0, 10, 3);
    assert(sum.sensitivity === 30 && sum.accuracy(1, 0.5) > 20);
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
