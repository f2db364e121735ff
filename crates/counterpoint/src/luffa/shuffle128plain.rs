//! [`shuffle128`](super::shuffle128) with the last rotation of `MixWord` in its place, as in the paper: the perfect
//! shuffle without this library's trick. [Luffa-shuffle] 5.2 and appendix A.
//!
//! A rotation by 1 moves every nibble to the other half of a byte. This takes two shifts, a byte shuffle and a sum; a
//! deferred rotation takes only one shuffle. No machine selects this form; it is here to repeat the paper's
//! measurement.

use super::bit_positions::in_register;
use super::nibbles::{look_up, rol};
use super::round::Round;
use super::shuffle128::{Chain, LOWER, UPPER, absorb};
use super::spec::CONSTANTS;
use super::words::mix_word_without_rol1;
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::{Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("shuffle128plain", "[Luffa-shuffle] 5.2, A");

/// The kernel for vectors `V` of four words of one chain.
pub(super) struct WordsOfOneChain<V, const CHAINS: usize>(PhantomData<V>);

impl<V: Lane + Bytes + 'static, const CHAINS: usize> Kernel for WordsOfOneChain<V, CHAINS> {
    type Tier = V::Tier;
    type Primitive = Round<CHAINS>;

    #[inline(always)]
    fn run(tier: V::Tier, operands: Operands<'_, Round<CHAINS>>) {
        absorb(
            tier,
            operands,
            #[inline(always)]
            |chains: &mut [Chain<V>; CHAINS]| {
                for (j, chain) in chains.iter_mut().enumerate() {
                    *chain = Chain { lower: rol(chain.lower, j as u32), ..*chain };
                }
                for r in 0..8 {
                    for (chain, steps) in chains.iter_mut().zip(&STEPS) {
                        *chain = step(*chain, &steps[r]);
                    }
                }
            },
        );
    }
}

/// One step.
#[inline(always)]
fn step<V: Lane + Bytes>(chain: Chain<V>, [upper, lower]: &[[u8; 16]; 2]) -> Chain<V> {
    let [u, v] = mix_word_without_rol1([look_up(chain.upper, UPPER), look_up(chain.lower, LOWER)], rol);
    let tier = chain.upper.tier();
    Chain { upper: u.xor(V::broadcast(tier, *upper)), lower: rol(v, 1).xor(V::broadcast(tier, *lower)) }
}

/// The constants that each step adds to the upper and the lower words, by chain.
static STEPS: [[[[u8; 16]; 2]; 8]; 5] = {
    let mut steps = [[[[0; 16]; 2]; 8]; 5];
    let mut at = 0;
    while at < 40 {
        let [upper, lower] = CONSTANTS[at / 8][at % 8];
        steps[at / 8][at % 8] = [in_register([upper], 4, 1).to_le_bytes(), in_register([lower], 4, 1).to_le_bytes()];
        at += 1;
    }
    steps
};
