//! The family Fugue.

crate::fixed::family!(3: 0 Fugue224, 1 Fugue256, 2 Fugue384, 3 Fugue512);

/// Whether calls use more of the stack than those of other families.
const DEEP: bool = true;
