//! Messages in forms other than a list of slices have the same digests.

mod common;

use common::{hashes, painted};
use counterpoint::registry::{Options, Validity, digest_column};
use counterpoint::{
    Algorithm, EqualRows, Kmac128, Kt128, Messages, ParallelHash128, Rows, RowsError, Sha3_256, Shake128, TupleHash128,
};

/// Returns rows of many lengths in one buffer: the buffer and its offsets.
fn column(rows: usize) -> (Vec<u8>, Vec<u32>) {
    let mut offsets = vec![0];
    for row in 0..rows {
        // Runs of equal lengths and changes between them, empty rows, and one much longer row.
        let length = if row == 40 { 5000 } else { [32, 32, 32, 0, 64, 7, 136, 200][row / 9 % 8] };
        offsets.push(offsets[row] + length);
    }
    (painted(offsets[rows] as usize), offsets)
}

fn slices<'a>(data: &'a [u8], offsets: &[u32]) -> Vec<&'a [u8]> {
    offsets.windows(2).map(|ends| &data[ends[0] as usize..ends[1] as usize]).collect()
}

#[test]
fn rows_have_the_digests_of_slices_by_every_hash() {
    for rows in [0, 1, 2, 17, 100] {
        let (data, offsets) = column(rows);
        let slices = slices(&data, &offsets);
        for (algorithm, hash) in hashes() {
            let mut expected = vec![0; rows * hash.digest_bytes()];
            for (slice, digest) in slices.iter().zip(expected.chunks_exact_mut(hash.digest_bytes())) {
                hash.digest_many(None, &[slice], digest).unwrap();
            }
            let mut digests = vec![0; expected.len()];
            hash.digest_many(None, &slices, &mut digests).unwrap();
            assert!(digests == expected, "{}: {rows} slices", algorithm.name);
            digests.fill(0);
            hash.digest_many(None, &Rows::new(&data, &offsets).unwrap(), &mut digests).unwrap();
            assert!(digests == expected, "{}: {rows} rows", algorithm.name);
        }
    }
}

#[test]
fn offsets_of_every_type() {
    let (data, offsets) = column(30);
    let slices = slices(&data, &offsets);
    fn lists<O: counterpoint::Offset>(data: &[u8], offsets: impl Iterator<Item = O>) -> Vec<Vec<u8>> {
        let offsets: Vec<O> = offsets.collect();
        let rows = Rows::new(data, &offsets).unwrap();
        (0..rows.count()).map(|row| rows.message(row).to_vec()).collect()
    }
    let all = || offsets.iter().copied();
    assert_eq!(lists(&data, all()), slices);
    assert_eq!(lists(&data, all().map(u64::from)), slices);
    assert_eq!(lists(&data, all().map(i64::from)), slices);
    assert_eq!(lists(&data, all().map(|offset| offset as usize)), slices);
    assert_eq!(lists(&data, all().map(|offset| offset as i32)), slices);
}

#[test]
fn rows_of_one_length() {
    let data = painted(70 * 12);
    for row_bytes in [1, 7, 12, 70, 840] {
        let rows = EqualRows::new(&data, row_bytes).unwrap();
        let slices: Vec<&[u8]> = data.chunks(row_bytes).collect();
        assert_eq!(rows.count(), slices.len());
        assert_eq!(Sha3_256::digest_many(&rows), Sha3_256::digest_many(&slices), "{row_bytes}");
        assert_eq!(rows.message(rows.count() - 1), *slices.last().unwrap());
    }
    assert_eq!(EqualRows::new(b"", 5).unwrap().count(), 0);
}

#[test]
fn every_kind_of_list() {
    let (data, offsets) = column(50);
    let slices = slices(&data, &offsets);
    let expected = Sha3_256::digest_many(&slices);
    let owned: Vec<Vec<u8>> = slices.iter().map(|row| row.to_vec()).collect();
    assert_eq!(Sha3_256::digest_many(&owned), expected);
    assert_eq!(Sha3_256::digest_many(slices.as_slice()), expected);
    let boxed: Box<dyn Messages + Send> = Box::new(owned);
    assert_eq!(Sha3_256::digest_many(&boxed), expected);
    assert_eq!(Sha3_256::digest_many(&*boxed), expected);
    assert_eq!(Sha3_256::digest_many(&[slices[0], slices[1]]), expected[..2]);
}

