//! Plants defects in a copy of the project, builds it, and runs each defect's check, which must find it.

use crate::check::{Check, Scripts};
use crate::copy;
use crate::defect::{self, Defect};
use crate::job::{Broke, Job, Outcome};
use crate::world::World;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The copy: one for all builds, so that whatever no defect changes is built only once.
pub(crate) const COPY: &str = "target/planted";

/// Plants all defects together, and reports for each whether it was found; returns whether all were.
///
/// # Errors
///
/// If the copy can't be made, or the checks' requirements can't be built in it.
pub(crate) fn run(
    project: &World,
    copy: &World,
    table: &[Check],
    defects: &[Defect],
    output: &mut dyn Write,
) -> Result<bool, String> {
    copy::renew(project, &copy.root, &defect::edits(&project.root, defects)?)?;
    std::fs::create_dir_all(&copy.logs).map_err(|error| format!("{}: {error}", copy.logs.display()))?;
    for check in preparations(table, defects) {
        prepare(project, copy, check).map_err(|why| format!("{} in the copy: {why}", check.name))?;
    }
    for Scripts { compiled: (from, to), .. } in checks_of(table, defects).filter_map(|check| check.scripts) {
        link(project, copy, from, to)?;
    }
    let mut failed = 0;
    let mut all = BTreeMap::new();
    for defect in defects {
        // Several defects may use the same check, which reports everything it finds.
        let ran = match all.entry((&defect.check, &defect.test)) {
            Entry::Occupied(ran) => ran.into_mut(),
            Entry::Vacant(place) => place.insert(Ran::new(copy, table, defect)?),
        };
        let line = match ran.finds(defect) {
            Ok(()) => format!("found in {:.1} s by {}: {}, {}", ran.seconds, defect.check, defect.name, defect.wrong),
            Err(why) => {
                failed += 1;
                format!("NOT FOUND: {}, {}: {why}; see {}", defect.name, defect.wrong, ran.log.display())
            }
        };
        let _ = writeln!(output, "{line}").and_then(|()| output.flush());
    }
    let _ = writeln!(output, "{{\"run\": {}, \"failed\": {failed}}}", defects.len());
    Ok(failed == 0)
}

fn checks_of<'a>(table: &'a [Check], defects: &[Defect]) -> impl Iterator<Item = &'a Check> {
    table.iter().filter(move |check| defects.iter().any(|defect| defect.check == check.name))
}

/// Returns the checks that make what the defects' checks require, each after its own requirements. Scripts require only
/// what is installed.
fn preparations<'a>(table: &'a [Check], defects: &[Defect]) -> Vec<&'a Check> {
    fn add<'a>(table: &'a [Check], check: &Check, list: &mut Vec<&'a Check>) {
        for needed in table.iter().filter(|other| check.after.contains(&other.name)) {
            if !list.iter().any(|known| known.name == needed.name) {
                add(table, needed, list);
                list.push(needed);
            }
        }
    }
    let (mut list, mut of_scripts) = (Vec::new(), Vec::new());
    for check in checks_of(table, defects) {
        add(table, check, if check.scripts.is_some() { &mut of_scripts } else { &mut list });
    }
    of_scripts.retain(|check| check.installs && !list.iter().any(|known| known.name == check.name));
    list.append(&mut of_scripts);
    list
}

/// Makes a check's products in the copy. The copy also uses what was installed for the project.
fn prepare(project: &World, copy: &World, check: &Check) -> Result<(), String> {
    if check.installs {
        return check.makes.iter().try_for_each(|path| link(project, copy, path, path));
    }
    let log = log(copy, check.name);
    let job = job(copy, check, &log)?;
    (check.run)(&job).map_err(|Broke(why)| format!("{why}\n{}", read(&log)))
}

/// Shares a file or folder of the project with the copy.
fn link(project: &World, copy: &World, from: &str, to: &str) -> Result<(), String> {
    let (source, place) = (project.root.join(from), copy.root.join(to));
    let _ = std::fs::remove_dir_all(&place);
    place.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|error| error.to_string())?;
    copy::link(&source, &place).map_err(|error| format!("{from}: {error}"))
}

