//! Keyak v2: sessions of messages. \[Keyak\]
//!
//! A session has 1, 2, 4 or 8 states, which Keyak calls pistons. Between two permutations, which it calls sparks, each
//! piston encrypts a part of a message and absorbs metadata; its last lane then gets four counts of what it did. All of
//! this is one block of a kernel: the message is its block, and the metadata and the counts are its frame. So a message
//! is first divided into such parts, which depends only on lengths. Then each spark, or several alike, is one run. A
//! kernel that computes fewer states at a time than there are pistons takes them one group after the other.

use super::{Error, Processor, States, Strings, padded, padded_one, parts};
use crate::functions::{Function, LANES, Pistons};
use crate::kernels::{Blocks, Task};
use std::ops::Range;

/// The lane that contains the counts. Metadata is added to the bytes before it.
const COUNTS: usize = 24;
/// The length of a tag in bytes.
const TAG: usize = 16;
/// The bytes of each piston's output that all pistons absorb in order to forget earlier data.
const KNOT: usize = 32;

/// Sessions: messages encrypted one after the other, each with a tag that also authenticates those before it.
pub struct Keyak<'p> {
    /// The pistons of the first session, then those of the next.
    states: States<'p>,
    /// The work on a block.
    blocks: Blocks<'static>,
    /// For each piston of a session, the number of bytes at the beginning of its state that were output as a tag and
    /// must not encrypt.
    offsets: Vec<usize>,
    failed: bool,
}

/// The work between two permutations.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spark {
    /// Whether the pistons encrypt. Otherwise metadata is added from the first byte of each state on.
    crypting: bool,
    /// The part of each piston.
    parts: Vec<Part>,
}

/// The work of a piston.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The bytes of the message.
    data: Range<usize>,
    /// The bytes of the metadata.
    metadata: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Encrypt,
    Decrypt,
}

impl<'p> Keyak<'p> {
    /// Starts sessions with keys and nonces, one for each message that the processor computes at a time. Returns them
    /// with the tags of the start, which are meaningful only if `tag` is true.
    ///
    /// # Errors
    ///
    /// If there are too few or too many strings, if their lengths differ, if the keys have a wrong length, or if a
    /// program can't be run.
    pub fn start(
        processor: &'p mut Processor,
        function: &Function,
        pistons: Pistons,
        keys: &[&[u8]],
        nonces: &[&[u8]],
        tag: bool,
        forget: bool,
    ) -> Result<(Self, Strings), Error> {
        let Pistons { key_pack, number } = pistons;
        let sessions = processor.messages(function);
        let (bytes, most) = (processor.length(keys, sessions)?, key_pack - 2);
        if !(1..=most).contains(&bytes) {
            return Err(Error::Key { bytes, most });
        }
        processor.length(nonces, sessions)?;
        let unique = keys.iter().zip(nonces).flat_map(|(key, nonce)| {
            let mut unique = [&[key_pack as u8], *key, &[1]].concat();
            unique.resize(key_pack, 0);
            // The number of pistons, and the index of each.
            (0..number).map(move |piston| [&unique[..], nonce, &[number as u8, piston as u8]].concat())
        });
        let states = States::new(processor, sessions * number);
        let mut session = Self { states, blocks: function.blocks, offsets: vec![0; number], failed: false };
        let end = session.end(if tag { TAG } else { 0 });
        session.inject(&unique.collect::<Strings>(), &end, forget)?;
        let tags = session.tags()?;
        Ok((session, tags))
    }

    /// Encrypts messages, and returns ciphertexts and tags.
    ///
    /// # Errors
    ///
    /// If there is not one string for each session, if the lengths differ, if an earlier tag did not match, or if a
    /// program can't be run.
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
    /// As for [`Self::wrap`], and if a tag does not match; then nothing is returned, and the session can't continue.
    pub fn unwrap(
        &mut self,
        metadata: &[&[u8]],
        ciphertexts: &[&[u8]],
        tags: &[&[u8]],
        forget: bool,
    ) -> Result<Strings, Error> {
        let (plaintexts, right) = self.run(Direction::Decrypt, metadata, ciphertexts, forget)?;
        // This is a study of instructions, not an implementation that keeps secrets: the time may reveal where tags
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
        let sessions = self.states.states.len() / self.pistons();
        let length = |strings| self.states.processor.length(strings, sessions);
        let all = self.divided(length(data)?, length(metadata)?);
        let (last, before) = all.split_last().expect("even an empty message has a part");
        let mut outputs = vec![Vec::new(); data.len()];
        let mut append = |more: Strings| outputs.iter_mut().zip(more).for_each(|(output, more)| output.extend(more));
        let mut rest = before;
        while !rest.is_empty() {
            let alike = rest.iter().take_while(|spark| self.is_whole(spark) && !spark.adds_metadata()).count();
            let (now, later) = rest.split_at(alike.max(1));
            append(self.spark(direction, now, data, metadata, None)?);
            rest = later;
        }
        let (tag, knot) = (self.end(TAG), self.pistons() > 1 || forget);
        let end = if knot { self.end_of_knot() } else { tag.clone() };
        append(self.spark(direction, std::slice::from_ref(last), data, metadata, Some(&end))?);
        if knot {
            self.knot(&tag)?;
        }
        Ok((outputs, self.tags()?))
    }

