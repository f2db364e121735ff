//! Whether a line fits the types of the columns.
//!
//! The decoder turns what it finds into the type of the column: 1.5 becomes the integer 1, the string "5" a number, and
//! of two values with the same name the last one counts. So each value is compared with its type before, as it is
//! written in the line. The cost: each line is parsed twice.

use arrow_schema::{DataType, Fields};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;

/// The longest value in characters that a message shows.
const LONGEST_SHOWN: usize = 40;

/// The greatest number of digits, with a sign, for which any integer is a floating-point number of 64 bits.
const EXACT_DIGITS: usize = 15;

/// The words for a string with half of a surrogate pair.
pub(in super::super) const HALF_CHARACTER: &str =
    "an escape in this string stands for half a character, a lone surrogate; correct it";

/// Why a line does not fit.
pub(super) enum Misfit {
    /// It is not one JSON object.
    Syntax(serde_json::Error),
    /// What is wrong with the value of a column. The names lead to it from the outermost object.
    Value { names: Vec<String>, why: Why },
}

/// What is wrong with a value.
pub(super) enum Why {
    /// No column has this name.
    Unknown,
    /// The object has two values with this name.
    Twice,
    /// An escape in the string stands for no character.
    Escape,
    /// The value, as a message shows it, and what it should be.
    Type(String, &'static str),
}

impl From<serde_json::Error> for Misfit {
    fn from(error: serde_json::Error) -> Self {
        Self::Syntax(error)
    }
}

impl Misfit {
    /// Returns the same in an object in which the value has this name.
    fn below(self, name: String) -> Self {
        match self {
            Self::Value { mut names, why } => {
                names.insert(0, name);
                Self::Value { names, why }
            }
            syntax => syntax,
        }
    }
}

impl From<Why> for Misfit {
    fn from(why: Why) -> Self {
        Self::Value { names: Vec::new(), why }
    }
}

/// The columns of a table, or the fields of an object.
pub(super) struct Columns {
    places: HashMap<String, usize>,
    kinds: Vec<Kind>,
}

/// What the values of a column have to be. Each may be null.
enum Kind {
    Null,
    Boolean,
    Integer,
    Float,
    Text,
    List(Box<Self>),
    Object(Columns),
}

impl Columns {
    /// Returns the columns with these types, or `None` if JSON has no values of one of them.
    pub(super) fn new(fields: &Fields) -> Option<Self> {
        let places = fields.iter().enumerate().map(|(place, field)| (field.name().clone(), place)).collect();
        let kinds = fields.iter().map(|field| Kind::new(field.data_type())).collect::<Option<_>>()?;
        Some(Self { places, kinds })
    }

    /// Compares an object with the columns. Each may be missing, and then the row has a null.
    pub(super) fn check(&self, object: &str) -> Result<(), Misfit> {
        let mut seen = vec![false; self.kinds.len()];
        for (name, value) in entries(object)? {
            let done = match self.places.get(&name) {
                None => Err(Why::Unknown.into()),
                Some(&place) if std::mem::replace(&mut seen[place], true) => Err(Why::Twice.into()),
                Some(&place) => self.kinds[place].check(value.get()),
            };
            done.map_err(|misfit: Misfit| misfit.below(name))?;
        }
        Ok(())
    }
}

impl Kind {
    fn new(data_type: &DataType) -> Option<Self> {
        Some(match data_type {
            DataType::Null => Self::Null,
            DataType::Boolean => Self::Boolean,
            DataType::Int64 => Self::Integer,
            DataType::Float64 => Self::Float,
            DataType::Utf8 => Self::Text,
            DataType::List(element) => Self::List(Box::new(Self::new(element.data_type())?)),
            DataType::Struct(fields) => Self::Object(Columns::new(fields)?),
            _ => return None,
        })
    }

