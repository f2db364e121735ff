//! `counterpoint-isa run`: computes a function on the emulator.

use super::files;
use super::kernels::known;
use crate::console::{Error, failed, shown};
use crate::functions::{FUNCTIONS, Function, Kind};
use crate::modes::{self, Ketje, Keyak, Processor, Strings, digest, keystream, mac, stream};
use clap::Args;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The longest output in bytes. It is as long as the longest input.
const MOST_BYTES: usize = files::MOST_BYTES as usize;
/// The length of a tag of Keyak in bytes.
const KEYAK_TAG: usize = 16;

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct FunctionArgs {
    /// The function: sha3-256, shake128, kmac128, keystream128, lake-keyak, ketje-sr and others.
    #[arg(value_name = "FUNCTION")]
    function: String,
    /// The set of instructions.
    #[arg(long, value_name = "SET")]
    set: String,
    /// The message; to decrypt, the ciphertext followed by the tag. [default: standard input]
    #[arg(long = "in", value_name = "FILE")]
    input: Option<PathBuf>,
    /// The key.
    #[arg(long, value_name = "HEX")]
    key: Option<String>,
    /// The nonce.
    #[arg(long, value_name = "HEX")]
    nonce: Option<String>,
    /// The data to authenticate with the message but not encrypt.
    #[arg(long, value_name = "FILE")]
    metadata: Option<PathBuf>,
    /// The length of the output in bytes.
    #[arg(long, value_name = "NUMBER")]
    length: Option<usize>,
    /// Decrypt, and refuse a message whose tag does not match.
    #[arg(long)]
    decrypt: bool,
}

/// The options except the message.
struct Options<'a> {
    args: &'a FunctionArgs,
    function: &'static Function,
}

/// Computes the function, and returns its output with the number of instructions.
pub(super) fn run(args: &FunctionArgs) -> Result<String, Error> {
    let function = named(&args.function)?;
    let mut processor = Processor::new(known(&args.set)?);
    let options = Options { args, function };
    options.accepted()?;
    let outputs = options.outputs(&mut processor)?;
    let mut text = String::new();
    for (name, strings) in outputs {
        // All messages are the same.
        write!(text, "{name:<14}").map_err(failed)?;
        for byte in &strings[0] {
            write!(text, "{byte:02x}").map_err(failed)?;
        }
        text.push('\n');
    }
    let (steps, messages) = (processor.steps(), processor.messages(function));
    let of = if messages == 1 { String::new() } else { format!(" for {messages} such messages at a time") };
    writeln!(text, "{:<14}{steps}{of}", "instructions").map_err(failed)?;
    Ok(text)
}

/// Returns the function that the command line names.
pub(super) fn named(name: &str) -> Result<&'static Function, Error> {
    Function::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
        let (name, names) = (shown(name.as_ref()), names.join(", "));
        Error::Usage(format!("{name}: not a function that can be run; these are {names}"))
    })
}

