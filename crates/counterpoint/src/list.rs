//! The implementations of a primitive, as entries of a list, and the choice among them.
//!
//! A list is an array of entries, one for each implementation. A family writes it with [`list!`], one line for each
//! entry: the kernel's type, the technique, and the smallest batch for which the implementation is the best one, on all
//! cores or on some. The line becomes an expression such as `Entry::new::<Kernel>(name, TECHNIQUE).from(2)`, which the
//! compiler evaluates; name, tier, number of states and the code to run come from the kernel. At run time,
//! [`List::best`] returns the last entry that is in constant time, suits the batch, and can run on this CPU.

use crate::cores::Core;
use crate::cpu::{Kernel, Primitive, Tier};
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

mod error;

pub use error::ImplementationError;

/// A way to lay out a computation, and its source. Each technique has one constant of this type, in its own file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Technique {
    /// The first part of the implementations' names: `spec`, `ttable`, `bitslice`, `rows`, ...
    pub name: &'static str,
    /// The key of a paper or standard in BIBLIOGRAPHY.md, and the section.
    pub source: &'static str,
    /// Whether no branch, no memory address and no variable-time instruction depends on data.
    pub constant_time: bool,
    /// Bytes of look-up tables in memory that are read at run time.
    pub table_bytes: usize,
}

impl Technique {
    /// Returns a technique in constant time.
    pub(crate) const fn new(name: &'static str, source: &'static str) -> Self {
        Self { name, source, constant_time: true, table_bytes: 0 }
    }

    /// Returns a technique whose look-ups in tables of `table_bytes` bytes depend on data.
    #[allow(dead_code, reason = "Keccak and Luffa have none")]
    pub(crate) const fn by_look_ups(name: &'static str, source: &'static str, table_bytes: usize) -> Self {
        Self { name, source, constant_time: false, table_bytes }
    }
}

/// The smallest number of messages for which an implementation is chosen, if it is ever chosen without being named.
pub(crate) type MinBatch = Option<usize>;

/// The largest number of messages that affects the choice: all larger batches use the same implementation.
const MOST_DECISIVE: usize = 32;

/// An implementation of an algorithm's primitive, as data: its properties, which can be read without running it.
///
/// ```
/// use counterpoint::Algorithm;
///
/// for implementation in Algorithm::by_name("sha3-256")?.implementations() {
///     println!("{} works on {} messages at once", implementation.name(), implementation.states());
/// }
/// # Ok::<(), counterpoint::registry::UnknownAlgorithm>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Implementation {
    name: &'static str,
    technique: Technique,
    states: usize,
    pads: bool,
    /// The smallest batch for which it is chosen, on cores that `on` does not contain.
    usually: MinBatch,
    on: &'static [(&'static [Core], MinBatch)],
    tier: &'static str,
    features: &'static [&'static str],
    /// Whether only a build with the feature `all-techniques` has it.
    extra: bool,
    kernel: fn() -> &'static str,
    available: fn() -> bool,
    missing: fn(usize) -> Option<&'static str>,
}

