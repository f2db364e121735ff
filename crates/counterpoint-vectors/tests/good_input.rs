//! A small example of every format of known answers. The names of the files do not reveal the format.

use counterpoint_vectors::{BitOrder, Body, Case, File, Procedure, hex};

fn cases(text: &str) -> Vec<Case> {
    File::parse("name", text.as_bytes()).unwrap().cases
}

/// Returns the only record of a JSON file with this header.
fn one(header: &str, record: &str) -> Case {
    let cases = cases(&format!("{{{header} \"vectors\": [{record}]}}"));
    assert_eq!(cases.len(), 1);
    cases.into_iter().next().unwrap()
}

#[test]
fn messages_in_either_bit_order() {
    let record = r#"{"algorithm": "x", "bits": 11, "message_hex": "07E0", "digest_hex": "00ff"}"#;
    for (header, wanted) in [
        (r#""bit_order": "msb","#, Some(BitOrder::Msb)),
        (r#""bit_order": "LSB","#, Some(BitOrder::Lsb)),
        (r#""format": "the used bits are the most significant bits of the last byte","#, Some(BitOrder::Msb)),
        ("", None),
    ] {
        let case = one(header, record);
        let Body::Hash(hash) = &case.body else { panic!("{case:?}") };
        assert_eq!(hash.message.order(), wanted);
        assert_eq!((hash.message.bits(), hash.message.to_vec()), (11, vec![7, 0xe0]));
        assert_eq!((hash.output.bits, hash.output.bytes.as_slice()), (16, &[0, 0xff][..]));
        assert_eq!(case.label, "bits 11");
    }
}

#[test]
fn what_a_record_lacks_the_header_has() {
    let case = one(r#""algorithm": "y", "count": 9, "bits": 8,"#, r#"{"message_hex": "61", "digest_hex": "00"}"#);
    assert_eq!(case.algorithm, "y");
    assert_eq!(case.message_bytes(), 1);
}

#[test]
fn the_header_may_come_last() {
    let text =
        r#"{"vectors": [{"bits": 1, "message_hex": "80", "digest_hex": "00"}], "bit_order": "msb", "algorithm": "z"}"#;
    let Body::Hash(hash) = &cases(text)[0].body else { panic!() };
    assert_eq!(hash.message.order(), Some(BitOrder::Msb));
}

#[test]
fn messages_by_a_rule() {
    let message = |header, record| match one(header, record).body {
        Body::Hash(hash) => hash.message,
        other => panic!("{other:?}"),
    };
    let pattern = message(
        r#""format": "message byte i = i mod 251, for length_bytes bytes","#,
        r#"{"algorithm": "x", "length_bytes": 1000003, "digest_hex": "00"}"#,
    );
    assert_eq!((pattern.byte_length(), pattern.to_vec()[1_000_002]), (1_000_003, (1_000_002 % 251) as u8));
    let repeated = message("", r#"{"algorithm": "x", "repeat": 3, "text": "ab", "digest_hex": "00"}"#);
    assert_eq!(repeated.to_vec(), b"ababab");
    let large = message(
        "",
        r#"{"algorithm": "x", "large_message": {"content": "1D89", "contentLength": 16, "fullLength": 68719476736,
            "expansionTechnique": "repeating"}, "digest_hex": "00"}"#,
    );
    assert_eq!(large.byte_length(), 1 << 33);
    let unknown =
        one(r#""format": "byte i = i*i mod 7","#, r#"{"algorithm": "x", "length_bytes": 3, "digest_hex": "00"}"#);
    assert!(matches!(unknown.body, Body::Other { .. }));
}

#[test]
fn chains_of_each_procedure() {
    let seed = "00".repeat(128);
    let text = format!(
        r#"{{"algorithm": "x", "seed_hex": "{seed}", "procedure": "msg = seed (128 bytes). For j = 0..99: repeat 1000
            times {{ MD = H(msg); msg = MD || msg[0 : 128-len(MD)] }}; record MD as vector j",
            "vectors": [{{"j": 4, "digest_hex": "04"}}, {{"j": 0, "digest_hex": "00"}}]}}"#
    )
    .replace('\n', " ");
    let [case] = &cases(&text)[..] else { panic!() };
    let Body::MonteCarlo(chain) = &case.body else { panic!() };
    assert_eq!(chain.procedure, Procedure::Refill { repeats: 1000, bytes: 128 });
    assert_eq!(chain.links.iter().map(|link| (link.number, link.record)).collect::<Vec<_>>(), [(0, 2), (4, 1)]);

    let [case] = &cases("# \"SHA3-256 Monte\" for x\r\n[L = 8]\r\nSeed = 01\r\n\r\nCOUNT = 0\r\nMD = 02\r\n")[..]
    else {
        panic!()
    };
    assert_eq!((case.algorithm.as_str(), case.records()), ("SHA3-256", 1));
    let Body::MonteCarlo(chain) = &case.body else { panic!() };
    assert_eq!(chain.procedure, Procedure::Rehash { repeats: 1000 });

    let text = "# \"SHAKE128 Monte\"\n[Minimum Output Length (bits) = 128]\n[Maximum Output Length (bits) = 1120]\n\
                Msg = 01\n\nCOUNT = 0\nOutputlen = 16\nOutput = 0203\n\nCOUNT = 1\nOutputlen = 8\nOutput = 04\n";
    let [case] = &cases(text)[..] else { panic!() };
    let Body::MonteCarlo(chain) = &case.body else { panic!() };
    assert_eq!(chain.procedure, Procedure::Shake { repeats: 1000, minimum_bytes: 16, maximum_bytes: 140 });
    assert_eq!(chain.links.len(), 2);
}

#[test]
fn permutations_sponges_and_duplexes() {
    let state = "00".repeat(25);
    let case = one("", &format!(r#"{{"width": 200, "rounds": 18, "input_hex": "{state}", "output_hex": "{state}"}}"#));
    assert_eq!(case.algorithm, "keccak-f200");
    assert!(matches!(case.body, Body::Permutation(_)));

    let record = r#"{"bits": 3, "message_hex": "06", "digest_hex": "00"}"#;
    for header in [
        r#""algorithm": "Keccakr40c160","#,
        r#""algorithm": "any", "rate_bits": 40, "capacity_bits": 160,"#,
        r#""algorithm": "any", "rate_bits": 40, "permutation": "Keccak-f[200]","#,
        r#""rate_bits": 40, "capacity_bits": 160,"#,
    ] {
        let Body::Sponge(sponge) = one(header, record).body else { panic!("{header}") };
        assert_eq!((sponge.rate, sponge.capacity), (40, 160));
    }

    let text = "# Algorithm: Duplex[f=Keccak-f[1600], pad=pad10*1, r=1026, c=574, ρmax=1024]\n\n\
                InLen = 0\nIn = 00\nOutLen = 2\nOut = 03\n\nInLen = 9\nIn = 9801\nOutLen = 8\nOut = AA\n";
    let [case] = &cases(text)[..] else { panic!() };
    let Body::Duplex(duplex) = &case.body else { panic!() };
    assert_eq!((duplex.rate, duplex.capacity, duplex.calls.len()), (1026, 574, 2));
    assert_eq!(duplex.calls[0].input.bits(), 0);
    assert_eq!(duplex.calls[1].output.bytes, [0xaa]);
}

#[test]
fn nist_messages_with_crlf_brackets_and_comments() {
    let text = "#  \"SHAKE128 VariableOut\" information for \"x\"\r\n\r\n[Tested Output Length = x]\r\n[Input Length = 16]\r\n\
                \r\nCOUNT = 0\r\nOutputlen = 16\r\nMsg = 84e9\r\nOutput = 8599\r\n";
    let [case] = &cases(text)[..] else { panic!() };
    assert_eq!((case.algorithm.as_str(), case.label.as_str()), ("SHAKE128", "COUNT 0"));
    let text = "[L = 16]\nLen = 0\nMsg = 00\nMD = 0102\nLen = 5\nMsg = 13\nMD = 0304";
    let all = cases(text);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].message_bytes(), 0);
    assert_eq!(all[1].algorithm, "sha3-16");
    for (name, comment, wanted) in [
        ("x.rsp", "#  SHA3-224 tests are configured for BYTE oriented implementations", "sha3-224"),
        ("x.rsp", "# made with SHAKE256", "shake256"),
        ("a/SHAKE128ShortMsg.rsp", "# nothing", "shake128"),
        ("a/SHA3_512ShortMsg.rsp", "", "sha3-512"),
    ] {
        let text = format!("{comment}\nLen = 8\nMsg = 13\nMD = 0304");
        assert_eq!(File::parse(name, text.as_bytes()).unwrap().cases[0].algorithm, wanted);
    }
}

#[test]
fn aes_blocks_from_both_forms() {
    let key = "00".repeat(24);
    let block = "11".repeat(32);
    let record = format!(
        r#"{{"algorithm": "aes192-ecb", "key_hex": "{key}", "plaintext_hex": "{block}", "ciphertext_hex": "{block}"}}"#
    );
    assert_eq!(one("", &record).algorithm, "aes192");
    let record = record.replace("-ecb", "-cbc");
    assert_eq!(one("", &record).algorithm, "aes192-cbc");
    let text = format!(
        "# AESVS MCT test data for ECB\n[ENCRYPT]\nCOUNT = 0\nKEY = {key}\nPLAINTEXT = {block}\nCIPHERTEXT = {block}\n\
         [DECRYPT]\nCOUNT = 0\nKEY = {key}\nCIPHERTEXT = {block}\nPLAINTEXT = {block}\n"
    );
    let all = cases(&text);
    let Body::Blocks(blocks) = &all[0].body else { panic!() };
    assert_eq!((blocks.repeats, all.len()), (1000, 2));
    assert_eq!(all[0].body, all[1].body);
}

#[test]
fn keyed_and_customized_functions() {
    let case = one(
        "",
        r#"{"algorithm": "kmacxof128", "key_bits": 6, "key_hex": "2a", "message_hex": "", "digest_hex": "00",
        "out_bits": 5, "customization_hex": "61", "valid": false}"#,
    );
    let Body::Kmac(kmac) = &case.body else { panic!() };
    assert_eq!((kmac.key.bits(), kmac.output.bits, kmac.valid), (6, 5, false));
    let kind = |record: &str| one("", record).kind().to_owned();
    assert_eq!(kind(r#"{"algorithm": "a", "tuple_hex": ["00", ""], "digest_hex": "00"}"#), "TupleHash");
    assert_eq!(kind(r#"{"algorithm": "a", "block_bytes": 8, "message_hex": "", "digest_hex": "00"}"#), "ParallelHash");
    assert_eq!(kind(r#"{"algorithm": "a", "function_name_hex": "", "message_hex": "", "digest_hex": "00"}"#), "cSHAKE");
    let record = r#"{"algorithm": "kt128", "message": "ptn(289)", "out_bytes": 10032, "digest_hex": "00ff"}"#;
    let Body::KangarooTwelve(hash) = one("", record).body else { panic!() };
    assert_eq!((hash.message.byte_length(), hash.output.skip), (289, 10_030));
    let record =
        r#"{"algorithm": "turboshake128", "domain": "1F", "message_hex": "ff", "out_bytes": 1, "digest_hex": "00"}"#;
    assert_eq!(kind(record), "TurboSHAKE");
    assert_eq!(kind(r#"{"algorithm": "a", "colour": "red"}"#), "record of algorithm, colour");
}

#[test]
fn sessions() {
    let wrap = r#"{"forget_flag": true, "metadata_hex": "41", "plaintext_hex": "4445", "ciphertext_hex": "b60b", "tag_hex": "87"}"#;
    let case = one(
        r#""algorithm": "RiverKeyak", "tag_bits": 8,"#,
        &format!(
            r#"{{"tag_flag": true, "start_tag_hex": "01", "key_hex": "32", "nonce_hex": "", "wraps": [{wrap}, {wrap}]}}"#
        ),
    );
    let Body::Session(session) = &case.body else { panic!("{case:?}") };
    assert_eq!((session.wraps.len(), session.start_tag.as_deref()), (2, Some(&[1][..])));
    assert_eq!((session.start_forget, session.wraps[0].forget, &session.wraps[0].tag[..]), (false, true, &[0x87][..]));
    let step = wrap.replace("metadata", "associated_data");
    let record = format!(r#"{{"key_bits": 6, "nonce_bits": 0, "key_hex": "32", "nonce_hex": "", "steps": [{step}]}}"#);
    let Body::Session(session) = one(r#""algorithm": "ketje_jr","#, &record).body else { panic!() };
    assert_eq!((&session.key[..], &session.wraps[0].associated_data[..]), (&[0x32][..], &[0x41][..]));
}

#[test]
fn intermediate_values() {
    let row = "00 01 02 03 04 05 06 07 \n";
    let digest = "ab".repeat(32);
    let text = format!(
        "####\n\nGroestl\n  Message Digest Length = 256\n\n  Input Message = \"abc\"\n====\n:: BEGIN P\nt=0 (SubBytes):\n{}\
         :: END P\n\nP(h) + h =\n{}\nMessage Digest is\n{digest}\n",
        row.repeat(8),
        row.repeat(8)
    );
    let [case] = &cases(&text)[..] else { panic!() };
    assert_eq!(case.algorithm, "groestl256");
    let Body::GroestlTrace(trace) = &case.body else { panic!() };
    assert_eq!((trace.message.as_slice(), trace.digest.clone()), (&b"abc"[..], hex(&digest).unwrap()));
    assert_eq!((trace.stages[0].permutation, trace.stages[0].name.as_str()), (Some('P'), "t=0 (SubBytes)"));
    assert_eq!((trace.stages[1].permutation, trace.stages[1].name.as_str()), (None, "P(h) + h"));
    assert_eq!(trace.stages[0].state[..9], [0, 0, 0, 0, 0, 0, 0, 0, 1]);
}
