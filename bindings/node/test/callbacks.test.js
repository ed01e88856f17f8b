'use strict';
// Tests callbacks that throw, collect garbage, detach arrays, close mechanisms, and call the
// library. Runs with --expose-gc.
const assert = require('node:assert');
const { randomFillSync } = require('node:crypto');
const { test } = require('node:test');
const indp = require('..');
const low = require('../lib/low.js');
const { fails } = require('./check.js');

class Ends extends Error {}

const deep = () => deep() + 1;
const detach = (array) => structuredClone(array.buffer, { transfer: [array.buffer] });

// Functions that callbacks call to fail, each with the exception that the call must throw.
const WAYS = [
    [() => { throw new Ends(); }, Ends],
    [() => { throw 7; }, (thrown) => thrown === 7],
    [() => { throw undefined; }, (thrown) => thrown === undefined],
    [() => deep(), RangeError],
    [() => { global.gc(); throw new Ends(); }, Ends],
];

test('entropy callbacks that throw', () => {
    for (const [way, expected] of WAYS) {
        let broken = false;
        const options = {
            entropy(words) {
                randomFillSync(words);
                if (broken) {
                    way();
                }
            },
        };
        const noise = new indp.Snapping(1, 1, 1e6, options);
        const choose = new indp.Exponential(new indp.Eta(1, 1, 1), 0, 10, 10, options);
        const sum = new indp.Sum(0, 1, 1);
        const mean = new indp.Mean(0, 1, 1);
        const mode = new indp.Mode(['a', 1], 1);
        const cells = new indp.Histogram([0, 1], 1);
        const bounds = new indp.Bounds(1);
        const values = new Float64Array([1, 2, 3]);
        for (let round = 0; round < 5; round++) {
            for (const call of [() => noise.release(1), () => noise.releaseInteger(1n), () => noise.releaseMany(values),
                () => choose.select(values), () => choose.selectCounted([1n, 2n]), () => choose.selectBy(2, () => 0),
                () => sum.release(1, options), () => mean.releaseParts(1, options),
                () => mode.releaseCounts(1, options), () => cells.release(1, options),
                () => bounds.release(1, options)]) {
                broken = true;
                assert.throws(call, expected);
                broken = false;
                noise.release(1);
            }
        }
        sum.release(1, options); // the failed releases have not used up the state
        fails('RELEASED', () => sum.release(1, options));
        mode.releaseCounts(1, options);
        cells.release(1, options);
        bounds.release(1, options);
    }
});

test('entropy callbacks that do not fill their array', () => {
    for (const entropy of [() => {}, async () => {}, (words) => detach(words)]) {
        const noise = new indp.Snapping(1, 1, 1e6, { entropy });
        fails('ENTROPY', () => noise.release(1));
    }
    // A callback may keep its array and change it later.
    let kept;
    const noise = new indp.Snapping(1, 1, 1e6, { entropy: (words) => { kept = randomFillSync(words); } });
    noise.release(1);
    kept.fill(0);
});

test('callbacks that detach, grow and close what the call uses', () => {
    const values = new Float64Array(1000).fill(5);
    const detaching = {
        entropy(words) {
            randomFillSync(words);
            if (values.length > 0) {
                detach(values);
                global.gc();
            }
        },
    };
    const out = new indp.Snapping(1, 1, 1e6, detaching).releaseMany(values);
    assert(out.length === 1000 && values.length === 0 && out.every((value) => Math.abs(value) < 1e3));

    const before = low.alive();
    const noise = new indp.Snapping(1, 1, 1e6, { entropy: (words) => { randomFillSync(words); noise.close(); } });
    noise.release(1);
    assert.strictEqual(low.alive(), before);
    assert.throws(() => noise.release(1), { code: 'ERR_INDP_CLOSED' });
});

