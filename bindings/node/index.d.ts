import type { Audit, Distance, Moments, Parts, Status } from './lib/generated';
import type {
    Additive, Integer, Interval, Numbers, Options, Predicted, Rows,
} from './lib/states';
import { OfNumbers, Single, State } from './lib/states';
export * from './lib/averages';
export type { Audit, Distance, Integer, Interval, Moments, Numbers, Options, Parts, Status };

/** The error of a call that failed. The message contains no private value. */
export class IndpError extends Error {
    private constructor();
    readonly code: Status;
    /** The parameter or option that the status is about; "" if it is about none. */
    readonly parameter: string;
    /** The number of the status in C. */
    readonly status: number;
}

/** Counts rows. The released count is a BigInt, which may be negative. */
export interface Count extends Additive<bigint> {}
export class Count extends Single<Count, bigint> {
    constructor(rowsPerPerson: Integer);
    static fromBytes(bytes: Uint8Array): Count;
    add(): void;
    addRows(rows: Integer): void;
}

/** A sum of values clamped to [lo, hi], which are public. */
export interface Sum extends Additive<number> {}
export class Sum extends OfNumbers<Sum> {
    constructor(lo: number, hi: number, rowsPerPerson: Integer, grid?: number);
    static fromBytes(bytes: Uint8Array): Sum;
    get sensitivity(): number;
}

/** The quantile q, from 0 (minimum) to 1 (maximum). Its memory grows with its rows. */
export interface Quantile extends Predicted {}
export class Quantile extends OfNumbers<Quantile> {
    /**
     * candidates is the largest number of public candidates. If it is 0, the library chooses the
     * number.
     */
    constructor(q: number, lo: number, hi: number, rowsPerPerson: Integer, candidates?: Integer);
    static fromBytes(bytes: Uint8Array): Quantile;
    /**
     * Releases several quantiles. epsilon is the privacy loss of all of them together. A state can
     * be released only once. The answers have the order of q. The q of the constructor is ignored.
     */
    releaseMany(q: Numbers, epsilon: number, options?: Options | null): number[];
    /**
     * Throws if the public parameters would make releaseMany fail, or if the state was released
     * before. Releases nothing.
     */
    canReleaseMany(q: Numbers, epsilon: number, options?: Options | null): void;
}

/** The most common of several public candidates: texts in UTF-8, or integers. */
export interface Mode extends Predicted {}
export class Mode extends Single<Mode, string | bigint> {
    constructor(candidates: Iterable<string | Integer>, rowsPerPerson: Integer);
    static fromBytes(bytes: Uint8Array): Mode;
    /**
     * The same as accuracy and epsilonForAccuracy of a mode with this number of candidates, but
     * without a state.
     */
    static accuracyWith(candidates: Integer, rowsPerPerson: Integer, epsilon: number, alpha: number, options?: Options | null): number;
    static epsilonForAccuracyWith(candidates: Integer, rowsPerPerson: Integer, alpha: number, r: number, options?: Options | null): number;
    /** Adds one row. A value that is not a candidate is ignored. */
    add(value: string | Integer): void;
    get candidates(): (string | bigint)[];
    /**
     * Releases the counts of all candidates, in the order of `candidates`. This is possible only
     * once and costs epsilon in total. The counts are unbiased and may be negative.
     */
    releaseCounts(epsilon: number, options?: Options | null): bigint[];
    /**
     * Throws if the public parameters would make releaseCounts fail, or if the state was released
     * before. Releases nothing.
     */
    canReleaseCounts(epsilon: number, options?: Options | null): void;
}

/** Counts the rows in each of the cells that public edges separate. */
export interface Histogram extends Rows, Predicted {}
export class Histogram extends State<Histogram> {
    /**
     * Takes 1 to 2^20 finite edges in ascending order. They must be public, so never take them from
     * the data. n edges make n + 2 cells, in this order: values below the first edge; n - 1 cells,
     * each from an edge up to, but not including, the next edge; values from the last edge on; NaN.
     */
    constructor(edges: Numbers, rowsPerPerson: Integer);
    static fromBytes(bytes: Uint8Array): Histogram;
    get edges(): number[];
    /** The number of cells, which is the number of counts. */
    get cells(): number;
    /**
     * Releases the counts of all cells, which is possible only once and costs epsilon in total. The
     * counts are unbiased and may be negative. If the call throws, the state can still be released.
     */
    release(epsilon: number, options?: Options | null): bigint[];
    /**
     * Throws if the public parameters would make release fail, or if the state was released before.
     * Releases nothing.
     */
    canRelease(epsilon: number, options?: Options | null): void;
}

/**
 * Finds bounds of the values in the data, by two searches from the outermost edges towards a public
 * centre. They are for columns about which nothing is known. Bounds that you know are better: they
 * cost nothing and give smaller errors.
 */
