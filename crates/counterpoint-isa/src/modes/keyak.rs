//! Keyak v2 with one piston: sessions of messages. \[Keyak\]
//!
//! Between two permutations, which Keyak calls sparks, a state encrypts a part of a message and absorbs metadata; the
//! last lane then gets four counts of what it did. All of this is one block of a kernel: the message is its block, and
//! the metadata and the counts are its frame. So a message is first divided into such parts, which depends on lengths
//! only, and then each part is one run, or several that are alike.

use super::{Error, Processor, States, Strings, padded, parts};
use crate::functions::{Function, LANES};
use crate::kernels::{Blocks, Task};
use std::ops::Range;

/// The lane that contains the counts. The bytes before it are those to which metadata is added.
const COUNTS: usize = 24;
/// The length of a tag in bytes.
const TAG: usize = 16;
/// The bytes that a state absorbs of its own output in order to forget what was before.
const KNOT: usize = 32;

/// A session: messages that are encrypted one after the other, each with a tag that authenticates all before too.
pub struct Keyak<'p> {
    states: States<'p>,
    /// What is done with a block.
    blocks: Blocks<'static>,
    /// The number of bytes at the beginning of a state that were output as a tag and must not encrypt.
    offset: usize,
    failed: bool,
}

/// What happens between two permutations.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The bytes of the message.
    data: Range<usize>,
    /// The bytes of the metadata.
    metadata: Range<usize>,
    /// Whether the state encrypts. Otherwise metadata is added from its first byte on.
    crypting: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Encrypt,
    Decrypt,
}

impl<'p> Keyak<'p> {
    /// Starts sessions with keys and nonces, one for each state. Returns them with the tags of the start, which
    /// mean something only if `tag` is true.
    ///
    /// # Errors
    ///
    /// If the strings are not as many as the kernel has states or of different lengths, if the keys have a wrong
    /// length, or if a program can't be run.
    pub fn start(
        processor: &'p mut Processor,
        function: &Function,
        key_pack: usize,
        keys: &[&[u8]],
        nonces: &[&[u8]],
        tag: bool,
        forget: bool,
    ) -> Result<(Self, Strings), Error> {
        let (bytes, most) = (processor.length(keys)?, key_pack - 2);
        if !(1..=most).contains(&bytes) {
            return Err(Error::Key { bytes, most });
        }
        processor.length(nonces)?;
        let unique = keys.iter().zip(nonces).map(|(key, nonce)| {
            let mut unique = [&[key_pack as u8], *key, &[1]].concat();
            unique.resize(key_pack, 0);
            // The number of pistons, and the index of this one.
            [&unique[..], nonce, &[1, 0]].concat()
        });
        let states = States::new(processor);
        let mut session = Self { states, blocks: function.blocks, offset: 0, failed: false };
        let tags = session.inject(&unique.collect::<Strings>(), if tag { TAG } else { 0 }, forget)?;
        Ok((session, tags))
    }

    /// Encrypts messages, and returns ciphertexts and tags.
    ///
    /// # Errors
    ///
    /// If the strings are not as many as the kernel has states or of different lengths, if an earlier tag did not
    /// match, or if a program can't be run.
    pub fn wrap(
        &mut self,
        metadata: &[&[u8]],
        plaintexts: &[&[u8]],
        forget: bool,
    ) -> Result<(Strings, Strings), Error> {
        self.run(Direction::Encrypt, metadata, plaintexts, forget)
    }

    /// Decrypts messages.
    ///
    /// # Errors
    ///
    /// As [`Self::wrap`], and if a tag does not match; then nothing is returned, and the session can't be continued.
    pub fn unwrap(
        &mut self,
        metadata: &[&[u8]],
        ciphertexts: &[&[u8]],
        tags: &[&[u8]],
        forget: bool,
    ) -> Result<Strings, Error> {
        let (plaintexts, right) = self.run(Direction::Decrypt, metadata, ciphertexts, forget)?;
        // This is a study of instructions and no implementation that keeps secrets: the time may show where tags
        // differ.
        if right == tags {
            return Ok(plaintexts);
        }
        self.failed = true;
        Err(Error::WrongTag)
    }

    fn run(
        &mut self,
        direction: Direction,
        metadata: &[&[u8]],
        data: &[&[u8]],
        forget: bool,
    ) -> Result<(Strings, Strings), Error> {
        if self.failed {
            return Err(Error::Failed);
        }
        let all = self.divided(self.states.processor.length(data)?, self.states.processor.length(metadata)?);
        let (last, before) = all.split_last().expect("even an empty message has a part");
        let mut outputs = vec![Vec::new(); data.len()];
        let mut append = |more: Strings| outputs.iter_mut().zip(more).for_each(|(output, more)| output.extend(more));
        let mut rest = before;
        while !rest.is_empty() {
            let alike = rest.iter().take_while(|part| self.is_whole(part) && part.metadata.is_empty()).count();
            let (now, later) = rest.split_at(alike.max(1));
            append(self.spark(direction, now, data, metadata, None)?);
            rest = later;
        }
        append(self.spark(
            direction,
            std::slice::from_ref(last),
            data,
            metadata,
            Some(if forget { KNOT } else { TAG }),
        )?);
        if forget {
            self.knot(TAG)?;
        }
        Ok((outputs, self.squeezed(TAG)?))
    }

