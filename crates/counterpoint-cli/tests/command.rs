//! What transcripts can't show of the command: odd files, streams, interrupted runs.
#![cfg(unix)]

#[path = "command/batches.rs"]
mod batches;
#[path = "command/deep.rs"]
mod deep;
#[path = "command/files.rs"]
mod files;
#[path = "command/memory.rs"]
mod memory;
#[path = "command/place.rs"]
mod place;
#[path = "command/streams.rs"]
mod streams;
