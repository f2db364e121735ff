#!/bin/sh
# c_examples.sh PREFIX RUNNER COMPILER [OPTION...]: compiles the examples of the C interface against the library
# installed under PREFIX, with the flags from pkg-config, and runs them, either directly (RUNNER is empty) or under a
# program such as valgrind. Their output must match that of the command `counterpoint`.

set -e
cd "$(dirname "$0")/../.."
prefix=${1:?usage: c_examples.sh PREFIX RUNNER COMPILER [OPTION...]}
runner=$2
shift 2

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
command=$prefix/bin/counterpoint

# compile NAME OPTION...
compile() {
    name=$1
    shift
    # shellcheck disable=SC2046
    "$@" "bindings/c/examples/$name.c" -o "$programs/$name" $(pkg-config --cflags --libs counterpoint)
}
# run NAME [ARGUMENT...]
run() {
    name=$1
    shift
    # shellcheck disable=SC2086
    $runner "$programs/$name" "$@" >"$programs/$name.out" || {
        echo "error: $name exited with $?" >&2
        exit 1
    }
    cat "$programs/$name.out"
}
# expect TEXT...: checks that the last example's output contains each text.
expect() {
    for text in "$@"; do
        [ -n "$text" ] && grep -qF "$text" "$programs/$name.out" || {
            echo "error: $name did not print: $text" >&2
            exit 1
        }
    done
}
# digest ALGORITHM TEXT [OPTION...]
digest() {
    algorithm=$1
    text=$2
    shift 2
    line=$(printf %s "$text" | "$command" sum --algorithm "$algorithm" "$@") && [ -n "$line" ] || {
        echo "no digest from $algorithm"
        return
    }
    echo "${line%% *}"
}

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
[ "$(pkg-config --modversion counterpoint)" = "$version" ] || {
    echo "error: pkg-config does not report version $version" >&2
    exit 1
}
[ "$(pkg-config --static --libs counterpoint)" != "$(pkg-config --libs counterpoint)" ] || {
    echo "error: pkg-config does not report which libraries the archive requires" >&2
    exit 1
}
for example in digest column mac session stack merkle; do
    compile $example "$@"
done
run digest
expect "sha3-256 at once  : $(digest sha3-256 'a message')" "sha3-256 in pieces: $(digest sha3-256 'a message')" \
    "shake128, 50 bytes: $(digest shake128 'a message' --length 50)"
run column
row=0
for text in one two '' 'a longer row'; do
    expect "row $row: $(digest groestl256 "$text")"
    row=$((row + 1))
done
expect 'row 2: 0000000000000000000000000000000000000000000000000000000000000000' 'wrong offsets: status 6: row offset 2'
run mac
expect 'the tag of the message: no error' 'the same tag with another message: the tag is wrong'
run session
expect 'no error: attack at dawn' 'the tag is wrong'
run stack README.md
expect "$("$command" sum --algorithm kt128 README.md)"
run merkle README.md
expect 'blocks: ' ': no error' 'with a bit changed: the proof does not belong'
