//! The report of a check: the result for each file, warnings after each list, and a summary of the failures.
//!
//! Results go to standard output, everything else to standard error. The messages are those of coreutils.

use super::list::{ListFormat, Misread};
use super::outcome::{FileResult, Outcome};
use crate::checksum_line::{self, file_name};
use crate::console::{Console, shown};
use crate::exit::{Error, Exit};
use crate::input::ReadError;
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io;

/// Failures are red and bold, if standard output shows colours.
const FAILED: Style = AnsiColor::Red.on_default().bold();

/// What the report shows, and what counts as a failure.
#[derive(clap::Args, Default)]
pub(crate) struct ReportOptions {
    /// Do not print OK for files that match.
    #[arg(short, long)]
    quiet: bool,

    /// Print nothing; only the exit code shows the result.
    #[arg(long)]
    status: bool,

    /// Fail on improperly formatted lines; always on with a key.
    #[arg(long)]
    strict: bool,

    /// Warn about each improperly formatted line.
    #[arg(short, long)]
    warn: bool,

    /// Skip missing files.
    #[arg(long)]
    ignore_missing: bool,
}

impl ReportOptions {
    /// Returns the first of these options on the command line.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        [
            (self.quiet, "--quiet"),
            (self.status, "--status"),
            (self.strict, "--strict"),
            (self.warn, "--warn"),
            (self.ignore_missing, "--ignore-missing"),
        ]
        .into_iter()
        .find_map(|(given, option)| given.then_some(option))
    }
}

/// Shows and counts the results, and keeps the failures.
pub(super) struct Report {
    options: ReportOptions,
    /// The format of the lists.
    format: ListFormat,
    /// Whether there is a key. With a key, improperly formatted lines are failures.
    keyed: bool,
    console: Console,
    /// The name of the current list, for messages.
    list: String,
    /// The counts of the current list.
    tally: Tally,
    /// The counts of all previous lists.
    total: Tally,
    lists: u64,
    /// The number of files that no list names.
    extra: u64,
    failures: Failures,
}

/// Counts of lines.
#[derive(Default)]
struct Tally {
    malformed: u64,
    /// Why a malformed line makes the list fail.
    misread: Option<Misread>,
    matched: u64,
    mismatched: u64,
    /// The mismatched lines that have no tag.
    mismatched_untagged: u64,
    unreadable: u64,
    unchecked: u64,
    missing: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.malformed += other.malformed;
        self.matched += other.matched;
        self.mismatched += other.mismatched;
        self.mismatched_untagged += other.mismatched_untagged;
        self.unreadable += other.unreadable;
        self.unchecked += other.unchecked;
        self.missing += other.missing;
    }

    /// The number of lines whose files were not missing, whatever their results.
    fn present(&self) -> u64 {
        self.matched + self.mismatched + self.unreadable + self.unchecked
    }
}

impl Report {
    /// Creates an empty report.
    pub(super) fn new(options: ReportOptions, format: ListFormat, keyed: bool, console: Console) -> Self {
        let [tally, total] = Default::default();
        Self {
            options,
            format,
            keyed,
            console,
            list: String::new(),
            tally,
            total,
            lists: 0,
            extra: 0,
            failures: Failures::default(),
        }
    }

    /// Shows and counts one outcome.
    pub(super) fn add(&mut self, outcome: Outcome) -> Result<(), Error> {
        match outcome {
            Outcome::Begin(name) => {
                self.list = if name == "-" { "standard input".to_owned() } else { shown(&name) };
                self.lists += 1;
            }
            Outcome::File(name, result) => self.file(&name, &result)?,
            Outcome::Malformed(line) => {
                self.tally.malformed += 1;
                self.tally.misread = self.tally.misread.or(line.misread);
                let place = format!("{}: {}", self.list, line.number);
                if self.options.warn || self.keyed {
                    self.message(format_args!("{place}: improperly formatted checksum line"));
                }
                if self.keyed {
                    self.failures.add(&place, "improperly formatted checksum line");
                }
            }
            Outcome::End(why) => {
                let tally = std::mem::take(&mut self.tally);
                self.end_of_list(&tally, why.as_ref());
                self.total.add(&tally);
            }
        }
        Ok(())
    }