    /// Compares a value with the type. `value` is valid JSON without space around it.
    fn check(&self, value: &str) -> Result<(), Misfit> {
        let fits = match (self, value.as_bytes().first()) {
            (_, Some(b'n')) => true,
            (Self::Boolean, Some(b't' | b'f')) => true,
            (Self::Integer, Some(b'-' | b'0'..=b'9')) => value.parse::<i64>().is_ok(),
            (Self::Float, Some(b'-' | b'0'..=b'9')) => is_float(value),
            (Self::Text, Some(b'"')) => {
                // What escapes stand for has not been looked at before.
                if value.contains('\\') && serde_json::from_str::<String>(value).is_err() {
                    return Err(Why::Escape.into());
                }
                true
            }
            (Self::List(kind), Some(b'[')) => {
                let elements: Vec<&RawValue> = serde_json::from_str(value)?;
                elements.into_iter().try_for_each(|element| kind.check(element.get()))?;
                true
            }
            (Self::Object(fields), Some(b'{')) => {
                fields.check(value)?;
                true
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(Why::Type(shown(value), self.words()).into()) }
    }

    /// Returns what a value should be.
    fn words(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "true or false",
            Self::Integer => "a 64-bit integer in plain digits",
            Self::Float => "exactly a 64-bit floating-point number",
            Self::Text => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// Returns whether a number is one of 64 bits with a floating point. An integer has to be that exactly. A number with a
/// point or an exponent stands for the nearest one, as everywhere in JSON.
fn is_float(number: &str) -> bool {
    let rounded = number.contains(['.', 'e', 'E']);
    number.parse::<f64>().is_ok_and(|value| {
        value.is_finite() && (rounded || number.len() <= EXACT_DIGITS || format!("{value:.0}") == number)
    })
}

/// Returns a value as messages show it.
pub(in super::super) fn shown(value: &str) -> String {
    let mut shown: String = value.chars().take(LONGEST_SHOWN).collect();
    if shown.len() < value.len() {
        shown += "...";
    }
    shown
}

/// Returns the names in an object and their values as they are written, in their order.
pub(in super::super) fn entries(object: &str) -> Result<Vec<(String, &RawValue)>, serde_json::Error> {
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

#[cfg(test)]
mod tests {
    use super::{Columns, Misfit, Why};
    use arrow_schema::{DataType, Field, Fields};

    /// Returns what is wrong with a line, in a table with a column of each type.
    fn misfit(line: &str) -> Option<String> {
        let field = |name: &str, data_type| Field::new(name, data_type, true);
        let parts = Fields::from(vec![field("n", DataType::Int64)]);
        let fields = vec![
            field("null", DataType::Null),
            field("flag", DataType::Boolean),
            field("n", DataType::Int64),
            field("x", DataType::Float64),
            field("text", DataType::Utf8),
            field("list", DataType::new_list(DataType::Int64, true)),
            field("part", DataType::Struct(parts)),
        ];
        let columns = Columns::new(&fields.into()).unwrap();
        columns.check(line).err().map(|misfit| match misfit {
            Misfit::Syntax(error) => error.to_string(),
            Misfit::Value { names, why } => match why {
                Why::Unknown => format!("{} is unknown", names.join(".")),
                Why::Twice => format!("{} twice", names.join(".")),
                Why::Escape => format!("{} has a wrong escape", names.join(".")),
                Why::Type(value, expected) => format!("{}: {value} is not {expected}", names.join(".")),
            },
        })
    }

    #[test]
    fn values_of_the_types_fit() {
        for line in [
            "{}",
            r#"{"null":null,"flag":null,"n":null,"x":null,"text":null,"list":null,"part":null}"#,
            r#" { "flag" : true , "n" : -9223372036854775808 , "x" : 0.1 } "#,
            r#"{"x":5,"text":"5 \ud83d\ude00","list":[],"part":{}}"#,
            r#"{"x":-9007199254740992,"list":[1,null],"part":{"n":0}}"#,
            r#"{"x":100000000000000000000,"n":9223372036854775807}"#,
            r#"{"x":1e300,"\u006e":1}"#,
        ] {
            assert_eq!(misfit(line), None, "{line}");
        }
    }

    #[test]
    fn other_values_do_not() {
        for (line, words) in [
            (r#"{"n":1.5}"#, "n: 1.5 is not a 64-bit integer in plain digits"),
            (r#"{"n":2e3}"#, "n: 2e3 is not a 64-bit"),
            (r#"{"n":"5"}"#, "n: \"5\" is not a 64-bit"),
            (r#"{"n":9223372036854775808}"#, "n: 9223372036854775808 is not"),
            (r#"{"n":true}"#, "n: true is not"),
            (r#"{"x":9007199254740993}"#, "x: 9007199254740993 is not exactly a 64-bit floating-point number"),
            (r#"{"x":100000000000000000001}"#, "x: 100000000000000000001 is not exactly"),
            (r#"{"x":1e400}"#, "x: 1e400 is not"),
            (r#"{"x":"0.5"}"#, "x: \"0.5\" is not"),
            (r#"{"flag":"true"}"#, "flag: \"true\" is not true or false"),
            (r#"{"flag":1}"#, "flag: 1 is not true or false"),
            (r#"{"text":5}"#, "text: 5 is not a string"),
            (r#"{"text":["a"]}"#, "text: [\"a\"] is not a string"),
            (r#"{"null":0}"#, "null: 0 is not null"),
            (r#"{"list":1}"#, "list: 1 is not a list"),
            (r#"{"list":[1,2.5]}"#, "list: 2.5 is not a 64-bit"),
            (r#"{"part":[]}"#, "part: [] is not an object"),
            (r#"{"part":{"n":"5"}}"#, "part.n: \"5\" is not"),
            (r#"{"part":{"m":5}}"#, "part.m is unknown"),
            (r#"{"part":{"n":5,"n":5}}"#, "part.n twice"),
            (r#"{"text":"a","text":"b"}"#, "text twice"),
            (r#"{"text":"a","\u0074ext":"b"}"#, "text twice"),
            (r#"{"other":1}"#, "other is unknown"),
            (r#"{"text":"\ud83d"}"#, "text has a wrong escape"),
            (r#"{"n":1} {"n":2}"#, "trailing characters"),
            ("5", "invalid type"),
        ] {
            let misfit = misfit(line).unwrap_or_default();
            assert!(misfit.starts_with(words), "{line}: {misfit}");
        }
        let long = format!("{{\"n\":\"{}\"}}", "x".repeat(1000));
        assert!(misfit(&long).unwrap().len() < 100);
    }
}
