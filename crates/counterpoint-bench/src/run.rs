//! `counterpoint bench` without a subcommand: measures what the options select, and prints the figures.

use crate::measure::{self, Settings};
use crate::output::{self, print};
use crate::plan::{self, Point, SubjectPlan};
use crate::record::Measurement;
use crate::selection::{algorithms, check_implementations};
use crate::subject::Subject;
use crate::{implementations, subjects};
use clap::{Args, ValueEnum};
use counterpoint::Algorithm;
use counterpoint_console::exit::Error;

/// What to measure, and in which form to print it.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// Measure only these algorithms (may be repeated, or a list with commas).
    #[arg(short, long, value_delimiter = ',', value_name = "ALG")]
    algorithm: Vec<String>,
    /// Measure only these implementations or techniques.
    #[arg(short, long, value_delimiter = ',', value_name = "NAME")]
    implementation: Vec<String>,
    /// Message lengths in bytes [default: 8,64,576,1536,4096,1048576].
    #[arg(long, value_delimiter = ',', value_name = "BYTES", value_parser = parse_length)]
    lengths: Vec<usize>,
    /// Numbers of messages in one call [default: 1, and 2,4,8,16,64,1024 for implementations that work on batches].
    #[arg(long, value_delimiter = ',', value_name = "MESSAGES", value_parser = parse_length)]
    batch: Vec<usize>,
    /// Also measure other packages that a user could choose instead.
    #[arg(long)]
    peers: bool,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

/// Parses a length or a number of messages.
fn parse_length(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(length) if (1..=1 << 30).contains(&length) => Ok(length),
        _ => Err("give a number from 1 to 1073741824".to_owned()),
    }
}

/// Measures and prints.
///
/// # Errors
///
/// Returns a message for unknown names, or if measuring failed. What was measured before that is printed.
pub(crate) fn run(args: &RunArgs) -> Result<(), Error> {
    if args.peers && cfg!(not(feature = "peers")) {
        return Err(Error::Usage("the peers are not built in; build with `--features bench,peers`".to_owned()));
    }
    let algorithms = algorithms(&args.algorithm)?;
    check_implementations(&args.implementation, &algorithms)?;
    let plans = plans(&algorithms, args);
    let (record, outcome) = measure::into_record(&plans, &args.settings);
    show(args.format, &record.measurements)?;
    outcome
}

/// Prints measurements in this format.
fn show(format: Format, measurements: &[Measurement]) -> Result<(), Error> {
    let text = match format {
        Format::Text => output::text(measurements),
        Format::Json => serde_json::to_string_pretty(measurements).map_err(|e| e.to_string())? + "\n",
        Format::Csv => output::csv(measurements),
    };
    print(&text)
}

/// Returns the subjects and points that the options select.
fn plans(algorithms: &[&'static Algorithm], args: &RunArgs) -> Vec<SubjectPlan> {
    let mut subjects: Vec<Subject> = algorithms.iter().flat_map(|algorithm| subjects(algorithm, args)).collect();
    if args.peers {
        subjects.extend(subjects::reference_hashes());
    }
    subjects
        .into_iter()
        .map(|subject| {
            let points = points(&subject, args);
            SubjectPlan { subject, points }
        })
        .collect()
}

/// Returns our implementations of an algorithm and, if asked for, the peers.
fn subjects(algorithm: &'static Algorithm, args: &RunArgs) -> Vec<Subject> {
    let mut subjects = implementations::of(algorithm);
    if args.implementation.is_empty() {
        // `spec` is slow and never chosen. A quick run measures it only if it is named.
        subjects.retain(|subject| !args.settings.quick || subject.technique != "spec");
    } else {
        subjects.retain(|s| args.implementation.iter().any(|name| *name == s.implementation || *name == s.technique));
    }
    if args.peers {
        subjects.extend(subjects::peers(algorithm));
    }
    subjects
}

/// Returns the points at which a subject is measured.
fn points(subject: &Subject, args: &RunArgs) -> Vec<Point> {
    let lengths = match args.lengths.as_slice() {
        // `spec` takes up to a second for a long message. That is measured only if `--lengths` asks for it.
        [] if subject.technique == "spec" => &plan::LENGTHS[..plan::LENGTHS.len() - 1],
        [] => &plan::LENGTHS,
        asked => asked,
    };
    let batches = (!args.batch.is_empty()).then_some(&args.batch[..]);
    plan::points(subject, lengths, batches, args.settings.quick)
}
