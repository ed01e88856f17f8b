//! Lists the kinds of aggregates. Code that concerns all kinds is generated from this list.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:literal;)*) => {
        /// The kind of a state: the statistic that it accumulates. The type of the same name is an
        /// [`Aggregate`](super::traits::Aggregate).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $kind = $code,)* }

        impl Kind {
            /// Every kind, in the order of the codes.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// The kind with this code.
            #[inline]
            #[must_use]
            pub const fn of_code(code: u8) -> Option<Kind> {
                // This is a table look-up, since a match would compile to an indirect jump.
                let place = code.wrapping_sub(1) as usize;
                if place < Self::ALL.len() {
                    Some(Self::ALL[place])
                } else {
                    None
                }
            }
        }

        // Codes count from 1 without gaps.
        const _: () = {
            let codes = [$($code),*];
            let mut i = 0;
            while i < codes.len() {
                assert!(codes[i] == i + 1);
                i += 1;
            }
        };

        /// `of_kind!(kind, K => expression)`: the expression with K bound to the type of that kind.
        macro_rules! of_kind {
            ($which:expr, $K:ident => $body:expr) => {
                match $which { $(Kind::$kind => { type $K = $crate::aggregate::$kind; $body })* }
            };
        }
        pub(crate) use of_kind;
    };
}

kinds! {
    /// Number of rows.
    Count = 1;
    /// Sum of clamped values.
    Sum = 2;
    /// Mean of clamped values.
    Mean = 3;
    /// Variance of clamped values.
    Variance = 4;
    /// Standard deviation of clamped values.
    Stddev = 5;
    /// A quantile of clamped values.
    Quantile = 6;
    /// The most common of several public candidates.
    Mode = 7;
    /// Numbers of rows in the cells of a histogram.
    Histogram = 8;
}
