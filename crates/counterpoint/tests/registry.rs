//! The lists are right about names, order, and what can run on this machine.

mod common;

use common::hash;
use counterpoint::Algorithm;
use counterpoint::aead::AeadError;
use counterpoint::registry::{Aead, ImplementationError, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the flags of this machine's CPU as listed by the operating system, independently of the library's own
/// detection. For an emulated CPU, set COUNTERPOINT_CPU_FLAGS.
fn cpu_flags() -> Option<BTreeSet<String>> {
    if let Ok(flags) = std::env::var("COUNTERPOINT_CPU_FLAGS") {
        return Some(flags.split(' ').map(str::to_owned).collect());
    }
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("flags") || line.starts_with("Features"))?;
    Some(line.split_once(':')?.1.split_whitespace().map(str::to_owned).collect())
}

/// Returns the operating system's name for one of the compiler's features.
fn kernel_flag(feature: &str) -> String {
    match feature {
        "neon" => "asimd".to_owned(),
        // sse4.1 -> sse4_1, avx512vbmi2 -> avx512_vbmi2; older features of AVX-512 have no underscore.
        "avx512vbmi2" => "avx512_vbmi2".to_owned(),
        "avx512vnni" => "avx512_vnni".to_owned(),
        "avx512bitalg" => "avx512_bitalg".to_owned(),
        "avx512vpopcntdq" => "avx512_vpopcntdq".to_owned(),
        "lzcnt" => "abm".to_owned(),
        _ => feature.replace('.', "_"),
    }
}

/// Without the standard library, `cpufeatures` reports GFNI and VAES as missing where AVX-512 is, even for 256 bits.
fn refused_without_std(feature: &str, flags: &BTreeSet<String>) -> bool {
    cfg!(not(feature = "std")) && matches!(feature, "gfni" | "vaes") && !flags.contains("avx512f")
}

/// An implementation is skipped exactly when the CPU lacks a feature, so a skip never passes for a success.
#[test]
fn what_can_run_is_what_the_cpu_has() {
    let Some(flags) = cpu_flags() else {
        println!("skipped comparison of what can run with the CPU's flags: no /proc/cpuinfo");
        return;
    };
    // Algorithms of a family share implementations: each is reported once, with the algorithms that share it.
    let mut outcomes: BTreeMap<(&str, &str), (String, Vec<&str>)> = BTreeMap::new();
    for algorithm in Algorithm::all() {
        for implementation in algorithm.implementations() {
            let name = implementation.name();
            let lacks: Vec<&str> = implementation
                .features()
                .iter()
                .copied()
                .filter(|feature| !flags.contains(&kernel_flag(feature)) || refused_without_std(feature, &flags))
                .collect();
            let missing: Vec<&str> = implementation.missing_features().collect();
            assert_eq!(missing, lacks, "{} by {name}", algorithm.name);
            assert_eq!(implementation.available(), lacks.is_empty(), "{} by {name}", algorithm.name);
            let outcome = match lacks.first() {
                None => format!("ran {name}"),
                Some(feature) => format!("skipped {name}: this CPU lacks {feature}"),
            };
            let shared_by = &mut outcomes.entry((implementation.kernel(), name)).or_insert((outcome, Vec::new())).1;
            shared_by.push(algorithm.name);
        }
    }
    for (outcome, algorithms) in outcomes.values() {
        println!("{outcome} ({})", algorithms.join(" "));
    }
}

#[test]
fn names_say_technique_tier_and_states() {
    for algorithm in Algorithm::all() {
        let mut seen = BTreeSet::new();
        for (i, implementation) in algorithm.implementations().enumerate() {
            let states =
                if implementation.states() > 1 { format!("-x{}", implementation.states()) } else { String::new() };
            assert_eq!(
                implementation.name(),
                format!("{}-{}{states}", implementation.technique(), implementation.tier()),
                "{}",
                algorithm.name
            );
            assert!(
                implementation.technique().bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
                "{}",
                implementation.name()
            );
            assert!(implementation.states() >= 1 && implementation.min_batch() != Some(0), "{}", implementation.name());
            assert!(seen.insert(implementation.name()), "{} twice for {}", implementation.name(), algorithm.name);
            let first = cfg!(feature = "all-techniques") && i == 0;
            assert_eq!(first, implementation.technique() == "spec", "{} has `spec` first and once", algorithm.name);
        }
    }
}

