'use strict';
const low = require('./low.js');
const { State, OWN, READ, withBytes, read, category } = require('./state.js');
const { integers, fits } = require('./values.js');

const encoder = new TextEncoder();

// Returns the candidates in the form that the addon takes: all texts one after the other, their
// lengths, and the integers.
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

function addNumber(bytes, value) {
    const integer = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value) : undefined;
    if (integer !== undefined && fits(integer)) {
        low.modeAddInt64(bytes, integer);
    } else {
        low.stateCompatible(bytes, bytes); // not a candidate, so it is ignored; but a released state must refuse it
    }
}

class Mode extends State {
    constructor(candidates, rowsPerPerson) {
        if (candidates === READ) {
            super(OWN, READ, rowsPerPerson);
            return;
        }
        const given = columns(Array.from(candidates));
        super(OWN, low.modeSize(...given), (bytes) => low.modeInit(...given, bytes, rowsPerPerson));
    }

    static fromBytes(bytes) {
        return read(Mode, 7, bytes);
    }

    // Adds one row. A value that is not a candidate is ignored. Only values of a wrong type are
    // refused, since values are private.
    add(value) {
        switch (typeof value) {
        case 'string':
            withBytes(this, (bytes) => low.modeAddText(bytes, encoder.encode(value)));
            break;
        case 'number':
        case 'bigint':
            withBytes(this, (bytes) => addNumber(bytes, value));
            break;
        default:
            throw new TypeError('value must be a string, a BigInt or a number');
        }
    }

    // The candidates: integers in ascending order, then texts in the order of their bytes.
    get candidates() {
        return withBytes(this, (bytes) =>
            Array.from({ length: low.modeCandidates(bytes) }, (_, i) => category(low.modeCandidate(bytes, i), bytes)));
    }
}

module.exports = { Mode };
