//! What a peer is: its names, its output, and how it is called.

/// A peer for one algorithm.
pub(super) struct Peer {
    pub(super) package: &'static str,
    pub(super) algorithm: &'static str,
    /// The name of the code in its package. The name of a batch form ends with `-xN`.
    pub(super) name: &'static str,
    /// The number of output bytes; 0 for a permutation, whose output has the length of its input.
    pub(super) output_bytes: usize,
    pub(super) form: Form,
}

/// How a peer is called.
pub(super) enum Form {
    /// With one message and the place for its output.
    One(fn(&[u8], &mut [u8])),
    /// With a multiple of this number of messages. The function gets the length of a message, all messages one after
    /// another, and the place for all outputs.
    Batch(usize, fn(usize, &[u8], &mut [u8])),
}

/// A list of peers that hash one message at a time, one per line: package, algorithm, name, number of output bytes,
/// function.
macro_rules! peers {
    ($list:ident: $($package:literal $algorithm:literal $name:literal $bytes:literal $digest:expr;)+) => {
        pub(super) static $list: &[Peer] = &[$(
            Peer {
                package: $package, algorithm: $algorithm, name: $name, output_bytes: $bytes, form: Form::One($digest)
            },
        )+];
    };
}
pub(super) use peers;
