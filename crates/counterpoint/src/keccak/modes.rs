//! The modes of use for programs that choose an algorithm by name at run time.

use super::primitive::KeccakP1600;
use crate::algorithm::{Algorithm, HashAlgorithm, Kind, Parameter};
#[cfg(feature = "alloc")]
use crate::algorithm::{Hash, OptionFault, Options};
use crate::list::any_list;

/// Builds each mode from options. The caller has checked that the mode accepts all given options, and that its required
/// options have a value.
#[cfg(feature = "alloc")]
mod build {
    use super::super::mode_error::ModeError;
    use super::super::sp800_185::{CShake, Kmac, ParallelHash, TupleHash};
    use super::super::{kangarootwelve::KangarooTwelve, turboshake::TurboShake};
    use super::*;
    use alloc::boxed::Box;

    type Built = Result<Box<dyn Hash>, OptionFault>;

    /// Returns the requested length of the output in bits, or by default the digest's.
    fn output_bits<const DIGEST: usize>(options: &Options<'_>) -> Result<u64, OptionFault> {
        match options.output_bits {
            Some(0) => Err(OptionFault::Value(Parameter::OutputBits, "1 bit or more")),
            Some(bits) => Ok(bits),
            None => Ok(8 * DIGEST as u64),
        }
    }

    /// Returns the fault for a parameter with an invalid value.
    fn value(parameter: Parameter, wanted: &'static str) -> impl FnOnce(ModeError) -> OptionFault {
        move |_| OptionFault::Value(parameter, wanted)
    }

    pub(super) fn cshake<const RATE: usize, const DIGEST: usize>(options: &Options<'_>) -> Built {
        let (name, customization) =
            (options.function_name.unwrap_or_default(), options.customization.unwrap_or_default());
        Ok(Box::new(CShake::<RATE, DIGEST>::with(name, customization)))
    }

    pub(super) fn kmac<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool>(options: &Options<'_>) -> Built {
        let key = options.key.unwrap_or_default();
        let bits = options.key_bits.unwrap_or(8 * key.len() as u64);
        if bits.div_ceil(8) != key.len() as u64 {
            return Err(OptionFault::Value(Parameter::Key, "as many bytes as its bits fill"));
        }
        let function = Kmac::<RATE, DIGEST, EXTENDABLE>::with(key, bits, options.customization.unwrap_or_default());
        Ok(Box::new(match EXTENDABLE {
            true => function,
            false => function.with_output_bits(output_bits::<DIGEST>(options)?),
        }))
    }

    pub(super) fn tuple_hash<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool>(
        options: &Options<'_>,
    ) -> Built {
        let function = TupleHash::<RATE, DIGEST, EXTENDABLE>::new(options.customization.unwrap_or_default());
        Ok(Box::new(function.with_output_bits(output_bits::<DIGEST>(options)?)))
    }

    pub(super) fn parallel_hash<const RATE: usize, const DIGEST: usize, const EXTENDABLE: bool>(
        options: &Options<'_>,
    ) -> Built {
        let block_bytes = options.block_bytes.unwrap_or_default();
        let customization = options.customization.unwrap_or_default();
        let function = ParallelHash::<RATE, DIGEST, EXTENDABLE>::new(block_bytes, customization);
        let function = function.map_err(value(Parameter::BlockBytes, "1 byte or more"))?;
        Ok(Box::new(function.with_output_bits(output_bits::<DIGEST>(options)?)))
    }

    pub(super) fn turbo_shake<const RATE: usize, const DIGEST: usize>(options: &Options<'_>) -> Built {
        let function = TurboShake::<RATE, DIGEST>::with(options.domain.unwrap_or(0x1f));
        Ok(Box::new(function.map_err(value(Parameter::Domain, "one of 01 to 7F"))?))
    }

    pub(super) fn kangaroo_twelve<const RATE: usize, const DIGEST: usize>(options: &Options<'_>) -> Built {
        let customization: Box<[u8]> = options.customization.unwrap_or_default().into();
        Ok(Box::new(KangarooTwelve::<RATE, DIGEST, Box<[u8]>>::new(customization)))
    }
}

/// Arguments: name and aliases; whether the output is extendable; the accepted and the required parameters; the
/// function that builds the mode.
macro_rules! modes {
    ($($name:literal [$($alias:literal),*] $extendable:literal [$($takes:ident),*] [$($needs:ident),*] $build:expr;)+) => {
        /// The modes of use by name.
        pub(super) static MODES: &[Algorithm] = &[$(
            Algorithm {
                name: $name,
                aliases: &[$($alias),*],
                family: "keccak",
                kind: Kind::Hash(&HashAlgorithm {
                    takes: &[$(Parameter::$takes),*],
                    needs: &[$(Parameter::$needs),*],
                    extendable: $extendable,
                    function: None,
                    #[cfg(feature = "alloc")]
                    build: $build,
                }),
                list: any_list::<KeccakP1600>,
            },
        )+];
    };
}

modes! {
    // functions: begin, by `cargo xtask generate` from functions.toml
    "cshake128" [] true [FunctionName, Customization] [] build::cshake::<168, 32>;
    "cshake256" [] true [FunctionName, Customization] [] build::cshake::<136, 64>;
    "kmac128" [] false [Key, Customization, OutputBits] [Key] build::kmac::<168, 32, false>;
    "kmac256" [] false [Key, Customization, OutputBits] [Key] build::kmac::<136, 64, false>;
    "kmacxof128" [] true [Key, Customization] [Key] build::kmac::<168, 32, true>;
    "kmacxof256" [] true [Key, Customization] [Key] build::kmac::<136, 64, true>;
    "tuplehash128" [] false [Customization, OutputBits] [] build::tuple_hash::<168, 32, false>;
    "tuplehash256" [] false [Customization, OutputBits] [] build::tuple_hash::<136, 64, false>;
    "tuplehashxof128" [] true [Customization] [] build::tuple_hash::<168, 32, true>;
    "tuplehashxof256" [] true [Customization] [] build::tuple_hash::<136, 64, true>;
    "parallelhash128" [] false [BlockBytes, Customization, OutputBits] [BlockBytes] build::parallel_hash::<168, 32, false>;
    "parallelhash256" [] false [BlockBytes, Customization, OutputBits] [BlockBytes] build::parallel_hash::<136, 64, false>;
    "parallelhashxof128" [] true [BlockBytes, Customization] [BlockBytes] build::parallel_hash::<168, 32, true>;
    "parallelhashxof256" [] true [BlockBytes, Customization] [BlockBytes] build::parallel_hash::<136, 64, true>;
    "turboshake128" [] true [Domain] [] build::turbo_shake::<168, 32>;
    "turboshake256" [] true [Domain] [] build::turbo_shake::<136, 64>;
    "kt128" ["kangarootwelve", "k12"] true [Customization] [] build::kangaroo_twelve::<168, 32>;
    "kt256" [] true [Customization] [] build::kangaroo_twelve::<136, 64>;
    // functions: end
}
