#!/bin/sh
# fuzz_seeds.sh FOLDER BYTES: writes the first inputs for the fuzz target `command`: lists, known answers and records
# of the tests, if they are shorter than BYTES. The first byte of an input is a letter for the kind of the rest; see
# tools/fuzz/fuzz_targets/command.rs.

set -e
folder=$1
bytes=$2

# seeds LETTER FILE...
seeds() {
    letter=$1
    shift
    for file in "$@"; do
        if [ -f "$file" ] && [ "$(wc -c <"$file")" -lt "$bytes" ]; then
            { printf %s "$letter" && cat "$file"; } >"$folder/seed-$letter-$(echo "$file" | tr / -)"
        fi
    done
}

seeds l crates/counterpoint-cli/tests/cmd/*.in/*
seeds v crates/counterpoint-vectors/data/*/* crates/counterpoint-cli/tests/cmd/selftest.in/*
printf 'zSHA3-256 (a name) = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\000' >"$folder/seed-z"
# NIST's format.
printf 'v[L = 256]\n\nLen = 24\nMsg = 616263\nMD = 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532\n' \
    >"$folder/seed-v-rsp"
# Real records are longer than an input, so this one has one measurement of each kind.
cat >"$folder/seed-r" <<'RECORD'
r{"schema": 1, "command": "bench", "measurements": [{"schema": 1, "package": "counterpoint", "algorithm": "sha3-256",
"implementation": "lanes-portable", "technique": "lanes", "tier": "portable", "constant_time": true, "batch": 1,
"lengths": "equal", "length_bytes": 64, "cycles_per_byte": {"lower": 8.5, "median": 8.6, "upper": 8.75}, "call_cycles": 20.0,
"bytes_per_second": 3e8, "messages_per_second": 5e6, "samples": 700, "discarded": 3, "digest_correct": true, "processes": 7,
"counter": "a counter", "tsc_hz": 2e9, "core_hz": 3.1e9, "core_width": 4.0, "cpu": "a CPU", "arch": "x86_64", "rustc": "rustc",
"commit": "0000000", "date": "2026-01-01"}], "rows": [{"platform": "avr", "algorithm": "aes128", "implementation": "ram-table",
"unit": "cycles_per_byte", "value": 119.4375, "paper": 130.5, "date": "2026-01-01"}]}
RECORD
