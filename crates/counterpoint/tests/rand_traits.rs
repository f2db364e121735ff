//! Extendable outputs as sources of random bytes.

use counterpoint::Shake128;
use counterpoint::rand_core::CryptoRng;

#[test]
fn random_bytes_are_the_output() {
    let mut output = [0; 100];
    Shake128::digest_into("seed", &mut output);
    let mut hasher = Shake128::new();
    hasher.update("seed");
    let mut rng = hasher.finalize();
    check(&mut rng, &output);
}

fn check(rng: &mut impl CryptoRng, output: &[u8; 100]) {
    assert_eq!(rng.next_u32(), u32::from_le_bytes(output[..4].try_into().unwrap()));
    assert_eq!(rng.next_u64(), u64::from_le_bytes(output[4..12].try_into().unwrap()));
    let mut bytes = [0; 87];
    rng.fill_bytes(&mut bytes);
    assert_eq!(bytes, output[12..99]);
    rng.try_fill_bytes(&mut bytes[..1]).unwrap();
    assert_eq!(bytes[0], output[99]);
}
