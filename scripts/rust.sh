# shellcheck shell=sh
# To be sourced, by any POSIX shell: finds a Rust toolchain, the machine's own if it is new enough, otherwise Debian's.

. scripts/need.sh

minimum=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)

# new_enough RUSTC: whether it exists and has at least the version that Cargo.toml requires.
new_enough() {
    version=$("$1" --version 2>/dev/null | cut -d ' ' -f 2)
    [ -n "$version" ] && echo "$version $minimum" | awk '{
        split($1, has, /[.-]/)
        split($2, asked, ".")
        exit !(has[1] + 0 > asked[1] + 0 || has[1] + 0 == asked[1] + 0 && has[2] + 0 >= asked[2] + 0)
    }'
}

# Debian's current Rust. Its plain `rustc` is too old; `rustc-web` follows the releases.
need_debian_rust() {
    need_packages rustc-web cargo-web
    new_enough /usr/bin/rustc || die "Debian's rustc-web is older than $minimum: apt-get update && apt-get upgrade"
}

if ! command -v cargo >/dev/null 2>&1 || ! new_enough rustc; then
    can_install || die "this needs Rust $minimum or newer: https://rustup.rs, or the system's own packages"
    need_debian_rust
    PATH=/usr/bin:$PATH
fi
need cc gcc libc6-dev

# built OPTION...: builds with these options of cargo and prints the path of each program built. Only Cargo knows the
# path, since CARGO_TARGET_DIR, CARGO_BUILD_TARGET and Cargo's own configuration change it.
built() {
    messages=$(cargo build --locked --release --message-format json-render-diagnostics "$@") || return
    # Only programs have a path here; other artifacts have null.
    printf '%s\n' "$messages" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'
}

# Cargo's registry requires HTTPS, hence certificates. Systems other than Debian keep them elsewhere.
[ -e "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" ] || ! can_install || need_packages ca-certificates
