'use strict';
// Answers the lines of extensions/test/neighbours/lines.py with the package.
const readline = require('node:readline');
const indp = require('..');

const bytesOf = (hex) => Buffer.from(hex, 'hex');
const list = (field) => (field === '-' ? [] : field.split(',').map(read));

function read(item) {
    switch (item[0]) {
    case 'n': return null;
    case 'd': return bytesOf(item.slice(1)).readDoubleBE();
    case 'i': return BigInt(item.slice(1));
    default: return bytesOf(item.slice(1)).toString();
    }
}

function written(value) {
    if (typeof value === 'bigint') {
        return `i${value}`;
    }
    const bytes = Buffer.alloc(8);
    if (typeof value === 'number') {
        bytes.writeDoubleBE(value);
    }
    const text = () => `t${Buffer.from(value).toString('hex')}`;
    return typeof value === 'number' ? `d${bytes.toString('hex')}` : text();
}

const makers = {
    count: ({ m }) => new indp.Count(m),
    sum: ({ lo, hi, m }) => new indp.Sum(lo, hi, m),
    mean: ({ lo, hi, m }) => new indp.Mean(lo, hi, m),
    variance: ({ lo, hi, m }) => new indp.Variance(lo, hi, m),
    stddev: ({ lo, hi, m }) => new indp.StdDev(lo, hi, m),
    quantile: ({ q, lo, hi, m, points }) => new indp.Quantile(q, lo, hi, m, points),
    mode: ({ items, m }) => new indp.Mode(items, m),
    histogram: ({ items, m }) => new indp.Histogram(items, m),
};

function add(state, kind, rows) {
    const many = [];
    for (const row of rows) {
        if (row === null) {
            continue;
        }
        if (kind === 'count') {
            state.add();
        } else if (typeof row === 'bigint' && kind !== 'mode') {
            state.addInteger(row);
        } else if (kind === 'mode' || many.length > 3) {
            state.add(row);
        } else {
            many.push(row);
        }
    }
    if (kind !== 'count' && kind !== 'mode') {
        state.addMany(many);
    }
}

function released(state, { kind, how, epsilon, items }, options) {
    switch (how) {
    case 'quantiles': return state.releaseMany(items, epsilon, options);
    case 'counts':
        return kind === 'mode'
            ? state.releaseCounts(epsilon, options)
            : state.release(epsilon, options);
    case 'parts': {
        const { value, count, sum, number, scale } = state.releaseParts(epsilon, options);
        return [value, count, ...sum.slice(0, Number(number)), scale];
    }
    default: return [state.release(epsilon, options)];
    }
}

function answer(state, line, options) {
    try {
        return Array.from(released(state, line, options), written).join(',');
    } catch (error) {
        return `e${error.code.slice('INDP_E_'.length)}`;
    }
}

readline.createInterface({ input: process.stdin }).on('line', (text) => {
    const [kind, how, m, epsilon, lo, hi, points, q, items, rows] = text.split('\t');
    const line = {
        kind,
        how,
        m: Number(m),
        epsilon: read(epsilon),
        lo: read(lo),
        hi: read(hi),
        points: Number(points),
        q: read(q),
        items: list(items),
    };
    const state = makers[kind](line);
    add(state, kind, list(rows));
    const bytes = state.toBytes();
    const second = state.constructor.fromBytes(bytes);
    const answers = [answer(state, line), answer(second, line, { insecureSeed: 4711 })];
    console.log([Buffer.from(bytes).toString('hex'), ...answers].join('\t'));
});
