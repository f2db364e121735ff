//! What is in the library: cards, implementations, lists, algorithms by name.
//!
//! A [`Primitive`] is what implementations compete in: a permutation, a compression function or a block
//! cipher. Its [`List`] names every [`Implementation`], `spec` first (it is the oracle), then from the
//! slowest to the fastest. An [`Algorithm`] is what a user asks for by name; several share a primitive (SHA3-256
//! and SHAKE128 both stand on Keccak-p\[1600\]).

use crate::cpu::{Kernel, Tier};

pub use crate::cpu::Primitive;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

mod algorithms;
mod functions;
mod options;

pub use algorithms::{ALGORITHMS, Algorithm, Kind, UnknownAlgorithm};
#[cfg(all(feature = "alloc", feature = "keccak"))]
pub(crate) use functions::hashes_no_tuples;
pub use functions::{Aead, BlockCipher, Hash, Permutation};
#[cfg(feature = "alloc")]
pub use functions::{DigestMany, Hasher, Reader};
pub use options::{Mode, OptionError, OptionFault, Options, Parameter};

/// A primitive whose implementations are in a list.
pub trait Implemented: Primitive {
    /// Every implementation, `spec` first, then from the slowest to the fastest.
    fn list() -> &'static List<Self>;
}

/// What is known about an implementation without running it.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// `technique-tier` or `technique-tier-xN`, for N states at once: `bitslice-portable`, `lanes-avx2-x4`.
    pub name: &'static str,
    /// How the computation is laid out: `spec`, `ttable`, `bitslice`, `rows`, ...
    pub technique: &'static str,
    /// How many states one run of the kernel works on.
    pub states: usize,
    /// The smallest number of messages at which it is chosen by default (1 where it is right for one message).
    pub worth_from: usize,
    /// No branch, no memory address and no variable-time instruction depends on data.
    pub constant_time: bool,
    /// Bytes of look-up tables that are read at run time.
    pub table_bytes: usize,
    /// Where the technique comes from: the key of a paper or standard, and the section.
    pub source: &'static str,
}

/// One way to compute a primitive: its card, the tier it needs, and the code.
#[derive(Clone, Copy)]
pub struct Implementation<P: Primitive> {
    card: Card,
    tier: &'static str,
    features: &'static [&'static str],
    kernel: fn() -> &'static str,
    available: fn() -> bool,
    missing: fn(usize) -> Option<&'static str>,
    run: for<'a> fn(P::Operands<'a>),
}

impl<P: Primitive> Implementation<P> {
    /// The implementation that runs kernel `K` on its tier.
    pub const fn new<K: Kernel<Primitive = P>>(card: Card) -> Self {
        Self {
            card,
            tier: K::Tier::NAME,
            features: K::Tier::FEATURES,
            kernel: core::any::type_name::<K>,
            available: || K::Tier::detect().is_some(),
            missing: |n| K::Tier::missing().nth(n),
            run: |operands| match K::Tier::detect() {
                Some(tier) => tier.run::<K>(operands),
                None => unavailable(K::Tier::NAME),
            },
        }
    }

    /// Computes. What the operands are is told by the primitive.
    ///
    /// # Panics
    ///
    /// If this machine lacks the tier, which [`Listed::available`] tells. [`List`] hands out available ones only.
    #[inline]
    pub fn run(&self, operands: P::Operands<'_>) {
        (self.run)(operands);
    }
}

#[cold]
#[inline(never)]
fn unavailable(tier: &str) -> ! {
    panic!("this machine lacks the tier {tier}; ask `available` before `run`")
}

/// An implementation as the lists show it, whatever its primitive.
pub trait Listed: Sync {
    /// What is known about it.
    fn card(&self) -> &Card;
    /// The name of its tier.
    fn tier(&self) -> &'static str;
    /// The CPU features of its tier.
    fn features(&self) -> &'static [&'static str];
    /// The features that this machine lacks: the n-th, for n from 0.
    fn missing(&self, n: usize) -> Option<&'static str>;
    /// Whether it can run here.
    fn available(&self) -> bool;
    /// The path of its kernel's type, by which its machine code is found.
    fn kernel(&self) -> &'static str;
}

impl<P: Primitive> Listed for Implementation<P> {
    fn card(&self) -> &Card {
        &self.card
    }
    fn tier(&self) -> &'static str {
        self.tier
    }
    fn features(&self) -> &'static [&'static str] {
        self.features
    }
    fn missing(&self, n: usize) -> Option<&'static str> {
        (self.missing)(n)
    }
    fn available(&self) -> bool {
        (self.available)()
    }
    fn kernel(&self) -> &'static str {
        (self.kernel)()
    }
}

