//! A case of the check: some types, used as their callers use them, and what memcheck may report of it.

use crate::secrets::Verdicts;
use std::error::Error;

/// What a case returns: it fails only where it is written wrongly.
pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// Some types that are used as their callers use them.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// How often a comparison may branch on its verdict, which is public.
    pub(crate) branches: usize,
    /// Whether the documentation promises constant time. What does not promise it has to have a report, or the check
    /// sees nothing.
    pub(crate) constant_time: bool,
    pub(crate) run: fn(&mut Verdicts) -> Outcome,
}

impl Case {
    /// A case in constant time, whose comparisons return their verdict without a branch on it.
    pub(crate) const fn new(name: &'static str, run: fn(&mut Verdicts) -> Outcome) -> Self {
        Self { name, branches: 0, constant_time: true, run }
    }
}