fn log(copy: &World, name: &str) -> PathBuf {
    copy.logs.join(format!("{}.log", name.replace('/', "-")))
}

fn read(log: &Path) -> String {
    std::fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn job<'a>(copy: &'a World, check: &Check, log: &Path) -> Result<Job<'a>, String> {
    Job::new(copy, None, log.to_owned(), Duration::from_secs(60 * check.minutes))
        .map_err(|error| format!("{}: {error}", log.display()))
}

/// A check, or one of its tests, that has run in the copy.
struct Ran {
    outcome: Outcome,
    log: PathBuf,
    seconds: f64,
}

impl Ran {
    /// Runs the check of a defect.
    fn new(copy: &World, table: &[Check], defect: &Defect) -> Result<Ran, String> {
        let check = table.iter().find(|check| check.name == defect.check);
        let check = check.ok_or_else(|| format!("{}: there is no check {}", defect.name, defect.check))?;
        let log = log(copy, &defect.name);
        let job = job(copy, check, &log)?;
        let begin = Instant::now();
        let outcome = match (&defect.test, check.scripts) {
            (None, _) => (check.run)(&job),
            (Some((file, test)), Some(scripts)) => (scripts.run)(&job, file, test),
            (Some((program, test)), None) => {
                let parts = check.parts.map(|parts| parts(copy)).unwrap_or_default();
                let part = parts.into_iter().find(|part| part.name == *program);
                let part = part.ok_or_else(|| format!("{}: {} has no program {program}", defect.name, check.name))?;
                job.tests(&part).args(["--exact", test, "--include-ignored"]).run()
            }
        };
        Ok(Ran { outcome, log, seconds: begin.elapsed().as_secs_f64() })
    }

    /// Succeeds if the check has failed with the defect's text; otherwise returns what it did.
    fn finds(&self, defect: &Defect) -> Result<(), String> {
        let Err(Broke(why)) = &self.outcome else { return Err(format!("{} passes", defect.check)) };
        if format!("{}{why}", read(&self.log)).contains(&defect.says) {
            Ok(())
        } else {
            Err(format!("{} fails without the words '{}': {why}", defect.check, defect.says))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::SHORT;
    use crate::job::Part;
    use crate::world::Settings;

    /// A project whose build copies a program, and whose checks look at numbers.
    const BUILD: Check =
        Check { name: "build", group: "fake", run: |job| job.shell("grep -q = numbers && cp program built"), ..SHORT };
    const INSTALLED: Check = Check {
        name: "installed",
        group: "fake",
        installs: true,
        makes: &["tools"],
        run: |job| job.run("false"),
        ..SHORT
    };
    const PROGRAMS: Check = Check {
        name: "programs",
        group: "fake",
        after: &["build"],
        parts: Some(|world| {
            let (name, program) = ("program".to_owned(), world.root.join("built"));
            vec![Part { name, program, folder: world.root.clone(), command: None, reads: Vec::new() }]
        }),
        ..SHORT
    };
    const SUM: Check = Check {
        name: "sum",
        group: "fake",
        after: &["installed", "build"],
        run: |job| job.shell(". ./numbers && tools/test $((one + two)) -eq 3 || { echo the sum is not 3; exit 1; }"),
        ..SHORT
    };
    const PACKAGE: Check = Check {
        name: "package",
        group: "fake",
        after: &["installed", "build"],
        scripts: Some(Scripts {
            sources: "scripts/",
            compiled: ("tools/test", "scripts/compiled"),
            run: |job, file, test| job.program(file).arg(test).run(),
        }),
        ..SHORT
    };
    const PLANTED: Check =
        Check { name: "planted-units", group: "fake", after: &["programs", "sum", "package"], ..SHORT };
    const TABLE: [Check; 6] = [BUILD, INSTALLED, PROGRAMS, SUM, PACKAGE, PLANTED];

    const FILES: [(&str, &str); 5] = [
        ("numbers", "one=1\ntwo=2\nthree=3\n"),
        ("program", "#!/bin/sh\n. ./numbers\n[ \"$2\" != three ] || [ $three = 3 ] || { echo not three; exit 101; }\n"),
        ("tools/test", "#!/bin/sh\ntest \"$@\"\n"),
        ("scripts/tests", "#!/bin/sh\nscripts/compiled 1 -eq 1 || { echo $1 fails; exit 1; }\n"),
        (".gitignore", "target\ntools\n"),
    ];

    fn project(defects: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let defects = defects.iter().map(|(name, text)| (format!("{}/units/{name}.toml", defect::FOLDER), *text));
        let files = FILES.iter().map(|(name, text)| ((*name).to_owned(), *text));
        for (name, text) in files.chain(defects) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, text).expect("a file");
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
        }
        let git = std::process::Command::new("git").args(["init", "--quiet"]).current_dir(folder.path()).status();
        assert!(git.expect("git").success());
        folder
    }

