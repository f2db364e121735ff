//! The features of this CPU.

use super::processor::Width;
use iced_x86::CpuidFeature;

/// Returns the vector registers of this CPU, if it is an x86-64 CPU under Linux.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(super) fn width() -> Option<Width> {
    Some(if is_x86_feature_detected!("avx512bw") {
        Width::Avx512
    } else if is_x86_feature_detected!("avx") {
        Width::Avx
    } else {
        Width::Sse
    })
}

/// Whether this CPU has a feature.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(super) fn available(feature: CpuidFeature) -> bool {
    macro_rules! detected {
        ($($feature:ident $name:tt)*) => {
            match feature {
                // Every 64-bit CPU has these.
                CpuidFeature::INTEL8086
                | CpuidFeature::INTEL186
                | CpuidFeature::INTEL386
                | CpuidFeature::INTEL486
                | CpuidFeature::X64
                | CpuidFeature::CMOV
                | CpuidFeature::MULTIBYTENOP
                | CpuidFeature::CET_IBT => true,
                $(CpuidFeature::$feature => is_x86_feature_detected!($name),)*
                _ => false,
            }
        };
    }
    detected! {
        SSE "sse"
        SSE2 "sse2"
        SSE3 "sse3"
        SSSE3 "ssse3"
        SSE4_1 "sse4.1"
        SSE4_2 "sse4.2"
        AES "aes"
        PCLMULQDQ "pclmulqdq"
        POPCNT "popcnt"
        MOVBE "movbe"
        LZCNT "lzcnt"
        BMI1 "bmi1"
        BMI2 "bmi2"
        ADX "adx"
        AVX "avx"
        AVX2 "avx2"
        FMA "fma"
        VAES "vaes"
        VPCLMULQDQ "vpclmulqdq"
        GFNI "gfni"
        // The registers are only loaded on a CPU with 64-bit masks.
        AVX512F "avx512bw"
        AVX512BW "avx512bw"
        AVX512DQ "avx512dq"
        AVX512VL "avx512vl"
        AVX512_VBMI "avx512vbmi"
        AVX512_VBMI2 "avx512vbmi2"
        AVX512_BITALG "avx512bitalg"
        AVX512_VPOPCNTDQ "avx512vpopcntdq"
        AVX512_IFMA "avx512ifma"
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(super) fn width() -> Option<Width> {
    None
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(super) fn available(_: CpuidFeature) -> bool {
    false
}
