//! The family Luffa.

crate::fixed::family!(4: 0 Luffa224, 1 Luffa256, 2 Luffa384, 3 Luffa512);

/// Whether calls use more of the stack than those of other families.
const DEEP: bool = true;
