//! The feature `all-techniques` does not change which implementation is selected, on any machine, for any number of
//! messages.
//!
//! A machine is a set of CPU features and a kind of core. The tests cover every set that the compiler considers
//! possible, including those of machines that hide features.

use build::Build;
use counterpoint::Algorithm;
use counterpoint::registry::{Core, Implementation};
use std::collections::BTreeSet;

#[allow(dead_code, reason = "used by the script itself")]
#[path = "../build.rs"]
mod build;

type Features = BTreeSet<&'static str>;

/// The features that a feature implies for the compiler; only those that a tier names.
const REQUIRED: &[(&str, &[&str])] = &[
    ("ssse3", &["sse2"]),
    ("sse4.1", &["ssse3"]),
    ("aes", &["sse2", "neon"]),
    ("avx", &["sse4.1"]),
    ("avx2", &["avx"]),
    ("gfni", &["sse2"]),
    ("vaes", &["aes", "avx2"]),
    ("avx512f", &["avx2"]),
    ("avx512bw", &["avx512f"]),
    ("avx512vl", &["avx512f"]),
    ("avx512vbmi", &["avx512bw"]),
    ("sha3", &["neon"]),
    ("relaxed-simd", &["simd128"]),
];

/// Whether every machine of this target has a feature.
fn guaranteed(feature: &str) -> bool {
    match feature {
        "sse2" => cfg!(target_feature = "sse2"),
        "ssse3" => cfg!(target_feature = "ssse3"),
        "neon" => cfg!(target_feature = "neon"),
        // WebAssembly has no detection: a module has the features it is compiled for.
        "simd128" => cfg!(target_feature = "simd128"),
        "relaxed-simd" => cfg!(target_feature = "relaxed-simd"),
        _ => false,
    }
}

/// Whether a machine can have exactly these features, of all that a list names.
fn possible(features: &Features, all: &Features) -> bool {
    let complete = |feature: &&'static str| {
        let needed = REQUIRED.iter().filter(|(this, _)| this == feature).flat_map(|(_, needed)| *needed);
        needed.clone().all(|it| features.contains(it) || !all.contains(it))
    };
    features.iter().all(complete)
        && all.iter().all(|feature| features.contains(feature) || !guaranteed(feature))
        && (!cfg!(target_family = "wasm") || features.iter().all(|feature| guaranteed(feature)))
}