impl Options<'_> {
    /// Returns an error if an option is missing, or if the function does not accept one.
    fn accepted(&self) -> Result<(), Error> {
        let Self { args, function } = self;
        let aead = matches!(function.kind, Kind::Keyak(_) | Kind::Ketje { .. });
        let keyed = !matches!(function.kind, Kind::Digest { .. });
        let stream = matches!(function.kind, Kind::Keystream { .. } | Kind::Stream { .. });
        let nonce = aead || stream;
        let length = match function.kind {
            Kind::Digest { extendable, .. } => extendable,
            _ => !aead,
        };
        for (name, given, taken) in [
            ("--key", args.key.is_some(), keyed),
            ("--nonce", args.nonce.is_some(), nonce),
            ("--metadata", args.metadata.is_some(), aead),
            ("--decrypt", args.decrypt, aead),
            ("--length", args.length.is_some(), length),
            ("--in", args.input.is_some(), !stream),
        ] {
            if given && !taken {
                return Err(Error::Usage(format!("{name}: {} does not accept it; leave it out", function.name)));
            }
        }
        for (name, given, needed) in [("--key", args.key.is_some(), keyed), ("--nonce", args.nonce.is_some(), nonce)] {
            if needed && !given {
                return Err(Error::Usage(format!("{name} is missing: {} requires it, in hexadecimal", function.name)));
            }
        }
        Ok(())
    }

    /// Returns the length of the output.
    fn length(&self, default: usize) -> Result<usize, Error> {
        let length = self.args.length.unwrap_or(default);
        if (1..=MOST_BYTES).contains(&length) {
            return Ok(length);
        }
        Err(Error::Usage(format!("--length: {length} bytes; choose 1 to {MOST_BYTES}, the emulator's limit")))
    }

    /// Returns the file of the message.
    fn path(&self) -> &Path {
        self.args.input.as_deref().unwrap_or(Path::new("-"))
    }

    /// Computes the function for as many equal messages as the processor computes at a time. Returns each output with
    /// its name.
    fn outputs(&self, processor: &mut Processor) -> Result<Vec<(&'static str, Strings)>, Error> {
        let Self { args, function } = self;
        let key = decoded("--key", args.key.as_deref())?;
        let nonce = decoded("--nonce", args.nonce.as_deref())?;
        let messages = processor.messages(function);
        let (keys, nonces) = (vec![&key[..]; messages], vec![&nonce[..]; messages]);
        let (name, result) = match function.kind {
            Kind::Digest { suffix, bytes, .. } => {
                let (length, message) = (self.length(bytes)?, files::read(self.path())?);
                ("digest", digest(processor, function, suffix, &vec![&message[..]; messages], length))
            }
            Kind::Mac { bytes } => {
                let (length, message) = (self.length(bytes)?, files::read(self.path())?);
                ("MAC", mac(processor, function, &keys, &vec![&message[..]; messages], b"", length))
            }
            Kind::Keystream { bytes } => {
                let length = self.length(bytes)?;
                ("keystream", keystream(processor, function, &keys, &nonces, length))
            }
            Kind::Stream { bytes } => {
                let length = self.length(bytes)?;
                ("keystream", stream(processor, function, &keys, &nonces, length))
            }
            Kind::Keyak(pistons) => {
                let session = Keyak::start(processor, function, pistons, &keys, &nonces, false, false);
                let (session, _) = session.map_err(|error| self.refused(&error))?;
                return self.messages(Session::Keyak(session), KEYAK_TAG, messages);
            }
            Kind::Ketje { tag } => {
                let session = Ketje::start(processor, function, &keys, &nonces);
                let session = session.map_err(|error| self.refused(&error))?;
                return self.messages(Session::Ketje(session), tag, messages);
            }
        };
        Ok(vec![(name, result.map_err(|error| self.refused(&error))?)])
    }

    /// Encrypts or decrypts the message of the command line in a session.
    fn messages(
        &self,
        mut session: Session<'_>,
        tag: usize,
        messages: usize,
    ) -> Result<Vec<(&'static str, Strings)>, Error> {
        let metadata = self.args.metadata.as_deref().map_or_else(|| Ok(Vec::new()), files::read)?;
        let message = files::read(self.path())?;
        let metadata = vec![&metadata[..]; messages];
        let refused = |error| self.refused(&error);
        if !self.args.decrypt {
            let (ciphertexts, tags) = session.wrap(&metadata, &vec![&message[..]; messages], tag).map_err(refused)?;
            return Ok(vec![("ciphertext", ciphertexts), ("tag", tags)]);
        }
        let Some((ciphertext, tag)) = message.split_at_checked(message.len().wrapping_sub(tag)) else {
            let (name, bytes) = (shown(self.path().as_os_str()), message.len());
            return Err(Error::Failed(format!(
                "{name}: {bytes} bytes; a message to decrypt ends with a tag of {tag} bytes"
            )));
        };
        let plaintexts =
            session.unwrap(&metadata, &vec![ciphertext; messages], &vec![tag; messages]).map_err(refused)?;
        Ok(vec![("plaintext", plaintexts)])
    }

    /// Turns an error of a function into one of the command, which names the wrong option or file.
    fn refused(&self, error: &modes::Error) -> Error {
        match error {
            modes::Error::Key { .. } => Error::Usage(format!("--key: {error}")),
            modes::Error::Nonce { .. } => Error::Usage(format!("--nonce: {error}")),
            modes::Error::Tag { .. } | modes::Error::WrongTag | modes::Error::Failed => {
                failed(format!("{}: {error}", shown(self.path().as_os_str())))
            }
            _ => failed(error),
        }
    }
}

