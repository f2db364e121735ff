//! Identifies the kind of core in this machine. Two CPUs with the same features may process different numbers of
//! vectors per cycle, so the fastest implementation may differ between them.
//!
//! The lists of implementations name the cores that deviate from the default choice. A kind has a name here only if a
//! list mentions it.

#[cfg(all(target_arch = "x86_64", identification))]
use crate::cpu::{self, Avx512, Tier};
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A kind of core: CPUs whose vector units have the same number of ports and the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Core {
    /// Any core not described below.
    Other,
    /// Intel cores with AVX-512 and byte permutes: Ice Lake and Rocket Lake to Emerald Rapids, and later ones. Three
    /// vector ports, two of them for 512 bits.
    Intel512,
    /// Intel cores with at most 256-bit vectors, or with first-generation AVX-512: Haswell, Skylake. Three vector
    /// ports, one of them for shuffles.
    Intel256,
    /// AMD Zen 3: four ports for 256-bit vectors, no AVX-512.
    Zen3,
    /// AMD Zen 4: four ports for 256-bit vectors; 512-bit vectors are processed in two halves.
    Zen4,
    /// Arm Neoverse N2 and Cortex-A78 to A715: two ports for 128-bit vectors, and four for integers.
    NeoverseN2,
    /// Apple cores: four ports for 128-bit vectors, all with the SHA-3 instructions.
    Apple,
}

impl Core {
    /// All kinds.
    pub const ALL: &'static [Self] =
        &[Self::Other, Self::Intel512, Self::Intel256, Self::Zen3, Self::Zen4, Self::NeoverseN2, Self::Apple];

    /// Returns the kind of this machine's core. It is detected once.
    #[must_use]
    pub fn here() -> Self {
        /// One more than the index in [`Core::ALL`], or 0 before it is known.
        static KNOWN: AtomicU8 = AtomicU8::new(0);
        if let Some(known) = Self::ALL.get(usize::from(KNOWN.load(Relaxed)).wrapping_sub(1)) {
            return *known;
        }
        let core = Self::detect();
        let index = Self::ALL.iter().position(|kind| *kind == core).unwrap_or_default();
        KNOWN.store(1 + index as u8, Relaxed);
        core
    }

    #[cfg(all(target_arch = "x86_64", identification))]
    fn detect() -> Self {
        let (maker, family) = cpu::maker_and_family();
        Self::of_x86_64(&maker, family, Avx512::detect().is_some())
    }

    #[cfg(all(target_arch = "aarch64", target_vendor = "apple", identification))]
    fn detect() -> Self {
        Self::Apple
    }

    #[cfg(all(target_arch = "aarch64", not(target_vendor = "apple"), identification))]
    fn detect() -> Self {
        main_id().map_or(Self::Other, Self::of_aarch64)
    }

    #[cfg(not(identification))]
    fn detect() -> Self {
        Self::Other
    }

    /// Returns the kind from CPUID's results. `avx512`: whether the machine has AVX-512's byte permutes, GFNI and VAES.
    #[cfg(all(target_arch = "x86_64", any(test, identification)))]
    fn of_x86_64(maker: &[u8; 12], family: u32, avx512: bool) -> Self {
        match (maker, family) {
            (b"GenuineIntel", _) if avx512 => Self::Intel512,
            (b"GenuineIntel", _) => Self::Intel256,
            (b"AuthenticAMD", 0x19) if avx512 => Self::Zen4,
            (b"AuthenticAMD", 0x19) => Self::Zen3,
            _ => Self::Other,
        }
    }

    /// Returns the kind from the register MIDR_EL1: the core's implementer and part number.
    #[cfg(any(test, all(target_arch = "aarch64", not(target_vendor = "apple"), identification)))]
    fn of_aarch64(main_id: u64) -> Self {
        match (main_id >> 24 & 0xff, main_id >> 4 & 0xfff) {
            // Neoverse N2, Cortex-A78, A78AE, A78C, A710, A715.
            (0x41, 0xd49 | 0xd41 | 0xd42 | 0xd4b | 0xd47 | 0xd4d) => Self::NeoverseN2,
            // Apple's cores under a system other than Apple's.
            (0x61, _) => Self::Apple,
            _ => Self::Other,
        }
    }
}

/// Returns the register MIDR_EL1 of the first core, if the system exposes it as a file. Not every system lets a program
/// read the register itself.
#[cfg(all(target_arch = "aarch64", not(target_vendor = "apple"), identification))]
fn main_id() -> Option<u64> {
    #[cfg(all(feature = "std", any(target_os = "linux", target_os = "android")))]
    {
        parse_main_id(&std::fs::read_to_string("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1").ok()?)
    }
    #[cfg(not(all(feature = "std", any(target_os = "linux", target_os = "android"))))]
    {
        None
    }
}

/// Parses the file in which Linux exposes MIDR_EL1.
#[cfg(any(
    test,
    all(target_arch = "aarch64", identification, feature = "std", any(target_os = "linux", target_os = "android"))
))]
fn parse_main_id(text: &str) -> Option<u64> {
    u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn x86_64_by_maker_family_and_features() {
        for (maker, family, avx512, core) in [
            (b"GenuineIntel", 6, true, Core::Intel512),
            (b"GenuineIntel", 6, false, Core::Intel256),
            (b"AuthenticAMD", 0x17, false, Core::Other),
            (b"AuthenticAMD", 0x19, false, Core::Zen3),
            (b"AuthenticAMD", 0x19, true, Core::Zen4),
            (b"AuthenticAMD", 0x1a, true, Core::Other),
            (b"HygonGenuine", 0x18, false, Core::Other),
        ] {
            assert_eq!(Core::of_x86_64(maker, family, avx512), core, "{family:#x}");
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn families_of_x86_64() {
        // Skylake, Sapphire Rapids, Pentium 4, Zen 2 to 5, Hygon's.
        for (version, family) in [
            (0x0005_06e3, 6),
            (0x0008_06f8, 6),
            (0x0000_0f29, 0xf),
            (0x0087_0f10, 0x17),
            (0x00a2_0f12, 0x19),
            (0x00a6_0f12, 0x19),
            (0x00b4_0f40, 0x1a),
            (0x0090_0f22, 0x18),
        ] {
            assert_eq!(crate::cpu::family_of(version), family, "version {version:#x}");
        }
    }

    #[test]
    fn aarch64_by_maker_and_part() {
        for (main_id, core) in [
            (0x413f_d0c1, Core::Other),
            (0x410f_d493, Core::NeoverseN2),
            (0x411f_d411, Core::NeoverseN2),
            (0x410f_d421, Core::NeoverseN2),
            (0x410f_d4b1, Core::NeoverseN2),
            (0x412f_d470, Core::NeoverseN2),
            (0x410f_d4d0, Core::NeoverseN2),
            (0x411f_d401, Core::Other),
            (0x410f_d4f0, Core::Other),
            (0x611f_0221, Core::Apple),
            (0, Core::Other),
        ] {
            assert_eq!(Core::of_aarch64(main_id), core, "{main_id:#x}");
        }
    }

    #[test]
    fn the_main_id_as_linux_shows_it() {
        assert_eq!(parse_main_id("0x00000000410fd493\n"), Some(0x410f_d493));
        for text in ["", "\n", "0x\n", "00000000410fd493\n", "0x00000000410fd49?\n"] {
            assert_eq!(parse_main_id(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_core_is_detected_once_and_listed() {
        assert_eq!(Core::here(), Core::here());
        assert!(Core::ALL.contains(&Core::here()));
    }
}
