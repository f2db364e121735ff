//! Times hashing 256 KiB with the implementation that this build chooses and with the one that an optimised build
//! would choose.
//!
//! ```text
//! cargo run --config profile.dev.opt-level=0 -p counterpoint --features fugue,groestl,luffa --example debug_build
//! ```
//!
//! The README's table of debug builds comes from this example. Each figure is the best of five runs.

use counterpoint::Algorithm;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let message = vec![7; 256 * 1024];
    for name in ["sha3-256", "groestl256", "fugue256", "luffa256"] {
        let algorithm = Algorithm::by_name(name)?;
        let hash = algorithm.as_hash().expect("it is a hash");
        let for_one_message = algorithm.implementations().filter(|i| i.min_batch() == Some(1));
        let fastest = for_one_message.filter(|i| i.constant_time() && i.available()).last();
        let fastest = fastest.expect("each has a portable one").name();
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
        let chosen = algorithm.best(1).name();
        println!("{name}: {:.1?} by {chosen}, {:.1?} by {fastest}", time(chosen)?, time(fastest)?);
    }
    Ok(())
}
