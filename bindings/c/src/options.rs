//! The inputs of a hash function besides the message.

use crate::slices::{self, optional};
use crate::status::Failure;
use core::ffi::{c_char, c_void};
use counterpoint::registry::Options;

/// The inputs of a hash function besides the message, and the implementation. Zero-initialize it: zero and null mean
/// the default.
///
/// ```c
/// cpt_options options = {0};
/// options.key = key;
/// options.key_bytes = sizeof key;
/// ```
#[derive(Clone, Copy)]
#[repr(C)]
pub struct cpt_options {
    /// The secret key of KMAC. For an empty key, pass a pointer that is not null and the length 0.
    pub key: *const c_void,
    /// The length of the key in bytes.
    pub key_bytes: usize,
    /// The customization string of cSHAKE, KMAC, TupleHash, ParallelHash, KT128 and KT256.
    pub customization: *const c_void,
    /// The length of the customization string in bytes.
    pub customization_bytes: usize,
    /// The name of the function built on cSHAKE, reserved for functions defined by NIST.
    pub function_name: *const c_void,
    /// The length of the function name in bytes.
    pub function_name_bytes: usize,
    /// The block length of ParallelHash in bytes.
    pub block_bytes: usize,
    /// The digest length of KMAC, TupleHash and ParallelHash in bytes, which is an input of the digest.
    pub digest_bytes: usize,
    /// The domain byte of TurboSHAKE, 0x01 to 0x7f.
    pub domain: u8,
    /// The name of an implementation, as returned by `cpt_implementation_name`. The default is the fastest
    /// constant-time one.
    pub implementation: *const c_char,
}

impl cpt_options {
    /// Returns the options for the library, and the name of the implementation.
    ///
    /// # Safety
    ///
    /// Each pointer must be null or point to as many bytes as its length states.
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
