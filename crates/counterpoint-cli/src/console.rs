//! The output of the command: whole lines on standard output, messages and progress on standard error.
//!
//! Each line is written with one system call, so an interrupted run leaves no partial line that could pass for a whole
//! one. Progress is shown only on a terminal, and only if the work takes longer than a second.

pub(crate) use crate::identity::same_file;
pub(crate) use crate::messages::{print_message, reason, shown};
use crate::streams;
use anstyle::Style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

/// A progress bar appears after this time.
const LONG: Duration = Duration::from_secs(1);

/// Standard output, written line by line, and messages and progress on standard error.
pub(crate) struct Console {
    /// Standard output, once the first line has been written.
    output: Option<File>,
    colours: bool,
    progress: Arc<Progress>,
}

impl Console {
    pub(crate) fn new() -> Self {
        let colours = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        Self { output: None, colours, progress: Arc::new(Progress::new()) }
    }

    /// Returns the progress for workers to advance.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Writes a line, including its line feed, with one system call.
    pub(crate) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let output = match &mut self.output {
            Some(output) => output,
            None => self.output.insert(streams::output()?),
        };
        self.progress.bar.suspend(|| output.write_all(line))
    }

    /// Writes a message on standard error, after the name of the command.
    pub(crate) fn message(&self, message: impl Display) {
        self.progress.bar.suspend(|| print_message(format_args!("counterpoint: {message}")));
    }

    /// Returns whether standard output shows colours and styles.
    pub(crate) fn colours(&self) -> bool {
        self.colours
    }

    /// Returns the text in a style, if standard output shows styles.
    pub(crate) fn styled(&self, style: Style, text: &str) -> String {
        if self.colours { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.progress.bar.finish_and_clear();
    }
}

/// Returns whether standard output goes to this regular file.
pub(crate) fn is_output(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::sync::LazyLock;
        static OUTPUT: LazyLock<Option<Metadata>> = LazyLock::new(|| streams::output().ok()?.metadata().ok());
        OUTPUT.as_ref().is_some_and(|output| same_file(output, file))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// The number of bytes hashed so far, and the total known so far.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Once,
}

impl Progress {
    fn new() -> Self {
        let style = style("{spinner} {bytes} of {total_bytes} {wide_bar} {bytes_per_sec}, {eta} left");
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()).with_style(style);
        Self { bar, start: Instant::now(), shown: Once::new() }
    }

    /// Returns a progress indicator that is never shown.
    #[cfg(feature = "column")]
    pub(crate) fn unseen() -> Self {
        let progress = Self::new();
        progress.shown.call_once(|| {});
        progress
    }

    /// Adds to the number of bytes to hash.
    pub(crate) fn expect(&self, bytes: u64) {
        self.bar.inc_length(bytes);
    }

    /// Records that the number of bytes to hash is unknown.
    pub(crate) fn expect_any(&self) {
        self.bar.set_style(style("{spinner} {bytes} {bytes_per_sec}"));
    }

    /// Adds to the number of bytes that have been hashed.
    pub(crate) fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
        if !self.shown.is_completed() && self.start.elapsed() > LONG {
            self.shown.call_once(|| {
                if io::stderr().is_terminal() {
                    self.bar.set_draw_target(ProgressDrawTarget::stderr());
                }
            });
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template of known fields")
}
