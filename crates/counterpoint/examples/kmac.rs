//! Authenticates messages with a key, and rejects one that was altered.

use counterpoint::Kmac128;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The state after the key and the customization string; each message starts from a copy of it.
    let mac = Kmac128::new([0x2a; 16], b"orders of our shop");

    let mut tag = [0; 16];
    mac.clone().chain(b"3 bicycles").finalize_into(&mut tag)?;
    mac.clone().chain(b"3 bicycles").verify(&tag)?;
    match mac.clone().chain(b"30 bicycles").verify(&tag) {
        Err(error) => println!("30 bicycles: {error}"),
        Ok(()) => return Err("a wrong message passed".into()),
    }

    let orders = ["1 tandem", "2 tyres", "a bell"];
    let mut tags = [0; 3 * 16];
    mac.digest_many_into(&orders, &mut tags)?;
    for (order, tag) in orders.iter().zip(tags.chunks(16)) {
        mac.clone().chain(order).verify(tag)?;
    }
    println!("{} orders are as they were sent", orders.len());
    Ok(())
}
