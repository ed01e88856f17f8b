'use strict';
// Tests mechanisms, options, accuracies, audits, budgets, errors and versions.
const assert = require('node:assert');
const { test } = require('node:test');
const indp = require('..');
const low = require('../lib/low.js');
const { fails } = require('./check.js');

test('Snapping', () => {
    const options = { grid: 1, insecureSeed: 2n ** 64n - 1n };
    const [a, b] = [new indp.Snapping(0.5, 3, 1e6, options), new indp.Snapping(0.5, 3, 1e6, options)];
    assert.strictEqual(a.release(10), b.release(10));
    assert.strictEqual(a.releaseInteger(10n), b.releaseInteger(10n));
    const values = new Float64Array([1, 2, NaN, Infinity]);
    assert.deepStrictEqual(a.releaseMany(values), b.releaseMany([...values]));
    assert(Number.isNaN(values[2]) && a.releaseMany([]).length === 0);
    // All elements of an array must be read, even if its class overrides `length`.
    class Liar extends Float64Array {
        get length() {
            return 2;
        }
    }
    assert.strictEqual(a.releaseMany(new Liar(1000)).length, 1000);
    assert.deepStrictEqual([a.lambda, a.grid, a.laplaceEpsilon, a.loss, a.precision, a.unitRoundoff], [6, 1, 0.5, 0.5, 0, 0]);
    assert(new indp.Snapping(1, 1, 1e6, { floatPrecision: 'auto' }).precision >= 118);
    assert.strictEqual(new indp.Snapping(1, 1, 1e6, { grid: undefined, entropy: undefined }).grid, 1);
    fails('EPSILON', () => new indp.Snapping(0, 1, 1));
    fails('SENSITIVITY', () => new indp.Snapping(1, -1, 1));
    fails('BOUND', () => new indp.Snapping(1, 1, NaN));
    fails('GRID', () => new indp.Snapping(1, 1, 1, { grid: 3 }));
    fails('PRECISION', () => new indp.Snapping(1, 1, 1, { floatPrecision: 52 }));
    fails('MIN_RETRIES', () => new indp.Snapping(1, 1, 1, { minRetries: 0 }));
    fails('UNUSED_SELECTION', () => new indp.Snapping(1, 1, 1, { selection: 'permute-and-flip' }));
    fails('UNUSED_TIMING', () => new indp.Snapping(1, 1, 1, { insecureTiming: true }));
    fails('UNUSED_MIN_RETRIES', () => new indp.Snapping(1, 1, 1, { minRetries: 3 }));
    fails('UNUSED_EMPIRICAL', () => new indp.Snapping(1, 1, 1, { empiricalPrecision: true }));
    for (const [name, wrong] of [['grid', '1'], ['floatPrecision', 1.5], ['minRetries', -1], ['insecureSeed', 'x']]) {
        assert.throws(() => new indp.Snapping(1, 1, 1, { [name]: wrong }), { message: new RegExp(`^${name} must be`) });
    }
    for (const wrong of [5, 'grid', { gird: 1 }, { grid: '1' }, { selection: 'best' }, { selection: 'toString' },
        { entropy: 5 }, { entropy() {}, insecureSeed: 1 }]) {
        assert.throws(() => new indp.Snapping(1, 1, 1, wrong), TypeError);
    }
    assert.throws(() => new indp.Snapping(1, 1, 1, { floatPrecision: -1 }), RangeError);
    assert.throws(() => new indp.Snapping(), TypeError);
    for (const value of [2n ** 63n, 10n ** 400n, -(10n ** 400n)]) {
        assert.strictEqual(a.releaseInteger(value) > 0n, value > 0n);
    }
    for (const wrong of [undefined, null, '1', true, 1, 1.5]) {
        assert.throws(() => a.releaseInteger(wrong), TypeError);
    }
    a.close();
    a.close();
    for (const call of [() => a.release(1), () => a.lambda, () => a.auditPair(0, 1), () => a.releaseMany([1])]) {
        assert.throws(call, { code: 'ERR_INDP_CLOSED' });
    }
    assert.throws(() => indp.Snapping.prototype.release.call({}, 1), TypeError);
});

test('accuracy and audits', () => {
    const noise = new indp.Snapping(1, 1, 4);
    assert(noise.accuracy(0.3) > 1 && noise.accuracyAt(0, 0.3) <= noise.accuracy(0.3));
    assert(indp.Snapping.epsilonForAccuracy(1, 1024, 0.05, 100, { grid: 1 }) < 0.1);
    assert.strictEqual(noise.moments(0).laplaceVariance, 2);
    assert.strictEqual(noise.distance(0, 0.1).unclamped, 0.5);
    const audit = noise.auditPair(0, 1);
    assert(audit.loss <= 1 && audit.loss > 0.9 && audit.exhaustive === 1 && audit.wrongEnds === 0n && audit.cases.length === 7);
    assert.strictEqual(JSON.parse(audit.json).epsilon, 1);
    assert(noise.auditBound <= 1 && noise.auditPairIntegers(0, 1n).loss <= 1 && noise.auditRange(0, 1).loss <= 1);
    const { probability, logProbability } = noise.probability(0, 0);
    assert(probability > 0 && probability < 1 && Math.abs(Math.exp(logProbability) - probability) < 1e-12);
    fails('NEIGHBOURS', () => noise.auditPair(0, 3));

    const flag = new Int32Array(new SharedArrayBuffer(4));
    assert.strictEqual(indp.stopWhen(flag, () => noise.auditPair(0, 1)).loss, audit.loss);
    Atomics.store(flag, 0, 1);
    fails('STOPPED', () => indp.stopWhen(flag, () => noise.auditPair(0, 1)));
    noise.auditPair(0, 1);
    for (const wrong of [new Int32Array(1), new Float64Array(new SharedArrayBuffer(8)), undefined]) {
        assert.throws(() => indp.stopWhen(wrong, () => 1), TypeError);
    }
});

