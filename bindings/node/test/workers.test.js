'use strict';
// Tests worker threads that have their own states and mechanisms, that another thread stops, or
// that are terminated in the middle of calls.
const assert = require('node:assert');
const { randomFillSync } = require('node:crypto');
const { test } = require('node:test');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const indp = require('..');

function shard(number) {
    const sum = new indp.Sum(0, 100, 1);
    const noise = new indp.Snapping(1, 1, 1e6);
    let words = 0;
    const broken = new indp.Snapping(1, 1, 1e6, {
        entropy(buffer) {
            randomFillSync(buffer);
            if (++words % 5 === 0) {
                throw words;
            }
        },
    });
    for (let i = 0; i < 200; i++) {
        sum.add(number);
        assert(Math.abs(noise.release(5)) < 1e4);
        try {
            broken.release(1);
        } catch (thrown) {
            assert.strictEqual(thrown % 5, 0);
        }
    }
    parentPort.postMessage(sum.toBytes());
}

function audit(flag) {
    parentPort.postMessage('begins');
    try {
        for (;;) {
            indp.stopWhen(flag, () => new indp.Snapping(1, 1, 64).auditRange(-64, 64));
        }
    } catch (error) {
        parentPort.postMessage(error.code);
    }
}

const TASKS = {
    shard: (number) => shard(number),
    audit: (flag) => audit(flag),
    endless: () => {
        parentPort.postMessage('begins');
        const choose = new indp.Exponential(new indp.Eta(1, 1, 1), 0, 10, 1000, { entropy: (words) => randomFillSync(words) });
        for (;;) {
            choose.selectBy(1000, (i) => i);
        }
    },
};

if (!isMainThread) {
    TASKS[workerData.task](workerData.argument);
} else {
    const start = (task, argument) => new Worker(__filename, { workerData: { task, argument } });
    const message = (worker) => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));

    test('shards', async () => {
        const shards = await Promise.all(Array.from({ length: 8 }, (_, i) => message(start('shard', i))));
        const merged = new indp.Sum(0, 100, 1);
        shards.forEach((bytes) => merged.merge(indp.Sum.fromBytes(bytes)));
        assert.strictEqual(merged.rows, 1600n);
    });

    test('one thread stops another', async () => {
        const flag = new Int32Array(new SharedArrayBuffer(4));
        const worker = start('audit', flag);
        await message(worker);
        const stopped = message(worker);
        Atomics.store(flag, 0, 1);
        assert.strictEqual(await stopped, 'INDP_E_STOPPED');
    });

    test('a thread ends during a call', async () => {
        for (let i = 0; i < 5; i++) {
            const worker = start('endless');
            await message(worker);
            await new Promise((resolve) => setTimeout(resolve, 20));
            assert.strictEqual(await worker.terminate(), 1);
        }
    });
}
