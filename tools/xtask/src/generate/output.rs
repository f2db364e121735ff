//! Generated contents of files: the whole text, or the part between two comments.

/// The generated contents of a file.
pub(super) struct Output {
    /// The path from the repository's root.
    pub(super) path: String,
    pub(super) change: Change,
}

pub(super) enum Change {
    /// The whole text is generated.
    Whole(String),
    /// The text between the comments with this name is generated.
    Region(String, String),
    /// The text is a function of the current text.
    Edit(Box<dyn Fn(&str) -> Result<String, String>>),
}

impl Output {
    pub(super) fn whole(path: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), change: Change::Whole(text) }
    }

    pub(super) fn region(path: impl Into<String>, name: impl Into<String>, text: String) -> Self {
        Self { path: path.into(), change: Change::Region(name.into(), text) }
    }

    pub(super) fn edit(path: impl Into<String>, edit: impl Fn(&str) -> Result<String, String> + 'static) -> Self {
        Self { path: path.into(), change: Change::Edit(Box::new(edit)) }
    }
}

/// Returns a file's text with its generated parts.
pub(super) fn changed(old: &str, outputs: &[Output]) -> Result<String, String> {
    let mut text = old.to_owned();
    for output in outputs {
        text = match &output.change {
            Change::Whole(text) => text.clone(),
            Change::Region(name, lines) => with_region(&text, name, lines)?,
            Change::Edit(edit) => edit(&text)?,
        };
    }
    Ok(text)
}

/// Returns a text with these lines between the comments with this name, indented like the comments.
fn with_region(text: &str, name: &str, lines: &str) -> Result<String, String> {
    let begin = format!(" {name}: begin, by `cargo xtask generate`");
    let end = format!(" {name}: end");
    let lacks = |comment: &str| format!("there is no comment `{}`, or more than one", comment.trim_start());
    let mut places = text.match_indices(&begin).map(|(at, _)| at);
    let (Some(first), None) = (places.next(), places.next()) else { return Err(lacks(&begin)) };
    let from = first + text[first..].find('\n').ok_or_else(|| lacks(&end))? + 1;
    let to = from + text[from..].match_indices(&end).next().ok_or_else(|| lacks(&end))?.0;
    let to = text[..to].rfind('\n').map_or(0, |at| at + 1);
    let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let indent: String = text[line..].chars().take_while(|c| *c == ' ').collect();
    let mut region = String::new();
    for line in lines.lines() {
        if !line.is_empty() {
            region.push_str(&indent);
        }
        region.push_str(line);
        region.push('\n');
    }
    Ok(format!("{}{region}{}", &text[..from], &text[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_replaced() {
        let text = "a\n  // x: begin, by `cargo xtask generate`\n  old\n  // x: end\nb\n";
        let new = with_region(text, "x", "c\n\n  d\n").unwrap();
        assert_eq!(new, "a\n  // x: begin, by `cargo xtask generate`\n  c\n\n    d\n  // x: end\nb\n");
        assert_eq!(with_region(&new, "x", "c\n\n  d\n").unwrap(), new);
        assert!(with_region(text, "y", "").is_err());
        assert!(with_region(&text.replace("x: end", "end"), "x", "").is_err());
    }
}
