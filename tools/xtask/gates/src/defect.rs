//! Planted defects: edits of this project's files that a check must find.

use crate::check::{Check, Gate, Scripts};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use toml::de::DeTable;

/// The folder with all defects. Those in one subfolder are planted together.
pub(crate) const FOLDER: &str = "tools/xtask/gates/planted";

/// A planted defect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Defect {
    /// The subfolder and the file without its extension: `units/kmac-padding`.
    pub(crate) name: String,
    /// What is wrong, in a line.
    pub(crate) wrong: String,
    /// The edited file, as a path from the root.
    pub(crate) file: String,
    /// A text that occurs once in the file.
    find: String,
    replace: String,
    /// The check in the table that must find it.
    pub(crate) check: String,
    /// A test program of that check, or a file with scripts, and a test in it; otherwise the whole check must find it.
    pub(crate) test: Option<(String, String)>,
    /// What the check must print, to show that it has not found another defect.
    pub(crate) says: String,
    /// Why no check of `make test` finds it, or none of `make check`.
    reason: Option<String>,
}

impl Defect {
    fn parse(name: &str, text: &str) -> Result<Defect, String> {
        let table = DeTable::parse(text).map_err(|error| format!("{name}: {error}"))?;
        let mut fields: BTreeMap<String, String> = BTreeMap::new();
        for (key, value) in table.get_ref() {
            let key = key.get_ref().to_string();
            let text = value.get_ref().as_str().ok_or_else(|| format!("{name}: {key} is not text"))?;
            fields.insert(key, text.to_owned());
        }
        let mut field = |key: &str| fields.remove(key).filter(|text| !text.is_empty());
        let mut needed = |key: &str| field(key).ok_or_else(|| format!("{name}: there is no {key}"));
        let [wrong, file, find, check, says] = ["wrong", "file", "find", "check", "says"].map(&mut needed);
        let test = match field("test") {
            None => None,
            Some(test) => {
                let (program, test) = test.split_once(' ').ok_or_else(|| format!("{name}: the test has no program"))?;
                Some((program.to_owned(), test.to_owned()))
            }
        };
        let reason = field("reason");
        // If something is removed, nothing replaces it.
        let replace = fields.remove("replace").ok_or_else(|| format!("{name}: there is no replace"))?;
        if let Some(key) = fields.keys().next() {
            return Err(format!("{name}: {key} is unknown"));
        }
        let name = name.to_owned();
        Ok(Defect { name, wrong: wrong?, file: file?, find: find?, replace, check: check?, test, says: says?, reason })
    }

    /// Returns the subfolder from which it is planted, together with the others there.
    fn build(&self) -> &str {
        self.name.split_once('/').map_or(&*self.name, |(build, _)| build)
    }

    /// Returns the position of the text that it replaces.
    fn place(&self, text: &str) -> Result<Range<usize>, String> {
        let mut places = text.match_indices(&self.find);
        match (places.next(), places.count()) {
            (Some((at, found)), 0) => Ok(at..at + found.len()),
            (first, more) => {
                let times = usize::from(first.is_some()) + more;
                Err(format!("{}: {} contains the text to replace {times} times", self.name, self.file))
            }
        }
    }

    /// Returns the faults of its entry, compared with the table.
    fn faults(&self, table: &[Check]) -> Vec<String> {
        let Some(check) = table.iter().find(|check| check.name == self.check) else {
            return vec![format!("{}: there is no check {}", self.name, self.check)];
        };
        let mut faults = Vec::new();
        if (check.parts.is_some() || check.scripts.is_some()) != self.test.is_some() {
            let why = if self.test.is_some() { "has no single tests" } else { "has single tests: name one" };
            faults.push(format!("{}: {} {why}", self.name, self.check));
        }
        if let Some(Scripts { sources, .. }) = check.scripts
            && !self.file.starts_with(sources)
        {
            faults.push(format!("{}: {} tests only what is in {sources}", self.name, self.check));
        }
        if check.gate > Gate::Test && self.reason.is_none() {
            faults.push(format!("{}: no reason why only `make {}` finds it", self.name, check.gate.name()));
        }
        // The check that the unchanged project must pass first.
        let planting = format!("planted-{}", self.build());
        if !table.iter().any(|other| other.name == planting && other.after.contains(&check.name)) {
            faults.push(format!("{}: there is no check {planting} that comes after {}", self.name, self.check));
        }
        faults
    }
}

