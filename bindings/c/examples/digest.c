/* Hashes a message at once, in pieces, and with an output of variable length.
 *
 *   cc digest.c $(pkg-config --cflags --libs counterpoint) -o digest
 */
#include <counterpoint.h>
#include <stdio.h>

static void print_hex(const char *what, const uint8_t *bytes, size_t count) {
  printf("%s: ", what);
  for (size_t i = 0; i < count; i++) {
    printf("%02x", bytes[i]);
  }
  printf("\n");
}

int main(void) {
  uint8_t digest[CPT_SHA3_256_DIGEST_BYTES];
  cpt_status status = cpt_sha3_256("a message", 9, digest);
  if (status != CPT_OK) {
    fprintf(stderr, "digest: %s\n", cpt_error_message());
    return 1;
  }
  print_hex("sha3-256 at once  ", digest, sizeof digest);

  cpt_hasher *hasher;
  if (cpt_sha3_256_new(&hasher) != CPT_OK) {
    fprintf(stderr, "digest: %s\n", cpt_error_message());
    return 1;
  }
  cpt_hasher_update(hasher, "a ", 2);
  cpt_hasher_update(hasher, "message", 7);
  cpt_hasher_final(hasher, digest, sizeof digest);
  cpt_hasher_free(hasher);
  print_hex("sha3-256 in pieces", digest, sizeof digest);

  uint8_t output[50];
  cpt_shake128("a message", 9, output, sizeof output);
  print_hex("shake128, 50 bytes", output, sizeof output);
  return 0;
}
