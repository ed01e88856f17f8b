'use strict';
const low = require('./low.js');
const { State, READ, category } = require('./state.js');
const { integers } = require('./values.js');

const encoder = new TextEncoder();

// The candidates as the addon takes them: texts behind one another, their lengths, and integers.
function columns(candidates) {
    const texts = candidates.map((value) => (typeof value === 'string' ? encoder.encode(value) : null));
    const numbers = integers(BigInt64Array, candidates.map((value) => {
        if (!['string', 'number', 'bigint'].includes(typeof value)) {
            throw new TypeError('a candidate must be a string, a BigInt or an integer');
        }
        return typeof value === 'string' ? 0n : value;
    }));
    const all = new Uint8Array(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
    let at = 0;
    for (const text of texts) {
        if (text) {
            all.set(text, at);
            at += text.length;
        }
    }
    return [all, BigInt64Array.from(texts, (text) => BigInt(text?.length ?? -1)), numbers];
}

class Mode extends State {
    constructor(candidates, rowsPerPerson) {
        if (candidates === READ) {
            super(READ, rowsPerPerson);
            return;
        }
        const given = columns(Array.from(candidates));
        super(low.modeSize(...given), (bytes) => low.modeInit(...given, bytes, rowsPerPerson));
    }

    static fromBytes(bytes) {
        return State.read(Mode, 7, bytes);
    }

    // A value that is not a candidate is ignored.
    add(value) {
        if (typeof value === 'string') {
            const text = encoder.encode(value);
            State.with(this, (bytes) => low.modeAddText(bytes, text));
        } else {
            State.with(this, (bytes) => low.modeAddInt64(bytes, value));
        }
    }

    // Integers first, ascending, then texts in the order of their bytes.
    get candidates() {
        return State.with(this, (bytes) =>
            Array.from({ length: low.modeCandidates(bytes) }, (_, i) => category(low.modeCandidate(bytes, i), bytes)));
    }
}

module.exports = { Mode };
