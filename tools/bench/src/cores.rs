//! The cores that a measurement may run on if a CPU has several kinds: those of the fastest kind among the cores
//! allowed to this process.

use std::collections::BTreeSet;

/// The kinds of cores in Intel's hybrid CPUs, by the system's names for their units, the fastest first.
const INTEL: [(&str, &str); 3] =
    [("cpu_core", "performance core"), ("cpu_atom", "efficiency core"), ("cpu_lowpower", "low-power core")];

/// Cores of one kind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The name of the kind in a record; empty if all cores are alike.
    pub(crate) name: String,
    pub(crate) cores: BTreeSet<usize>,
}

/// Returns the fastest kind among the cores that this process may use. `taskset` chooses others.
pub(crate) fn fastest(allowed: &BTreeSet<usize>) -> Kind {
    fastest_of(allowed, |path| std::fs::read_to_string(format!("/sys/devices/{path}")).ok())
}

/// Returns the fastest kind among some cores; `read` reads a system file.
fn fastest_of(allowed: &BTreeSet<usize>, read: impl Fn(&str) -> Option<String>) -> Kind {
    let intel = INTEL.map(|(unit, name)| (name, read(&format!("{unit}/cpus")).map(|text| list(&text))));
    if intel.iter().filter(|(_, cores)| cores.is_some()).count() > 1 {
        for (name, cores) in intel {
            let cores: BTreeSet<usize> = cores.unwrap_or_default().intersection(allowed).copied().collect();
            if !cores.is_empty() {
                return Kind { name: name.to_owned(), cores };
            }
        }
    }
    // On Arm: the system's estimate of each core's speed, 1024 for the fastest.
    let capacity =
        |core: usize| -> Option<u32> { read(&format!("system/cpu/cpu{core}/cpu_capacity"))?.trim().parse().ok() };
    let online = read("system/cpu/online").map(|text| list(&text)).unwrap_or_default();
    let different: BTreeSet<Option<u32>> = online.iter().map(|&core| capacity(core)).collect();
    if different.len() < 2 {
        return Kind { name: String::new(), cores: allowed.clone() };
    }
    let most = allowed.iter().filter_map(|&core| capacity(core)).max();
    let cores = allowed.iter().copied().filter(|&core| capacity(core) == most).collect();
    Kind { name: most.map_or_else(String::new, |most| format!("core of capacity {most}")), cores }
}

/// Returns the cores in a list in the system's notation: `0-3,8`.
fn list(text: &str) -> BTreeSet<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    text.split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(allowed: &str, files: &[(&str, &str)]) -> (String, Vec<usize>) {
        let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
        let Kind { name, cores } = fastest_of(&list(allowed), read);
        (name, cores.into_iter().collect())
    }

    #[test]
    fn f42_the_kind_of_core_is_chosen_and_named() {
        let intel = [("cpu_core/cpus", "0-3\n"), ("cpu_atom/cpus", "4-7\n")];
        assert_eq!(kind("0-7", &intel), ("performance core".into(), vec![0, 1, 2, 3]));
        assert_eq!(kind("2,5", &intel), ("performance core".into(), vec![2]));
        assert_eq!(kind("5-6", &intel), ("efficiency core".into(), vec![5, 6]));
        let three = [intel[0], intel[1], ("cpu_lowpower/cpus", "8-9\n")];
        assert_eq!(kind("0-9", &three), ("performance core".into(), vec![0, 1, 2, 3]));
        assert_eq!(kind("8-9", &three), ("low-power core".into(), vec![8, 9]));
        let arm = [
            ("system/cpu/online", "0-2\n"),
            ("system/cpu/cpu0/cpu_capacity", "446\n"),
            ("system/cpu/cpu1/cpu_capacity", "446\n"),
            ("system/cpu/cpu2/cpu_capacity", "1024\n"),
        ];
        assert_eq!(kind("0-2", &arm), ("core of capacity 1024".into(), vec![2]));
        assert_eq!(kind("0-1", &arm), ("core of capacity 446".into(), vec![0, 1]));
        assert_eq!(kind("0-1", &arm[..3]).0, "core of capacity 446");
    }

    #[test]
    fn cores_that_are_alike_have_no_kind() {
        assert_eq!(kind("0-1", &[]), (String::new(), vec![0, 1]));
        assert_eq!(kind("0-1", &[("cpu_core/cpus", "0-3")]), (String::new(), vec![0, 1]));
        let equal = [
            ("system/cpu/online", "0-1"),
            ("system/cpu/cpu0/cpu_capacity", "1024"),
            ("system/cpu/cpu1/cpu_capacity", "1024"),
        ];
        assert_eq!(kind("0-1", &equal), (String::new(), vec![0, 1]));
    }

    #[test]
    fn lists_of_cores() {
        assert_eq!(list("0-2,5,8-9\n").into_iter().collect::<Vec<_>>(), [0, 1, 2, 5, 8, 9]);
        assert!(list("\n").is_empty());
    }
}
