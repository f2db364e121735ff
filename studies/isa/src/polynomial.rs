//! Functions of the bits of a state, as sums of products: the algebraic normal form.
//!
//! Each function has exactly one such form, so two functions are equal if and only if their forms are. A round of
//! Keccak has degree 2: a bit of its result is a sum of some bits and of some products of two bits. So a product here
//! has one or two variables, and larger ones are refused: the proof covers one round at a time.

use crate::value::{Lane, REGISTER_BITS, Register};

/// A function of bits modulo 2.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Polynomial {
    /// The products that add up to the function, in ascending order.
    products: Vec<Product>,
}

/// A product of up to two variables: the numbers of both, of one and [`NONE`], or twice [`NONE`] for the constant 1.
type Product = (u16, u16);

/// No variable.
const NONE: u16 = u16::MAX;

impl Polynomial {
    /// Returns the constant 0 or 1.
    pub fn constant(one: bool) -> Self {
        Self { products: if one { vec![(NONE, NONE)] } else { Vec::new() } }
    }

    /// Returns the variable with this number.
    pub fn variable(number: u16) -> Self {
        Self { products: vec![(number, NONE)] }
    }

    /// Returns the number of products.
    pub fn products(&self) -> usize {
        self.products.len()
    }

    /// Returns 0 or 1, if the function is constant.
    pub fn bit(&self) -> Option<bool> {
        match self.products[..] {
            [] => Some(false),
            [(NONE, NONE)] => Some(true),
            _ => None,
        }
    }

    /// Returns the sum.
    pub fn add(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.products.iter().peekable(), other.products.iter().peekable());
        let mut products = Vec::with_capacity(self.products.len() + other.products.len());
        loop {
            let next = match (a.peek(), b.peek()) {
                // A product in both cancels.
                (Some(x), Some(y)) if x == y => {
                    a.next();
                    b.next();
                    continue;
                }
                (Some(x), Some(y)) if x < y => a.next(),
                (Some(_), None) => a.next(),
                _ => b.next(),
            };
            match next {
                Some(product) => products.push(*product),
                None => return Self { products },
            }
        }
    }

    /// Returns the product.
    ///
    /// # Panics
    ///
    /// If it has a product of more than two variables.
    pub fn multiply(&self, other: &Self) -> Self {
        let pairs = self.products.iter().flat_map(|a| other.products.iter().map(move |b| multiplied(*a, *b)));
        let mut all: Vec<Product> = pairs.collect();
        all.sort_unstable();
        let mut products: Vec<Product> = Vec::with_capacity(all.len());
        for product in all {
            if products.last() == Some(&product) {
                products.pop();
            } else {
                products.push(product);
            }
        }
        Self { products }
    }
}

fn multiplied(a: Product, b: Product) -> Product {
    let mut variables = [a.0, a.1, b.0, b.1];
    variables.sort_unstable();
    let mut product = (NONE, NONE);
    let mut last = NONE;
    for variable in variables {
        if variable == NONE || variable == last {
            continue;
        }
        last = variable;
        match product {
            (NONE, _) => product.0 = variable,
            (_, NONE) => product.1 = variable,
            _ => panic!("a round has degree 2"),
        }
    }
    product
}

/// A lane whose bits are functions, the least significant bit first.
pub type SymbolicLane = Vec<Polynomial>;

impl Lane for SymbolicLane {
    fn constant(width: u32, number: u64) -> Self {
        (0..width).map(|bit| Polynomial::constant(number >> bit & 1 == 1)).collect()
    }
    fn xor(&self, other: &Self) -> Self {
        self.iter().zip(other).map(|(a, b)| a.add(b)).collect()
    }
    fn and_not(&self, mask: &Self) -> Self {
        let one = Polynomial::constant(true);
        self.iter().zip(mask).map(|(a, b)| a.multiply(&b.add(&one))).collect()
    }
    fn rotate_left(&self, width: u32, places: u32) -> Self {
        let mut rotated = self.clone();
        rotated.rotate_right((places % width) as usize);
        rotated
    }
    fn number(&self) -> Option<u64> {
        self.iter().rev().try_fold(0, |number, bit| Some(number << 1 | u64::from(bit.bit()?)))
    }
    fn split(&self, _: u32, part: u32) -> Vec<Self> {
        self.chunks(part as usize).map(<[_]>::to_vec).collect()
    }
    fn join(_: u32, lanes: &[Self]) -> Self {
        lanes.concat()
    }
}

/// A register whose bits are functions, the least significant bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicRegister(Vec<Polynomial>);

impl Register for SymbolicRegister {
    type Lane = SymbolicLane;

    fn lanes(&self, width: u32) -> Vec<SymbolicLane> {
        self.0.chunks(width as usize).map(<[_]>::to_vec).collect()
    }
    fn of_lanes(_: u32, lanes: &[SymbolicLane]) -> Self {
        let bits = lanes.concat();
        assert_eq!(bits.len() as u32, REGISTER_BITS, "lanes fill the register");
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_have_one_form() {
        let [x, y, z] = [0, 1, 2].map(Polynomial::variable);
        let one = Polynomial::constant(true);
        assert_eq!(x.add(&y).add(&x), y);
        assert_eq!(x.multiply(&x), x);
        assert_eq!(x.multiply(&y.add(&z)), z.multiply(&x).add(&y.multiply(&x)));
        assert_eq!(x.add(&one).multiply(&x), Polynomial::constant(false));
        assert_eq!(one.multiply(&x), x);
    }

    #[test]
    #[should_panic(expected = "degree 2")]
    fn products_of_three_variables_are_refused() {
        let [x, y, z] = [0, 1, 2].map(Polynomial::variable);
        let _ = x.multiply(&y).multiply(&z);
    }

    #[test]
    fn lanes_of_functions_are_lanes_of_numbers_where_they_are_constant() {
        let lane = |number| SymbolicLane::constant(16, number);
        let rotated = Lane::rotate_left(&0x8421_u64, 16, 3);
        assert_eq!(lane(0x8421).rotate_left(16, 3).number(), Some(rotated));
        assert_eq!(lane(0xff00).and_not(&lane(0x0ff0)).number(), Some(0xf000));
        assert_eq!(lane(0xff00).xor(&lane(0x0ff0)).number(), Some(0xf0f0));
    }
}
