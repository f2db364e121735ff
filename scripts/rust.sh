# shellcheck shell=sh
# To be sourced: a Rust toolchain, the machine's own if it is new enough, else Debian's.

. scripts/need.sh

minimum=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)

# new_enough RUSTC: whether it is there and not older than Cargo.toml asks.
new_enough() {
    version=$("$1" --version 2>/dev/null | cut -d ' ' -f 2)
    [ -n "$version" ] && printf '%s\n' "$minimum" "$version" | sort --version-sort --check=quiet
}

# Debian's current Rust. Its plain `rustc` is too old; `rustc-web` follows the releases.
need_debian_rust() {
    need_packages rustc-web cargo-web
    new_enough /usr/bin/rustc || die "Debian's rustc-web is older than $minimum: apt-get update && apt-get upgrade"
}

if ! command -v cargo >/dev/null 2>&1 || ! new_enough rustc; then
    need_debian_rust
    PATH=/usr/bin:$PATH
fi
need cc gcc libc6-dev

# built OPTION...: builds with these options of cargo, and prints the path of each program that this makes. Only Cargo knows
# the path: CARGO_TARGET_DIR, CARGO_BUILD_TARGET and Cargo's own configuration change it.
built() {
    messages=$(cargo build --locked --release --message-format json-render-diagnostics "$@") || return
    # Only the artifacts that are programs have a path here; the others have null.
    printf '%s\n' "$messages" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'
}

# Cargo fetches from its registry over https.
[ -e /etc/ssl/certs/ca-certificates.crt ] || need_packages ca-certificates

# What the benchmark's peers need, which `--all-features` builds: OpenSSL, and what builds XKCP and AWS-LC from C.
need_peers() {
    pkg-config --exists libssl 2>/dev/null || need_packages libssl-dev pkg-config
    need make make
    need perl perl
    need xsltproc xsltproc
    # bindgen finds clang's library in the usual folders, or where LIBCLANG_PATH says.
    [ -n "${LIBCLANG_PATH:-}" ] || need_packages libclang-dev
}
