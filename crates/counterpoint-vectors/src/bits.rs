//! Strings of bits, given in full or as a rule: messages, keys, customization strings.

use crate::Fault;

/// Which bits of an incomplete last byte belong to the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitOrder {
    /// The most significant ones: the SHA-3 competition.
    Msb,
    /// The least significant ones: FIPS 202.
    Lsb,
}

impl BitOrder {
    /// Moves the `bits` bits of an incomplete last byte from their places in this order to their places in `other`.
    ///
    /// ```
    /// use counterpoint_vectors::BitOrder::{Lsb, Msb};
    ///
    /// assert_eq!(Msb.convert(Lsb, 0b1010_0000, 3), 0b101);
    /// assert_eq!(Lsb.convert(Msb, 0b101, 3), 0b1010_0000);
    /// ```
    pub fn convert(self, other: Self, last: u8, bits: u32) -> u8 {
        match (self, other) {
            (Self::Msb, Self::Lsb) if bits > 0 => last >> (8 - bits),
            (Self::Lsb, Self::Msb) if bits > 0 => last << (8 - bits),
            _ => last,
        }
    }
}

/// A string of bits: a unit of bytes, repeated and cut to a length.
///
/// A string given in full is its own unit. A repeated message of 8 GiB takes no more memory than `abc`.
///
/// ```
/// use counterpoint_vectors::BitString;
///
/// let million = BitString::repeated(b"a".to_vec(), 8_000_000, None);
/// let mut bytes = 0;
/// million.pieces(|piece| bytes += piece.len());
/// assert_eq!(bytes, 1_000_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitString {
    unit: Vec<u8>,
    bits: u64,
    order: Option<BitOrder>,
}

/// The approximate length in bytes of the pieces of a long string.
const PIECE_BYTES: usize = 1 << 16;

impl BitString {
    /// Returns a string of whole bytes.
    pub fn bytes(bytes: Vec<u8>) -> Self {
        Self { bits: 8 * bytes.len() as u64, unit: bytes, order: None }
    }

    /// Returns the first `bits` bits of ceil(bits / 8) bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more or fewer bytes. If `bits` is 0, there may be one byte, which is ignored.
    pub fn cut(field: &str, mut bytes: Vec<u8>, bits: u64, order: Option<BitOrder>) -> Result<Self, Fault> {
        if bits == 0 && bytes.len() <= 1 {
            bytes.clear();
        }
        let (found, wanted) = (bytes.len() as u64, bits.div_ceil(8));
        if found != wanted {
            return Err(Fault::Length { field: field.to_owned(), found, wanted });
        }
        Ok(Self { unit: bytes, bits, order })
    }

    /// Returns the first `bits` bits of a repeated unit.
    ///
    /// # Panics
    ///
    /// Panics if the unit is empty and `bits` is not 0.
    pub fn repeated(unit: Vec<u8>, bits: u64, order: Option<BitOrder>) -> Self {
        assert!(bits == 0 || !unit.is_empty(), "an empty unit can't be repeated");
        Self { unit, bits, order }
    }

    /// Returns the length in bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Returns the length in bytes, including an incomplete last byte.
    pub fn byte_length(&self) -> u64 {
        self.bits.div_ceil(8)
    }

    /// Returns which bits of an incomplete last byte belong to the string, if the file states this.
    pub fn order(&self) -> Option<BitOrder> {
        self.order
    }