    /// Counts and shows the result for a file.
    fn file(&mut self, name: &[u8], result: &FileResult) -> io::Result<()> {
        match result {
            FileResult::Match => {
                self.tally.matched += 1;
                if !self.options.quiet {
                    self.result_line(name, Style::new(), "OK")?;
                }
            }
            FileResult::Mismatch { tagged } => {
                self.tally.mismatched += 1;
                self.tally.mismatched_untagged += u64::from(!tagged);
                self.failures.add(&shown(&file_name(name)), "did NOT match");
                self.result_line(name, FAILED, "FAILED")?;
            }
            FileResult::Unreadable(why) if self.options.ignore_missing && why.is_missing() => self.tally.missing += 1,
            FileResult::Unreadable(why) => {
                self.tally.unreadable += 1;
                let shown = shown(&file_name(name));
                self.message(format_args!("{shown}: {why}"));
                self.failures.add(&shown, why);
                self.result_line(name, FAILED, "FAILED open or read")?;
            }
            FileResult::Unchecked(why) => {
                self.tally.unchecked += 1;
                let shown = shown(&file_name(name));
                self.message(format_args!("{shown}: {why}"));
                self.failures.add(&shown, why.lines().next().unwrap_or_default());
                self.result_line(name, FAILED, "FAILED not checked")?;
            }
        }
        Ok(())
    }

    /// Counts and shows a file that no list names.
    pub(super) fn extra(&mut self, name: &OsStr) -> io::Result<()> {
        self.extra += 1;
        self.failures.add(&shown(name), "not in any list");
        self.result_line(name.as_encoded_bytes(), FAILED, "FAILED not in a list")
    }

    /// Reports an entry of a folder that was not visited. `why` is the error if it could not be read.
    pub(super) fn unvisited(&mut self, name: &OsStr, why: Option<&ReadError>) {
        let shown = shown(name);
        let Some(why) = why else {
            return self.message(format_args!("{shown}: skipped, not a regular file"));
        };
        self.message(format_args!("{shown}: {why}"));
        self.failures.add(&shown, why);
    }

    /// Reports symbolic links in a folder that were not followed: a list names their targets.
    pub(super) fn unfollowed(&self, number: u64) {
        let links =
            if number == 1 { "1 symbolic link was".to_owned() } else { format!("{number} symbolic links were") };
        self.message(format_args!("{links} not followed in the search for files that no list names"));
    }

    /// Prints a message on standard error.
    fn message(&self, message: impl Display) {
        if !self.options.status {
            self.console.message(message);
        }
    }

    /// Prints the line of a result to standard output: `name: OK`.
    fn result_line(&mut self, name: &[u8], style: Style, word: &str) -> io::Result<()> {
        if self.options.status {
            return Ok(());
        }
        // Like coreutils, escape a name only if the result would take several lines. A backslash alone is not escaped.
        let several = name.contains(&b'\n') || name.contains(&b'\r');
        let (mark, name) = if several { checksum_line::escaped(name) } else { (&b""[..], name.into()) };
        let word = self.console.styled(style, word);
        self.console.line(&[mark, &name, b": ", word.as_bytes(), b"\n"].concat())
    }

