'use strict';
const assert = require('node:assert');
const { fails } = require('./check.js');

const seeded = { insecureSeed: 3 };

// Checks what must hold for a state of every kind. A histogram has no single answer, and therefore
// no releaseValue.
function laws(Kind, empty, add) {
    const filled = (times) => {
        const state = empty();
        for (let i = 0; i < times; i++) {
            add(state);
        }
        return state;
    };
    const [all, left, right, twice] = [filled(2), filled(1), filled(1), filled(1)];
    left.checkCompatible(right);
    left.merge(right);
    twice.merge(twice);
    assert.deepStrictEqual(left.toBytes(), all.toBytes());
    assert.deepStrictEqual(twice.toBytes(), all.toBytes());
    assert.strictEqual(left.size, all.toBytes().length);
    assert.strictEqual(left.rows, all.rows);
    assert.strictEqual(left.rowsPerPerson, 2n);

    const arrived = Kind.fromBytes(all.toBytes());
    const value = 'releaseValue' in all ? all.releaseValue(1, seeded) : all.release(1, seeded);
    assert.deepStrictEqual(arrived.release(1, seeded), value);
    fails('RELEASED', () => add(arrived));
    fails('RELEASED', () => arrived.release(1));
    fails('RELEASED', () => arrived.toBytes());
    fails('RELEASED', () => left.merge(arrived));
    fails('RELEASED', () => left.checkCompatible(arrived));
    const forged = left.toBytes();
    for (let length = 0; length < forged.length; length++) {
        fails('STATE', () => Kind.fromBytes(forged.subarray(0, length)));
    }
    forged[5] ^= 0x40;
    fails('STATE', () => Kind.fromBytes(forged));
    const shared = new Uint8Array(new SharedArrayBuffer(left.size));
    shared.set(left.toBytes());
    assert.deepStrictEqual(Kind.fromBytes(shared).toBytes(), left.toBytes());
    for (const wrong of [null, undefined, {}, 'bytes', [1, 2], new Float64Array(9)]) {
        assert.throws(() => Kind.fromBytes(wrong), TypeError);
        assert.throws(() => left.merge(wrong), TypeError);
        assert.throws(() => left.checkCompatible(wrong), TypeError);
    }
    assert.throws(() => Kind.prototype.toBytes.call({}), TypeError);
    assert.throws(() => structuredClone(left).toBytes(), TypeError);

    left.canRelease(1);
    left.canRelease(1, seeded);
    for (const epsilon of [0, -1, NaN, Infinity]) {
        fails('EPSILON', () => left.canRelease(epsilon));
        fails('EPSILON', () => left.release(epsilon));
    }
    for (const epsilon of [undefined, null, '1', 1n]) {
        assert.throws(() => left.release(epsilon), TypeError);
    }
    assert.deepStrictEqual(left.toBytes(), twice.toBytes());
    left.release(1);
    fails('RELEASED', () => left.release(1));
}

module.exports = { laws, seeded };
