//! The error of choosing an implementation by name.

/// Why no implementation could be returned for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImplementationError {
    /// The algorithm has no implementation of this name.
    Unknown,
    /// The implementation exists, but only a build with the feature `all-techniques` has it.
    NotBuilt {
        /// The implementation's full name.
        name: &'static str,
    },
    /// The implementation exists, but this machine can't run it.
    Unavailable {
        /// The implementation's full name.
        name: &'static str,
        /// The first CPU feature that is missing.
        feature: &'static str,
    },
}

impl core::fmt::Display for ImplementationError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown => f.write_str("no implementation of that name; `counterpoint list` shows them"),
            Self::NotBuilt { name } => {
                write!(f, "implementation {name} is not in this build; the feature all-techniques adds it")
            }
            Self::Unavailable { name, feature } => {
                write!(f, "implementation {name} needs the CPU feature {feature}, which this machine lacks")
            }
        }
    }
}

impl core::error::Error for ImplementationError {}
