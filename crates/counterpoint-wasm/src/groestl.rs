//! The family Grøstl.

crate::fixed::family!(2: 0 Groestl224, 1 Groestl256, 2 Groestl384, 3 Groestl512);

/// Whether calls use more of the stack than those of other families.
const DEEP: bool = true;
