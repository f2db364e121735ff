//! The other modes of Keccak, with a key before the message, or as an element of the tuple.

use super::hashes::messages;
use super::{Case, Outcome};
use crate::secrets::{Verdicts, secret};
use counterpoint::{
    CShake128, Kt128, Kt256, ParallelHash128, ParallelHashXof256, TupleHash128, TupleHashXof256, TurboShake128,
};

pub(super) const CASES: &[Case] = &[
    Case::new("CShake, TurboShake", strings),
    Case::new("TupleHash", tuples),
    Case::new("ParallelHash", parallel),
    Case::new("KangarooTwelve", kangaroo_twelve),
];

fn strings(_: &mut Verdicts) -> Outcome {
    let (key, message) = (secret(40), secret(500));
    let messages = messages(168);
    let mut outputs = vec![0; 16 * messages.len()];
    let mut hasher = CShake128::new(b"", &key);
    hasher.update(&message);
    hasher.digest_into(&message, &mut outputs);
    hasher.digest_many_into(&messages, &mut outputs);
    hasher.finalize().read(&mut outputs);
    let mut hasher = TurboShake128::new(0x0b)?;
    hasher.update(&key);
    hasher.update(&message);
    hasher.digest_into(&message, &mut outputs);
    hasher.digest_many_into(&messages, &mut outputs);
    hasher.finalize().read(&mut outputs);
    Ok(())
}

fn tuples(_: &mut Verdicts) -> Outcome {
    let elements = messages(168);
    let tuples = [&elements[..3], &elements[3..10], &elements[10..]];
    let mut outputs = vec![0; 3 * 100];
    let mut hasher = TupleHash128::new(b"use");
    for element in &elements {
        hasher.element(element);
    }
    hasher.begin_element(elements[20].len() as u64);
    hasher.extend_element(&elements[20]);
    hasher.digest_into(tuples[0], &mut outputs)?;
    hasher.digest_many_into(&tuples, &mut outputs)?;
    hasher.finalize_into(&mut outputs)?;
    let mut hasher = TupleHashXof256::new(b"use");
    hasher.element(&elements[5]);
    hasher.digest_into(tuples[1], &mut outputs);
    hasher.digest_many_into(&tuples, &mut outputs);
    hasher.finalize().read(&mut outputs);
    Ok(())
}

fn parallel(_: &mut Verdicts) -> Outcome {
    let messages = messages(168);
    let message = secret(2000);
    let mut outputs = vec![0; 16 * messages.len()];
    for block_bytes in [7, 100, 600] {
        let mut hasher = ParallelHash128::new(block_bytes, b"use")?;
        hasher.update(&message[..33]);
        hasher.update(&message[33..]);
        hasher.digest_into(&message, &mut outputs)?;
        hasher.digest_many_into(&messages, &mut outputs)?;
        hasher.finalize_into(&mut outputs)?;
        let mut hasher = ParallelHashXof256::new(block_bytes, b"use")?;
        hasher.update(&message);
        hasher.digest_into(&message, &mut outputs);
        hasher.digest_many_into(&messages, &mut outputs);
        hasher.finalize().read(&mut outputs);
    }
    Ok(())
}

fn kangaroo_twelve(_: &mut Verdicts) -> Outcome {
    macro_rules! kangaroo_twelve {
        ($($type:ident)+) => {$({
            let messages = [secret(20), secret(8191), secret(8192), secret(9000), secret(50_000)];
            let mut outputs = vec![0; 100 * messages.len()];
            let mut hasher = $type::new(b"use");
            for message in &messages {
                hasher.update(message);
                hasher.digest_into(message, &mut outputs);
            }
            hasher.digest_many_into(&messages, &mut outputs);
            hasher.finalize().read(&mut outputs);
        })+};
    }
    kangaroo_twelve!(Kt128 Kt256);
    Ok(())
}
