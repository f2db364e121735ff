//! The Python package: the wheel in its own environment, with the engines that it supports.

use super::made::{COMMAND, is_built_once};
use crate::check::{Check, Gate, Input, SHORT, Scripts};
use crate::count::Counts;
use crate::job::{Call, Job, Outcome};
use crate::need::{self, Need};
use std::path::PathBuf;

pub(super) const PACKAGE: &str = "bindings/python";
/// The Python modules.
const MODULES: &str = "bindings/python/python/";
const ENVIRONMENT: &str = "target/test/python";
const WHEELS: &str = "target/test/wheels";
const NATIVE: &str = "target/test/python/native";

/// Python 3.11 or later that can create environments; the variable PYTHON may name it.
pub(super) const PYTHON: Need = need::found_by(
    "${PYTHON:-python3} -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))'",
    "python3 python3-venv",
);
const JAVA: Need = need::program("java", "default-jre-headless");

const SOURCES: &[Input] = &[
    Input::Made(NATIVE),
    // A test compares the list of implementations.
    Input::Made(COMMAND),
    Input::Tree(MODULES),
    Input::Tree("bindings/python/tests/"),
    // A test of clusters runs one.
    Input::Tree("bindings/python/examples/"),
    Input::Tree("bindings/python/pyproject.toml"),
    Input::Tree("bindings/python/README.md"),
    Input::Tree("crates/counterpoint-vectors/"),
    Input::Tree("studies/rtl/tb/models/"),
    Input::Tree("docs/"),
    Input::Vectors,
];

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "python-environment",
        group: "python",
        why: "the tools and engines of tests/requirements.txt, from PyPI",
        needs: &[PYTHON],
        minutes: 60,
        seconds: 120,
        installs: true,
        run: |job| {
            let requirements = format!("{PACKAGE}/tests/requirements.txt");
            environment(job, ENVIRONMENT, &requirements)
        },
        makes: &[ENVIRONMENT],
        ..SHORT
    },
    Check {
        name: "wheel",
        group: "python",
        why: "maturin makes a wheel of the same build of the library, and pip installs it",
        needs: &[PYTHON],
        after: &["build", "python-environment"],
        minutes: 60,
        seconds: 30,
        uses: &["target/release"],
        run: wheel,
        ..SHORT
    },
    Check {
        name: "twine",
        group: "python",
        why: "a registry would accept the wheel",
        needs: &[PYTHON],
        after: &["wheel"],
        inputs: Some(SOURCES),
        seconds: 3,
        run: |job| on_wheel(job, "twine check --strict"),
        ..SHORT
    },
    Check {
        name: "auditwheel",
        group: "python",
        why: "other Linux systems would accept the wheel",
        needs: &[PYTHON],
        after: &["wheel"],
        inputs: Some(SOURCES),
        seconds: 3,
        run: |job| on_wheel(job, "auditwheel show"),
        ..SHORT
    },
    Check {
        name: "pytest",
        group: "python",
        why: "the package and its documentation, with pandas, Polars, DuckDB, DataFusion and PyArrow",
        needs: &[PYTHON],
        after: &["wheel"],
        counts: Counts::Pytest,
        inputs: Some(SOURCES),
        seconds: 60,
        run: |job| {
            // Interruptions take minutes; the reports test them.
            let left_out = ["cluster", "reports_interrupts"];
            let left_out = left_out.map(|name| format!("--ignore={PACKAGE}/tests/test_{name}.py"));
            pytest(job).arg(format!("{PACKAGE}/tests")).args(left_out).run()
        },
        scripts: Some(Scripts {
            sources: MODULES,
            compiled: (NATIVE, "bindings/python/python/counterpoint/_native.abi3.so"),
            run: |job, file, test| {
                let test = format!("{PACKAGE}/tests/{file}::{test}");
                pytest(job).arg(test).env("PYTHONPATH", job.world.root.join(MODULES)).run()
            },
        }),
        ..SHORT
    },
    Check {
        name: "mypy",
        group: "python",
        why: "the package's types, by mypy",
        needs: &[PYTHON],
        after: &["python-environment"],
        inputs: Some(SOURCES_OF_TYPES),
        seconds: 15,
        run: |job| in_environment(job, "mypy").folder(PACKAGE).run(),
        ..SHORT
    },
    Check {
        name: "pyright",
        group: "python",
        why: "the package's types, by pyright",
        needs: &[PYTHON],
        after: &["python-environment"],
        inputs: Some(SOURCES_OF_TYPES),
        seconds: 15,
        run: |job| in_environment(job, "pyright --project").arg(PACKAGE).run(),
        ..SHORT
    },
    Check {
        name: "cluster",
        group: "python",
        gate: Gate::TestAll,
        why: "Ray and Spark, with workers that are killed; they need Java, and their start takes most of the time",
        needs: &[PYTHON, JAVA],
        after: &["wheel"],
        counts: Counts::Pytest,
        inputs: Some(SOURCES),
        minutes: 60,
        seconds: 60,
        run: |job| pytest(job).arg(format!("{PACKAGE}/tests/test_cluster.py")).run(),
        ..SHORT
    },
];

const SOURCES_OF_TYPES: &[Input] = &[
    Input::Tree(MODULES),
    Input::Tree("bindings/python/pyproject.toml"),
    Input::Tree("bindings/python/tests/requirements.txt"),
];

/// Installs the packages that a file names into an environment, which later runs reuse. A mark records the file's
/// contents.
pub(super) fn environment(job: &Job<'_>, folder: &str, requirements: &str) -> Outcome {
    let read = |path: PathBuf| std::fs::read(path).unwrap_or_default();
    let (mark, wanted) = (job.world.root.join(folder).join("installed"), read(job.world.root.join(requirements)));
    if read(mark.clone()) == wanted {
        return Ok(());
    }
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    job.program(&python).args(["-m", "venv", folder]).run()?;
    job.program(format!("{folder}/bin/python"))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements])
        .run()?;
    std::fs::write(&mark, wanted).map_err(|error| format!("{}: {error}", mark.display()).into())
}

pub(super) fn pytest<'a>(job: &'a Job<'_>) -> Call<'a> {
    in_environment(job, "python -m pytest --quiet -p no:cacheprovider")
}

fn in_environment<'a>(job: &'a Job<'_>, line: &str) -> Call<'a> {
    let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
    job.program(format!("{ENVIRONMENT}/bin/{program}")).args(rest.split_whitespace()).path(format!("{ENVIRONMENT}/bin"))
}

fn wheel(job: &Job<'_>) -> Outcome {
    let _ = std::fs::remove_dir_all(job.world.root.join(WHEELS));
    in_environment(job, "maturin build --release --locked --interpreter python --manifest-path")
        .args([&format!("{PACKAGE}/Cargo.toml"), "--out", WHEELS])
        .run()?;
    on_wheel(job, "python -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps")?;
    // The compiled part decides whether tests run again, not the archive around it, which contains times. In a copy, it
    // may be another name for the project's file.
    let _ = std::fs::remove_file(job.world.root.join(NATIVE));
    let place = "import counterpoint._native, shutil, sys; shutil.copyfile(counterpoint._native.__file__, sys.argv[1])";
    in_environment(job, "python -c").arg(place).arg(NATIVE).run()?;
    is_built_once(job.world)
}

/// Runs a command with the wheel as its last argument.
fn on_wheel(job: &Job<'_>, line: &str) -> Outcome {
    let files = std::fs::read_dir(job.world.root.join(WHEELS)).map_err(|error| format!("{WHEELS}: {error}"))?;
    let wheels = files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "whl"));
    in_environment(job, line).args(wheels).run()
}