/// The implementations of a primitive, and which one is right for one message here.
pub struct List<P: Primitive> {
    implementations: &'static [Implementation<P>],
    /// One more than the index of the best for one message, 0 while it is not known.
    best: AtomicUsize,
}

impl<P: Primitive> List<P> {
    /// A list from its implementations: `spec` first, then from the slowest to the fastest.
    pub const fn new(implementations: &'static [Implementation<P>]) -> Self {
        Self { implementations, best: AtomicUsize::new(0) }
    }

    /// Every implementation, in the list's order.
    pub fn all(&self) -> &'static [Implementation<P>] {
        self.implementations
    }

    /// The plain form of the specification, which all others are compared with.
    pub fn spec(&self) -> &'static Implementation<P> {
        &self.implementations[0]
    }

    /// The right implementation for so many messages at once: constant time, available, and the last of the list
    /// whose [`Card::worth_from`] is reached. In a library that was compiled without optimisation, only those on
    /// plain integers are right, since instructions for vectors are slower than these there.
    #[inline]
    pub fn best(&self, messages: usize) -> &'static Implementation<P> {
        if messages <= 1 {
            let known = self.best.load(Relaxed);
            if known != 0 {
                return &self.implementations[known - 1];
            }
        }
        self.find_best(messages)
    }

    #[cold]
    fn find_best(&self, messages: usize) -> &'static Implementation<P> {
        let index = self.position_of_best(messages, !cfg!(unoptimised));
        if messages <= 1 {
            self.best.store(index + 1, Relaxed);
        }
        &self.implementations[index]
    }

    fn position_of_best(&self, messages: usize, optimised: bool) -> usize {
        let right = |i: &Implementation<P>| {
            i.card.constant_time
                && i.card.worth_from <= messages.max(1)
                && (optimised || i.features.is_empty())
                && (i.available)()
        };
        self.implementations.iter().rposition(right).expect("every list has a portable constant-time implementation")
    }

    /// The implementation of this name: in full, or its technique alone where only one has it.
    ///
    /// ```
    /// use counterpoint::keccak::KeccakP1600;
    /// use counterpoint::registry::Primitive;
    ///
    /// let list = KeccakP1600::list();
    /// assert!(list.named("lanes-portable").is_ok());
    /// assert!(list.named("no-such-thing").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If there is none, or if this machine can't run it.
    pub fn named(&self, name: &str) -> Result<&'static Implementation<P>, ImplementationError> {
        let found = self.position(name)?;
        let implementation = &self.implementations[found];
        if (implementation.available)() {
            Ok(implementation)
        } else {
            Err(ImplementationError::Unavailable {
                name: implementation.card.name,
                feature: (implementation.missing)(0).unwrap_or("?"),
            })
        }
    }

    fn position(&self, name: &str) -> Result<usize, ImplementationError> {
        let all = self.implementations;
        if let Some(index) = all.iter().position(|i| i.card.name == name) {
            return Ok(index);
        }
        let mut of_technique = (0..all.len()).filter(|&i| all[i].card.technique == name);
        match (of_technique.next(), of_technique.next()) {
            (Some(index), None) => Ok(index),
            _ => Err(ImplementationError::Unknown),
        }
    }
}

/// Why an implementation can't be had by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImplementationError {
    /// The algorithm has no implementation of this name.
    Unknown,
    /// There is one, but this machine can't run it.
    Unavailable {
        /// The implementation's full name.
        name: &'static str,
        /// The first CPU feature that is missing.
        feature: &'static str,
    },
}

impl core::fmt::Display for ImplementationError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown => f.write_str("no implementation of that name; `counterpoint list` shows them"),
            Self::Unavailable { name, feature } => {
                write!(f, "implementation {name} needs the CPU feature {feature}, which this machine lacks")
            }
        }
    }
}

impl core::error::Error for ImplementationError {}

#[cfg(all(test, feature = "keccak", feature = "groestl"))]
mod tests {
    use super::*;
    use crate::groestl::CompressionFunction;
    use crate::keccak::{KeccakP200, KeccakP1600};

    #[test]
    fn without_optimisation_plain_integers_are_right() {
        fn check<P: Implemented>(portable: &str) {
            for messages in [0, 1, 2, 8, 64, 1000] {
                let best = &P::list().all()[P::list().position_of_best(messages, false)];
                assert_eq!((best.card.name, best.card.constant_time), (portable, true));
            }
            for messages in [2, 8, 64] {
                let best = &P::list().all()[P::list().position_of_best(messages, !cfg!(unoptimised))];
                assert_eq!(best.card.name, P::list().best(messages).card.name);
            }
        }
        #[cfg(not(target_pointer_width = "32"))]
        check::<KeccakP1600>("lanes-portable");
        check::<KeccakP200>("lanes-portable");
        check::<CompressionFunction<8>>("bitslice-portable");
    }
}