/// Returns the defects in a subfolder, or in all.
///
/// # Errors
///
/// If one can't be read.
pub(crate) fn read(root: &Path, build: Option<&str>) -> Result<Vec<Defect>, String> {
    let folder = root.join(FOLDER);
    let names = |folder: &Path| -> Result<BTreeSet<String>, String> {
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    };
    let builds = match build {
        Some(build) => BTreeSet::from([build.to_owned()]),
        None => names(&folder)?.into_iter().filter(|name| folder.join(name).is_dir()).collect(),
    };
    let mut defects = Vec::new();
    for build in builds {
        for file in names(&folder.join(&build))? {
            let name = file.strip_suffix(".toml").ok_or_else(|| format!("{FOLDER}/{build}/{file} is not a defect"))?;
            let path = folder.join(&build).join(&file);
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            defects.push(Defect::parse(&format!("{build}/{name}"), &text)?);
        }
    }
    Ok(defects)
}

/// Returns the files that defects change, with all their edits.
///
/// # Errors
///
/// If an edit does not apply, or if two edits overlap.
pub(crate) fn edits(root: &Path, defects: &[Defect]) -> Result<BTreeMap<String, String>, String> {
    let files: BTreeSet<&str> = defects.iter().map(|defect| defect.file.as_str()).collect();
    let mut edits = BTreeMap::new();
    for file in files {
        let mut text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let mut places = Vec::new();
        for defect in defects.iter().filter(|defect| defect.file == file) {
            places.push((defect.place(&text)?, defect));
        }
        places.sort_by_key(|(place, _)| place.start);
        if let Some(pair) = places.windows(2).find(|pair| pair[0].0.end > pair[1].0.start) {
            return Err(format!("{} and {} change the same text", pair[0].1.name, pair[1].1.name));
        }
        for (place, defect) in places.into_iter().rev() {
            text.replace_range(place, &defect.replace);
        }
        edits.insert(file.to_owned(), text);
    }
    Ok(edits)
}