    fn plant(root: &Path) -> (Result<bool, String>, String) {
        let world = |root: &Path| World::new(root, &root.join("target"), Settings::OF_TESTS);
        let defects = defect::read(root, Some("units")).expect("defects");
        assert_eq!(defect::faults(root, &TABLE, &defects), [""; 0]);
        let mut output = Vec::new();
        let result = run(&world(root), &world(&root.join(COPY)), &TABLE, &defects, &mut output);
        (result, String::from_utf8(output).expect("text"))
    }

    const TWO: &str = "wrong = 'w'\nfile = 'numbers'\nfind = 'two=2'\nreplace = 'two=3'\ncheck = 'sum'\n\
        says = 'the sum is not 3'\n";
    const THREE: &str = "wrong = 'w'\nfile = 'numbers'\nfind = 'three=3'\nreplace = 'three=4'\ncheck = 'programs'\n\
        test = 'program three'\nsays = 'not three'\n";

    #[test]
    fn two_defects_are_found_in_one_build() {
        let project = project(&[("two", TWO), ("three", THREE)]);
        let (result, output) = plant(project.path());
        assert_eq!(result, Ok(true), "{output}");
        assert!(
            output.contains(" by sum: units/two, w\n") && output.contains(" by programs: units/three, w\n"),
            "{output}"
        );
        assert!(output.ends_with("{\"run\": 2, \"failed\": 0}\n"), "{output}");
        // The project itself stays unchanged.
        assert_eq!(std::fs::read_to_string(project.path().join("numbers")).expect("a file"), FILES[0].1);
        assert!(!project.path().join("built").exists());
    }

    #[test]
    fn scripts_need_no_build() {
        let text = "wrong = 'w'\nfile = 'scripts/tests'\nfind = '-eq 1'\nreplace = '-eq 2'\ncheck = 'package'\n\
            test = 'scripts/tests one'\nsays = 'one fails'\n";
        let project = project(&[("one", text)]);
        let (result, output) = plant(project.path());
        assert_eq!(result, Ok(true), "{output}");
        assert!(!project.path().join(COPY).join("built").exists());
    }

    #[test]
    fn a_silent_check_fails() {
        for (text, why) in [
            (TWO.replace("two=3", "two=2 # two"), "NOT FOUND: units/two, w: sum passes; "),
            (
                TWO.replace("the sum is not 3", "another"),
                "NOT FOUND: units/two, w: sum fails without the words 'another'",
            ),
            (THREE.replace("program three", "program four"), "NOT FOUND: units/two, w: programs passes; "),
        ] {
            let (result, output) = plant(project(&[("two", &text)]).path());
            assert_eq!(result, Ok(false), "{output}");
            assert!(output.starts_with(why) && output.ends_with("{\"run\": 1, \"failed\": 1}\n"), "{output}");
        }
    }

    #[test]
    fn a_program_must_be_there() {
        let (result, _) = plant(project(&[("three", &THREE.replace("program three", "other three"))]).path());
        assert_eq!(result, Err("units/three: programs has no program other".to_owned()));
    }

    #[test]
    fn what_cannot_be_built_is_not_found() {
        let text = TWO.replace("'two=2'", "\"one=1\\ntwo=2\\nthree=3\"").replace("'two=3'", "''");
        let (result, _) = plant(project(&[("all", &text)]).path());
        let why = result.expect_err("no build");
        assert!(why.starts_with("build in the copy: sh: exit code 1"), "{why}");
    }
}
