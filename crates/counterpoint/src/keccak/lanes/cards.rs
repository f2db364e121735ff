//! The entries of the lists.

use super::one::OneByOne;
use crate::keccak::{KeccakP, Word};
use crate::registry::{Card, Implementation};

const CARD: Card = Card {
    name: "lanes-portable",
    technique: "lanes",
    states: 1,
    worth_from: 1,
    constant_time: true,
    table_bytes: 0,
    source: "[FIPS202] 3",
};

/// The entry for plain integers.
pub(in crate::keccak) const fn portable<W: Word>() -> Implementation<KeccakP<W>> {
    Implementation::new::<OneByOne<W>>(CARD)
}

/// Declares entries for lanes of a type.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! entries {
    ($($name:ident: $word:ty, $tier:ident, $kernel:ty, $card:expr;)+) => {$(
        pub(in crate::keccak) const $name: Implementation<KeccakP<$word>> = Implementation::new::<$kernel>($card);
    )+};
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::*;
    use crate::cpu::{Avx2, Avx512};
    use crate::keccak::lanes::narrow::LaneByLane;
    use crate::keccak::lanes::one::OneByOneAs;
    use crate::keccak::lanes::several::SeveralAtOnce;
    use crate::vector::portable::Scalar;
    use crate::vector::x86_64::{Xmm, Ymm, Zmm};

    entries! {
        AVX2: u64, Avx2, OneByOneAs<Scalar<u64, Avx2>>, Card { name: "lanes-avx2", ..CARD };
        AVX512: u64, Avx512, OneByOneAs<Xmm<Avx512, 64>>, Card { name: "lanes-avx512", ..CARD };
        AVX2_X4: u64, Avx2, SeveralAtOnce<Ymm<Avx2, 64>, 4>, Card { name: "lanes-avx2-x4", states: 4, worth_from: 2, ..CARD };
        AVX512_X2: u64, Avx512, SeveralAtOnce<Xmm<Avx512, 64>, 2>, Card { name: "lanes-avx512-x2", states: 2, worth_from: 2, ..CARD };
        AVX512_X4: u64, Avx512, SeveralAtOnce<Ymm<Avx512, 64>, 4>, Card { name: "lanes-avx512-x4", states: 4, worth_from: 3, ..CARD };
        AVX512_X8: u64, Avx512, SeveralAtOnce<Zmm<Avx512, 64>, 8>, Card { name: "lanes-avx512-x8", states: 8, worth_from: 5, ..CARD };

        AVX2_OF_32: u32, Avx2, OneByOneAs<Scalar<u32, Avx2>>, Card { name: "lanes-avx2", ..CARD };
        AVX512_OF_32: u32, Avx512, OneByOneAs<Xmm<Avx512, 32>>, Card { name: "lanes-avx512", ..CARD };
        AVX2_X8: u32, Avx2, LaneByLane<Ymm<Avx2, 32>, 8>, Card { name: "lanes-avx2-x8", states: 8, worth_from: 3, ..CARD };
        AVX512_X16: u32, Avx512, LaneByLane<Zmm<Avx512, 32>, 16>, Card { name: "lanes-avx512-x16", states: 16, worth_from: 3, ..CARD };
        AVX2_X16: u16, Avx2, LaneByLane<Ymm<Avx2, 16>, 16>, Card { name: "lanes-avx2-x16", states: 16, worth_from: 3, ..CARD };
        AVX512_X32: u16, Avx512, LaneByLane<Zmm<Avx512, 16>, 32>, Card { name: "lanes-avx512-x32", states: 32, worth_from: 3, ..CARD };
        AVX2_X32: u8, Avx2, LaneByLane<Ymm<Avx2, 8>, 32>, Card { name: "lanes-avx2-x32", states: 32, worth_from: 3, ..CARD };
        AVX512_X64: u8, Avx512, LaneByLane<Zmm<Avx512, 8>, 64>, Card { name: "lanes-avx512-x64", states: 64, worth_from: 2, ..CARD };
    }
}
#[cfg(target_arch = "x86_64")]
pub(in crate::keccak) use x86_64::*;

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    use crate::cpu::{Armsha3, Neon};
    use crate::keccak::lanes::narrow::LaneByLane;
    use crate::keccak::lanes::one::OneByOneAs;
    use crate::keccak::lanes::several::SeveralAtOnce;
    use crate::vector::aarch64::Q;

    /// From how many messages the SHA-3 instructions are right. Apple's cores have them in every vector pipe. Arm's own have them in
    /// one of two or four, and general registers or plain NEON are faster: there they have to be named.
    const fn sha3_worth_from(messages: usize) -> usize {
        if cfg!(target_vendor = "apple") { messages } else { usize::MAX }
    }

    entries! {
        ARMSHA3: u64, Armsha3, OneByOneAs<Q<Armsha3, 64>>, Card { name: "lanes-armsha3", worth_from: sha3_worth_from(1), ..CARD };
        NEON_X2: u64, Neon, SeveralAtOnce<Q<Neon, 64>, 2>, Card { name: "lanes-neon-x2", states: 2, worth_from: 2, ..CARD };
        ARMSHA3_X2: u64, Armsha3, SeveralAtOnce<Q<Armsha3, 64>, 2>,
            Card { name: "lanes-armsha3-x2", states: 2, worth_from: sha3_worth_from(2), ..CARD };

        NEON_X4: u32, Neon, LaneByLane<Q<Neon, 32>, 4>, Card { name: "lanes-neon-x4", states: 4, worth_from: 3, ..CARD };
        NEON_X8: u16, Neon, LaneByLane<Q<Neon, 16>, 8>, Card { name: "lanes-neon-x8", states: 8, worth_from: 3, ..CARD };
        NEON_X16: u8, Neon, LaneByLane<Q<Neon, 8>, 16>, Card { name: "lanes-neon-x16", states: 16, worth_from: 4, ..CARD };
    }
}
#[cfg(target_arch = "aarch64")]
pub(in crate::keccak) use aarch64::*;
