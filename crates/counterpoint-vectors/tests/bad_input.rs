//! Damaged or wrong files: each error names the file, the place and the field.

use counterpoint_vectors::{EMBEDDED, Error, File};

fn error(text: &str) -> Error {
    match File::parse("folder/name.json", text.as_bytes()) {
        Err(error) => error,
        Ok(file) => panic!("{text} was read as {file:?}"),
    }
}

/// Returns the error message for a file with one good record and this one.
fn of_record(record: &str) -> String {
    let good = r#"{"algorithm": "x", "bits": 8, "message_hex": "61", "digest_hex": "00"}"#;
    let error = error(&format!("{{\"vectors\": [\n{good},\n{record}\n]}}"));
    assert_eq!(error.file, "folder/name.json");
    assert_eq!(error.place.record, Some(2), "{error}");
    error.to_string()
}

#[test]
fn fields_of_a_record() {
    for (record, words) in [
        (
            r#"{"algorithm": "x", "bits": 8, "message_hex": "6", "digest_hex": "00"}"#,
            "`message_hex` is not hexadecimal",
        ),
        (
            r#"{"algorithm": "x", "bits": 8, "message_hex": "6g", "digest_hex": "00"}"#,
            "`message_hex` is not hexadecimal",
        ),
        (
            r#"{"algorithm": "x", "bits": 8, "message_hex": "0x61", "digest_hex": "00"}"#,
            "`message_hex` is not hexadecimal",
        ),
        (
            r#"{"algorithm": "x", "bits": 8, "message_hex": "é1", "digest_hex": "00"}"#,
            "`message_hex` is not hexadecimal",
        ),
        (r#"{"algorithm": "x", "bits": 9, "message_hex": "61", "digest_hex": "00"}"#, "`message_hex` has 1 bytes"),
        (
            r#"{"algorithm": "x", "bits": -1, "message_hex": "61", "digest_hex": "00"}"#,
            "`bits` should be a whole number",
        ),
        (r#"{"algorithm": "x", "bits": 8, "message_hex": 61, "digest_hex": "00"}"#, "`message_hex` should be a string"),
        (r#"{"algorithm": "x", "bits": 8, "message_hex": "61"}"#, "`digest_hex` is missing"),
        (r#"{"algorithm": "x", "bits": 8, "digest_hex": "00"}"#, "`message_hex` is missing"),
        (r#"{"algorithm": "x", "digest_hex": "00"}"#, "`message_hex` is missing"),
        (r#"{"bits": 8, "message_hex": "61", "digest_hex": "00"}"#, "`algorithm` is missing"),
        (r#"{"algorithm": "x", "bits": 8, "message_hex": "61", "digest_hex": ""}"#, "nothing to compare"),
        (r#"{"algorithm": "x", "message_hex": "61", "digest_hex": "00", "out_bits": 9}"#, "`digest_hex` has 1 bytes"),
        (r#"{"algorithm": "x", "repeat": 2, "digest_hex": "00"}"#, "`text` is missing"),
        (
            r#"{"algorithm": "x", "repeat": 18446744073709551615, "text": "ab", "digest_hex": "00"}"#,
            "more than 2^64 bits",
        ),
        (r#"{"algorithm": "x", "length_bytes": 18446744073709551615, "digest_hex": "00"}"#, "more than 2^64 bits"),
        (
            r#"{"algorithm": "x", "large_message": {"content": "1"}, "digest_hex": "00"}"#,
            "`content` is not hexadecimal",
        ),
        (r#"{"algorithm": "x", "large_message": {"content": "11"}, "digest_hex": "00"}"#, "`fullLength` is missing"),
        (r#"{"algorithm": "x", "large_message": 5, "digest_hex": "00"}"#, "`large_message` should be an object"),
        (
            r#"{"algorithm": "x", "rate_bits": 40, "message_hex": "61", "digest_hex": "00"}"#,
            "`capacity_bits` is missing",
        ),
        (
            r#"{"width": 200, "rounds": 18, "input_hex": "00", "output_hex": "00"}"#,
            "`input_hex` has 1 bytes instead of 25",
        ),
        (r#"{"width": 200, "input_hex": "00", "output_hex": "00"}"#, "`rounds` is missing"),
        (r#"{"key_hex": "00", "plaintext_hex": "00", "ciphertext_hex": "00"}"#, "not a whole number of blocks"),
        (r#"{"key_hex": "00", "round_keys_hex": []}"#, "AES keys have 16, 24 or 32"),
        (
            r#"{"algorithm": "x", "key_hex": "00", "wraps": [{"plaintext_hex": "00"}], "nonce_hex": ""}"#,
            "`metadata_hex` is missing",
        ),
        (
            r#"{"algorithm": "x", "key_hex": "00", "wraps": [5], "nonce_hex": ""}"#,
            "`wraps` should be a list of objects",
        ),
        (r#"{"algorithm": "kt128", "message": "ptn(x)", "digest_hex": "00"}"#, "`message` should be"),
        (
            r#"{"algorithm": "kt128", "message": "", "customization": "ptn(41**4)", "digest_hex": "00"}"#,
            "`customization` is longer than 1048576 bytes",
        ),
        (r#"{"algorithm": "x", "tuple_hex": ["00"], "tuple_bits": [], "digest_hex": "00"}"#, "`tuple_bits` should be"),
        (r#"5"#, "invalid type"),
        (r#"{"algorithm": "x", "#, "not JSON"),
    ] {
        let found = of_record(record);
        assert!(found.contains(words), "{record}: {found}");
    }
}

#[test]
fn whole_files() {
    let bit_order =
        r#"{"bit_order": "middle", "vectors": [{"algorithm": "x", "message_hex": "", "digest_hex": "00"}]}"#;
    let chain =
        r#"{"algorithm": "x", "procedure": "repeat 2 times { MD = H(MD) }", "vectors": [{"digest_hex": "00"}]}"#;
    let nothing = chain.replace("repeat 2", "repeat 0").replace(r#"{"digest"#, r#"{"seed_hex": "00", "j": 0, "digest"#);
    for (text, words) in [
        ("", "ends in the middle"),
        (&nothing, "record 1: the field `procedure` repeats 0 times"),
        (r#"{"count": -1, "vectors": []}"#, "`count` should be a whole number"),
        (r#"{"vectors": [], "vectors": []}"#, "duplicate field `vectors`"),
        ("   \n", "ends in the middle"),
        ("not JSON", "not JSON"),
        ("[1, 2]", "not a file of known answers"),
        ("{}", "no field `vectors`"),
        (r#"{"vectors": 5}"#, "not a file of known answers"),
        (r#"{"vectors": []} {"#, "not JSON"),
        (r#"{"vectors": [{"algorithm": "x", "bits": 8, "mess"#, "ends in the middle"),
        (r#"{"vectors": ["#, "ends in the middle"),
        (bit_order, "`bit_order` should be"),
        (chain, "`seed_hex` is missing"),
    ] {
        let found = error(text).to_string();
        assert!(found.contains(words) && found.starts_with("folder/name.json"), "{text}: {found}");
    }
}

#[test]
fn every_beginning_of_a_file_is_an_error() {
    let text = r#"{"algorithm": "x", "vectors": [{"bits": 8, "message_hex": "61", "digest_hex": "00"}]}"#;
    assert!(File::parse("x", text.as_bytes()).is_ok());
    for end in 0..text.len() {
        assert!(File::parse("x", &text.as_bytes()[..end]).is_err(), "{end}");
    }
}

#[test]
fn lines_of_nist() {
    let head = "#  \"SHA3-256 ShortMsg\" information\n[L = 16]\n\n";
    for (rest, words) in [
        ("Len = 8\nMsg = e\nMD = 0102", "line 4: record 1: the field `Msg` is not hexadecimal"),
        ("Len = 8\nMsg = e9\nMD = 010", "`MD` is not hexadecimal"),
        ("Len = 8\nMsg = e9\nMD = 01", "`MD` has 1 bytes instead of 2"),
        ("Len = 16\nMsg = e9\nMD = 0102", "`Msg` has 1 bytes instead of 2"),
        ("Len = 8\nMsg = e9\n", "`MD` is missing"),
        ("Len = x\nMsg = e9\nMD = 0102", "`Len` should be a whole number"),
        ("COUNT = 0\nMD = 0102", "`Msg` is missing"),
        ("Seed = 00\n\nCOUNT = 1\nMD = 0102\n\nCOUNT = 1\nMD = 0102\n", "not greater than the previous one"),
        ("InLen = 8\nIn = 00\nOutLen = 8\nOut = 00", "r=..., c=..."),
        ("KEY = 00\nPLAINTEXT = 00\nCIPHERTEXT = 00", "AES does not support"),
        ("what is this", "neither `key = value` nor a comment"),
        ("[Minimum Output Length (bits) = many]\n", "should be a whole number"),
        (
            "[Maximum Output Length (bits) = 8388616]\n[Minimum Output Length (bits) = 16]\nMsg = 00",
            "more than 1048576 bytes",
        ),
        (&(0..65).map(|n| format!("K{n} = 0\n")).collect::<String>(), "line 68: a record has at most 64 lines"),
        ("Colour = red\n", "unknown fields Colour"),
        ("", "it has no records"),
    ] {
        let found = File::parse("name.rsp", format!("{head}{rest}").as_bytes()).unwrap_err().to_string();
        assert!(found.contains(words), "{rest}: {found}");
    }
}

#[test]
fn intermediate_values() {
    let head = "Groestl\n  Message Digest Length = 256\n";
    for (rest, words) in [
        ("Input Message = \"abc\"\n", "it has no `Message Digest is`"),
        ("Message Digest is\n00\n", "it has no `Input Message`"),
        ("Input Message = \"abc\"\nMessage Digest is\n00\n", "has 1 bytes instead of 32"),
        ("Input Message = \"abc\"\nInput:\n00 01\n", "has 2 bytes instead of 64"),
        ("Input Message = \"abc\"\nMessage Digest is\n000\n", "not hexadecimal"),
    ] {
        let found = File::parse("name.txt", format!("{head}{rest}").as_bytes()).unwrap_err().to_string();
        assert!(found.contains(words), "{rest}: {found}");
    }
    let keccak = "Input of permutation:\n".to_owned() + &"00 ".repeat(25) + "\n";
    for (rest, words) in [
        ("", "ends in the middle"),
        ("After theta:\n00 00\n", "has 2 bytes instead of 25"),
        ("State after permutation:\n00\n", "has 1 bytes instead of 25"),
    ] {
        let found = File::parse("name.txt", format!("{keccak}{rest}").as_bytes()).unwrap_err().to_string();
        assert!(found.contains(words), "{rest}: {found}");
    }
}

/// Damage of any kind to any kind of file causes an error or different records, but never a panic.
#[test]
fn damaged_files_never_panic() {
    // A linear congruential generator: the same damage in every run.
    let mut random = 1u64;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    let keccak = "Input of permutation:\n".to_owned() + &"00 ".repeat(25) + "\nState after permutation:\n00\n";
    let groestl =
        "Groestl\nMessage Digest Length = 256\nInput Message = \"abc\"\nInput:\n00 01\nMessage Digest is\n00\n";
    let texts = [keccak.as_bytes(), groestl.as_bytes()];
    let embedded = EMBEDDED.iter().map(|file| &file.bytes[..file.bytes.len().min(1500)]);
    let bytes = b"0123456789abcdef\"\\{}[],:=# \n\r-.eE\0\xff";
    for whole in texts.into_iter().chain(embedded) {
        for _ in 0..200 {
            let mut damaged = whole.to_vec();
            for _ in 0..=below(4) {
                let (place, byte) = (below(damaged.len()), bytes[below(bytes.len())]);
                match below(4) {
                    0 => damaged.truncate(place + 1),
                    1 => damaged.insert(place, byte),
                    2 => drop(damaged.drain(place..(place + 9).min(damaged.len() - 1).max(place))),
                    _ => damaged[place] = byte,
                }
            }
            if let Ok(file) = File::parse("name", &damaged) {
                file.cases.iter().for_each(|case| assert!(!case.kind().is_empty() && case.message_bytes() < u64::MAX));
            }
        }
    }
}

#[test]
fn files_that_are_not_there() {
    let missing = std::path::Path::new("no/such/file.json");
    assert!(File::read(missing).unwrap_err().to_string().contains("no/such/file.json: can't be read"));
    assert!(counterpoint_vectors::files(missing).unwrap_err().to_string().contains("no/such/file.json"));
}