/// Returns the sets of features that a machine can have, of all that a list names.
fn machines(list: &[&'static Implementation]) -> Vec<Features> {
    let all: Features = list.iter().flat_map(|implementation| implementation.features()).copied().collect();
    let subset = |set: u32| all.iter().enumerate().filter(move |(n, _)| set >> n & 1 == 1).map(|(_, &it)| it).collect();
    (0..1 << all.len()).map(subset).filter(|features| possible(features, &all)).collect()
}

/// Whether the library was compiled without optimisation. It then selects only plain integers.
fn unoptimised() -> bool {
    Algorithm::all().all(|algorithm| algorithm.best(64).features().is_empty())
}

/// Returns the implementation to select, among all or only those of `plain` integers: the last suitable one.
fn choice(
    list: &[&'static Implementation],
    plain: bool,
    runs: &dyn Fn(&Implementation) -> bool,
    core: Core,
    messages: usize,
) -> Option<&'static str> {
    let right = |it: &&&Implementation| {
        let plain_enough = it.features().is_empty() || !plain;
        it.constant_time() && it.min_batch_on(core).is_some_and(|batch| batch <= messages) && plain_enough && runs(it)
    };
    list.iter().rfind(right).map(|it| it.name())
}

#[test]
fn this_machine_chooses_so() {
    for algorithm in Algorithm::all().filter(|algorithm| algorithm.as_aead().is_none()) {
        let list: Vec<_> = algorithm.implementations().collect();
        for messages in 1..=64 {
            let chosen = choice(&list, unoptimised(), &Implementation::available, Core::here(), messages);
            assert_eq!(chosen, Some(algorithm.best(messages).name()), "{}, {messages} messages", algorithm.name);
        }
    }
}

#[test]
fn no_machine_chooses_what_the_feature_adds_and_some_machine_each_of_the_others() {
    let (mut seen, unoptimised) = (BTreeSet::new(), unoptimised());
    for algorithm in Algorithm::all() {
        let all: Vec<_> = algorithm.implementations().collect();
        if !seen.insert(all[0].kernel()) {
            continue;
        }
        let shipped: Vec<_> = all.iter().copied().filter(|it| !it.needs_all_techniques()).collect();
        let mut chosen = BTreeSet::new();
        for features in machines(&all) {
            let runs = |it: &Implementation| it.features().iter().all(|feature| features.contains(feature));
            for &core in Core::ALL {
                for messages in 1..=64 {
                    for plain in [false, unoptimised] {
                        let [with, without] = [&all, &shipped].map(|list| choice(list, plain, &runs, core, messages));
                        chosen.extend(with);
                        assert_eq!(with, without, "{} on {core:?}, {features:?}, {messages} messages", algorithm.name);
                    }
                }
            }
        }
        let shipped: BTreeSet<_> = shipped.iter().map(|it| it.name()).collect();
        if guaranteed("ssse3") {
            // A target that guarantees features leaves some implementations without a machine.
            continue;
        }
        let unused: Vec<_> = shipped.difference(&chosen).collect();
        assert!(unused.is_empty(), "{}: no machine selects {unused:?}; move them to all-techniques", algorithm.name);
    }
}

/// `scripts/reports/rust.sh` builds the library this way.
#[cfg(plain_integers)]
#[test]
fn nothing_but_plain_integers_runs_where_no_vectors_may() {
    assert_eq!(Core::here(), Core::Other);
    for algorithm in Algorithm::all() {
        assert!(algorithm.implementations().any(|implementation| implementation.available()), "{}", algorithm.name);
        for implementation in algorithm.implementations() {
            let (name, features) = (implementation.name(), implementation.features());
            assert_eq!(implementation.available(), features.is_empty(), "{} by {name}", algorithm.name);
        }
    }
}

/// The checks run on only a few of these targets.
#[test]
fn what_is_compiled_for_each_target() {
    let usual = Build { groestl: true, ..Build::default() };
    let [unoptimised, portable] = [Build { unoptimised: true, ..usual }, Build { portable: true, ..usual }];
    for (target, build, expected) in [
        (["x86_64", "fxsr,sse,sse2", "64", "gnu"], usual, "detection identification vectors"),
        (["x86_64", "sse2,sse3,ssse3", "64", ""], usual, "detection identification vectors always_shuffles"),
        (["x86_64", "sse2,ssse3", "64", "sgx"], usual, "detection vectors always_shuffles"),
        (["x86_64", "", "64", ""], usual, "detection plain_integers vectors"),
        (["x86_64", "sse2,ssse3", "64", "gnu"], portable, "detection plain_integers vectors"),
        (["aarch64", "neon", "64", ""], usual, "detection identification vectors always_shuffles"),
        (["aarch64", "", "64", ""], usual, "detection plain_integers vectors"),
        (["aarch64", "neon", "64", "gnu"], portable, "detection plain_integers vectors"),
        (["wasm32", "mutable-globals", "32", ""], usual, "one_thread"),
        (["wasm32", "simd128", "32", ""], usual, "vectors always_shuffles simd128 one_thread"),
        (["wasm32", "relaxed-simd,simd128", "32", ""], usual, "vectors always_shuffles simd128 relaxed one_thread"),
        (["wasm32", "relaxed-simd,simd128", "32", ""], portable, "plain_integers one_thread"),
        (["wasm32", "atomics,simd128", "32", ""], usual, "vectors always_shuffles simd128"),
        (["x86", "sse,sse2", "32", "gnu"], usual, "i686 half_lanes"),
        (["x86", "sse,sse2", "32", "gnu"], portable, "plain_integers half_lanes"),
        (["x86", "", "32", ""], usual, "half_lanes"),
        (["arm", "", "32", ""], usual, "half_lanes"),
        (["s390x", "", "64", ""], usual, ""),
        (["x86_64", "sse2,ssse3", "64", ""], unoptimised, "unoptimised detection identification vectors"),
    ] {
        let holding = build::conditions(target, build).into_iter().filter_map(|(name, holds)| holds.then_some(name));
        assert_eq!(holding.collect::<Vec<_>>().join(" "), expected, "{target:?}");
    }
}
