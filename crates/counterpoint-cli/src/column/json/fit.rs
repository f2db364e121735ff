//! Checks whether a line fits the types of the columns.
//!
//! The decoder converts values to the type of their column: 1.5 becomes the integer 1, the string "5" a number, and of
//! two members with the same name the last one counts. So each value, as written in the line, is first checked against
//! its type. The cost: each line is parsed twice.

use arrow_schema::DataType;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;

/// The remedy for values of several types.
pub(super) const ONE_TYPE: &str = "use one type for all values of a column, or omit `--to parquet`";

/// The maximum length in characters of a value in a message.
const LONGEST_SHOWN: usize = 40;

/// The maximum number of characters, including a sign, up to which every integer is a 64-bit floating-point number.
const EXACT_DIGITS: usize = 15;

/// The message for a name that occurs twice in an object.
pub(super) const TWICE: &str = "this name occurs twice in the object; remove one of them";

/// What is wrong with a value, and the path to it, with a dot before each name.
pub(super) struct Misfit {
    pub(super) path: String,
    pub(super) why: String,
}

/// What the values of a column must be. Each may be null.
pub(super) enum Kind {
    /// A string in the hashed column.
    Hashed,
    Single(DataType),
    List(Box<Self>),
    /// The members by name, with their positions.
    Object(HashMap<String, (usize, Self)>),
}

impl Kind {
    /// Returns the kind of the values of this type.
    pub(super) fn new(data_type: &DataType) -> Self {
        match data_type {
            DataType::List(element) => Self::List(Box::new(Self::new(element.data_type()))),
            DataType::Struct(fields) => {
                let member = |(place, field): (usize, &arrow_schema::FieldRef)| {
                    (field.name().clone(), (place, Self::new(field.data_type())))
                };
                Self::Object(fields.iter().enumerate().map(member).collect())
            }
            single => Self::Single(single.clone()),
        }
    }

    /// Checks the members of an object, each of which may be missing.
    pub(super) fn check_members(&self, entries: &[(String, &RawValue)]) -> Result<(), Misfit> {
        let Self::Object(members) = self else { return Ok(()) };
        let mut seen = vec![false; members.len()];
        for (name, value) in entries {
            let done = match members.get(name) {
                None => Err("it is in none of the first lines; move a line that has it to the front, or omit `--to \
                             parquet`"
                    .to_owned()
                    .into()),
                Some((place, _)) if std::mem::replace(&mut seen[*place], true) => Err(TWICE.to_owned().into()),
                Some((_, kind)) => kind.check(value.get()),
            };
            done.map_err(|Misfit { path, why }| Misfit { path: format!(".{name}{path}"), why })?;
        }
        Ok(())
    }

    /// Checks a value, which must be valid JSON without space around it.
    pub(super) fn check(&self, value: &str) -> Result<(), Misfit> {
        let number = value.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let string = value.starts_with('"');
        // The parser has not decoded the escapes.
        if string && value.contains('\\') {
            serde_json::from_str::<String>(value).map_err(|error| no_value(&error))?;
        }
        let (fits, expected) = match self {
            Self::List(kind) if value.starts_with('[') => {
                let elements: Vec<&RawValue> = serde_json::from_str(value).map_err(|error| no_value(&error))?;
                return elements.into_iter().try_for_each(|element| kind.check(element.get()));
            }
            Self::Object(_) if value.starts_with('{') => {
                return self.check_members(&entries(value).map_err(|error| no_value(&error))?);
            }
            Self::Hashed => (string, "a string; only strings are hashed, so write the value in quotes"),
            Self::Single(DataType::Boolean) => (matches!(value, "true" | "false"), "true or false"),
            Self::Single(DataType::Int64) => (value.parse::<i64>().is_ok(), "a 64-bit integer in plain digits"),
            Self::Single(DataType::Float64) => (number && is_float(value), "exactly a 64-bit floating-point number"),
            Self::Single(DataType::Utf8) => (string, "a string"),
            Self::Single(_) => (false, "null"),
            Self::List(_) => (false, "a list"),
            Self::Object(_) => (false, "an object"),
        };
        if fits || value == "null" {
            return Ok(());
        }
        let mut shown: String = value.chars().take(LONGEST_SHOWN).collect();
        if shown.len() < value.len() {
            shown += "...";
        }
        Err(match self {
            Self::Hashed => format!("{shown} is not {expected}"),
            _ => format!("{shown} is not {expected}, unlike in the first lines; {ONE_TYPE}"),
        }
        .into())
    }
}

/// Returns why a syntactically valid value has no meaning.
pub(super) fn no_value(error: &serde_json::Error) -> String {
    let words = error.to_string();
    match words.contains("hex escape") {
        true => "an escape in this string stands for half a character, a lone surrogate; correct it".to_owned(),
        false => words.split(" at line ").next().unwrap_or_default().to_owned(),
    }
}

impl From<String> for Misfit {
    fn from(why: String) -> Self {
        Self { path: String::new(), why }
    }
}

/// Returns whether a number fits a 64-bit floating-point number. An integer must fit exactly. A number with a point or
/// an exponent means the nearest one, as everywhere in JSON.
fn is_float(number: &str) -> bool {
    let rounded = number.contains(['.', 'e', 'E']);
    number.parse::<f64>().is_ok_and(|value| {
        value.is_finite() && (rounded || number.len() <= EXACT_DIGITS || format!("{value:.0}") == number)
    })
}

/// Returns the names in an object and their values as written, in order.
pub(super) fn entries(object: &str) -> Result<Vec<(String, &RawValue)>, serde_json::Error> {
    struct OfObject;
    impl<'de> Visitor<'de> for OfObject {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = map.next_entry()? {
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    let mut parser = serde_json::Deserializer::from_str(object);
    let entries = parser.deserialize_map(OfObject)?;
    parser.end()?;
    Ok(entries)
}