/// A reference to tuples, a box of them, and a selection of them all have the same elements.
#[test]
fn tuples_behind_references_and_boxes() {
    struct Pairs([[&'static str; 2]; 2]);
    impl Messages for Pairs {
        fn count(&self) -> usize {
            self.0.len()
        }
        fn message(&self, index: usize) -> &[u8] {
            self.0[index][0].as_bytes()
        }
        fn elements(&self, index: usize, append: &mut dyn FnMut(&[u8])) {
            self.0[index].iter().for_each(|element| append(element.as_bytes()));
        }
    }
    let pairs = Pairs([["ab", "c"], ["a", "bc"]]);
    let mut expected = [0; 2 * 32];
    TupleHash128::new(b"").digest_many_into(&pairs.0, &mut expected).unwrap();
    let hash = Algorithm::by_name("tuplehash128").unwrap().hash(&Options::default()).unwrap();
    let digests = |messages: &dyn Messages| {
        let mut digests = [0; 2 * 32];
        hash.digest_many(None, messages, &mut digests).unwrap();
        digests
    };
    assert_eq!(digests(&pairs), expected);
    assert_eq!(digests(&&pairs), expected, "behind a reference");
    let mut column = [0xff; 2 * 32];
    digest_column(&*hash, None, &pairs, Some(Validity::new(&[0b10], 0, 2).unwrap()), &mut column, 1).unwrap();
    assert_eq!(column, *[&[0; 32], &expected[32..]].concat(), "in a column with a missing value");
    let boxed: Box<dyn Messages + Send> = Box::new(pairs);
    assert_eq!(digests(&boxed), expected, "in a box");
}

/// Functions with an output of any length or with inputs besides the message, two of them with leaves.
#[test]
fn rows_by_functions_with_inputs() {
    let (data, offsets) = column(50);
    let (slices, rows) = (slices(&data, &offsets), Rows::new(&data, &offsets).unwrap());
    let mut outputs = [vec![0; 50 * 20], vec![0; 50 * 20]];
    let mut check = |digest: &dyn Fn(&dyn Messages, &mut [u8])| {
        digest(&slices, &mut outputs[0]);
        digest(&rows, &mut outputs[1]);
        assert!(outputs[0] == outputs[1]);
        outputs[0].fill(0);
    };
    check(&|messages, out| Shake128::digest_many_into(messages, out));
    check(&|messages, out| Kmac128::new(b"key", b"").digest_many_into(messages, out).unwrap());
    check(&|messages, out| Kt128::new(b"").digest_many_into(messages, out));
    check(&|messages, out| ParallelHash128::new(100, b"").unwrap().digest_many_into(messages, out).unwrap());
}

#[test]
fn what_is_no_rows_is_an_error() {
    let wrong = |offsets: &[i32]| Rows::new(b"abc", offsets).err();
    assert_eq!(wrong(&[0, 2, 1]), Some(RowsError::Offset { index: 2 }));
    assert_eq!(wrong(&[-1, 2]), Some(RowsError::Offset { index: 0 }));
    assert_eq!(wrong(&[0, 4]), Some(RowsError::Offset { index: 1 }));
    assert_eq!(Rows::new(b"abc", &[0, u64::MAX]).err(), Some(RowsError::Offset { index: 1 }));
    assert_eq!(Rows::<u32>::new(b"abc", &[]).unwrap().count(), 0);
    assert_eq!(Rows::new(b"abc", &[1u32, 3]).unwrap().message(0), b"bc");
    let unequal = RowsError::Length { bytes: 3, row_bytes: 2 };
    assert_eq!(EqualRows::new(b"abc", 2).err(), Some(unequal));
    assert_eq!(EqualRows::new(b"", 0).err(), Some(RowsError::Length { bytes: 0, row_bytes: 0 }));
    assert_eq!(unequal.to_string(), "3 bytes can't be divided into rows of 2 bytes");
    let past_the_end = RowsError::Offset { index: 7 };
    assert!(past_the_end.to_string().starts_with("row offset 7"));
}