    /// Returns the string if it is given in full, in whole bytes.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        (self.bits == 8 * self.unit.len() as u64).then_some(&self.unit)
    }

    /// Passes the whole bytes to `piece`, in pieces. Returns the incomplete last byte and its number of bits.
    pub fn pieces(&self, mut piece: impl FnMut(&[u8])) -> (u8, u32) {
        let whole = self.bits / 8;
        let rest = (self.bits % 8) as u32;
        if self.byte_length() <= self.unit.len() as u64 {
            let (bytes, last) = self.unit.split_at(whole as usize);
            if whole > 0 {
                piece(bytes);
            }
            return (if rest > 0 { last[0] } else { 0 }, rest);
        }
        let block = self.unit.repeat(PIECE_BYTES.div_ceil(self.unit.len()));
        let mut left = whole;
        while left >= block.len() as u64 {
            piece(&block);
            left -= block.len() as u64;
        }
        if left > 0 {
            piece(&block[..left as usize]);
        }
        (if rest > 0 { block[left as usize % block.len()] } else { 0 }, rest)
    }

    /// Returns the whole string in one piece. An incomplete byte comes last.
    pub fn to_vec(&self) -> Vec<u8> {
        let mut all = Vec::new();
        let (last, bits) = self.pieces(|piece| all.extend_from_slice(piece));
        if bits > 0 {
            all.push(last);
        }
        all
    }
}

/// Concatenates copies of a string of `bits` bits until they fill whole bytes.
pub(crate) fn whole_bytes(bytes: &[u8], bits: u64, order: BitOrder) -> Vec<u8> {
    let mut copies = 1;
    while !(copies * bits).is_multiple_of(8) {
        copies *= 2;
    }
    let place = |n: u64| match order {
        BitOrder::Lsb => n % 8,
        BitOrder::Msb => 7 - n % 8,
    };
    let mut all = vec![0; (copies * bits / 8) as usize];
    for n in 0..copies * bits {
        let from = n % bits;
        let bit = bytes[(from / 8) as usize] >> place(from) & 1;
        all[(n / 8) as usize] |= bit << place(n);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_cut_anywhere() {
        for length in [0, 1, 250, 251, 252, 65_535, 65_536, 65_537, 200_003] {
            let pattern = BitString::repeated((0..251).collect(), 8 * length, None).to_vec();
            assert_eq!(pattern.len() as u64, length);
            assert!(pattern.iter().enumerate().all(|(i, &byte)| byte == (i % 251) as u8), "{length}");
        }
    }

    #[test]
    fn the_incomplete_byte_comes_last() {
        let string = BitString::repeated(vec![1, 2, 3], 8 * 4 + 3, Some(BitOrder::Lsb));
        assert_eq!(string.to_vec(), [1, 2, 3, 1, 2]);
        assert_eq!(string.pieces(|_| ()), (2, 3));
        let string = BitString::cut("x", vec![7, 0xe0], 11, Some(BitOrder::Msb)).unwrap();
        let mut whole = Vec::new();
        assert_eq!(string.pieces(|piece| whole.extend_from_slice(piece)), (0xe0, 3));
        assert_eq!(whole, [7]);
        assert_eq!(string.as_bytes(), None);
    }

    #[test]
    fn bits_move_between_the_orders() {
        use BitOrder::{Lsb, Msb};
        assert_eq!(Msb.convert(Lsb, 0b1010_0000, 3), 0b101);
        assert_eq!(Lsb.convert(Msb, 0b101, 3), 0b1010_0000);
        assert_eq!(Msb.convert(Lsb, 0xff, 0), 0xff);
        assert_eq!(Lsb.convert(Lsb, 0b101, 3), 0b101);
    }

    #[test]
    fn lengths_must_agree() {
        assert!(BitString::cut("x", vec![0], 0, None).unwrap().as_bytes().unwrap().is_empty());
        assert!(BitString::cut("x", vec![0, 0], 0, None).is_err());
        assert!(BitString::cut("x", vec![0], 9, None).is_err());
        assert!(BitString::cut("x", vec![0, 0], 8, None).is_err());
    }

    #[test]
    fn a_unit_of_some_bits_is_repeated_until_it_fills_bytes() {
        assert_eq!(whole_bytes(&[0b101], 3, BitOrder::Lsb), [0b0110_1101, 0b1101_1011, 0b1011_0110]);
        assert_eq!(whole_bytes(&[0b1010_0000], 3, BitOrder::Msb), [0b1011_0110, 0b1101_1011, 0b0110_1101]);
        assert_eq!(whole_bytes(&[1, 2], 16, BitOrder::Msb), [1, 2]);
    }
}
