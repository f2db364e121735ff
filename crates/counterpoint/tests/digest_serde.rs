//! Digests in serde's formats.

use ciborium::Value;
use counterpoint::DigestValue;
use serde::{Deserialize, Serialize};

const DIGEST: [u8; 4] = [0x00, 0x9a, 0xbc, 0xff];

fn cbor(value: &Value) -> Result<DigestValue<4>, String> {
    let mut encoded = vec![];
    ciborium::into_writer(value, &mut encoded).unwrap();
    ciborium::from_reader(&encoded[..]).map_err(|error| error.to_string())
}

#[test]
fn digits_where_humans_read_them() {
    let digest = DigestValue::from(DIGEST);
    assert_eq!(serde_json::to_string(&digest).unwrap(), r#""009abcff""#);
    for text in [r#""009abcff""#, r#""009ABCFF""#, r#""009\u0061bcff""#] {
        assert_eq!(serde_json::from_str::<DigestValue<4>>(text).unwrap(), DIGEST);
    }
    for (text, error) in [
        (r#""009abcf""#, "a digest of 7 hexadecimal digits; write 8"),
        (r#""009abcfg""#, "'g' at position 7"),
        ("[0, 154, 188, 255]", "expected a digest of 8 hexadecimal digits"),
        ("null", "expected a digest of 8 hexadecimal digits"),
    ] {
        let found = serde_json::from_str::<DigestValue<4>>(text).unwrap_err().to_string();
        assert!(found.contains(error), "{text}: {found}");
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Named {
    name: String,
    digest: DigestValue<4>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    #[serde(flatten)]
    file: Named,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u64),
    Digest(DigestValue<4>),
}

#[test]
fn values_that_serde_keeps_before_it_knows_the_type() {
    let flat = Flat { file: Named { name: "a".into(), digest: DIGEST.into() } };
    let either = [Either::Digest(DIGEST.into()), Either::Number(7)];
    let text = serde_json::to_string(&flat).unwrap();
    assert_eq!(serde_json::from_str::<Flat>(&text).unwrap(), flat);
    let text = serde_json::to_string(&either).unwrap();
    assert_eq!(serde_json::from_str::<[Either; 2]>(&text).unwrap(), either);
    let mut encoded = vec![];
    ciborium::into_writer(&flat, &mut encoded).unwrap();
    assert_eq!(ciborium::from_reader::<Flat, _>(&encoded[..]).unwrap(), flat);
    encoded.clear();
    ciborium::into_writer(&either, &mut encoded).unwrap();
    assert_eq!(ciborium::from_reader::<[Either; 2], _>(&encoded[..]).unwrap(), either);
}

#[test]
fn bytes_elsewhere() {
    let digest = DigestValue::from(DIGEST);
    let mut encoded = vec![];
    ciborium::into_writer(&digest, &mut encoded).unwrap();
    assert_eq!(encoded, [&[0x44], &DIGEST[..]].concat(), "a byte string of four bytes");
    let list = |bytes: &[u8]| Value::Array(bytes.iter().map(|&byte| Value::from(byte)).collect());
    for value in [Value::Bytes(DIGEST.to_vec()), list(&DIGEST)] {
        assert_eq!(cbor(&value).unwrap(), DIGEST);
    }
    for length in [0, 3, 5] {
        for value in [Value::Bytes(vec![1; length]), list(&vec![1; length])] {
            let found = cbor(&value).unwrap_err();
            assert!(found.contains("expected a digest of 4 bytes"), "{value:?}: {found}");
        }
    }
    assert!(cbor(&Value::Text("009abcff".into())).is_err());
    assert_eq!(serde_json::to_string(&DigestValue::from([])).unwrap(), r#""""#);
}
