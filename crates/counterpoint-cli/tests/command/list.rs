//! The output of `counterpoint list` for programs.

use crate::place::Place;
use counterpoint::Algorithm;
use serde_json::{Value, json};

#[test]
fn each_record_is_what_the_registry_says() {
    let of = |algorithm: &'static Algorithm| {
        algorithm.implementations().map(move |implementation| {
            json!({
                "algorithm": algorithm.name,
                "implementation": implementation.name(),
                "technique": implementation.technique(),
                "tier": implementation.tier(),
                "states": implementation.states(),
                "constant_time": implementation.constant_time(),
                "available": implementation.available(),
                "missing": implementation.missing_features().collect::<Vec<_>>(),
                "chosen": implementation.name() == algorithm.best(1).name(),
            })
        })
    };
    let expected: Vec<Value> = Algorithm::all().flat_map(of).collect();
    let list = Place::new().command("list").args(["--format", "json"]).output().unwrap();
    let found: Vec<Value> = serde_json::from_slice(&list.stdout).unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}