impl Implementation {
    /// Returns `technique-tier`, or `technique-tier-xN` if N states are processed at once: `bitslice-portable`,
    /// `lanes-avx2-x4`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
    /// Returns the name of the technique, that is, how the computation is laid out: `spec`, `ttable`, `bitslice`,
    /// `rows`, ...
    #[must_use]
    pub fn technique(&self) -> &'static str {
        self.technique.name
    }
    /// Returns the source of the technique: the key of a paper or standard in BIBLIOGRAPHY.md, and the section.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.technique.source
    }
    /// Whether no branch, no memory address and no variable-time instruction depends on data.
    #[must_use]
    pub fn constant_time(&self) -> bool {
        self.technique.constant_time
    }
    /// Returns the size of the look-up tables that are read at run time, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.technique.table_bytes
    }
    /// Returns how many states (for a block cipher, blocks) the kernel processes at once. It accepts any number.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }
    /// Whether the kernel pads messages and writes their outputs by itself, so that a short message costs little more
    /// than its blocks.
    #[must_use]
    pub fn pads(&self) -> bool {
        self.pads
    }
    /// Returns the smallest number of messages for which the implementation is chosen on this machine if none is named:
    /// 1 if it is the best one for a single message, `None` if it is never chosen unless it is named.
    #[must_use]
    pub fn min_batch(&self) -> Option<usize> {
        self.min_batch_on(Core::here())
    }
    /// Like [`Self::min_batch`], for machines with this kind of core.
    #[must_use]
    pub fn min_batch_on(&self, core: Core) -> Option<usize> {
        self.on.iter().find(|(cores, _)| cores.contains(&core)).map_or(self.usually, |(_, batch)| *batch)
    }
    /// Returns the name of the tier: `portable`, `avx2`, `neon`, ...
    #[must_use]
    pub fn tier(&self) -> &'static str {
        self.tier
    }
    /// Returns the CPU features of the tier, by the compiler's names.
    #[must_use]
    pub fn features(&self) -> &'static [&'static str] {
        self.features
    }
    /// Returns the features that this machine lacks.
    pub fn missing_features(&self) -> impl Iterator<Item = &'static str> {
        (0..).map_while(self.missing)
    }
    /// Whether this machine can run the implementation.
    #[must_use]
    pub fn available(&self) -> bool {
        (self.available)()
    }
    /// Whether only builds with the feature `all-techniques` have the implementation, because it is chosen on no CPU.
    #[must_use]
    pub fn needs_all_techniques(&self) -> bool {
        self.extra
    }
    /// Returns the path of the kernel's type, by which its machine code is found.
    #[must_use]
    pub fn kernel(&self) -> &'static str {
        (self.kernel)()
    }

    /// Whether the implementation is chosen for a batch: it is in constant time, the batch is large enough, and this
    /// machine can run it. A library compiled without optimization chooses only plain integers, because each vector
    /// operation is a call there.
    fn is_right_for(&self, messages: usize, optimised: bool) -> bool {
        self.is_right_on(Core::here(), messages, optimised) && self.available()
    }

    /// Like [`Self::is_right_for`], for a machine with this kind of core and every CPU feature.
    fn is_right_on(&self, core: Core, messages: usize, optimised: bool) -> bool {
        self.constant_time()
            && self.min_batch_on(core).is_some_and(|batch| batch <= messages.max(1))
            && (optimised || self.features.is_empty())
    }
}

impl core::fmt::Display for Implementation {
    /// Writes the name.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// A name assembled at compile time.
pub(crate) struct Name {
    bytes: [u8; 40],
    length: usize,
}

impl Name {
    /// Returns the name of the implementation by kernel `K`.
    pub(crate) const fn of<K: Kernel>(technique: Technique) -> Self {
        let mut name = Self { bytes: [0; 40], length: 0 };
        name.append(technique.name);
        name.append("-");
        name.append(K::Tier::NAME);
        if K::STATES > 1 {
            name.append("-x");
            name.append_number(K::STATES);
        }
        name
    }

    const fn append(&mut self, text: &str) {
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length] = text.as_bytes()[i];
            self.length += 1;
            i += 1;
        }
    }

    const fn append_number(&mut self, number: usize) {
        if number >= 10 {
            self.append_number(number / 10);
        }
        self.bytes[self.length] = b'0' + (number % 10) as u8;
        self.length += 1;
    }

    /// Returns the name as a string, at compile time: at run time, a look-up only compares strings.
    pub(crate) const fn as_str(&self) -> &str {
        let (name, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => panic!("a name is made of strings"),
        }
    }
}

/// An entry of a list: an implementation and its code.
pub struct Entry<P: Primitive> {
    implementation: Implementation,
    run: for<'a> fn(P::Operands<'a>),
}

impl<P: Primitive> Copy for Entry<P> {}

impl<P: Primitive> Clone for Entry<P> {
    fn clone(&self) -> Self {
        *self
    }
}

