//! The command line.

use crate::check::{Check, Gate, SHORT};
use crate::checks;
use crate::defect;
use crate::document;
use crate::gate::{self, Ending, Wanted};
use crate::need;
use crate::plant;
use crate::world::{Settings, World};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: cargo gates check | test | test-all | release [--only NAMES]
       cargo gates list [check | test | test-all | release]
       cargo gates table [--check]
       cargo gates plant BUILD | BUILD/NAME | --check
       cargo gates try COMMAND [ARGUMENT]...

  check       while you write: style, rules, unit tests, the implementations that ship
  test        the product as it ships
  test-all    what a change may break far away: emulated machines, browsers, proofs, studies
  release     what takes hours; updates benchmarks/release.json
  --only      runs only these checks and groups, as in --only \"proof web\"; builds what they depend on
  list        lists the checks of a gate
  table       writes the table of all checks into CONTRIBUTING.md; --check only compares
  plant       plants the defects in a folder of tools/xtask/gates/planted, or one of them, in a copy of the project, and
              runs the checks that must find them; --check only checks that all can be planted
  try         runs a command as a check

Environment: with FORCE=1, checks run even if their inputs have not changed since they passed. After TEST_SECONDS no
check starts, and running ones are ended. A check that writes nothing and uses next to no CPU time for HANG_SECONDS
(600) is ended.";

/// The exit code after Ctrl-C.
const INTERRUPTED: u8 = 130;

pub(crate) fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // Cargo calls this program in place of the compiler, to keep the remarks on the library.
    if xtask_remarks::is_compilation(&arguments) {
        return xtask_remarks::compile(&arguments);
    }
    let arguments: Vec<String> = arguments.into_iter().map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match command(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn command(arguments: &[&str]) -> Result<ExitCode, String> {
    let table = checks::table();
    match *arguments {
        ["list"] => list(&table, Gate::TestAll),
        ["list", gate] => list(&table, named(gate)?),
        ["table"] => document::write(&root(), &table, false),
        ["table", "--check"] => document::write(&root(), &table, true),
        ["plant", "--check"] => compare_defects(&table),
        ["plant", what] => plant_defects(&table, what),
        ["try", program, ref rest @ ..] => attempt(program, rest),
        [gate] => run(&table, &Wanted { gate: named(gate)?, only: Vec::new() }),
        [gate, "--only", names] => {
            run(&table, &Wanted { gate: named(gate)?, only: names.split_whitespace().collect() })
        }
        _ => Err(USAGE.into()),
    }
}

fn named(name: &str) -> Result<Gate, String> {
    Gate::ALL.into_iter().find(|gate| gate.name() == name).ok_or_else(|| USAGE.into())
}

/// The workspace's folder.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(3).unwrap_or(package).to_owned()
}

fn list(table: &[Check], gate: Gate) -> Result<ExitCode, String> {
    for check in gate::select(table, &Wanted { gate, only: Vec::new() })? {
        println!("{:8} {:9} {:24} {}", check.gate.name(), check.group, check.name, check.why);
    }
    Ok(ExitCode::SUCCESS)
}

fn run(table: &[Check], wanted: &Wanted<'_>) -> Result<ExitCode, String> {
    let checks = gate::select(table, wanted)?;
    let world = &World::new(&root(), &root().join("target"), settings()?);
    let ending = interruptible(world, || gate::run(world, &checks, &mut std::io::stdout()))?;
    if wanted.gate == Gate::Release {
        document::record_release(world, &ending)?;
    }
    Ok(exit_code(world, &ending))
}

/// Reports which planted defects can't be planted or found.
fn compare_defects(table: &[Check]) -> Result<ExitCode, String> {
    let defects = defect::read(&root(), None)?;
    let faults = defect::faults(&root(), table, &defects);
    for fault in &faults {
        println!("{fault}");
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Plants the defects in a folder, or one of them.
fn plant_defects(table: &[Check], what: &str) -> Result<ExitCode, String> {
    let build = what.split('/').next().unwrap_or_default();
    let mut defects = defect::read(&root(), Some(build))?;
    defects.retain(|defect| what == build || defect.name == what);
    if defects.is_empty() {
        return Err(format!("no defect {what} in {}", defect::FOLDER));
    }
    let project = &World::new(&root(), &root().join("target"), settings()?);
    let folder = root().join(plant::COPY);
    let copy = &World::new(&folder, &folder.join("target"), settings()?);
    let found = interruptible(copy, || plant::run(project, copy, table, &defects, &mut std::io::stdout()))?;
    Ok(match () {
        () if copy.is_stopped() => ExitCode::from(INTERRUPTED),
        () if found => ExitCode::SUCCESS,
        () => ExitCode::FAILURE,
    })
}

/// Runs a command as a check.
fn attempt(program: &str, arguments: &[&str]) -> Result<ExitCode, String> {
    // A check is a function that captures nothing.
    static COMMAND: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    COMMAND.get_or_init(|| [&[program], arguments].concat().into_iter().map(str::to_owned).collect());
    let check = Check {
        name: "try",
        group: "driver",
        minutes: 60,
        run: |job| {
            let [program, arguments @ ..] = COMMAND.get().map_or(&[][..], Vec::as_slice) else { return Ok(()) };
            job.program(Path::new(program)).args(arguments).run()
        },
        ..SHORT
    };
    let folder = std::env::var_os("GATES_TARGET").map_or_else(|| root().join("target"), PathBuf::from);
    let world = &World::new(&root(), &folder, Settings { installs: false, ..settings()? });
    let ending = interruptible(world, || gate::run(world, &[&check], &mut std::io::stdout()))?;
    Ok(exit_code(world, &ending))
}

fn exit_code(world: &World, ending: &Ending) -> ExitCode {
    match () {
        () if world.is_stopped() => ExitCode::from(INTERRUPTED),
        () if ending.is_well => ExitCode::SUCCESS,
        () => ExitCode::FAILURE,
    }
}

/// Calls a function. Until it returns, a signal that asks the driver to end also ends all checks. Since the driver
/// handles these signals, the programs run by checks don't ignore them, even if the driver was started by a shell that
/// does.
fn interruptible<T>(world: &World, run: impl FnOnce() -> T + Send) -> T
where
    T: Send,
{
    let signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]);
    let Ok(mut signals) = signals else { return run() };
    let handle = signals.handle();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for _ in signals.forever() {
                world.stop();
            }
        });
        let result = run();
        handle.close();
        result
    })
}

fn settings() -> Result<Settings, String> {
    let hang = seconds("HANG_SECONDS")?.unwrap_or(Duration::from_secs(600));
    Ok(Settings {
        force: std::env::var_os("FORCE").is_some_and(|value| !value.is_empty() && value != "0"),
        deadline: seconds("TEST_SECONDS")?,
        hang,
        cores: std::thread::available_parallelism().map_or(1, usize::from).max(2),
        installs: need::can_install(),
        wrapper: std::env::current_exe().ok(),
    })
}

fn seconds(variable: &str) -> Result<Option<Duration>, String> {
    match std::env::var(variable) {
        Ok(text) if !text.is_empty() => {
            let seconds = text.parse().map_err(|_| format!("{variable}: '{text}' is not a number of seconds"))?;
            Ok(Some(Duration::from_secs(seconds)))
        }
        _ => Ok(None),
    }
}
