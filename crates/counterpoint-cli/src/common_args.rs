//! The options that `sum`, `check` and `column` share: which function hashes, with which parameters, and how.

use crate::exit::Error;
use crate::hash_functions::{self, IMPLEMENTATION_VARIABLE, NameParser};
use crate::hash_options::HashOptions;
use crate::key_file;
use crate::numbers::{jobs, threads};
use crate::settings::Settings;
use clap::ValueHint;
use counterpoint::Algorithm;
use std::ffi::OsString;

/// How files are hashed.
#[derive(clap::Args, Default)]
pub(crate) struct CommonArgs {
    /// The hash function; run `counterpoint list` for all of them [default: sha3-256].
    #[arg(short, long, value_name = "ALG", value_parser = NameParser, hide_possible_values = true)]
    pub(crate) algorithm: Option<&'static Algorithm>,

    /// KMAC: the file with the key, all of its bytes, including a final line feed; `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, display_order = 20)]
    key_file: Option<OsString>,

    #[command(flatten)]
    settings: Settings,

    /// Use this implementation instead of the best one for this machine.
    #[arg(long, value_name = "NAME", env = IMPLEMENTATION_VARIABLE, hide_env_values = true, display_order = 50)]
    implementation: Option<String>,

    /// The number of threads [default: one per processor].
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true, display_order = 50)]
    jobs: Option<u16>,
}

impl CommonArgs {
    /// Returns the chosen hash function, or the default.
    pub(crate) fn function(&self) -> &'static Algorithm {
        self.algorithm.unwrap_or_else(|| hash_functions::by_name("sha3-256").expect("the default is built in"))
    }

    /// Returns the name of the implementation, if one was chosen.
    pub(crate) fn implementation(&self) -> Option<&str> {
        self.implementation.as_deref().filter(|name| !name.is_empty())
    }

    /// Returns the number of threads that hash files.
    pub(crate) fn threads(&self) -> usize {
        threads(self.jobs)
    }

    /// Returns the parameters for the hash function. This reads the key file.
    pub(crate) fn hash_options(self) -> Result<HashOptions, Error> {
        let key = self.key_file.as_deref().map(key_file::read).transpose()?;
        Ok(HashOptions { key, settings: self.settings })
    }
}
