//! The trait that seals the interfaces to algorithms.

/// Seals the traits of [`crate::algorithm`]: only the library can name this trait, so only it can implement them, and
/// methods can be added to them without breaking other code.
///
/// ```compile_fail,E0277
/// use counterpoint::registry::{BlockCipher, ImplementationError};
///
/// struct Own;
///
/// impl BlockCipher for Own {
///     fn key_bytes(&self) -> usize {
///         16
///     }
///     fn block_bytes(&self) -> usize {
///         16
///     }
///     fn encrypt(&self, _: Option<&str>, _: &[u8], _: &mut [u8]) -> Result<(), ImplementationError> {
///         Ok(())
///     }
/// }
/// ```
pub trait Sealed {}
