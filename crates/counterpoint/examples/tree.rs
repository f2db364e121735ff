//! Hashes a long message with KangarooTwelve, which hashes several leaves at once: first with the type, then with an
//! algorithm looked up by name.

use counterpoint::registry::Options;
use counterpoint::{Algorithm, Kt128};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let message: Vec<u8> = (0..10_000_000u32).map(|i| i as u8).collect();

    let mut hasher = Kt128::new(b"an example");
    hasher.update(&message);
    let mut digest = [0; 32];
    hasher.finalize().read(&mut digest);

    let options = Options { customization: Some(b"an example"), ..Options::default() };
    let mut hasher = Algorithm::by_name("KangarooTwelve")?.hash(&options)?.hasher(None)?;
    for piece in message.chunks(100_000) {
        hasher.update(piece);
    }
    let mut again = [0; 32];
    hasher.finalize(0, 0).read(&mut again);
    assert_eq!(digest, again);
    println!("{digest:02x?}");
    Ok(())
}
