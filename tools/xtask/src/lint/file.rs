//! The files that the rules read.

/// A text file of the project.
pub(super) struct File {
    /// Its path from the repository's root, with `/` between the parts.
    pub(super) name: String,
    pub(super) text: String,
}

impl File {
    pub(super) fn ends_with(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.name.ends_with(ending))
    }

    /// Returns its lines with their numbers, from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

/// Returns a file with this name and text, for the tests of each rule.
#[cfg(test)]
pub(super) fn file(name: &str, text: &str) -> File {
    File { name: name.to_owned(), text: text.to_owned() }
}
