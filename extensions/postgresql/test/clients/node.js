// node-postgres: parameters, prepared statements, types, cursors, errors, a pool.
'use strict';
const assert = require('node:assert');
const { createRequire } = require('node:module');
const load = createRequire(`${process.env.NODE_PATH}/`);
const { Client, Pool } = load('pg');
const Cursor = load('pg-cursor');

const COUNT = 'SELECT dp_count(*)::int AS n FROM visit_private';

async function refused(call, message) {
    await assert.rejects(call, (error) => error.code === '42501' && error.message.includes(message));
}

async function main() {
    const client = new Client({ host: process.env.PGHOST });
    await client.connect();
    assert.deepStrictEqual((await client.query(COUNT)).rows, [{ n: 1200 }]);
    assert.deepStrictEqual((await client.query('SELECT ward, dp_count(*) AS n FROM visit_private GROUP BY ward')).rows,
        [{ ward: 'eye', n: '600' }, { ward: 'skin', n: '600' }]);
    for (let i = 0; i < 3; i++) {
        const { rows } = await client.query({ name: 'more', text: `SELECT n + $1::int AS n FROM (${COUNT}) AS s`, values: [i] });
        assert.deepStrictEqual(rows, [{ n: 1200 + i }]);
    }
    const { rows, fields } = await client.query(
        'SELECT $1::int AS a, $2::text AS b, $3::float8 AS c, $4::boolean AS d, $5::jsonb AS e, $6::int[] AS f, $7::timestamptz AS g, $8::bytea AS h, 1::numeric AS i',
        [1, 'x', 0.5, true, { k: [1] }, [1, 2], new Date(0), Buffer.from('ab')]);
    assert.deepStrictEqual(rows, [{ a: 1, b: 'x', c: 0.5, d: true, e: { k: [1] }, f: [1, 2], g: new Date(0), h: Buffer.from('ab'), i: '1' }]);
    assert.strictEqual(fields.length, 9);

    const { rows: types } = await client.query('SELECT oid, typname, typarray FROM pg_type WHERE typname = $1', ['mood']);
    assert.strictEqual(types.length, 1);

    const cursor = client.query(new Cursor('SELECT i FROM generate_series(1, $1) AS i', [250]));
    const sizes = [];
    for (let part; (part = await cursor.read(100)).length > 0;) sizes.push(part.length);
    await cursor.close();
    assert.deepStrictEqual(sizes, [100, 100, 50]);
    const question = client.query(new Cursor(COUNT));
    assert.deepStrictEqual(await question.read(10), [{ n: 1200 }]);
    await question.close();

    await client.query('BEGIN');
    await client.query('CREATE TABLE ada.node(k int PRIMARY KEY, v json)');
    await client.query('INSERT INTO ada.node VALUES ($1, $2) RETURNING k', [1, { a: 1 }]);
    assert.deepStrictEqual((await client.query('SELECT v FROM ada.node')).rows, [{ v: { a: 1 } }]);
    await client.query('ROLLBACK');

    await refused(client.query('SELECT * FROM visit'), 'reading visit is refused: private rows can be read or inferred from it');
    await refused(client.query('LISTEN news'), 'the statement LISTEN is refused: readers may not execute it');
    await client.end();

    const pool = new Pool({ host: process.env.PGHOST, max: 3 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => pool.query(COUNT)));
    assert.deepStrictEqual(answers.map((answer) => answer.rows[0].n), [1200, 1200, 1200, 1200]);
    await pool.end();
    console.log('all passed');
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
