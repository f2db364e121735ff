//! The peers that every CPU can run and that hash messages one by one.

use super::peer::{Form, Peer, peers};

/// Computes the digest with a type that implements the traits of the crate `digest`.
fn digest<D: sha3::Digest>(message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&D::digest(message));
}

/// Computes the output with a type that implements the extendable-output traits of the crate `digest`.
fn extend<D: Default + sha3::digest::Update + sha3::digest::ExtendableOutput>(message: &[u8], output: &mut [u8]) {
    let mut hasher = D::default();
    hasher.update(message);
    hasher.finalize_xof_into(output);
}

fn tiny(mut hasher: impl tiny_keccak::Hasher, message: &[u8], output: &mut [u8]) {
    hasher.update(message);
    hasher.finalize(output);
}

fn openssl_digest(kind: openssl::hash::MessageDigest, message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&openssl::hash::hash(kind, message).expect("this OpenSSL has it"));
}

fn openssl_xof(kind: openssl::hash::MessageDigest, message: &[u8], output: &mut [u8]) {
    openssl::hash::hash_xof(kind, message, output).expect("this OpenSSL has it");
}

/// Permutes a state of bytes with Keccak-f[1600].
fn permute(message: &[u8], output: &mut [u8]) {
    let mut state = [0; 25];
    for (lane, bytes) in state.iter_mut().zip(message.chunks_exact(8)) {
        *lane = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    }
    keccak::Keccak::new().with_f1600(|f1600| f1600(&mut state));
    for (lane, bytes) in state.iter().zip(output.chunks_exact_mut(8)) {
        bytes.copy_from_slice(&lane.to_le_bytes());
    }
}

