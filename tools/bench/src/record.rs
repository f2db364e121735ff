//! Measurements and records: printed, kept in `benchmarks/`, compared and reported.
//!
//! A record is a JSON object with a list of measurements. A list of measurements alone, as printed by `--format json`,
//! is also read as a record.

use crate::console::{reason, shown};
use crate::output_file::Output;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The version of the record format. Readers reject all others.
pub const SCHEMA: u32 = 1;

/// The largest file in bytes that is read. A complete record of a machine takes about a megabyte.
const MOST_BYTES: u64 = 64 << 20;
/// The longest name of an algorithm, an implementation or a CPU in bytes. In a table, every line is as wide as the
/// longest.
const LONGEST_NAME: usize = 300;
/// The most CPUs, tiers or units. Each is a column or a chapter, and so takes a cell in every line.
const MOST_COLUMNS: usize = 64;
/// The range of figures that can be drawn: cycles per byte, clock rates, bytes of memory.
const FIGURES: RangeInclusive<f64> = 1e-9..=1e18;

/// Returns a name for messages.
fn shortened(name: &str) -> &str {
    if name.len() <= LONGEST_NAME { name } else { "a name that is too long" }
}

/// Lower quartile, median, upper quartile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// A quarter of the samples are smaller.
    pub lower: f64,
    /// Half of the samples are smaller.
    pub median: f64,
    /// A quarter of the samples are larger.
    pub upper: f64,
}

impl Quartiles {
    /// Returns the quartiles of samples. There must be at least one sample.
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let at = |part: usize| {
            let place = (samples.len() - 1) as f64 * part as f64 / 4.0;
            let (below, share) = (place as usize, place.fract());
            let above = (below + 1).min(samples.len() - 1);
            samples[below] * (1.0 - share) + samples[above] * share
        };
        Self { lower: at(1), median: at(2), upper: at(3) }
    }

    /// Returns the figure that represents all samples: their median or, if they were disturbed, the lower quartile,
    /// which then varies less.
    pub fn figure(self, disturbed: bool) -> f64 {
        if disturbed { self.lower } else { self.median }
    }

    /// Applies a function to each quartile.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { lower: f(self.lower), median: f(self.median), upper: f(self.upper) }
    }
}

/// How the lengths of a batch's messages are spread, and how the messages are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lengths {
    /// All are `length_bytes`.
    Equal,
    /// From 0 to twice `length_bytes`, which is their mean.
    Mixed,
    /// All are `length_bytes`, and ours get the buffer and an offset for each message instead of a list of slices.
    Rows,
}

/// One measurement of a hash, permutation or block cipher on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The package of the code: `counterpoint`, or a peer with its version.
    pub package: String,
    /// The canonical name of the algorithm.
    pub algorithm: String,
    /// `technique-tier[-xN]`, or the name of a peer.
    pub implementation: String,
    /// The technique; empty for a peer.
    pub technique: String,
    /// The tier; empty for a peer.
    pub tier: String,
    /// Whether the code is constant-time; unknown for a peer.
    pub constant_time: Option<bool>,
    /// The number of messages (states, blocks) in one call.
    pub batch: usize,
    /// How their lengths are spread.
    pub lengths: Lengths,
    /// The length of a message (state, block) in bytes; the mean if the lengths are mixed.
    pub length_bytes: usize,
    /// Core cycles divided by the bytes of all messages of the call.
    pub cycles_per_byte: Quartiles,
    /// Core cycles of a call that does nothing, timed in the same way. The figures include them.
    pub call_cycles: f64,
    /// Bytes per second at this core clock.
    pub bytes_per_second: f64,
    /// Messages per second at this core clock.
    pub messages_per_second: f64,
    /// The number of samples of all processes.
    pub samples: usize,
    /// The number of samples that were discarded because they were disturbed.
    pub discarded: u64,
    /// Whether something else used the core most of the time, so that the least disturbed samples count instead of
    /// being discarded. Their lower quartile varies less than their median.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disturbed: bool,
    /// Whether the digest was correct in the same run. A wrong digest of ours ends the run.
    pub digest_correct: bool,
    /// The number of processes that measured.
    pub processes: usize,
    /// How the cycles are counted.
    pub counter: String,
    /// The rate of the fixed-rate counter.
    pub tsc_hz: f64,
    /// The clock of the core during the measurement.
    pub core_hz: f64,
    /// The throughput of the core: independent instructions that this thread executed per core cycle. If it is far
    /// below the throughput in another record from the same CPU, the core was shared all the time.
    pub core_width: f64,
    /// The CPU's name.
    pub cpu: String,
    /// The architecture for which the program is compiled: `x86_64`, `aarch64`, `x86`.
    #[serde(default)]
    pub arch: String,
    /// The compiler.
    pub rustc: String,
    /// The commit that was measured.
    pub commit: String,
    /// The day, as YYYY-MM-DD.
    pub date: String,
}

