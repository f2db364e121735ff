//! No call accesses a byte outside of its inputs and outputs, or writes to an input. Each of these lies between two
//! inaccessible pages, right before the second or right after the first, and inputs are read-only.
//!
//! ```text
//!   | no access | ........ message | no access |        | no access | message ........ | no access |
//! ```
//!
//! A stray access ends the process; a signal handler names the algorithm and the implementation first.

#![cfg(unix)]

mod common;

use common::{edges, hash, painted};
use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Implementation};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

/// Which end of the accessible memory the bytes touch.
#[derive(Clone, Copy)]
enum Touching {
    Begin,
    End,
}

const BOTH: [Touching; 2] = [Touching::Begin, Touching::End];

/// Bytes between two inaccessible pages.
struct Guarded {
    mapping: *mut u8,
    mapped: usize,
    bytes: *mut u8,
    length: usize,
}

fn page() -> usize {
    // SAFETY: a valid constant is the only argument.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}

impl Guarded {
    fn new(content: &[u8], touching: Touching) -> Self {
        let usable = content.len().next_multiple_of(page()).max(page());
        let mapped = usable + 2 * page();
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping at a place of the kernel's choice; its middle is then made accessible.
        let mapping = unsafe {
            let mapping = libc::mmap(ptr::null_mut(), mapped, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(mapping, libc::MAP_FAILED, "no memory");
            let mapping = mapping.cast::<u8>();
            assert_eq!(libc::mprotect(mapping.add(page()).cast(), usable, libc::PROT_READ | libc::PROT_WRITE), 0);
            mapping
        };
        let offset = match touching {
            Touching::Begin => 0,
            Touching::End => usable - content.len(),
        };
        // SAFETY: `offset + content.len()` is at most `usable`, which is accessible after the first page.
        let bytes = unsafe { mapping.add(page() + offset) };
        let mut guarded = Self { mapping, mapped, bytes, length: content.len() };
        guarded.as_mut().copy_from_slice(content);
        guarded
    }

    /// Returns a read-only copy of `content`.
    fn read_only(content: &[u8], touching: Touching) -> Self {
        let guarded = Self::new(content, touching);
        // SAFETY: the accessible pages of this mapping, to which no reference is held.
        let done =
            unsafe { libc::mprotect(guarded.mapping.add(page()).cast(), guarded.mapped - 2 * page(), libc::PROT_READ) };
        assert_eq!(done, 0);
        guarded
    }

    fn as_mut(&mut self) -> &mut [u8] {
        // SAFETY: accessible, initialised (new pages are zeros), and borrowed as long as `self` is.
        unsafe { std::slice::from_raw_parts_mut(self.bytes, self.length) }
    }
}

impl AsRef<[u8]> for Guarded {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.bytes, self.length) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the whole of this mapping, to which no reference is left.
        unsafe { libc::munmap(self.mapping.cast(), self.mapped) };
    }
}

