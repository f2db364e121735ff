//! A kernel's entry in the lists, and the findings in its machine code.

use super::taint::Finding;

/// The registry's information about a kernel.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListEntry {
    /// The kernel's type.
    pub(super) kernel: String,
    pub(super) tier: String,
    pub(super) implementation: String,
    pub(super) constant_time: bool,
}

/// The findings in a kernel's code.
pub(super) struct Report {
    pub(super) listed: ListEntry,
    pub(super) instructions: usize,
    pub(super) complaints: Vec<Complaint>,
    /// Whether the same code was checked before.
    pub(super) remembered: bool,
}

/// A complaint, with the instruction as text.
pub(super) type Complaint = (Kind, String);

/// A kind of complaint about a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Call,
    Gather,
    Data(Finding),
}

impl Kind {
    /// Returns the word for it in the exceptions and the output.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Gather => "gather",
            Self::Data(Finding::Address) => "address",
            Self::Data(Finding::Branch) => "branch",
            Self::Data(Finding::Time) => "time",
            Self::Data(Finding::Lost) => "lost",
        }
    }
}

impl ListEntry {
    /// Family, implementation and type, unique to each kernel: `keccak lanes-portable OneByOne<u64>`.
    pub(super) fn title(&self) -> String {
        let path = self.kernel.trim_start_matches("counterpoint::");
        let family = path.split("::").next().unwrap_or_default();
        let mut names = String::new();
        for piece in self.kernel.split_inclusive(['<', '>', ',', ' ']) {
            names.push_str(piece.rsplit("::").next().unwrap_or_default());
        }
        format!("{family} {} {names}", self.implementation)
    }

    /// Whether this is forbidden in the kernel's code.
    ///
    /// The plain forms of the specifications are not meant to be fast: they may call functions.
    pub(super) fn forbids(&self, kind: Kind) -> bool {
        match kind {
            Kind::Call => !self.is_oracle(),
            Kind::Gather => true,
            Kind::Data(_) => self.constant_time,
        }
    }

    pub(super) fn is_oracle(&self) -> bool {
        self.implementation.starts_with("spec-")
    }

    /// Whether it looks up data in tables, which the analysis then must find.
    pub(super) fn is_control(&self) -> bool {
        !self.constant_time && self.implementation.starts_with("ttable")
    }
}
