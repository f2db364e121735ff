//! How much work the kernels do for a batch.
//!
//! How a batch is divided among runs does not change its digests, so no other test notices when it takes more steps
//! than before. Here the work of many batches is recorded, in `work.txt`: the number of runs, how many of them pad and
//! write outputs, steps, and lanes in these steps. If the work has changed, the test fails and writes the new record to
//! the system's folder for temporary files. Replace `work.txt` with it if the change is intended.
//!
//! The work is counted twice: by kernels, and from the plan alone. So the test also shows that the executor runs
//! exactly what is planned.

use super::counting::{Counted, LIST_COUNT, Work, take_work};
use super::model::Specified;
use super::{Numbers, message};
use crate::hash::plan::{Batches, Call, Division, Others, Run, Width};
use crate::hash::{Function, buffer_bytes, hash_many};
use crate::list::Implemented;
use std::fmt::Write;
use std::string::String;
use std::vec::Vec;

/// The recorded work.
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
        // Just enough bytes for sorting to pay, with the long messages last.
        ("just worth sorting", std::vec![[std::vec![block / 2; 10], std::vec![512; 2]].concat()]),
        ("below a block", counts.iter().map(|&count| below(count, block - 9)).collect()),
        ("below 4 blocks", few.iter().map(|&count| below(count, 4 * block)).collect()),
        ("below 20 blocks", few.iter().map(|&count| below(count, 20 * block)).collect()),
    ]
}

/// Returns the work of a batch's plan, or `None` if messages have runs of their own.
fn planned<F: Function>(function: &F, batch: &[&[u8]], each: usize) -> Option<Work> {
    let list = F::Primitive::list();
    let padding = function.padding(0);
    let width = |messages| {
        let implementation = list.best(messages).implementation();
        let pads = implementation.pads() && padding.is_some() && F::RUN_OUTPUT_BYTES.contains(&each);
        Width { lanes: implementation.states(), pads }
    };
    let buffer = buffer_bytes::<F>();
    let division =
        |bytes| Division { blocks: bytes / buffer, padded_tail_bytes: function.padded_tail_bytes(bytes % buffer) };
    let call = Call {
        messages: &batch,
        width: &width,
        widest: F::Primitive::MOST_STATES,
        division: &division,
        buffer_bytes: buffer,
        block_bytes: F::BLOCK_BYTES,
        room: padding.map_or(0, |padding| padding.room),
        grouping: F::GROUPING,
        scatters: each <= function.digest_bits() as usize / 8,
    };
    let mut work = Work::default();
    let mut plan = Batches::new(&call);
    let mut places = std::vec![&[][..]; plan.most()];
    while let Some(batch) = plan.next(&mut places) {
        work.digests += 1;
        add_run(&mut work, batch.block_bytes / F::BLOCK_BYTES + 1, batch.count, width(batch.at_once).lanes);
    }
    if let Some(others) = plan.others() {
        let lanes = others.lanes();
        match lanes {
            0 | 1 => return None,
            2 => add_lanes::<F, 2>(&others, &width, each, &mut work),
            3..=4 => add_lanes::<F, 4>(&others, &width, each, &mut work),
            5..=8 => add_lanes::<F, 8>(&others, &width, each, &mut work),
            _ => add_lanes::<F, 16>(&others, &width, each, &mut work),
        }
    }
    (batch.len() > 1).then_some(work)
}

/// Adds a run in which each of `count` messages absorbs this number of blocks.
fn add_run(work: &mut Work, blocks: usize, count: usize, lanes: usize) {
    let steps = blocks * count.div_ceil(lanes);
    work.runs += 1;
    work.steps += steps;
    work.lanes += steps * lanes;
}

/// Adds the runs of messages in lanes.
fn add_lanes<F: Function, const N: usize>(
    others: &Others<'_>,
    width: &dyn Fn(usize) -> Width,
    each: usize,
    work: &mut Work,
) {
    let parts = each.div_ceil(F::OUTPUT_BLOCK_BYTES);
    let mut plan = others.in_lanes::<N>();
    while let Some(run) = plan.next(&mut [&[]; N]) {
        match run {
            Run::Whole { lanes, at_once } => {
                let bytes = lanes[0].whole_bytes() + lanes[0].padded_tail_bytes();
                add_run(work, bytes / F::BLOCK_BYTES, lanes.len(), width(at_once).lanes);
                work.runs += parts - 1;
            }
            Run::Absorb(run) => {
                add_run(work, run.bytes / F::BLOCK_BYTES, run.lanes.len(), width(run.at_once).lanes);
                work.runs += run.outputs_before.map_or(0, |_| finals::<F>(parts));
            }
            Run::Outputs => work.runs += finals::<F>(parts),
        }
    }
}

/// Returns how many final steps precede the parts of an output.
fn finals<F: Function>(parts: usize) -> usize {
    if F::FINALIZE_BEFORE_OUTPUT { parts } else { parts - 1 }
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
            hash_many(&counted, None, &batch, &mut std::vec![0; batch.len() * each]);
            let work = take_work();
            if let Some(planned) = planned(&counted, &batch, each) {
                assert_eq!(planned, work, "{}, list {LIST}, {lengths:?}", F::NAME);
            }
            write!(record, " {}/{}/{}/{}", work.runs, work.digests, work.steps, work.lanes).expect("a string");
        }
        record.push('\n');
    }
}

/// Appends the work of all batches with the kernels of every list.
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
