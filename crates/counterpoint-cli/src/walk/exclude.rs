//! The entries of directories that a walk skips.

use globset::{GlobBuilder, GlobMatcher};
use std::path::Path;

/// A pattern of `--exclude`, as in `.gitignore`: with a `/` at its beginning or inside, it matches paths below the
/// operand, otherwise names at any depth. With a `/` at its end, it matches only directories.
#[derive(Clone)]
pub(crate) struct Exclusion {
    glob: GlobMatcher,
    path: bool,
    directory: bool,
}

impl Exclusion {
    /// Parses a pattern: `*` and `?` match anything but `/`, `[ab]` one of these characters, `{a,b}` one of these
    /// texts, `**` any number of directories.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with('!') {
            return Err("`!` can't re-include files; write '\\!name' for a name that begins with `!`".to_owned());
        }
        let directory = text.ends_with('/');
        let path = text.trim_end_matches('/').contains('/');
        // The paths of a walk have no such components.
        let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        if parts.contains(&"..") {
            return Err("'..' matches nothing, because paths are relative to the directory being hashed".to_owned());
        }
        if parts.is_empty() {
            return Err("expected a pattern of names, such as '*.o' or 'target/'".to_owned());
        }
        let glob = GlobBuilder::new(&parts.join("/")).literal_separator(true).backslash_escape(true).build();
        let glob = glob.map_err(|error| error.kind().to_string())?.compile_matcher();
        Ok(Self { glob, path, directory })
    }

    /// Returns whether the entry with this path below the operand is excluded.
    pub(super) fn covers(&self, path: &Path, directory: bool) -> bool {
        let subject = if self.path { Some(path.as_os_str()) } else { path.file_name() };
        (directory || !self.directory) && subject.is_some_and(|subject| self.glob.is_match(subject))
    }
}

#[cfg(test)]
mod tests {
    use super::Exclusion;

    #[test]
    fn patterns_of_names_and_of_paths() {
        for (pattern, path, directory, covers) in [
            ("*.o", "a.o", false, true),
            ("*.o", "b/c/a.o", false, true),
            ("*.o", "a.o/b", false, false),
            ("target/", "b/target", true, true),
            ("target/", "b/target", false, false),
            ("/target", "target", true, true),
            ("/target", "b/target", true, false),
            ("b/*.o", "b/a.o", false, true),
            ("b/*.o", "b/c/a.o", false, false),
            ("**/c/*.{o,a}", "b/c/a.a", false, true),
            ("[!a]?", "bc", false, true),
            ("a\\*", "a*", false, true),
            ("a\\*", "ab", false, false),
            (".*", ".git", true, true),
            ("./target", "target", true, true),
            ("./target", "b/target", true, false),
            ("//b/.//c//", "b/c", true, true),
            ("//b/.//c//", "b/c", false, false),
            ("\\!a", "!a", false, true),
        ] {
            let exclusion = Exclusion::parse(pattern).unwrap();
            assert_eq!(exclusion.covers(path.as_ref(), directory), covers, "{pattern} {path}");
        }
    }

    #[test]
    fn other_texts_are_no_patterns() {
        for text in ["", "/", ".", "./", "!a", "../a", "a/../b", "[a", "{a", "a\\"] {
            assert!(Exclusion::parse(text).is_err_and(|why| !why.is_empty()), "{text}");
        }
    }
}
