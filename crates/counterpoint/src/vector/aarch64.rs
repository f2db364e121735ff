//! AArch64: vectors of 128 bits, and which tier has what they need.
//!
//! A vector holds its tier's token: it can only be made with one, so it proves that its methods may run.

#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "the features come with the tier's shell, into which all of this is inlined"
)]

use super::tiers_with;
use crate::cpu::{Armaes, Armsha3, Neon, Tier};

mod armaes;
mod neon;

pub(crate) use neon::Q;

tiers_with!(
    /// Tiers with 128-bit vectors.
    HasNeon, &["neon"], Neon Armaes Armsha3
);
