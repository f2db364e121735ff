//! The table of all checks, group by group. A check's name states what it tests, and `why` the rest.

use crate::check::Check;

mod all;
mod avr;
mod c;
mod cargo;
mod docs;
mod emulated;
mod features;
mod isa;
mod made;
mod mutants;
mod planted;
mod proof;
mod python;
mod release;
mod reports;
mod rtl;
mod rust;
mod web;

pub(crate) fn table() -> Vec<Check> {
    let groups: [&[Check]; 16] = [
        rust::CHECKS,
        docs::CHECKS,
        features::CHECKS,
        all::CHECKS,
        proof::CHECKS,
        c::CHECKS,
        python::CHECKS,
        web::CHECKS,
        avr::CHECKS,
        rtl::CHECKS,
        isa::CHECKS,
        emulated::CHECKS,
        mutants::CHECKS,
        planted::CHECKS,
        reports::CHECKS,
        release::CHECKS,
    ];
    groups.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Gate;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_stand_for_checks() {
        let table = table();
        let names: BTreeSet<&str> = table.iter().map(|check| check.name).collect();
        assert_eq!(names.len(), table.len());
        for check in &table {
            assert!(!check.group.is_empty() && !check.why.is_empty(), "{}", check.name);
            assert!(!check.why.contains('|'), "{}: the table's columns are divided by it", check.name);
            assert!(check.after.iter().all(|name| names.contains(name)), "{}: {:?}", check.name, check.after);
            assert!(table.iter().all(|other| other.group != check.name || other.name == check.name), "{}", check.name);
        }
    }

    #[test]
    fn a_check_contains_checks_of_faster_gates() {
        let table = table();
        for check in &table {
            for name in check.contains {
                let other = table.iter().find(|other| other.name == *name).expect(name);
                assert!(other.gate < check.gate && other.parts.is_none(), "{} contains {name}", check.name);
                let twice = table.iter().filter(|check| check.contains.contains(name)).count();
                assert_eq!(twice, 1, "{name}");
            }
        }
    }

    #[test]
    fn no_check_waits_for_itself() {
        let table = table();
        let mut done: BTreeSet<&str> = BTreeSet::new();
        for _ in 0..table.len() {
            let ready = table.iter().filter(|check| check.after.iter().all(|name| done.contains(name)));
            done.extend(ready.map(|check| check.name).collect::<Vec<_>>());
        }
        assert_eq!(done.len(), table.len());
    }

    #[test]
    fn no_check_needs_a_slower_gate() {
        let table = table();
        for check in table.iter().filter(|check| check.gate != Gate::Release) {
            for other in table.iter().filter(|other| check.after.contains(&other.name)) {
                assert!(check.gate.runs(other.gate), "{} needs {}", check.name, other.name);
            }
        }
    }

    #[test]
    fn what_waits_for_packages_needs_no_other_check() {
        let table = table();
        for check in table.iter().filter(|check| check.installs) {
            let installs = |name: &&str| table.iter().any(|other| other.name == *name && other.installs);
            assert!(check.after.iter().all(installs), "{}", check.name);
        }
    }
}
