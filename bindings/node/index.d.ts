import type { Audit, Distance, Moments, Parts, Status } from './lib/generated';
export type { Audit, Distance, Moments, Parts, Status };

/** An integer of 64 bits. A number must be a safe integer. Results are BigInts. */
export type Integer = bigint | number;

/** Numbers. A Float64Array is not copied. */
export type Numbers = Float64Array | Iterable<number>;

/** A call that failed. The message contains no value. */
export class IndpError extends Error {
    private constructor();
    readonly code: Status;
    /** The parameter or option that the status is about; "" if it is about none. */
    readonly parameter: string;
    /** The number of the status in C. */
    readonly status: number;
}

/** The optional choices. A mechanism or release refuses options that do not apply to it. */
export interface Options {
    /** Answers are multiples of this power of two; 0 lets the mechanism choose. */
    grid?: number | undefined;
    /** 0 for real arithmetic, 53 to 4096 bits or 'auto' for float arithmetic. */
    floatPrecision?: number | 'auto' | undefined;
    selection?: 'default' | 'exponential' | 'permute-and-flip' | undefined;
    minRetries?: number | undefined;
    /** NOT PRIVATE against anyone who measures time. */
    insecureTiming?: boolean | undefined;
    empiricalPrecision?: boolean | undefined;
    /** Reproducible and NOT PRIVATE: for tests. */
    insecureSeed?: Integer | undefined;
    /** Fills the array with random bytes. What it throws leaves the call; nothing is released. */
    entropy?: ((words: Uint8Array) => void) | undefined;
}

/** Rows of one group, which are released once. */
declare abstract class State<S, Answer> {
    private readonly kind: S;
    /** Adds the rows of another state with the same parameters; it may be this one. */
    merge(other: S): void;
    /** Throws what merge would throw because of kind or parameters. */
    checkCompatible(other: S): void;
    /** The exact number of rows: PRIVATE. */
    get rows(): bigint;
    get rowsPerPerson(): bigint;
    /** The number of bytes that toBytes returns. */
    get size(): number;
    /** Serialises a live state. The bytes are raw private data. */
    toBytes(): Uint8Array;
    /** Throws what a release would throw because of public parameters. */
    canRelease(epsilon: number, options?: Options | null): void;
    /** Releases the answer, once, which costs epsilon. If it throws, the state is still live. */
    release(epsilon: number, options?: Options | null): Answer;
    releaseValue(epsilon: number, options?: Options | null): Answer;
}

declare abstract class OfNumbers<S> extends State<S, number> {
    /** Adds one row. NaN counts as the number in [lo, hi] nearest to 0. */
    add(value: number): void;
    /** Adds one row with an integer. A BigInt of 64 bits is not rounded to a double. */
    addInteger(value: Integer): void;
    /** Adds all rows or, if it throws, none. */
    addMany(values: Numbers): void;
}

declare abstract class WithParts<S> extends OfNumbers<S> {
    /** Releases the answer with the noisy sums that it is computed from, at no further cost. */
    releaseParts(epsilon: number, options?: Options | null): Parts;
}

/** A number of rows. The release is a BigInt, which may be negative. */
export class Count extends State<Count, bigint> {
    constructor(rowsPerPerson: Integer);
    static fromBytes(bytes: Uint8Array): Count;
    add(): void;
    addRows(rows: Integer): void;
    /** The error in rows that a release exceeds with probability at most alpha. */
    accuracy(epsilon: number, alpha: number, options?: Options | null): number;
}

/** A sum of values clamped to [lo, hi], which are public. */
export class Sum extends OfNumbers<Sum> {
    constructor(lo: number, hi: number, rowsPerPerson: Integer, grid?: number);
    static fromBytes(bytes: Uint8Array): Sum;
    get sensitivity(): number;
    /** The error that a release exceeds with probability at most alpha. */
    accuracy(epsilon: number, alpha: number, options?: Options | null): number;
}

export class Mean extends WithParts<Mean> {
    constructor(lo: number, hi: number, rowsPerPerson: Integer, grid?: number);
    static fromBytes(bytes: Uint8Array): Mean;
}

/** A population variance. */
export class Variance extends WithParts<Variance> {
    constructor(lo: number, hi: number, rowsPerPerson: Integer, grid?: number);
    static fromBytes(bytes: Uint8Array): Variance;
}

export class StdDev extends WithParts<StdDev> {
    constructor(lo: number, hi: number, rowsPerPerson: Integer, grid?: number);
    static fromBytes(bytes: Uint8Array): StdDev;
}

