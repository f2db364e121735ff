//! A [`Function`] behind the face of [`registry::Hash`](crate::registry::Hash), for programs that choose at run time.

#[cfg(feature = "alloc")]
use super::stream::{Absorber, Squeezer};
use super::{BitOrder, Bytes, Digester, Extendable, Function, Xof, digest_many_with, list, named};
use crate::registry::{Hash, Implementation, ImplementationError, Listed};
use core::marker::PhantomData;

/// A function chosen at run time: of fixed digest length, or of extendable output.
struct Face<F, const EXTENDABLE: bool>(PhantomData<F>);

impl<F: Function> Digester<F> {
    /// The function chosen at run time.
    pub(crate) const FACE: &'static dyn Hash = &Face::<F, false>(PhantomData);
}

impl<F: Extendable> Xof<F> {
    /// The function chosen at run time.
    pub(crate) const FACE: &'static dyn Hash = &Face::<F, true>(PhantomData);
}

impl<F: Function, const EXTENDABLE: bool> Face<F, EXTENDABLE> {
    fn digest_all(
        implementation: Option<&'static Implementation<F::Primitive>>,
        messages: &[&[u8]],
        outputs: &mut [u8],
    ) {
        assert!(
            EXTENDABLE || outputs.len() == messages.len() * <F::Digest as Bytes>::LEN,
            "{} has digests of {} bytes",
            F::NAME,
            <F::Digest as Bytes>::LEN
        );
        digest_many_with::<F, &[u8]>(implementation, messages, outputs);
    }
}

impl<F: Function, const EXTENDABLE: bool> Hash for Face<F, EXTENDABLE> {
    fn digest_bytes(&self) -> usize {
        <F::Digest as Bytes>::LEN
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
        Self::digest_all(implementation, messages, outputs);
        Ok(())
    }
    #[cfg(feature = "alloc")]
    fn prepare(
        &self,
        implementation: Option<&str>,
    ) -> Result<alloc::boxed::Box<crate::registry::DigestMany>, ImplementationError> {
        let implementation = implementation.map(named::<F>).transpose()?;
        Ok(alloc::boxed::Box::new(move |messages, outputs| Self::digest_all(implementation, messages, outputs)))
    }

    #[cfg(feature = "alloc")]
    fn hasher(
        &self,
        implementation: Option<&str>,
    ) -> Result<alloc::boxed::Box<dyn crate::registry::Hasher>, ImplementationError> {
        let implementation = match implementation {
            Some(name) => named::<F>(name)?,
            None => list::<F>().best(1),
        };
        Ok(alloc::boxed::Box::new(Absorber::<F>::new(implementation)))
    }
}

#[cfg(feature = "alloc")]
impl<F: Function> crate::registry::Hasher for Absorber<F> {
    fn update(&mut self, data: &[u8]) {
        Absorber::update(self, data);
    }
    fn reset(&mut self) {
        Absorber::reset(self);
    }
    fn boxed_clone(&self) -> alloc::boxed::Box<dyn crate::registry::Hasher> {
        alloc::boxed::Box::new(self.clone())
    }
    fn finalize(self: alloc::boxed::Box<Self>, last: u8, bits: u32) -> alloc::boxed::Box<dyn crate::registry::Reader> {
        alloc::boxed::Box::new(self.end(last, bits))
    }
}

#[cfg(feature = "alloc")]
impl<F: Function> crate::registry::Reader for Squeezer<F> {
    fn read(&mut self, out: &mut [u8]) {
        Squeezer::read(self, out);
    }
}
