# shellcheck shell=sh
# To be sourced after scripts/rust.sh: what WebAssembly needs. Debian's Rust with the sources of the standard library and
# LLVM's linker for the modules, Node.js for the package, Chromium for the page.
#
# Node.js is that of npm's package `node`, so that the figures are those of one version wherever they are measured. It is
# installed by the machine's npm, or by Debian's.

# The version of Node.js that is tested and measured.
NODE_VERSION=26.10.0

need_debian_rust
need_packages rust-web-src lld-22
need npm nodejs npm

node_folder=$PWD/target/test/node
need_node() {
    [ "$("$node_folder/node_modules/node/bin/node" --version 2>/dev/null)" = "v$NODE_VERSION" ] && return
    mkdir -p "$node_folder"
    npm install --prefix "$node_folder" --no-save --no-audit --no-fund --loglevel=error "node@$NODE_VERSION" >&2 ||
        die "npm can't install node@$NODE_VERSION; it says why above"
}
