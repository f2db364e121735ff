#!/bin/sh
# musl.sh FOLDER: builds and installs the library for x86_64-unknown-linux-musl, links a static C program with it, and
# runs that. The C library and its startup files come from the Rust target, so no musl package is needed.

set -e
cd "$(dirname "$0")/../.."
. scripts/rust.sh
folder=${1:?usage: musl.sh FOLDER}
target=x86_64-unknown-linux-musl
musl=$(rustc --print target-libdir --target $target)/self-contained
if [ ! -f "$musl/crt1.o" ]; then
    echo "skipped: Rust's libraries for $target; \`rustup target add $target\` installs them"
    exit 0
fi

rm -rf "$folder"
mkdir -p "$folder"
CARGO_BUILD_TARGET=$target scripts/install.sh "$folder/installed"
export PKG_CONFIG_PATH="$folder/installed/lib/pkgconfig"

# The system's headers belong to another C library, so the program declares what it calls.
cat >"$folder/abc.c" <<'PROGRAM'
#include <counterpoint.h>
int printf(const char *format, ...);
int main(void) {
  uint8_t d[CPT_SHA3_256_DIGEST_BYTES];
  uint8_t out[64 * 1000];
  static const uint8_t message[1000];
  if (cpt_sha3_256("abc", 3, d) != CPT_OK) return 1;
  /* An error message, and threads. */
  if (cpt_hash(cpt_function_of(CPT_KMAC128), "abc", 3, d, 32) != CPT_ERROR_NULL) return 2;
  if (cpt_hash_equal_rows(cpt_function_of(CPT_KECCAK512), message, 1, 1000, NULL, 0, out, 64, 4) != CPT_OK) return 3;
  printf("%02x%02x%02x%02x\n", d[0], d[1], d[2], d[3]);
  return 0;
}
PROGRAM
# shellcheck disable=SC2046
gcc -ffreestanding -fPIE -c "$folder/abc.c" $(pkg-config --cflags counterpoint) -o "$folder/abc.o"
# shellcheck disable=SC2046
gcc -static -nostdlib "$musl/crt1.o" "$musl/crti.o" "$musl/crtbegin.o" "$folder/abc.o" -L"$musl" -Wl,--start-group \
    $(pkg-config --static --libs counterpoint) -lunwind -lc -lgcc -Wl,--end-group "$musl/crtend.o" "$musl/crtn.o" \
    -o "$folder/abc"
[ "$("$folder/abc")" = 3a985da7 ] || {
    echo "the program exited with $?"
    exit 1
}
! readelf --dynamic "$folder/abc" | grep NEEDED
