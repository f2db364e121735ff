/* Hashes many short messages at once: a list of pointers, and a table column in Apache Arrow's format.
 *
 *   cc column.c $(pkg-config --cflags --libs counterpoint) -o column
 */
#include <counterpoint.h>
#include <stdio.h>

#define ROWS 4

static void print_digests(uint8_t digests[ROWS][32]) {
  for (int row = 0; row < ROWS; row++) {
    printf("  row %d: ", row);
    for (int i = 0; i < 32; i++) {
      printf("%02x", digests[row][i]);
    }
    printf("\n");
  }
}

int main(void) {
  const cpt_function *function = cpt_function_of(cpt_algorithm_by_name("groestl256"));
  uint8_t digests[ROWS][32];

  const void *messages[ROWS] = {"one", "two", "", "a longer row"};
  const size_t lengths[ROWS] = {3, 3, 0, 12};
  /* The last parameter is the number of threads. */
  cpt_status status = cpt_hash_many(function, messages, lengths, ROWS, digests[0], sizeof digests[0], 1);
  if (status != CPT_OK) {
    fprintf(stderr, "column: %s\n", cpt_error_message());
    return 1;
  }
  printf("pointers and lengths:\n");
  print_digests(digests);

  /* The same rows, concatenated. Row 2 is null: it is not hashed, and its output is zeros. */
  const char *data = "onetwoa longer row";
  const int32_t offsets[ROWS + 1] = {0, 3, 6, 6, 18};
  const uint8_t validity[1] = {0x0b};
  status = cpt_hash_rows32(function, data, offsets, ROWS, validity, 0, digests[0], sizeof digests[0], 0);
  if (status != CPT_OK) {
    fprintf(stderr, "column: %s\n", cpt_error_message());
    return 1;
  }
  printf("a column, with as many threads as there are CPUs:\n");
  print_digests(digests);

  /* Decreasing offsets are an error, and nothing is written. */
  const int32_t wrong[ROWS + 1] = {0, 3, 2, 6, 18};
  status = cpt_hash_rows32(function, data, wrong, ROWS, NULL, 0, digests[0], sizeof digests[0], 1);
  printf("wrong offsets: status %d: %s\n", (int)status, cpt_error_message());
  return status == CPT_ERROR_ROWS ? 0 : 1;
}