export interface Bounds extends Rows {}
export class Bounds extends State<Bounds> {
    /**
     * The centre is a public number near which values are expected; 0 suits most columns. The edges
     * are 1 to 2^20 - 2 finite numbers in ascending order. They must be public, so never take them
     * from the data. Without them the edges are, on both sides of the centre, the numbers at a
     * distance of 2^k times 1, 1.25, 1.5 and 1.75 for k from -32 to 62, and of 2^63.
     */
    constructor(rowsPerPerson: Integer, centre?: number, edges?: Numbers | undefined);
    static fromBytes(bytes: Uint8Array): Bounds;
    /**
     * Releases the bounds, which is possible only once and costs epsilon for both together. About
     * 27 * rowsPerPerson / epsilon rows usually lie beyond each bound; for n edges of your own
     * these are about rowsPerPerson * (ln(n) + 20.1) / epsilon rows. What is computed from values
     * clamped to the bounds has a bias from those rows.
     *
     * A side with too few rows has no bound, and gives the centre. null says that both sides have
     * too few rows, which cannot be told from a column without rows. If the call throws, the state
     * can still be released.
     */
    release(epsilon: number, options?: Options | null): [lo: number, hi: number] | null;
    /**
     * Throws if the public parameters would make release fail, or if the state was released before.
     * Releases nothing.
     */
    canRelease(epsilon: number, options?: Options | null): void;
}

/** The Laplace mechanism, clamped and rounded to a grid, with fixed parameters. */
export class Snapping {
    constructor(epsilon: number, sensitivity: number, bound: number, options?: Options | null);
    /** Frees the mechanism now. Without this call the garbage collector frees it. */
    close(): void;
    release(value: number): number;
    /** Releases an integer, which is not converted to a double. */
    releaseInteger(value: bigint): bigint;
    releaseMany(values: Numbers): Float64Array;
    /** The noise scale, which is the mean absolute value of the noise. */
    get lambda(): number;
    get grid(): number;
    get laplaceEpsilon(): number;
    /** A bound on the privacy loss of one release. It is at most epsilon. */
    get loss(): number;
    /** The float precision in bits, 0 in real arithmetic. */
    get precision(): number;
    get unitRoundoff(): number;
    /**
     * A bound that the error of a release, for any value in [-bound, bound], exceeds with
     * probability at most alpha.
     */
    accuracy(alpha: number): number;
    accuracyAt(value: number, alpha: number): number;
    static epsilonForAccuracy(sensitivity: number, bound: number, alpha: number, r: number, options?: Options | null): number;
    moments(value: number): Moments;
    distance(value: number, alpha: number): Distance;
    get auditBound(): number;
    auditPair(f: number, g: number, mostOutputs?: Integer): Audit;
    auditPairIntegers(f: Integer, g: Integer, mostOutputs?: Integer): Audit;
    auditRange(low: number, high: number, mostOutputs?: Integer): Audit;
    /**
     * The probability of one output for an assumed, public value, and the natural logarithm of this
     * probability.
     */
    probability(value: number, output: number): { readonly probability: number; readonly logProbability: number };
}

/**
 * The privacy parameter of a selection. If the utility of an outcome rises by 1, its weight is
 * multiplied by (x/2^y)^z, which is below 1.
 */
export class Eta {
    constructor(x: Integer, y: number, z: number);
    /**
     * Returns an eta whose privacy loss is at most epsilon. Set monotonic if one person moves all
     * utilities in the same direction.
     */
    static fromEpsilon(epsilon: number, utilitySensitivity: number, monotonic: boolean): Eta;
    /** The privacy loss (base e) of one selection. */
    epsilon(utilitySensitivity: number, monotonic: boolean): number;
    readonly x: bigint;
    readonly y: number;
    readonly z: number;
}

/** Selects outcomes by their utilities. A utility is a cost: a lower utility is better. */
export class Exponential {
    constructor(eta: Eta, utilityMin: Integer, utilityMax: Integer, maxOutcomes: Integer, options?: Options | null);
    /** Frees the mechanism now. Without this call the garbage collector frees it. */
    close(): void;
    select(utilities: Numbers): number;
    /**
     * Selects a group and returns its index. Group i stands for multiplicities[i] outcomes, each
     * with utility utilities[i].
     */
    selectCounted(utilities: Iterable<bigint>, multiplicities?: Iterable<Integer>): number;
    /**
     * Selects one of n outcomes, whose utilities a function returns. If it throws, this call throws
     * the same exception.
     */
    selectBy(n: number, utility: (outcome: number) => number): number;
    get precision(): bigint;
    get precisionNote(): bigint;
    get precisionEmpirical(): bigint;
}

/** A total privacy loss that may be spent, counted in exact decimals. */
export class Budget {
    constructor(epsilon: number);
    static fromBytes(bytes: Uint8Array): Budget;
    /**
     * Spends epsilon, which counts as the shortest decimal that converts to this double. Returns
     * the epsilon to release with: the largest double that does not exceed the decimal. Nothing
     * spent is ever given back.
     */
    spend(epsilon: number): number;
    change(epsilon: number): void;
    /** Raises the amount spent to epsilon, unless at least as much is spent already. */
    raiseSpent(epsilon: number): void;
    get left(): number;
    /** What was spent, exactly, as a decimal. */
    get spent(): string;
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
 * Calls body and returns its result. While the first element of the flag is not 0, long
 * computations of body throw INDP_E_STOPPED. The flag must be in shared memory, so that another
 * thread can set it.
 */
export function stopWhen<T>(flag: Int32Array, body: () => T): T;
