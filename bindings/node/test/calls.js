'use strict';
// Answers the lines of bindings/test/wire.py with the package.
const readline = require('node:readline');
const indp = require('..');

const WORDS = { n: undefined, yes: true, no: false, permute_and_flip: 'permute-and-flip' };
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const objects = new Map();
const tape = { words: [], used: 0 };

// The methods whose integers are BigInts. Others take numbers, too.
const BIG = new Set(['add', 'addInteger', 'releaseInteger', 'selectCounted']);
const small = (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

function read(text, integer = small) {
    const rest = text.slice(1);
    switch (text[0]) {
    case '[': return rest.slice(0, -1).split(',').filter(Boolean).map((item) => read(item, integer));
    case '&': return objects.get(rest);
    case 'd': return Buffer.from(rest, 'hex').readDoubleBE();
    case 't': return Buffer.from(rest, 'hex').toString();
    case 'x': return new Uint8Array(Buffer.from(rest, 'hex'));
    case 'i': return integer(rest);
    default: return text in WORDS ? WORDS[text] : text;
    }
}

function written(value) {
    switch (typeof value) {
    case 'undefined': return 'ok';
    case 'bigint': return `i${value}`;
    case 'boolean': return `i${Number(value)}`;
    case 'string': return `t${Buffer.from(value).toString('hex')}`;
    case 'number': {
        const bytes = Buffer.alloc(8);
        bytes.writeDoubleBE(value);
        return `d${bytes.toString('hex')}`;
    }
    }
    if (value === null) {
        return 'ok';
    }
    if (value instanceof Uint8Array) {
        return `x${Buffer.from(value).toString('hex')}`;
    }
    if ('wrongEnds' in value) {
        value = [value.loss, value.exhaustive, value.wrongEnds, value.exceeds, value.outputs];
    } else if ('sum' in value) {
        value = [value.value, value.count, ...value.sum.slice(0, value.number), value.scale];
    }
    return `[${Array.from(value[Symbol.iterator] ? value : Object.values(value), written)}]`;
}

function option(text) {
    const [name, value] = text.split('=').map((part, i) => (i === 0 ? camel(part) : read(part)));
    if (name !== 'entropy') {
        return [name, value];
    }
    Object.assign(tape, { words: value, used: 0 });
    return [name, (buffer) => buffer.set(tape.words[tape.used++].slice().reverse())];
}

// The last argument is the options, which is undefined if there are none.
function called(owner, method, given) {
    if (method === 'Exponential') {
        given.unshift(new indp.Eta(...given.splice(0, 3)));
    }
    if (/^[A-Z]\w*$/.test(method)) {
        objects.set(owner, new indp[method](...given));
        return undefined;
    }
    const [kind, name] = method.includes('.') ? method.split('.') : [undefined, method];
    const own = name in indp ? indp : kind ? indp[kind] : objects.get(owner);
    if (name === 'selectBy') {
        const [utilities, n] = given;
        given = [n ?? utilities.length, (i) => utilities[i]];
    } else if (name === 'interval' && Array.isArray(given[0])) {
        const [value, count, ...sum] = given[0];
        const scale = sum.pop();
        given[0] = { value, count, number: sum.length, sum, scale };
    }
    const result = typeof own[name] === 'function' ? own[name](...given) : own[name];
    if (name !== 'fromBytes') {
        return result instanceof indp.Eta ? [result.x, result.y, result.z] : result;
    }
    objects.set(owner, result);
    return undefined;
}

function answered([owner, method, ...fields]) {
    try {
        if (method === 'used') {
            return written(tape.used);
        }
        if (method === 'rewind') {
            tape.used = 0;
            return 'ok';
        }
        const options = fields.filter((field) => field.includes('=')).map(option);
        const given = fields.filter((field) => !field.includes('='))
            .map((field) => read(field, BIG.has(camel(method)) ? BigInt : small));
        if (options.length > 0) {
            given.push(Object.fromEntries(options));
        }
        return written(called(owner, camel(method), given));
    } catch (error) {
        const own = error instanceof indp.IndpError;
        return own ? `!${error.code.slice(7)} ${error.parameter}`.trimEnd() : String(error);
    }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
    process.stdout.write(`${answered(line.split('\t'))}\n`);
});
