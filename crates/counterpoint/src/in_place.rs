//! A value in memory provided by the caller, for programs that do not allocate and for other languages.

use core::mem::{ManuallyDrop, MaybeUninit};
use core::ops::{Deref, DerefMut};

/// A value in memory provided by the caller. Dropping this drops the value, but does not free the memory.
#[derive(Debug)]
pub struct InPlace<'p, T: ?Sized>(&'p mut T);

impl<'p, T> InPlace<'p, T> {
    /// Moves a value into memory, at the first address with its alignment.
    ///
    /// # Panics
    ///
    /// If the value does not fit.
    pub(crate) fn new(memory: &'p mut [MaybeUninit<u8>], value: T) -> Self {
        let unused = memory.as_ptr().align_offset(align_of::<T>());
        let place = memory.get_mut(unused..).and_then(|memory| memory.get_mut(..size_of::<T>()));
        let place = place.expect("the memory is too small for the value").as_mut_ptr().cast::<T>();
        // SAFETY: `place` has the alignment and the size of a `T`, and is borrowed for 'p.
        unsafe {
            place.write(value);
            Self(&mut *place)
        }
    }

    /// Returns the value as a trait object, using the coercion `as_object`.
    pub(crate) fn erased<U: ?Sized>(self, as_object: fn(&'p mut T) -> &'p mut U) -> InPlace<'p, U> {
        let this = ManuallyDrop::new(self);
        // SAFETY: the reference is read once, since `this` is neither used again nor dropped.
        InPlace(as_object(unsafe { core::ptr::read(&this.0) }))
    }
}

impl<T: ?Sized> Drop for InPlace<'_, T> {
    fn drop(&mut self) {
        // SAFETY: the value was written by `new`, and nothing refers to it any more.
        unsafe { core::ptr::drop_in_place(self.0) }
    }
}

impl<T: ?Sized> Deref for InPlace<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: ?Sized> DerefMut for InPlace<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::InPlace;
    use core::cell::Cell;
    use core::mem::MaybeUninit;

    /// Counts its drops.
    #[repr(align(32))]
    struct Counted<'c>(&'c Cell<usize>);

    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() + 1);
        }
    }

    trait Count {
        fn count(&self) -> usize;
    }

    impl Count for Counted<'_> {
        fn count(&self) -> usize {
            self.0.get()
        }
    }

    #[test]
    fn a_value_is_aligned_and_dropped_once() {
        let drops = Cell::new(0);
        let mut memory = [MaybeUninit::uninit(); 64 + 32];
        for unused in 0..32 {
            let value: InPlace<'_, dyn Count> =
                InPlace::new(&mut memory[unused..], Counted(&drops)).erased(|value| value);
            assert_eq!(core::ptr::from_ref(&*value).cast::<u8>().align_offset(32), 0);
            assert_eq!(value.count(), unused);
            drop(value);
            assert_eq!(drops.get(), unused + 1);
        }
    }

    /// 62 bytes are not enough if only 31 of them follow the first address with the value's alignment.
    #[test]
    #[should_panic(expected = "too small")]
    fn a_value_needs_enough_memory() {
        #[repr(align(32))]
        struct Aligned([MaybeUninit<u8>; 64]);
        let drops = Cell::new(0);
        let mut memory = Aligned([MaybeUninit::uninit(); 64]);
        let _ = InPlace::new(&mut memory.0[1..63], Counted(&drops));
    }
}
