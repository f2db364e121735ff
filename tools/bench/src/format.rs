//! Formats figures, lengths and names for the text output, the page and the README.
//!
//! Figures have three digits, because measurements are no more precise. The quartiles on the page and the records have
//! more.

/// Formats a length: `64`, `4096`, `1 MiB`.
pub(crate) fn length_text(bytes: usize) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { bytes.to_string() }
}

/// Formats a length with its unit: `64 bytes`, `1 MiB`.
pub(crate) fn bytes_text(bytes: usize) -> String {
    let text = length_text(bytes);
    if text.ends_with('B') { text } else { format!("{text} bytes") }
}

/// Formats a figure with three digits.
pub(crate) fn short(value: f64) -> String {
    match value {
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

/// Marks a figure if its samples were disturbed.
pub(crate) fn marked(figure: String, disturbed: bool) -> String {
    if disturbed { format!("~{figure}") } else { figure }
}

/// The explanation of the mark.
pub(crate) const MARK: &str =
    "~ disturbed: something else used the core; the figure is the lower quartile of the least disturbed samples.";

/// Formats a number with thousands separators.
pub(crate) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// Formats a whole number in full, and any other figure with three digits.
pub(crate) fn figure(value: f64) -> String {
    if value.fract() == 0.0 && value >= 1.0 { thousands(value) } else { short(value) }
}

/// Formats a share in percent with its sign.
pub(crate) fn percents(share: f64) -> String {
    match (share * 100.0).round() {
        0.0 => "0 %".to_owned(),
        p if p < 0.0 => format!("\u{2212}{:.0} %", -p),
        p => format!("+{p:.0} %"),
    }
}

/// Returns the name of a family, platform or unit for readers.
pub(crate) fn title(name: &str) -> String {
    let known = match name {
        "aes" => "AES",
        "aes_changes_per_cycle" => "AES: nets that change in a cycle",
        "aes_mbit_per_s" => "AES, Mbit/s",
        "asic" => "Standard cells of 0.35 µm",
        "avr" => "8-bit AVR",
        "msp430" => "16-bit MSP430",
        "ecp5" => "FPGA: Lattice ECP5",
        "flash_bytes" => "flash, bytes",
        "groestl" => "Grøstl",
        "hash_changes_per_cycle" => "hash: nets that change in a cycle",
        "hash_mbit_per_s" => "hash, Mbit/s",
        "isa" => "Keccak instruction-set extension",
        "lut4" => "LUT4",
        "mhz" => "MHz",
        "ram_bytes" => "RAM, bytes",
        unit if unit.contains('_') => return unit.replace('_', " "),
        family => return family.chars().take(1).flat_map(char::to_uppercase).chain(family.chars().skip(1)).collect(),
    };
    known.to_owned()
}

/// Explains the figures in brackets in a platform's table, and how comparable they are.
pub(crate) fn brackets_note(platform: &str) -> &'static str {
    match platform {
        "ecp5" => {
            "the paper's figures, which are logic cells of an Altera Cyclone III after another mapper: compare ratios first"
        }
        _ => "the paper's figures",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        assert_eq!([8, 4096, 1 << 20, 3 << 20].map(bytes_text), ["8 bytes", "4096 bytes", "1 MiB", "3 MiB"]);
    }

    #[test]
    fn figures_have_three_digits() {
        let figures = [0.951, 1.0, 9.994, 9.996, 45.67, 99.96, 469.0];
        assert_eq!(figures.map(short), ["0.95", "1.00", "9.99", "10.0", "45.7", "100", "469"]);
        assert_eq!([12.0, 1234.0, 12_345_678.0].map(thousands), ["12", "1\u{202f}234", "12\u{202f}345\u{202f}678"]);
        assert_eq!([12_086.0, 3.086, 40.0].map(figure), ["12\u{202f}086", "3.09", "40"]);
    }

    #[test]
    fn shares_are_percents() {
        assert_eq!([-0.004, 0.149, -1.03].map(percents), ["0 %", "+15 %", "\u{2212}103 %"]);
    }

    #[test]
    fn names_are_titles() {
        assert_eq!(["luffa", "groestl", "cycles_per_byte"].map(title), ["Luffa", "Grøstl", "cycles per byte"]);
    }
}