#[cfg_attr(not(vectors), allow(dead_code, reason = "without vectors, every entry suits any number of messages"))]
impl<P: Primitive> Entry<P> {
    /// Returns the entry for kernel `K`, with the name from [`Name::of`]. It suits any number of messages.
    pub(crate) const fn new<K: Kernel<Primitive = P>>(name: &'static str, technique: Technique) -> Self {
        Self {
            implementation: Implementation {
                name,
                technique,
                states: K::STATES,
                pads: K::PADS,
                usually: Some(1),
                on: &[],
                tier: K::Tier::NAME,
                features: K::Tier::FEATURES,
                extra: false,
                kernel: core::any::type_name::<K>,
                available: || K::Tier::detect().is_some(),
                missing: |n| K::Tier::missing().nth(n),
            },
            run: |operands| match K::Tier::detect() {
                Some(tier) => tier.run::<K>(operands),
                None => unavailable(K::Tier::NAME),
            },
        }
    }

    /// Makes the entry suit only this number of messages or more.
    pub(crate) const fn from(mut self, messages: usize) -> Self {
        self.implementation.usually = from(messages);
        self
    }

    /// Makes the entry usable only by name.
    pub(crate) const fn named(mut self) -> Self {
        self.implementation.usually = named();
        self
    }

    /// Overrides the number of messages for some kinds of cores.
    pub(crate) const fn on(mut self, on: &'static [(&'static [Core], MinBatch)]) -> Self {
        self.implementation.on = on;
        self
    }

    /// Returns the entry as a line. If `extra`, only a build with the feature `all-techniques` contains it.
    pub(crate) const fn line(mut self, extra: bool) -> Line<P> {
        self.implementation.extra = extra;
        Line { entry: self, built: !extra || cfg!(feature = "all-techniques") }
    }

    /// Returns the implementation's properties.
    pub fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    /// Runs the kernel.
    ///
    /// # Panics
    ///
    /// If this machine does not support the tier. [`List::best`] and [`List::named`] return available entries only.
    #[inline]
    pub fn run(&self, operands: P::Operands<'_>) {
        (self.run)(operands);
    }
}

/// The smallest batch of an entry that suits this number of messages or more.
#[cfg_attr(not(vectors), allow(dead_code, reason = "without vectors, every entry suits any number of messages"))]
pub(crate) const fn from(messages: usize) -> MinBatch {
    assert!(1 <= messages && messages <= MOST_DECISIVE, "choices are remembered up to MOST_DECISIVE messages");
    Some(messages)
}

/// No smallest batch: the entry is used only by name.
#[cfg_attr(not(vectors), allow(dead_code, reason = "without vectors, every entry suits any number of messages"))]
pub(crate) const fn named() -> MinBatch {
    None
}

/// A line of a list: an entry that this build contains, or of which it knows only the name.
pub(crate) struct Line<P: Primitive> {
    pub(crate) entry: Entry<P>,
    built: bool,
}

impl<P: Primitive> Line<P> {
    /// Returns the number of lines that are built, or that are not built.
    pub(crate) const fn count(lines: &[Self], built: bool) -> usize {
        let (mut count, mut i) = (0, 0);
        while i < lines.len() {
            count += (lines[i].built == built) as usize;
            i += 1;
        }
        count
    }

    /// Returns the entries of the `N` lines that are built.
    pub(crate) const fn entries<const N: usize>(lines: &[Self]) -> [Entry<P>; N] {
        let mut entries = [lines[0].entry; N];
        let (mut count, mut i) = (0, 0);
        while i < lines.len() {
            if lines[i].built {
                entries[count] = lines[i].entry;
                count += 1;
            }
            i += 1;
        }
        entries
    }

    /// Returns the names of the `N` lines that are not built.
    pub(crate) const fn left_out<const N: usize>(lines: &[Self]) -> [&'static str; N] {
        let mut names = [""; N];
        let (mut count, mut i) = (0, 0);
        while i < lines.len() {
            if !lines[i].built {
                names[count] = lines[i].entry.implementation.name;
                count += 1;
            }
            i += 1;
        }
        names
    }
}

#[cold]
#[inline(never)]
fn unavailable(tier: &str) -> ! {
    panic!("this machine lacks the tier {tier}; ask `available` before `run`")
}

/// A primitive whose implementations are in a list.
pub trait Implemented: Primitive {
    /// The number of states of the widest kernel, for which a buffer for batches must have room.
    const MOST_STATES: usize;

