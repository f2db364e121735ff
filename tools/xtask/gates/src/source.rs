//! A Rust source without its comments, so that a corrected sentence is not a new input for a check that compiles it.

/// The comments to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comments {
    /// None: for code that is only compiled and run.
    None,
    /// Documentation: for checks that read or require it.
    Documentation,
}

/// Returns the text of a source without comments, and with one space wherever there is white space between words.
pub(crate) fn without_comments(text: &str, comments: Comments) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") || rest.starts_with("/*") => {
                let length = if rest.starts_with("//") { rest.find('\n').unwrap_or(rest.len()) } else { block(rest) };
                let comment = &rest[..length];
                if comments == Comments::Documentation && is_documentation(comment) {
                    kept.push_str(comment);
                }
                // A comment separates words like a space.
                separate(&mut kept);
                rest = &rest[length..];
                continue;
            }
            _ if first.is_whitespace() => {
                separate(&mut kept);
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '"' => string(rest),
            '\'' => character(rest),
            _ if first.is_alphanumeric() || first == '_' => {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                match raw_string(&rest[length..]) {
                    Some(raw) if ["r", "br", "cr"].contains(&&rest[..length]) => length + raw,
                    _ => length,
                }
            }
            _ => first.len_utf8(),
        };
        kept.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    kept
}

fn separate(kept: &mut String) {
    if !kept.ends_with(' ') && !kept.is_empty() {
        kept.push(' ');
    }
}

/// `///` and `//!`, `/**` and `/*!`, but neither `////` nor `/***`.
fn is_documentation(comment: &str) -> bool {
    let inner = comment.starts_with("//!") || comment.starts_with("/*!");
    let outer = comment.starts_with("///") && !comment.starts_with("////");
    inner || outer || (comment.starts_with("/**") && !comment.starts_with("/***") && !comment.starts_with("/**/"))
}

/// Returns the length of a comment between `/*` and `*/`, which may contain others.
fn block(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Returns the length of a quoted text, including the quotation marks.
fn string(text: &str) -> usize {
    quoted(text, b'"')
}

fn quoted(text: &str, mark: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == mark => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Returns the length of a character literal, or of the apostrophe before a lifetime.
fn character(text: &str) -> usize {
    let mut after = text.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, b'\''),
        _ => 1,
    }
}

/// Returns the length of `#"..."#`, with any number of `#`; `None` if this is something else.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.len() - text.trim_start_matches('#').len();
    let inner = text[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(inner.find(&end).map_or(text.len(), |at| hashes + 1 + at + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_lines_are_left_out() {
        let plain = without_comments("fn f(a: u8) -> u8 {\n    a + 1\n}\n", Comments::None);
        for same in [
            "fn f(a: u8) -> u8 { // one more\n\n    a /* of /* these */ */ + 1\n}\n",
            "/// Adds.\nfn f(a: u8) -> u8 {\n    a + 1\n}\n",
            "//! A file.\n\n/** Adds. */ fn f(a: u8) -> u8 {\n\ta + 1\n}\n",
        ] {
            assert_eq!(without_comments(same, Comments::None).trim(), plain.trim());
        }
        for other in
            ["fn f(a: u8) -> u8 {\n    a + 2\n}\n", "fn f(a: u8) -> u8 {\n    a+1\n}\n", "fnf(a: u8) -> u8 { a + 1 }"]
        {
            assert_ne!(without_comments(other, Comments::None), plain);
        }
    }

    #[test]
    fn documentation_can_stay() {
        let of = |text: &str| without_comments(text, Comments::Documentation);
        assert_eq!(of("/// Adds.\n// why\nfn f() {}"), "/// Adds. fn f() {}");
        assert_eq!(of("//// no\n/*** no */ /**/ //! yes"), "//! yes ");
    }

    #[test]
    fn what_looks_like_a_comment_in_a_text_stays() {
        for text in [
            r#"let a = "// no"; let b = "a \" // b";"#,
            r###"let a = r#"a "// b"#; let b = br"// \"; let c = r"";"###,
            "let a = '\"'; let b: &'static str = \"// a\"; let c = '\\''; let d = '/';",
            "fn f<'a>(a: &'a str) {} let r#type = 1; let bar = \"x\";",
            "let a = \"two  blanks\n and a line\";",
        ] {
            assert_eq!(without_comments(text, Comments::None), text);
        }
        assert_eq!(without_comments("let a = '\"'; // \"gone", Comments::None), "let a = '\"'; ");
        // Nothing is lost from an unterminated text.
        assert_eq!(without_comments("\"a // b", Comments::None), "\"a // b");
        assert_eq!(without_comments("'é' /* a", Comments::None), "'é' ");
    }
}
