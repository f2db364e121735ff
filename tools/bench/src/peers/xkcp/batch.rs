//! XKCP's batch forms: the sponge over two, four or eight states, with XKCP's functions for these numbers of states.
//!
//! All messages have the same length, so padding is the same in every state. If the messages consist of whole lanes,
//! XKCP reads them in place, and the padding is added to the states before the messages. Otherwise each block is copied
//! to a buffer of whole blocks.

use super::super::peer::{Form, Peer};
use std::ffi::{c_uchar, c_uint};
use std::mem::MaybeUninit;

/// XKCP's functions on several states `S`, for one number of rounds.
struct Functions<S> {
    initialize: unsafe extern "C" fn(*mut S),
    /// Adds a number of lanes to each state. The second number is the distance, in lanes, to the data of the next
    /// state.
    add: unsafe extern "C" fn(*mut S, *const c_uchar, c_uint, c_uint),
    /// Adds whole blocks and permutes after each, faster than the separate functions; not every target has this.
    absorb: Option<Absorb<S>>,
    permute: unsafe extern "C" fn(*mut S),
    /// Copies a number of lanes out of each state.
    extract: unsafe extern "C" fn(*const S, *mut c_uchar, c_uint, c_uint),
}

/// Takes the numbers of lanes in a block, from state to state, and from block to block; then all data. Returns the
/// number of bytes absorbed.
type Absorb<S> = unsafe extern "C" fn(*mut S, c_uint, c_uint, c_uint, *const c_uchar, usize) -> usize;

/// A block for each state.
#[repr(align(64))]
struct Blocks<const STATES: usize, const RATE: usize>([[u8; RATE]; STATES]);

/// Computes the outputs of all messages, which have `length` bytes each. `RATE` is the block length in bytes; an output
/// is no longer than a block, and consists of whole lanes.
fn sponge<S, const STATES: usize, const RATE: usize>(
    functions: &Functions<S>,
    suffix: u8,
    length: usize,
    messages: &[u8],
    outputs: &mut [u8],
) {
    let Functions { initialize, add, absorb, permute, extract } = *functions;
    let lanes = |bytes: usize| (bytes / 8) as c_uint;
    let each = outputs.len() / (messages.len() / length);
    assert!(each <= RATE && each.is_multiple_of(8), "an output is whole lanes of a block");
    let (rest, in_place) = (length % RATE, length.is_multiple_of(8));
    let whole = length - rest;
    let mut last = Blocks([[0; RATE]; STATES]);
    for block in &mut last.0 {
        block[rest] = suffix;
        block[RATE - 1] |= 0x80;
    }
    let mut empty = MaybeUninit::<S>::uninit();
    let mut padded = MaybeUninit::<S>::uninit();
    // SAFETY: both are places for states. `last` has a block for each state.
    unsafe {
        initialize(empty.as_mut_ptr());
        initialize(padded.as_mut_ptr());
        add(padded.as_mut_ptr(), last.0.as_ptr().cast(), lanes(RATE), lanes(RATE));
    }
    let from = if in_place && whole == 0 { &padded } else { &empty };
    let groups = messages.chunks_exact(STATES * length);
    for (rows, outputs) in groups.zip(outputs.chunks_exact_mut(STATES * each)) {
        let mut states = MaybeUninit::<S>::uninit();
        let state = states.as_mut_ptr();
        // SAFETY: states are plain numbers without pointers, so they can be copied. XKCP reads one block of each row,
        // or its rest, at the given distances, which lie in `rows`. It supports unaligned lanes. From `last` it reads a
        // block for each state, and it writes `each` bytes of each output.
        unsafe {
            state.copy_from_nonoverlapping(from.as_ptr(), 1);
            if in_place {
                if let Some(absorb) = absorb {
                    absorb(state, lanes(RATE), lanes(length), lanes(RATE), rows.as_ptr(), rows.len());
                } else {
                    for at in (0..whole).step_by(RATE) {
                        add(state, rows[at..].as_ptr(), lanes(RATE), lanes(length));
                        permute(state);
                    }
                }
                add(state, rows[whole..].as_ptr(), lanes(rest), lanes(length));
                if whole > 0 {
                    add(state, last.0.as_ptr().cast(), lanes(RATE), lanes(RATE));
                }
            } else {
                for at in (0..whole).step_by(RATE) {
                    let mut blocks = Blocks([[0; RATE]; STATES]);
                    for (block, row) in blocks.0.iter_mut().zip(rows.chunks_exact(length)) {
                        block.copy_from_slice(&row[at..at + RATE]);
                    }
                    add(state, blocks.0.as_ptr().cast(), lanes(RATE), lanes(RATE));
                    permute(state);
                }
                for (block, row) in last.0.iter_mut().zip(rows.chunks_exact(length)) {
                    block[..rest].copy_from_slice(&row[whole..]);
                }
                add(state, last.0.as_ptr().cast(), lanes(RATE), lanes(RATE));
            }
            permute(state);
            extract(state, outputs.as_mut_ptr(), lanes(each), lanes(each));
        }
    }
}

