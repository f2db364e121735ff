//! The kernels of an archive: the lines of the lists of implementations, and which function is the machine code of one.

use crate::subject::Subject;
use std::collections::{BTreeMap, BTreeSet};

/// A kernel to be proved: a line of an algorithm's list of implementations.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The path of the kernel's type.
    pub kernel: String,
    /// The name of its tier.
    pub tier: String,
    /// The name of the implementation.
    pub implementation: String,
    /// The number of states that it processes at once.
    pub states: usize,
    /// Whether the implementation promises constant time: then no address may depend on data. No branch ever may.
    pub constant_time: bool,
    /// Whether it pads messages and writes their outputs.
    pub pads: bool,
}

/// Returns the kernels of each primitive, each kernel once: algorithms on the same primitive have the same kernels.
///
/// # Errors
///
/// If the primitive of a kernel is not known, or there are no kernels.
pub(crate) fn by_subject(kernels: &[Kernel]) -> Result<Vec<(Subject, Vec<&Kernel>)>, String> {
    let mut subjects: Vec<(Subject, Vec<&Kernel>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for kernel in kernels {
        // The same kernel is in the lists of several algorithms, and one of these is known.
        let Some(subject) = Subject::of(&kernel.algorithm) else { continue };
        if !seen.insert((&kernel.kernel, &kernel.tier)) {
            continue;
        }
        match subjects.iter_mut().find(|(known, _)| *known == subject) {
            Some((_, kernels)) => kernels.push(kernel),
            None => subjects.push((subject, vec![kernel])),
        }
    }
    match kernels.iter().find(|kernel| !seen.contains(&(&kernel.kernel, &kernel.tier))) {
        Some(Kernel { algorithm, implementation, .. }) => {
            Err(format!("{algorithm} {implementation}: the prover knows no algorithm with this kernel"))
        }
        None if subjects.is_empty() => Err("there is no kernel to prove".into()),
        None => Ok(subjects),
    }
}

/// Returns the place of a kernel's machine code among functions, which come with their demangled names.
pub(crate) fn find<P: Copy>(functions: &BTreeMap<String, P>, kernel: &Kernel) -> Option<P> {
    let suffix = format!("::{} as counterpoint::cpu::Tier>::run::shell::<{}>", kernel.tier, kernel.kernel);
    // Only the tier's name differs in its letters: it is a type there, and a word in the list.
    let tier = format!("::{} as", kernel.tier);
    let mut found = functions.iter().filter(|(name, _)| {
        name.len() >= suffix.len() && name.is_char_boundary(name.len() - suffix.len()) && {
            let end = &name[name.len() - suffix.len()..];
            end[tier.len()..] == suffix[tier.len()..] && end[..tier.len()].eq_ignore_ascii_case(&tier)
        }
    });
    let (_, &place) = found.next()?;
    found.next().is_none().then_some(place)
}
