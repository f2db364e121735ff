//! How much work a batch is for the kernels.
//!
//! How a batch is divided among runs does not change its digests, so no other test notices when it takes more steps
//! than before. Here the work of many batches is on record, in `work.txt`: the number of runs, how many of them pad and
//! write outputs, steps, and lanes in these steps. If the work has changed, the test fails and writes the new record to
//! the system's folder for temporary files. Replace `work.txt` with it if the change is meant.

use super::counting::{Counted, LIST_COUNT, take_work};
use super::model::Specified;
use super::{Numbers, message};
use crate::hash::{buffer_bytes, digest_many_with};
use std::fmt::Write;
use std::string::String;
use std::vec::Vec;

/// What is on record.
const RECORD: &str = include_str!("work.txt");

/// Batches as lengths of messages, by kind, where a block is a full buffer.
fn batches(block: usize) -> Vec<(&'static str, Vec<Vec<usize>>)> {
    let mut numbers = Numbers(1);
    let mut below = |count: usize, limit: usize| (0..count).map(|_| numbers.below(limit)).collect::<Vec<_>>();
    let equal = |count: &usize| std::vec![block / 2; *count];
    let all_but_one = |count: &usize| {
        let mut lengths = equal(count);
        lengths[count / 2] = 2 * block;
        lengths
    };
    let two_kinds = |count: &usize| (0..*count).map(|n| if n % 3 == 0 { block / 2 } else { 2 * block }).collect();
    let one_long = |count: &usize| {
        let mut lengths = equal(count);
        lengths[0] = 40 * block;
        lengths
    };
    let counts = [2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 33, 64, 70, 130];
    let few = [3, 5, 8, 12, 16, 17, 33, 64, 90];
    std::vec![
        ("one message", [0, 1, block - 1, block, 3 * block / 2, 20 * block].map(|length| std::vec![length]).into()),
        ("equal lengths", counts.iter().map(equal).collect()),
        ("all but one equal", few.iter().map(all_but_one).collect()),
        ("two lengths", few.iter().map(two_kinds).collect()),
        ("one long", few.iter().map(one_long).collect()),
        // As many bytes as it pays to sort, with the long messages last.
        ("just worth sorting", std::vec![[std::vec![block / 2; 10], std::vec![512; 2]].concat()]),
        ("below a block", counts.iter().map(|&count| below(count, block - 9)).collect()),
        ("below 4 blocks", few.iter().map(|&count| below(count, 4 * block)).collect()),
        ("below 20 blocks", few.iter().map(|&count| below(count, 20 * block)).collect()),
    ]
}

/// Appends the work of all batches with the kernels of a list.
fn append<F: Specified, const LIST: usize>(function: &F, each: usize, record: &mut String) {
    let counted = Counted::<F, LIST>(function.clone());
    let content = message(0, 40 * buffer_bytes::<F>());
    for (kind, batches) in batches(buffer_bytes::<F>()) {
        write!(record, "{}, {each} bytes, list {LIST}, {kind}:", F::NAME).expect("a string");
        for lengths in batches {
            let batch: Vec<&[u8]> = lengths.iter().map(|&length| &content[..length]).collect();
            take_work();
            digest_many_with(&counted, None, &batch, &mut std::vec![0; batch.len() * each]);
            let work = take_work();
            write!(record, " {}/{}/{}/{}", work.runs, work.digests, work.steps, work.lanes).expect("a string");
        }
        record.push('\n');
    }
}

/// The work with the kernels of every list.
fn append_all<F: Specified>(function: &F, each: usize, record: &mut String) {
    append::<F, 0>(function, each, record);
    append::<F, 1>(function, each, record);
    append::<F, 2>(function, each, record);
    append::<F, 3>(function, each, record);
    append::<F, 4>(function, each, record);
    const { assert!(LIST_COUNT == 5, "every list") };
}

#[test]
fn batches_take_the_work_on_record() {
    let mut found = String::new();
    append_all(crate::Groestl256::new().0.function(), 32, &mut found);
    append_all(crate::Fugue256::new().0.function(), 32, &mut found);
    append_all(crate::Luffa256::new().0.function(), 32, &mut found);
    append_all(crate::Sha3_256::new().0.function(), 32, &mut found);
    append_all(crate::Shake128::new().0.function(), 200, &mut found);
    if found != RECORD {
        let path = std::env::temp_dir().join("work.txt");
        std::fs::write(&path, &found).expect("temporary files can be written");
        for (found, record) in found.lines().zip(RECORD.lines()).filter(|(found, record)| found != record) {
            std::println!("now: {found}\nwas: {record}");
        }
        panic!("not the work on record; what was found is in {}", path.display());
    }
}