test('Exponential', () => {
    const eta = indp.Eta.fromEpsilon(1, 1, true);
    assert(eta.epsilon(1, true) <= 1 && eta.epsilon(1, true) > 0.99 && typeof eta.x === 'bigint');
    const choose = new indp.Exponential(eta, 0, 1000, 100);
    assert.strictEqual(choose.select([900, 0, 900]), 1);
    assert.strictEqual(choose.select(new Float64Array(new SharedArrayBuffer(8))), 0);
    assert.strictEqual(choose.selectCounted([900n, 2n ** 70n, -(2n ** 70n)], [1, 1, 5]), 2);
    assert.strictEqual(choose.selectCounted(BigInt64Array.of(900n, 0n)), 1);
    assert.strictEqual(choose.selectBy(5, (i) => (i === 3 ? 0 : 900)), 3);
    assert(choose.precision > 0n && choose.precisionNote >= choose.precision);
    const small = new indp.Exponential(new indp.Eta(1, 1, 1), 0, 10, 4, { empiricalPrecision: true, insecureTiming: true, minRetries: 2 });
    assert.strictEqual(small.precisionEmpirical, 53n);
    assert.strictEqual(small.select([1]), 0);
    fails('EMPTY', () => choose.select([]));
    fails('OUTCOMES', () => choose.select(new Float64Array(101)));
    fails('OUTCOMES', () => choose.selectBy(2 ** 53 - 1, () => 0));
    fails('LENGTH', () => choose.selectCounted([1n, 2n], [1]));
    fails('ETA_X', () => new indp.Exponential(new indp.Eta(0, 1, 1), 0, 1, 1));
    fails('ETA_Y', () => new indp.Eta(1, 64, 1).epsilon(1, true));
    fails('UTILITY_RANGE', () => new indp.Exponential(eta, 1, 1, 1));
    fails('MAX_OUTCOMES', () => new indp.Exponential(eta, 0, 1, 0));
    assert.throws(() => choose.selectBy(-1, () => 0), RangeError);
    assert.throws(() => choose.selectBy(3, 5), TypeError);
    for (const wrong of [[1.5], [1], ['1'], [undefined], 'a', new Float64Array(1)]) {
        assert.throws(() => choose.selectCounted(wrong), TypeError);
    }
    assert.throws(() => choose.selectCounted([1n], [-1]), RangeError);
    for (const wrong of ['no', 1, 0, null]) {
        assert.throws(() => indp.Eta.fromEpsilon(1, 1, wrong), TypeError);
        assert.throws(() => eta.epsilon(1, wrong), TypeError);
        assert.throws(() => new indp.Exponential(eta, 0, 10, 4, { insecureTiming: wrong }), TypeError);
        assert.throws(() => new indp.Exponential(eta, 0, 10, 4, { empiricalPrecision: wrong }), TypeError);
        assert.throws(() => indp.stopWhen(new Int32Array(new SharedArrayBuffer(4)), wrong), TypeError);
    }
    assert(indp.Eta.fromEpsilon(1, 1).epsilon(1) <= 1);
    // No message contains a value.
    const unseen = (call, kind) => assert.throws(call, (error) => error instanceof kind && !/secret|1\.5/.test(error.message));
    unseen(() => choose.selectCounted([1n], ['secret']), TypeError);
    unseen(() => choose.selectCounted([1n], [1.5]), RangeError);
    unseen(() => new indp.Eta('secret', 1, 1), TypeError);
    unseen(() => new indp.Eta(1.5, 1, 1), RangeError);
    unseen(() => new indp.Mode([1.5], 1), RangeError);
    // The addon compares the lengths of arrays that the library reads together.
    const handle = low.exponentialNew(1n, 1, 1, 0, 10, 10, undefined);
    assert.throws(() => low.exponentialSelectCounted(handle, new BigInt64Array(2), new BigUint64Array(1)), RangeError);
    assert.strictEqual(low.exponentialSelectCounted(handle, new BigInt64Array(1), undefined), 0);
    choose.close();
    assert.throws(() => choose.select([1]), { code: 'ERR_INDP_CLOSED' });
});

test('Budget', () => {
    const budget = new indp.Budget(1);
    for (let i = 0; i < 10; i++) {
        assert(budget.spend(0.1) <= 0.1);
    }
    assert.strictEqual(budget.left, 0);
    assert.strictEqual(budget.spent, '1');
    fails('BUDGET', () => budget.spend(1e-300));
    budget.change(1.5);
    budget.raiseSpent(0.5);
    fails('BUDGET', () => budget.raiseSpent(2));
    assert.strictEqual(indp.Budget.fromBytes(budget.toBytes()).left, 0.5);
    fails('STATE', () => indp.Budget.fromBytes(new Uint8Array(3)));
    fails('EPSILON', () => new indp.Budget(Infinity));
    assert.throws(() => new indp.Budget(), TypeError);
});

test('errors and versions', () => {
    assert.throws(() => new indp.Sum(0, 1, 1).release(-1), (error) => {
        assert.strictEqual(error.code, 'INDP_E_EPSILON');
        assert.strictEqual(error.parameter, 'epsilon');
        assert.strictEqual(error.status, 2);
        assert.strictEqual(error.name, 'IndpError');
        return error instanceof Error && error.message.startsWith('INDP_E_EPSILON (epsilon): ');
    });
    assert.strictEqual(indp.version, indp.headerVersion);
    assert.strictEqual(indp.version, [indp.versionMajor, indp.versionMinor, indp.versionPatch].join('.'));
    assert.strictEqual(indp.tapeVersion, 2);
    indp.selfTest();
});
