//! Splits a file into blocks that can each be verified on their own. The blocks are the leaves of a Merkle tree; a
//! receiver who knows the root and the number of blocks can verify each block as it arrives, in any order.
//!
//! ```text
//! cargo run --release --example verified_blocks -- FILE
//! ```

use counterpoint::Algorithm;
use counterpoint::merkle::Merkle;
use std::io::Write;
use std::process::ExitCode;

/// The length of a block in bytes; the last one may be shorter.
const BLOCK_BYTES: usize = 1 << 12;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: verified_blocks FILE");
        return ExitCode::from(2);
    };
    match run(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("verified_blocks: {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

pub(crate) fn run(path: &std::ffi::OsStr) -> Result<(), Box<dyn std::error::Error>> {
    let file = std::fs::read(path)?;
    let blocks: Vec<&[u8]> = file.chunks(BLOCK_BYTES).collect();
    let hash = Algorithm::by_name("turboshake128")?.hash(&Default::default())?;
    let merkle = Merkle::in_threads(&*hash, 2);

    // What the sender publishes: the root and the number of blocks.
    let tree = merkle.tree(&blocks);
    let (root, count) = (tree.root().to_vec(), tree.size());
    let mut out = std::io::stdout().lock();
    let digits: String = root.iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "{count} blocks, root {digits}")?;

    // What the sender sends with a block, and what the receiver verifies, in any order.
    let mut proof_bytes = 0;
    for (index, block) in blocks.iter().enumerate().rev() {
        let proof = tree.inclusion_proof(index).ok_or("there is no such block")?;
        proof_bytes += proof.len();
        if !merkle.verify_inclusion(block, index, count, &proof, &root) {
            return Err(format!("block {index} is not the one that was sent").into());
        }
    }
    writeln!(out, "all verified, with proofs of {proof_bytes} bytes")?;

    // A changed block is detected.
    if let Some(first) = blocks.first() {
        let mut changed = first.to_vec();
        changed[0] ^= 1;
        let proof = tree.inclusion_proof(0).ok_or("there is no block")?;
        assert!(!merkle.verify_inclusion(&changed, 0, count, &proof, &root));
        writeln!(out, "a changed block is not accepted")?;
    }
    Ok(())
}
