//! Lists the implementations of SHA3-256 and hashes with each of them by name. By default, the library chooses the
//! fastest constant-time implementation that this machine can run.

use counterpoint::{Algorithm, Sha3_256};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let algorithm = Algorithm::by_name("SHA3-256")?;
    println!("by default: {} for one message, {} for 100", algorithm.best(1), algorithm.best(100));

    let expected = Sha3_256::digest(b"abc");
    for implementation in algorithm.implementations() {
        let name = implementation.name();
        match Sha3_256::with_implementation(name) {
            Ok(mut hasher) => {
                hasher.update(b"abc");
                assert_eq!(hasher.finalize(), expected);
                println!("{name}: the same digest");
            }
            Err(error) => println!("{error}"),
        }
    }

    // An unknown name is an error that a program can show to its user.
    match Sha3_256::with_implementation("abacus") {
        Err(error) => println!("abacus: {error}"),
        Ok(_) => return Err("there is no such implementation".into()),
    }
    Ok(())
}
