# shellcheck shell=sh
# To be sourced after scripts/rust.sh: what WebAssembly needs. Debian's Rust with the sources of the standard library
# and LLVM's linker make the modules. Packages of npm shorten, test and measure them. Chromium tests the page.
#
# Node.js is that of npm's package `node`, so that figures are those of one version wherever they are measured. The
# machine's own npm installs it, or Debian's.

need_debian_rust
need_packages rust-web-src lld-22
need npm nodejs npm
need chromium chromium

# need_npm FOLDER: the packages that its lock file names, unless they are there.
need_npm() {
    cmp -s "$1/package-lock.json" "$1/node_modules/.installed" && return
    npm ci --prefix "$1" --no-audit --no-fund --loglevel=error >&2 ||
        die "npm can't install what the folder $1 needs; it says why above"
    cp "$1/package-lock.json" "$1/node_modules/.installed"
}
need_npm npm
need_npm web

# The machine's node, if it is new enough for the tools, and the newest one, which is used for all else.
newest=$PWD/npm/node_modules/node/bin/node
NODES=$newest
if [ "$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')" -ge 20 ] 2>/dev/null; then
    NODES="$(command -v node) $newest"
fi
export NODES WASM_OPT="$PWD/npm/node_modules/.bin/wasm-opt"
PATH=${newest%/*}:$PATH