/** The quantile q, from 0 (minimum) to 1 (maximum). Its memory grows with its rows. */
export class Quantile extends OfNumbers<Quantile> {
    /** candidates is the largest number of public candidates; 0 chooses them. */
    constructor(q: number, lo: number, hi: number, rowsPerPerson: Integer, candidates?: Integer);
    static fromBytes(bytes: Uint8Array): Quantile;
}

/** The most common of several public candidates: texts in UTF-8, or integers. */
export class Mode extends State<Mode, string | bigint> {
    constructor(candidates: Iterable<string | Integer>, rowsPerPerson: Integer);
    static fromBytes(bytes: Uint8Array): Mode;
    /** Adds one row. A value that is not a candidate is ignored. */
    add(value: string | Integer): void;
    get candidates(): (string | bigint)[];
}

/** The Laplace mechanism, clamped and rounded to a grid, with fixed parameters. */
export class Snapping {
    constructor(epsilon: number, sensitivity: number, bound: number, options?: Options | null);
    /** Frees the mechanism now; otherwise the garbage collector does. */
    close(): void;
    release(value: number): number;
    /** Releases an integer, which is not converted to a double. */
    releaseInteger(value: bigint): bigint;
    releaseMany(values: Numbers): Float64Array;
    /** The noise scale, which is the mean absolute value of the noise. */
    get lambda(): number;
    get grid(): number;
    get laplaceEpsilon(): number;
    /** The worst privacy loss claimed for one release. */
    get loss(): number;
    /** The float precision in bits, 0 in real arithmetic. */
    get precision(): number;
    get unitRoundoff(): number;
    /** The error that a release of any value exceeds with probability at most alpha. */
    accuracy(alpha: number): number;
    accuracyAt(value: number, alpha: number): number;
    static epsilonForAccuracy(sensitivity: number, bound: number, alpha: number, r: number, options?: Options | null): number;
    moments(value: number): Moments;
    distance(value: number, alpha: number): Distance;
    get auditBound(): number;
    auditPair(f: number, g: number, mostOutputs?: Integer): Audit;
    auditPairIntegers(f: Integer, g: Integer, mostOutputs?: Integer): Audit;
    auditRange(low: number, high: number, mostOutputs?: Integer): Audit;
    /** The probability of one output, and its natural logarithm. */
    probability(value: number, output: number): { readonly probability: number; readonly logProbability: number };
}

/** The privacy parameter of a selection: a utility higher by 1 has (x/2^y)^z times the weight. */
export class Eta {
    constructor(x: Integer, y: number, z: number);
    /** An eta whose loss is at most epsilon. */
    static fromEpsilon(epsilon: number, utilitySensitivity: number, monotonic: boolean): Eta;
    /** The privacy loss (base e) of one selection. */
    epsilon(utilitySensitivity: number, monotonic: boolean): number;
    readonly x: bigint;
    readonly y: number;
    readonly z: number;
}

/** Selects outcomes by their utilities. A utility is a cost: lower is better. */
export class Exponential {
    constructor(eta: Eta, utilityMin: Integer, utilityMax: Integer, maxOutcomes: Integer, options?: Options | null);
    /** Frees the mechanism now; otherwise the garbage collector does. */
    close(): void;
    select(utilities: Numbers): number;
    /** Group i stands for multiplicities[i] outcomes that share utilities[i]. */
    selectCounted(utilities: Iterable<bigint>, multiplicities?: Iterable<Integer>): number;
    /** Selects one of n outcomes. What the function throws leaves this call. */
    selectBy(n: number, utility: (outcome: number) => number): number;
    get precision(): bigint;
    get precisionNote(): bigint;
    get precisionEmpirical(): bigint;
}

/** A total privacy loss that may be spent, counted in exact decimals. */
export class Budget {
    constructor(epsilon: number);
    static fromBytes(bytes: Uint8Array): Budget;
    /** Spends epsilon and returns the epsilon to release with. */
    spend(epsilon: number): number;
    change(epsilon: number): void;
    get left(): number;
    toBytes(): Uint8Array;
}

export const version: string;
export const headerVersion: string;
export const versionMajor: number;
export const versionMinor: number;
export const versionPatch: number;
export const tapeVersion: number;
/** Throws if this build computes wrong results on this machine. */
export function selfTest(): void;
/**
 * Calls body. Once another thread sets the first element of the flag, which is in shared memory,
 * long computations of this thread throw INDP_E_STOPPED.
 */
export function stopWhen<T>(flag: Int32Array, body: () => T): T;