    /// Returns the list of all implementations that are built, from the slowest to the fastest. With the feature
    /// `all-techniques`, `spec` is the first of them.
    fn list() -> &'static List<Self>;

    /// Returns the entry of the specification's plain form, against which all others are compared. Its kernel is
    /// compiled in the crate that calls this function.
    fn spec() -> Entry<Self>;
}

/// The implementations of a primitive, from the slowest to the fastest.
pub struct List<P: Primitive> {
    entries: &'static [Entry<P>],
    /// The names of the entries that only the feature `all-techniques` adds to this build.
    left_out: &'static [&'static str],
    /// [`Implemented::spec`], once it is lent.
    #[cfg(feature = "std")]
    lent: std::sync::OnceLock<Entry<P>>,
    /// For each number of messages, one more than the index of the best entry, or 0 before the first choice.
    best: [AtomicU8; MOST_DECISIVE + 1],
}

impl<P: Primitive> List<P> {
    /// Returns a list of these entries.
    pub(crate) const fn new(entries: &'static [Entry<P>], left_out: &'static [&'static str]) -> Self {
        assert!(entries.len() < 255, "an index fits into a byte");
        Self {
            entries,
            left_out,
            #[cfg(feature = "std")]
            lent: std::sync::OnceLock::new(),
            best: [const { AtomicU8::new(0) }; MOST_DECISIVE + 1],
        }
    }

    /// Returns all entries, in the list's order.
    pub fn entries(&self) -> &'static [Entry<P>] {
        self.entries
    }

    /// Returns the entries that this machine can run.
    pub fn available(&self) -> impl Iterator<Item = &'static Entry<P>> {
        self.entries.iter().filter(|entry| entry.implementation.available())
    }

    /// Makes an entry available by its name, if it is one of those left out of this list.
    #[cfg(feature = "std")]
    pub(crate) fn lend(&self, entry: Entry<P>) {
        if self.left_out.contains(&entry.implementation.name()) {
            self.lent.get_or_init(|| entry);
        }
    }

    /// Returns the lent entry, if this is its name.
    fn lent(&self, name: &str) -> Option<&Entry<P>> {
        #[cfg(feature = "std")]
        return self.lent.get().filter(|entry| entry.implementation.name() == name);
        #[cfg(not(feature = "std"))]
        {
            let _ = name;
            None
        }
    }

    /// Returns the number of states of the widest kernel, for buffers of whole batches.
    pub(crate) const fn most_states(entries: &[Entry<P>]) -> usize {
        let (mut most, mut i) = (1, 0);
        while i < entries.len() {
            if entries[i].implementation.states > most {
                most = entries[i].implementation.states;
            }
            i += 1;
        }
        most
    }

    /// Returns the best entry for a number of messages at once: the last one in constant time that this machine can
    /// run and whose [`Implementation::min_batch`] is reached.
    #[inline]
    pub fn best(&self, messages: usize) -> &'static Entry<P> {
        let remembered = &self.best[messages.min(MOST_DECISIVE)];
        match self.entries.get(usize::from(remembered.load(Relaxed)).wrapping_sub(1)) {
            Some(known) => known,
            None => self.find_best(messages, remembered),
        }
    }

    #[cold]
    fn find_best(&self, messages: usize, remembered: &AtomicU8) -> &'static Entry<P> {
        let index = self.position_of_best(messages, !cfg!(unoptimised));
        remembered.store(index as u8 + 1, Relaxed);
        &self.entries[index]
    }

    fn position_of_best(&self, messages: usize, optimised: bool) -> usize {
        self.entries
            .iter()
            .rposition(|entry| entry.implementation.is_right_for(messages, optimised))
            .expect("every list has a portable constant-time implementation")
    }

    /// Returns the entry with this name: the full name, or the technique alone if only one implementation has it,
    /// whether it is built or not.
    ///
    /// # Errors
    ///
    /// If there is no such entry, if it is not in this build, or if this machine can't run it.
    pub fn named(&'static self, name: &str) -> Result<&'static Entry<P>, ImplementationError> {
        let name = self.full_name(name).ok_or(ImplementationError::Unknown)?;
        let built = self.entries.iter().find(|entry| entry.implementation.name() == name);
        let entry = built.or_else(|| self.lent(name)).ok_or(ImplementationError::NotBuilt { name })?;
        if entry.implementation.available() {
            return Ok(entry);
        }
        // The features are checked one by one only if one is missing.
        let feature = entry.implementation.missing_features().next().unwrap_or("?");
        Err(ImplementationError::Unavailable { name, feature })
    }

    /// Returns the full name of the implementation that has this full or short name.
    fn full_name(&self, name: &str) -> Option<&'static str> {
        let names =
            || self.entries.iter().map(|entry| entry.implementation.name()).chain(self.left_out.iter().copied());
        if let Some(full) = names().find(|full| *full == name) {
            return Some(full);
        }
        // A technique's name contains no `-`.
        let mut of_technique =
            names().filter(|full| full.split_once('-').is_some_and(|(technique, _)| technique == name));
        of_technique.next().filter(|_| of_technique.next().is_none())
    }
}

