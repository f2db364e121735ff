//! The fields of a JSON record, with typed errors. Fields that the record lacks come from the header of the file.

use crate::{BitOrder, BitString, Error, Fault, Output, Place};
use serde_json::{Map, Value};

/// A JSON object.
pub(crate) type Object = Map<String, Value>;

/// The empty header of a record inside a record.
static NONE: std::sync::LazyLock<Object> = std::sync::LazyLock::new(Object::new);

/// A record together with the header of its file.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    file: &'a str,
    record: usize,
    own: &'a Object,
    header: &'a Object,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(file: &'a str, record: usize, own: &'a Object, header: &'a Object) -> Self {
        Self { file, record, own, header }
    }

    /// Returns the number of the record.
    pub(crate) fn record(&self) -> usize {
        self.record
    }

    /// Returns the names of the record's own fields.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.own.keys().map(String::as_str)
    }

    /// Returns the error for a fault in this record.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        fault.at(self.file, Place { record: Some(self.record), line: None })
    }

    fn wrong_type(&self, field: &str, wanted: &'static str) -> Error {
        self.error(Fault::Type { field: field.to_owned(), wanted })
    }

    fn get(&self, field: &str) -> Option<&'a Value> {
        self.own.get(field).or_else(|| self.header.get(field)).filter(|value| !value.is_null())
    }

    /// Returns whether the record or the header has the field.
    pub(crate) fn has(&self, field: &str) -> bool {
        self.get(field).is_some()
    }

    /// Returns the value, or an error if the field is missing.
    pub(crate) fn need<T>(&self, field: &'static str, value: Option<T>) -> Result<T, Error> {
        value.ok_or_else(|| self.error(Fault::Missing(field)))
    }

    pub(crate) fn text(&self, field: &str) -> Result<Option<&'a str>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.wrong_type(field, "a string"))
    }

    pub(crate) fn number(&self, field: &str) -> Result<Option<u64>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_u64().map(Some).ok_or_else(|| self.wrong_type(field, "a whole number, not negative"))
    }

    pub(crate) fn flag(&self, field: &str) -> Result<Option<bool>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.wrong_type(field, "true or false"))
    }

    pub(crate) fn list(&self, field: &str) -> Result<Option<&'a [Value]>, Error> {
        let Some(value) = self.get(field) else { return Ok(None) };
        value.as_array().map(|list| Some(list.as_slice())).ok_or_else(|| self.wrong_type(field, "a list"))
    }

    /// Returns a field that is an object, as a record without a header.
    pub(crate) fn object(&self, field: &'static str) -> Result<Fields<'a>, Error> {
        let value = self.need(field, self.get(field))?;
        let own = value.as_object().ok_or_else(|| self.wrong_type(field, "an object"))?;
        Ok(Fields { own, header: &NONE, ..*self })
    }

    /// Returns the objects of a list, each as a record without a header.
    pub(crate) fn objects(&self, field: &'static str) -> Result<Vec<Fields<'a>>, Error> {
        let list = self.need(field, self.list(field)?)?;
        let each = |value: &'a Value| {
            let own = value.as_object().ok_or_else(|| self.wrong_type(field, "a list of objects"))?;
            Ok(Fields { own, header: &NONE, ..*self })
        };
        list.iter().map(each).collect()
    }

    /// Decodes hexadecimal digits.
    pub(crate) fn bytes_of(&self, field: &str, digits: &str) -> Result<Vec<u8>, Error> {
        crate::hex(digits).map_err(|fault| self.error(Fault::Hex { field: field.to_owned(), fault }))
    }

    pub(crate) fn hex(&self, field: &str) -> Result<Option<Vec<u8>>, Error> {
        self.text(field)?.map(|digits| self.bytes_of(field, digits)).transpose()
    }

    pub(crate) fn needed_hex(&self, field: &'static str) -> Result<Vec<u8>, Error> {
        self.need(field, self.hex(field)?)
    }

    /// Returns `wanted` bytes, or an error if there are more or fewer.
    pub(crate) fn hex_of_length(&self, field: &'static str, wanted: usize) -> Result<Vec<u8>, Error> {
        let bytes = self.needed_hex(field)?;
        if bytes.len() == wanted {
            return Ok(bytes);
        }
        let (found, wanted) = (bytes.len() as u64, wanted as u64);
        Err(self.error(Fault::Length { field: field.to_owned(), found, wanted }))
    }

    /// Returns the strings of a list as bytes.
    pub(crate) fn hex_list(&self, field: &'static str) -> Result<Vec<Vec<u8>>, Error> {
        let list = self.need(field, self.list(field)?)?;
        let each = |value: &Value| match value.as_str() {
            Some(digits) => self.bytes_of(field, digits),
            None => Err(self.wrong_type(field, "a list of strings")),
        };
        list.iter().map(each).collect()
    }

    /// Returns the bit order stated in a field or in the text of the format.
    pub(crate) fn order(&self) -> Result<Option<BitOrder>, Error> {
        if let Some(order) = self.text("bit_order")? {
            return match order.to_ascii_lowercase().as_str() {
                "msb" => Ok(Some(BitOrder::Msb)),
                "lsb" => Ok(Some(BitOrder::Lsb)),
                _ => Err(self.wrong_type("bit_order", "\"msb\" or \"lsb\"")),
            };
        }
        let format = self.text("format")?.unwrap_or("").to_ascii_lowercase();
        let states = |words: &[&str]| words.iter().any(|words| format.contains(words));
        Ok(match (states(&["most significant", "msb-first"]), states(&["least significant", "lsb-first"])) {
            (true, false) => Some(BitOrder::Msb),
            (false, true) => Some(BitOrder::Lsb),
            _ => None,
        })
    }

    /// Returns a string from a field `*_hex`. Its length is in the field `bits`; otherwise it consists of whole bytes.
    pub(crate) fn bit_string(&self, field: &'static str, bits: &str) -> Result<Option<BitString>, Error> {
        let Some(bytes) = self.hex(field)? else { return Ok(None) };
        let bits = self.number(bits)?.unwrap_or(8 * bytes.len() as u64);
        let string = BitString::cut(field, bytes, bits, self.order()?);
        string.map(Some).map_err(|fault| self.error(fault))
    }

    /// Like [`Self::bit_string`], but returns an empty string if the field is missing.
    pub(crate) fn bit_string_or_empty(&self, field: &'static str, bits: &str) -> Result<BitString, Error> {
        Ok(self.bit_string(field, bits)?.unwrap_or_else(|| BitString::bytes(Vec::new())))
    }

    /// Returns the digest: `out_bits` bits, or whole bytes, or the end of an output of `out_bytes` bytes.
    pub(crate) fn output(&self) -> Result<Output, Error> {
        let field = "digest_hex";
        let bytes = self.needed_hex(field)?;
        if bytes.is_empty() {
            let problem = "is empty, so there is nothing to compare".to_owned();
            return Err(self.error(Fault::Value { field: field.to_owned(), problem }));
        }
        let found = bytes.len() as u64;
        let mut output = Output::whole(bytes);
        if let Some(bits) = self.number("out_bits")? {
            if found != bits.div_ceil(8) {
                let wanted = bits.div_ceil(8);
                return Err(self.error(Fault::Length { field: field.to_owned(), found, wanted }));
            }
            output.bits = bits;
        } else if let Some(wanted) = self.number("out_bytes")? {
            if found > wanted {
                return Err(self.error(Fault::Length { field: field.to_owned(), found, wanted }));
            }
            output.skip = wanted - found;
        }
        Ok(output)
    }
}
