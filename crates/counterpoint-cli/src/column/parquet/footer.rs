//! The footer of a Parquet file, checked before it is decoded.
//!
//! The decoder makes room for as many elements as a list names, before it reads one, and calls itself for each level of
//! the schema. So the lists have to fit into the footer's bytes, and the schema may not be nested too deeply. Decoded,
//! a footer takes several times its length, which is limited, too.

use super::file::File;
use super::thrift::{Event, walk};
use super::words::words;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use std::sync::Arc;

/// The longest footer in bytes. One of a thousand columns and a hundred row groups has about ten million.
const LONGEST: u64 = 1 << 25;

/// The deepest nesting of columns.
const DEEPEST: usize = 64;

/// The end of a file: the length of the footer, and the mark of the format.
const END: u64 = 8;

/// Reads the footer.
pub(super) fn read(file: &Arc<File>) -> Result<ParquetMetaData, String> {
    let length = file.before().len();
    let begin = length.checked_sub(END).ok_or("it is too short for one")?;
    let end = file.read(begin, END)?;
    let (bytes, mark) = end.split_at(4);
    match mark {
        b"PAR1" => {}
        b"PARE" => return Err("it is encrypted".to_owned()),
        _ => return Err("it does not end like one".to_owned()),
    }
    let bytes = u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default()));
    if bytes > LONGEST {
        return Err(format!("its footer has {bytes} bytes, more than {LONGEST}"));
    }
    let begin = begin.checked_sub(bytes).ok_or("its footer is longer than the file")?;
    let footer = file.read(begin, bytes)?;
    check(&footer)?;
    ParquetMetaDataReader::decode_metadata(&footer).map_err(|error| words(&error))
}

/// The fields that say how the schema is nested: the list of its elements, and how many children an element has.
const ELEMENT: [i16; 1] = [2];
const CHILDREN: [i16; 2] = [2, 5];

/// Checks the lists and the nesting.
fn check(footer: &[u8]) -> Result<(), String> {
    let mut children = 0;
    // How many children are still to come, of each element on the path.
    let mut path: Vec<i64> = Vec::new();
    let mut deepest = 0;
    walk(footer, footer.len() as u64, &mut |place, event| match event {
        Event::Integer(count) if place == CHILDREN => children = count,
        Event::End if place == ELEMENT => {
            if let Some(left) = path.last_mut() {
                *left -= 1;
            }
            if children > 0 {
                path.push(children);
                deepest = deepest.max(path.len());
            }
            while path.last() == Some(&0) {
                path.pop();
            }
            children = 0;
        }
        _ => {}
    })?;
    if deepest > DEEPEST { Err(format!("its columns are nested {deepest} levels deep")) } else { Ok(()) }
}