    /// The number of pistons of a session.
    fn pistons(&self) -> usize {
        self.offsets.len()
    }

    /// For each piston of a session, the bytes that are output at the end of a message: those of its tag.
    fn end(&self, tag: usize) -> Vec<usize> {
        (0..self.pistons()).map(|piston| if piston == 0 { tag } else { 0 }).collect()
    }

    fn end_of_knot(&self) -> Vec<usize> {
        vec![KNOT; self.pistons()]
    }

    /// Absorbs a string for each state, of equal lengths.
    fn inject(&mut self, strings: &[Vec<u8>], end: &[usize], forget: bool) -> Result<(), Error> {
        let (length, rate) = (strings[0].len(), self.absorbing());
        for first in (0..length.max(1)).step_by(rate) {
            let now = parts(strings, first..length.min(first + rate));
            let knot = self.end_of_knot();
            let is_last = first + rate >= length;
            self.absorb(&now, is_last.then_some(if forget { &knot } else { end }))?;
        }
        if forget { self.knot(end) } else { Ok(()) }
    }

    /// Lets the pistons of a session absorb a part of their own output, after which earlier data can't be recovered.
    fn knot(&mut self, end: &[usize]) -> Result<(), Error> {
        let knots = self.squeezed(KNOT)?;
        let each = |knots: &[Vec<u8>]| vec![knots.concat(); knots.len()];
        let knots: Strings = knots.chunks(self.pistons()).flat_map(each).collect();
        self.inject(&knots, end, false)
    }

    /// Divides data and metadata of these lengths into sparks. \[Keyak\] 2.3
    fn divided(&self, data: usize, metadata: usize) -> Vec<Spark> {
        let (squeezing, absorbing) = (self.squeezing(), self.absorbing());
        let (mut sparks, mut data_done, mut metadata_done) = (Vec::new(), 0, 0);
        let mut offsets = self.offsets.clone();
        while data_done < data || metadata_done < metadata || sparks.is_empty() {
            let crypting = data_done < data;
            let mut part = |offset: &usize| {
                let data_end = if crypting { data.min(data_done + squeezing - offset) } else { data };
                let metadata_end = metadata.min(metadata_done + absorbing - if crypting { squeezing } else { 0 });
                let part = Part { data: data_done..data_end, metadata: metadata_done..metadata_end };
                (data_done, metadata_done) = (data_end, metadata_end);
                part
            };
            sparks.push(Spark { crypting, parts: offsets.iter().map(&mut part).collect() });
            offsets.fill(0);
        }
        sparks
    }

    /// The number of bytes of a piston that encrypt.
    fn squeezing(&self) -> usize {
        self.blocks.bytes(self.blocks.block)
    }

    /// The number of bytes of a piston to which metadata is added.
    fn absorbing(&self) -> usize {
        self.blocks.bytes(&LANES[..COUNTS])
    }

    fn is_whole(&self, spark: &Spark) -> bool {
        spark.parts.iter().all(|part| part.data.len() == self.squeezing())
    }

    /// Returns the four counts for the last lane of each state, and remembers the number of bytes that are then output.
    /// \[Keyak\] 2.1
    fn counts(&mut self, end: Option<&[usize]>, done: &[[usize; 3]]) -> Strings {
        let of_end = |piston: usize| match end.map(|end| end[piston]) {
            None => 0,
            Some(0) => 255,
            Some(bytes) => bytes,
        };
        let pistons = self.pistons();
        let counts = done.iter().enumerate().map(|(state, &[crypt_end, start, inject_end])| {
            [of_end(state % pistons), crypt_end, start, inject_end].map(|count| count as u8).to_vec()
        });
        let counts = padded(&counts.collect::<Strings>(), 0, self.blocks.width as usize / 8);
        self.offsets = end.map_or_else(|| vec![0; pistons], <[usize]>::to_vec);
        counts
    }

    /// Absorbs a piece for each state, and permutes the states. At the end of a message, `end` is for each piston the
    /// number of bytes that are output then.
    fn absorb(&mut self, pieces: &[Vec<u8>], end: Option<&[usize]>) -> Result<(), Error> {
        let done: Vec<[usize; 3]> = pieces.iter().map(|piece| [0, 0, piece.len()]).collect();
        let counts = self.counts(end, &done);
        let blocks = Blocks { task: Task::Absorb, block: &LANES[..COUNTS], ..self.blocks };
        self.states.run(&blocks, 1, &padded(pieces, 0, self.absorbing()), &counts).map(drop)
    }

