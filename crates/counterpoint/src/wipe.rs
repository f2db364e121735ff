//! Data that may contain secrets. It is wiped on drop if the feature `zeroize` is enabled.
//!
//! The states, buffers and padded tails of hashers and of one-shot calls are wiped. Registers, values that a kernel
//! spills to the stack, and the copies left behind by moves can't be wiped.

use core::ops::{Deref, DerefMut};

/// Data that can be wiped.
#[cfg(feature = "zeroize")]
pub trait Wipe: zeroize::Zeroize {}
#[cfg(feature = "zeroize")]
impl<T: zeroize::Zeroize> Wipe for T {}

/// Data that can be wiped: every type, while the feature `zeroize` is disabled.
#[cfg(not(feature = "zeroize"))]
pub trait Wipe {}
#[cfg(not(feature = "zeroize"))]
impl<T> Wipe for T {}

/// A value that is wiped when it is dropped.
#[derive(Clone)]
pub(crate) struct Wiped<T: Wipe>(pub(crate) T);

#[cfg(feature = "zeroize")]
impl<T: Wipe> Drop for Wiped<T> {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.0);
    }
}

impl<T: Wipe> Wiped<T> {
    /// Returns a value like this one that is not secret, for places that are overwritten before they are read. Moving
    /// the value itself there could leave a copy behind. Without the feature `zeroize`, this returns the value itself.
    pub(crate) fn blank(like: &T) -> Self
    where
        T: Copy,
    {
        #[cfg_attr(not(feature = "zeroize"), allow(unused_mut, reason = "nothing is wiped"))]
        let mut blank = Self(*like);
        #[cfg(feature = "zeroize")]
        zeroize::Zeroize::zeroize(&mut blank.0);
        blank
    }
}

impl<T: Wipe> Deref for Wiped<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Wipe> DerefMut for Wiped<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
