//! What a check shows: a result for each file, warnings after each list, and at the end what failed.
//!
//! Results go to standard output, everything else to standard error; the words are coreutils'.

use super::list::Form;
use super::{Manner, Outcome, Verdict, file_name};
use crate::console::{Console, shown};
use crate::exit::{Error, Exit};
use crate::input::Unread;
use crate::lines;
use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::fmt::Display;
use std::io;

/// What failed is red and bold, where there are colours.
const FAILED: Style = AnsiColor::Red.on_default().bold();

/// Shows results, counts them, and remembers what failed.
pub(super) struct Report {
    manner: Manner,
    /// How lines are read.
    form: Form,
    /// There is a key: every line has to count.
    keyed: bool,
    console: Console,
    /// The list in hand, as it is shown.
    list: String,
    /// What came of its lines.
    tally: Tally,
    /// What came of the lines of all lists before it.
    total: Tally,
    lists: u64,
    failures: Failures,
}

/// What came of lines.
#[derive(Default)]
struct Tally {
    malformed: u64,
    matched: u64,
    mismatched: u64,
    /// Out of the mismatched ones, those without a tag.
    mismatched_untagged: u64,
    unread: u64,
    unchecked: u64,
    missing: u64,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.malformed += other.malformed;
        self.matched += other.matched;
        self.mismatched += other.mismatched;
        self.mismatched_untagged += other.mismatched_untagged;
        self.unread += other.unread;
        self.unchecked += other.unchecked;
        self.missing += other.missing;
    }

    /// Lines about a file that was not missing, whatever came of them.
    fn there(&self) -> u64 {
        self.matched + self.mismatched + self.unread + self.unchecked
    }
}

impl Report {
    pub(super) fn new(manner: Manner, form: Form, keyed: bool, console: Console) -> Self {
        let [tally, total] = Default::default();
        Self {
            manner,
            form,
            keyed,
            console,
            list: String::new(),
            tally,
            total,
            lists: 0,
            failures: Failures::default(),
        }
    }

    pub(super) fn take(&mut self, outcome: Outcome) -> Result<(), Error> {
        match outcome {
            Outcome::Begins(name) => {
                self.list = if name == "-" { "standard input".to_owned() } else { shown(&name) };
                self.lists += 1;
            }
            Outcome::Verdict(name, verdict) => self.verdict(&name, &verdict)?,
            Outcome::Malformed(line) => {
                self.tally.malformed += 1;
                if self.manner.warn || self.keyed && !self.manner.status {
                    self.console.complain(format_args!("{}: {line}: improperly formatted checksum line", self.list));
                }
                if self.keyed {
                    self.failures.add(&format!("{}: {line}", self.list), "improperly formatted checksum line");
                }
            }
            Outcome::Ends(why) => {
                let tally = std::mem::take(&mut self.tally);
                self.end_of_list(&tally, why.as_ref());
                self.total.add(&tally);
            }
        }
        Ok(())
    }

    fn verdict(&mut self, name: &[u8], verdict: &Verdict) -> io::Result<()> {
        match verdict {
            Verdict::Match => {
                self.tally.matched += 1;
                if !self.manner.quiet {
                    self.result(name, Style::new(), "OK")?;
                }
            }
            Verdict::Mismatch { tagged } => {
                self.tally.mismatched += 1;
                self.tally.mismatched_untagged += u64::from(!tagged);
                self.failures.add(&shown(&file_name(name)), "did NOT match");
                self.result(name, FAILED, "FAILED")?;
            }
            Verdict::Unread(why) if self.manner.ignore_missing && why.is_missing() => self.tally.missing += 1,
            Verdict::Unread(why) => {
                self.tally.unread += 1;
                let shown = shown(&file_name(name));
                self.console.complain(format_args!("{shown}: {why}"));
                self.failures.add(&shown, why);
                self.result(name, FAILED, "FAILED open or read")?;
            }
            Verdict::Unchecked(why) => {
                self.tally.unchecked += 1;
                let shown = shown(&file_name(name));
                self.console.complain(format_args!("{shown}: {why}"));
                self.failures.add(&shown, why.lines().next().unwrap_or_default());
                self.result(name, FAILED, "FAILED not checked")?;
            }
        }
        Ok(())
    }

