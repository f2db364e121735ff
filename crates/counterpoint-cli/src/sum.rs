//! `counterpoint sum`.

use crate::exit::{Error, Exit};

#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: Args) -> Result<Exit, Error> {
    Err(Error::Usage("this part is not there yet".into()))
}
