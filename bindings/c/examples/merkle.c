/* Divides a file into blocks and computes the root of a Merkle tree over them. Then verifies one block with its proof,
 * without the others.
 *
 *   cc merkle.c $(pkg-config --cflags --libs counterpoint) -o merkle
 *   ./merkle FILE
 */
#include <counterpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 4096

static int failed(const char *what) {
  fprintf(stderr, "merkle: %s: %s\n", what, cpt_error_message());
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: merkle FILE\n");
    return 2;
  }
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL) {
    perror(argv[1]);
    return 1;
  }

  /* Trees over KT128, with as many threads as there are CPUs. */
  cpt_merkle *merkle;
  if (cpt_merkle_new(&merkle, cpt_function_of(CPT_KT128), 0) != CPT_OK) {
    return failed("cpt_merkle_new");
  }
  cpt_merkle_tree *tree;
  if (cpt_merkle_tree_new(&tree, merkle) != CPT_OK) {
    return failed("cpt_merkle_tree_new");
  }
  uint8_t block[BLOCK], last[BLOCK];
  size_t bytes, last_bytes = 0;
  while ((bytes = fread(block, 1, BLOCK, file)) > 0) {
    const void *leaf = block;
    if (cpt_merkle_tree_append(tree, &leaf, &bytes, 1) != CPT_OK) {
      return failed("cpt_merkle_tree_append");
    }
    memcpy(last, block, bytes);
    last_bytes = bytes;
  }
  fclose(file);

  uint8_t root[32];
  cpt_merkle_tree_root(tree, root, sizeof root);
  const size_t size = cpt_merkle_tree_size(tree);
  printf("root of %lu blocks: ", (unsigned long)size);
  for (size_t i = 0; i < sizeof root; i++) {
    printf("%02x", root[i]);
  }
  printf("\n");
  if (size == 0) {
    cpt_merkle_tree_free(tree);
    cpt_merkle_free(merkle);
    return 0;
  }

  /* The proof for the last block: first get its length, then the proof. */
  const size_t index = size - 1;
  size_t proof_bytes = 0;
  cpt_merkle_tree_inclusion_proof(tree, &index, 1, NULL, &proof_bytes);
  uint8_t *proof = (uint8_t *)malloc(proof_bytes + 1);
  if (proof == NULL || cpt_merkle_tree_inclusion_proof(tree, &index, 1, proof, &proof_bytes) != CPT_OK) {
    return failed("cpt_merkle_tree_inclusion_proof");
  }
  cpt_merkle_tree_free(tree);

  /* Whoever knows the number of blocks and the root can verify a single block. */
  const void *leaf = last;
  cpt_status status = cpt_merkle_verify_inclusion(merkle, &index, &leaf, &last_bytes, 1, size, proof, proof_bytes, root,
                                                  sizeof root);
  printf("block %lu: %s\n", (unsigned long)index, cpt_strerror(status));
  last[0] ^= 1;
  const cpt_status wrong = cpt_merkle_verify_inclusion(merkle, &index, &leaf, &last_bytes, 1, size, proof, proof_bytes,
                                                       root, sizeof root);
  printf("block %lu with a bit changed: %s\n", (unsigned long)index, cpt_strerror(wrong));

  free(proof);
  cpt_merkle_free(merkle);
  return status == CPT_OK && wrong == CPT_ERROR_WRONG_PROOF ? 0 : 1;
}
