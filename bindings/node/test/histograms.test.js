'use strict';
// Tests histograms and the counts of modes.
const assert = require('node:assert');
const { test } = require('node:test');
const indp = require('..');
const low = require('../lib/low.js');
const { fails } = require('./check.js');
const { laws, seeded } = require('./laws.js');

// An epsilon at which the noise of a count is 0, except with a probability below 1e-200.
const EXACT = 1e3;
const FLOATS = { floatPrecision: 118 };

test('Histogram', () => {
    laws(indp.Histogram, () => new indp.Histogram([-1, 0, 7.5], 2), (state) => {
        state.add(1.5);
        state.addInteger(7);
        state.addMany([NaN, Infinity, -Infinity, 1e300]);
        state.addMany(new Float64Array(new SharedArrayBuffer(16)));
    });
    const state = new indp.Histogram([0, 1, 2], 1);
    state.addMany([-Infinity, -1e-300, -0, 0.999, 1, 1.5, 2, Infinity, Infinity, NaN]);
    assert.deepStrictEqual(state.release(EXACT), [2n, 2n, 2n, 3n, 1n]);
    fails('RELEASED', () => state.release(EXACT));
    fails('RELEASED', () => state.canRelease(EXACT));
    fails('RELEASED', () => state.add(1));
    assert.deepStrictEqual(state.edges, [0, 1, 2]);
    assert.strictEqual(state.cells, 5);
    assert(!('releaseValue' in state));
});

test('integers are not rounded, whatever they are', () => {
    const state = new indp.Histogram([2 ** 53, 2 ** 53 + 2], 1);
    const large = 2n ** 53n;
    const huge = 10n ** 400n;
    for (const value of [large - 1n, large, large + 1n, large + 2n, huge, -huge, NaN]) {
        state.addInteger(value);
    }
    assert.deepStrictEqual(state.release(EXACT), [2n, 2n, 2n, 1n]);
});

test('edges and rows that are refused', () => {
    const wrong = [[], [1, 1], [2, 1], [0, -0], [NaN], [0, Infinity]];
    for (const edges of [...wrong, new Float64Array(2 ** 20 + 1)]) {
        fails('EDGES', () => new indp.Histogram(edges, 1));
    }
    for (const edges of [undefined, null, 5, '12', {}, ['1'], [1n], [null], new BigInt64Array(1)]) {
        assert.throws(() => new indp.Histogram(edges, 1), TypeError);
    }
    fails('ROWS_PER_PERSON', () => new indp.Histogram([1], 0));
    assert.throws(() => new indp.Histogram([1], -1), RangeError);
    assert.throws(() => new indp.Histogram([1]), TypeError);
    class Long extends Float64Array {
        get length() {
            return 1000;
        }
    }
    assert.strictEqual(new indp.Histogram(Long.of(7), 1).cells, 3);
    const shared = new Float64Array(new SharedArrayBuffer(16));
    shared[1] = 5;
    assert.deepStrictEqual(new indp.Histogram(shared, 1).edges, [0, 5]);
    assert.deepStrictEqual(new indp.Histogram(new Set([1, 2]), 1n).edges, [1, 2]);
    const state = new indp.Histogram([0, 1], 1);
    for (const value of [undefined, null, '12345', 1n, {}]) {
        assert.throws(() => state.add(value), /^TypeError: (?!.*12345)/);
        assert.throws(() => state.addMany([value]), TypeError);
    }
    assert.strictEqual(state.rows, 0n);
});

test('parameters that are refused', () => {
    const state = new indp.Histogram([0, 1], 1);
    fails('STATE_MISMATCH', () => state.merge(new indp.Histogram([0, 2], 1)));
    fails('STATE_MISMATCH', () => state.merge(new indp.Count(1)));
    fails('UNUSED_PRECISION', () => state.release(1, FLOATS));
    fails('UNUSED_PRECISION', () => state.canRelease(1, FLOATS));
    fails('UNUSED_SELECTION', () => state.release(1, { selection: 'exponential' }));
    fails('STATE', () => indp.Histogram.fromBytes(new indp.Sum(0, 1, 1).toBytes()));
    fails('STATE', () => indp.Sum.fromBytes(state.toBytes()));
    for (const other of [{}, new indp.Count(1)]) {
        assert.throws(() => indp.Histogram.prototype.release.call(other, 1), Error);
    }
    assert.strictEqual(state.release(1, { grid: 8 })[2] % 8n, 0n);
});

test('a state of the C functions has the same bytes and counts', () => {
    const edges = new Float64Array([0, 1, 2]);
    const values = new Float64Array([-1, 0.5, 0.5, 1, 9, NaN]);
    const c = new Uint8Array(low.histogramSize(3));
    low.histogramInit(c, edges, 1);
    low.stateAddMany(c, values);
    const written = new Uint8Array(low.stateSize(c));
    low.stateSerialise(c, written);
    const state = new indp.Histogram(edges, 1);
    state.addMany(values);
    assert.deepStrictEqual(state.toBytes(), written);
    const read = indp.Histogram.fromBytes(written);
    assert.deepStrictEqual(state.release(0.5, seeded), read.release(0.5, seeded));
});

test('counts of a mode', () => {
    const filled = () => {
        const mode = new indp.Mode(['b', 'a', 7, -1], 1);
        ['a', 'a', 'b', 'none', 7, 7n, 7, 8].forEach((value) => mode.add(value));
        return mode;
    };
    const mode = filled();
    mode.canReleaseCounts(EXACT);
    fails('EPSILON', () => mode.canReleaseCounts(0));
    fails('UNUSED_PRECISION', () => mode.canReleaseCounts(1, FLOATS));
    fails('UNUSED_PRECISION', () => mode.releaseCounts(1, FLOATS));
    assert.throws(() => mode.releaseCounts('1'), TypeError);
    const counts = mode.releaseCounts(EXACT);
    assert.deepStrictEqual(counts, [0n, 3n, 2n, 1n]);
    assert.deepStrictEqual(mode.candidates, [-1n, 7n, 'a', 'b']);
    fails('RELEASED', () => mode.releaseCounts(EXACT));
    fails('RELEASED', () => mode.canReleaseCounts(EXACT));
    fails('RELEASED', () => mode.release(EXACT));
    const again = filled().releaseCounts(0.5, seeded);
    assert.deepStrictEqual(filled().releaseCounts(0.5, seeded), again);
});
