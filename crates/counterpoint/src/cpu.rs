//! Tiers: proof tokens for the code that this machine can run.
//!
//! A *tier* is a set of CPU features. Its token is a zero-sized value that only [`Tier::detect`] returns, so holding
//! one proves that this machine has the features. A [`Kernel`] is a computation that can be compiled for a tier;
//! [`Tier::run`] is the only `#[target_feature]` shell around it. The macro `tier!` derives both the detection and the
//! shell from one feature list, so they cannot disagree.
//!
//! Everything that a kernel calls is `#[inline(always)]`: a function that is not inlined into the shell is compiled
//! without the shell's features. Its results are still correct, but it can be a hundred times slower.

/// A set of CPU features, as a proof that this machine has them.
pub trait Tier: Copy + Send + Sync + 'static {
    /// The tier's part of an implementation's name: `portable`, `avx2`, `armsha3`, ...
    const NAME: &'static str;
    /// The CPU features, as the compiler names them; empty for `portable`.
    const FEATURES: &'static [&'static str];

    /// Returns the proof, if this machine has every feature of the tier.
    fn detect() -> Option<Self>;

    /// Runs a kernel in code compiled for this tier.
    fn run<K: Kernel<Tier = Self>>(self, operands: <K::Primitive as Primitive>::Operands<'_>);

    /// Returns the features that this machine lacks.
    fn missing() -> impl Iterator<Item = &'static str>;
}

/// What kernels compute: a permutation, a compression function, a block cipher.
pub trait Primitive: Sized + 'static {
    /// The operands of one run of a kernel: states or blocks, and what to do with them.
    type Operands<'a>;
}

/// A computation that can be compiled for a tier.
pub trait Kernel: 'static {
    /// The tier that it is compiled for.
    type Tier: Tier;
    /// What it computes. This determines the operands; [`crate::kernel`] defines those of hash functions.
    type Primitive: Primitive;
    /// The number of states it processes at once.
    const STATES: usize = 1;
    /// Whether it pads the tails of messages itself and writes outputs: `kernel::Unpadded`.
    const PADS: bool = false;

    /// Runs the computation. Implementations are `#[inline(always)]`, and so is everything that they call.
    fn run(tier: Self::Tier, operands: <Self::Primitive as Primitive>::Operands<'_>);
}

/// The tier that every machine has: the features that the compiler's target guarantees.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Portable {
    /// The proof, which exists on every machine.
    pub const PROOF: Self = Self(());
}

impl Tier for Portable {
    const NAME: &'static str = "portable";
    const FEATURES: &'static [&'static str] = &[];

    fn detect() -> Option<Self> {
        Some(Self::PROOF)
    }

    fn run<K: Kernel<Tier = Self>>(self, operands: <K::Primitive as Primitive>::Operands<'_>) {
        /// This shell adds no features; it is a separate function so that its machine code can be found and read.
        #[inline(never)]
        fn shell<K: Kernel<Tier = Portable>>(tier: Portable, operands: <K::Primitive as Primitive>::Operands<'_>) {
            K::run(tier, operands);
        }
        shell::<K>(self, operands);
    }

    fn missing() -> impl Iterator<Item = &'static str> {
        core::iter::empty()
    }
}

/// Declares a tier: its type, its name in implementations, and its features.
///
/// `tier!(/** AVX2. */ Avx2 = "avx2": "avx2", "bmi1", "bmi2");` makes the token `Avx2`.
#[cfg(all(any(vectors, i686), not(plain_integers)))]
macro_rules! tier {
    ($(#[$doc:meta])* $tier:ident = $name:literal: $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $tier(());

        impl Tier for $tier {
            const NAME: &'static str = $name;
            const FEATURES: &'static [&'static str] = &[$($feature),+];

            #[inline]
            fn detect() -> Option<Self> {
                static KNOWN: Known = Known::new();
                KNOWN.get(|| Self::missing().next().is_none()).then_some(Self(()))
            }

            #[inline]
            fn run<K: Kernel<Tier = Self>>(self, operands: <K::Primitive as Primitive>::Operands<'_>) {
                $(#[target_feature(enable = $feature)])+
                #[inline(never)]
                fn shell<K: Kernel<Tier = $tier>>(
                    tier: $tier,
                    operands: <K::Primitive as Primitive>::Operands<'_>,
                ) {
                    align_frame!();
                    K::run(tier, operands);
                }
                #[allow(unused_unsafe, reason = "on WebAssembly, a safe function")]
                // SAFETY: `self` exists, so `detect` has found every feature that the shell is compiled for.
                unsafe { shell::<K>(self, operands) }
            }

            fn missing() -> impl Iterator<Item = &'static str> {
                [$(($feature, detected!($feature))),+]
                    .into_iter()
                    .filter_map(|(feature, there)| (!there).then_some(feature))
            }
        }
    };
}

