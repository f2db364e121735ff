//! The rounds of [`vperm`](super::vperm) with GFNI's S-box: S and 2 S in one instruction each, in the bytes' own basis.
//!
//! Where there is GFNI there are AES instructions too, so this serves to compare; the S-box alone is what Grøstl and Fugue need.

use crate::list::Technique;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("gfni", "[vperm] 4, [GFNI]");
