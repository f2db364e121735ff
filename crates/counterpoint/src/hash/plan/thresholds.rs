//! The numbers behind every plan, each with the record it comes from.
//!
//! They decide how long a batch takes, never what its digests are. Records are files in `benchmarks/`; a number that no
//! file shows has the commit that brought it. `hash/tests/work.txt` records the work that follows from all of them.

/// The most messages of a run, and how many are grouped at a time. Messages share the fixed cost of a run; with Luffa,
/// 64 are enough: each takes no longer than each of 1,000 (`short.txt`).
pub(crate) const MOST: usize = 64;

/// The number of lanes of the widest kernel, and the most messages of a run whose outputs are not adjacent. A thread's
/// share of messages is a multiple of it, so kernels are as full as in one thread.
pub(crate) const MOST_LANES: usize = 16;

/// Messages with this many whole blocks or more are not grouped. There are few with the same number, and refilling a
/// lane costs them little (`mixed.txt`: at 4096 bytes, mixed lengths are 2 to 8 % slower than equal ones).
pub(crate) const MANY_BLOCKS: usize = 15;

/// The fewest messages that are grouped by number of blocks. Fewer fill few batches, and at the end, lanes are idle for
/// longer than those batches save (`zen3.txt`: 17 messages of 0 to 512 bytes were 15 % slower).
pub(crate) const LEAST_GROUPED: usize = MOST / 2;

/// The number of messages times the longest length in bytes, from which on the longest messages begin first. Below it,
/// sorting takes longer than lanes would be idle at the end (`mixed.txt`, second table; commit 7fc83f33).
pub(crate) const LEAST_SORTED: usize = 6 << 10;

/// The same limit for messages that could have a lane each. Then the order matters only if one message is so much
/// longer than the others that fewer lanes are chosen (commit 01e1e210).
pub(crate) const LEAST_SORTED_WITH_LANES: usize = 4 * LEAST_SORTED;

/// How many classes of lengths are sorted, between zero and the power of two above the longest length. Within a class,
/// the order does not matter (commit 7fc83f33).
pub(crate) const LENGTH_CLASSES: usize = 16;

/// Fugue: the longest message, in bytes, that kernels take as a whole. Longer ones are faster in blocks: a whole
/// message is read in fours of words counted from its end, which are seldom aligned (`mixed.txt`, third table).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_LONG: usize = 2048;

/// Fugue: the longest message, in bytes, of those that share a single batch whatever their lengths. The batch is as
/// slow as its longest message, and no messages of more similar lengths are left to choose from: beyond this limit,
/// lanes are faster (`mixed.txt`: 16 of 1024 bytes).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_LONG_IN_ONE: usize = 512;

/// Fugue: one message out of this many may be longer than [`FUGUE_LONG`]. If more are, all go to lanes, which begin the
/// next message as soon as one ends (`docs/techniques/fugue.md`).
#[cfg(feature = "fugue")]
pub(crate) const FUGUE_ONE_LONG_OF: usize = 4;

/// Threads: the least work that is divided among them, in bytes of blocks and outputs. The fastest function here takes
/// a tenth of a millisecond for it; to wake a thread takes some microseconds (commit b4030114: with two cores, 10,000
/// messages of 32 bytes took SHA3-256 323 microseconds instead of 603).
#[cfg(feature = "std")]
pub(crate) const LEAST_IN_THREADS: u64 = 3 << 18;

/// Threads: the work of one part, small enough for all threads to end at nearly the same time (commit b4030114).
#[cfg(feature = "std")]
pub(crate) const PART_OF_A_THREAD: u64 = 1 << 15;

/// Threads: how many messages are sampled to estimate the work of all (commit b4030114).
#[cfg(feature = "std")]
pub(crate) const SAMPLES: usize = 8;
