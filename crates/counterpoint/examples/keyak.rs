//! A Keyak session: two sides that share a key and a nonce exchange messages, and a forged message is detected.

use counterpoint::LakeKeyak;
use counterpoint::aead::AeadError;
use counterpoint::tag::WrongTag;

pub(crate) fn main() -> Result<(), AeadError> {
    let (key, nonce) = ([0x42; 16], b"used once with this key");
    let (mut alice, start_tag) = LakeKeyak::start_with_tag(&key, nonce, false)?;
    let mut bob = LakeKeyak::start_verified(&key, nonce, false, &start_tag)?;

    for message in ["attack at dawn", "no, at noon"] {
        let mut buffer = message.as_bytes().to_vec();
        let tag = alice.encrypt(b"to Bob", &mut buffer)?;
        println!("{buffer:02x?} {tag:02x?}");
        bob.decrypt(b"to Bob", &mut buffer, &tag)?;
        assert_eq!(buffer, message.as_bytes());
    }

    let mut buffer = *b"bring the treasure";
    let tag = alice.encrypt(b"to Bob", &mut buffer)?;
    buffer[0] ^= 1;
    assert_eq!(bob.decrypt(b"to Bob", &mut buffer, &tag), Err(WrongTag.into()));
    assert_eq!(buffer, [0; 18]);
    println!("{WrongTag}");
    Ok(())
}
