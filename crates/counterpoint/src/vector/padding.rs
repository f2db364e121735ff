//! Loads the ends of messages together with what directly follows them in the padding.
//!
//! Where a message ends, the padding begins, so its place differs from message to message. In place of shifting it
//! there, one copy of it is kept in memory between zeros, and loaded from the place that brings it behind the message:
//!
//! ```text
//!   window    0 0 ... 0 0 0 0 s 0 0 0 0 0 ...          s is the suffix
//!   message         | m m m m                          its bytes, and zeros behind them
//!   loaded          | 0 0 0 0 s 0 0 ...
//!   sum             | m m m m s 0 0 ...
//! ```

use super::Bytes;

/// The bytes that follow a message in its block, with 64 zeros before them and behind them.
pub(crate) struct Window([u8; 192]);

impl Window {
    /// Returns the window for a suffix, which is a little-endian integer.
    #[inline(always)]
    pub(crate) fn of(suffix: u64) -> Self {
        let mut window = [0; 192];
        window[64..72].copy_from_slice(&suffix.to_le_bytes());
        Self(window)
    }

    /// Returns bytes `begin` and following of a message's end, of the suffix and of the zeros behind it, as many as a
    /// vector contains.
    #[inline(always)]
    pub(crate) fn load<V: Bytes>(&self, tier: V::Tier, rest: &[u8], begin: usize) -> V {
        let place = (64 + begin).saturating_sub(rest.len()).min(128);
        let padding = self.0.get(place..).unwrap_or_default().as_chunks().0;
        V::load_first(tier, rest.get(begin..).unwrap_or_default()).xor(V::load(tier, padding))
    }
}
