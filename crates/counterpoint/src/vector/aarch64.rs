//! AArch64: 128-bit vectors, and the tiers with the instructions for them.
//!
//! # Why the methods are safe to call
//!
//! A vector contains its tier's token and can only be made from a token or from another vector. A token exists only on
//! a machine on which `cpu.rs` has found every feature of the tier's list. Each method is implemented for the tiers of
//! a bound (`HasNeon`) or for a single tier, and the list of every such tier contains the features of the method's
//! instructions: [`tier_has`] checks the bound at compile time. Code that has a vector or a token may therefore run
//! the instructions. `SAFETY: the token in self` refers to this argument. Loads and stores require no alignment, and
//! access arrays and slices that are as long as a vector.

#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "the features come with the tier's shell, into which all of this is inlined"
)]

use super::{tier_has, tiers_with};
use crate::cpu::{Armaes, Armsha3, Neon, Tier};

mod armaes;
mod neon;

pub(crate) use neon::Q;

tiers_with!(
    /// Tiers with 128-bit vectors.
    HasNeon, &["neon"]
);

tier_has!(Neon: HasNeon);
tier_has!(Armaes: HasNeon);
tier_has!(Armsha3: HasNeon);