    /// Absorbs strings that belong to the beginning of a session, and returns the tags.
    fn inject(&mut self, strings: &[Vec<u8>], tag: usize, forget: bool) -> Result<Strings, Error> {
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        let none = vec![&[][..]; strings.len()];
        let all = self.divided(0, strings[0].len());
        for (index, part) in all.iter().enumerate() {
            let end = (index + 1 == all.len()).then_some(if forget { KNOT } else { tag });
            self.spark(Direction::Encrypt, std::slice::from_ref(part), &none, &strings, end)?;
        }
        if forget {
            self.knot(tag)?;
        }
        self.squeezed(tag)
    }

    /// Lets the states absorb a part of their own output, after which what was before can't be computed any more.
    fn knot(&mut self, tag: usize) -> Result<(), Error> {
        let knot = self.squeezed(KNOT)?;
        self.inject(&knot, tag, false)?;
        Ok(())
    }

    /// Divides data and metadata of these lengths into what happens between two permutations. \[Keyak\] 2.3
    fn divided(&self, data: usize, metadata: usize) -> Vec<Part> {
        let (squeezing, absorbing) = (self.squeezing(), self.absorbing());
        let (mut parts, mut data_done, mut metadata_done, mut offset) = (Vec::new(), 0, 0, self.offset);
        while data_done < data || metadata_done < metadata || parts.is_empty() {
            let crypting = data_done < data;
            let data_end = data.min(data_done + squeezing - offset);
            let metadata_end = metadata.min(metadata_done + absorbing - if crypting { squeezing } else { 0 });
            parts.push(Part { data: data_done..data_end, metadata: metadata_done..metadata_end, crypting });
            (data_done, metadata_done, offset) = (data_end, metadata_end, 0);
        }
        parts
    }

    /// The number of bytes that encrypt.
    fn squeezing(&self) -> usize {
        self.blocks.bytes(self.blocks.block)
    }

    /// The number of bytes to which metadata is added.
    fn absorbing(&self) -> usize {
        self.blocks.bytes(&LANES[..COUNTS])
    }

    fn is_whole(&self, part: &Part) -> bool {
        part.data.len() == self.squeezing()
    }

    /// Encrypts and absorbs a part, or several whole ones without metadata, and permutes the states. At the end of a
    /// message, `end` is the number of bytes of a state that are output then. \[Keyak\] 2.1
    fn spark(
        &mut self,
        direction: Direction,
        now: &[Part],
        data: &[&[u8]],
        metadata: &[&[u8]],
        end: Option<usize>,
    ) -> Result<Strings, Error> {
        let (part, begin, squeezing) = (&now[0], self.offset, self.squeezing());
        let data = parts(data, part.data.start..now[now.len() - 1].data.end);
        let metadata = parts(metadata, part.metadata.clone());
        let used = begin + part.data.len();
        let end_of_message = end.map_or(0, |end| if end == 0 { 255 } else { end });
        self.offset = end.unwrap_or(0);
        let counts = |crypt_end: usize, start: usize| {
            let counts = [end_of_message, crypt_end, start, start + part.metadata.len()].map(|count| count as u8);
            padded(&vec![counts.to_vec(); data.len()], 0, self.blocks.width as usize / 8)
        };
        if !part.crypting {
            let blocks = Blocks { task: Task::Absorb, block: &LANES[..COUNTS], ..self.blocks };
            return self.states.run(&blocks, 1, &padded(&metadata, 0, self.absorbing()), &counts(0, 0));
        }
        let mut frame = counts(used, squeezing);
        let mut blocks = self.blocks;
        if !part.metadata.is_empty() {
            blocks.frame = &LANES[blocks.block.len()..];
            let metadata = padded(&metadata, 0, self.absorbing() - squeezing);
            frame = metadata.into_iter().zip(frame).map(|(metadata, counts)| [metadata, counts].concat()).collect();
        }
        if self.is_whole(part) {
            blocks.task = if direction == Direction::Encrypt { Task::Encrypt } else { Task::Decrypt };
            return self.states.run(&blocks, now.len(), &data, &frame);
        }
        // A program decrypts whole lanes: it would replace those bytes of the state that no byte of the message
        // belongs to. So the plaintext is computed first, and then it is encrypted again.
        let input = padded(&data, begin, squeezing);
        if direction == Direction::Encrypt {
            return Ok(parts(&self.states.run(&blocks, 1, &input, &frame)?, begin..used));
        }
        let plaintexts = parts(&self.states.output(&blocks, &input)?, begin..used);
        self.states.run(&blocks, 1, &padded(&plaintexts, begin, squeezing), &frame)?;
        Ok(plaintexts)
    }

    /// Returns the first bytes of the states.
    fn squeezed(&mut self, bytes: usize) -> Result<Strings, Error> {
        let output = self.states.output(&Blocks { task: Task::Squeeze, ..self.blocks }, &[])?;
        Ok(parts(&output, 0..bytes))
    }
}
