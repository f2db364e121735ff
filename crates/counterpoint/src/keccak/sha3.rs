//! SHA-3, SHAKE and legacy Keccak: a sponge over Keccak-p\[1600\], with different rates and suffixes.
//!
//! \[FIPS202\] 4 to 6. The suffix byte contains the domain bits, lowest first, and the first 1 of the padding.

use crate::algorithm::Algorithm;
use crate::hash::{BlockBuffered, Digester, Extendable, Plain, Xof};

mod sponge_function;

pub(super) use sponge_function::{SpongeFunction, append_bytes};

/// A sponge over Keccak-f\[1600\] with `RATE` bytes of rate, the suffix byte `SUFFIX`, and `DIGEST` bytes of digest.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Keccak<const RATE: usize, const SUFFIX: u8, const DIGEST: usize>;

/// Arguments: the type; its wrapper, `Xof` if the output may have any length; rate, suffix byte, digest bytes; name and
/// aliases.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $type:ident = $wrapper:ident<$rate:literal, $suffix:literal, $digest:literal>, $name:literal, $aliases:expr;
    )+) => {
        $(
            impl Plain for Keccak<$rate, $suffix, $digest> {
                const PLAIN: Self = Self;
            }

            impl SpongeFunction for Keccak<$rate, $suffix, $digest> {
                type Block = [u8; $rate];
                type Tail = [u8; 2 * $rate];
                type Digest = [u8; $digest];
                const NAME: &'static str = $name;

                #[inline]
                fn suffix(&self) -> u8 {
                    $suffix
                }
            }

            impl BlockBuffered for Keccak<$rate, $suffix, $digest> {}
            extendable!($wrapper Keccak<$rate, $suffix, $digest>);

            $(#[$doc])*
            pub type $type = $wrapper<Keccak<$rate, $suffix, $digest>>;
        )+

        /// SHA-3, SHAKE and legacy Keccak by name.
        pub(super) const ALGORITHMS: &[Algorithm] = &[$(
            $type::algorithm("keccak", $aliases),
        )+];
    };
}

/// Functions wrapped in `Xof` have an output of any length.
macro_rules! extendable {
    (Digester $function:ty) => {};
    (Xof $function:ty) => {
        impl Extendable for $function {}
    };
}

functions! {
    // functions: begin, by `cargo xtask generate` from functions.toml
    /// SHA3-224. \[FIPS202\] 6.1.
    Sha3_224 = Digester<144, 0x06, 28>, "sha3-224", &[];
    /// SHA3-256. \[FIPS202\] 6.1.
    ///
    /// ```
    /// assert_eq!(counterpoint::Sha3_256::digest(b"abc")[..4], [0x3a, 0x98, 0x5d, 0xa7]);
    /// ```
    Sha3_256 = Digester<136, 0x06, 32>, "sha3-256", &[];
    /// SHA3-384. \[FIPS202\] 6.1.
    Sha3_384 = Digester<104, 0x06, 48>, "sha3-384", &[];
    /// SHA3-512. \[FIPS202\] 6.1.
    Sha3_512 = Digester<72, 0x06, 64>, "sha3-512", &[];
    /// SHAKE128: 128 bits of security, output of any length. \[FIPS202\] 6.2.
    Shake128 = Xof<168, 0x1f, 32>, "shake128", &[];
    /// SHAKE256: 256 bits of security, output of any length. \[FIPS202\] 6.2.
    Shake256 = Xof<136, 0x1f, 64>, "shake256", &[];
    /// Keccak-224 as it was before SHA-3; not SHA3-224.
    Keccak224 = Digester<144, 0x01, 28>, "keccak224", &[];
    /// Keccak-256 as it was before SHA-3, and as Ethereum uses it; not SHA3-256.
    Keccak256 = Digester<136, 0x01, 32>, "keccak256", &[];
    /// Keccak-384 as it was before SHA-3; not SHA3-384.
    Keccak384 = Digester<104, 0x01, 48>, "keccak384", &[];
    /// Keccak-512 as it was before SHA-3; not SHA3-512.
    Keccak512 = Digester<72, 0x01, 64>, "keccak512", &[];
    // functions: end
}
