//! `counterpoint-bench` without a subcommand: measures what the options select, and prints the figures.

use crate::console::{Error, print};
use crate::measure::{self, Settings};
use crate::output;
use crate::plan::{self, Point, Scope, SubjectPlan};
use crate::record::{Lengths, Measurement};
use crate::selection::{algorithms, check_implementations};
use crate::subject::{OURS, Subject};
use crate::{implementations, subjects};
use clap::{Args, ValueEnum};
use counterpoint::Algorithm;

/// What to measure, and in which form to print it.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// Measure only these algorithms (repeatable, or separated by commas).
    #[arg(short, long, value_delimiter = ',', value_name = "ALG")]
    algorithm: Vec<String>,
    /// Measure only these implementations or techniques.
    #[arg(short, long, value_delimiter = ',', value_name = "NAME")]
    implementation: Vec<String>,
    /// Which messages to measure, unless set by `--lengths` and `--batch`.
    #[arg(long, value_enum, default_value_t = Plan::Full)]
    plan: Plan,
    /// Message lengths in bytes [default: 8,64,576,1536,4096,1048576; for the short plan 32,64,100].
    #[arg(long, value_delimiter = ',', value_name = "BYTES", value_parser = parse_length)]
    lengths: Vec<usize>,
    /// Numbers of messages in one call [default: 1, and 2,4,8,16,64,1024 for implementations that work on batches; for
    /// the short plan 1,8,64,1000,500000].
    #[arg(long, value_delimiter = ',', value_name = "MESSAGES", value_parser = parse_length)]
    batch: Vec<usize>,
    /// Also measure other packages that you could use instead.
    #[arg(long)]
    peers: bool,
    /// The output format.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Plan {
    /// All implementations, with messages from 8 bytes to 1 MiB.
    Full,
    /// Short messages, from one to half a million in a call, with the implementation chosen for each number.
    Short,
}

/// Parses a length or a number of messages.
fn parse_length(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(length) if (1..=1 << 30).contains(&length) => Ok(length),
        _ => Err("must be a number from 1 to 1073741824".to_owned()),
    }
}

/// Measures and prints.
///
/// # Errors
///
/// Returns a message for unknown names, or if measuring failed. Prints what was measured before that.
pub(crate) fn run(args: &RunArgs) -> Result<(), Error> {
    if args.peers && cfg!(not(feature = "peers")) {
        return Err(Error::Usage("this build has no peers; build with `--features peers`".to_owned()));
    }
    let algorithms = algorithms(&args.algorithm)?;
    check_implementations(&args.implementation, &algorithms)?;
    check_memory(&args.batch, &args.lengths)?;
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
    // The short plan is about ratios, which these hashes do not have.
    if args.peers && args.plan == Plan::Full {
        subjects.extend(subjects::reference_hashes());
    }
    let plans = subjects.into_iter().map(|subject| {
        let points = points(&subject, args);
        SubjectPlan { subject, points }
    });
    plans.filter(|plan| !plan.points.is_empty()).collect()
}

/// Returns an error if a selected call would take more memory than a measurement should.
fn check_memory(batches: &[usize], lengths: &[usize]) -> Result<(), Error> {
    for &batch in batches {
        for &length in lengths {
            if plan::memory(batch, length) > plan::MOST_MEMORY {
                return Err(Error::Usage(format!(
                    "--batch {batch} and --lengths {length}: the messages and outputs of this call take more than {} \
                     GiB; choose fewer or shorter messages",
                    plan::MOST_MEMORY >> 30
                )));
            }
        }
    }
    Ok(())
}

