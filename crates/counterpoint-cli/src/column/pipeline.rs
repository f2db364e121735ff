//! Reading, hashing and writing at the same time.
//!
//! With several threads, one decodes the next batches and one encodes those that are done, while the calling thread
//! hashes with all of them. Between two stages at most one batch waits, so the memory does not grow with the file.

use arrow_array::RecordBatch;
use counterpoint_console::exit::Error;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The number of batches that wait between two stages.
const WAITING: usize = 1;

/// Passes each batch through `hash` to `write`, in order. The first error ends it.
pub(super) fn run(
    batches: impl Iterator<Item = Result<RecordBatch, Error>> + Send,
    mut hash: impl FnMut(RecordBatch) -> Result<RecordBatch, Error>,
    mut write: impl FnMut(RecordBatch) -> Result<(), Error> + Send,
    threads: usize,
) -> Result<(), Error> {
    if threads == 1 {
        for batch in batches {
            write(hash(batch?)?)?;
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let (decoded, undigested) = sync_channel(WAITING);
        let (digested, unwritten) = sync_channel(WAITING);
        // A stage ends when the one behind it has ended, because then its channel is closed.
        scope.spawn(move || {
            for batch in batches {
                if decoded.send(batch).is_err() {
                    break;
                }
            }
        });
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
    })
}