/// The name of what is running, for the handler.
static RUNNING: AtomicPtr<u8> = AtomicPtr::new(ptr::dangling_mut());
static RUNNING_LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Reports what was running, then lets the signal take its default action.
extern "C" fn report(signal: libc::c_int) {
    // SAFETY: `write`, `signal` and `raise` may be called in a handler; the text is never freed.
    unsafe {
        let text = std::slice::from_raw_parts(RUNNING.load(Relaxed), RUNNING_LENGTH.load(Relaxed));
        for part in [&b"an access outside of input or output: "[..], text, b"\n"] {
            libc::write(2, part.as_ptr().cast(), part.len());
        }
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Installs the handler, and runs one test at a time so that it names the right one.
fn alone() -> impl Drop {
    static ONE_BY_ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: `report` does only what a handler may do.
        unsafe { libc::signal(signal, report as extern "C" fn(libc::c_int) as libc::sighandler_t) };
    }
    ONE_BY_ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Records what is running, for the handler.
fn running(what: String) {
    let text = what.leak();
    RUNNING_LENGTH.store(0, Relaxed);
    RUNNING.store(text.as_mut_ptr(), Relaxed);
    RUNNING_LENGTH.store(text.len(), Relaxed);
}

/// Calls `check` with every implementation that can run here.
fn walk(mut check: impl FnMut(&'static Algorithm, &'static Implementation)) {
    let _alone = alone();
    for algorithm in Algorithm::all() {
        for implementation in algorithm.implementations().filter(|i| i.available()) {
            running(format!("{} by {}", algorithm.name, implementation.name()));
            check(algorithm, implementation);
        }
    }
}

/// Runs this program again with a stray access, which the check must find.
#[test]
fn a_stray_access_is_found_and_named() {
    const STRAY: &str = "COUNTERPOINT_TEST_STRAY_ACCESS";
    let _alone = alone();
    if let Ok(way) = std::env::var(STRAY) {
        running(format!("a test that {way}"));
        let bytes = Guarded::read_only(&painted(100), Touching::End);
        // SAFETY: none; this access must end the process.
        unsafe {
            match way.as_str() {
                "reads past the end" => std::hint::black_box(bytes.bytes.add(100).read_volatile()),
                _ => std::hint::black_box({
                    bytes.bytes.write_volatile(0);
                    0
                }),
            };
        }
        return;
    }
    for way in ["reads past the end", "writes to an input"] {
        let program = std::env::current_exe().unwrap();
        let arguments = ["--exact", "a_stray_access_is_found_and_named", "--nocapture"];
        let output = std::process::Command::new(program).args(arguments).env(STRAY, way).output().unwrap();
        assert!(!output.status.success(), "{way}: not found");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(&format!("an access outside of input or output: a test that {way}")), "{errors}");
    }
}

/// Hashes a message of each length, at once and in two pieces.
fn one_message(hash: &dyn Hash, name: &str) {
    let lengths = (0..=hash.block_bytes() + 1).chain(edges(hash.block_bytes()));
    for length in lengths {
        let content = painted(length);
        for touching in BOTH {
            let message = Guarded::read_only(&content, touching);
            let mut digest = Guarded::new(&vec![0xff; hash.digest_bytes()], touching);
            hash.digest_many(Some(name), &[message.as_ref()], digest.as_mut()).unwrap();

            let mut hasher = hash.hasher(Some(name)).unwrap();
            hasher.update(&[1, 2, 3]);
            hasher.update(message.as_ref());
            let mut reader = hasher.finalize(0, 0);
            reader.read(digest.as_mut());
        }
    }
}

/// Hashes messages of mixed lengths, enough to fill the kernel and leave some over.
fn many_messages(hash: &dyn Hash, implementation: &Implementation) {
    let edges = edges(hash.block_bytes());
    for touching in BOTH {
        for count in [implementation.states(), 2 * implementation.states() + 1] {
            let messages: Vec<Guarded> =
                (0..count).map(|i| Guarded::read_only(&painted(edges[7 * i % edges.len()]), touching)).collect();
            let messages: Vec<&[u8]> = messages.iter().map(AsRef::as_ref).collect();
            let mut digests = Guarded::new(&vec![0; count * hash.digest_bytes()], touching);
            hash.digest_many(Some(implementation.name()), &messages, digests.as_mut()).unwrap();
        }
    }
}

#[test]
fn hashes() {
    walk(|algorithm, implementation| {
        if let Some(hash) = hash(algorithm) {
            one_message(hash, implementation.name());
            many_messages(hash, implementation);
        }
    });
}

#[test]
fn outputs_of_any_length() {
    walk(|algorithm, implementation| {
        let Some(hash) = hash(algorithm).filter(|hash| hash.extendable()) else { return };
        for length in (9..48).chain(edges(hash.block_bytes())) {
            for touching in BOTH {
                let mut output = Guarded::new(&vec![0; length], touching);
                hash.digest_many(Some(implementation.name()), &[b"abc"], output.as_mut()).unwrap();
                let (head, rest) = output.as_mut().split_at_mut(length / 3);
                let mut reader = hash.hasher(Some(implementation.name())).unwrap().finalize(0, 0);
                reader.read(head);
                reader.read(rest);
            }
        }
    });
}

#[test]
fn permutations_and_ciphers() {
    walk(|algorithm, implementation| {
        for touching in BOTH {
            for count in 0..=2 * implementation.states() + 1 {
                if let Some(permutation) = algorithm.as_permutation() {
                    let mut states = Guarded::new(&painted(count * permutation.state_bytes()), touching);
                    let rounds = *permutation.rounds().end();
                    permutation.permute(Some(implementation.name()), states.as_mut(), rounds).unwrap();
                }
                if let Some(cipher) = algorithm.as_block_cipher() {
                    let key = Guarded::read_only(&painted(cipher.key_bytes()), touching);
                    let mut blocks = Guarded::new(&painted(count * cipher.block_bytes()), touching);
                    cipher.encrypt(Some(implementation.name()), key.as_ref(), blocks.as_mut()).unwrap();
                }
            }
        }
    });
}

#[test]
fn authenticated_encryption() {
    walk(|algorithm, implementation| {
        let Some(aead) = algorithm.as_aead() else { return };
        let block = aead.block_bytes();
        for touching in BOTH {
            for length in (0..10).chain(block - 1..block + 10) {
                let key = Guarded::read_only(&painted(aead.key_bytes()), touching);
                let nonce = Guarded::read_only(&painted(length % aead.nonce_bytes()), touching);
                let data = Guarded::read_only(&painted(length), touching);
                let mut buffer = Guarded::new(&painted(length), touching);
                let mut tag = Guarded::new(&painted(aead.tag_bytes()), touching);
                let (key, nonce, data) = (key.as_ref(), nonce.as_ref(), data.as_ref());
                aead.encrypt(Some(implementation.name()), key, nonce, data, buffer.as_mut(), tag.as_mut()).unwrap();
                aead.decrypt(Some(implementation.name()), key, nonce, data, buffer.as_mut(), tag.as_ref()).unwrap();
            }
        }
    });
}

#[cfg(feature = "keccak")]
#[test]
fn sponges_in_bits() {
    use counterpoint::keccak::{Duplex, Sponge};
    let _alone = alone();
    for rate in [1, 7, 64, 129, 1026, 1088, 1599_usize] {
        running(format!("a sponge of rate {rate}"));
        for bits in (0..80).chain(rate - 1..rate + 70) {
            for touching in BOTH {
                let input = Guarded::read_only(&painted(bits.div_ceil(8)), touching);
                let mut output = Guarded::new(&vec![0; bits.div_ceil(8)], touching);
                let mut sponge = Sponge::<u64>::new(rate, 24).unwrap();
                sponge.absorb_bits(&[0x03], 3);
                sponge.absorb_bits(input.as_ref(), bits as u64);
                let mut squeezer = sponge.finalize();
                squeezer.squeeze_bits(&mut [0], 5);
                squeezer.squeeze_bits(output.as_mut(), bits as u64);
                if bits + 2 <= rate {
                    let mut duplex = Duplex::<u64>::new(rate, 24).unwrap();
                    duplex.duplexing_bits(input.as_ref(), bits as u64, output.as_mut(), bits as u64).unwrap();
                }
            }
        }
    }
}
