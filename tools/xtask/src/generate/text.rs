//! Lines of text.

/// Returns each line of a text with a prefix, and without trailing spaces.
pub(super) fn commented(text: &str, comment: &str) -> String {
    text.lines().map(|line| format!("{comment} {line}").trim_end().to_owned() + "\n").collect()
}

/// Wraps words into lines of at most `columns` columns.
pub(super) fn wrapped(words: impl IntoIterator<Item = impl AsRef<str>>, separator: &str, columns: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let word = word.as_ref();
        if column > 0 {
            text.push_str(separator);
            column += separator.len();
        }
        if column > 0 && column + 1 + word.chars().count() + separator.len() > columns {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.chars().count();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines() {
        assert_eq!(wrapped(["aa", "bb", "cc"], ",", 6), "aa,\nbb,\ncc\n");
        assert_eq!(wrapped(["aa", "bb", "cc"], ",", 7), "aa, bb,\ncc\n");
        assert_eq!(wrapped(["aa", "bb", "cc"], "", 5), "aa bb\ncc\n");
    }
}
