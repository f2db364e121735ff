//! Ketje v2: sessions of messages. \[Ketje\]
//!
//! Ketje takes a block of a message, does one round, and takes the next block: the key stream of a block is the state
//! before the block is added. So a kernel encrypts like a duplex. Frame bits, which tell the kind of block, and padding
//! follow each block. For a whole block, both are in the lane after it, which is the kernel's frame; for a shorter one,
//! the frame bits are in the block itself.

use super::{Error, MIN_TAG_BYTES, Processor, States, Strings, padded, parts};
use crate::functions::{Function, TWISTED};
use crate::kernels::{Blocks, Task};

/// The number of rounds after the start.
const START: usize = 12;
/// The number of rounds between the last block of a message and its tag.
const STRIDE: usize = 6;

/// The kind of a block: the frame bits and the first bit of the padding.
#[derive(Clone, Copy)]
enum Frame {
    /// Metadata, and more follows.
    Metadata = 0b100,
    /// The end of the metadata.
    LastMetadata = 0b110,
    /// A part of the message, and more follows.
    Message = 0b111,
    /// The end of the message.
    LastMessage = 0b101,
    /// A part of the tag was output, and more follows.
    Tag = 0b10,
}

/// The last bit of the padding, in the lane after a block.
const PADDING: u8 = 8;

/// A session: messages encrypted one after the other, each with a tag that also authenticates those before it.
pub struct Ketje<'p> {
    states: States<'p>,
    /// The work on a block.
    blocks: Blocks<'static>,
    failed: bool,
}

impl<'p> Ketje<'p> {
    /// Starts sessions with keys and nonces, one for each state.
    ///
    /// # Errors
    ///
    /// If there is not one string for each state of the kernel, if the lengths differ, if the keys or the nonces have a
    /// wrong length, or if a program can't be run.
    pub fn start(
        processor: &'p mut Processor,
        function: &Function,
        keys: &[&[u8]],
        nonces: &[&[u8]],
    ) -> Result<Self, Error> {
        let state = function.blocks.bytes(&TWISTED);
        let (bytes, most) = (processor.length(keys, processor.states())?, state - 3);
        if !(1..=most).contains(&bytes) {
            return Err(Error::Key { bytes, most });
        }
        let (bytes, most) = (processor.length(nonces, processor.states())?, most - bytes);
        if bytes > most {
            return Err(Error::Nonce { bytes, most });
        }
        let starts = keys.iter().zip(nonces).map(|(key, nonce)| {
            let mut start = [&[key.len() as u8 + 2], *key, &[1], nonce, &[1]].concat();
            start.resize(state, 0);
            start[state - 1] ^= 0x80;
            start
        });
        let starts: Strings = starts.collect();
        let mut states = States::new(processor, keys.len());
        let blocks = Blocks { task: Task::Absorb, block: &TWISTED, frame: &[], rounds: START, ..function.blocks };
        states.run(&blocks, 1, &starts, &[])?;
        Ok(Self { states, blocks: function.blocks, failed: false })
    }

    /// Encrypts messages, and returns ciphertexts and tags of a length.
    ///
    /// # Errors
    ///
    /// If there is not one string for each state of the kernel, if the lengths differ, if an earlier tag did not match,
    /// or if a program can't be run.
    pub fn wrap(&mut self, metadata: &[&[u8]], plaintexts: &[&[u8]], tag: usize) -> Result<(Strings, Strings), Error> {
        self.run(Task::Encrypt, metadata, plaintexts, tag)
    }

    /// Decrypts messages.
    ///
    /// # Errors
    ///
    /// As for [`Self::wrap`], and if the tags have fewer than 8 bytes. If a tag does not match, nothing is returned,
    /// and the session can't continue.
    pub fn unwrap(&mut self, metadata: &[&[u8]], ciphertexts: &[&[u8]], tags: &[&[u8]]) -> Result<Strings, Error> {
        let tag = self.length(tags)?;
        if tag < MIN_TAG_BYTES {
            return Err(Error::Tag { bytes: tag });
        }
        let (plaintexts, right) = self.run(Task::Decrypt, metadata, ciphertexts, tag)?;
        // As in Keyak, the time may reveal where tags differ.
        if right == tags {
            return Ok(plaintexts);
        }
        self.failed = true;
        Err(Error::WrongTag)
    }

