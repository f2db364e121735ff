//! The command `counterpoint`.

fn main() {}
