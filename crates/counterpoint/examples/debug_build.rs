//! Prints what hashing 256 KiB takes, by the implementation that is chosen here and by the one that an optimised
//! build would choose.
//!
//! ```text
//! cargo run --config profile.dev.opt-level=0 -p counterpoint --example debug_build
//! ```
//!
//! The README's table of debug builds comes from it. A run prints the smallest of five times.

use counterpoint::Algorithm;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let message = vec![7; 256 * 1024];
    for name in ["sha3-256", "groestl256", "fugue256", "luffa256"] {
        let algorithm = Algorithm::by_name(name)?;
        let hash = algorithm.as_hash().expect("it is a hash");
        let right = algorithm
            .implementations()
            .map(|i| (i.card(), i.available()))
            .filter(|(card, _)| implementation.min_batch() == 1);
        let fastest = right.filter(|(card, available)| implementation.constant_time() && *available).last();
        let fastest = fastest.expect("each has a portable one").0.name;
        let mut digest = vec![0; hash.digest_bytes()];
        let mut time = |implementation| -> Result<Duration, Box<dyn std::error::Error>> {
            let mut shortest = Duration::MAX;
            for _ in 0..5 {
                let begin = Instant::now();
                hash.digest_many(Some(implementation), &[&message], &mut digest)?;
                shortest = shortest.min(begin.elapsed());
            }
            Ok(shortest)
        };
        let chosen = hash.best(1);
        println!("{name}: {:.1?} by {chosen}, {:.1?} by {fastest}", time(chosen)?, time(fastest)?);
    }
    Ok(())
}