/// Declares a tier where no kernel may use vectors. No machine has the tier: its token has no values, so no shell is
/// compiled.
#[cfg(all(detection, plain_integers))]
macro_rules! tier {
    ($(#[$doc:meta])* $tier:ident = $name:literal: $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $tier(core::convert::Infallible);

        impl Tier for $tier {
            const NAME: &'static str = $name;
            const FEATURES: &'static [&'static str] = &[$($feature),+];

            #[inline]
            fn detect() -> Option<Self> {
                None
            }

            #[inline]
            fn run<K: Kernel<Tier = Self>>(self, _: <K::Primitive as Primitive>::Operands<'_>) {
                match self.0 {}
            }

            fn missing() -> impl Iterator<Item = &'static str> {
                Self::FEATURES.iter().copied()
            }
        }
    };
}

/// Makes the compiler align the stack frame, and with it every spilled vector, to a cache line. WebAssembly needs no
/// alignment, since its values are spilled to the engine's own stack. On i686, the compiler itself aligns the frame for
/// 128-bit vectors, which are all that the tier has.
#[cfg(all(detection, not(plain_integers)))]
macro_rules! align_frame {
    () => {
        let frame = CacheLine([0]);
        core::hint::black_box(&frame);
    };
}
#[cfg(any(simd128, i686))]
macro_rules! align_frame {
    () => {};
}

/// A local of this type aligns its stack frame to a cache line.
#[cfg(all(detection, not(plain_integers)))]
#[repr(align(64))]
#[allow(dead_code, reason = "only its alignment matters")]
struct CacheLine([u8; 1]);

/// Whether this machine has a feature: detected by the standard library if it is available, otherwise by `cpufeatures`.
#[cfg(all(target_arch = "x86_64", not(plain_integers), feature = "std"))]
macro_rules! detected {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}
#[cfg(all(target_arch = "aarch64", not(plain_integers), feature = "std"))]
macro_rules! detected {
    ($feature:tt) => {
        std::arch::is_aarch64_feature_detected!($feature)
    };
}
#[cfg(any(simd128, i686))]
macro_rules! detected {
    ($feature:tt) => {
        // WebAssembly: an engine does not load a module with instructions that it does not know. i686: the tier has
        // only the features that the target guarantees.
        cfg!(target_feature = $feature)
    };
}
#[cfg(all(detection, not(plain_integers), not(feature = "std")))]
macro_rules! detected {
    ("neon") => {
        // Every AArch64 target with floating point has it.
        cfg!(target_feature = "neon")
    };
    ($feature:tt) => {{
        cpufeatures::new!(feature, $feature);
        feature::get()
    }};
}

/// A boolean that is determined once. It is harmless if two threads determine it at the same time.
#[cfg(all(detection, not(plain_integers)))]
struct Known(core::sync::atomic::AtomicU8);

#[cfg(all(detection, not(plain_integers)))]
impl Known {
    const fn new() -> Self {
        Self(core::sync::atomic::AtomicU8::new(0))
    }

    #[inline]
    fn get(&self, detect: impl FnOnce() -> bool) -> bool {
        use core::sync::atomic::Ordering::Relaxed;
        match self.0.load(Relaxed) {
            0 => {
                let detected = detect();
                self.0.store(1 + u8::from(detected), Relaxed);
                detected
            }
            known => known == 2,
        }
    }
}

