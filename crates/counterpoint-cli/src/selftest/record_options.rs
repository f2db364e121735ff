//! The parameters of a hash function in a record, besides the message.

use counterpoint::Algorithm;
use counterpoint::registry::{Hash, Options, Parameter};
use counterpoint_vectors::{self as vectors, BitString, Body, Case};

/// The parameters of one record.
#[derive(Default)]
pub(super) struct RecordOptions {
    key: Option<(Vec<u8>, u64)>,
    customization: Option<Vec<u8>>,
    function_name: Option<Vec<u8>>,
    domain: Option<u8>,
    block_bytes: Option<usize>,
    output_bits: Option<u64>,
}

/// Returns an error if a string does not consist of whole bytes.
fn check_whole_bytes(what: &str, string: &BitString) -> Result<(), String> {
    if string.bits().is_multiple_of(8) { Ok(()) } else { Err(format!("the {what} ends inside a byte")) }
}

/// Returns the bytes of a string. Not for messages, which may not fit into memory.
fn bytes(what: &str, string: &BitString) -> Result<Option<Vec<u8>>, String> {
    check_whole_bytes(what, string).map(|()| Some(string.to_vec()))
}

impl RecordOptions {
    /// Returns the parameters of a record, or the reason why no function can have them.
    pub(super) fn new(case: &Case, algorithm: &Algorithm) -> Result<Self, String> {
        let mut options = Self::default();
        let output = match &case.body {
            Body::CShake(vectors::CShake { function_name, customization, output, .. }) => {
                options.function_name = bytes("function name", function_name)?;
                options.customization = bytes("customization string", customization)?;
                output
            }
            Body::Kmac(vectors::Kmac { key, customization, output, .. }) => {
                options.key = Some((key.to_vec(), key.bits()));
                options.customization = bytes("customization string", customization)?;
                output
            }
            Body::TupleHash(vectors::TupleHash { tuple, customization, output }) => {
                for element in tuple {
                    check_whole_bytes("element", element)?;
                }
                options.customization = bytes("customization string", customization)?;
                output
            }
            Body::ParallelHash(vectors::ParallelHash { block_bytes, customization, output, .. }) => {
                let size = usize::try_from(*block_bytes).map_err(|_| "a block does not fit into memory".to_owned())?;
                options.block_bytes = Some(size);
                options.customization = bytes("customization string", customization)?;
                output
            }
            Body::TurboShake(vectors::TurboShake { domain, output, .. }) => {
                options.domain = Some(*domain);
                output
            }
            Body::KangarooTwelve(vectors::KangarooTwelve { message, customization, output }) => {
                check_whole_bytes("message", message)?;
                options.customization = bytes("customization string", customization)?;
                output
            }
            _ => return Err("the record does not belong to a function with parameters".to_owned()),
        };
        if algorithm.takes().contains(&Parameter::OutputBits) {
            options.output_bits = Some(output.total_bits().ok_or("its length in bits does not fit into 64 bits")?);
        }
        Ok(options)
    }

    /// Returns the function with these parameters, or a message that names an unsupported one.
    pub(super) fn hash(&self, algorithm: &Algorithm) -> Result<Box<dyn Hash>, String> {
        let options = Options {
            key: self.key.as_ref().map(|(key, _)| &key[..]),
            key_bits: self.key.as_ref().map(|&(_, bits)| bits),
            customization: self.customization.as_deref(),
            function_name: self.function_name.as_deref(),
            domain: self.domain,
            block_bytes: self.block_bytes,
            output_bits: self.output_bits,
        };
        algorithm.hash(&options).map_err(|error| error.to_string())
    }
}