#[test]
fn the_default_is_constant_time_and_available() {
    for algorithm in Algorithm::all() {
        let chosen = |many| {
            let name = algorithm.best(many).name();
            algorithm.implementations().find(|i| i.name() == name).expect("a name from the list")
        };
        for many in [0, 1, 2, 3, 4, 8, 16, 1000] {
            let implementation = chosen(many);
            assert!(
                implementation.constant_time() && implementation.available(),
                "{} for {many}: {}",
                algorithm.name,
                implementation.name()
            );
            // Authenticated encryption has a fixed number of states, all for one message.
            let states = algorithm.as_aead().map_or(many.max(1), Aead::states);
            assert!(
                implementation.min_batch().is_some_and(|batch| batch <= states),
                "{} for {many}: {}",
                algorithm.name,
                implementation.name()
            );
        }
        let everywhere = |feature: &str| ["sse2", "neon", "simd128"].contains(&feature);
        let mut beside_spec = algorithm.implementations().filter(|i| i.technique() != "spec");
        assert!(
            beside_spec.any(|i| i.constant_time() && i.features().iter().all(|feature| everywhere(feature))),
            "{} needs a constant-time implementation for every machine",
            algorithm.name
        );
    }
}

/// Returns a name or alias as `by_name` compares it.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/')).collect::<String>().to_lowercase()
}

#[test]
fn every_spelling_leads_to_one_algorithm() {
    let mut spellings = BTreeMap::new();
    for algorithm in Algorithm::all() {
        for spelling in [algorithm.name].iter().chain(algorithm.aliases) {
            let other = spellings.insert(letters(spelling), algorithm.name);
            assert_eq!(other, None, "{spelling} is spelled like another name");
            for spelling in
                [spelling.to_string(), spelling.to_uppercase(), spelling.replace('-', "_"), letters(spelling)]
            {
                assert_eq!(Algorithm::by_name(&spelling).expect("a name or alias").name, algorithm.name);
            }
        }
    }
    for nobody in ["", "keccak", "sha3", "sha3-25", "sha3-2566", "é"] {
        assert!(Algorithm::by_name(nobody).is_err(), "{nobody}");
    }
}

#[test]
fn unknown_and_unavailable_implementations_are_errors() {
    for algorithm in Algorithm::all() {
        let run = |name: &str| match algorithm.kind {
            Kind::Hash(_) => {
                let hash = hash(algorithm).expect("a hash function");
                let digest = hash.digest_many(Some(name), &[b""], &mut vec![0; hash.digest_bytes()]);
                assert_eq!(hash.hasher(Some(name)).err(), digest.err());
                assert_eq!(hash.prepare(Some(name)).err(), digest.err());
                digest
            }
            Kind::Permutation(permutation) => {
                let rounds = *permutation.rounds().end();
                permutation.permute(Some(name), &mut vec![0; permutation.state_bytes()], rounds)
            }
            Kind::BlockCipher(cipher) => {
                let (key, mut block) = (vec![0; cipher.key_bytes()], vec![0; cipher.block_bytes()]);
                cipher.encrypt(Some(name), &key, &mut block)
            }
            Kind::Aead(aead) => {
                let (key, nonce, mut tag) = (vec![0; aead.key_bytes()], [0; 5], vec![0; aead.tag_bytes()]);
                let implementation = |error| match error {
                    AeadError::Implementation(error) => error,
                    error => panic!("{error}"),
                };
                let mut buffer = [0; 5];
                let encrypted = aead.encrypt(Some(name), &key, &nonce, b"", &mut buffer, &mut tag);
                let decrypted = aead.decrypt(Some(name), &key, &nonce, b"", &mut buffer, &tag);
                assert_eq!(decrypted, encrypted);
                assert_eq!(buffer, [0; 5]);
                encrypted.map_err(implementation)
            }
            _ => panic!("{} is of a kind unknown to the tests", algorithm.name),
        };
        assert_eq!(run("no-such-thing"), Err(ImplementationError::Unknown));
        for name in algorithm.left_out() {
            assert_eq!(run(name), Err(ImplementationError::NotBuilt { name }), "{} by {name}", algorithm.name);
        }
        for implementation in algorithm.implementations() {
            let (name, missing) = (implementation.name(), implementation.missing_features().next());
            let expected = match missing {
                None => Ok(()),
                Some(feature) => Err(ImplementationError::Unavailable { name, feature }),
            };
            assert_eq!(run(name), expected, "{} by {name}", algorithm.name);
        }
    }
}
