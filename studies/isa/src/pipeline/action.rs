//! Instructions as a scoreboard sees them: their reads and writes.

use super::Kind;
use crate::instruction::File;
use crate::operation::{Named, Operation, STACK, Transfer};

/// Something that instructions write and others read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Register(Named),
    /// A place on the stack, by its distance.
    Stack(i16),
}

/// The properties of an instruction that a scoreboard uses.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub kind: Kind,
    /// The places that it reads, and the entry of [`Model::forwarding`] that applies.
    pub reads: Vec<(Place, Option<usize>)>,
    /// The places that it writes, and whether that is the address that a load or a store advances.
    pub writes: Vec<(Place, bool)>,
}

impl Action {
    pub(crate) fn new(operation: &Operation) -> Self {
        let kind = Kind::of(operation);
        let forwarded = matches!(kind, Kind::Logic | Kind::ShiftedLogic | Kind::Addition);
        let reads = operation.reads().into_iter().enumerate().map(|(index, named)| {
            let shifted = kind == Kind::ShiftedLogic && index == 1;
            (Place::Register(named), forwarded.then_some(usize::from(shifted)))
        });
        let mut reads: Vec<_> = reads.collect();
        let address = |named: &Named| match operation {
            Operation::Transfer(transfer) => transfer.after && *named == (File::General, transfer.base),
            _ => false,
        };
        let writes = operation.writes().into_iter().map(|named| (Place::Register(named), address(&named)));
        let mut writes: Vec<_> = writes.collect();
        if let Operation::Transfer(Transfer { load, base: STACK, offset, .. }) = operation {
            if *load {
                reads.push((Place::Stack(*offset), None));
            } else {
                writes.push((Place::Stack(*offset), false));
            }
        }
        Self { kind, reads, writes }
    }

    /// Returns whether some instructions get its result earlier.
    pub(crate) fn forwards(&self) -> bool {
        matches!(self.kind, Kind::Logic | Kind::ShiftedLogic | Kind::Addition)
    }
}
