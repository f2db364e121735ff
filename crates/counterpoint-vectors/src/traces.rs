//! Intermediate values as text: Grøstl's from its designers, Keccak-f's from the Keccak team.
//!
//! ```text
//! Grøstl                                         Keccak-f
//!   Input Message = "abc"                        Input of permutation:
//!   :: BEGIN P                                   00 00 00 ...
//!   t=0 (SubBytes):                              --- Round 0 ---
//!   ef ca b7 ...    row 0 of the matrix          After theta:
//!   aa 63 63 ...    row 1                        0000000000000000 ...    lanes as numbers, x = 0..4, row y = 0
//!   Message Digest is                            State after permutation:
//!   f3c1bb19...                                  1B EF 68 ...
//! ```

use crate::{Body, Case, Error, Fault, File, GroestlTrace, KeccakTrace, Place, Stage};

/// The lines of a text, and the number of the current one.
struct Lines<'a> {
    file: &'a str,
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, lines: text.lines().enumerate().peekable(), number: 0 }
    }

    fn next(&mut self) -> Option<&'a str> {
        let (n, line) = self.lines.next()?;
        self.number = n + 1;
        Some(line.trim())
    }

    /// Returns the next line if `wanted` accepts it.
    fn next_if(&mut self, wanted: impl Fn(&str) -> bool) -> Option<&'a str> {
        let (n, line) = self.lines.next_if(|(_, line)| wanted(line.trim()))?;
        self.number = n + 1;
        Some(line.trim())
    }

    fn error(&self, fault: Fault) -> Error {
        fault.at(self.file, Place { line: Some(self.number), record: None })
    }

    /// Returns the next rows of numbers.
    fn rows(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.next_if(is_row)).collect()
    }

    /// Returns the bytes of the next rows, such as `61 62 63`.
    fn bytes(&mut self) -> Result<Vec<Vec<u8>>, Error> {
        let rows = self.rows();
        let row = |row: &str| crate::hex(&row.replace(' ', ""));
        let hex = |fault| self.error(Fault::Hex { field: "state".to_owned(), fault });
        rows.into_iter().map(|line| row(line).map_err(hex)).collect()
    }

    /// Returns the error for a state of the wrong size.
    fn size(&self, found: usize, wanted: usize) -> Error {
        let (found, wanted) = (found as u64, wanted as u64);
        self.error(Fault::Length { field: "state".to_owned(), found, wanted })
    }
}

/// Returns whether a line contains only hexadecimal numbers.
fn is_row(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|c| c.is_ascii_hexdigit() || c == b' ')
}

/// Parses the intermediate values of Grøstl.
pub(crate) fn groestl(name: &str, text: &str) -> Result<File, Error> {
    let mut lines = Lines::new(name, text);
    let (mut digest_bits, mut message, mut digest) = (None, None, None);
    let (mut permutation, mut stages) = (None, Vec::new());
    while let Some(line) = lines.next() {
        if let Some(number) = line.strip_prefix("Message Digest Length =") {
            let wrong =
                |_| lines.error(Fault::Type { field: "Message Digest Length".to_owned(), wanted: "a whole number" });
            digest_bits = Some(number.trim().parse::<usize>().map_err(wrong)?);
        } else if let Some(text) = line.strip_prefix("Input Message =") {
            message = Some(text.trim().trim_matches('"').as_bytes().to_vec());
        } else if let Some(letter) = line.strip_prefix(":: BEGIN ") {
            permutation = letter.chars().next();
        } else if line.starts_with(":: END") {
            permutation = None;
        } else if line.starts_with("Message Digest is") {
            digest = Some(lines.bytes()?.concat());
        } else if let Some(name) = line.strip_suffix([':', '='])
            && let Some(state) = columns(&mut lines, digest_bits)?
        {
            stages.push(Stage { permutation, name: name.trim().to_owned(), state });
        }
    }
    if !text.lines().any(|line| line.trim() == "Groestl") {
        let fault = Fault::NotVectors("intermediate values of a hash function other than Grøstl".to_owned());
        return Err(fault.at(name, Place::default()));
    }
    let missing = |field| Fault::Truncated(format!("it has no `{field}`")).at(name, Place::default());
    let digest_bits = digest_bits.ok_or_else(|| missing("Message Digest Length"))?;
    let message = message.ok_or_else(|| missing("Input Message"))?;
    let digest = digest.ok_or_else(|| missing("Message Digest is"))?;
    if 8 * digest.len() != digest_bits {
        return Err(lines.size(digest.len(), digest_bits / 8));
    }
    let label = format!("\"{}\"", String::from_utf8_lossy(&message));
    let body = Body::GroestlTrace(GroestlTrace { message, digest, stages });
    let case = Case { algorithm: format!("groestl{digest_bits}"), record: 1, label, body };
    Ok(File { name: name.to_owned(), declared: None, cases: vec![case] })
}

