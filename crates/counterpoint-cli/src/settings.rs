//! The settings of a hash function that are not secret: customization string, function name, domain byte, block size.
//!
//! They come from command-line options or from lines with a tag. A tag has the settings of its digest in brackets after
//! the function, so `check` requires no options:
//!
//! ```text
//! TURBOSHAKE128[domain=2A] (name) = HEX          PARALLELHASH128[block-size=8192,customization=My%20App] (name) = HEX
//! ```
//!
//! Text is percent-encoded UTF-8, in which letters, digits and `-._~` stand for themselves. So a tag contains no other
//! bracket, space or line end.

use crate::numbers::whole_number;
use counterpoint::Algorithm;
use counterpoint::registry::Parameter;
use std::fmt::Write;

/// The longest text in bytes that a tag can hold. Messages repeat it, so a list must not decide how long it is.
const LONGEST_TEXT: usize = 4096;

/// The values of the public parameters; `None` for the defaults.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// cSHAKE, KMAC, TupleHash, ParallelHash, KT: a string that separates this use of the function from others.
    #[arg(long, value_name = "TEXT", display_order = 20)]
    pub(crate) customization: Option<String>,

    /// cSHAKE: the name of the function built on it.
    #[arg(long, value_name = "TEXT", display_order = 20)]
    pub(crate) function_name: Option<String>,

    /// TurboSHAKE: the domain byte, 01 to 7F [default: 1F].
    #[arg(long, value_name = "HEX", value_parser = domain, display_order = 20, allow_negative_numbers = true)]
    pub(crate) domain: Option<u8>,

    /// ParallelHash: the block length in bytes.
    #[arg(long, value_name = "BYTES", value_parser = block_size, display_order = 20, allow_negative_numbers = true)]
    pub(crate) block_size: Option<usize>,
}

/// Parses `--domain`.
fn domain(text: &str) -> Result<u8, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match u8::from_str_radix(digits, 16) {
        Ok(domain @ 0x01..=0x7f) if !digits.starts_with('+') => Ok(domain),
        _ => Err("a domain byte is two hexadecimal digits, 01 to 7F".to_owned()),
    }
}

/// Parses `--block-size`.
fn block_size(text: &str) -> Result<usize, String> {
    match whole_number(text) {
        Some(bytes @ 1..) => {
            usize::try_from(bytes).map_err(|_| "a block does not fit into memory; choose a smaller size".to_owned())
        }
        _ => Err("a block size is a whole number of bytes, 1 or more, in decimal digits".to_owned()),
    }
}

/// A parameter, its word in a tag, and its value as text, if there is one.
type Entry = (Parameter, &'static str, Option<String>);

impl Settings {
    /// Returns all parameters, in the order of a tag.
    fn entries(&self) -> [Entry; 4] {
        let encoded = |text: &Option<String>| text.as_deref().map(percent_encoded);
        [
            (Parameter::FunctionName, "function-name", encoded(&self.function_name)),
            (Parameter::Domain, "domain", self.domain.map(|domain| format!("{domain:02X}"))),
            (Parameter::BlockBytes, "block-size", self.block_size.map(|bytes| bytes.to_string())),
            (Parameter::Customization, "customization", encoded(&self.customization)),
        ]
    }

    /// Returns the settings in brackets, as in a tag, or an empty string if there are none.
    pub(crate) fn in_brackets(&self) -> String {
        let entry = |(_, word, value): Entry| Some(format!("{word}={}", value.filter(|value| !value.is_empty())?));
        let named: Vec<String> = self.entries().into_iter().filter_map(entry).collect();
        if named.is_empty() { String::new() } else { format!("[{}]", named.join(",")) }
    }

    /// Returns the option whose text is too long for a tag, and the length of the longest text that fits.
    pub(crate) fn too_long_for_a_tag(&self) -> Option<(&'static str, usize)> {
        [("--function-name", &self.function_name), ("--customization", &self.customization)]
            .into_iter()
            .find(|(_, text)| text.as_ref().is_some_and(|text| text.len() > LONGEST_TEXT))
            .map(|(option, _)| (option, LONGEST_TEXT))
    }

    /// Parses the settings between the brackets of a tag. Returns `None` if they are malformed, or if the algorithm
    /// does not take them.
    pub(crate) fn parse(inside: &str, algorithm: &Algorithm) -> Option<Self> {
        let text = |encoded| percent_decoded(encoded).filter(|text| (1..=LONGEST_TEXT).contains(&text.len()));
        let mut settings = Self::default();
        for part in inside.split(',') {
            let (word, value) = part.split_once('=')?;
            let new = match word {
                "function-name" => settings.function_name.replace(text(value)?).is_none(),
                "customization" => settings.customization.replace(text(value)?).is_none(),
                "domain" => settings.domain.replace(domain(value).ok()?).is_none(),
                "block-size" => settings.block_size.replace(block_size(value).ok()?).is_none(),
                _ => false,
            };
            if !new {
                return None;
            }
        }
        let mut named = settings.entries().into_iter().filter(|(.., value)| value.is_some());
        named.all(|(parameter, ..)| algorithm.takes().contains(&parameter)).then_some(settings)
    }

    /// Returns the settings for a line: the command line's, completed by the line's own.
    ///
    /// A setting may be in both if they agree. A function with a key takes its settings from the command line only;
    /// otherwise the author of a list could pass off a tag that was made for another purpose.
    ///
    /// # Errors
    ///
    /// Returns a message that names the disagreement and the remedy.
    pub(crate) fn for_line(&self, named: &Self, keyed: bool) -> Result<Self, String> {
        let given = self.entries();
        for ((_, word, given), (_, _, named)) in given.into_iter().zip(named.entries()) {
            match (given, named) {
                (Some(given), Some(named)) if given != named => {
                    let given = if given.is_empty() { "empty" } else { &given };
                    return Err(format!("the line has {word}={named}, but --{word} is {given}"));
                }
                (None, Some(named)) if keyed => {
                    return Err(format!(
                        "the line has {word}={named}, but with a key a list can't choose settings; to accept it, pass \
                         --{word}"
                    ));
                }
                _ => {}
            }
        }
        let named = named.clone();
        Ok(Self {
            customization: self.customization.clone().or(named.customization),
            function_name: self.function_name.clone().or(named.function_name),
            domain: self.domain.or(named.domain),
            block_size: self.block_size.or(named.block_size),
        })
    }
}

/// Writes every byte that is not a letter, a digit or one of `-._~` as `%` and two hexadecimal digits.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => write!(encoded, "%{byte:02X}").expect("a string takes any text"),
        }
        encoded
    })
}

