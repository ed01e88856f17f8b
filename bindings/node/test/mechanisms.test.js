'use strict';
// Tests what is particular to the mechanisms of JavaScript: types, objects that are closed, flags,
// errors and versions. The calls that all languages share are in surface/cases.
const assert = require('node:assert');
const { test } = require('node:test');
const indp = require('..');
const low = require('../lib/low.js');
const { fails } = require('./check.js');

test('Snapping', () => {
    const options = { grid: 1, insecureSeed: 2n ** 64n - 1n };
    const [a, b] = [new indp.Snapping(0.5, 3, 1e6, options), new indp.Snapping(0.5, 3, 1e6, options)];
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
    assert.strictEqual(new indp.Snapping(1, 1, 1e6, { grid: undefined, entropy: undefined }).grid, 1);
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
    const audit = noise.auditPair(0, 1);
    assert.strictEqual(JSON.parse(audit.json).epsilon, 1);
    assert(audit.cases.length === 7 && noise.auditPairIntegers(0, 1n).loss <= 1 && noise.auditRange(0, 1).loss <= 1);

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
    assert.strictEqual(typeof eta.x, 'bigint');
    const choose = new indp.Exponential(eta, 0, 1000, 100);
    assert.strictEqual(choose.select(new Float64Array(new SharedArrayBuffer(8))), 0);
    assert.strictEqual(choose.selectCounted([900n, 2n ** 70n, -(2n ** 70n)], [1, 1, 5]), 2);
    assert.strictEqual(choose.selectCounted(BigInt64Array.of(900n, 0n)), 1);
    fails('OUTCOMES', () => choose.selectBy(2 ** 53 - 1, () => 0));
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
    assert.throws(() => new indp.Eta(1, 64, 1).epsilon(1, true), { code: 'INDP_E_ETA_Y' });
    assert.throws(() => new indp.Budget(), TypeError);
    choose.close();
    assert.throws(() => choose.select([1]), { code: 'ERR_INDP_CLOSED' });
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
    assert.strictEqual(indp.tapeVersion, 3);
    indp.selfTest();
});