peers! {
    PEERS:
    "keccak" "keccak-f1600" "with_f1600" 0 permute;
    "openssl" "sha3-224" "EVP" 28 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_224(), m, o);
    "openssl" "sha3-256" "EVP" 32 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_256(), m, o);
    "openssl" "sha3-384" "EVP" 48 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_384(), m, o);
    "openssl" "sha3-512" "EVP" 64 |m, o| openssl_digest(openssl::hash::MessageDigest::sha3_512(), m, o);
    "openssl" "shake128" "EVP" 32 |m, o| openssl_xof(openssl::hash::MessageDigest::shake_128(), m, o);
    "openssl" "shake256" "EVP" 64 |m, o| openssl_xof(openssl::hash::MessageDigest::shake_256(), m, o);
    "sha3" "sha3-224" "Sha3_224" 28 digest::<sha3::Sha3_224>;
    "sha3" "sha3-256" "Sha3_256" 32 digest::<sha3::Sha3_256>;
    "sha3" "sha3-384" "Sha3_384" 48 digest::<sha3::Sha3_384>;
    "sha3" "sha3-512" "Sha3_512" 64 digest::<sha3::Sha3_512>;
    "sha3" "keccak256" "Keccak256" 32 digest::<sha3::Keccak256>;
    "sha3" "keccak512" "Keccak512" 64 digest::<sha3::Keccak512>;
    "keccak-asm" "sha3-224" "Sha3_224" 28 |m, o| o.copy_from_slice(&keccak_asm::Sha3_224::digest(m));
    "keccak-asm" "sha3-256" "Sha3_256" 32 |m, o| o.copy_from_slice(&keccak_asm::Sha3_256::digest(m));
    "keccak-asm" "sha3-384" "Sha3_384" 48 |m, o| o.copy_from_slice(&keccak_asm::Sha3_384::digest(m));
    "keccak-asm" "sha3-512" "Sha3_512" 64 |m, o| o.copy_from_slice(&keccak_asm::Sha3_512::digest(m));
    "keccak-asm" "keccak224" "Keccak224" 28 |m, o| o.copy_from_slice(&keccak_asm::Keccak224::digest(m));
    "keccak-asm" "keccak256" "Keccak256" 32 |m, o| o.copy_from_slice(&keccak_asm::Keccak256::digest(m));
    "keccak-asm" "keccak384" "Keccak384" 48 |m, o| o.copy_from_slice(&keccak_asm::Keccak384::digest(m));
    "keccak-asm" "keccak512" "Keccak512" 64 |m, o| o.copy_from_slice(&keccak_asm::Keccak512::digest(m));
    "libcrux-sha3" "sha3-224" "portable" 28 |m, o| libcrux_sha3::portable::sha224(o, m);
    "libcrux-sha3" "sha3-256" "portable" 32 |m, o| libcrux_sha3::portable::sha256(o, m);
    "libcrux-sha3" "sha3-384" "portable" 48 |m, o| libcrux_sha3::portable::sha384(o, m);
    "libcrux-sha3" "sha3-512" "portable" 64 |m, o| libcrux_sha3::portable::sha512(o, m);
    "libcrux-sha3" "shake128" "portable" 32 |m, o| libcrux_sha3::portable::shake128(o, m);
    "libcrux-sha3" "shake256" "portable" 64 |m, o| libcrux_sha3::portable::shake256(o, m);
    "shake" "shake128" "Shake128" 32 extend::<shake::Shake128>;
    "shake" "shake256" "Shake256" 64 extend::<shake::Shake256>;
    "turboshake" "turboshake128" "TurboShake128" 32 extend::<turboshake::TurboShake128>;
    "turboshake" "turboshake256" "TurboShake256" 64 extend::<turboshake::TurboShake256>;
    "k12" "kt128" "Kt128" 32 extend::<k12::Kt128>;
    "k12" "kt256" "Kt256" 64 extend::<k12::Kt256>;
    "tiny-keccak" "sha3-256" "Sha3" 32 |m, o| tiny(tiny_keccak::Sha3::v256(), m, o);
    "tiny-keccak" "keccak256" "Keccak" 32 |m, o| tiny(tiny_keccak::Keccak::v256(), m, o);
    "tiny-keccak" "shake128" "Shake" 32 |m, o| tiny(tiny_keccak::Shake::v128(), m, o);
    "tiny-keccak" "kt128" "KangarooTwelve" 32 |m, o| tiny(tiny_keccak::KangarooTwelve::new(b""), m, o);
    "groestl" "groestl224" "Groestl224" 28 digest::<groestl::Groestl224>;
    "groestl" "groestl256" "Groestl256" 32 digest::<groestl::Groestl256>;
    "groestl" "groestl384" "Groestl384" 48 digest::<groestl::Groestl384>;
    "groestl" "groestl512" "Groestl512" 64 digest::<groestl::Groestl512>;
}

peers! {
    REFERENCE_HASHES:
    "openssl" "sha256" "EVP" 32 |m, o| openssl_digest(openssl::hash::MessageDigest::sha256(), m, o);
    "sha2" "sha256" "Sha256" 32 digest::<sha2::Sha256>;
    "blake3" "blake3" "hash" 32 |m, o| o.copy_from_slice(blake3::hash(m).as_bytes());
}

/// Uses the AES instructions if the CPU has them; otherwise the package itself chooses slower code.
#[cfg(target_arch = "x86_64")]
fn groestl_aesni<D: groestl_aesni::Digest>(message: &[u8], output: &mut [u8]) {
    output.copy_from_slice(&D::digest(message));
}

#[cfg(target_arch = "x86_64")]
peers! {
    GROESTL_AESNI:
    "groestl-aesni" "groestl224" "Groestl224" 28 groestl_aesni::<groestl_aesni::Groestl224>;
    "groestl-aesni" "groestl256" "Groestl256" 32 groestl_aesni::<groestl_aesni::Groestl256>;
    "groestl-aesni" "groestl384" "Groestl384" 48 groestl_aesni::<groestl_aesni::Groestl384>;
    "groestl-aesni" "groestl512" "Groestl512" 64 groestl_aesni::<groestl_aesni::Groestl512>;
}
