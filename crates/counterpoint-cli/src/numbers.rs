//! Numbers on the command line: lengths of outputs, sizes, numbers of threads.

/// The longest output in bytes that is written or checked, which bounds the memory for a line.
pub(crate) const LONGEST_OUTPUT: usize = 1 << 20;

/// Parses a whole number: decimal digits without a sign and without a leading zero, which means octal elsewhere.
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|c| c.is_ascii_digit());
    let octal = text.len() > 1 && text.starts_with('0');
    if digits && !octal { text.parse().ok() } else { None }
}

/// Parses `--length`.
pub(crate) fn length(text: &str) -> Result<usize, String> {
    match whole_number(text).and_then(|length| usize::try_from(length).ok()) {
        Some(length @ 1..=LONGEST_OUTPUT) => Ok(length),
        _ => Err(format!("a length is a whole number of bytes from 1 to {LONGEST_OUTPUT}, in decimal digits")),
    }
}

/// Parses `--jobs`.
pub(crate) fn jobs(text: &str) -> Result<u16, String> {
    match whole_number(text).and_then(|jobs| u16::try_from(jobs).ok()) {
        Some(jobs @ 1..=1024) => Ok(jobs),
        _ => Err("a number of jobs is a whole number from 1 to 1024, in decimal digits".to_owned()),
    }
}

/// Returns the number of threads for `--jobs`, or one per processor by default.
pub(crate) fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// Parses a number of bytes with or without a unit: `4096`, `16MiB`, `1G`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let power = match unit.trim().to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => Some(0),
        "k" => Some(10),
        "m" => Some(20),
        "g" => Some(30),
        "t" => Some(40),
        _ => None,
    };
    let bytes = power.and_then(|power| number.parse::<u64>().ok()?.checked_mul(1 << power));
    bytes.ok_or_else(|| "a size is a number of bytes, or a number with the unit KiB, MiB, GiB or TiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{jobs, length, size, whole_number};

    #[test]
    fn numbers_are_plain_decimal_digits() {
        assert_eq!((whole_number("0"), whole_number("10")), (Some(0), Some(10)));
        for wrong in ["", "+5", "-1", "010", "00", "1 ", "0x1", "99999999999999999999", "१"] {
            assert_eq!(whole_number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lengths_and_jobs_have_bounds() {
        assert_eq!((length("1"), length("1048576"), jobs("1024")), (Ok(1), Ok(1 << 20), Ok(1024)));
        for wrong in ["", "0", "-1", "+5", "010", "1048577", "x"] {
            assert!(length(wrong).is_err() && jobs(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("0"), Ok(0));
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("3kB"), Ok(3 << 10));
        assert_eq!(size("16MiB"), Ok(1 << 24));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("5 TiB"), Ok(5 << 40));
        for wrong in ["", "x", "1x", "-1", "MiB", "99999999999999999999", "99999999TiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