    fn run(&mut self, task: Task, metadata: &[&[u8]], data: &[&[u8]], tag: usize) -> Result<(Strings, Strings), Error> {
        if self.failed {
            return Err(Error::Failed);
        }
        self.string(Task::Absorb, metadata, [Frame::Metadata, Frame::LastMetadata], self.blocks.rounds)?;
        let output = self.string(task, data, [Frame::Message, Frame::LastMessage], STRIDE)?;
        Ok((output, self.tag(tag)?))
    }

    /// Processes strings. Their last block, which may be whole, has another frame, and is followed by a number of
    /// rounds.
    fn string(
        &mut self,
        task: Task,
        strings: &[&[u8]],
        [frame, last_frame]: [Frame; 2],
        rounds: usize,
    ) -> Result<Strings, Error> {
        let length = self.length(strings)?;
        let block = self.blocks.bytes(self.blocks.block);
        let number = length.saturating_sub(1) / block;
        let blocks = Blocks { task, ..self.blocks };
        let before = parts(strings, 0..number * block);
        let mut outputs = self.states.run(&blocks, number, &before, &self.frame(frame as u8 | PADDING))?;
        let last = parts(strings, number * block..length);
        let more = self.last(&Blocks { rounds, ..blocks }, last, last_frame)?;
        outputs.iter_mut().zip(more).for_each(|(output, more)| output.extend(more));
        Ok(outputs)
    }

    /// Processes the last blocks of strings.
    fn last(&mut self, blocks: &Blocks<'static>, last: Strings, frame: Frame) -> Result<Strings, Error> {
        let (bytes, block) = (last[0].len(), blocks.bytes(blocks.block));
        if bytes == block {
            return self.states.run(blocks, 1, &last, &self.frame(frame as u8 | PADDING));
        }
        // As in Keyak, a program decrypts whole lanes, and would replace bytes that don't belong to the message.
        let plaintexts = match blocks.task {
            Task::Decrypt => {
                let encrypt = Blocks { task: Task::Encrypt, ..*blocks };
                parts(&self.states.output(&encrypt, &padded(&last, 0, block))?, 0..bytes)
            }
            _ => last,
        };
        let framed: Strings = plaintexts.iter().map(|text| [&text[..], &[frame as u8]].concat()).collect();
        let task = if blocks.task == Task::Decrypt { Task::Encrypt } else { blocks.task };
        let input = padded(&framed, 0, block);
        let output = self.states.run(&Blocks { task, ..*blocks }, 1, &input, &self.frame(PADDING))?;
        Ok(match blocks.task {
            Task::Decrypt => plaintexts,
            Task::Absorb => output,
            _ => parts(&output, 0..bytes),
        })
    }

    /// Returns tags: blocks of the state, with a round between each two.
    fn tag(&mut self, bytes: usize) -> Result<Strings, Error> {
        let block = self.blocks.bytes(self.blocks.block);
        // The frame bits are at the beginning of a block's place.
        let (frame, padding) = (self.frame(Frame::Tag as u8), self.frame(PADDING));
        let between = self.blocks.block.len() - 1;
        let zeros = vec![0; between * self.blocks.width as usize / 8];
        let squeeze = Blocks { task: Task::Squeeze, frame: &TWISTED[..between + 2], ..self.blocks };
        let frame = frame.iter().zip(&padding).map(|(frame, padding)| [&frame[..], &zeros, padding].concat());
        let frame: Strings = frame.collect();
        let mut tags = self.states.run(&squeeze, bytes.div_ceil(block).saturating_sub(1), &[], &frame)?;
        let last = self.states.output(&squeeze, &[])?;
        tags.iter_mut().zip(last).for_each(|(tag, last)| tag.extend(last));
        Ok(parts(&tags, 0..bytes))
    }

    /// Returns the length of the strings, one for each state.
    fn length(&self, strings: &[&[u8]]) -> Result<usize, Error> {
        self.states.processor.length(strings, self.states.states.len())
    }

    /// Returns a lane with this byte for each state.
    fn frame(&self, byte: u8) -> Strings {
        padded(&vec![vec![byte]; self.states.states.len()], 0, self.blocks.width as usize / 8)
    }
}
