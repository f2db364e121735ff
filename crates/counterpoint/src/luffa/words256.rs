//! The same word of all five chains in a vector of 256 bits; three of its eight lanes remain unused. [Luffa-shuffle]
//! 5.2. A kernel for one message; `words/several.rs` has the one for several.
//!
//! The kernel itself is in [`super::words::chains`], since [`super::words128`] shares it for three and four chains.

use super::words::chains::Chains;
use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("words256", "[Luffa-shuffle] 5.2");

/// The kernel for five chains in vectors `L`.
pub(super) type Five<L> = Chains<L, 5>;