/// Returns, column by column, the state whose rows are in the next lines; `None` if there are no rows.
fn columns(lines: &mut Lines<'_>, digest_bits: Option<usize>) -> Result<Option<Vec<u8>>, Error> {
    let rows = lines.bytes()?;
    if rows.is_empty() {
        return Ok(None);
    }
    let width = if digest_bits.unwrap_or(256) <= 256 { 8 } else { 16 };
    if rows.len() != 8 || rows.iter().any(|row| row.len() != width) {
        return Err(lines.size(rows.iter().map(Vec::len).sum(), 8 * width));
    }
    Ok(Some((0..width).flat_map(|column| rows.iter().map(move |row| row[column])).collect()))
}

/// Parses the intermediate values of Keccak-f.
pub(crate) fn keccak(name: &str, text: &str) -> Result<File, Error> {
    let mut lines = Lines::new(name, text);
    let mut cases: Vec<Case> = Vec::new();
    let mut input: Option<Vec<u8>> = None;
    let mut steps: Vec<Vec<u8>> = Vec::new();
    while let Some(line) = lines.next() {
        if line == "Input of permutation:" {
            input = Some(lines.bytes()?.concat());
            steps.clear();
        } else if line.starts_with("After ") {
            let input = input.as_ref().ok_or_else(|| lines.error(Fault::Missing("Input of permutation")))?;
            let lane_bytes = input.len() / 25;
            steps.push(lanes(&mut lines, lane_bytes)?);
        } else if line == "State after permutation:" {
            let output = lines.bytes()?.concat();
            let input = input.take().ok_or_else(|| lines.error(Fault::Missing("Input of permutation")))?;
            let record = cases.len() + 1;
            cases.push(keccak_case(&lines, record, input, std::mem::take(&mut steps), output)?);
        }
    }
    if cases.is_empty() || input.is_some() {
        return Err(Fault::Truncated("it has no `State after permutation`".to_owned()).at(name, Place::default()));
    }
    Ok(File { name: name.to_owned(), declared: None, cases })
}

/// Returns the bytes of the state in the next lines, which contain its lanes.
fn lanes(lines: &mut Lines<'_>, lane_bytes: usize) -> Result<Vec<u8>, Error> {
    let mut state = Vec::with_capacity(25 * lane_bytes);
    let rows = lines.rows();
    for lane in rows.iter().flat_map(|row| row.split_whitespace()) {
        let mut bytes =
            crate::hex(lane).map_err(|fault| lines.error(Fault::Hex { field: "state".to_owned(), fault }))?;
        if bytes.len() != lane_bytes {
            return Err(lines.size(bytes.len(), lane_bytes));
        }
        bytes.reverse();
        state.extend(bytes);
    }
    match state.len() {
        found if found == 25 * lane_bytes => Ok(state),
        found => Err(lines.size(found, 25 * lane_bytes)),
    }
}

fn keccak_case(
    lines: &Lines<'_>,
    record: usize,
    input: Vec<u8>,
    steps: Vec<Vec<u8>>,
    output: Vec<u8>,
) -> Result<Case, Error> {
    if ![1, 2, 4, 8].map(|lane_bytes| 25 * lane_bytes).contains(&input.len()) {
        return Err(lines.size(input.len(), 200));
    }
    if output.len() != input.len() {
        return Err(lines.size(output.len(), input.len()));
    }
    let width = 8 * input.len() as u64;
    let full_rounds = 12 + 2 * (width / 25).ilog2() as usize;
    let mut rounds = Vec::with_capacity(full_rounds);
    let mut steps = steps.into_iter();
    while let Some(theta) = steps.next() {
        let mut next =
            || steps.next().ok_or_else(|| lines.error(Fault::Truncated("a round has five steps".to_owned())));
        rounds.push([theta, next()?, next()?, next()?, next()?]);
    }
    if rounds.len() != full_rounds || rounds.last().is_some_and(|last| last[4] != output) {
        let problem = format!("has {} rounds, not {full_rounds}, or the last does not end in the output", rounds.len());
        return Err(lines.error(Fault::Value { field: "rounds".to_owned(), problem }));
    }
    let body = Body::KeccakTrace(KeccakTrace { width, input, rounds, output });
    Ok(Case { algorithm: format!("keccak-f{width}"), record, label: format!("example {record}"), body })
}