/// Returns our implementations of an algorithm and, if selected, the peers.
fn subjects(algorithm: &'static Algorithm, args: &RunArgs) -> Vec<Subject> {
    let mut subjects = implementations::of(algorithm);
    subjects.extend(subjects::other_builds(algorithm));
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
    let short = args.plan == Plan::Short;
    let lengths = match args.lengths.as_slice() {
        [] if short => &plan::SHORT_LENGTHS,
        // `spec` takes up to a second for a long message, which is measured only with `--lengths`.
        [] if subject.technique == "spec" => &plan::LENGTHS[..plan::LENGTHS.len() - 1],
        [] => &plan::LENGTHS,
        asked => asked,
    };
    let batches = match args.batch.as_slice() {
        [] if short => Some(&plan::SHORT_BATCHES[..]),
        [] => None,
        asked => Some(asked),
    };
    let most_bytes = match () {
        () if !args.batch.is_empty() && !args.lengths.is_empty() => usize::MAX,
        () if args.settings.quick => plan::MOST_BYTES / 8,
        () if short => plan::MOST_BYTES_SHORT,
        () => plan::MOST_BYTES,
    };
    let quick = args.settings.quick && !short && args.batch.is_empty();
    if short && !subject.unit.mixes() {
        return Vec::new();
    }
    let also = if short { Lengths::Rows } else { Lengths::Mixed };
    let scope = Scope { lengths, batches, most_bytes, quick, also };
    let points = plan::points(subject, &scope);
    // The short plan measures what a user gets: one implementation for each number of messages.
    let all = !short || !args.implementation.is_empty() || subject.package != OURS;
    points.into_iter().filter(|&(batch, ..)| all || is_chosen(subject, batch)).collect()
}

/// Returns whether an implementation of ours is the one chosen for this number of messages.
fn is_chosen(subject: &Subject, batch: usize) -> bool {
    Algorithm::by_name(subject.algorithm).is_ok_and(|algorithm| algorithm.best(batch).name() == subject.implementation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        run: RunArgs,
    }

    /// Returns what is measured for an algorithm: the implementations and their points.
    fn planned(arguments: &[&str]) -> Vec<(String, Vec<Point>)> {
        let args = Cli::parse_from(["bench"].iter().chain(arguments)).run;
        let algorithms = algorithms(&args.algorithm).expect("they are there");
        plans(&algorithms, &args).into_iter().map(|plan| (plan.subject.implementation, plan.points)).collect()
    }

    #[test]
    fn the_short_plan_measures_what_is_chosen() {
        let sha3 = Algorithm::by_name("sha3-256").expect("it is there");
        let plans = planned(&["-a", "sha3-256", "--plan", "short"]);
        let mut points: Vec<Point> = Vec::new();
        for (implementation, own) in &plans {
            assert!(own.iter().all(|&(batch, ..)| sha3.best(batch).name() == implementation));
            points.extend(own);
        }
        points.sort_unstable();
        let mut wanted = Vec::new();
        for batch in plan::SHORT_BATCHES {
            let spreads: &[Lengths] = if batch > 1 { &[Lengths::Equal, Lengths::Rows] } else { &[Lengths::Equal] };
            wanted.extend(spreads.iter().flat_map(|&s| plan::SHORT_LENGTHS.map(|length| (batch, s, length))));
        }
        assert_eq!(points, wanted);
        // A quick run leaves out the largest batches, and options replace the plan's numbers.
        let quick = planned(&["-a", "sha3-256", "--plan", "short", "--quick"]);
        assert!(quick.iter().flat_map(|(_, points)| points).all(|&(batch, ..)| batch <= 1000));
        let one = planned(&["-a", "sha3-256", "--plan", "short", "--quick", "--batch", "500000", "--lengths", "32"]);
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].1, [(500_000, Lengths::Equal, 32), (500_000, Lengths::Rows, 32)]);
        // A block cipher and authenticated encryption do not work on batches of messages.
        assert_eq!(planned(&["-a", "aes128,lakekeyak", "--plan", "short"]), []);
    }

    #[test]
    fn what_is_asked_for_is_measured() {
        let asked = planned(&["-a", "sha3-256", "-i", "lanes", "--quick", "--batch", "6,1000", "--lengths", "100"]);
        assert!(!asked.is_empty(), "nothing is left out silently");
        for (implementation, points) in asked {
            let wanted = [6, 1000].map(|batch| [Lengths::Equal, Lengths::Mixed].map(|spread| (batch, spread, 100)));
            assert_eq!(points, wanted.concat(), "{implementation}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        assert!(check_memory(&[1], &[1 << 30]).is_ok());
        assert!(check_memory(&[500_000], &[100]).is_ok());
        for (batch, length) in [(500_000, 1 << 20), (1 << 30, 1), (1 << 30, 1 << 30)] {
            assert!(matches!(check_memory(&[batch], &[length]), Err(Error::Usage(why)) if why.contains("--batch")));
        }
    }
}
