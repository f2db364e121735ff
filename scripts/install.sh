#!/bin/sh
# install.sh PREFIX: the command, its manual pages and its completions.

set -e
cd "$(dirname "$0")/.."
. scripts/rust.sh
prefix=${1:?usage: install.sh PREFIX}

command=$(built --package counterpoint-cli --bin counterpoint)
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT

# put PATH: standard input as a file under the prefix.
put() {
    mkdir -p "$prefix/$(dirname "$1")"
    cat >"$prefix/$1"
    chmod 644 "$prefix/$1"
    echo "$prefix/$1"
}

put bin/counterpoint <"$command"
chmod 755 "$prefix/bin/counterpoint"
"$command" man "$pages"
for page in "$pages"/*.1; do
    put "share/man/man1/${page##*/}" <"$page"
done
"$command" completions bash | put share/bash-completion/completions/counterpoint
"$command" completions zsh | put share/zsh/site-functions/_counterpoint
"$command" completions fish | put share/fish/vendor_completions.d/counterpoint.fish
