//! Built-in known answers, for tests without other files.
//!
//! They are a selection: small, free to copy, and only for algorithms of the library. Each states its origin, and the
//! SHA-256 of its bytes, which a test checks. The files in `data/` are as their authors wrote them, except for
//! shortened lists of sessions. `cargo xtask generate` adds new files of that folder to the list.

/// A file of known answers that is part of this crate.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name: folder and file.
    pub name: &'static str,
    /// Its author, or how it was computed.
    pub origin: &'static str,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

impl Embedded {
    /// Parses the file.
    ///
    /// # Errors
    ///
    /// None in practice: a test parses every file.
    pub fn parse(&self) -> Result<crate::File, crate::Error> {
        crate::File::parse(self.name, self.bytes)
    }
}

/// Defines the list; a line contains the name, the SHA-256 and the origin of a file.
macro_rules! embedded {
    ($($name:literal $sha256:literal $origin:literal;)+) => {
        /// The files that are part of this crate.
        pub static EMBEDDED: &[Embedded] = &[$(
            Embedded {
                name: $name,
                origin: $origin,
                sha256: $sha256,
                bytes: include_bytes!(concat!("../data/", $name)),
            },
        )+];
    };
}

embedded! {
    "aes/aes128_ecb_cavp.json"
        "af66cb53769e6b3b75f56c0d0e436abbf47d03958670be3c786671842d03a23d"
        "PyPI package cryptography_vectors 50.0.2 ciphers/AES/ECB/*128.rsp (NIST CAVP KAT: GFSbox, KeySbox, \
        VarKey, VarTxt, MMT), encrypt halves";
    "aes/aes128_key_schedule.json"
        "8c874b3bf6e33e1f7240cfe5de39aee5fc3eb1e13dcb60f68c3f46b882db21a5"
        "computed here (first one is FIPS-197 A.1)";
    "aes/aes192_ecb_cavp.json"
        "d34879eee7c1d024562307a12593ec8f159267261bb6c8fc1839f580ac5459cf"
        "PyPI package cryptography_vectors 50.0.2 ciphers/AES/ECB/*192.rsp (NIST CAVP KAT: GFSbox, KeySbox, \
        VarKey and VarTxt (every second), MMT), encrypt halves; FIPS-197 appendix C.2";
    "aes/aes256_ecb_cavp.json"
        "9bfcb2da7ea24be825b5a2c9a87a83ec6f03c4d6a36132bd22353653cd032e41"
        "PyPI package cryptography_vectors 50.0.2 ciphers/AES/ECB/*256.rsp (NIST CAVP KAT: GFSbox, KeySbox, \
        VarKey and VarTxt (every second), MMT), encrypt halves; FIPS-197 appendix C.3";
    "aes/aes_round.json"
        "1ecc0b46a3a660d341852a6e3f2b9dad91b92c214e0d9443328f569050f93f08"
        "computed here with a small AES that reproduces every CAVP case above";
    "fugue/fugue224_extremely_long.json"
        "d7bd77e462ce66a0072a94e4c73dcd04a453d3063fa6fa3b8a19f4bda56fca0d"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "fugue/fugue224_montecarlo.json"
        "f6b850c344c6e2ca3eec3aadb5e1f4309a658bb5d5f554dde8b5ccd9ebafb972"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "fugue/fugue224_pattern_long.json"
        "59aec276092149ffb59423f822f3788ff5cdaa47c636a4418c3a3095f8d894c0"
        "computed here by running sphlib 3.0";
    "fugue/fugue256_extremely_long.json"
        "b77586c4b6f48f3da0c07115c3f8b9188022b2220e4751f44a027970c57bd758"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "fugue/fugue256_long.json"
        "18f18e90f6714b0cb5a9f9ca1f0e6247b007ef741a2d01cfd372ab68fbe4d889"
        "messages of the NIST LongMsgKAT (same for every candidate; taken from damaki/libkeccak), digests \
        computed here by running sphlib 3.0, which agrees with all 2048 official short vectors and with the \
        designers' SUPERCOP code on 304 lengths";
    "fugue/fugue256_montecarlo.json"
        "15b15ad7188b3038f4d00775fc3fdff683214a88c8aceb508348099fea62837a"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "fugue/fugue256_pattern_long.json"
        "ad48e7e5396996993c1521722595db83dec71508de10da7e1cd7199ed630d78a"
        "computed here by running sphlib 3.0";
    "fugue/fugue384_extremely_long.json"
        "8cb987e81ef18d3f16539cfe8f3027ab10381f98f9366ab26fd628c359252ea8"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "fugue/fugue384_montecarlo.json"
        "88d60af639f8d686fc69b605cee016df5018612cf0c03efa3e8bd5c7042e8496"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "fugue/fugue384_pattern_long.json"
        "468eebbcdc2ddc25aa12e2de32ae0b3502e5c4fe9ab4ec6f4094e9aa699dc159"
        "computed here by running sphlib 3.0";
    "fugue/fugue512_extremely_long.json"
        "b227a8019297c43d1a7892d33c83fe349419eea44d67f36ff0f6e183b50fa9d2"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "fugue/fugue512_long.json"
        "0461772bf1d363192bc403391fb7cf61541d337a082f001175746baf72025e55"
        "messages of the NIST LongMsgKAT (same for every candidate; taken from damaki/libkeccak), digests \
        computed here by running sphlib 3.0, which agrees with all 2048 official short vectors and with the \
        designers' SUPERCOP code on 304 lengths";
    "fugue/fugue512_montecarlo.json"
        "e04dc2cd79de2b7140b66000b79ac00756fd3014f037a623a705ea0fb3e8f42b"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "fugue/fugue512_pattern_long.json"
        "4ec4282962fbbda50ac22c316dc4bfbce4fcb2f13135002e776572877bdb0cb8"
        "computed here by running sphlib 3.0";
    "groestl/groestl224_pattern_long.json"
        "773e0ed8c76b3cc58b534dbde8f787c3e7012abd4bbec70cd568e3bd9ddeb57d"
        "computed here by running sphlib 3.0";
    "groestl/groestl256_pattern_long.json"
        "207522aa018ccb163db296c1750679ef43d08dfad42ff04f96a4cb129bc08750"
        "computed here by running sphlib 3.0";
    "groestl/groestl384_pattern_long.json"
        "d22490999a79a610c05908e2b7993f49d11a1e9ba6e7a9000eb2b3dd612fd11b"
        "computed here by running sphlib 3.0";
    "groestl/groestl512_pattern_long.json"
        "6012d1f547f57d9275b18562c6ebdfe981c17c5b373961683a2c949ed6b0252b"
        "computed here by running sphlib 3.0";
    "keccak-p/keccak_p1600_rounds.json"
        "6fe30a1de8f91ccd39eadcf41f642eb76ee22f8425b00bded6b8d3be5962d1ec"
        "computed here with an independent Python reference";
    "keccak-p/keccak_p200_rounds.json"
        "66a0fa98cbdb47c23d3f8b1ff2e595b4d1c3d473f349acd7f75c402f26cf8c52"
        "computed here with an independent Python reference";
    "keccak-p/keccak_p400_rounds.json"
        "8eb59d822df3f6b04a0a2cee76154d52f6338184a1e07acf9be0640a1f159bf9"
        "computed here with an independent Python reference";
    "keccak-p/keccak_p800_rounds.json"
        "f34140a8f3e62d62ebd23b48ddf1a5bb4ab1afb48edec49e7da661ab58b9d45f"
        "computed here with an independent Python reference";
    "keccak/ethereum_keccak256.json"
        "3db545cefba0b7f0884887f41945041ac040d294a6216b304b08c0372799482e"
        "computed here with pycryptodome; the first is the well-known empty hash";
    "keccak/keccak224_pattern_long.json"
        "57ca517d0f556922a5aecf4c2ef81de1a1a576e2f5d13e2d1988007e930cb54d"
        "computed here by running sphlib 3.0";
    "keccak/keccak256_pattern_long.json"
        "83c706100171feeb3dcaa33bc9fa7e340d1e9896c82198f0cfa748b81a147cd0"
        "computed here by running sphlib 3.0";
    "keccak/keccak384_pattern_long.json"
        "8aa2875ae74e81c677e4246acefb8e96ea5bd951e96a9ade5e6812ab98231090"
        "computed here by running sphlib 3.0";
    "keccak/keccak512_pattern_long.json"
        "4c4952623fd0227da1868d57d7e60aed8811b6209d0252062db32acaac1ecd25"
        "computed here by running sphlib 3.0";
    "ketje/ketje_jr.json"
        "e57ef8aae9623cd5986299ec3d624d94e8ced001fcc97524eb85b67d891b3e4a"
        "XKCP before 3dcb0dd, tests/TestVectors, from KeccakTools' Ketjev2-test (CC0), 4 of 7 sessions";
    "ketje/ketje_major.json"
        "004f1262b2a58a7d3825c85748c060f2fdf671aba3732e6ee8303cf4e86ad686"
        "XKCP before 3dcb0dd, tests/TestVectors, from KeccakTools' Ketjev2-test (CC0), 5 of 20 sessions";
    "ketje/ketje_minor.json"
        "8d1a30a6826195e53db564283c4b30defead41410dc4ecb1c66e8091203e9a8a"
        "XKCP before 3dcb0dd, tests/TestVectors, from KeccakTools' Ketjev2-test (CC0), 5 of 17 sessions";
    "ketje/ketje_sr.json"
        "af141d449e4faaa99c22dc2a65dd4120814fd77ca304d5f30617db9cec25c3dc"
        "XKCP before 3dcb0dd, tests/TestVectors, from KeccakTools' Ketjev2-test (CC0), 5 of 22 sessions";
    "keyak/lakekeyak.json"
        "33bd9ccfe228e8f5fefbe893992d3efda9c87a4ef6d2150da9132b2696de2d20"
        "KeccakTools' Keyakv2-test.cpp (CC0), built and run here, 15 of 163 sessions";
    "keyak/lunarkeyak.json"
        "9368370f623f28b2df30eb7d1cb37c8ff512fde306e211df57bf75f9538b1000"
        "KeccakTools' Keyakv2-test.cpp (CC0), built and run here, 15 of 146 sessions";
    "keyak/oceankeyak.json"
        "48188bda2f2b6b05a30d523b3516f78195a01388ffe613bb9309cb4f9ce35aa7"
        "KeccakTools' Keyakv2-test.cpp (CC0), built and run here, 15 of 163 sessions";
    "keyak/riverkeyak.json"
        "9e409e4521d4a365871b4fdc7ec6bdc2bae4228b93f027ae43c242755207cc01"
        "KeccakTools' Keyakv2-test.cpp (CC0), built and run here, 15 of 172 sessions";
    "keyak/seakeyak.json"
        "8cd4dc1f7f7fb1ebd1e0f8e5b69ad839418ff4585760757e550404fde65653e5"
        "KeccakTools' Keyakv2-test.cpp (CC0), built and run here, 16 of 169 sessions";
    "luffa/luffa224_extremely_long.json"
        "2cdc4b6a9ab8806a1d695688df91cda65f28269afafb3bf218d06a6772ba8d28"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "luffa/luffa224_montecarlo.json"
        "46ceb484195853b051f6d880edc3635347590dc0835a6e29de4fdd3257eb85fa"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "luffa/luffa224_pattern_long.json"
        "459b96d3c6aff4b0072e8a22d65c981fbf178dfdd3eb54c9efa9e26f3ec84b34"
        "computed here by running sphlib 3.0";
    "luffa/luffa256_extremely_long.json"
        "708e7f35847c1afef6105cfa5d4c59f1e9f99f39ace514e7d853af9d7c6d7345"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "luffa/luffa256_long.json"
        "563ce0d15503fb953308f3911e4ea9d51ca41ff1c43f3e61896c669cc5413d07"
        "messages of the NIST LongMsgKAT (same for every candidate; taken from damaki/libkeccak), digests \
        computed here by running sphlib 3.0, which agrees with all 2048 official short vectors and with the \
        designers' SUPERCOP code on 304 lengths";
    "luffa/luffa256_montecarlo.json"
        "4c334fdf200a041b61f5844f377dedf5abe946da9bba47a072681a783bc3df65"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "luffa/luffa256_pattern_long.json"
        "48493b6eb21f0415c58e97d70115e85a5fcd03fb91f0d33c38f347a7b2c3dbc6"
        "computed here by running sphlib 3.0";
    "luffa/luffa384_extremely_long.json"
        "126931bb3d435788723864eec815b50a3dbaa0c20d94a85736e2085d1fd08f2d"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "luffa/luffa384_montecarlo.json"
        "7eb9276161abee6bbe719f4b824f7538736a5bd25895e017fdf8884cc9fe1cae"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "luffa/luffa384_pattern_long.json"
        "78d2bfd088e9f1f1d5ec158b3a38b9566c73322f2bd59a202a6f3f7cf386b38e"
        "computed here by running sphlib 3.0";
    "luffa/luffa512_extremely_long.json"
        "4a728ddf8de6439a359eaab21e8f807139d712c03314c18c8096b0b6abb39bc0"
        "NIST ExtremelyLong message, digest computed here by running sphlib 3.0";
    "luffa/luffa512_long.json"
        "78ea6d75d7963106d032f15ef0da0740f628af68757a4ab8ee6bb748a9bbce7b"
        "messages of the NIST LongMsgKAT (same for every candidate; taken from damaki/libkeccak), digests \
        computed here by running sphlib 3.0, which agrees with all 2048 official short vectors and with the \
        designers' SUPERCOP code on 304 lengths";
    "luffa/luffa512_montecarlo.json"
        "27071e5c9653dec45de2f72ed5186c68e12c9e7980cad3df30a05e88c3a6c787"
        "NIST MonteCarlo seed and procedure, digests computed here by running sphlib 3.0";
    "luffa/luffa512_pattern_long.json"
        "f35bac2b8ecfe4c72285bf3839cccbcbbd4265f181e118e44bf70615fa4b53a5"
        "computed here by running sphlib 3.0";
    "sha3/SHA3_224Monte.rsp"
        "d6b61e4fabc9b5f12770b2a6060915086b4f8814ef0ba594bbc1ef56f7a993c3"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_224Monte.rsp";
    "sha3/SHA3_224ShortMsg.rsp"
        "c2c57e8090b270a7ca154602803c8a30859e737ca65729701df02080dd6c75fd"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_224ShortMsg.rsp";
    "sha3/SHA3_256Monte.rsp"
        "0b387d75eb7bb96070007ae570601675d4527f50295f41c9d0fbc6c03ec48ca4"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_256Monte.rsp";
    "sha3/SHA3_256ShortMsg.rsp"
        "e75b1ded16e9862eaaef9ad9b89402b9832f86fe818292634b2e54dc6b3540ff"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_256ShortMsg.rsp";
    "sha3/SHA3_384Monte.rsp"
        "1de2e1a352d4f53412bd2236c39125da802ec3f4f89f65cef1837e7e3ff6a5c9"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_384Monte.rsp";
    "sha3/SHA3_384ShortMsg.rsp"
        "0e15aa35474c85084a0a1682c28ae9d4ebde61daa130ea0b408f51a1e9ec3150"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_384ShortMsg.rsp";
    "sha3/SHA3_512Monte.rsp"
        "2e07ae80620d566a77f4c3cb2d5b465454100b3984e7e661030c942db9804c89"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_512Monte.rsp";
    "sha3/SHA3_512ShortMsg.rsp"
        "f73a39d8091d58c9225cfad8e6d8cfa3e8d67532c7029bf376baef0d0d86d5b6"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_512ShortMsg.rsp";
    "sha3/SHAKE128Monte.rsp"
        "78b0e751fd8c8eb455ec8f98debb2f2c2e39f04f5241850e190326238baf83dc"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHAKE128Monte.rsp";
    "sha3/SHAKE128ShortMsg.rsp"
        "c7384e3f84247d90e6b0af9ac618a968bb65f5dcbe9c2ee7e8a66475c551764b"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHAKE128ShortMsg.rsp";
    "sha3/SHAKE256Monte.rsp"
        "95e5929344f4309e70f16e42620bd393d7a69b3f2577231ff5adcda1b395c6c8"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHAKE256Monte.rsp";
    "sha3/SHAKE256ShortMsg.rsp"
        "a21dd9180a0f0139fa8d4056919f8194ddaca2f36dc5aafa70723682099d64f5"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHAKE256ShortMsg.rsp";
    "sha3/million_a.json"
        "63bc2ca26eada778abc44ea4122c72fa9e1dc7168dbb0cd23b32b4ea1b6a9d33"
        "computed here with CPython hashlib (OpenSSL)";
    "sha3/sha3_256_long.json"
        "d285b7cf604d9e0ecf99e3846586b484f6234ba1bff1a85fc289d867f11ece34"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHA3_256LongMsg.rsp, every fifth entry";
    "sha3/shake128_variable_out.json"
        "b0c9180f0b4fd0a31b1a43f2eabc3d459f164d2cd56819bcf5ee855f50276629"
        "PyPI package cryptography_vectors 50.0.2 (NIST CAVP CAVS 19.0 byte-oriented SHA-3 files, \
        sha3bytetestvectors / shakebytetestvectors) SHAKE128VariableOut.rsp even entries";
    "sp800-185/sp800_185_steps.json"
        "8cb80ee82b6189127ca7879c65eb052cdb18e8a27e14d88f6dd7aeeba261c0ac"
        "computed with XKCP: the digests of keccak-steps.json, and one wrong tag";
    "turboshake-kt/rfc9861.json"
        "0c3ca86e76d85c19854909f4bf4304749fdc33887d2065081706cb3ca1822bfa"
        "RFC 9861 section 5 but for its messages of 24 MB, computed again with an independent reference";
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn every_checksum_is_that_of_the_bytes() {
        for file in EMBEDDED {
            assert_eq!(const_hex::encode(Sha256::digest(file.bytes)), file.sha256, "{}", file.name);
            assert!(!file.origin.is_empty(), "{}", file.name);
        }
    }

    #[test]
    fn the_table_is_what_the_folder_holds() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let mut named: Vec<_> = EMBEDDED.iter().map(|file| folder.join(file.name)).collect();
        named.sort();
        assert_eq!(crate::files(&folder).unwrap(), named);
    }

    #[test]
    fn every_file_is_understood_and_holds_what_it_says() {
        for file in EMBEDDED {
            let parsed = file.parse().unwrap();
            assert!(parsed.records() > 0, "{}", file.name);
            assert!(parsed.declared.is_none_or(|count| count == parsed.records() as u64), "{}", file.name);
            for case in parsed.cases {
                assert!(!matches!(case.body, crate::Body::Other { .. }), "{}: {}", file.name, case.kind());
            }
        }
    }
}