    /// Encrypts and absorbs the parts of a spark, or of several whole ones without metadata, and permutes the states.
    /// At the end of a message, `end` is for each piston the number of bytes that are output then.
    fn spark(
        &mut self,
        direction: Direction,
        now: &[Spark],
        data: &[&[u8]],
        metadata: &[&[u8]],
        end: Option<&[usize]>,
    ) -> Result<Strings, Error> {
        let (first, squeezing) = (&now[0], self.squeezing());
        let metadata = of_states(now, metadata, |part| &part.metadata);
        if !first.crypting {
            self.absorb(&metadata, end)?;
            return Ok(vec![Vec::new(); data.len()]);
        }
        let begins = self.offsets.repeat(data.len());
        let data = of_states(now, data, |part| &part.data);
        let done = begins.iter().zip(&data).zip(&metadata);
        // If there are several sparks, they are whole.
        let done: Vec<[usize; 3]> = done
            .map(|((begin, data), metadata)| [begin + data.len() / now.len(), squeezing, squeezing + metadata.len()])
            .collect();
        let mut frame = self.counts(end, &done);
        let mut blocks = self.blocks;
        if first.adds_metadata() {
            blocks.frame = &LANES[blocks.block.len()..];
            let metadata = padded(&metadata, 0, self.absorbing() - squeezing);
            frame = metadata.into_iter().zip(frame).map(|(metadata, counts)| [metadata, counts].concat()).collect();
        }
        if self.is_whole(first) {
            blocks.task = if direction == Direction::Encrypt { Task::Encrypt } else { Task::Decrypt };
            let outputs = self.states.run(&blocks, now.len(), &data, &frame)?;
            return Ok(of_sessions(now, &outputs));
        }
        // A program decrypts whole lanes, so it would also replace bytes of the state without a byte of the message. So
        // the plaintext is computed first and then encrypted again.
        let input = |data: &Strings| -> Strings {
            data.iter().zip(&begins).map(|(data, &begin)| padded_one(data, begin, squeezing)).collect()
        };
        let of_data = |outputs: Strings| -> Strings {
            let ranges = begins.iter().zip(&data).map(|(&begin, data)| begin..begin + data.len());
            outputs.iter().zip(ranges).map(|(output, range)| output[range].to_vec()).collect()
        };
        if direction == Direction::Encrypt {
            return Ok(of_sessions(now, &of_data(self.states.run(&blocks, 1, &input(&data), &frame)?)));
        }
        let plaintexts = of_data(self.states.output(&blocks, &input(&data))?);
        self.states.run(&blocks, 1, &input(&plaintexts), &frame)?;
        Ok(of_sessions(now, &plaintexts))
    }

    /// Returns the first bytes of the states.
    fn squeezed(&mut self, bytes: usize) -> Result<Strings, Error> {
        let output = self.states.output(&Blocks { task: Task::Squeeze, ..self.blocks }, &[])?;
        Ok(parts(&output, 0..bytes))
    }

    /// Returns the tags, which the first pistons output.
    fn tags(&mut self) -> Result<Strings, Error> {
        let pistons = self.pistons();
        Ok(self.squeezed(TAG)?.into_iter().step_by(pistons).collect())
    }
}

impl Spark {
    fn adds_metadata(&self) -> bool {
        self.parts.iter().any(|part| !part.metadata.is_empty())
    }
}

/// Returns the part of the sessions' strings for each state, in these sparks.
fn of_states(now: &[Spark], strings: &[&[u8]], range: fn(&Part) -> &Range<usize>) -> Strings {
    let of_piston = |string: &[u8], piston: usize| {
        now.iter().flat_map(|spark| &string[range(&spark.parts[piston]).clone()]).copied().collect()
    };
    let pistons = now[0].parts.len();
    strings.iter().flat_map(|string| (0..pistons).map(|piston| of_piston(string, piston))).collect()
}

/// Returns the output of each session's pistons in these sparks, in the order of the message.
fn of_sessions(now: &[Spark], outputs: &[Vec<u8>]) -> Strings {
    let of_session = |outputs: &[Vec<u8>]| {
        let mut rests: Vec<&[u8]> = outputs.iter().map(Vec::as_slice).collect();
        let mut joined = Vec::new();
        for spark in now {
            for (rest, part) in rests.iter_mut().zip(&spark.parts) {
                joined.extend_from_slice(rest.split_off(..part.data.len()).expect("each piston has output its part"));
            }
        }
        joined
    };
    outputs.chunks(now[0].parts.len()).map(of_session).collect()
}
