//! The same word of all five chains in a vector of 256 bits, that has eight lanes. [Luffa-shuffle] 5.2.
//!
//! The chains in lanes are [`super::words::chains`], which [`super::words128`] shares for three and four chains.

use super::words::chains::Chains;
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("words256", "[Luffa-shuffle] 5.2");

/// The kernel for five chains in vectors `L`, with the S-box of `S`.
pub(super) type Five<L, S> = Chains<L, S, 5>;