// A callback cannot change or copy the state that is being released, nor release it a second time.
test('callbacks that use the state of their release', () => {
    const mean = () => new indp.Mean(0, 1000, 1);
    const median = () => new indp.Quantile(0.5, 0, 1000, 1);
    const mode = () => new indp.Mode([1, 'a'], 1);
    const count = () => new indp.Count(1);
    for (const [make, release] of [
        [() => new indp.Sum(0, 1000, 1), 'release'], [mean, 'release'], [mean, 'releaseParts'], [median, 'release'],
        [median, 'releaseMany'], [median, 'releaseValue'], [mode, 'release'], [count, 'release'],
        [mode, 'releaseCounts'], [() => new indp.Histogram([0, 1], 1), 'release'],
        [() => new indp.Bounds(1), 'release'],
    ]) {
        const [state, other] = [make(), make()];
        const first = release === 'releaseMany' ? [[0.5], 1] : [1];
        let calls = 0;
        const attempts = {
            add: () => state.add(1),
            addInteger: () => state.addInteger(1),
            addMany: () => state.addMany([1, 2]),
            addRows: () => state.addRows(1),
            merge: () => state.merge(other),
            merged: () => other.merge(state),
            itself: () => state.merge(state),
            toBytes: () => state.toBytes(),
            checkCompatible: () => state.checkCompatible(other),
            accuracy: () => state.accuracy(1, 0.5),
            again: () => state[release](...first),
        };
        state[release](...first, {
            entropy(words) {
                randomFillSync(words);
                calls++;
                for (const [name, attempt] of Object.entries(attempts)) {
                    if (name in state || !/^(add|accuracy)/.test(name)) {
                        fails('BUSY', attempt);
                    }
                }
            },
        });
        assert(calls > 0 && state.rows === 0n && other.rows === 0n);
        fails('RELEASED', () => state[release](...first));
        // If the release fails, the state is live again.
        assert.throws(() => other[release](...first, { entropy() { throw new Ends(); } }), Ends);
        other.add(1);
        assert.strictEqual(other.rows, 1n);
        other[release](...first);
    }
});

test('utility callbacks', () => {
    const choose = new indp.Exponential(new indp.Eta(1, 1, 1), 0, 1000, 10);
    for (const [way, expected] of WAYS) {
        for (let at = 0; at < 3; at++) {
            let calls = 0;
            assert.throws(() => choose.selectBy(3, (i) => (calls++, i === at ? way() : 0)), expected);
            assert.strictEqual(calls, at + 1);
        }
    }
    for (const wrong of [undefined, null, '1', 1n, {}]) {
        assert.throws(() => choose.selectBy(3, () => wrong), TypeError);
    }
    assert.strictEqual(choose.selectBy(5, (i) => { global.gc(); return Math.abs(900 * (i - 3)); }), 3);
    // A callback must not make another selection, but it may add rows to a state.
    fails('BUSY', () => choose.selectBy(3, () => choose.select([1])));
    const sum = new indp.Sum(0, 1, 1);
    choose.selectBy(3, () => { sum.add(1); return 0; });
    assert.strictEqual(sum.rows, 3n);
    choose.selectBy(3, () => { choose.close(); return 0; });
    assert.throws(() => choose.select([1]), { code: 'ERR_INDP_CLOSED' });
});

test('the garbage collector frees what nobody closes', async () => {
    global.gc();
    await new Promise(setImmediate);
    const before = low.alive();
    (function make() {
        for (let i = 0; i < 200; i++) {
            // A callback may refer to its mechanism without causing a leak.
            const noise = new indp.Snapping(1, 1, 100, { entropy: (words) => { assert(noise); randomFillSync(words); } });
            noise.release(1);
            new indp.Exponential(new indp.Eta(1, 1, 1), 0, 1000, 10).select([1]);
            assert.throws(() => new indp.Snapping(0, 1, 1, { entropy() {} }));
        }
    })();
    assert(low.alive() > before);
    for (let i = 0; i < 50 && low.alive() > before; i++) {
        global.gc();
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert(low.alive() <= before);
});
