import type { Parts, Settings } from './generated';

/**
 * An integer of 64 bits. As an argument it is a BigInt, or a number that is a safe integer. Results
 * are always BigInts.
 */
export type Integer = bigint | number;

/** Many numbers. A Float64Array is used without copying it where possible. */
export type Numbers = Float64Array | Iterable<number>;

/** Optional settings. A mechanism or release refuses options that do not apply to it. */
export interface Options extends Settings {
    /**
     * Fills the array with random bytes. If it throws, the call that needed the bytes throws the
     * same exception and releases nothing.
     */
    entropy?: ((words: Uint8Array) => void) | undefined;
}

/** The exact state of an aggregate over the rows of one group. It can be released only once. */
export declare abstract class State<S> {
    private readonly kind: S;
    /**
     * Adds the rows of another state with the same parameters. The other state may be this state
     * itself.
     */
    merge(other: S): void;
    /**
     * Throws if merge would refuse the other state: because its kind or parameters differ, or
     * because either state was released. Merges nothing.
     */
    checkCompatible(other: S): void;
    /** The exact number of rows, which is PRIVATE. */
    get rows(): bigint;
    get rowsPerPerson(): bigint;
    /** The number of bytes that toBytes returns. */
    get size(): number;
    /** Serialises the state, unless it was released. The bytes are raw private data. */
    toBytes(): Uint8Array;
}

/** A state with one answer, which is every state but histograms and bounds. */
export declare abstract class Single<S, Answer> extends State<S> {
    /**
     * Throws if the public parameters would make a release fail, or if the state was released
     * before. Releases nothing.
     */
    canRelease(epsilon: number, options?: Options | null): void;
    /**
     * Releases the answer, which is possible only once and costs epsilon. If the call throws, the
     * state can still be released.
     */
    release(epsilon: number, options?: Options | null): Answer;
    releaseValue(epsilon: number, options?: Options | null): Answer;
}

/**
 * An interval that contains the exact answer with probability at least 1 - alpha, where the caller
 * chooses alpha.
 */
export interface Interval {
    readonly low: number;
    readonly high: number;
}

/** States whose error bound does not depend on the number of rows. */
export interface Predicted {
    /**
     * A bound that the error of a release exceeds with probability at most alpha, whatever the rows
     * are. The error of a count, and of each single count of a histogram, is in rows. The error of
     * a quantile is in ranks. The error of a minimum or maximum is the number of rows beyond the
     * answer. The error of a mode is how many fewer rows the answer has than the most common
     * candidate.
     */
    accuracy(epsilon: number, alpha: number, options?: Options | null): number;
    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    epsilonForAccuracy(alpha: number, r: number, options?: Options | null): number;
}

/** Counts and sums. */
export interface Additive<Answer> extends Predicted {
    /**
     * An interval around a released answer. epsilon and options must be those of the release. The
     * interval contains the exact answer with probability at least 1 - alpha. Only the parameters
     * of this state are read.
     */
    interval(answer: Answer, epsilon: number, alpha: number, options?: Options | null): Interval;
}

export interface Rows {
    /**
     * Adds one row. NaN counts as the number in [lo, hi] nearest to 0, except that a histogram
     * counts it in a cell of its own, and that bounds are found without it.
     */
    add(value: number): void;
    /** Adds one row with an integer. A BigInt of 64 bits is not rounded to a double. */
    addInteger(value: Integer): void;
    /** Adds all rows. If it throws, it has added none. */
    addMany(values: Numbers): void;
}

export interface OfNumbers<S> extends Rows {}
export declare abstract class OfNumbers<S> extends Single<S, number> {}

export declare abstract class WithParts<S> extends OfNumbers<S> {
    /**
     * Releases the answer and the noisy sums that it is computed from. This costs no more than the
     * answer alone.
     */
    releaseParts(epsilon: number, options?: Options | null): Parts;
    /**
     * A bound that the error of a release of this many rows exceeds with probability at most alpha,
     * whatever the rows are. The number of rows is an assumption, and must be public.
     */
    accuracy(rows: Integer, epsilon: number, alpha: number, options?: Options | null): number;
    /** The smallest epsilon at which the error exceeds r with probability at most alpha. */
    epsilonForAccuracy(rows: Integer, alpha: number, r: number, options?: Options | null): number;
    /**
     * An interval around a released answer. If the released state had at least one row, the
     * interval contains the exact answer with probability at least 1 - alpha. Only the parameters
     * of this state are read.
     */
    interval(parts: Parts, alpha: number): Interval;
}
