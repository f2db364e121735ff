//! The rounds of [`vperm`](super::vperm) with GFNI's S-box: S and 2 S take one instruction each, in the ordinary basis
//! of the bytes.
//!
//! Every machine with GFNI also has AES instructions, so this implementation is only for comparison. Grøstl and Fugue
//! use the same S-box, and nothing else of AES.

use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("gfni", "[vperm] 4, [GFNI]");
