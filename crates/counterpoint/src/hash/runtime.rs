//! A [`Function`] behind the face of [`registry::Hash`](crate::registry::Hash), for programs that choose at run time.

#[cfg(feature = "alloc")]
use super::stream::Message;
use super::{BitOrder, Digester, Extendable, Function, Xof, digest_many_with, list, named};
#[cfg(feature = "alloc")]
use crate::registry::{DigestMany, Hasher, Reader};
use crate::registry::{Hash, Implementation, ImplementationError, Listed};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

/// A function chosen at run time, with what it was given: of fixed digest length, or of extendable output.
pub(crate) struct Face<F, const EXTENDABLE: bool>(pub(crate) F);

impl<F: Function> Digester<F> {
    /// For its face.
    pub(crate) const EXTENDABLE: bool = false;
}

impl<F: Extendable> Xof<F> {
    /// For its face.
    #[cfg_attr(not(feature = "keccak"), allow(dead_code, reason = "no other family has an extendable output"))]
    pub(crate) const EXTENDABLE: bool = true;
}

impl<F: Function, const EXTENDABLE: bool> Face<F, EXTENDABLE> {
    fn digest_all(
        function: &F,
        implementation: Option<&'static Implementation<F::Primitive>>,
        messages: &[&[u8]],
        outputs: &mut [u8],
    ) {
        let bits = function.digest_bits();
        assert_length(F::NAME, EXTENDABLE, bits, messages, outputs);
        digest_many_with(function, implementation, messages, outputs);
        if !EXTENDABLE {
            cut_each(outputs, bits);
        }
    }
}

/// Outputs of fixed length have it.
pub(super) fn assert_length(name: &str, extendable: bool, bits: u64, messages: &[&[u8]], outputs: &[u8]) {
    let bytes = bits.div_ceil(8);
    assert!(extendable || outputs.len() as u64 == messages.len() as u64 * bytes, "{name} has digests of {bytes} bytes");
}

/// Clears, in digests of `bits` bits one behind the other, what of each last byte does not count.
pub(super) fn cut_each(digests: &mut [u8], bits: u64) {
    if !bits.is_multiple_of(8) {
        for digest in digests.chunks_mut(bits.div_ceil(8) as usize) {
            cut(digest, bits);
        }
    }
}

/// Clears what of a digest's last byte does not count: all but the low bits.
fn cut(digest: &mut [u8], bits: u64) {
    if let (Some(last), 1..) = (digest.last_mut(), bits % 8) {
        *last &= (1 << (bits % 8)) - 1;
    }
}

impl<F: Function, const EXTENDABLE: bool> Hash for Face<F, EXTENDABLE> {
    fn digest_bytes(&self) -> usize {
        self.0.digest_bits().div_ceil(8) as usize
    }
    fn extendable(&self) -> bool {
        EXTENDABLE
    }
    fn block_bytes(&self) -> usize {
        F::BLOCK_BYTES
    }
    fn bit_order(&self) -> BitOrder {
        F::BIT_ORDER
    }
    fn implementation(&self, n: usize) -> Option<&'static dyn Listed> {
        list::<F>().all().get(n).map(|i| i as &dyn Listed)
    }
    fn best(&self, messages: usize) -> &'static str {
        list::<F>().best(messages).card().name
    }
    fn digest_many(
        &self,
        implementation: Option<&str>,
        messages: &[&[u8]],
        outputs: &mut [u8],
    ) -> Result<(), ImplementationError> {
        let implementation = implementation.map(named::<F>).transpose()?;
        Self::digest_all(&self.0, implementation, messages, outputs);
        Ok(())
    }
    #[cfg(feature = "alloc")]
    fn prepare(&self, implementation: Option<&str>) -> Result<Box<DigestMany>, ImplementationError> {
        let implementation = implementation.map(named::<F>).transpose()?;
        let function = self.0.clone();
        Ok(Box::new(move |messages, outputs| Self::digest_all(&function, implementation, messages, outputs)))
    }

    #[cfg(feature = "alloc")]
    fn hasher(&self, implementation: Option<&str>) -> Result<Box<dyn Hasher>, ImplementationError> {
        let implementation = match implementation {
            Some(name) => named::<F>(name)?,
            None => list::<F>().best(1),
        };
        let left = if EXTENDABLE { None } else { Some(self.0.digest_bits()) };
        Ok(Box::new(Stream::<F> { message: Message::new(self.0.clone(), implementation), left }))
    }

    #[cfg(feature = "alloc")]
    fn boxed_clone(&self) -> Box<dyn Hash> {
        Box::new(Self(self.0.clone()))
    }
}

/// A message on its way through. It stays in its box from the first byte in to the last one out.
#[cfg(feature = "alloc")]
struct Stream<F: Function> {
    message: Message<F>,
    /// Bits that are left of a digest of fixed length.
    left: Option<u64>,
}

#[cfg(feature = "alloc")]
impl<F: Function> Hasher for Stream<F> {
    fn update(&mut self, data: &[u8]) {
        self.message.update(data);
    }
    fn reset(&mut self) {
        self.message.reset();
    }
    fn boxed_clone(&self) -> Box<dyn Hasher> {
        Box::new(Self { message: self.message.clone(), left: self.left })
    }
    fn finalize(mut self: Box<Self>, last: u8, bits: u32) -> Box<dyn Reader> {
        self.message.end(last, bits);
        self
    }
}

#[cfg(feature = "alloc")]
impl<F: Function> Reader for Stream<F> {
    fn read(&mut self, out: &mut [u8]) {
        read_what_is_left(&mut self.left, out, |out| self.message.read(out));
    }
    fn left_bits(&self) -> Option<u64> {
        self.left
    }
}

/// Reads the next bytes; of a digest of fixed length no more than the bits that are left, then 0.
#[cfg(feature = "alloc")]
pub(super) fn read_what_is_left(left: &mut Option<u64>, out: &mut [u8], read: impl FnOnce(&mut [u8])) {
    let Some(bits) = left else { return read(out) };
    let count = bits.div_ceil(8).min(out.len() as u64);
    let (digest, behind) = out.split_at_mut(count as usize);
    read(digest);
    behind.fill(0);
    if *bits <= 8 * count {
        cut(digest, *bits);
    }
    *bits = bits.saturating_sub(8 * count);
}
