//! Block ciphers as a user meets them.

mod common;

use common::painted;
use counterpoint::{Aes128, Aes192, Aes256, Algorithm};

#[test]
fn the_default_agrees_with_spec_for_any_number_of_blocks() {
    for algorithm in Algorithm::all() {
        let Some(cipher) = algorithm.as_block_cipher() else { continue };
        let key = painted(cipher.key_bytes());
        for count in 0..=70 {
            let mut blocks = painted(count * cipher.block_bytes());
            let mut expected = blocks.clone();
            cipher.encrypt(Some("spec"), &key, &mut expected).unwrap();
            cipher.encrypt(None, &key, &mut blocks).unwrap();
            assert!(blocks == expected, "{}: {count} blocks by {}", algorithm.name, algorithm.best(count));
        }
    }
}

#[test]
fn the_standards_examples() {
    // [FIPS197] appendix C.
    let key: [u8; 32] = core::array::from_fn(|i| i as u8);
    let plaintext: [u8; 16] = core::array::from_fn(|i| 0x11 * i as u8);
    let hex = |block: [u8; 16]| block.map(|byte| format!("{byte:02x}")).concat();

    let mut block = plaintext;
    Aes128::new(key[..16].try_into().unwrap()).encrypt_block(&mut block);
    assert_eq!(hex(block), "69c4e0d86a7b0430d8cdb78070b4c55a");
    let mut block = plaintext;
    Aes192::new(key[..24].try_into().unwrap()).encrypt_block(&mut block);
    assert_eq!(hex(block), "dda97ca4864cdfe06eaf70a0ec0d7191");
    let mut block = plaintext;
    Aes256::new(&key).encrypt_block(&mut block);
    assert_eq!(hex(block), "8ea2b7ca516745bfeafc49904b496089");
}

#[test]
fn an_expanded_key_does_not_show_itself() {
    assert_eq!(format!("{:?}", Aes192::new(&[0xab; 24])), "Aes192 { .. }");
}
