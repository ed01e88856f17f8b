'use strict';
const low = require('./low.js');
const kinds = require('./constants.js');
const { State, OWN, READ, withBytes, read, category, single, predicted } = require('./state.js');
const { releaseCounts, canReleaseCounts } = require('./counts.js');
const { withOptions } = require('./options.js');
const { integers, fits } = require('./values.js');

const encoder = new TextEncoder();

// An unpaired surrogate has no encoding in UTF-8. TextEncoder writes U+FFFD instead, so different
// texts would become the same candidate.
const isLone = (text) => /\p{Surrogate}/u.test(text);

function encoded(text) {
    if (isLone(text)) {
        throw new TypeError('candidates must be valid Unicode: one of them has an unpaired surrogate');
    }
    return encoder.encode(text);
}

// Returns the candidates in the form that the addon takes: all texts one after the other, their
// lengths, and the integers.
function columns(candidates) {
    const texts = candidates.map((value) => (typeof value === 'string' ? encoded(value) : null));
    const numbers = integers('candidates', BigInt64Array, candidates.map((value) => {
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

// A value that is not a candidate is ignored, but a released state must refuse it.
const ignored = (bytes) => low.stateCompatible(bytes, bytes);

function addText(bytes, value) {
    if (isLone(value)) {
        ignored(bytes);
    } else {
        low.modeAddText(bytes, encoder.encode(value));
    }
}

function addNumber(bytes, value) {
    const integer = typeof value === 'bigint' || Number.isInteger(value) ? BigInt(value) : undefined;
    if (integer !== undefined && fits(integer)) {
        low.modeAddInt64(bytes, integer);
    } else {
        ignored(bytes);
    }
}

class Mode extends predicted(single(State)) {
    constructor(candidates, rowsPerPerson) {
        if (candidates === READ) {
            super(OWN, READ, rowsPerPerson);
            return;
        }
        const given = columns(Array.from(candidates));
        super(OWN, low.modeSize(...given), (bytes) => low.modeInit(...given, bytes, rowsPerPerson));
    }

    static fromBytes(bytes) {
        return read(Mode, kinds.KIND_MODE, bytes);
    }

    // The same as accuracy and epsilonForAccuracy of a mode with this number of candidates, but
    // without a state.
    static accuracyWith(candidates, rowsPerPerson, epsilon, alpha, options) {
        return withOptions(options, (c) => low.modeAccuracy(candidates, rowsPerPerson, epsilon, alpha, c));
    }

    static epsilonForAccuracyWith(candidates, rowsPerPerson, alpha, r, options) {
        return withOptions(options, (c) => low.modeEpsilonForAccuracy(candidates, rowsPerPerson, alpha, r, c));
    }

    // Adds one row. A value that is not a candidate is ignored. Only values of a wrong type are
    // refused, since values are private.
    add(value) {
        switch (typeof value) {
        case 'string':
            withBytes(this, (bytes) => addText(bytes, value));
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

    // Releases the counts of all candidates, in the order of `candidates`.
    releaseCounts(epsilon, options) {
        return releaseCounts(this, epsilon, options);
    }

    canReleaseCounts(epsilon, options) {
        canReleaseCounts(this, epsilon, options);
    }
}

module.exports = { Mode };
