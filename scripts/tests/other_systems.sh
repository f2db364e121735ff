#!/bin/sh
# Tests `make run` and `make check` on a system that is not Debian: its tools are those of BusyBox, there is no apt-get,
# no dpkg, no setsid and no git, and the certificates are elsewhere. Rust and the C compiler are stand-ins that say how
# they are called; the driver is the one in GATES.

set -e
cd "$(dirname "$0")/../.."
driver=${GATES:?GATES has to name the driver}
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
make=$(command -v make)

# Only what every system has.
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

# expect TARGET LINE...: what make prints has to contain each line.
expect() {
    target=$1
    shift
    env -i PATH="$world" HOME="$world" SSL_CERT_FILE="$world/none" GATES_TARGET="$world/target" \
        "$make" SHELL="$world/sh" "$target" >"$world/output" 2>&1 || {
        echo "make $target ended with $?:" && cat "$world/output" && exit 1
    }
    for line; do
        grep -qxF -- "$line" "$world/output" || {
            echo "make $target does not say '$line', but:" && cat "$world/output" && exit 1
        }
    done
}

expect run 'cargo run --locked --release -- sum README.md'
expect check 'cargo run --locked --release --quiet --package gates -- check --only ' '1 passed, 0 failed, 0 skipped'

# A Rust that is too old can't be replaced there: the message says what is asked for.
printf '#!%s/sh\necho "rustc 1.2.0 (0123456 2015-08-03)"\n' "$world" >"$world/rustc"
if env -i PATH="$world" HOME="$world" "$make" SHELL="$world/sh" run >"$world/output" 2>&1; then
    echo "an old Rust is taken" && exit 1
fi
grep -q 'needs Rust .* or newer' "$world/output" || { cat "$world/output" && exit 1; }
