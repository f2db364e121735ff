//! The kernels of an archive: the entries of the lists of implementations, and the function with the machine code of
//! each.

use crate::subject::Subject;
use std::collections::{BTreeMap, BTreeSet};

/// A kernel to prove: an entry in an algorithm's list of implementations.
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
    /// Whether the implementation promises constant time. If so, no address may depend on data; branches never may.
    pub constant_time: bool,
    /// Whether it pads messages and writes their outputs.
    pub pads: bool,
}

/// Returns the kernels of each primitive, each kernel once: algorithms on the same primitive have the same kernels.
///
/// # Errors
///
/// If the primitive of a kernel is unknown, or there are no kernels.
pub(crate) fn by_subject(kernels: &[Kernel]) -> Result<Vec<(Subject, Vec<&Kernel>)>, String> {
    let mut subjects: Vec<(Subject, Vec<&Kernel>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for kernel in kernels {
        // A kernel may be in the lists of several algorithms. It is enough if one of them is known.
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

/// Returns the name of the tier and the type of the kernel, if the function with this demangled name is a shell, into
/// which a kernel is compiled. The tier's name is that of a type; the lists have it in lower case.
pub fn shell(name: &str) -> Option<(&str, &str)> {
    let (tier, kernel) = name.split_once(" as counterpoint::cpu::Tier>::run::shell::<")?;
    Some((tier.rsplit("::").next()?, kernel.strip_suffix('>')?))
}

/// Returns the place of a kernel's machine code among functions with their demangled names.
pub(crate) fn find<P: Copy>(functions: &BTreeMap<String, P>, wanted: &Kernel) -> Option<P> {
    let is_wanted = |name: &str| {
        shell(name).is_some_and(|(tier, kernel)| kernel == wanted.kernel && tier.eq_ignore_ascii_case(&wanted.tier))
    };
    let mut found = functions.iter().filter(|(name, _)| is_wanted(name));
    let (_, &place) = found.next()?;
    found.next().is_none().then_some(place)
}
