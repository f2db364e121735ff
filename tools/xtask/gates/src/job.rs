//! The run of one check: its commands, their log, and ending them when they hang.

use crate::process;
use crate::world::{Artifact, INTERRUPTION, World, parse_messages};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// The outcome of a check.
pub(crate) type Outcome<T = ()> = Result<T, Broke>;

/// Why a check has failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Broke(pub(crate) String);

impl<T: Into<String>> From<T> for Broke {
    fn from(why: T) -> Broke {
        Broke(why.into())
    }
}

/// A part of a check that is itself a check: one of several test programs.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    /// The folder in which it runs.
    pub(crate) folder: PathBuf,
    /// The command `counterpoint` that its tests run, if it is not the one that Cargo built next to it.
    pub(crate) command: Option<PathBuf>,
    /// What else it reads: files or folders in the tree, in the notation of the driver's table.
    pub(crate) reads: Vec<String>,
}

/// A running check.
pub(crate) struct Job<'a> {
    pub(crate) world: &'a World,
    pub(crate) part: Option<&'a Part>,
    log: PathBuf,
    begin: Instant,
    limit: Duration,
}

impl<'a> Job<'a> {
    pub(crate) fn new(world: &'a World, part: Option<&'a Part>, log: PathBuf, limit: Duration) -> io::Result<Job<'a>> {
        File::create(&log)?;
        Ok(Job { world, part, log, begin: Instant::now(), limit })
    }

    /// Returns a command written as for a shell, but without quotation marks, and not run by one.
    pub(crate) fn command(&self, line: &str) -> Call<'_> {
        let mut words = line.split_whitespace();
        let mut command = self.world.command(words.next().unwrap_or_default());
        command.args(words);
        Call { job: self, command }
    }

    /// Like [`Self::command`], for the program at this path.
    pub(crate) fn program(&self, path: impl AsRef<Path>) -> Call<'_> {
        let path = path.as_ref();
        // A name without a folder is looked up in the PATH.
        let path = if path.components().count() > 1 { self.world.root.join(path) } else { path.to_owned() };
        Call { job: self, command: self.world.command(&path.to_string_lossy()) }
    }

    /// Like [`Self::program`], for a test program, in its folder and with the command that its tests run.
    pub(crate) fn tests(&self, part: &Part) -> Call<'_> {
        let call = self.program(&part.program).folder(&part.folder);
        match &part.command {
            Some(command) => call.env("CARGO_BIN_EXE_counterpoint", command),
            None => call,
        }
    }

    pub(crate) fn run(&self, line: &str) -> Outcome {
        self.command(line).run()
    }

    /// Runs a shell command.
    pub(crate) fn shell(&self, command: &str) -> Outcome {
        self.command("sh -c").arg(command).run()
    }

    /// Builds with Cargo, and returns what it built. The compiler's messages go to the log.
    pub(crate) fn build(&self, line: &str) -> Outcome<(Vec<Artifact>, String)> {
        self.command(line).build()
    }

    /// Adds a line to the log.
    pub(crate) fn say(&self, line: impl AsRef<str>) {
        if let Ok(mut log) = self.append() {
            let _ = writeln!(log, "{}", line.as_ref());
        }
    }

    /// Returns what its commands have written so far.
    pub(crate) fn written(&self) -> String {
        std::fs::read(&self.log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    fn append(&self) -> io::Result<File> {
        File::options().append(true).open(&self.log)
    }

    /// Waits for a child, and ends it if it hangs or its time is up.
    fn wait(&self, child: &mut Child) -> Outcome {
        let group = child.id().cast_signed();
        let mut pause = Duration::from_millis(1);
        let mut looked = Instant::now();
        let mut busy = (looked, 0, None);
        loop {
            match child.try_wait() {
                Ok(None) => {}
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    return Err(match (status.code(), status.signal()) {
                        (Some(code), _) => format!("exit code {code}"),
                        (None, signal) => format!("ended by the signal {}", signal.unwrap_or_default()),
                    }
                    .into());
                }
                Err(error) => return Err(error.to_string().into()),
            }
            if let Some(why) = self.too_long() {
                process::end(child);
                return Err(why.into());
            }
            let period = self.world.settings.hang / 20;
            if looked.elapsed() >= period {
                looked = Instant::now();
                let (size, ticks) = (self.log.metadata().map_or(0, |log| log.len()), process::ticks(group));
                let (since, size_then, ticks_then) = busy;
                // A hundredth of a second per second is 1 % of a core. The sum falls when a process has ended and
                // nobody has waited for it.
                let hundredths = period.as_secs().max(1);
                let works = match (ticks, ticks_then) {
                    (Some(now), Some(then)) => now < then || now >= then + hundredths,
                    // If the system does not report CPU time, only its limit ends a check.
                    _ => true,
                };
                busy = if size != size_then || works { (looked, size, ticks) } else { (since, size, ticks) };
                if busy.0.elapsed() >= self.world.settings.hang {
                    process::end(child);
                    let seconds = busy.0.elapsed().as_secs();
                    return Err(format!("ended: for {seconds} s it wrote nothing and used next to no CPU time").into());
                }
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
    }

    /// Returns why the check may not continue.
    fn too_long(&self) -> Option<String> {
        if self.world.is_stopped() {
            Some(format!("ended: {INTERRUPTION}"))
        } else if self.world.is_over() {
            let seconds = self.world.settings.deadline.unwrap_or_default().as_secs();
            Some(format!("ended: the run had taken {seconds} s"))
        } else if self.begin.elapsed() > self.limit {
            Some(format!("ended: it took more than its limit of {} min", self.limit.as_secs() / 60))
        } else {
            None
        }
    }
}

/// A command in a check.
pub(crate) struct Call<'a> {
    job: &'a Job<'a>,
    command: Command,
}

impl Call<'_> {
    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<T: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(self.job.world.root.join(folder));
        self
    }

    /// Prepends a folder of the project to the PATH.
    pub(crate) fn path(self, folder: impl AsRef<Path>) -> Self {
        let folder = self.job.world.root.join(folder);
        let others = std::env::var_os("PATH").unwrap_or_default();
        let folders = [folder].into_iter().chain(std::env::split_paths(&others));
        match std::env::join_paths(folders) {
            Ok(path) => self.env("PATH", path),
            Err(_) => self,
        }
    }

    /// Runs it; its output goes to the check's log.
    pub(crate) fn run(mut self) -> Outcome {
        let log = self.job.append().map_err(|error| error.to_string())?;
        let errors = log.try_clone().map_err(|error| error.to_string())?;
        self.command.stdout(log).stderr(errors);
        self.spawn()
    }

    /// Runs it, and returns its standard output.
    pub(crate) fn output(mut self) -> Outcome<String> {
        let file = self.job.log.with_extension("output");
        let output = File::create(&file).map_err(|error| error.to_string())?;
        let log = self.job.append().map_err(|error| error.to_string())?;
        self.command.stdout(output).stderr(log);
        let outcome = self.spawn();
        let text = std::fs::read(&file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let _ = std::fs::remove_file(&file);
        let text = text.map_err(|error| error.to_string())?;
        if outcome.is_err() {
            self.job.say(&text);
        }
        outcome.map(|()| text)
    }

    /// Runs Cargo, whose arguments must not name a message format. Records and returns what it built, and also returns
    /// the compiler's messages, which go to the log.
    pub(crate) fn build(mut self) -> Outcome<(Vec<Artifact>, String)> {
        // Before the arguments for the compiler, if any.
        let mut arguments: Vec<_> = self.command.get_args().map(OsStr::to_owned).collect();
        let at = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        arguments.insert(at, "--message-format=json".into());
        let mut command = Command::new(self.command.get_program());
        command.args(arguments).stdin(std::process::Stdio::null());
        if let Some(folder) = self.command.get_current_dir() {
            command.current_dir(folder);
        }
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        self.command = command;
        let job = self.job;
        let file = job.log.with_extension("messages");
        let messages = File::create(&file).map_err(|error| error.to_string())?;
        let log = job.append().map_err(|error| error.to_string())?;
        self.command.stdout(messages).stderr(log);
        let outcome = self.spawn();
        let (artifacts, told) = parse_messages(&std::fs::read_to_string(&file).unwrap_or_default());
        let _ = std::fs::remove_file(&file);
        job.say(&told);
        outcome?;
        job.world.keep_built(artifacts.clone());
        Ok((artifacts, told))
    }

    fn spawn(&mut self) -> Outcome {
        if let Some(why) = self.job.too_long() {
            return Err(why.into());
        }
        let name = self.command.get_program().to_string_lossy().into_owned();
        self.job.say(format!("$ {}", written(&self.command)));
        // In its own process group, so that everything it starts can be ended.
        let child = self.command.process_group(0).spawn();
        let mut child = child.map_err(|error| format!("{name} can't be run: {error}"))?;
        self.job.wait(&mut child).map_err(|Broke(why)| Broke(format!("{}: {why}", short(&name))))
    }
}

/// Returns the last component of a path.
fn short(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

fn written(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
