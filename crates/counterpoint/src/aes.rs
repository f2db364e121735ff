//! AES: the block cipher with keys of 128, 192 and 256 bits, encryption only.
//!
//! \[FIPS197\]. This is a building block and a teaching example: Grøstl and Fugue use its S-box and its field, and
//! each technique for computing them in constant time appears here in its simplest form. It encrypts single blocks,
//! or many blocks independently of each other, and provides no modes of operation. To encrypt messages, use an
//! authenticated mode from another library.
//!
//! The three key lengths share one primitive; they differ in the key schedule and in the number of rounds.

use crate::algorithm::Algorithm;
use crate::cpu::Kernel;
#[cfg(relaxed)]
use crate::cpu::Relaxed;
#[cfg(simd128)]
use crate::cpu::Simd128;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Aesni, Avx, Avx2, Avx512, Gfni, Sse2, Ssse3, Vaes};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{Armaes, Neon};
#[cfg(feature = "std")]
use crate::list::lend_spec_of;
use crate::list::list;
#[cfg(target_arch = "aarch64")]
use crate::vector::aarch64::Q;
#[cfg(simd128)]
use crate::vector::wasm32::V128;
#[cfg(target_arch = "x86_64")]
use crate::vector::x86_64::{Xmm, Ymm, Zmm};
use core::marker::PhantomData;

mod bitslice;
#[cfg(feature = "cipher")]
mod cipher_traits;
mod encryptor;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod key_schedule;
#[cfg(detection)]
mod ni;
mod primitive;
mod spec;
mod technique;
#[cfg(all(test, feature = "std"))]
mod tests;
mod ttable;
#[cfg(vectors)]
mod vperm;

pub use encryptor::{Aes128, Aes192, Aes256, Encryptor};
use primitive::Task;
pub(crate) use primitive::{Aes, Work};
pub use primitive::{BLOCK_BYTES, Block};
pub use spec::{add_round_key, mix_columns, shift_rows, sub_bytes};
use technique::Encrypt;

/// The kernel of a technique.
struct Cipher<C>(PhantomData<C>);

impl<C: Encrypt> Kernel for Cipher<C> {
    type Tier = C::Tier;
    type Primitive = Aes;
    const STATES: usize = C::BLOCKS;

    #[inline(always)]
    fn run(tier: C::Tier, work: Work<'_>) {
        match work.0 {
            Task::ExpandKey { key, round_keys } => key_schedule::expand::<C>(tier, key, round_keys),
            Task::Encrypt { round_keys, blocks } => C::encrypt(tier, round_keys, blocks),
        }
    }
}

list! {
    Aes: {
        Cipher<spec::Spec>, spec::TECHNIQUE;
        in "all-techniques" if always_shuffles: Cipher<bitslice::Planes<u64, 4>>, bitslice::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<bitslice::Planes<Xmm<Sse2, 64>, 8>>, bitslice::TECHNIQUE, from 5;
        #[cfg(target_arch = "aarch64")]
        in "all-techniques": Cipher<bitslice::Planes<Q<Neon, 64>, 8>>, bitslice::TECHNIQUE, from 5;
        in "all-techniques": Cipher<ttable::Columns>, ttable::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Xmm<Ssse3, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(target_arch = "aarch64")]
        Cipher<vperm::Shuffled<Q<Neon, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": Cipher<bitslice::Planes<Ymm<Avx2, 64>, 16>>, bitslice::TECHNIQUE, from 9;
        #[cfg(target_arch = "x86_64")]
        Cipher<vperm::Shuffled<Ymm<Avx2, 8>, 2>>, vperm::TECHNIQUE, from 2;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": Cipher<vperm::Shuffled<Ymm<Gfni, 8>, 2>>, gfni::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        in "all-techniques": Cipher<vperm::Shuffled<Zmm<Avx512, 8>, 4>>, gfni::TECHNIQUE, from 3;
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Xmm<Aesni, 8>, 1, 8>>, ni::TECHNIQUE;
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Xmm<Avx, 8>, 1, 8>>, ni::TECHNIQUE;
        // For up to eight blocks, this is no faster than 128-bit vectors.
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Ymm<Vaes, 8>, 2, 16>>, ni::TECHNIQUE, from 9;
        // For up to sixteen blocks, this is no faster than 256-bit vectors.
        #[cfg(target_arch = "x86_64")]
        Cipher<ni::Rounds<Zmm<Avx512, 8>, 4, 32>>, ni::TECHNIQUE, from 17;
        #[cfg(target_arch = "aarch64")]
        Cipher<ni::Rounds<Q<Armaes, 8>, 1, 8>>, ni::TECHNIQUE;
        // WebAssembly, as measured (benchmarks/wasm32.txt).
        #[cfg(simd128)]
        in "all-techniques" if relaxed: Cipher<vperm::Shuffled<V128<Simd128, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(relaxed)]
        Cipher<vperm::Shuffled<V128<Relaxed, 8>, 1>>, vperm::TECHNIQUE;
        #[cfg(simd128)]
        Cipher<bitslice::Planes<V128<Simd128, 64>, 8>>, bitslice::TECHNIQUE, from 8;
    }
}

/// The family's algorithms by name.
pub(crate) static ALGORITHMS: &[Algorithm] = encryptor::ALGORITHMS;

/// Makes `spec` available by name, as [`crate::registry::lend_spec`] does for all families.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec() {
    lend_spec_of::<Aes>();
}
