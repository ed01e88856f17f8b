//! The kinds of aggregates: the one list from which whatever concerns all of them is made.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $code:literal;)*) => {
        /// What a state accumulates. The type of the same name is an
        /// [`Aggregate`](super::traits::Aggregate).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind { $($(#[$doc])* $kind = $code,)* }

        impl Kind {
            /// Every kind, in the order of the codes.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),*];

            /// The kind of a code.
            #[inline]
            #[must_use]
            pub const fn of_code(code: u8) -> Option<Kind> {
                // A table: a match becomes a jump.
                let place = code.wrapping_sub(1) as usize;
                if place < Self::ALL.len() {
                    Some(Self::ALL[place])
                } else {
                    None
                }
            }
        }

        // Codes are numbered from 1, without a gap.
        const _: () = {
            let codes = [$($code),*];
            let mut i = 0;
            while i < codes.len() {
                assert!(codes[i] == i + 1);
                i += 1;
            }
        };

        /// `of_kind!(kind, K => expression)`: the expression with K the type of that kind.
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
    /// Its square root.
    Stddev = 5;
    /// A quantile of clamped values.
    Quantile = 6;
    /// The most common of public candidates.
    Mode = 7;
}
