//! Permutations, the sponge and the duplex object over lanes of every width, and the ciphers of AES.

use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use crate::valgrind;
use counterpoint::keccak::{self, Duplex, Sponge, Word};
use counterpoint::{Aes128, Aes192, Aes256};

pub(super) const CASES: &[Case] = &[
    Case::new("Sponge, Squeezer", sponges),
    Case::new("Duplex", duplexes),
    Case::new("permutations of Keccak", permutations),
    Case::new("Encryptor: Aes128, Aes192, Aes256", ciphers),
];

/// Rates of a state of `bits` bits: whole lanes, whole bytes, and neither.
fn rates(bits: usize) -> [usize; 3] {
    [bits * 17 / 25, bits / 2 / 8 * 8 + 8, bits / 2 - 1]
}

fn sponge<W: Word>(lane_bits: usize) -> Outcome {
    for rate in rates(25 * lane_bits) {
        let message = secret(3 * rate / 8 + 5);
        let mut output = vec![0; rate / 4 + 3];
        let mut sponge = Sponge::<W>::new(rate, 12)?;
        // From the first byte, then from the middle of a block and of a byte.
        sponge.absorb(&message);
        sponge.absorb(&message[..1]);
        sponge.absorb_bits(&message[..2], 11);
        sponge.absorb(&message);
        sponge.absorb_bits(&message[..1], 5);
        let mut squeezer = sponge.clone().finalize();
        squeezer.squeeze(&mut output);
        squeezer.squeeze_bits(&mut output[..2], 9);
        squeezer.squeeze(&mut output);
        sponge.reset();
    }
    Ok(())
}

fn sponges(_: &mut Verdicts) -> Outcome {
    sponge::<u8>(8)?;
    sponge::<u16>(16)?;
    sponge::<u32>(32)?;
    sponge::<u64>(64)
}

fn duplex<W: Word>(lane_bits: usize) -> Outcome {
    for rate in rates(25 * lane_bits) {
        let input = secret((rate - 2) / 8);
        let mut output = vec![0; rate / 8];
        let mut duplex = Duplex::<W>::new(rate, 12)?;
        duplex.duplexing(&input, &mut output)?;
        duplex.duplexing(&input[..1], &mut output[..3])?;
        duplex.duplexing_bits(&input[..2], 11, &mut output[..2], 13)?;
    }
    Ok(())
}

fn duplexes(_: &mut Verdicts) -> Outcome {
    duplex::<u8>(8)?;
    duplex::<u16>(16)?;
    duplex::<u32>(32)?;
    duplex::<u64>(64)
}

fn permutations(_: &mut Verdicts) -> Outcome {
    macro_rules! permutation {
        ($($lane:ty: $full:ident, $part:ident;)+) => {$({
            let mut states = vec![[0; 25]; 7];
            for lane in states.as_flattened_mut() {
                *lane = <$lane>::from_le_bytes(secret(size_of::<$lane>())[..].try_into()?);
            }
            keccak::$full(&mut states[0]);
            keccak::$part(&mut states[0], 5);
            keccak::permute_many(&mut states, 12);
        })+};
    }
    permutation! {
        u8: f200, p200;
        u16: f400, p400;
        u32: f800, p800;
        u64: f1600, p1600;
    }
    Ok(())
}

fn ciphers(_: &mut Verdicts) -> Outcome {
    macro_rules! cipher {
        ($($type:ident: $bytes:literal;)+) => {$({
            let key = secret($bytes);
            let cipher = $type::new(key[..].try_into()?);
            let mut blocks = vec![[0; 16]; 21];
            valgrind::make_secret(blocks.as_flattened());
            cipher.encrypt_block(&mut blocks[0]);
            cipher.encrypt_blocks(&mut blocks);
            $type::from_round_keys(cipher.round_keys()).encrypt_blocks(&mut blocks);
        })+};
    }
    cipher! {
        Aes128: 16;
        Aes192: 24;
        Aes256: 32;
    }
    Ok(())
}
