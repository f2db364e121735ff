//! What transcripts can't cover: odd files, streams, interrupted runs, the list for programs.
#![cfg(unix)]

#[path = "command/batches.rs"]
mod batches;
#[path = "command/deep.rs"]
mod deep;
#[path = "command/files.rs"]
mod files;
#[path = "command/list.rs"]
mod list;
#[path = "command/lists.rs"]
mod lists;
#[path = "command/memory.rs"]
mod memory;
#[path = "command/place.rs"]
mod place;
#[path = "command/streams.rs"]
mod streams;
