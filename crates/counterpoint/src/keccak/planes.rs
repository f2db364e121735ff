//! One state with a plane in each 512-bit register: lane (x, y) is lane x of register y, and three lanes of each
//! register are unused.
//!
//! A round has few operations, but many of them move lanes across a register: each of these takes several cycles, and
//! they must wait for each other. This technique is therefore only for comparison with [`pairs`](super::pairs), where
//! lanes stay in place.
//!
//! pi takes lane (x, y) of the result from plane x. Permuting each plane within its register therefore leaves sheet x
//! in register x: the five lanes with this x, with lane (x, y) as lane y of the register. Chi is the same for sheets as
//! for single lanes. At the end of the round, the matrix of 5 by 5 lanes is transposed, which turns sheets into planes.

use super::primitive::KeccakP1600;
use super::spec::{OFFSETS, last_constants};
use crate::cpu::Kernel;
use crate::kernel::Operands;
use crate::list::Technique;
use crate::vector::x86_64::{HasAvx512, Zmm};
use crate::vector::{Bits, Bytes, Lane};
use core::marker::PhantomData;

/// The technique of this file.
pub(super) const TECHNIQUE: Technique = Technique::new("planes", "[FIPS202] 3");

/// A register: a plane, or a sheet between pi and the end of a round.
type Plane<T> = Zmm<T, 64>;

/// Processes one state after the other. Each is loaded into registers before its first block and stored after its last.
pub(super) struct OneInPlanes<T>(PhantomData<T>);

impl<T: HasAvx512> Kernel for OneInPlanes<T> {
    type Tier = T;
    type Primitive = KeccakP1600;

    #[inline(always)]
    fn run(tier: T, operands: Operands<'_, KeccakP1600>) {
        let (rate_bytes, rounds) = operands.parameters.rate_and_rounds();
        let keep = operands.output_bytes.unwrap_or(200);
        let constants = last_constants(24, rounds);
        operands.one_by_one(
            #[inline(always)]
            |state, mut input| {
                let plane = |y: usize| -> Plane<T> {
                    let [k0, k1, k2, k3, k4] = [0, 1, 2, 3, 4].map(|x| state[x + 5 * y]);
                    Lane::load(tier, &[k0, k1, k2, k3, k4, 0, 0, 0])
                };
                let mut a = [plane(0), plane(1), plane(2), plane(3), plane(4)];
                while let Some(([block], _)) = input.next(rate_bytes.max(1)) {
                    let lanes = block.as_chunks().0;
                    let add = |a: Plane<T>, y: usize| {
                        let rest = lanes.get(5 * y..).unwrap_or_default();
                        a.xor(Plane::load_lanes(tier, rest.get(..5).unwrap_or(rest)))
                    };
                    a = [add(a[0], 0), add(a[1], 1), add(a[2], 2), add(a[3], 3), add(a[4], 4)];
                    for &constant in constants {
                        a = round(a, Plane::load_lanes(tier, &[constant.to_le_bytes()]));
                    }
                }
                for (y, (plane, lanes)) in a.into_iter().zip(state.chunks_exact_mut(5)).enumerate() {
                    if 40 * y < keep {
                        let mut values = [0; 8];
                        Lane::store(plane, &mut values);
                        lanes.copy_from_slice(&values[..5]);
                    }
                }
            },
        );
    }
}

/// One round, as straight-line code.
#[inline(always)]
fn round<T: HasAvx512>([a0, a1, a2, a3, a4]: [Plane<T>; 5], constant: Plane<T>) -> [Plane<T>; 5] {
    // theta: the parities of the columns before and after each column.
    let c = a0.eor3(a1, a2).eor3(a3, a4);
    let (before, after) = (c.lanes([4, 0, 1, 2, 3, 5, 6, 7]), c.lanes([1, 2, 3, 4, 0, 5, 6, 7]).rol(1));
    let (a0, a1, a2, a3, a4) = (
        a0.eor3(before, after),
        a1.eor3(before, after),
        a2.eor3(before, after),
        a3.eor3(before, after),
        a4.eor3(before, after),
    );

    // rho and pi: lane y of sheet x is lane x + 3y of plane x.
    let (b0, b1, b2, b3, b4) = (
        a0.rol_each(offsets(0)).lanes([0, 3, 1, 4, 2, 5, 6, 7]),
        a1.rol_each(offsets(1)).lanes([1, 4, 2, 0, 3, 5, 6, 7]),
        a2.rol_each(offsets(2)).lanes([2, 0, 3, 1, 4, 5, 6, 7]),
        a3.rol_each(offsets(3)).lanes([3, 1, 4, 2, 0, 5, 6, 7]),
        a4.rol_each(offsets(4)).lanes([4, 2, 0, 3, 1, 5, 6, 7]),
    );

    // chi of sheets, iota in the first lane.
    let (b0, b1, b2, b3, b4) =
        (b0.chi(b1, b2).xor(constant), b1.chi(b2, b3), b2.chi(b3, b4), b3.chi(b4, b0), b4.chi(b0, b1));

    // Plane y consists of lane y of each sheet: two neighbouring lanes from sheets 0 and 1, interleaved, two from
    // sheets 2 and 3, and one from sheet 4.
    let ((even01, odd01), (even23, odd23)) = (b0.interleave8(b1), b2.interleave8(b3));
    let (low, middle, high) = ([0, 1, 8, 9, 4, 5, 6, 7], [2, 3, 10, 11, 4, 5, 6, 7], [4, 5, 12, 13, 4, 5, 6, 7]);
    let last = |y: i64| [0, 1, 2, 3, 8 + y, 5, 6, 7];
    [
        even01.lanes_of_both(even23, low).lanes_of_both(b4, last(0)),
        odd01.lanes_of_both(odd23, low).lanes_of_both(b4, last(1)),
        even01.lanes_of_both(even23, middle).lanes_of_both(b4, last(2)),
        odd01.lanes_of_both(odd23, middle).lanes_of_both(b4, last(3)),
        even01.lanes_of_both(even23, high).lanes_of_both(b4, last(4)),
    ]
}

/// The offsets of a plane's lanes.
const fn offsets(y: usize) -> [u32; 8] {
    let mut offsets = [0; 8];
    let mut x = 0;
    while x < 5 {
        offsets[x] = OFFSETS[x + 5 * y] % 64;
        x += 1;
    }
    offsets
}