/// Defines a module of peers for a given number of states, from the names of XKCP's functions.
macro_rules! batch {
    ($name:ident $states:literal $type:ident $initialize:ident $add:ident $extract:ident
        $absorb_24:ident $permute_24:ident $absorb_12:expr, $permute_12:ident) => {
        pub(super) mod $name {
            use super::*;

            const ROUNDS_24: Functions<xkcp_sys::$type> = Functions {
                initialize: xkcp_sys::$initialize,
                add: xkcp_sys::$add,
                absorb: Some(xkcp_sys::$absorb_24),
                permute: xkcp_sys::$permute_24,
                extract: xkcp_sys::$extract,
            };
            const ROUNDS_12: Functions<xkcp_sys::$type> =
                Functions { absorb: $absorb_12, permute: xkcp_sys::$permute_12, ..ROUNDS_24 };

            const fn peer(algorithm: &'static str, output_bytes: usize, digest: fn(usize, &[u8], &mut [u8])) -> Peer {
                let form = Form::Batch($states, digest);
                Peer {
                    package: "xkcp-sys",
                    algorithm,
                    name: concat!(env!("BENCH_XKCP_TARGET"), "-x", $states),
                    output_bytes,
                    form,
                }
            }

            pub(in super::super) static PEERS: &[Peer] = &[
                peer("sha3-256", 32, |n, m, o| sponge::<_, $states, 136>(&ROUNDS_24, 6, n, m, o)),
                peer("sha3-384", 48, |n, m, o| sponge::<_, $states, 104>(&ROUNDS_24, 6, n, m, o)),
                peer("sha3-512", 64, |n, m, o| sponge::<_, $states, 72>(&ROUNDS_24, 6, n, m, o)),
                peer("shake128", 32, |n, m, o| sponge::<_, $states, 168>(&ROUNDS_24, 0x1f, n, m, o)),
                peer("shake256", 64, |n, m, o| sponge::<_, $states, 136>(&ROUNDS_24, 0x1f, n, m, o)),
                peer("keccak256", 32, |n, m, o| sponge::<_, $states, 136>(&ROUNDS_24, 1, n, m, o)),
                peer("keccak512", 64, |n, m, o| sponge::<_, $states, 72>(&ROUNDS_24, 1, n, m, o)),
                peer("turboshake128", 32, |n, m, o| sponge::<_, $states, 168>(&ROUNDS_12, 0x1f, n, m, o)),
                peer("turboshake256", 64, |n, m, o| sponge::<_, $states, 136>(&ROUNDS_12, 0x1f, n, m, o)),
            ];
        }
    };
}

/// For two states, only targets with AVX-512 have it.
#[cfg(xkcp_times8)]
const TIMES2_ABSORB_12: Option<Absorb<xkcp_sys::KeccakP1600times2_states>> =
    Some(xkcp_sys::KeccakP1600times2_12rounds_FastLoop_Absorb);
#[cfg(all(xkcp_times2, not(xkcp_times8)))]
const TIMES2_ABSORB_12: Option<Absorb<xkcp_sys::KeccakP1600times2_states>> = None;

#[cfg(xkcp_times2)]
batch! {
    times2 2 KeccakP1600times2_states KeccakP1600times2_InitializeAll KeccakP1600times2_AddLanesAll
    KeccakP1600times2_ExtractLanesAll KeccakF1600times2_FastLoop_Absorb KeccakP1600times2_PermuteAll_24rounds
    TIMES2_ABSORB_12, KeccakP1600times2_PermuteAll_12rounds
}

#[cfg(xkcp_times4)]
batch! {
    times4 4 KeccakP1600times4_states KeccakP1600times4_InitializeAll KeccakP1600times4_AddLanesAll
    KeccakP1600times4_ExtractLanesAll KeccakF1600times4_FastLoop_Absorb KeccakP1600times4_PermuteAll_24rounds
    Some(xkcp_sys::KeccakP1600times4_12rounds_FastLoop_Absorb), KeccakP1600times4_PermuteAll_12rounds
}

#[cfg(xkcp_times8)]
batch! {
    times8 8 KeccakP1600times8_states KeccakP1600times8_InitializeAll KeccakP1600times8_AddLanesAll
    KeccakP1600times8_ExtractLanesAll KeccakF1600times8_FastLoop_Absorb KeccakP1600times8_PermuteAll_24rounds
    Some(xkcp_sys::KeccakP1600times8_12rounds_FastLoop_Absorb), KeccakP1600times8_PermuteAll_12rounds
}
