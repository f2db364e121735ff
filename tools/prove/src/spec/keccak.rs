//! Keccak-p. FIPS 202 section 3; the names of the variables are the standard's.

use super::bits::substitute;
use crate::logic::Logic;
use crate::sums::Bit;

/// A state array. FIPS 202 section 3.1.
struct State {
    /// The width of a lane.
    w: usize,
    /// The bits as a string: bit (x, y, z) is number w (5 y + x) + z.
    s: Vec<Bit>,
}

impl State {
    /// Returns the state whose bits are `a(x, y, z)`.
    fn new(w: usize, mut a: impl FnMut(usize, usize, usize) -> Bit) -> Self {
        Self { w, s: (0..25 * w).map(|n| a(n / w % 5, n / w / 5, n % w)).collect() }
    }

    /// Returns bit (x, y, z). The coordinates are taken modulo 5, 5 and w.
    fn at(&self, x: usize, y: usize, z: usize) -> Bit {
        self.s[self.place(x, y, z)]
    }

    fn place(&self, x: usize, y: usize, z: usize) -> usize {
        self.w * (5 * (y % 5) + x % 5) + z % self.w
    }
}

/// Adds a block to the first bits of the state, then permutes. FIPS 202 section 4, step 6.
pub(super) fn absorb(logic: &mut Logic, w: usize, s: &mut [Bit], block: &[Bit], rounds: usize) {
    assert_eq!(block.len() % w, 0, "a block consists of whole lanes");
    for (bit, &added) in s.iter_mut().zip(block) {
        *bit = logic.xor(*bit, added);
    }
    permute(logic, w, s, rounds);
}

/// Keccak-p\[25 w, rounds\]: the last rounds of Keccak-f\[25 w\]. FIPS 202 section 3.3.
pub(super) fn permute(logic: &mut Logic, w: usize, s: &mut [Bit], rounds: usize) {
    let full = 12 + 2 * l(w);
    let mut a = State { w, s: s.to_vec() };
    for i_r in full - rounds..full {
        a = round(logic, &a, i_r);
    }
    s.copy_from_slice(&a.s);
}

/// Returns the binary logarithm of the width.
fn l(w: usize) -> usize {
    w.ilog2() as usize
}

/// Rnd(A, i_r). FIPS 202 section 3.3.
fn round(logic: &mut Logic, a: &State, i_r: usize) -> State {
    let a = theta(logic, a);
    let a = rho(&a);
    let a = pi(&a);
    let a = chi(logic, &a);
    iota(logic, &a, i_r)
}

/// Adds to each bit the parities of two columns. FIPS 202 section 3.2.1.
fn theta(logic: &mut Logic, a: &State) -> State {
    let w = a.w;
    let c: [Vec<Bit>; 5] =
        std::array::from_fn(|x| (0..w).map(|z| logic.total((0..5).map(|y| a.at(x, y, z)))).collect());
    let d: [Vec<Bit>; 5] = std::array::from_fn(|x| {
        (0..w).map(|z| logic.xor(c[(x + 4) % 5][z], c[(x + 1) % 5][(z + w - 1) % w])).collect()
    });
    State::new(w, |x, y, z| logic.xor(a.at(x, y, z), d[x][z]))
}

/// Rotates each lane except (0, 0), by triangular numbers. FIPS 202 section 3.2.2.
fn rho(a: &State) -> State {
    let mut offset = [[0; 5]; 5];
    let (mut x, mut y) = (1, 0);
    for t in 0..24 {
        offset[x][y] = (t + 1) * (t + 2) / 2 % a.w;
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    State::new(a.w, |x, y, z| a.at(x, y, z + a.w - offset[x][y]))
}

/// Rearranges the lanes. FIPS 202 section 3.2.3.
fn pi(a: &State) -> State {
    State::new(a.w, |x, y, z| a.at(x + 3 * y, x, z))
}

/// Replaces each row, the five bits with the same y and z. FIPS 202 section 3.2.4.
fn chi(logic: &mut Logic, a: &State) -> State {
    let table: Vec<u8> = (0..32).map(chi_of_row).collect();
    let mut new = State { w: a.w, s: a.s.clone() };
    for y in 0..5 {
        for z in 0..a.w {
            let row: [Bit; 5] = std::array::from_fn(|x| a.at(x, y, z));
            for (x, bit) in substitute(logic, row, &table).into_iter().enumerate() {
                new.s[a.place(x, y, z)] = bit;
            }
        }
    }
    new
}

/// Returns the image of a row under chi: A'\[x\] = A\[x\] + (A\[x + 1\] + 1) A\[x + 2\]. Bit x of a number is A\[x\].
fn chi_of_row(row: u8) -> u8 {
    let a = |x: usize| row >> (x % 5) & 1;
    (0..5).fold(0, |image, x| image | (a(x) ^ (a(x + 1) ^ 1) & a(x + 2)) << x)
}

/// Adds the round's constant to lane (0, 0). FIPS 202 section 3.2.5.
fn iota(logic: &mut Logic, a: &State, i_r: usize) -> State {
    let mut constant = vec![Bit::ZERO; a.w];
    for j in 0..=l(a.w) {
        constant[(1 << j) - 1] = Bit::constant(rc(j + 7 * i_r));
    }
    State::new(a.w, |x, y, z| if (x, y) == (0, 0) { logic.xor(a.at(0, 0, z), constant[z]) } else { a.at(x, y, z) })
}

/// rc(t), from a shift register of eight bits with feedback. FIPS 202 algorithm 5.
fn rc(t: usize) -> bool {
    let mut r = [true, false, false, false, false, false, false, false, false];
    for _ in 0..t % 255 {
        r.rotate_right(1);
        r[0] = false;
        for n in [0, 4, 5, 6] {
            r[n] ^= r[8];
        }
    }
    r[0]
}