    /// A result line on standard output: `name: OK`.
    fn result(&mut self, name: &[u8], style: Style, word: &str) -> io::Result<()> {
        if self.manner.status {
            return Ok(());
        }
        // As coreutils do, only where the result would not be one line; names with a backslash stay as they are.
        let several = name.contains(&b'\n') || name.contains(&b'\r');
        let (mark, name) = if several { lines::escaped(name) } else { (&b""[..], name.into()) };
        let word = self.console.styled(style, word);
        self.console.line(&[mark, &name, b": ", word.as_bytes(), b"\n"].concat())
    }

    fn end_of_list(&mut self, tally: &Tally, why: Option<&Unread>) {
        if let Some(why) = why {
            self.fault(&why.to_string());
        } else if tally.there() + tally.missing == 0 {
            let plain = self.form.plain.name();
            let wanted = match (self.form.only_plain, self.keyed) {
                (true, _) => format!("of {plain}"),
                (false, true) => "with the tag of a function that takes the key".to_owned(),
                (false, false) => format!("of {plain} or with a tag"),
            };
            self.fault(&format!("no properly formatted checksum lines found ({wanted}; -a names another function)"));
            return;
        }
        if !self.manner.status {
            self.warning(tally.malformed, "line is", "lines are", "improperly formatted");
            self.warning(tally.unread, "listed file", "listed files", "could not be read");
            self.warning(tally.unchecked, "line", "lines", "could not be checked");
            self.warning(tally.mismatched, "computed checksum", "computed checksums", "did NOT match");
        }
        if tally.there() == 0 && tally.missing > 0 {
            self.fault("no file was verified");
        }
        // With a key, each of them has been named.
        if tally.malformed > 0 && self.manner.strict && !self.keyed {
            self.failures.add(&self.list, "has improperly formatted lines");
        }
    }

    /// A fault of a list as a whole.
    fn fault(&mut self, why: &str) {
        self.console.complain(format_args!("{}: {why}", self.list));
        self.failures.add(&self.list, why);
    }

    fn warning(&self, count: u64, one: &str, many: &str, what: &str) {
        if count > 0 {
            let things = if count == 1 { one } else { many };
            self.console.complain(format_args!("{}: WARNING: {count} {things} {what}", self.list));
        }
    }

    /// Names what failed, and tells how the run ends.
    pub(super) fn summary(self) -> Exit {
        let Self { manner, form, console, total, lists, failures, .. } = self;
        // What failed of a single list as a whole stands in the line above already.
        let files = total.mismatched + total.unread + total.unchecked;
        if !manner.status && (lists > 1 || files > 0 || failures.count > 1) {
            failures.tell(&console);
        }
        if !manner.status && total.matched == 0 && total.mismatched_untagged > 0 {
            console.complain(format_args!(
                "nothing matched; lines without a tag were read as {}, -a names another function",
                form.plain.name()
            ));
        }
        Exit::good_if(failures.count == 0)
    }
}

/// What failed: the first ones by name, all by number.
#[derive(Default)]
struct Failures {
    count: u64,
    names: Vec<String>,
}

impl Failures {
    /// Names that are kept.
    const MOST: usize = 100;
    /// Characters that are kept of a name and of a reason: what a list says may be as long as its lines.
    const LONGEST: usize = 1000;

    fn add(&mut self, name: &str, why: impl Display) {
        self.count += 1;
        if self.names.len() < Self::MOST {
            self.names.push(format!("{}: {}", Self::shortened(name), Self::shortened(&why.to_string())));
        }
    }

    fn shortened(text: &str) -> Cow<'_, str> {
        match text.char_indices().nth(Self::LONGEST) {
            Some((end, _)) => format!("{}...", &text[..end]).into(),
            None => text.into(),
        }
    }

    fn tell(&self, console: &Console) {
        if self.count == 0 {
            return;
        }
        let unnamed = self.count - self.names.len() as u64;
        let more = if unnamed > 0 { format!("\n  and {unnamed} more") } else { String::new() };
        console.complain(format_args!("{} failed:\n  {}{more}", self.count, self.names.join("\n  ")));
    }
}
