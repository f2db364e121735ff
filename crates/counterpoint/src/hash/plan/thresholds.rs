//! The numbers by which plans are made, each with the record that it comes from.
//!
//! They decide how long a batch takes, and never about a digest. Records are in `benchmarks/`; what those of one day
//! did not show has the commit that brought the number. `hash/tests/work.txt` has the work that follows from all of
//! them.

/// The most messages of a run, and how many are grouped at a time. A run has a cost of its own, which more messages
/// share; by Luffa, each of 1,000 messages takes as much time as each of 64 (`short.txt`).
pub(crate) const MOST: usize = 64;

/// The number of lanes of the widest kernel, and the most messages of a run whose outputs do not lie next to each
/// other. The number of messages in a thread's part is a multiple of it, so that kernels are as full as in one thread.
pub(crate) const MOST_LANES: usize = 16;

/// Messages with so many whole blocks or more are in no group. They are few of each kind, and a lane that is filled
/// again costs them little (`mixed.txt`: with 4096 bytes, mixed lengths take 1.02 to 1.08 of the time of equal ones).
pub(crate) const MANY_BLOCKS: usize = 15;

/// The least number of messages that are grouped by their numbers of blocks. Fewer fill few batches, and the lanes of
/// those that are left are idle for longer than the batches save (`zen3.txt`: 17 messages of 0 to 512 bytes took 1.15
/// of the time).
pub(crate) const LEAST_GROUPED: usize = MOST / 2;

/// The number of messages times the length of the longest one, in bytes, from which on the longest come first. For
/// less, sorting takes more time than the lanes are idle at the end (`mixed.txt`, second table; commit 7fc83f33).
pub(crate) const LEAST_SORTED: usize = 6 << 10;

/// The same where each message has a lane. Then the order matters only if fewer lanes are chosen since one message is
/// much longer than the others (commit 01e1e210).
pub(crate) const LEAST_SORTED_WITH_LANES: usize = 4 * LEAST_SORTED;

/// A difference of two lengths matters to the order if it is one part of so many of the power of two above the longest.
/// Classes of equal size are then few enough to be counted (commit 7fc83f33).
pub(crate) const LENGTH_CLASSES: usize = 16;

/// Fugue: the most bytes of a message that its kernels take as a whole. Longer ones take less time in blocks: the fours
/// of words of a whole message count from its end, so their loads are seldom aligned (`mixed.txt`, third table).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_LONG: usize = 2048;

/// Fugue: the most bytes of messages of different lengths that are all in one batch. It is as slow as the longest of
/// them; longer ones are not with those of the most similar lengths, and go to lanes (`mixed.txt`: 16 of 1024 bytes).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_LONG_IN_ONE: usize = 512;

/// Fugue: of so many messages, one may be longer than [`FUGUE_LONG`]. If more are, all go to lanes, which take up the
/// next message when one has ended (`docs/techniques/fugue.md`).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_ONE_LONG_OF: usize = 4;

/// Threads: the least work of a call that is divided among them, in bytes of blocks and of outputs. It is a tenth of a
/// millisecond by the fastest function here, and more by the others; it takes some microseconds until a thread works
/// (commit b4030114: 10,000 messages of 32 bytes by SHA3-256 took 323 microseconds of two cores in place of 603).
#[cfg(feature = "std")]
pub(crate) const LEAST_IN_THREADS: u64 = 3 << 18;

/// Threads: the work of a part, small enough that the threads end at nearly the same time (commit b4030114).
#[cfg(feature = "std")]
pub(crate) const PART_OF_A_THREAD: u64 = 1 << 15;

/// Threads: the number of messages whose lengths stand for those of all (commit b4030114).
#[cfg(feature = "std")]
pub(crate) const SAMPLES: usize = 8;