impl Lengths {
    /// Returns the word for it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Mixed => "mixed",
            Self::Rows => "rows",
        }
    }

    /// Returns the word after a length in tables: none if the messages have that length and are in a list.
    pub fn remark(self) -> &'static str {
        if self == Self::Equal { "" } else { self.text() }
    }
}

impl Measurement {
    /// Returns what was measured: package, algorithm, implementation, batch, lengths, length. Two measurements with the
    /// same key can be compared.
    pub fn key(&self) -> (&str, &str, &str, usize, Lengths, usize) {
        (&self.package, &self.algorithm, &self.implementation, self.batch, self.lengths, self.length_bytes)
    }

    /// Returns the figure that represents all samples, in core cycles per byte.
    pub fn figure(&self) -> f64 {
        self.cycles_per_byte.figure(self.disturbed)
    }

    /// Returns whether its figures can be drawn and used as divisors, and its names fit into a table.
    fn is_plausible(&self) -> bool {
        let q = self.cycles_per_byte;
        let figures = [q.lower, q.median, q.upper, self.core_hz, self.tsc_hz];
        let names = [&self.package, &self.algorithm, &self.implementation, &self.technique, &self.tier];
        let facts = [&self.counter, &self.cpu, &self.arch, &self.rustc, &self.commit, &self.date];
        figures.iter().all(|figure| FIGURES.contains(figure))
            && self.batch > 0
            && self.length_bytes > 0
            && names.into_iter().chain(facts).all(|name| name.len() <= LONGEST_NAME)
    }
}

/// A figure of another engine (an AVR, an FPGA, an instruction-set model), or the code size of an implementation in
/// this program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineRow {
    /// `avr`, `ecp5`, `isa`, ...; the architecture for a figure of this program.
    pub platform: String,
    /// The algorithm or core.
    pub algorithm: String,
    /// The build or variant.
    pub implementation: String,
    /// `cycles_per_byte`, `ram_bytes`, `flash_bytes`, `lut4`, `mhz`, `instructions_per_byte`, `code_bytes`, ...
    pub unit: String,
    /// The figure.
    pub value: f64,
    /// The paper's figure for this build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<f64>,
    /// The day, as YYYY-MM-DD. Empty for a count that a test repeats, and if the record has one day for all rows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub date: String,
}

impl EngineRow {
    /// Returns what the figure describes: platform, algorithm, implementation, unit.
    pub fn key(&self) -> (&str, &str, &str, &str) {
        (&self.platform, &self.algorithm, &self.implementation, &self.unit)
    }

    /// Returns whether its figures can be drawn, and its names fit into a table.
    fn is_plausible(&self) -> bool {
        let names = [&self.platform, &self.algorithm, &self.implementation, &self.unit, &self.date];
        let figures = [Some(self.value), self.paper];
        names.into_iter().all(|name| name.len() <= LONGEST_NAME)
            && figures.into_iter().flatten().all(|figure| figure.abs() <= *FIGURES.end())
    }
}

/// The contents of a record file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Whether the run was interrupted, so that measurements are missing. The others are complete.
    #[serde(default)]
    pub partial: bool,
    /// The command that wrote it.
    #[serde(default)]
    pub command: String,
    /// Measurements on CPUs.
    #[serde(default)]
    pub measurements: Vec<Measurement>,
    /// Figures of other engines.
    #[serde(default)]
    pub rows: Vec<EngineRow>,
}

