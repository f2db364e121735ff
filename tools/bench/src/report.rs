//! The command `report`: an HTML page that shows records. It is self-contained: it loads nothing and runs no script.
//!
//! The Rust code computes the contents and the positions in the figures; the templates (`templates/`) write them as
//! HTML and SVG. The style sheet defines the colours, for a light and for a dark background.

use crate::console::Error;
use crate::format::{short, title};
use crate::output_file;
use crate::record::Record;
use clap::Args;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Value};
use page::Page;
use std::path::PathBuf;

mod bars;
mod engines;
mod figures;
mod labels;
mod page;
mod paper_tables;
mod plot;
mod scale;

/// The arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The records to show.
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// The page to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Writes the page as a whole or not at all.
///
/// # Errors
///
/// Returns a message if a record can't be read, if all are empty, or if the page can't be written.
pub(crate) fn run(args: &ReportArgs) -> Result<(), Error> {
    let record = Record::read_all(&args.records)?;
    if record.measurements.is_empty() && record.rows.is_empty() {
        return Err(Error::Failed("the records are empty; measure with `counterpoint-bench --record FILE`".to_owned()));
    }
    Ok(output_file::write(&args.output, html(&record)?.as_bytes())?)
}

/// Returns the page of a record.
fn html(record: &Record) -> Result<String, String> {
    let mut environment = Environment::new();
    let templates = [
        ("report.html", include_str!("../templates/report.html")),
        ("figures.html", include_str!("../templates/figures.html")),
        ("tables.html", include_str!("../templates/tables.html")),
        ("style.css", include_str!("../templates/style.css")),
    ];
    environment.add_filter("three", short);
    environment.add_filter("prose", |name: &str| title(name));
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().map_err(|e| e.to_string())?;
    environment.set_syntax(syntax);
    let made = templates.iter().try_for_each(|(name, text)| environment.add_template(name, text));
    let page = Value::from(Serde(Page::of(record)));
    made.and_then(|()| environment.get_template("report.html")?.render(page)).map_err(|e| format!("the page: {e:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn example() -> Record {
        Record::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/example.json")))
            .expect("it is a record")
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let html = html(&example()).expect("it is made");
        for outside in ["<script", "<link", "src=", "@import", "url("] {
            assert!(!html.contains(outside), "{outside}");
        }
        assert!(!html.contains("http") || html.matches("http").count() == html.matches("http://www.w3.org").count());
        assert!(html.contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn the_page_shows_every_part_of_the_record() {
        let html = html(&example()).expect("it is made");
        for part in ["groestl256", "rows-avx512", "Luffa-shuffle", "Table 5", "cycles per byte", "AVR", "wrong digest"]
        {
            assert!(html.contains(part), "{part}");
        }
        assert!(!html.contains("NaN") && !html.contains("inf\""));
    }

    #[test]
    fn what_comes_from_a_record_is_escaped() {
        let mut record = example();
        record.measurements.iter_mut().for_each(|m| m.cpu = "<b>&".to_owned());
        let html = html(&record).expect("it is made");
        assert!(html.contains("&lt;b&gt;&amp;") && !html.contains("<b>&"));
    }
}
