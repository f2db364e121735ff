//! 32-bit x86 with SSE2: a vector holds two 64-bit words, while a general register holds half a word.
//!
//! The module exists only where the compiler's target guarantees SSE2 (`build.rs`), and any program for such a target
//! may use SSE2 anywhere. Therefore no token is needed. `SAFETY: SSE2` refers to this.

use core::arch::x86::{
    __m128i, _mm_castpd_si128, _mm_castsi128_pd, _mm_loadh_pd, _mm_loadl_epi64, _mm_storeu_si128, _mm_xor_si128,
};

/// Two 64-bit words.
#[derive(Clone, Copy)]
pub(crate) struct Two(__m128i);

impl Two {
    /// Loads the two words.
    #[inline(always)]
    pub(crate) fn load(low: &u64, high: &u64) -> Self {
        // SAFETY: SSE2; the words have 64 bits, and no alignment is required.
        unsafe {
            let low = _mm_castsi128_pd(_mm_loadl_epi64((&raw const *low).cast()));
            Self(_mm_castpd_si128(_mm_loadh_pd(low, (&raw const *high).cast())))
        }
    }
    /// Returns the exclusive or of the two values.
    #[inline(always)]
    pub(crate) fn xor(self, b: Self) -> Self {
        // SAFETY: SSE2.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    /// Returns each word as four 16-bit words, least significant first.
    #[inline(always)]
    pub(crate) fn words(self) -> [[u16; 4]; 2] {
        let mut words = [[0; 4]; 2];
        // SAFETY: SSE2; the array has 128 bits.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) }
        words
    }
}
