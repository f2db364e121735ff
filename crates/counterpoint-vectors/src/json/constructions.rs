//! Records of SP 800-185, RFC 9861, Keyak and Ketje.

use crate::fields::Fields;
use crate::{
    BitString, Body, CShake, Error, Fault, KangarooTwelve, Kmac, ParallelHash, Session, TupleHash, TurboShake, Wrap,
};

/// Parses a record of one of these constructions; `None` for any other record.
pub(super) fn construction(fields: &Fields<'_>, algorithm: &str) -> Result<Option<Body>, Error> {
    let name = algorithm.to_ascii_lowercase();
    let body = if fields.has("tuple_hex") {
        tuple_hash(fields)?
    } else if fields.has("block_bytes") {
        parallel_hash(fields)?
    } else if fields.has("key_hex") {
        kmac(fields)?
    } else if fields.has("function_name_hex") || fields.has("customization_hex") {
        cshake(fields)?
    } else if fields.has("domain") || name.starts_with("turboshake") {
        turbo_shake(fields)?
    } else if fields.has("customization")
        || fields.has("message")
        || name.starts_with("kt")
        || name.starts_with("kangaroo")
    {
        kangaroo_twelve(fields)?
    } else {
        return Ok(None);
    };
    fields.need("algorithm", fields.text("algorithm")?)?;
    Ok(Some(body))
}

fn message(fields: &Fields<'_>) -> Result<BitString, Error> {
    let bits = if fields.has("message_bits") { "message_bits" } else { "bits" };
    fields.need("message_hex", fields.bit_string("message_hex", bits)?)
}

fn customization(fields: &Fields<'_>) -> Result<BitString, Error> {
    fields.bit_string_or_empty("customization_hex", "customization_bits")
}

fn cshake(fields: &Fields<'_>) -> Result<Body, Error> {
    Ok(Body::CShake(CShake {
        function_name: fields.bit_string_or_empty("function_name_hex", "function_name_bits")?,
        customization: customization(fields)?,
        message: message(fields)?,
        output: fields.output()?,
    }))
}

fn kmac(fields: &Fields<'_>) -> Result<Body, Error> {
    Ok(Body::Kmac(Kmac {
        key: fields.need("key_hex", fields.bit_string("key_hex", "key_bits")?)?,
        customization: customization(fields)?,
        message: message(fields)?,
        output: fields.output()?,
        valid: fields.flag("valid")?.unwrap_or(true),
    }))
}

fn tuple_hash(fields: &Fields<'_>) -> Result<Body, Error> {
    let parts = fields.hex_list("tuple_hex")?;
    let lengths = match fields.list("tuple_bits")? {
        Some(lengths) => lengths.iter().map(serde_json::Value::as_u64).collect(),
        None => Some(parts.iter().map(|part| 8 * part.len() as u64).collect()),
    };
    let wrong = |wanted| fields.error(Fault::Type { field: "tuple_bits".to_owned(), wanted });
    let lengths: Vec<u64> = lengths.ok_or_else(|| wrong("a list of whole numbers"))?;
    if lengths.len() != parts.len() {
        return Err(wrong("as long as `tuple_hex`"));
    }
    let order = fields.order()?;
    let part = |(bytes, bits)| BitString::cut("tuple_hex", bytes, bits, order).map_err(|fault| fields.error(fault));
    Ok(Body::TupleHash(TupleHash {
        tuple: parts.into_iter().zip(lengths).map(part).collect::<Result<_, _>>()?,
        customization: customization(fields)?,
        output: fields.output()?,
    }))
}

fn parallel_hash(fields: &Fields<'_>) -> Result<Body, Error> {
    Ok(Body::ParallelHash(ParallelHash {
        block_bytes: fields.need("block_bytes", fields.number("block_bytes")?)?,
        customization: customization(fields)?,
        message: message(fields)?,
        output: fields.output()?,
    }))
}

fn turbo_shake(fields: &Fields<'_>) -> Result<Body, Error> {
    let domain = fields.needed_hex("domain")?;
    let [domain] = domain[..] else {
        return Err(fields.error(Fault::Type { field: "domain".to_owned(), wanted: "one byte in hexadecimal" }));
    };
    let message = fields.need("message", expression(fields, "message", "message_hex")?)?;
    Ok(Body::TurboShake(TurboShake { domain, message, output: fields.output()? }))
}

/// The longest customization string in bytes. Unlike a message, it is held in memory even if a rule describes it.
const LONGEST_CUSTOMIZATION: u64 = 1 << 20;

