//! The inputs of a hash function besides the message.

use crate::slices::{self, optional};
use crate::status::Failure;
use core::ffi::{c_char, c_void};
use counterpoint::registry::Options;

/// The inputs of a hash function besides the message, and the implementation. Fill it with zeros first: zero and null
/// stand for the default.
///
/// ```c
/// cpt_options options = {0};
/// options.key = key;
/// options.key_bytes = sizeof key;
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct cpt_options {
    /// The secret key of KMAC. An empty key is a pointer that is not null with a length of 0.
    pub key: *const c_void,
    /// The length of the key in bytes.
    pub key_bytes: usize,
    /// The customization string of cSHAKE, KMAC, TupleHash, ParallelHash, KT128 and KT256.
    pub customization: *const c_void,
    /// The length of the customization string in bytes.
    pub customization_bytes: usize,
    /// The name of the function that is built on cSHAKE: only functions that NIST defines have one.
    pub function_name: *const c_void,
    /// The length of the function name in bytes.
    pub function_name_bytes: usize,
    /// The length of a block of ParallelHash in bytes.
    pub block_bytes: usize,
    /// The length of the digest of KMAC, TupleHash and ParallelHash in bytes, of which it is a part.
    pub digest_bytes: usize,
    /// The domain byte of TurboSHAKE, 0x01 to 0x7f.
    pub domain: u8,
    /// The name of an implementation, as `cpt_implementation_name` returns it. By default, it is the fastest one that
    /// is in constant time.
    pub implementation: *const c_char,
}

impl cpt_options {
    /// Returns the options as the library takes them, and the name of the implementation.
    ///
    /// # Safety
    ///
    /// Each pointer is null or points to as many bytes as its length says.
    pub(crate) unsafe fn read<'a>(&self) -> Result<(Options<'a>, Option<&'a str>), Failure> {
        // SAFETY: the caller's promise.
        let (key, customization, function_name, implementation) = unsafe {
            (
                optional("key", self.key, self.key_bytes)?,
                optional("customization", self.customization, self.customization_bytes)?,
                optional("function_name", self.function_name, self.function_name_bytes)?,
                slices::implementation(self.implementation)?,
            )
        };
        let options = Options {
            key,
            customization,
            function_name,
            domain: (self.domain != 0).then_some(self.domain),
            block_bytes: (self.block_bytes != 0).then_some(self.block_bytes),
            output_bits: (self.digest_bytes != 0).then(|| (self.digest_bytes as u64).saturating_mul(8)),
            ..Options::default()
        };
        Ok((options, implementation))
    }
}
