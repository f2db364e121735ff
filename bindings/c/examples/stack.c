/* Hashes a file with a hasher in the caller's buffer instead of on the heap. (The first call of cpt_function_of itself
 * allocates a table on the heap.)
 *
 *   cc stack.c $(pkg-config --cflags --libs counterpoint) -o stack
 */
#include <counterpoint.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: stack FILE\n");
    return 2;
  }
  FILE *file = fopen(arguments[1], "rb");
  if (file == NULL) {
    perror(arguments[1]);
    return 1;
  }
  unsigned char memory[CPT_HASHER_BYTES];
  cpt_hasher *hasher;
  if (cpt_hasher_init(&hasher, memory, sizeof memory, cpt_function_of(CPT_KT128)) != CPT_OK) {
    fprintf(stderr, "stack: %s\n", cpt_error_message());
    fclose(file);
    return 1;
  }
  static unsigned char buffer[1 << 16];
  size_t bytes;
  while ((bytes = fread(buffer, 1, sizeof buffer, file)) > 0) {
    cpt_hasher_update(hasher, buffer, bytes);
  }
  int failed = ferror(file);
  fclose(file);
  uint8_t digest[32];
  cpt_hasher_final(hasher, digest, sizeof digest);
  cpt_hasher_free(hasher);
  if (failed) {
    perror(arguments[1]);
    return 1;
  }
  for (size_t i = 0; i < sizeof digest; i++) {
    printf("%02x", digest[i]);
  }
  printf("  %s\n", arguments[1]);
  return 0;
}
