//! A temporary folder for each test, and runs of the command in it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// SHA3-256 of `abc`.
pub(crate) const ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

/// Returns the path of the command. Cargo sets it to the place of its build; the same variable can name another place.
pub(crate) fn program() -> String {
    std::env::var("CARGO_BIN_EXE_counterpoint").unwrap_or_else(|_| env!("CARGO_BIN_EXE_counterpoint").to_owned())
}

/// A folder that is removed at the end.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates its folders.
    pub(crate) fn write(&self, name: impl AsRef<Path>, content: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Returns a run of `counterpoint SUBCOMMAND` in this folder.
    pub(crate) fn command(&self, subcommand: &str) -> Run {
        let mut command = Command::new(program());
        command.arg(subcommand).current_dir(self.0.path()).env_remove("COUNTERPOINT_IMPLEMENTATION");
        Run { command, input: Vec::new() }
    }

    /// Runs a line in the shell in this folder. In the line, `"$0"` is the command.
    pub(crate) fn shell(&self, line: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.args(["-c", line, &program()]).current_dir(self.0.path());
        shell.env_remove("COUNTERPOINT_IMPLEMENTATION").output().unwrap()
    }
}

/// A run that has not begun.
pub(crate) struct Run {
    command: Command,
    input: Vec<u8>,
}

impl Run {
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn input(mut self, input: &[u8]) -> Self {
        self.input = input.to_vec();
        self
    }

    /// Redirects standard output to a file.
    pub(crate) fn stdout(mut self, file: fs::File) -> Elsewhere {
        self.command.stdin(Stdio::null()).stdout(file).stderr(Stdio::piped());
        Elsewhere(self.command)
    }

    /// Redirects standard input from a socket that breaks off after this content: the other end closes with bytes
    /// unread, which the system reports as a reset.
    pub(crate) fn breaks_off(mut self, content: &[u8]) -> Elsewhere {
        let (mut other, mut this) = UnixStream::pair().unwrap();
        this.write_all(b"not read").unwrap();
        other.write_all(content).unwrap();
        self.command.stdin(OwnedFd::from(this)).stdout(Stdio::piped()).stderr(Stdio::piped());
        Elsewhere(self.command)
    }

    /// Starts it with pipes as standard streams.
    pub(crate) fn spawn(mut self) -> Running {
        let piped = self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running { child: piped.spawn().unwrap() }
    }

    pub(crate) fn output(mut self) -> std::io::Result<Output> {
        let input = std::mem::take(&mut self.input);
        let mut running = self.spawn();
        let mut stdin = running.child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            // A run that ends early leaves its input unread.
            scope.spawn(move || drop(stdin.write_all(&input)));
            running.child.wait_with_output()
        })
    }

    /// Returns the lines of its output. It must succeed without messages.
    #[track_caller]
    pub(crate) fn lines(self) -> Vec<String> {
        let output = self.output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        text(&output.stdout).lines().map(str::to_owned).collect()
    }

    #[track_caller]
    pub(crate) fn prints(self, stdout: &str) {
        expect(&self.output().unwrap(), 0, stdout, "");
    }

    #[track_caller]
    pub(crate) fn fails_with(self, code: i32, stdout: &str, stderr: &str) {
        expect(&self.output().unwrap(), code, stdout, stderr);
    }
}

/// A run whose input or output is redirected.
pub(crate) struct Elsewhere(Command);

impl Elsewhere {
    pub(crate) fn output(mut self) -> std::io::Result<Output> {
        self.0.output()
    }

    #[track_caller]
    pub(crate) fn fails_with(self, code: i32, stdout: &str, stderr: &str) {
        expect(&self.output().unwrap(), code, stdout, stderr);
    }
}

/// A run that has begun.
pub(crate) struct Running {
    pub(crate) child: Child,
}

impl Running {
    #[track_caller]
    pub(crate) fn fails_with(self, code: i32, stdout: &str, stderr: &str) {
        expect(&self.child.wait_with_output().unwrap(), code, stdout, stderr);
    }
}

#[track_caller]
pub(crate) fn expect(output: &Output, code: i32, stdout: &str, stderr: &str) {
    let seen = (text(&output.stdout), text(&output.stderr), output.status.code());
    assert_eq!(seen, (stdout.to_owned(), stderr.to_owned(), Some(code)));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Creates a named pipe.
pub(crate) fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}
