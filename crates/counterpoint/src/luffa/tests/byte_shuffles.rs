//! Checks permutations of the bytes of a vector, on every tier whose vectors Luffa permutes.

use crate::cpu::Tier;
use crate::luffa::byte_shuffles::{Permutation, inverse};
use crate::vector::Bytes;

/// A permutation that swaps bytes between two groups.
#[cfg(target_arch = "x86_64")]
const TWO_GROUPS: [u8; 32] = {
    let mut from = [0; 32];
    let mut n = 0;
    while n < 32 {
        from[n] = ((13 * n + 7) % 32) as u8;
        n += 1;
    }
    from
};

/// A permutation within each of two groups.
const ONE_GROUP: [u8; 32] = {
    let mut from = [0; 32];
    let mut n = 0;
    while n < 32 {
        from[n] = (n / 16 * 16 + (5 * n + 3) % 16) as u8;
        n += 1;
    }
    from
};

/// Permutes distinct bytes, and permutes them back.
fn check<V: Bytes>(tier: Option<V::Tier>, from: [u8; 32]) {
    let Some(tier) = tier else { return };
    let groups: [[u8; 16]; 2] = core::array::from_fn(|g| core::array::from_fn(|n| (67 * (16 * g + n)) as u8));
    let permuted = Permutation::new(from).apply(V::load(tier, &groups[..V::GROUPS]));
    let stored = |vector: V| {
        let mut groups = [[0; 16]; 2];
        vector.store(&mut groups[..V::GROUPS]);
        groups[..V::GROUPS].concat()
    };
    let expected: std::vec::Vec<u8> =
        from[..16 * V::GROUPS].iter().map(|&n| groups.as_flattened()[usize::from(n)]).collect();
    assert_eq!(stored(permuted), expected, "{}", core::any::type_name::<V>());
    let back = Permutation::new(inverse(from)).apply(permuted);
    assert_eq!(stored(back), groups[..V::GROUPS].concat(), "{}", core::any::type_name::<V>());
}

#[test]
#[cfg(target_arch = "x86_64")]
fn x86_64() {
    use crate::cpu::{Avx2, Avx512, Ssse3};
    use crate::vector::x86_64::{Xmm, Ymm};
    check::<Xmm<Ssse3, 32>>(Ssse3::detect(), ONE_GROUP);
    check::<Ymm<Avx2, 64>>(Avx2::detect(), ONE_GROUP);
    check::<Ymm<Avx2, 64>>(Avx2::detect(), TWO_GROUPS);
    check::<Ymm<Avx512, 64>>(Avx512::detect(), TWO_GROUPS);
}

#[test]
#[cfg(target_arch = "aarch64")]
fn aarch64() {
    use crate::cpu::Neon;
    use crate::vector::aarch64::Q;
    check::<Q<Neon, 32>>(Neon::detect(), ONE_GROUP);
}

#[test]
#[cfg(simd128)]
fn wasm32() {
    use crate::cpu::Simd128;
    use crate::vector::wasm32::V128;
    check::<V128<Simd128, 32>>(Simd128::detect(), ONE_GROUP);
}