/// A boolean known at compile time.
#[cfg(any(simd128, i686))]
struct Known;

#[cfg(any(simd128, i686))]
impl Known {
    const fn new() -> Self {
        Self
    }

    #[inline(always)]
    fn get(&self, known: impl FnOnce() -> bool) -> bool {
        known()
    }
}

/// Returns the CPU's vendor and family number, as reported by CPUID.
#[cfg(all(target_arch = "x86_64", identification))]
pub(crate) fn maker_and_family() -> ([u8; 12], u32) {
    #[allow(unused_unsafe, reason = "a safe function in newer compilers")]
    // SAFETY: every x86-64 CPU has the instruction.
    let leaf = |number| unsafe { core::arch::x86_64::__cpuid(number) };
    let (maker, version) = (leaf(0), leaf(1).eax);
    let mut name = [0; 12];
    name.copy_from_slice([maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).as_flattened());
    (name, family_of(version))
}

/// Returns a CPU's family from the version that CPUID returns in leaf 1.
#[cfg(all(target_arch = "x86_64", any(test, identification)))]
pub(crate) fn family_of(version: u32) -> u32 {
    // The extended family is added only where the base family is 15.
    match version >> 8 & 0xf {
        0xf => 0xf + (version >> 20 & 0xff),
        family => family,
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    #[cfg(not(plain_integers))]
    use super::{CacheLine, Known};
    use super::{Kernel, Primitive, Tier};
    tier!(/** 128-bit vectors without a byte shuffle: every x86-64 CPU. */
        Sse2 = "sse2": "sse2");
    tier!(/** 128-bit vectors with a byte shuffle, but no AES instructions. */
        Ssse3 = "ssse3": "ssse3");
    tier!(/** SSE4.1 and AES instructions, in two-operand encodings. */
        Aesni = "aesni": "sse4.1", "ssse3", "aes");
    tier!(/** The `aesni` tier in three-operand encodings. */
        Avx = "avx": "avx", "aes");
    tier!(/** 256-bit integer vectors. */
        Avx2 = "avx2": "avx2", "bmi1", "bmi2");
    tier!(/** AVX2 with AES instructions on 256 bits. */
        Vaes = "vaes": "avx2", "bmi1", "bmi2", "aes", "vaes");
    tier!(/** AVX2 with instructions for affine maps and products in GF(2^8). */
        Gfni = "gfni": "avx2", "bmi1", "bmi2", "aes", "gfni");
    tier!(/** AVX-512 with byte permutes, GFNI and VAES. */
        Avx512 = "avx512": "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx2", "bmi1", "bmi2", "aes", "gfni", "vaes");
}
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(i686)]
mod i686 {
    use super::{Kernel, Known, Primitive, Tier};
    tier!(/** 128-bit vectors, for 64-bit look-ups: every CPU that Rust's i686 targets support. */
        Sse2 = "sse2": "sse2");
}
#[cfg(i686)]
pub(crate) use i686::*;

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    #[cfg(not(plain_integers))]
    use super::{CacheLine, Known};
    use super::{Kernel, Primitive, Tier};
    tier!(/** 128-bit vectors: every AArch64 CPU that runs an operating system. */
        Neon = "neon": "neon");
    tier!(/** NEON with AES instructions. */
        Armaes = "armaes": "neon", "aes");
    tier!(/** NEON with the SHA-3 instructions EOR3, RAX1, XAR and BCAX. */
        Armsha3 = "armsha3": "neon", "sha3");
}
#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::*;

#[cfg(simd128)]
mod wasm32 {
    use super::{Kernel, Known, Primitive, Tier};
    tier!(/** 128-bit vectors: engines since 2021. */
        Simd128 = "simd128": "simd128");
    #[cfg(relaxed)]
    tier!(/** `simd128`, plus instructions whose results differ between machines: engines since 2023. */
        Relaxed = "relaxed": "simd128", "relaxed-simd");
}
#[cfg(simd128)]
pub(crate) use wasm32::*;
