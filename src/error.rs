//! One error type; one variant per status of the C ABI; static texts only, so that no private value
//! can reach a message.

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

            /// The text for people, without any value in it; NUL-terminated for C.
            #[must_use]
            pub const fn c_message(self) -> &'static std::ffi::CStr {
                match self { $(Error::$name => $text,)* }
            }
        }
    };
}

errors! {
    /// A required pointer is NULL.
    Null = 1, c"a required pointer is NULL";
    /// ε is not a positive finite number.
    Epsilon = 2, c"epsilon must be positive and finite; for a selection from 2^-62 to 2^35 times its sensitivity (rows per person times that of one row)";
    /// Δ is not a positive finite number.
    Sensitivity = 3, c"sensitivity must be positive and finite";
    /// B is not positive, or does not suit the kind of release.
    Bound = 4, c"bound must be positive; for integer releases a multiple of the grid or infinite";
    /// The grid is not a power of two, or does not suit the kind of release.
    Grid = 5, c"grid must be 0 or a power of two; at least 1 for integer releases, at most 2^62 steps in the bounds";
    /// λ = Δ/ε exceeds the largest double.
    Lambda = 6, c"lambda = sensitivity / epsilon exceeds the largest double";
    /// The float precision is not available.
    Precision = 7, c"float precision must be 0 (real arithmetic), INDP_PRECISION_AUTO, or 53 to 4096";
    /// The source of random bits failed or is broken; nothing was released.
    Entropy = 8, c"the source of random bits failed; nothing was released";
    /// Memory could not be had; nothing was released.
    NoMemory = 9, c"out of memory; nothing was released";
    /// An internal error; nothing was released.
    Panic = 10, c"internal error; nothing was released";
    /// An array length exceeds the address space.
    Length = 11, c"array length exceeds the address space";
    /// The lower bound of the values is not finite.
    Lo = 12, c"lo must be finite";
    /// The upper bound of the values is not finite.
    Hi = 13, c"hi must be finite";
    /// The lower bound is not below the upper one.
    Range = 14, c"lo must be below hi";
    /// The rows per person are zero.
    RowsPerPerson = 15, c"rows per person must be at least 1, and times the sensitivity of one row at most 2^63 for a quantile or mode";
    /// The bytes are not a state of this kind and version, or the buffer has the wrong size.
    State = 16, c"not a valid state of this kind, version and size";
    /// Two states differ in kind or parameters.
    StateMismatch = 17, c"states differ in kind or parameters and cannot be merged";
    /// The state was released before.
    Released = 18, c"the state was released before";
    /// The state would hold 2^64 rows or more.
    TooManyRows = 19, c"a state holds fewer than 2^64 rows";
    /// The self test failed: this build computes wrongly on this machine.
    SelfTest = 20, c"self test failed: do not use this library on this machine";
    /// ε is too small for float arithmetic at this precision.
    FloatEpsilon = 21, c"epsilon must exceed 2^(1-p) in float arithmetic at p bits; use more bits or real arithmetic";
    /// B is outside the premise of float arithmetic.
    FloatBound = 22, c"bound must be between lambda and 2^(p-12) lambda in float arithmetic at p bits; use real arithmetic";
    /// A grid was chosen for float arithmetic.
    FloatGrid = 23, c"grid cannot be chosen in float arithmetic; use real arithmetic";
    /// x of η2 is not between 0 and 2^y.
    EtaX = 24, c"x must be positive and below 2^y";
    /// y of η2 is not 1 to 63.
    EtaY = 25, c"y must be 1 to 63";
    /// z of η2 is 0.
    EtaZ = 26, c"z must be positive";
    /// The sensitivity of the utility is 0.
    UtilitySensitivity = 27, c"utility sensitivity must be positive and at most 2^63";
    /// The range of utilities is empty.
    UtilityRange = 28, c"utility_min must be below utility_max";
    /// The largest number of outcomes is out of range.
    MaxOutcomes = 29, c"max_outcomes must be 1 to 2^62, for permute-and-flip 2^32";
    /// More outcomes than the mechanism was made for.
    Outcomes = 30, c"more outcomes than max_outcomes";
    /// No outcome to choose from.
    Empty = 31, c"no outcome to choose from";
    /// The number of draws is 0.
    MinRetries = 32, c"min_retries must be at least 1";
    /// The caller's utility function failed.
    Utility = 33, c"the utility callback failed; nothing was released";
    /// An arithmetic operation was not exact.
    Inexact = 34, c"an operation was not exact; nothing was released";
    /// The note's fixed precision takes more bits than are within reach.
    PrecisionReach = 35, c"the fixed precision is out of reach: switch empirical precision off";
    /// An exact integer may have more digits than floats of this precision.
    FloatSteps = 36, c"bound must be at most 2^p for integer releases in float arithmetic at p bits; use more bits or real arithmetic";
    /// q is no fraction in reach.
    Quantile = 40, c"q must be between 0 and 1, within 2^-52 of a fraction with a denominator of at most 10,000";
    /// The number of candidates of a quantile is out of range.
    Candidates = 41, c"candidates must be 0 or 2 to 2^24 + 1";
    /// The candidates of a mode are not distinct, none or too many.
    Categories = 42, c"candidates must be distinct, 1 to 2^20 of them, with less than 2^31 bytes of text";
    /// The buffer of a state is too short for its rows.
    Capacity = 43, c"the buffer of the state is full: ask indp_state_room, reallocate, tell indp_state_resized";
    /// A grid was chosen where answers have none.
    UnusedGrid = 44, c"the option grid does not apply here: it is for a count, a sum or the snapping mechanism";
    /// Float arithmetic was chosen for a selection.
    UnusedPrecision = 45, c"the option float precision does not apply here: it is for mechanisms that add noise, without their parts";
    /// A number of draws was chosen for noise.
    UnusedMinRetries = 46, c"the option min_retries does not apply here: it is for selections by the exponential mechanism";
    /// Early ends of scans were chosen for noise.
    UnusedTiming = 47, c"the option insecure timing does not apply here: it is for selections";
    /// The note's way of selecting was chosen for noise.
    UnusedEmpirical = 48, c"the option empirical precision does not apply here: it is for selections by the exponential mechanism";
    /// The caller's structure is shorter than the one that is known here.
    StructSize = 49, c"struct_size must be set to the sizeof of the structure";
    /// There is no mechanism of that number.
    Selection = 50, c"selection must be INDP_SELECTION_DEFAULT, INDP_SELECTION_EXPONENTIAL or INDP_SELECTION_PERMUTE_AND_FLIP";
    /// A mechanism that selects was chosen for noise.
    UnusedSelection = 51, c"the option selection does not apply here: it is for selections";
    /// Less is left of a budget than is to be spent.
    Budget = 52, c"the budget has less than epsilon left; nothing was spent";
    /// α is not between 0 and 1.
    Alpha = 60, c"alpha must be between 0 and 1";
    /// The error asked for is not positive and finite, or no ε reaches it.
    Accuracy = 61, c"r must be positive and finite, and within reach of this grid and precision";
    /// Two inputs of an audit are not finite, or more than Δ apart.
    Neighbours = 62, c"values must be finite, and within the sensitivity of each other";
    /// An audit cannot follow probabilities that small.
    AuditReach = 63, c"an output is too unlikely for its probability to be found";
    /// A buffer is too short.
    Buffer = 64, c"the buffer is too short";
    /// The thread is inside another call, or was when its process forked.
    Busy = 70, c"called inside another call of this thread, or the process forked inside this one; nothing was released";
    /// The host's flag is raised.
    Stopped = 71, c"the flag of indp_stop_when is raised; nothing was computed or released";
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
