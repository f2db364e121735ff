//! The way out: whole lines on standard output, messages and progress on standard error.
//!
//! A line is handed to the system in one piece, so that a run that is interrupted leaves no part of a line that could
//! pass for a whole one. Progress is drawn on a terminal only, and only when the work takes long.

use anstyle::Style;
use counterpoint_console::streams;
pub(crate) use counterpoint_console::words::{complain, reason, shown};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

/// Work that takes less is done without a progress bar.
const LONG: Duration = Duration::from_secs(1);

/// Standard output line by line, with messages and progress beside it.
pub(crate) struct Console {
    /// Standard output, from the first line on.
    output: Option<File>,
    colours: bool,
    progress: Arc<Progress>,
}

impl Console {
    pub(crate) fn new() -> Self {
        let colours = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        Self { output: None, colours, progress: Arc::new(Progress::new()) }
    }

    /// Where workers tell how far they are.
    pub(crate) fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Writes a line, its end included, in one piece.
    pub(crate) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let output = match &mut self.output {
            Some(output) => output,
            None => self.output.insert(streams::output()?),
        };
        self.progress.bar.suspend(|| output.write_all(line))
    }

    /// A message on standard error, with the command's name in front.
    pub(crate) fn complain(&self, message: impl Display) {
        self.progress.bar.suspend(|| complain(format_args!("counterpoint: {message}")));
    }

    /// Whether standard output shows styles.
    pub(crate) fn colours(&self) -> bool {
        self.colours
    }

    /// The text in a style, where standard output shows styles.
    pub(crate) fn styled(&self, style: Style, text: &str) -> String {
        if self.colours { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.progress.bar.finish_and_clear();
    }
}

/// Whether a regular file is the one that standard output goes to.
pub(crate) fn is_output(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        use std::sync::LazyLock;
        static OUTPUT: LazyLock<Option<Metadata>> = LazyLock::new(|| streams::output().ok()?.metadata().ok());
        OUTPUT.as_ref().is_some_and(|output| (output.dev(), output.ino()) == (file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// How many bytes are hashed, out of how many that are known of.
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

    /// So many more bytes are to be hashed.
    pub(crate) fn expect(&self, bytes: u64) {
        self.bar.inc_length(bytes);
    }

    /// Nobody knows how many more bytes are to be hashed.
    pub(crate) fn expect_any(&self) {
        self.bar.set_style(style("{spinner} {bytes} {bytes_per_sec}"));
    }

    /// So many more bytes are hashed.
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
