//! Defines the error type, which has one variant for each failure status of the C ABI. All texts
//! are static, so that no private value can reach a message.

use std::fmt;

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// Why a call failed. The numbers are the codes of the C ABI and are never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum Error { $($(#[$doc])* $name = $code,)* }

        impl Error {
            /// Every error, in the order of the codes.
            pub const ALL: &'static [Error] = &[$(Error::$name),*];

            /// The message for people. It contains no value and is NUL-terminated for C.
            #[must_use]
            pub const fn c_message(self) -> &'static std::ffi::CStr {
                match self { $(Error::$name => $text,)* }
            }
        }
    };
}

errors! {
    /// A required pointer is NULL.
    Null = 1, c"a required pointer is NULL; pass a valid one";
    /// ε is not a positive finite number, or is outside the range in which a selection can be made.
    Epsilon = 2, c"epsilon must be positive and finite. For a selection it must also be from about 2^-62 to about 2^35 times the sensitivity (utility_sensitivity, or rows_per_person times the sensitivity of one row), and for a minimum or maximum at least about 2^-43 times rows_per_person";
    /// Δ is not a positive finite number.
    Sensitivity = 3, c"sensitivity must be positive and finite";
    /// The bound B is not positive, or integers are released and B is finite but not a multiple of
    /// the grid.
    Bound = 4, c"bound must be positive; for an integer release it must also be infinite or a multiple of the grid";
    /// The grid is not a power of two, or does not suit the kind of release or the bounds lo and
    /// hi.
    Grid = 5, c"grid must be 0 or a power of two. An integer release, such as a count, needs a grid of at least 1. In real arithmetic, set it to 1 or more. In float arithmetic the grid follows from epsilon, and a mean, variance or standard deviation needs one of at least 1, too: if an integer release or one of these is refused, use a smaller epsilon, or real arithmetic. With lo and hi, max(|lo|, |hi|) / grid must be above 1/2 and at most 2^62 (2^31 for a variance or standard deviation). For a mean, variance or standard deviation, lo and hi must not round to the same multiple of the grid";
    /// λ = Δ/ε exceeds the largest double.
    Lambda = 6, c"lambda = sensitivity / epsilon exceeds the largest double; use a larger epsilon or a smaller sensitivity";
    /// The float precision is not an allowed number of bits.
    Precision = 7, c"the float precision must be 0 (real arithmetic), automatic (INDP_PRECISION_AUTO in C), or from 53 to 4096 bits";
    /// The source of random bits failed or is broken, so nothing was released.
    Entropy = 8, c"the source of random bits failed, so nothing was released; check the entropy callback or, without one, the operating system's source";
    /// Memory could not be allocated, so nothing was released.
    NoMemory = 9, c"out of memory, so nothing was released; free some memory and call again";
    /// An internal error occurred, so nothing was released.
    Panic = 10, c"internal error, so nothing was released; please report it";
    /// The length of an array exceeds the address space, or two arrays that must have the same
    /// length have different lengths.
    Length = 11, c"an array is longer than the address space, or two arrays that must have the same length have different lengths; pass the true lengths";
    /// The lower bound of the values is not finite.
    Lo = 12, c"lo must be finite";
    /// The upper bound of the values is not finite.
    Hi = 13, c"hi must be finite";
    /// The lower bound is not below the upper one.
    Range = 14, c"lo must be below hi";
    /// The rows per person (the contribution bound) are 0 or, for a quantile or mode, so many that
    /// the sensitivity exceeds 2^63.
    RowsPerPerson = 15, c"rows_per_person must be at least 1; for a quantile or mode, rows_per_person times the sensitivity of one row must be at most 2^63";
    /// The bytes are not a state of the expected kind and version, or the buffer has the wrong
    /// size.
    State = 16, c"the bytes are not a valid state of the expected kind, version and size; pass a whole state that this version wrote";
    /// Two states differ in kind or parameters.
    StateMismatch = 17, c"only states of the same kind with the same parameters can be merged";
    /// The state was released before.
    Released = 18, c"the state was released before; a state can be released only once";
    /// The state would hold 2^64 rows or more.
    TooManyRows = 19, c"too many rows: a state holds fewer than 2^64 rows";
    /// The self test failed: this build computes wrong results on this machine.
    SelfTest = 20, c"self test failed: this build computes wrong results here, so do not use it";
    /// ε is too small for float arithmetic at this precision.
    FloatEpsilon = 21, c"epsilon must exceed 2^(1-p) in float arithmetic, where p is the float precision in bits; use more bits or real arithmetic";
    /// B does not meet the condition of Claim F1 (float arithmetic).
    FloatBound = 22, c"bound must be from lambda = sensitivity / epsilon to 2^(p-12) lambda in float arithmetic, where p is the float precision in bits. A count, sum, mean, variance or standard deviation sets its own bound: if that is out of range, epsilon, lo or hi is too small or too large. Use more bits, or real arithmetic, which takes any bound";
    /// A grid was chosen for float arithmetic.
    FloatGrid = 23, c"grid must be 0 in float arithmetic, whose only grid is the smallest power of two that is at least lambda; use real arithmetic to choose a grid";
    /// x is 0 or not below 2^y, where x, y and z define η by 2^-η = (x/2^y)^z.
    EtaX = 24, c"x of eta must be positive and below 2^y";
    /// The y that defines η is not from 1 to 63.
    EtaY = 25, c"y of eta must be from 1 to 63";
    /// The z that defines η is 0.
    EtaZ = 26, c"z of eta must be positive";
    /// The sensitivity of the utility is not positive, or exceeds 2^63.
    UtilitySensitivity = 27, c"utility_sensitivity, the sensitivity of the utility, must be positive and at most 2^63";
    /// The smallest utility is not below the largest one.
    UtilityRange = 28, c"utility_min must be below utility_max";
    /// The largest number of outcomes is out of range.
    MaxOutcomes = 29, c"max_outcomes must be from 1 to 2^62, or from 1 to 2^32 for permute-and-flip";
    /// There are more outcomes than the mechanism was made for.
    Outcomes = 30, c"there are more outcomes than max_outcomes; make the mechanism with a larger max_outcomes";
    /// There is no outcome to choose from.
    Empty = 31, c"there is no outcome to choose from; pass at least one";
    /// The minimum number of draws, `min_retries`, is 0.
    MinRetries = 32, c"min_retries must be at least 1";
    /// The caller's utility function failed.
    Utility = 33, c"the utility callback failed, so nothing was released; it must write a utility and set *done to INDP_CALLBACK_OK";
    /// An arithmetic operation that must be exact was not.
    Inexact = 34, c"an operation that must be exact was not, so nothing was released; switch empirical_precision off, and please report it";
    /// Ilvento's algorithm would need a fixed precision of more than 2^17 bits.
    PrecisionReach = 35, c"empirical_precision would need more than 2^17 bits here, which is more than the library supports; switch it off";
    /// In float arithmetic, an integer within the bound may have more bits than a float of this
    /// precision.
    FloatSteps = 36, c"bound must be at most 2^p for an integer release in float arithmetic, where p is the float precision in bits; use more bits (63 always suffice) or real arithmetic";
    /// q is not near an allowed fraction.
    Quantile = 40, c"q must be from 0 to 1, and within 2^-52 of a fraction with a denominator of at most 10,000";
    /// The number of candidates of a quantile is out of range, or lo and hi share one candidate.
    Candidates = 41, c"candidates must be 0, or from 2 to 2^24 + 1; lo and hi must be far enough apart for two candidates. For some bounds, such as -1 and 1, no grid has exactly 2 candidates: use at least 3";
    /// A mode has no candidates, too many or too long ones, or two equal ones.
    Categories = 42, c"there must be from 1 to 2^20 candidates, which are distinct texts or integers of less than 2^31 bytes in all";
    /// The buffer of a state is too short for its rows.
    Capacity = 43, c"the buffer of the state is full; reallocate it to the length from indp_state_room, then call indp_state_resized";
    /// The option grid was set for a release that does not take it.
    UnusedGrid = 44, c"grid does not apply here; this option applies to a count, a sum or the snapping mechanism";
    /// Float arithmetic was chosen for a selection, for the parts of an answer, or for all counts
    /// of a histogram or mode.
    UnusedPrecision = 45, c"float_precision does not apply here; this option applies to counts, sums, means, variances, standard deviations and the snapping mechanism, but not to a release of the parts of an answer, or of all counts of a histogram or mode";
    /// A minimum number of draws was chosen where the exponential mechanism is not used.
    UnusedMinRetries = 46, c"min_retries does not apply here; this option applies only to selections whose option `selection` is the exponential mechanism";
    /// Early exit from scans was chosen for a mechanism that adds noise and therefore has no scans.
    UnusedTiming = 47, c"insecure_timing does not apply here; this option applies to selections, such as a quantile or a mode";
    /// Empirical precision was chosen where the exponential mechanism is not used.
    UnusedEmpirical = 48, c"empirical_precision does not apply here; this option applies only to selections whose option `selection` is the exponential mechanism";
    /// The caller's structure is shorter than this library's.
    StructSize = 49, c"struct_size must be set to the sizeof of the structure in this library's header";
    /// The option `selection` has a value that names no selection mechanism.
    Selection = 50, c"selection must be INDP_SELECTION_DEFAULT, INDP_SELECTION_EXPONENTIAL or INDP_SELECTION_PERMUTE_AND_FLIP";
    /// A selection mechanism was chosen where noise is added, or where the error of a minimum or
    /// maximum is computed.
    UnusedSelection = 51, c"selection does not apply here; this option applies to selections, such as a quantile or a mode. The error of a minimum or maximum is known only for the default selection";
    /// An amount to be spent exceeds what is left of a budget, or the new total of a budget is
    /// below what was spent.
    Budget = 52, c"the budget has less than epsilon left, or its new total is below what was spent, so nothing changed; use a smaller epsilon or a larger total";
    /// There are too few or too many quantiles.
    Quantiles = 53, c"there must be from 1 to 1,000 quantiles";
    /// A histogram has no edges, too many, infinite or NaN ones, or edges that do not ascend.
    Edges = 54, c"edges must be 1 to 2^20 finite numbers in strictly ascending order";
    /// α is not strictly between 0 and 1.
    Alpha = 60, c"alpha must be above 0 and below 1";
    /// The requested error is not positive and finite, or no ε attains it.
    Accuracy = 61, c"r, the requested error, must be positive and finite, and some epsilon must attain it; use a larger r, a finer grid or real arithmetic";
    /// The inputs of an audit are not finite or are more than Δ apart, or the range of an audit is
    /// empty.
    Neighbours = 62, c"the values of an audit must be finite and differ by at most the sensitivity; the range of an audit must not be empty";
    /// An output is too unlikely for an audit to compute its probability.
    AuditReach = 63, c"an output is too unlikely for the audit to compute its probability; audit a more likely output";
    /// A buffer is too short.
    Buffer = 64, c"the buffer is too short; pass a longer one";
    /// The assumed number of rows is 0.
    Rows = 65, c"rows, the assumed number of rows, must be at least 1";
    /// A released answer, or one of its parts, is not finite, or the parts belong to a state of
    /// another kind.
    Answer = 66, c"the answer and its parts must be finite; the parts must be those that a state of the same kind released";
    /// The thread is already inside another call, or this process is a child that was forked during
    /// the call.
    Busy = 70, c"another call of the library is still running, on this thread or with the same object, or the process was forked during a call, so nothing was released; call it after the other call has returned";
    /// The host raised the flag that it registered with `indp_stop_when`.
    Stopped = 71, c"the call was stopped, since the flag of indp_stop_when is not 0; nothing was computed or released. Clear the flag before the next call";
}

impl Error {
    /// The code in the C ABI.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.c_message().to_str().unwrap_or(""))
    }
}

impl std::error::Error for Error {}
