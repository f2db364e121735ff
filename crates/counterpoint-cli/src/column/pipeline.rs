//! Reading, hashing and writing at the same time.
//!
//! With several threads, one decodes the next batches and one encodes those that are done, while the calling thread
//! hashes with all of them. Between two stages at most one batch waits, so the memory does not grow with the file.
//!
//! Nobody can interrupt a thread that waits for a slow standard input. So that an error does not have to wait for it,
//! too, the thread that decodes is left alone then, and ends with the process.

use crate::exit::Error;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The number of batches that wait between two stages.
const WAITING: usize = 1;

/// Passes each batch through `hash` to `write`, in order. The first error ends it.
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
    // A stage ends when the one behind it has ended, because then its channel is closed.
    let (decoded, undigested) = sync_channel(WAITING);
    let reader = thread::spawn(move || {
        for batch in batches {
            if decoded.send(batch).is_err() {
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
    // Without an error, the reader has ended. If a panic ended it, there are rows that nobody has seen.
    reader.join().map_err(|_| Error::Failed("an input can't be decoded".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::exit::Error;
    use arrow_array::{RecordBatch, RecordBatchOptions};
    use arrow_schema::Schema;
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    fn batch() -> RecordBatch {
        let options = RecordBatchOptions::new().with_row_count(Some(1));
        RecordBatch::try_new_with_options(Arc::new(Schema::empty()), Vec::new(), &options).unwrap()
    }

    /// A reader that waits for ever after its first batch.
    #[test]
    fn an_error_does_not_wait_for_the_reader() {
        let (_open, never) = channel();
        let batches = std::iter::once(Ok(batch())).chain(never);
        let (done, outcome) = channel();
        std::thread::spawn(move || {
            let full = |_| Err(Error::Failed("full".to_owned()));
            let failed = run(batches, |_| Err::<RecordBatch, _>(Error::Failed("no hash".to_owned())), |_| Ok(()), 2);
            done.send(failed).unwrap();
            let batches = std::iter::repeat_with(|| Ok(batch())).take(4).chain(std::iter::from_fn(|| {
                std::thread::park();
                None
            }));
            done.send(run(batches, Ok, full, 2)).unwrap();
        });
        for words in ["no hash", "full"] {
            // Only a fault takes longer, on a busy machine too.
            let failed = outcome.recv_timeout(Duration::from_secs(600)).expect("it does not wait");
            assert!(matches!(failed, Err(Error::Failed(error)) if error == words));
        }
    }

    #[test]
    fn a_panic_of_the_reader_is_an_error() {
        let mut left = 2;
        let batches = std::iter::from_fn(move || {
            left -= 1;
            assert!(left > 0, "a panic that this test expects");
            Some(Ok(batch()))
        });
        assert!(run(batches, Ok, |_| Ok(()), 2).is_err());
    }
}