    /// Prints the warnings about a list. `why` is the reason if it could not be read to its end.
    fn end_of_list(&mut self, tally: &Tally, why: Option<&ReadError>) {
        if let Some(why) = why {
            self.fault(&why.to_string());
        } else if tally.present() + tally.missing == 0 {
            let plain = self.format.untagged.name;
            let wanted = match (self.format.only_untagged, self.keyed) {
                (true, _) => format!("of {plain}"),
                (false, true) => "with the tag of a function that takes a key".to_owned(),
                (false, false) => format!("of {plain} or with a tag"),
            };
            let bare = match tally.misread {
                Some(Misread::First) => "; use check --digest HEX FILE for a digest without a list".to_owned(),
                Some(why @ Misread::Nul) => format!("; {why}"),
                None => String::new(),
            };
            self.fault(&format!(
                "no properly formatted checksum lines found ({wanted}; -a selects another function{bare})"
            ));
            return;
        }
        self.warning(tally.malformed, "line is", "lines are", "improperly formatted");
        self.warning(tally.unreadable, "listed file", "listed files", "could not be read");
        self.warning(tally.unchecked, "line", "lines", "could not be checked");
        self.warning(tally.mismatched, "computed checksum", "computed checksums", "did NOT match");
        if tally.present() == 0 && tally.missing > 0 {
            self.fault("no file was verified");
        }
        // With a key, each of these lines already counts as a failure.
        if let Some(misread) = tally.misread.filter(|_| !self.keyed) {
            // Otherwise success with the other lines would hide that this one was not checked.
            self.fault(&misread.to_string());
        } else if tally.malformed > 0 && self.options.strict && !self.keyed {
            self.failures.add(&self.list, "has improperly formatted lines");
        }
    }

    /// Reports a failure of a list as a whole.
    fn fault(&mut self, why: &str) {
        self.message(format_args!("{}: {why}", self.list));
        self.failures.add(&self.list, why);
    }

    /// Prints a warning with a count of lines or files, unless it is 0.
    fn warning(&self, count: u64, one: &str, many: &str, what: &str) {
        if count > 0 {
            let things = if count == 1 { one } else { many };
            self.message(format_args!("{}: WARNING: {count} {things} {what}", self.list));
        }
    }

    /// Prints the failures, and returns how the run ends.
    pub(super) fn summary(self) -> Exit {
        if self.extra > 0 {
            let files = if self.extra == 1 { "1 file is".to_owned() } else { format!("{} files are", self.extra) };
            self.message(format_args!("WARNING: {files} not in any list"));
        }
        let Self { options, format, console, total, lists, extra, failures, .. } = self;
        // If the only failure is a single list as a whole, it has already been reported.
        let files = total.mismatched + total.unreadable + total.unchecked + extra;
        if !options.status && (lists > 1 || files > 0 || failures.count > 1) {
            failures.print(&console);
        }
        if !options.status && total.matched == 0 && total.mismatched_untagged > 0 {
            console.message(format_args!(
                "nothing matched; lines without a tag were read as {}; -a selects another function",
                format.untagged.name
            ));
        }
        Exit::good_if(failures.count == 0)
    }
}

/// The failures: their number, and the names of the first ones.
#[derive(Default)]
struct Failures {
    count: u64,
    names: Vec<String>,
}

impl Failures {
    /// The number of names kept.
    const MOST: usize = 100;
    /// The number of characters kept of a name and of a reason, because a name in a list may be as long as a line.
    const LONGEST: usize = 1000;

    /// Adds a failure and its reason.
    fn add(&mut self, name: &str, why: impl Display) {
        self.count += 1;
        if self.names.len() < Self::MOST {
            self.names.push(format!("{}: {}", Self::shortened(name), Self::shortened(&why.to_string())));
        }
    }

    /// Shortens a text to [`Self::LONGEST`] characters.
    fn shortened(text: &str) -> Cow<'_, str> {
        match text.char_indices().nth(Self::LONGEST) {
            Some((end, _)) => format!("{}...", &text[..end]).into(),
            None => text.into(),
        }
    }

    /// Prints the failures.
    fn print(&self, console: &Console) {
        if self.count == 0 {
            return;
        }
        let unnamed = self.count - self.names.len() as u64;
        let more = if unnamed > 0 { format!("\n  and {unnamed} more") } else { String::new() };
        console.message(format_args!("{} failed:\n  {}{more}", self.count, self.names.join("\n  ")));
    }
}
