'use strict';
// Replays the test vectors through the entropy callback. The bits of each release and the number of
// words read must equal those in the files.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const indp = require('..');

const folder = process.env.INDP_VECTORS;

const view = new DataView(new ArrayBuffer(8));
function doubleOf(bits) {
    view.setBigUint64(0, bits);
    return view.getFloat64(0);
}
function bitsOf(value) {
    view.setFloat64(0, value);
    return view.getBigUint64(0);
}

// The fields of a line of a vectors file.
class Fields {
    constructor(line) {
        [this.name, ...this.rest] = line.split(' ');
    }
    word() {
        return BigInt(`0x${this.rest.shift()}`);
    }
    double() {
        return doubleOf(this.word());
    }
    big() {
        return BigInt(this.rest.shift());
    }
    number() {
        return Number(this.rest.shift());
    }
    many(n, read) {
        return Array.from({ length: n }, () => read());
    }
    // Supplies the rest of the line as random words, and counts the words that are read.
    tape() {
        const words = this.many(this.rest.length, () => this.word());
        const tape = { used: 0 };
        tape.entropy = (buffer) => new DataView(buffer.buffer).setBigUint64(0, words[tape.used++], true);
        return tape;
    }
}

function snapping(f, isFloat) {
    const floatPrecision = isFloat ? f.number() : undefined;
    const [epsilon, sensitivity, bound] = f.many(3, () => f.double());
    const grid = isFloat ? undefined : f.double();
    const [value, out, used, tape] = [f.double(), f.word(), f.number(), f.tape()];
    const mechanism = new indp.Snapping(epsilon, sensitivity, bound, { floatPrecision, grid, entropy: tape.entropy });
    assert.strictEqual(bitsOf(mechanism.release(value)), out, f.name);
    assert.strictEqual(tape.used, used, f.name);
}

const eta = (f) => new indp.Eta(f.big(), f.number(), f.number());

function outcomes(f, parameter, min, max, n, options) {
    const utilities = f.many(n, () => f.double());
    const [index, used, tape] = [f.number(), f.number(), f.tape()];
    const choose = new indp.Exponential(parameter, min, max, n, { ...options, entropy: tape.entropy });
    assert.deepStrictEqual([choose.select(utilities), tape.used], [index, used], f.name);
    tape.used = 0;
    assert.deepStrictEqual([choose.selectBy(n, (i) => utilities[i]), tape.used], [index, used], f.name);
}

function exponential(f) {
    const [parameter, min, max, minRetries] = [eta(f), f.big(), f.big(), f.number()];
    outcomes(f, parameter, min, max, f.number(), { minRetries });
}

function flip(f) {
    const [parameter, min, max, n] = [eta(f), f.big(), f.big(), f.number()];
    const selection = 'permute-and-flip';
    if (!f.name.startsWith('groups/')) {
        outcomes(f, parameter, min, max, n, { selection });
        return;
    }
    const groups = f.many(n, () => [f.big(), f.big()]);
    const [index, used] = [f.number(), f.number()];
    // selectCounted does not choose a member of the group, so the fields member and words_used_then
    // are skipped.
    f.many(2, () => f.big());
    const tape = f.tape();
    const multiplicities = groups.map((group) => group[1]);
    const total = multiplicities.reduce((a, b) => a + b);
    const choose = new indp.Exponential(parameter, min, max, total, { selection, entropy: tape.entropy });
    assert.deepStrictEqual([choose.selectCounted(groups.map((group) => group[0]), multiplicities), tape.used], [index, used], f.name);
}

function extreme(f) {
    const [epsilon, q, rowsPerPerson, n] = [f.double(), f.number(), f.big(), f.number()];
    const entries = f.many(f.number(), () => [f.big(), f.big()]);
    f.many(7, () => f.big()); // parameters that the library derives from those above
    const [place, used, tape] = [f.number(), f.number(), f.tape()];
    const state = new indp.Quantile(q, 0, n - 1, rowsPerPerson, n);
    // The numbers of rows may be very large. So their bits are processed from the highest down: the
    // state is doubled by merging it with itself, then one row is added for each candidate whose
    // number of rows has this bit.
    for (let bit = 63n; bit >= 0n; bit--) {
        state.merge(state);
        entries.filter(([, rows]) => (rows >> bit) & 1n).forEach(([candidate]) => state.addInteger(candidate));
    }
    assert.deepStrictEqual([state.release(epsilon, { entropy: tape.entropy }), tape.used], [place, used], f.name);
}

test('vectors', () => {
    let all = 0;
    for (const [file, replay] of Object.entries({
        'snapping-v2.txt': (f) => snapping(f, false),
        'snapping-float-v2.txt': (f) => snapping(f, true),
        'exponential-v2.txt': exponential,
        'permute-and-flip-v2.txt': flip,
        'extremes-v2.txt': extreme,
    })) {
        const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
        assert.strictEqual(lines[0], `# tape ${indp.tapeVersion}`);
        const cases = lines.filter((line) => line !== '' && !line.startsWith('#'));
        assert(cases.length >= 100);
        cases.forEach((line) => replay(new Fields(line)));
        all += cases.length;
    }
    console.log(`${all} vectors replayed`);
});
