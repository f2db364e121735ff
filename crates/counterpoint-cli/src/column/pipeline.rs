//! Reading, hashing and writing at the same time.
//!
//! With several threads, one decodes the next batches and one encodes the finished ones, while the calling thread
//! hashes with all threads. At most one batch waits between two stages, so memory use does not grow with the file.
//!
//! A thread that waits for slow standard input can't be interrupted. After an error, the decoding thread is therefore
//! abandoned and ends with the process, so the error is reported at once.

use crate::exit::Error;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The number of batches that may wait between two stages.
const WAITING: usize = 1;

/// Passes each batch through `hash` to `write`, in order. Stops at the first error.
pub(super) fn run<B: Send + 'static, D: Send>(
    batches: impl Iterator<Item = Result<B, Error>> + Send + 'static,
    mut hash: impl FnMut(B) -> Result<D, Error>,
    mut write: impl FnMut(D) -> Result<(), Error> + Send,
    threads: usize,
) -> Result<(), Error> {
    if threads == 1 {
        for batch in batches {
            write(hash(batch?)?)?;
        }
        return Ok(());
    }
    // A stage ends when the next one has ended, because that closes its channel.
    let (decoded, undigested) = sync_channel(WAITING);
    let reader = thread::spawn(move || {
        for batch in batches {
            // Nothing follows an error.
            let last = batch.is_err();
            if decoded.send(batch).is_err() || last {
                break;
            }
        }
    });
    thread::scope(|scope| {
        let (digested, unwritten) = sync_channel(WAITING);
        let writer = scope.spawn(move || unwritten.into_iter().try_for_each(&mut write));
        let mut hashed = Ok(());
        for batch in undigested {
            match batch.and_then(&mut hash) {
                Ok(batch) => {
                    if digested.send(batch).is_err() {
                        break;
                    }
                }
                Err(error) => {
                    hashed = Err(error);
                    break;
                }
            }
        }
        drop(digested);
        let written = writer.join().unwrap_or_else(|_| Err(Error::Failed("the output can't be encoded".to_owned())));
        written.and(hashed)
    })?;
    // Without an error, the reader has ended. If a panic ended it, rows are missing.
    reader.join().map_err(|_| Error::Failed("an input can't be decoded".to_owned()))
}