#[cfg(all(test, feature = "std"))]
impl<P: Primitive> List<P> {
    /// Returns the entry of the specification's plain form.
    pub(crate) fn spec(&'static self) -> &'static Entry<P> {
        crate::registry::lend_spec();
        self.named("spec").expect("it is portable")
    }

    /// Returns the entry of the specification's plain form, and all others that this machine can run.
    pub(crate) fn every(&'static self) -> impl Iterator<Item = &'static Entry<P>> {
        let others = self.available().filter(|entry| entry.implementation().technique() != "spec");
        core::iter::once(self.spec()).chain(others)
    }
}

/// A list without its primitive's type, for programs that choose at run time.
pub(crate) trait AnyList: Sync {
    /// Returns the implementation with index `n`.
    fn implementation(&self, n: usize) -> Option<&'static Implementation>;
    /// Returns the best implementation for a number of messages.
    fn best(&self, messages: usize) -> &'static Implementation;
    /// Returns the names of the implementations that only the feature `all-techniques` adds.
    fn left_out(&self) -> &'static [&'static str];
}

impl<P: Primitive> AnyList for List<P> {
    fn implementation(&self, n: usize) -> Option<&'static Implementation> {
        self.entries.get(n).map(Entry::implementation)
    }
    fn best(&self, messages: usize) -> &'static Implementation {
        self.best(messages).implementation()
    }
    fn left_out(&self) -> &'static [&'static str] {
        self.left_out
    }
}

/// Returns the list of a primitive as [`AnyList`], which an algorithm's entry in the registry contains.
pub(crate) fn any_list<P: Implemented>() -> &'static dyn AnyList {
    P::list()
}

/// Makes `spec` of a primitive available by its name if it is not in the list.
#[cfg(feature = "std")]
#[inline]
pub(crate) fn lend_spec_of<P: Implemented>() {
    P::list().lend(P::spec());
}

