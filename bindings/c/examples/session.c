/* Two sides exchange messages encrypted with Lake Keyak. Each tag authenticates all messages up to that point.
 *
 *   cc session.c $(pkg-config --cflags --libs counterpoint) -o session
 */
#include <counterpoint.h>
#include <stdio.h>

int main(void) {
  static const uint8_t key[16] = "a key, 15 bytes";
  static const uint8_t nonce[8] = "nonce 1";
  cpt_session *alice, *bob;
  if (cpt_session_new(&alice, CPT_LAKE_KEYAK, key, sizeof key, nonce, sizeof nonce, NULL) != CPT_OK) {
    fprintf(stderr, "session: %s\n", cpt_error_message());
    return 1;
  }
  if (cpt_session_new(&bob, CPT_LAKE_KEYAK, key, sizeof key, nonce, sizeof nonce, NULL) != CPT_OK) {
    fprintf(stderr, "session: %s\n", cpt_error_message());
    cpt_session_free(alice);
    return 1;
  }

  uint8_t message[] = "attack at dawn";
  uint8_t tag[16];
  cpt_session_encrypt(alice, "to Bob", 6, message, sizeof message, tag, sizeof tag);
  cpt_status status = cpt_session_decrypt(bob, "to Bob", 6, message, sizeof message, tag, sizeof tag);
  printf("%s: %s\n", cpt_strerror(status), (const char *)message);

  /* A message modified in transit: none of it is released. */
  cpt_session_encrypt(bob, NULL, 0, message, sizeof message, tag, sizeof tag);
  message[0] ^= 1;
  cpt_status forged = cpt_session_decrypt(alice, NULL, 0, message, sizeof message, tag, sizeof tag);
  printf("%s\n", cpt_strerror(forged));

  cpt_session_free(alice);
  cpt_session_free(bob);
  return status == CPT_OK && forged == CPT_ERROR_WRONG_TAG && message[0] == 0 ? 0 : 1;
}
