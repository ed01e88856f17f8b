// Uses every part of the types. A line that must not compile is marked with @ts-expect-error.
import * as indp from '../index';

const options: indp.Options = {
    grid: 1, floatPrecision: 'auto', selection: 'permute-and-flip', minRetries: 3, insecureTiming: true,
    empiricalPrecision: false, insecureSeed: 7n, entropy: (words: Uint8Array) => { words.fill(1); },
};
// @ts-expect-error an option that does not exist
const wrong: indp.Options = { gird: 1 };
// @ts-expect-error a selection that does not exist
const best: indp.Options = { selection: 'best' };

const count = new indp.Count(5);
count.add();
count.addRows(3n);
const counted: bigint = count.release(0.5, options);
const sum = new indp.Sum(0, 100, 5n, 0.5);
sum.add(1);
sum.addInteger(1n);
sum.addMany([1, 2]);
sum.addMany(new Float64Array(3));
sum.merge(indp.Sum.fromBytes(sum.toBytes()));
// @ts-expect-error states of two kinds
sum.merge(count);
// @ts-expect-error a BigInt is not a number
sum.add(1n);
const numbers: number[] = [sum.release(1), sum.sensitivity, sum.accuracy(1, 0.1), new indp.Quantile(0.5, 0, 1, 1, 9n).release(1)];
for (const state of [new indp.Mean(0, 1, 1), new indp.Variance(0, 1, 1), new indp.StdDev(0, 1, 1)]) {
    const parts: indp.Parts = state.releaseParts(1, null);
    numbers.push(parts.value, ...parts.sum);
}
// @ts-expect-error parts of a sum
sum.releaseParts(1);
const ends: indp.Interval[] = [count.interval(counted, 0.5, 0.05), sum.interval(1, 0.5, 0.05, options)];
// @ts-expect-error a released count is a BigInt
count.interval(1, 0.5, 0.05);
for (const state of [new indp.Mean(0, 1, 1), new indp.Variance(0, 1, 1), new indp.StdDev(0, 1, 1)]) {
    ends.push(state.interval(state.releaseParts(1), 0.05));
    numbers.push(state.accuracy(1000n, 1, 0.05, options), state.epsilonForAccuracy(1000, 0.05, 1));
}
const quantile = new indp.Quantile(0.5, 0, 1, 1);
quantile.canReleaseMany([0.25, 0.75], 1);
numbers.push(...quantile.releaseMany(new Float64Array(2), 1, options), quantile.accuracy(1, 0.05), count.epsilonForAccuracy(0.05, 3));
numbers.push(indp.Mode.accuracyWith(9, 1n, 1, 0.05), indp.Mode.epsilonForAccuracyWith(9n, 1, 0.05, 2, null));
const mode = new indp.Mode(['a', 1, 2n], 1);
numbers.push(mode.accuracy(1, 0.05));
mode.add('a');
mode.add(1n);
mode.canReleaseCounts(1, options);
const cells = new indp.Histogram([0, 18, 65], 5n);
cells.add(1);
cells.addInteger(2n ** 60n);
cells.addMany(new Float64Array(3));
cells.merge(indp.Histogram.fromBytes(cells.toBytes()));
cells.canRelease(1, null);
const inCells: bigint[] = cells.release(1, options);
inCells.push(...new indp.Mode(['a'], 1).releaseCounts(1));
numbers.push(cells.cells, ...cells.edges, cells.accuracy(1, 0.05));
numbers.push(cells.epsilonForAccuracy(0.05, 3));
// @ts-expect-error a histogram has no single answer
cells.releaseValue(1);
const bounds = new indp.Bounds(5n, 0, new Float64Array([1, 2]));
bounds.merge(indp.Bounds.fromBytes(new indp.Bounds(5).toBytes()));
bounds.add(1);
bounds.addInteger(1n);
bounds.addMany([1]);
bounds.canRelease(1, options);
const found: [number, number] | null = bounds.release(1, null);
if (found !== null) {
    const [lo, hi] = found;
    numbers.push(new indp.Mean(lo, hi, 5).release(1));
}
// @ts-expect-error there may be no bounds
numbers.push(new indp.Bounds(1, 0.5).release(1)[0]);
// @ts-expect-error bounds have no single answer
bounds.releaseValue(1);
// @ts-expect-error bounds are no histogram
bounds.merge(cells);
const winner: string | bigint = mode.release(1);
const rows: bigint = mode.rows + mode.rowsPerPerson;

const noise = new indp.Snapping(1, 1, 4, options);
const released: Float64Array = noise.releaseMany([noise.release(1), noise.lambda, noise.loss]);
const whole: bigint = noise.releaseInteger(5n);
const audit: indp.Audit = noise.auditPair(0, 1, 100);
const json: string = audit.json;
const exponential = new indp.Exponential(indp.Eta.fromEpsilon(1, 1, true), -10, 0n, 3, { minRetries: 2 });
const index: number = exponential.selectBy(3, (i) => i) + exponential.selectCounted([1n, 2n], [1, 1n]) + exponential.select([1]);
const budget = indp.Budget.fromBytes(new indp.Budget(1).toBytes());
const stopped: number = indp.stopWhen(new Int32Array(new SharedArrayBuffer(4)), () => budget.spend(budget.left));

try {
    indp.selfTest();
} catch (error) {
    if (error instanceof indp.IndpError) {
        const code: indp.Status = error.code;
        // @ts-expect-error a status that does not exist
        const same = error.code === 'INDP_E_NOTHING';
        throw [code, same, error.parameter, error.status];
    }
}
export {
    best, counted, ends, inCells, index, json, numbers, released, rows, stopped, whole, winner,
    wrong,
};