fn kangaroo_twelve(fields: &Fields<'_>) -> Result<Body, Error> {
    let customization = expression(fields, "customization", "customization_hex")?;
    if customization.as_ref().is_some_and(|string| string.byte_length() > LONGEST_CUSTOMIZATION) {
        let problem = format!("is longer than {LONGEST_CUSTOMIZATION} bytes; it has to fit into memory");
        return Err(fields.error(Fault::Value { field: "customization".to_owned(), problem }));
    }
    Ok(Body::KangarooTwelve(KangarooTwelve {
        message: fields.need("message", expression(fields, "message", "message_hex")?)?,
        customization: customization.unwrap_or_else(|| BitString::bytes(Vec::new())),
        output: fields.output()?,
    }))
}

/// Returns a string, from an expression as in RFC 9861 or from hexadecimal digits in another field.
fn expression(fields: &Fields<'_>, name: &'static str, hex: &'static str) -> Result<Option<BitString>, Error> {
    let Some(text) = fields.text(name)? else {
        return Ok(fields.hex(hex)?.map(BitString::bytes));
    };
    let wrong = || fields.error(Fault::Type { field: name.to_owned(), wanted: "empty, ptn(N) or FF^N" });
    evaluate(text).map(Some).ok_or_else(wrong)
}

/// Evaluates an expression: `""` is empty, `ptn(N)` is the pattern of N bytes, `FF^N` is N bytes FF. N may be a power
/// such as `17**3`.
fn evaluate(text: &str) -> Option<BitString> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let bits = |number: &str| power(number)?.checked_mul(8);
    if text.is_empty() {
        Some(BitString::bytes(Vec::new()))
    } else if let Some(number) = text.strip_prefix("ptn(").and_then(|rest| rest.strip_suffix(')')) {
        Some(BitString::repeated((0..251).collect(), bits(number)?, None))
    } else if let Some((byte, number)) = text.split_once('^') {
        Some(BitString::repeated(crate::hex(byte).ok().filter(|byte| byte.len() == 1)?, bits(number)?, None))
    } else {
        crate::hex(&text).ok().map(BitString::bytes)
    }
}

/// Parses a number, or a power of two numbers.
fn power(text: &str) -> Option<u64> {
    match text.split_once("**").or_else(|| text.split_once('^')) {
        Some((base, exponent)) => base.parse::<u64>().ok()?.checked_pow(exponent.parse().ok()?),
        None => text.parse().ok(),
    }
}

/// Parses a session. Keyak's has `wraps`, Ketje's has `steps`.
pub(super) fn session(fields: &Fields<'_>) -> Result<Body, Error> {
    fields.need("algorithm", fields.text("algorithm")?)?;
    let (list, data) = if fields.has("wraps") { ("wraps", "metadata_hex") } else { ("steps", "associated_data_hex") };
    let wrap = |fields: Fields<'_>| {
        let plaintext = fields.needed_hex("plaintext_hex")?;
        Ok(Wrap {
            associated_data: fields.needed_hex(data)?,
            ciphertext: fields.hex_of_length("ciphertext_hex", plaintext.len())?,
            plaintext,
            tag: fields.needed_hex("tag_hex")?,
            forget: fields.flag("forget_flag")?.unwrap_or(false),
        })
    };
    let key = fields.need("key_hex", fields.bit_string("key_hex", "key_bits")?)?;
    let nonce = fields.need("nonce_hex", fields.bit_string("nonce_hex", "nonce_bits")?)?;
    let start_tag = match fields.flag("tag_flag")?.unwrap_or(false) {
        true => Some(fields.needed_hex("start_tag_hex")?),
        false => None,
    };
    Ok(Body::Session(Session {
        key: key.to_vec(),
        nonce: nonce.to_vec(),
        start_tag,
        start_forget: fields.flag("forget_flag")?.unwrap_or(false),
        wraps: fields.objects(list)?.into_iter().map(wrap).collect::<Result<_, _>>()?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_evaluated() {
        assert_eq!(evaluate("ptn(17**2)").unwrap().byte_length(), 289);
        assert_eq!(evaluate("ptn(4)").unwrap().to_vec(), [0, 1, 2, 3]);
        assert_eq!(evaluate("FF^3").unwrap().to_vec(), [0xff; 3]);
        assert!(evaluate("").unwrap().to_vec().is_empty());
        assert_eq!(evaluate("ptn(x)"), None);
        assert_eq!(evaluate("ptn(9999999999999999999999)"), None);
    }
}
