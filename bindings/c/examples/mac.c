/* Authenticates messages with KMAC, and verifies their tags in constant time.
 *
 *   cc mac.c $(pkg-config --cflags --libs counterpoint) -o mac
 */
#include <counterpoint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const uint8_t key[16] = "a key, 15 bytes";
  cpt_options options;
  memset(&options, 0, sizeof options);
  options.key = key;
  options.key_bytes = sizeof key;
  options.customization = "example";
  options.customization_bytes = 7;

  cpt_function *function;
  if (cpt_function_new(&function, CPT_KMAC128, &options) != CPT_OK) {
    fprintf(stderr, "mac: %s\n", cpt_error_message());
    return 1;
  }
  uint8_t tag[32];
  cpt_hash(function, "a message", 9, tag, sizeof tag);

  cpt_hasher *hasher;
  cpt_hasher_new(&hasher, function);
  cpt_hasher_update(hasher, "a message", 9);
  cpt_status status = cpt_hasher_verify(hasher, tag, sizeof tag);
  printf("the tag of the message: %s\n", cpt_strerror(status));

  cpt_hasher_reset(hasher);
  cpt_hasher_update(hasher, "another message", 15);
  cpt_status forged = cpt_hasher_verify(hasher, tag, sizeof tag);
  printf("the same tag with another message: %s\n", cpt_strerror(forged));

  cpt_hasher_free(hasher);
  cpt_function_free(function);
  return status == CPT_OK && forged == CPT_ERROR_WRONG_TAG ? 0 : 1;
}
