//! Measurements and records: what is printed, kept in `benchmarks/`, compared and reported.
//!
//! A record is one JSON object with a list of measurements; a bare list of measurements (what `--format json` prints) is
//! read as a record too.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the record's form. Readers refuse others.
pub const SCHEMA: u32 = 1;

/// Lower quartile, median, upper quartile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// A quarter of the samples is below.
    pub lower: f64,
    /// Half of the samples is below.
    pub median: f64,
    /// A quarter of the samples is above.
    pub upper: f64,
}

impl Quartiles {
    /// The quartiles of samples, of which there is at least one.
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

    /// Each quartile by itself.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { lower: f(self.lower), median: f(self.median), upper: f(self.upper) }
    }
}

/// How the lengths of a batch's messages are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lengths {
    /// All are `length_bytes`.
    Equal,
    /// From 0 to twice `length_bytes`, which is their mean.
    Mixed,
}

/// One measurement of a hash, permutation or block cipher on this machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Who wrote the code: `counterpoint`, or a peer with its version.
    pub package: String,
    /// The algorithm's canonical name.
    pub algorithm: String,
    /// `technique-tier[-xN]`, or the name of a peer.
    pub implementation: String,
    /// The technique, empty for a peer.
    pub technique: String,
    /// The tier, empty for a peer.
    pub tier: String,
    /// Whether the code is constant time; unknown for a peer.
    pub constant_time: Option<bool>,
    /// Messages (states, blocks) in one call.
    pub batch: usize,
    /// How their lengths are spread.
    pub lengths: Lengths,
    /// Bytes of a message (state, block), the mean if they are mixed.
    pub length_bytes: usize,
    /// Core cycles divided by the bytes of all messages of the call.
    pub cycles_per_byte: Quartiles,
    /// Core cycles of a call that does nothing, timed in the same way; not taken off the figures.
    pub call_cycles: f64,
    /// Bytes per second at this core clock.
    pub bytes_per_second: f64,
    /// Messages per second at this core clock.
    pub messages_per_second: f64,
    /// Samples that count, over all processes.
    pub samples: usize,
    /// Samples that were thrown away since they were disturbed.
    pub discarded: u64,
    /// Whether the digest was right in the same run. A peer may be wrong; ours then ends the run.
    pub digest_correct: bool,
    /// Processes that measured.
    pub processes: usize,
    /// Where the cycles come from.
    pub counter: String,
    /// The fixed-rate counter's rate.
    pub tsc_hz: f64,
    /// The core's clock while it was measured.
    pub core_hz: f64,
    /// The CPU's name.
    pub cpu: String,
    /// The compiler.
    pub rustc: String,
    /// The commit that was measured.
    pub commit: String,
    /// The day, as YYYY-MM-DD.
    pub date: String,
}

/// One figure of another engine: an AVR, an FPGA, an instruction-set model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EngineRow {
    /// `avr`, `ecp5`, `isa`, ...
    pub platform: String,
    /// The algorithm or core.
    pub algorithm: String,
    /// The build or variant.
    pub implementation: String,
    /// `cycles_per_byte`, `ram_bytes`, `flash_bytes`, `lut4`, `mhz`, `instructions_per_byte`, ...
    pub unit: String,
    /// The figure.
    pub value: f64,
    /// The figure of the paper that the build answers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paper: Option<f64>,
    /// The day, as YYYY-MM-DD.
    pub date: String,
}

/// What is kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The run was interrupted: measurements are missing, those that are there are whole.
    #[serde(default)]
    pub partial: bool,
    /// The command that made it.
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
    /// A message that names the file: it can't be read, is no record, or has another schema.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let text = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
        let value: serde_json::Value = serde_json::from_str(&text)
            .map_err(|e| format!("{name}: no record, or a truncated one: {e}; measure again with `bench --record`"))?;
        let schema = match &value {
            serde_json::Value::Array(list) => list.first().map_or(Some(u64::from(SCHEMA)), |m| m["schema"].as_u64()),
            other => other["schema"].as_u64(),
        };
        match schema {
            Some(schema) if schema == u64::from(SCHEMA) => {}
            Some(schema) => {
                return Err(format!("{name}: a record of schema {schema}; this program reads {SCHEMA}; measure again"));
            }
            None => return Err(format!("{name}: no record: it has no field `schema`")),
        }
        let bad = |e: serde_json::Error| format!("{name}: not a record of schema {SCHEMA}: {e}");
        match value {
            serde_json::Value::Array(_) => {
                Ok(Self { measurements: serde_json::from_value(value).map_err(bad)?, ..Self::default() })
            }
            _ => serde_json::from_value(value).map_err(bad),
        }
    }

    /// Writes the record, whole or not at all.
    ///
    /// # Errors
    ///
    /// A message that names the file.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let name = path.display();
        let text = serde_json::to_string_pretty(self).map_err(|e| format!("{name}: {e}"))?;
        let beside = PathBuf::from(format!("{name}.tmp"));
        std::fs::write(&beside, text + "\n")
            .and_then(|()| std::fs::rename(&beside, path))
            .map_err(|e| format!("{name}: {e}"))
    }
}