/// A session of one of the functions that encrypt.
enum Session<'p> {
    Keyak(Keyak<'p>),
    Ketje(Ketje<'p>),
}

impl Session<'_> {
    fn wrap(
        &mut self,
        metadata: &[&[u8]],
        plaintexts: &[&[u8]],
        tag: usize,
    ) -> Result<(Strings, Strings), modes::Error> {
        match self {
            Self::Keyak(session) => session.wrap(metadata, plaintexts, false),
            Self::Ketje(session) => session.wrap(metadata, plaintexts, tag),
        }
    }

    fn unwrap(&mut self, metadata: &[&[u8]], ciphertexts: &[&[u8]], tags: &[&[u8]]) -> Result<Strings, modes::Error> {
        match self {
            Self::Keyak(session) => session.unwrap(metadata, ciphertexts, tags, false),
            Self::Ketje(session) => session.unwrap(metadata, ciphertexts, tags),
        }
    }
}

/// Returns the bytes of an option in hexadecimal; none if it is not given.
fn decoded(option: &str, hex: Option<&str>) -> Result<Vec<u8>, Error> {
    let digit = |c: char| {
        let shown = c.escape_debug();
        let wrong = || Error::Usage(format!("{option}: `{shown}` is not a hexadecimal digit; write two for each byte"));
        c.to_digit(16).map(|digit| digit as u8).ok_or_else(wrong)
    };
    let digits: Vec<u8> = hex.unwrap_or_default().chars().map(digit).collect::<Result<_, _>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        let number = digits.len();
        return Err(Error::Usage(format!("{option}: {number} hexadecimal digits; write two for each byte")));
    }
    Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::path::PathBuf;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: FunctionArgs,
    }

    fn ran(line: &[&str]) -> Result<String, Error> {
        let line = Line::try_parse_from([&["run"][..], line].concat()).map_err(failed)?;
        run(&line.args)
    }

    /// The message of a command line's error, and whether it is one of usage.
    fn error(line: &[&str]) -> (bool, String) {
        match ran(line).unwrap_err() {
            Error::Usage(words) => (true, words),
            Error::Failed(words) => (false, words),
            Error::Output(error) => panic!("{error}"),
        }
    }

    /// A file with some bytes.
    fn file(name: &str, bytes: &[u8]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("counterpoint-isa-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn functions_are_computed() {
        let path = file("abc", b"abc");
        let abc = path.to_str().unwrap();
        let digest = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";
        for (set, of) in [("k", ""), ("armsha3x2", " for 2 such messages at a time")] {
            let text = ran(&["sha3-256", "--set", set, "--in", abc]).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines[0], format!("digest        {digest}"));
            assert!(lines[1].starts_with("instructions  ") && lines[1].ends_with(of), "{}", lines[1]);
        }
        let shake = ran(&["shake128", "--set", "k", "--in", abc, "--length", "4"]).unwrap();
        assert!(shake.starts_with("digest        5881092d\n"), "{shake}");
        let stream = ran(&["keystream128", "--set", "k", "--key", "0f", "--nonce", "", "--length", "3"]).unwrap();
        assert_eq!(stream.lines().next().unwrap().len(), 14 + 6);
        std::fs::remove_file(path).unwrap();
    }

    /// The examples of the specification that the project has for Keyak and Ketje.
    #[test]
    fn what_is_encrypted_is_decrypted_unless_it_was_changed() {
        let (message, metadata) = (file("message", b"abc"), file("metadata", b"metadata"));
        let [abc, more] = [&message, &metadata].map(|path| path.to_str().unwrap());
        let key = "000102030405060708090a0b0c0d0e0f";
        let nonce = "202122232425262728292a2b2c2d2e2f";
        let line = |name: &str, input: &str| {
            ["--set", "p", "--key", key, "--nonce", nonce, "--metadata", more, "--in", input, name].map(str::to_owned)
        };
        for (name, ciphertext, tag) in [
            ("lake-keyak", "71ee0a", "72110b862225a473b17e41ed88b7e717"),
            ("ketje-sr", "82f912", "14d28b1814b6327b77ff026ac60be76b"),
        ] {
            let encrypt = line(name, abc);
            let text = ran(&encrypt.each_ref().map(String::as_str)).unwrap();
            let expected = format!("ciphertext    {ciphertext}\ntag           {tag}\n");
            assert!(text.starts_with(&expected), "{text}");
            let mut wrapped = decoded("", Some(&[ciphertext, tag].concat())).unwrap();
            for changed in [false, true] {
                wrapped[18] ^= u8::from(changed);
                let path = file(name, &wrapped);
                let line = line(name, path.to_str().unwrap());
                let line = [&line.each_ref().map(String::as_str)[..], &["--decrypt"]].concat();
                if changed {
                    let (usage, words) = error(&line);
                    assert!(!usage && words.contains("the tag does not match"), "{words}");
                } else {
                    assert!(ran(&line).unwrap().starts_with("plaintext     616263\n"));
                }
                std::fs::remove_file(path).unwrap();
            }
        }
        for path in [message, metadata] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn wrong_input_is_named_with_the_remedy() {
        let path = file("short", b"abc");
        let short = path.to_str().unwrap();
        let aead = ["ketje-jr", "--set", "k", "--in", short];
        for (line, usage, words) in [
            (&["sha9", "--set", "k"][..], true, "sha9: not a function that can be run; these are sha3-224,"),
            (&["sha3-256", "--set", "q"], true, "q: no set of this name has a kernel"),
            (&["sha3-256", "--set", "k", "--key", "00"], true, "--key: sha3-256 does not accept it; leave it out"),
            (&["sha3-256", "--set", "k", "--length", "3"], true, "--length: sha3-256 does not accept it; leave it out"),
            (&["keystream128", "--set", "k", "--key", "", "--nonce", "", "--in", short], true, "--in: keystream128"),
            (&["shake128", "--set", "k", "--length", "0"], true, "--length: 0 bytes; choose 1 to 16777216"),
            (&["shake128", "--set", "k", "--length", "16777217"], true, "--length: 16777217 bytes; choose 1"),
            (&["kmac128", "--set", "k"], true, "--key is missing: kmac128 requires it, in hexadecimal"),
            (&["kmac128", "--set", "k", "--key", "abc"], true, "--key: 3 hexadecimal digits; write two for each byte"),
            (&["kmac128", "--set", "k", "--key", "a\u{e4}"], true, "--key: `\u{e4}` is not a hexadecimal digit;"),
            (&["lake-keyak", "--set", "k", "--key", "00"], true, "--nonce is missing: lake-keyak requires it"),
            (
                &["lake-keyak", "--set", "k", "--key", "", "--nonce", ""],
                true,
                "--key: a key of 0 bytes; choose 1 to 38",
            ),
            (
                &["ketje-jr", "--set", "k", "--key", "0102", "--nonce", &"00".repeat(21)],
                true,
                "--nonce: a nonce of 21 bytes; choose at most 20",
            ),
            (
                &[&aead[..], &["--key", "01", "--nonce", "02", "--decrypt"]].concat(),
                false,
                ": 3 bytes; a message to decrypt ends with a tag of 12 bytes",
            ),
            (&["sha3-256", "--set", "k", "--in", "no/such/file"], false, "no/such/file: No such file or directory"),
        ] {
            let (found_usage, found) = error(line);
            assert!(found.contains(words) && found_usage == usage, "{line:?}: {found}");
        }
        // One byte more than the emulator's limit. The file is sparse, so it takes no space.
        std::fs::File::create(&path).unwrap().set_len(files::MOST_BYTES + 1).unwrap();
        let (usage, words) = error(&["sha3-256", "--set", "k", "--in", short]);
        assert!(!usage && words.contains("longer than 16 MiB"), "{words}");
        std::fs::remove_file(path).unwrap();
    }
}
