#!/bin/sh
# Tests `make run` and `make check` on a system other than Debian: its tools come from BusyBox, there is no apt-get,
# dpkg, setsid or git, and the certificates are elsewhere. Rust and the C compiler are stand-ins that print how they are
# called; the driver is the program in GATES.

set -e
cd "$(dirname "$0")/../.."
driver=${GATES:?GATES must name the driver}
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
make=$(command -v make)

# Only tools that every system has.
for tool in awk cat cut dirname env expand grep id kill mkdir printf ps rm sed sh sleep sort tail tr uname wc; do
    ln -s "$(command -v busybox)" "$world/$tool"
done
printf '#!%s/sh\necho "rustc 1.95.0 (0123456 2026-04-14)"\n' "$world" >"$world/rustc"
printf '#!%s/sh\nexit 0\n' "$world" >"$world/cc"
cat >"$world/cargo" <<CARGO
#!$world/sh
echo "cargo \$*"
case "\$*" in *"package gates -- check"*) exec "$driver" try sh -c 'echo works' ;; esac
CARGO
chmod +x "$world/rustc" "$world/cc" "$world/cargo"

# expect TARGET LINE...: checks that the output of make contains each line.
expect() {
    target=$1
    shift
    env -i PATH="$world" HOME="$world" SSL_CERT_FILE="$world/none" GATES_TARGET="$world/target" \
        "$make" SHELL="$world/sh" "$target" >"$world/output" 2>&1 || {
        echo "make $target exited with $?:" && cat "$world/output" && exit 1
    }
    for line; do
        grep -qxF -- "$line" "$world/output" || {
            echo "make $target did not print '$line', but:" && cat "$world/output" && exit 1
        }
    done
}

expect run 'cargo run --locked --release -- sum README.md'
expect check 'cargo run --locked --release --quiet --package gates -- check --only ' '1 passed, 0 failed, 0 skipped'

# Such a system can't replace a Rust that is too old; the message states the required version.
printf '#!%s/sh\necho "rustc 1.2.0 (0123456 2015-08-03)"\n' "$world" >"$world/rustc"
if env -i PATH="$world" HOME="$world" "$make" SHELL="$world/sh" run >"$world/output" 2>&1; then
    echo "an old Rust was accepted" && exit 1
fi
grep -q 'needs Rust .* or newer' "$world/output" || { cat "$world/output" && exit 1; }
