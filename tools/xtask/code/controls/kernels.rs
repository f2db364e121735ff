//! Functions with and without leaks, for the test of `cargo xtask kernels`, which compiles them like the kernels: AVX2,
//! a stack frame rounded to cache lines, spilled vectors.
//!
//! A name that begins with `clean` promises no findings; other names begin with what must be found.
#![crate_type = "rlib"]

use std::arch::x86_64::*;

/// Like the operands of a hash: states at 0, messages at 16.
#[repr(C)]
pub struct Operands<'a> {
    states: &'a mut [[__m256i; 24]],
    messages: &'a [&'a [u8]],
}

#[repr(align(64))]
struct CacheLine([u8; 1]);

static TABLE: [u64; 256] = {
    let mut table = [1; 256];
    let mut i = 1;
    while i < 256 {
        table[i] = table[i - 1] * 0x5851_f42d % 0xffff_fffb;
        i += 1;
    }
    table
};

/// Makes a function from a closure on a state and its message.
macro_rules! kernels {
    ($($name:ident = $body:expr;)+) => {$(
        #[target_feature(enable = "avx2")]
        #[inline(never)]
        pub fn $name(operands: Operands<'_>) {
            let frame = CacheLine([0]);
            std::hint::black_box(&frame);
            for (state, message) in operands.states.iter_mut().zip(operands.messages) {
                let mut a = *state;
                for block in message.chunks_exact(32) {
                    // SAFETY: a block has 32 bytes.
                    a[0] = _mm256_xor_si256(a[0], unsafe { _mm256_loadu_si256(block.as_ptr().cast()) });
                    for _ in 0..24 {
                        for i in 0..24 {
                            let sum = _mm256_add_epi64(a[(i + 5) % 24], a[(i + 11) % 24]);
                            a[i] = _mm256_xor_si256(_mm256_slli_epi64::<1>(a[i]), sum);
                        }
                    }
                    let body: fn(&mut [__m256i; 24]) = $body;
                    body(&mut a);
                }
                *state = a;
            }
        }
    )+};
}

/// Returns the low word of a vector.
#[inline(always)]
fn word(vector: __m256i) -> u64 {
    // SAFETY: a vector is four words.
    unsafe { std::mem::transmute::<__m256i, [u64; 4]>(vector)[0] }
}

/// Returns a vector filled with this word.
#[inline(always)]
fn splat(word: u64) -> __m256i {
    // SAFETY: a vector is four words.
    unsafe { std::mem::transmute::<[u64; 4], __m256i>([word, word, word, word]) }
}

kernels! {
    clean = |_| ();
    clean_by_counter = |a| {
        let mut words = [0; 24];
        for i in 0..24 {
            words[i] = word(a[i]) ^ TABLE[i];
        }
        for i in 0..24 {
            words[i] ^= words[7 * i % 24];
            a[i] = splat(words[i]);
        }
    };
    address_of_table = |a| a[3] = splat(TABLE[word(a[5]) as usize & 255]);
    address_of_array = |a| {
        let words: [u64; 24] = std::array::from_fn(|i| word(a[i]));
        a[3] = splat(words[word(a[5]) as usize % 16]);
    };
    address_of_store = |a| {
        let mut words = [0u64; 16];
        words[word(a[5]) as usize % 16] = 1;
        for i in 0..16 {
            a[i] = splat(words[i] + word(a[i]));
        }
    };
    branch_on_word = |a| {
        if word(a[5]) == 77 {
            std::hint::black_box(());
            a[3] = splat(1);
        }
    };
    branch_to_return = |a| {
        let mut n = word(a[5]);
        while n & 1 == 1 {
            n = n.rotate_right(1) & std::hint::black_box(n);
        }
        a[3] = splat(n);
    };
    time_of_division = |a| a[3] = splat(word(a[5]) / (word(a[7]) | 1));
}