/// Reverts [`percent_encoded`]; returns `None` if the text is malformed.
fn percent_decoded(encoded: &str) -> Option<String> {
    let mut parts = encoded.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (hex, rest) = part.split_at_checked(2)?;
        let mut byte = [0];
        const_hex::decode_to_slice(hex, &mut byte).ok()?;
        bytes.push(byte[0]);
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Settings, block_size, domain, percent_decoded};
    use counterpoint::Algorithm;
    use proptest::prelude::*;

    #[test]
    fn domains_and_sizes() {
        assert_eq!((domain("1f"), domain("0x7F"), domain("1")), (Ok(0x1f), Ok(0x7f), Ok(1)));
        for wrong in ["", "0", "80", "100", "g", "-1", "+1", "0x"] {
            assert!(domain(wrong).is_err(), "{wrong}");
        }
        assert_eq!(block_size("8192"), Ok(8192));
        for wrong in ["", "0", "-1", "x", "+5", "010"] {
            assert!(block_size(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn what_a_tag_names_is_read(customization in ".*", name in ".*", domain in proptest::option::of(1u8..0x80)) {
            let some = |text: String| if text.is_empty() { None } else { Some(text) };
            for (algorithm, settings) in [
                ("cshake128", Settings { customization: some(customization), function_name: some(name), ..Settings::default() }),
                ("turboshake128", Settings { domain, ..Settings::default() }),
                ("parallelhash128", Settings { block_size: Some(8192), ..Settings::default() }),
            ] {
                let text = settings.in_brackets();
                let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
                    prop_assert_eq!(&settings, &Settings::default());
                    continue;
                };
                prop_assert!(!inside.contains(|c: char| c.is_control() || " []()\\".contains(c)), "{}", inside);
                prop_assert_eq!(Settings::parse(inside, Algorithm::by_name(algorithm).unwrap()), Some(settings));
            }
        }
    }

    #[test]
    fn other_brackets_are_not_read() {
        let turboshake = Algorithm::by_name("turboshake128").unwrap();
        for wrong in
            ["", "domain", "domain=", "domain=80", "domain=1F,domain=1F", "block-size=8", "customization=x", "x=y"]
        {
            assert_eq!(Settings::parse(wrong, turboshake), None, "{wrong}");
        }
        for wrong in ["%", "%4", "%4g", "%ff", "%é"] {
            assert_eq!(percent_decoded(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_list_does_not_choose_where_there_is_a_key() {
        let text = |text: &str| Settings { customization: Some(text.to_owned()), ..Settings::default() };
        let none = Settings::default();
        assert_eq!(none.for_line(&text("a"), false), Ok(text("a")));
        assert_eq!(text("a").for_line(&text("a"), true), Ok(text("a")));
        assert_eq!(text("a").for_line(&none, true), Ok(text("a")));
        assert!(none.for_line(&text("a"), true).is_err());
        assert!(text("b").for_line(&text("a"), false).is_err());
        // An empty text differs as well, though no tag names it.
        assert!(text("").for_line(&text("a"), false).is_err());
        assert_eq!((text("").for_line(&none, true), text("").in_brackets()), (Ok(text("")), String::new()));
    }

    #[test]
    fn a_setting_is_that_of_the_command_line_or_of_the_line() {
        let none = Settings::default();
        for setting in [
            Settings { customization: Some("a".to_owned()), ..none.clone() },
            Settings { function_name: Some("N".to_owned()), ..none.clone() },
            Settings { domain: Some(0x2a), ..none.clone() },
            Settings { block_size: Some(8192), ..none.clone() },
        ] {
            for (given, named) in [(&setting, &none), (&none, &setting), (&setting, &setting)] {
                assert_eq!(given.for_line(named, false).as_ref(), Ok(&setting));
            }
        }
    }
}