impl Default for Record {
    fn default() -> Self {
        Self { schema: SCHEMA, partial: false, command: String::new(), measurements: Vec::new(), rows: Vec::new() }
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// Returns a message that names the file if it can't be read, is not a record, or has another schema.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = shown(path.as_os_str());
        let mut text = String::new();
        // Reading one more byte reveals a file that is too long, even an endless device.
        let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
        match read {
            _ if text.len() as u64 > MOST_BYTES => {
                return Err(format!(
                    "{name}: larger than {} MiB, so not a record; name another file",
                    MOST_BYTES >> 20
                ));
            }
            Err(e) => return Err(format!("{name}: {}", reason(&e))),
            Ok(_) => {}
        }
        Self::parse(&name, &text)
    }

    /// Parses the text of a record. `name` is the file's name, for messages.
    ///
    /// # Errors
    ///
    /// Returns a message that begins with the name if the text is not a record or has another schema.
    pub fn parse(name: &str, text: &str) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|e| {
            format!("{name}: not a record, or a truncated one: {e}; measure again with `counterpoint-bench --record`")
        })?;
        let schema = match &value {
            serde_json::Value::Array(list) => list.first().map_or(Some(u64::from(SCHEMA)), |m| m["schema"].as_u64()),
            other => other["schema"].as_u64(),
        };
        match schema {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(schema) => {
                return Err(format!(
                    "{name}: record of schema {schema}, but this program reads schema {SCHEMA}; measure again"
                ));
            }
            None => return Err(format!("{name}: not a record: it has no field `schema`")),
        }
        let bad = |e: serde_json::Error| format!("{name}: not a record of schema {SCHEMA}: {e}");
        let record = match value {
            serde_json::Value::Array(_) => {
                Self { measurements: serde_json::from_value(value).map_err(bad)?, ..Self::default() }
            }
            _ => serde_json::from_value(value).map_err(bad)?,
        };
        record.check().map_err(|message| format!("{name}: {message}; measure again"))?;
        Ok(record)
    }

    /// Returns an error if something in the record can't be drawn, or if its tables would be much larger than the
    /// record.
    fn check(&self) -> Result<(), String> {
        let of = |algorithm: &str, implementation: &str| {
            let [algorithm, implementation] = [algorithm, implementation].map(shortened);
            format!("the entry for {algorithm} by {implementation} is not a measurement of schema {SCHEMA}")
        };
        if let Some(m) = self.measurements.iter().find(|m| m.schema != SCHEMA || !m.is_plausible()) {
            return Err(of(&m.algorithm, &m.implementation));
        }
        if let Some(row) = self.rows.iter().find(|row| !row.is_plausible()) {
            return Err(of(&row.algorithm, &row.implementation));
        }
        let many = |names: &mut dyn Iterator<Item = &str>| names.collect::<BTreeSet<_>>().len() > MOST_COLUMNS;
        let columns: [(&str, &mut dyn Iterator<Item = &str>); 3] = [
            ("CPUs", &mut self.measurements.iter().map(|m| &*m.cpu)),
            ("tiers", &mut self.measurements.iter().map(|m| &*m.tier)),
            ("units", &mut self.rows.iter().map(|row| &*row.unit)),
        ];
        for (what, names) in columns {
            if many(names) {
                return Err(format!("more than {MOST_COLUMNS} {what}, which no table can show"));
            }
        }
        Ok(())
    }

    /// Reads several records as one. Of measurements with the same key on the same CPU, keeps the last.
    ///
    /// # Errors
    ///
    /// Returns an error like [`Self::read`].
    pub fn read_all(paths: &[PathBuf]) -> Result<Self, String> {
        let mut all = Self::default();
        for path in paths {
            let record = Self::read(path)?;
            all.partial |= record.partial;
            let newer: BTreeSet<_> = record.measurements.iter().map(|m| (&m.cpu, m.key())).collect();
            all.measurements.retain(|m| !newer.contains(&(&m.cpu, m.key())));
            let newer: BTreeSet<_> = record.rows.iter().map(EngineRow::key).collect();
            all.rows.retain(|row| !newer.contains(&row.key()));
            all.measurements.extend(record.measurements);
            all.rows.extend(record.rows);
        }
        Ok(all)
    }

    /// Writes the record to a file, which is replaced as a whole or not at all.
    ///
    /// # Errors
    ///
    /// Returns a message that names the file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        self.write_to(&Output::at(path)?)
    }

    /// Writes the record to an output, with a line for each measurement and each row, for line-based tools.
    ///
    /// # Errors
    ///
    /// Returns a message that names the output.
    pub(crate) fn write_to(&self, output: &Output) -> Result<(), String> {
        fn lines<T: Serialize>(items: &[T]) -> Result<String, serde_json::Error> {
            let lines: Result<Vec<String>, _> = items.iter().map(serde_json::to_string).collect();
            Ok(lines?.join(",\n"))
        }
        let text = || {
            let Self { schema, partial, command, measurements, rows } = self;
            let (command, measurements, rows) = (serde_json::to_string(command)?, lines(measurements)?, lines(rows)?);
            Ok(format!(
                "{{\"schema\":{schema},\"partial\":{partial},\"command\":{command},\
                 \"measurements\":[\n{measurements}\n],\"rows\":[\n{rows}\n]}}\n"
            ))
        };
        output.write(text().map_err(|e: serde_json::Error| format!("the record: {e}"))?.as_bytes())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a measurement of an implementation of ours on an imaginary machine.
    pub(crate) fn measured(
        algorithm: &str,
        implementation: &str,
        batch: usize,
        length_bytes: usize,
        median: f64,
    ) -> Measurement {
        let mut parts = implementation.split('-');
        Measurement {
            schema: SCHEMA,
            package: crate::subject::OURS.to_owned(),
            algorithm: algorithm.to_owned(),
            implementation: implementation.to_owned(),
            technique: parts.next().unwrap_or_default().to_owned(),
            tier: parts.next().unwrap_or_default().to_owned(),
            constant_time: Some(!implementation.starts_with("ttable")),
            batch,
            lengths: Lengths::Equal,
            length_bytes,
            cycles_per_byte: Quartiles { lower: median * 0.99, median, upper: median * 1.02 },
            call_cycles: 20.0,
            bytes_per_second: 3e9 / median,
            messages_per_second: 3e9 / median / length_bytes as f64,
            samples: 700,
            discarded: 3,
            disturbed: false,
            digest_correct: true,
            processes: 7,
            counter: "imaginary".to_owned(),
            tsc_hz: 2e9,
            core_hz: 3e9,
            core_width: 4.0,
            cpu: "imaginary CPU".to_owned(),
            arch: "x86_64".to_owned(),
            rustc: "rustc 1.0.0".to_owned(),
            commit: "0000000".to_owned(),
            date: "2026-01-01".to_owned(),
        }
    }

    #[test]
    fn quartiles_lie_between_samples() {
        let q = Quartiles::of(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!((q.lower, q.median, q.upper), (1.75, 2.5, 3.25));
        let one = Quartiles::of(vec![7.0]);
        assert_eq!((one.lower, one.median, one.upper), (7.0, 7.0, 7.0));
    }

    #[test]
    fn a_record_survives_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("r.json");
        let record =
            Record { measurements: vec![measured("sha3-256", "lanes-portable", 1, 64, 9.5)], ..Record::default() };
        record.write(&path).expect("it is written");
        assert_eq!(Record::read(&path), Ok(record.clone()));
        // What `--format json` prints is a bare list.
        std::fs::write(&path, serde_json::to_string(&record.measurements).expect("JSON")).expect("it is written");
        assert_eq!(Record::read(&path).map(|r| r.measurements), Ok(record.measurements));
    }

    #[test]
    fn each_figure_is_read_as_it_was_written() {
        let mut measured = measured("sha3-256", "lanes-portable", 1, 64, 9.5);
        // A fast parser of decimal fractions is off by a unit in the last place for the first two of these.
        for figure in [5e35, 5e36, 0.1] {
            measured.messages_per_second = figure;
            let text = serde_json::to_string(&[&measured]).expect("JSON");
            let read = Record::parse("record", &text).expect("it is a record");
            assert_eq!(read.measurements[0].messages_per_second, figure);
        }
    }

    #[test]
    fn what_is_no_record_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("odd.json");
        let refused = |text: &str| {
            std::fs::write(&path, text).expect("it is written");
            let message = Record::read(&path).expect_err("it is no record");
            assert!(message.contains("odd.json"), "{message}");
            message
        };
        assert!(refused("{\"schema\": 1, \"measu").contains("truncated"));
        assert!(refused("").contains("truncated"));
        assert!(refused("{\"schema\": 99}").contains("schema 99"));
        assert!(refused("{}").contains("no field `schema`"));
        assert!(refused("{\"schema\": 1, \"measurements\": [{\"schema\": 1}]}").contains("missing field"));
        let mut bad = measured("sha3-256", "lanes-portable", 1, 64, 9.5);
        bad.cycles_per_byte.median = 0.0;
        let record = Record { measurements: vec![bad], ..Record::default() };
        assert!(refused(&serde_json::to_string(&record).expect("JSON")).contains("sha3-256 by lanes-portable"));
    }

    /// The contents of a record can't make the program use much memory: figures, names, columns and the file are
    /// bounded.
    #[test]
    fn what_would_take_too_much_memory_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("odd.json");
        let example = || measured("sha3-256", "lanes-portable", 1, 64, 9.5);
        let refused = |record: &Record| {
            std::fs::write(&path, serde_json::to_string(record).expect("JSON")).expect("it is written");
            let message = Record::read(&path).expect_err("it is refused");
            assert!(message.len() < 1000 && message.contains("odd.json"), "{message}");
            message
        };
        let of = |measurements: Vec<Measurement>| Record { measurements, ..Record::default() };
        let mut huge = example();
        huge.cycles_per_byte.upper = 1e300;
        assert!(refused(&of(vec![huge])).contains("sha3-256 by lanes-portable"));
        let mut long = example();
        long.implementation = "x".repeat(1 << 20);
        assert!(refused(&of(vec![long])).contains("sha3-256 by a name that is too long"));
        let tiers = (0..100).map(|i| Measurement { tier: i.to_string(), ..example() }).collect();
        assert!(refused(&of(tiers)).contains("tiers"));
        let file = File::create(&path).expect("it is made");
        file.set_len(MOST_BYTES + 1).expect("it may have a hole");
        let message = Record::read(&path).expect_err("it is refused");
        assert!(message.contains("odd.json: larger than 64 MiB"), "{message}");
        #[cfg(target_os = "linux")]
        assert!(Record::read(Path::new("/dev/zero")).expect_err("it has no end").contains("larger than 64 MiB"));
    }

    #[test]
    fn a_record_without_the_mark_of_disturbed_samples_is_read() {
        let json = |m: &Measurement| serde_json::to_value(m).expect("JSON");
        let quiet = measured("sha3-256", "lanes-portable", 1, 64, 9.5);
        assert!(json(&quiet).get("disturbed").is_none());
        assert_eq!(serde_json::from_value::<Measurement>(json(&quiet)).expect("it is read"), quiet);
        let disturbed = Measurement { disturbed: true, ..quiet.clone() };
        let read: Measurement = serde_json::from_value(json(&disturbed)).expect("it is read");
        assert!(read.disturbed);
        assert_eq!((quiet.figure(), read.figure()), (9.5, 9.5 * 0.99));
    }

    #[test]
    fn of_two_records_the_last_measurement_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, median: f64| {
            let path = folder.path().join(name);
            let measurements = vec![measured("sha3-256", "lanes-portable", 1, 64, median)];
            Record { measurements, ..Record::default() }.write(&path).expect("it is written");
            path
        };
        let all = Record::read_all(&[write("a.json", 9.0), write("b.json", 8.0)]).expect("they are records");
        assert_eq!(all.measurements.len(), 1);
        assert_eq!(all.measurements[0].cycles_per_byte.median, 8.0);
    }
}
