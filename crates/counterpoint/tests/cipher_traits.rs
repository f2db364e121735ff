//! The traits of the crate `cipher` produce the same blocks as our own methods, and the modes built on them produce the
//! known answers.

use cipher::{AlgorithmName, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit, KeySizeUser, StreamCipher};
use counterpoint::{Aes128, Aes192, Aes256, cipher};
use counterpoint_vectors::hex;
use ctr::Ctr128BE;

/// NIST SP 800-38A, F.5: the plaintext and the first counter block of all examples of CTR mode.
const PLAINTEXT: &str = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
                         30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
const COUNTER: &str = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";

#[test]
fn the_mode_ctr() {
    fn check<C>(key: &str, ciphertext: &str)
    where
        C: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + KeyInit,
    {
        let (key, counter) = (hex(key).unwrap(), hex(COUNTER).unwrap());
        let mut buffer = hex(PLAINTEXT).unwrap();
        let cipher = Ctr128BE::<C>::new_from_slices(&key, &counter);
        cipher.unwrap().apply_keystream(&mut buffer);
        assert_eq!(buffer, hex(ciphertext).unwrap());
    }
    check::<Aes128>(
        "2b7e151628aed2a6abf7158809cf4f3c",
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff\
         5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
    );
    check::<Aes256>(
        "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
        "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5\
         2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6",
    );
}

/// Compares CTR mode, at all edges of the blocks that it encrypts in parallel, with blocks encrypted one by one.
#[test]
fn long_messages_by_ctr() {
    let (key, start) = ([7; 24], 0xffff_fff0u128);
    let aes = Aes192::new(&key);
    for length in [1, 15, 16, 17, 31 * 16, 32 * 16 - 1, 32 * 16, 33 * 16 + 5, 100 * 16] {
        let mut buffer = vec![0x5a; length];
        let mut cipher = Ctr128BE::<Aes192>::new(&key.into(), &start.to_be_bytes().into());
        let (head, rest) = buffer.split_at_mut(length / 3);
        cipher.apply_keystream(head);
        cipher.apply_keystream(rest);
        for (counter, block) in (start..).zip(buffer.chunks(16)) {
            let mut keystream = counter.to_be_bytes();
            aes.encrypt_block(&mut keystream);
            assert!(block.iter().zip(keystream).all(|(byte, key)| byte ^ key == 0x5a), "{length} bytes, {counter:x}");
        }
    }
}

/// Checks every method of the trait, in place and from one buffer to another.
#[test]
fn blocks_by_every_method() {
    fn check<C>(own: impl Fn(&[u8], &mut [[u8; 16]]))
    where
        C: BlockCipherEncrypt + BlockSizeUser<BlockSize = cipher::consts::U16> + KeyInit,
    {
        let key: Vec<u8> = (1..).take(C::key_size()).collect();
        let cipher = C::new_from_slice(&key).unwrap();
        assert!(C::new_from_slice(&key[1..]).is_err());
        for count in [0, 1, 2, 31, 32, 33, 100] {
            let plain: Vec<cipher::Block<C>> = (0..count).map(|n| [n as u8; 16].into()).collect();
            let mut expected: Vec<[u8; 16]> = plain.iter().map(|block| block.0).collect();
            own(&key, &mut expected);
            let (mut in_place, mut copied) = (plain.clone(), vec![[0; 16].into(); count]);
            cipher.encrypt_blocks(&mut in_place);
            cipher.encrypt_blocks_b2b(&plain, &mut copied).unwrap();
            assert!(in_place.iter().map(|block| block.0).eq(expected.iter().copied()), "{count} blocks");
            assert_eq!(in_place, copied, "{count} blocks");
            cipher.encrypt_blocks_inout(copied.as_mut_slice().into());
            cipher.encrypt_blocks(&mut in_place);
            assert_eq!(in_place, copied, "{count} blocks, twice");
            for (block, expected) in plain.iter().zip(&expected) {
                let (mut one, mut other) = (*block, [0; 16].into());
                cipher.encrypt_block(&mut one);
                cipher.encrypt_block_b2b(block, &mut other);
                assert_eq!((one.0, other.0), (*expected, *expected));
            }
        }
    }
    check::<Aes128>(|key, blocks| Aes128::new(key.try_into().unwrap()).encrypt_blocks(blocks));
    check::<Aes192>(|key, blocks| Aes192::new(key.try_into().unwrap()).encrypt_blocks(blocks));
    check::<Aes256>(|key, blocks| Aes256::new(key.try_into().unwrap()).encrypt_blocks(blocks));
}

#[test]
fn lengths_and_names() {
    struct Name<A>(std::marker::PhantomData<A>);
    impl<A: AlgorithmName> std::fmt::Display for Name<A> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            A::write_alg_name(f)
        }
    }
    assert_eq!(Name::<Aes192>(std::marker::PhantomData).to_string(), "aes192");
    assert_eq!((Aes128::key_size(), Aes192::key_size(), Aes256::key_size(), Aes256::block_size()), (16, 24, 32, 16));
}
