//! Every implementation of every algorithm against `spec`, at all edges.

use counterpoint::Algorithm;

/// Byte i is i mod 251.
fn painted(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i % 251) as u8).collect()
}

#[test]
fn batches_of_mixed_lengths_agree_with_spec() {
    for algorithm in Algorithm::all() {
        let Some(hash) = algorithm.as_hash() else { continue };
        let block = hash.block_bytes();
        let edges = (0..=8).chain(block - 1..=block + 1).chain(2 * block - 1..=2 * block + 1);
        let messages: Vec<Vec<u8>> = edges.map(painted).collect();
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let each = hash.digest_bytes();
        let mut expected = vec![0; messages.len() * each];
        hash.digest_many(Some("spec"), &messages, &mut expected).unwrap();
        for implementation in algorithm.implementations() {
            let card = implementation.card();
            if !implementation.available() {
                println!("skipped {} {}: no {}", algorithm.name, card.name, implementation.missing(0).unwrap());
                continue;
            }
            println!("ran {} {}", algorithm.name, card.name);
            for count in 1..=(2 * card.states + 1).min(messages.len()) {
                for batch in 0..messages.len() - count + 1 {
                    let mut outputs = vec![0; count * each];
                    hash.digest_many(Some(card.name), &messages[batch..batch + count], &mut outputs).unwrap();
                    assert!(
                        outputs == expected[batch * each..(batch + count) * each],
                        "{} by {}: {count} messages from number {batch}",
                        algorithm.name,
                        card.name
                    );
                }
            }
        }
    }
}