/// Writes the list of a primitive, one entry per line: `spec` first, then from the slowest to the fastest.
///
/// ```text
/// list! {
///     KeccakP<u64>: {
///         spec::Spec<u64>, spec::TECHNIQUE;
///         lanes::OneByOneIn<u64>, lanes::TECHNIQUE;                          // suits any batch
///         #[cfg(target_arch = "x86_64")]
///         lanes::SeveralAtOnce<Ymm<Avx2, 64>, 4>, lanes::TECHNIQUE, from 2;  // suits 2 states or more
///         #[cfg(target_arch = "x86_64")]
///         pairs::OneInPairs<Avx512>, pairs::TECHNIQUE, named, on Intel512 | Zen4 from 1;
///         #[cfg(target_arch = "x86_64")]
///         in "all-techniques": planes::OneInPlanes<Avx512>, planes::TECHNIQUE, named;  // used only by name
///         in "all-techniques" if relaxed: OneRowOf16<V128<Simd128, 8>, ByMultiples, 1>, vperm::TECHNIQUE;
///     }
/// }
/// ```
///
/// `in "all-techniques"` marks an entry that is chosen on no CPU; `spec` is always such an entry. With `if`, the mark
/// holds only on some targets. A build without the feature compiles no code of these entries; it knows only their
/// names.
///
/// `from N` is the default; `on CORE from N` overrides it for cores of [`Core`]. The default is always written before
/// `on`, even if it is `from 1`. A comment names the source of the figures: a record of measurements, or
/// `benchmarks/mca.*.txt` with the predictions of LLVM's CPU models for every kernel.
///
/// A primitive with constants in its type has a list for each choice of them, with the same lines:
/// `Round<CHAINS> where [CHAINS = 3] [CHAINS = 4]: { ... }`.
macro_rules! list {
    (@one [$($constant:ident = $value:literal),*] $primitive:ty: {
        $spec:ty, $spec_technique:expr;
        $(
            $(#[$cfg:meta])*
            $(in "all-techniques" $(if $where:meta)?:)?
            $kernel:ty, $technique:expr $(, $word:ident $($batch:literal)?
                $(, on $($core:ident)|+ $exception:ident $($other_batch:literal)?)*)?;
        )+
    }) => {
        const _: () = {
            use $crate::list::{Entry, Implemented, Line, List, Name};

            $(const $constant: usize = $value;)*

            const SPEC: Line<$primitive> =
                Entry::new::<$spec>(const { &Name::of::<$spec>($spec_technique) }.as_str(), $spec_technique).line(true);

            const LINES: &[Line<$primitive>] = &[
                SPEC,
                $(
                    $(#[$cfg])*
                    Entry::new::<$kernel>(const { &Name::of::<$kernel>($technique) }.as_str(), $technique)
                        $(.$word($($batch)?).on({
                            const ON: &[(&[$crate::cores::Core], $crate::list::MinBatch)] =
                                &[$((
                                    &[$($crate::cores::Core::$core),+],
                                    $crate::list::$exception($($other_batch)?),
                                ),)*];
                            ON
                        }))?
                        .line(false $(|| cfg!(all($($where)?)))?),
                )+
            ];

            const ENTRIES: &[Entry<$primitive>] = &Line::entries::<{ Line::count(LINES, true) }>(LINES);
            const LEFT_OUT: &[&str] = &Line::left_out::<{ Line::count(LINES, false) }>(LINES);

            impl Implemented for $primitive {
                const MOST_STATES: usize = List::most_states(ENTRIES);

                fn list() -> &'static List<Self> {
                    static LIST: List<$primitive> = List::new(ENTRIES, LEFT_OUT);
                    &LIST
                }

                #[inline]
                fn spec() -> Entry<Self> {
                    SPEC.entry
                }
            }
        };
    };
    ($primitive:ty where $([$($constant:ident = $value:literal),+])+: $lines:tt) => {
        $(list! { @one [$($constant = $value),+] $primitive: $lines })+
    };
    ($primitive:ty: $lines:tt) => {
        list! { @one [] $primitive: $lines }
    };
}
pub(crate) use list;

#[cfg(all(test, feature = "std", feature = "keccak", feature = "groestl"))]
mod tests {
    use super::*;
    use crate::groestl::{Compression512, Compression1024};
    use crate::keccak::{KeccakP200, KeccakP1600};

    #[test]
    fn without_optimisation_plain_integers_are_right() {
        fn check<P: Implemented>(portable: &str) {
            for messages in [0, 1, 2, 8, 64, 1000] {
                let best = &P::list().entries()[P::list().position_of_best(messages, false)].implementation;
                assert_eq!((best.name(), best.constant_time()), (portable, true));
            }
            for messages in [2, 8, 64] {
                let best = &P::list().entries()[P::list().position_of_best(messages, !cfg!(unoptimised))];
                assert_eq!(best.implementation.name(), P::list().best(messages).implementation.name());
            }
        }
        #[cfg(target_arch = "x86_64")]
        check::<KeccakP1600>("alternating-portable");
        #[cfg(not(any(target_arch = "x86_64", half_lanes)))]
        check::<KeccakP1600>("lanes-portable");
        check::<KeccakP200>("lanes-portable");
        check::<Compression512>("bitslice-portable");
        check::<Compression1024>("bitslice-portable");
    }
}
