//! Defines the options of mechanisms and releases. An option that does not apply to a mechanism is
//! refused, not ignored.

use crate::exponential::{Rule, Selection};
use crate::snapping::Precision;
use crate::Error;

/// The options of a release, in addition to its parameters. The defaults suit most uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The exponent e of the output grid 2^e. `None` lets the mechanism choose the grid.
    pub grid: Option<i32>,
    /// The arithmetic of mechanisms that add noise.
    pub precision: Precision,
    /// The selection mechanism. `None` stands for the default of the function that makes the
    /// selection.
    pub rule: Option<Rule>,
    /// The other options of selections.
    pub selection: Selection,
}

impl Options {
    /// Real arithmetic, the mechanism's own grid, and selections whose time hardly depends on the
    /// data.
    pub const DEFAULT: Options = Options {
        grid: None,
        precision: Precision::Real,
        rule: None,
        selection: Selection::DEFAULT,
    };

    /// The grid and the arithmetic, for a mechanism that adds noise.
    ///
    /// # Errors
    /// [`Error::UnusedSelection`], [`Error::UnusedMinRetries`], [`Error::UnusedTiming`],
    /// [`Error::UnusedEmpirical`] if an option of selections was set.
    pub fn of_noise(&self) -> Result<(Option<i32>, Precision), Error> {
        let Selection { min_retries, early_exit, empirical, .. } = self.selection;
        match Selection::DEFAULT {
            _ if self.rule.is_some() => Err(Error::UnusedSelection),
            default if min_retries != default.min_retries => Err(Error::UnusedMinRetries),
            default if early_exit != default.early_exit => Err(Error::UnusedTiming),
            default if empirical != default.empirical => Err(Error::UnusedEmpirical),
            _ => Ok((self.grid, self.precision)),
        }
    }

    /// The options of a selection, which uses the rule `usual` unless another one was chosen.
    ///
    /// # Errors
    /// [`Error::UnusedGrid`], [`Error::UnusedPrecision`] if a grid or a precision was set; the
    /// errors of [`Selection::suits_rule`].
    pub fn of_selection(&self, usual: Rule) -> Result<Selection, Error> {
        self.without_grid()?;
        if self.precision != Precision::Real {
            return Err(Error::UnusedPrecision);
        }
        Selection { rule: self.rule.unwrap_or(usual), ..self.selection }.suits_rule()
    }

    /// Refuses a grid. Answers that are computed from several releases have no grid.
    ///
    /// # Errors
    /// [`Error::UnusedGrid`] if one was chosen.
    pub fn without_grid(&self) -> Result<(), Error> {
        self.grid.map_or(Ok(()), |_| Err(Error::UnusedGrid))
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::DEFAULT
    }
}