/// Returns the faults of defects: edits that do not apply, checks that do not exist, and defects that would be confused
/// with each other.
pub(crate) fn faults(root: &Path, table: &[Check], defects: &[Defect]) -> Vec<String> {
    let mut faults: Vec<String> = defects.iter().flat_map(|defect| defect.faults(table)).collect();
    let builds: BTreeSet<&str> = defects.iter().map(Defect::build).collect();
    for build in builds {
        let together: Vec<Defect> = defects.iter().filter(|defect| defect.build() == build).cloned().collect();
        faults.extend(edits(root, &together).err());
        for (index, one) in together.iter().enumerate() {
            for other in &together[index + 1..] {
                let same = (&one.check, &one.test) == (&other.check, &other.test);
                if same && (one.says.contains(&other.says) || other.says.contains(&one.says)) {
                    faults.push(format!("{} and {} are found by the same words", one.name, other.name));
                }
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::SHORT;
    use crate::job::Job;

    const TEXT: &str = "wrong = 'one is two'\nfile = 'numbers'\nfind = 'one'\nreplace = 'two'\n\
        check = 'counts'\nsays = 'not one'\n";

    fn defect(name: &str, changes: &[(&str, &str)]) -> Defect {
        let text = changes.iter().fold(TEXT.to_owned(), |text, (old, new)| text.replace(old, new));
        Defect::parse(name, &text).expect("a defect")
    }

    /// Returns a folder with the edited file.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("numbers"), "one\nthree\nfour four\n").expect("a file");
        folder
    }

    #[test]
    fn a_defect_is_a_table_of_texts() {
        let one = defect("units/one", &[]);
        assert_eq!((one.name.as_str(), one.replace.as_str(), one.test), ("units/one", "two", None));
        let tested = Defect::parse("units/one", &format!("{TEXT}test = 'program module::test'\n")).expect("a defect");
        assert_eq!(tested.test, Some(("program".into(), "module::test".into())));
        for (text, why) in [
            (TEXT.replace("find = 'one'\n", ""), "there is no find"),
            (TEXT.replace("'not one'", "''"), "there is no says"),
            (TEXT.replace("replace = 'two'\n", ""), "there is no replace"),
            (TEXT.replace("'two'", "2"), "replace is not text"),
            (format!("{TEXT}line = '7'\n"), "line is unknown"),
            (format!("{TEXT}test = 'test'\n"), "the test has no program"),
            (TEXT.replace("'two'", "'two"), "units/one: "),
        ] {
            let error = Defect::parse("units/one", &text).expect_err(why);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn an_edit_replaces_a_text_that_occurs_once() {
        let folder = folder();
        let three = defect("units/three", &[("find = 'one'", "find = 'three'"), ("'two'", "''")]);
        let edits = |defects: &[Defect]| edits(folder.path(), defects);
        let both = edits(&[three, defect("units/one", &[])]).expect("edits");
        assert_eq!(both, BTreeMap::from([("numbers".to_owned(), "two\n\nfour four\n".to_owned())]));
        let twice = edits(&[defect("units/four", &[("find = 'one'", "find = 'four'")])]).expect_err("two places");
        assert_eq!(twice, "units/four: numbers contains the text to replace 2 times");
        let never = edits(&[defect("units/five", &[("find = 'one'", "find = 'five'")])]).expect_err("no place");
        assert_eq!(never, "units/five: numbers contains the text to replace 0 times");
        let line = defect("units/line", &[("find = 'one'", "find = \"one\\n\"")]);
        let touch = edits(&[line, defect("units/one", &[])]).expect_err("one text");
        assert!(touch.ends_with("change the same text"), "{touch}");
    }

    #[test]
    fn defects_are_read_from_their_folders() {
        let folder = folder();
        let write = |path: &str| {
            let path = folder.path().join(FOLDER).join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, TEXT).expect("a file");
        };
        for path in ["README.md", "units/one.toml", "c/two.toml"] {
            write(path);
        }
        let names = |build| -> Vec<String> {
            read(folder.path(), build).expect("defects").into_iter().map(|defect| defect.name).collect()
        };
        assert_eq!(names(None), ["c/two", "units/one"]);
        assert_eq!(names(Some("units")), ["units/one"]);
        assert!(read(folder.path(), Some("python")).is_err());
        write("units/other");
        assert!(read(folder.path(), None).is_err());
    }

    #[test]
    fn entries_are_compared_with_the_table() {
        let folder = folder();
        let counts = Check { name: "counts", group: "fake", ..SHORT };
        let slow = Check { name: "slow", gate: Gate::TestAll, parts: Some(|_| Vec::new()), ..counts };
        let run = |_: &Job<'_>, _: &str, _: &str| Ok(());
        let package = Scripts { sources: "package/", compiled: ("", ""), run };
        let scripts = Check { name: "scripts", scripts: Some(package), ..counts };
        let planted = Check { name: "planted-units", after: &["counts", "slow", "scripts"], ..counts };
        let table = [counts, slow, scripts, planted];
        let faults = |defects: &[Defect]| faults(folder.path(), &table, defects).join("; ");
        let one = defect("units/one", &[]);
        assert_eq!(faults(std::slice::from_ref(&one)), "");
        let three = defect("units/three", &[("find = 'one'", "find = 'three'")]);
        assert_eq!(faults(&[one.clone(), three.clone()]), "units/one and units/three are found by the same words");
        assert_eq!(faults(&[one, Defect { says: "not three".into(), ..three.clone() }]), "");
        assert_eq!(
            faults(&[Defect { check: "nothing".into(), ..three.clone() }]),
            "units/three: there is no check nothing"
        );
        let slow = faults(&[Defect { check: "slow".into(), ..three.clone() }]);
        assert!(slow.contains("slow has single tests") && slow.contains("no reason"), "{slow}");
        let tested = Defect { check: "scripts".into(), test: Some(("file".into(), "test".into())), ..three.clone() };
        assert_eq!(faults(&[tested]), "units/three: scripts tests only what is in package/");
        let elsewhere = faults(&[Defect { name: "c/three".into(), ..three }]);
        assert_eq!(elsewhere, "c/three: there is no check planted-c that comes after counts");
    }
}
