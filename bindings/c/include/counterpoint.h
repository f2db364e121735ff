/* Counterpoint: hash messages, streams and columns in constant time with the SHA-3 family (SHA-3, SHAKE, KMAC,
 * TurboSHAKE, KT128, ...), Groestl, Fugue and Luffa, and authenticated encryption with Keyak and Ketje.
 *
 * A function that can fail returns a cpt_status. Null pointers, misaligned pointers, wrong lengths and invalid numbers
 * are errors. A panic, which would be a bug in the library, is reported as CPT_ERROR_PANIC by functions with a status.
 *
 * As everywhere in C, the caller must ensure that a pointer that is not null points to as many bytes as its length
 * states, that outputs do not overlap inputs or other outputs, and that an object is not used by two threads at the
 * same time, unless both only read it.
 *
 * This file is generated from the sources of the crate counterpoint-capi. */

#ifndef COUNTERPOINT_H
#define COUNTERPOINT_H

#include <stddef.h>
#include <stdint.h>

/**
 * Enough bytes for a hasher of any function, at any address.
 */
#define CPT_HASHER_BYTES 2048

/**
 * The result of a call: 0, or the reason why it failed.
 */
typedef enum cpt_status {
  /**
   * The call succeeded.
   */
  CPT_OK = 0,
  /**
   * A required pointer is null, or a pointer is misaligned.
   */
  CPT_ERROR_NULL = 1,
  /**
   * There is no such algorithm, or it is of the wrong kind for the function.
   */
  CPT_ERROR_ALGORITHM = 2,
  /**
   * The implementation is unknown, or this CPU can't run it.
   */
  CPT_ERROR_IMPLEMENTATION = 3,
  /**
   * An option is missing, not supported by this algorithm, or invalid.
   */
  CPT_ERROR_OPTION = 4,
  /**
   * An output, a key, a nonce or a tag has the wrong length.
   */
  CPT_ERROR_LENGTH = 5,
  /**
   * The rows of a column do not match its offsets, its row length or its bitmap.
   */
  CPT_ERROR_ROWS = 6,
  /**
   * The buffer for a hasher is too small or misaligned.
   */
  CPT_ERROR_MEMORY = 7,
  /**
   * The message has ended, or a tag of the session was wrong: start again.
   */
  CPT_ERROR_STATE = 8,
  /**
   * The tag is wrong: do not trust the message.
   */
  CPT_ERROR_WRONG_TAG = 9,
  /**
   * A bug in the library. Do not use the objects of this call again.
   */
  CPT_ERROR_PANIC = 10,
  /**
   * The proof does not belong to the leaves, the tree or its root.
   */
  CPT_ERROR_WRONG_PROOF = 11,
  /**
   * There is no such leaf, or no tree of this size.
   */
  CPT_ERROR_INDEX = 12
} cpt_status;

/**
 * An algorithm. Functions take it as an `int`. The numbers never change.
 */
typedef enum cpt_algorithm {
  /**
   * No algorithm.
   */
  CPT_NO_ALGORITHM = 0,
  CPT_SHA3_224 = 1,
  CPT_SHA3_256 = 2,
  CPT_SHA3_384 = 3,
  CPT_SHA3_512 = 4,
  CPT_SHAKE128 = 5,
  CPT_SHAKE256 = 6,
  CPT_KECCAK224 = 7,
  CPT_KECCAK256 = 8,
  CPT_KECCAK384 = 9,
  CPT_KECCAK512 = 10,
  CPT_CSHAKE128 = 11,
  CPT_CSHAKE256 = 12,
  CPT_KMAC128 = 13,
  CPT_KMAC256 = 14,
  CPT_KMACXOF128 = 15,
  CPT_KMACXOF256 = 16,
  CPT_TUPLEHASH128 = 17,
  CPT_TUPLEHASH256 = 18,
  CPT_TUPLEHASHXOF128 = 19,
  CPT_TUPLEHASHXOF256 = 20,
  CPT_PARALLELHASH128 = 21,
  CPT_PARALLELHASH256 = 22,
  CPT_PARALLELHASHXOF128 = 23,
  CPT_PARALLELHASHXOF256 = 24,
  CPT_TURBOSHAKE128 = 25,
  CPT_TURBOSHAKE256 = 26,
  CPT_KT128 = 27,
  CPT_KT256 = 28,
  CPT_GROESTL224 = 29,
  CPT_GROESTL256 = 30,
  CPT_GROESTL384 = 31,
  CPT_GROESTL512 = 32,
  CPT_FUGUE224 = 33,
  CPT_FUGUE256 = 34,
  CPT_FUGUE384 = 35,
  CPT_FUGUE512 = 36,
  CPT_LUFFA224 = 37,
  CPT_LUFFA256 = 38,
  CPT_LUFFA384 = 39,
  CPT_LUFFA512 = 40,
  CPT_RIVER_KEYAK = 41,
  CPT_LAKE_KEYAK = 42,
  CPT_SEA_KEYAK = 43,
  CPT_OCEAN_KEYAK = 44,
  CPT_LUNAR_KEYAK = 45,
  CPT_KETJE_JR = 46,
  CPT_KETJE_SR = 47,
  CPT_KETJE_MINOR = 48,
  CPT_KETJE_MAJOR = 49
} cpt_algorithm;

/**
 * A hash function with its options and its implementation. It is immutable, so several threads may use it.
 */
typedef struct cpt_function cpt_function;

/**
 * A message hashed in pieces, and its output.
 */
typedef struct cpt_hasher cpt_hasher;

/**
 * Makes Merkle trees and verifies proofs, with a hash function, a number of threads, and the prefixes of RFC 9162 (a
 * leaf is hashed after the byte `00`, a node's two children after the byte `01`). It is immutable, so several threads
 * may use it.
 */
typedef struct cpt_merkle cpt_merkle;

/**
 * A tree to which leaves are appended and that only computes its root. It keeps at most one hash for each bit of the
 * number of leaves.
 */
typedef struct cpt_merkle_appender cpt_merkle_appender;

/**
 * A tree with all of its nodes, for proofs: about two hashes per leaf.
 */
typedef struct cpt_merkle_tree cpt_merkle_tree;

/**
 * A session of Keyak or Ketje, which encrypts or decrypts a sequence of messages. Each tag authenticates all messages
 * up to that point.
 */
typedef struct cpt_session cpt_session;

/**
 * The inputs of a hash function besides the message, and the implementation. Zero-initialize it: zero and null mean
 * the default.
 *
 * ```c
 * cpt_options options = {0};
 * options.key = key;
 * options.key_bytes = sizeof key;
 * ```
 */
typedef struct cpt_options {
  /**
   * The secret key of KMAC. For an empty key, pass a pointer that is not null and the length 0.
   */
  const void *key;
  /**
   * The length of the key in bytes.
   */
  size_t key_bytes;
  /**
   * The customization string of cSHAKE, KMAC, TupleHash, ParallelHash, KT128 and KT256.
   */
  const void *customization;
  /**
   * The length of the customization string in bytes.
   */
  size_t customization_bytes;
  /**
   * The name of the function built on cSHAKE, reserved for functions defined by NIST.
   */
  const void *function_name;
  /**
   * The length of the function name in bytes.
   */
  size_t function_name_bytes;
  /**
   * The block length of ParallelHash in bytes.
   */
  size_t block_bytes;
  /**
   * The digest length of KMAC, TupleHash and ParallelHash in bytes, which is an input of the digest.
   */
  size_t digest_bytes;
  /**
   * The domain byte of TurboSHAKE, 0x01 to 0x7f.
   */
  uint8_t domain;
  /**
   * The name of an implementation, as returned by `cpt_implementation_name`. The default is the fastest
   * constant-time one.
   */
  const char *implementation;
} cpt_options;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Returns the version of the library, such as "0.1.0".
 */
const char *cpt_version(void);

/**
 * Returns the algorithm with this name, or `CPT_NO_ALGORITHM`. Case, `-`, `_` and `/` are ignored, and common aliases
 * are known.
 */
int cpt_algorithm_by_name(const char *name);

/**
 * Returns the number of algorithms. They are numbered from 1 up to this number.
 */
int cpt_algorithm_count(void);

/**
 * Returns the name of an algorithm, or null if there is no algorithm with this number.
 */
const char *cpt_algorithm_name(int algorithm);

/**
 * Returns the length of the digest in bytes; for an extendable output, the default length; for authenticated
 * encryption, the length of the tag; 0 if there is no such algorithm.
 */
size_t cpt_algorithm_output_bytes(int algorithm);

/**
 * Returns the number of bytes that an algorithm processes between two runs of its primitive; 0 if there is no such
 * algorithm.
 */
size_t cpt_algorithm_block_bytes(int algorithm);

/**
 * Returns 1 if the caller chooses the length of the output, otherwise 0.
 */
int cpt_algorithm_is_extendable(int algorithm);

/**
 * Returns 1 if the algorithm is authenticated encryption, for `cpt_session_new`, or 0 if it hashes messages.
 */
int cpt_algorithm_is_aead(int algorithm);

/**
 * Returns the key length in bytes that the designers of an authenticated encryption algorithm recommend; 0 for other
 * algorithms.
 */
size_t cpt_algorithm_key_bytes(int algorithm);

/**
 * Returns the maximum length in bytes of a nonce that takes no extra time with a key of the recommended length; 0 for
 * other algorithms.
 */
size_t cpt_algorithm_nonce_bytes(int algorithm);

/**
 * Returns the number of implementations of an algorithm; 0 if there is no such algorithm.
 */
size_t cpt_implementation_count(int algorithm);

/**
 * Returns the name of an implementation, or null if there is none. The first one follows the specification literally;
 * the others are sorted from the slowest to the fastest.
 */
const char *cpt_implementation_name(int algorithm,
                                    size_t index);

/**
 * Returns 1 if this CPU can run an implementation, otherwise 0.
 */
int cpt_implementation_is_available(int algorithm, size_t index);

/**
 * Returns 1 if an implementation is constant time, otherwise 0. In constant time, no branch, no memory address and no
 * variable-time instruction depends on a message or a key. Only constant-time implementations are chosen
 * automatically.
 */
int cpt_implementation_is_constant_time(int algorithm,
                                        size_t index);

/**
 * Returns the name of the implementation chosen for a number of messages, or null if there is no such algorithm.
 */
const char *cpt_best_implementation(int algorithm,
                                    size_t messages);

/**
 * Returns the function of an algorithm without options, with its fastest constant-time implementation. It is never
 * freed. Returns null if there is no such algorithm, if it requires an option (a key, a block length), or if it is not
 * a hash function; the error of the call that receives the null explains which.
 *
 * ```c
 * uint8_t digest[32];
 * cpt_hash(cpt_function_of(CPT_SHA3_256), "abc", 3, digest, sizeof digest);
 * ```
 */
const struct cpt_function *cpt_function_of(int algorithm);

/**
 * Creates a function from an algorithm and its options, and writes it to `function`. `options` may be null. Free it
 * with `cpt_function_free`.
 *
 * Errors: `CPT_ERROR_ALGORITHM`, `CPT_ERROR_OPTION`, `CPT_ERROR_IMPLEMENTATION`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_function_new(struct cpt_function **function,
                                 int algorithm,
                                 const struct cpt_options *options);

/**
 * Frees a function from `cpt_function_new`. Null is allowed.
 */
void cpt_function_free(struct cpt_function *function);

/**
 * Returns the length of the digest in bytes; for an extendable output, the default length; 0 for null.
 */
size_t cpt_function_digest_bytes(const struct cpt_function *function);

/**
 * Writes the hash of one message. The output has the length of the digest, or any length if it is extendable.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_hash(const struct cpt_function *function,
                         const void *message,
                         size_t message_bytes,
                         uint8_t *output,
                         size_t output_bytes);

/**
 * Begins a message with a hasher on the heap, and writes it to `hasher`. Free it with `cpt_hasher_free`.
 *
 * ```c
 * cpt_hasher *hasher;
 * uint8_t digest[32];
 * if (cpt_hasher_new(&hasher, cpt_function_of(CPT_SHA3_256)) == CPT_OK) {
 *     cpt_hasher_update(hasher, "abc", 3);
 *     cpt_hasher_final(hasher, digest, sizeof digest);
 *     cpt_hasher_free(hasher);
 * }
 * ```
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_new(struct cpt_hasher **hasher,
                               const struct cpt_function *function);

/**
 * Returns the number of bytes required by `cpt_hasher_init` at an aligned address; 0 for null. `CPT_HASHER_BYTES`
 * bytes at any address are enough for every function.
 */
size_t cpt_hasher_size(const struct cpt_function *function);

/**
 * Returns the alignment of a hasher in bytes; 0 for null.
 */
size_t cpt_hasher_alignment(const struct cpt_function *function);

/**
 * Begins a message with a hasher in the caller's memory, and writes the pointer to it to `hasher`. The memory must not
 * be moved or copied. `cpt_hasher_free` wipes the hasher but does not free the memory.
 *
 * ```c
 * unsigned char memory[CPT_HASHER_BYTES];
 * cpt_hasher *hasher;
 * cpt_hasher_init(&hasher, memory, sizeof memory, cpt_function_of(CPT_SHA3_256));
 * ```
 *
 * Errors: `CPT_ERROR_MEMORY`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_init(struct cpt_hasher **hasher,
                                void *memory,
                                size_t memory_bytes,
                                const struct cpt_function *function);

/**
 * Wipes a hasher, and frees it if it is on the heap. Null is allowed.
 */
void cpt_hasher_free(struct cpt_hasher *hasher);

/**
 * Appends to the message. For TupleHash, appends an element to the tuple. `data` may be null if `data_bytes` is 0.
 *
 * Errors: `CPT_ERROR_STATE` if the message has ended; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_update(struct cpt_hasher *hasher,
                                  const void *data,
                                  size_t data_bytes);

/**
 * Ends the message and writes its digest. An extendable output can also be read in pieces, with `cpt_hasher_squeeze`.
 *
 * Errors: `CPT_ERROR_LENGTH` if the digest has a different length; `CPT_ERROR_STATE` if the message has ended;
 * `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_final(struct cpt_hasher *hasher,
                                 uint8_t *output,
                                 size_t output_bytes);

/**
 * Ends the message, unless it has already ended, and writes the next bytes of an extendable output.
 *
 * Errors: `CPT_ERROR_LENGTH` if the digest has a fixed length; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_squeeze(struct cpt_hasher *hasher, uint8_t *output, size_t output_bytes);

/**
 * Ends the message and compares its digest with a tag in constant time. The tag may be shorter than the digest if the
 * sender truncated it, but must have at least 8 bytes.
 *
 * Errors: `CPT_ERROR_WRONG_TAG`; `CPT_ERROR_LENGTH` if the tag has fewer than 8 bytes, or more than the digest;
 * `CPT_ERROR_STATE` if the message has ended; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_verify(struct cpt_hasher *hasher,
                                  const void *tag,
                                  size_t tag_bytes);

/**
 * Begins another message with the same function.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_reset(struct cpt_hasher *hasher);

/**
 * Copies a hasher to the heap, and writes the independent copy to `copy`.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_copy(const struct cpt_hasher *hasher, struct cpt_hasher **copy);

/**
 * Copies a hasher into the caller's memory, like `cpt_hasher_init`, and writes the independent copy to `copy`.
 *
 * Errors: `CPT_ERROR_MEMORY`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_copy_init(const struct cpt_hasher *hasher,
                                     struct cpt_hasher **copy,
                                     void *memory,
                                     size_t memory_bytes);

/**
 * Writes the concatenated hashes of many messages: `outputs` points to `count * output_bytes` bytes. An empty message
 * may be null.
 *
 * `threads` is the maximum number of threads: 1 for the calling thread alone, 0 for one per CPU. The calling thread
 * always hashes a small batch alone.
 *
 * ```c
 * const void *rows[3] = {"a", "bc", NULL};
 * const size_t lengths[3] = {1, 2, 0};
 * uint8_t digests[3][32];
 * cpt_hash_many(cpt_function_of(CPT_SHA3_256), rows, lengths, 3, digests[0], 32, 1);
 * ```
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_hash_many(const struct cpt_function *function,
                              const void *const *messages,
                              const size_t *lengths,
                              size_t count,
                              uint8_t *outputs,
                              size_t output_bytes,
                              unsigned int threads);

/**
 * Writes the hashes of the rows of a column in Apache Arrow's format (`Binary`, `Utf8`): row `i` consists of the bytes
 * from `data[offsets[i]]` up to, but excluding, `data[offsets[i + 1]]`. There are `count + 1` offsets.
 *
 * `validity` is null or a bitmap with a 0 for each null row: row `i` has the bit `validity_offset + i`, and bit `b` is
 * bit `b % 8` of byte `b / 8`, counted from the least significant bit. A null row is not hashed; its output is zeros.
 *
 * Outputs, lengths and threads are as in `cpt_hash_many`.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`; `CPT_ERROR_ROWS` if an offset is negative or decreasing.
 */
enum cpt_status cpt_hash_rows32(const struct cpt_function *function,
                                const void *data,
                                const int32_t *offsets,
                                size_t count,
                                const void *validity,
                                size_t validity_offset,
                                uint8_t *outputs,
                                size_t output_bytes,
                                unsigned int threads);

/**
 * Like `cpt_hash_rows32`, with 64-bit offsets (`LargeBinary`, `LargeUtf8`).
 */
enum cpt_status cpt_hash_rows64(const struct cpt_function *function,
                                const void *data,
                                const int64_t *offsets,
                                size_t count,
                                const void *validity,
                                size_t validity_offset,
                                uint8_t *outputs,
                                size_t output_bytes,
                                unsigned int threads);

/**
 * Like `cpt_hash_rows32`, for rows of `row_bytes` bytes each (`FixedSizeBinary`).
 */
enum cpt_status cpt_hash_equal_rows(const struct cpt_function *function,
                                    const void *data,
                                    size_t row_bytes,
                                    size_t count,
                                    const void *validity,
                                    size_t validity_offset,
                                    uint8_t *outputs,
                                    size_t output_bytes,
                                    unsigned int threads);

/**
 * Creates a `cpt_merkle` for trees over a function, and writes it to `merkle`. Free it with `cpt_merkle_free`; the
 * function may be freed earlier. A node has the length of the function's digest. `threads` is the maximum number of
 * threads: 1 for the calling thread alone, 0 for one per CPU.
 *
 * ```c
 * cpt_merkle *merkle;
 * cpt_merkle_new(&merkle, cpt_function_of(CPT_SHA3_256), 1);
 *
 * const void *leaves[3] = {"block 0", "block 1", "block 2"};
 * const size_t lengths[3] = {7, 7, 7};
 * uint8_t root[32];
 * cpt_merkle_root(merkle, leaves, lengths, 3, root, sizeof root);
 * cpt_merkle_free(merkle);
 * ```
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_new(struct cpt_merkle **merkle,
                               const struct cpt_function *function,
                               unsigned int threads);

/**
 * Like `cpt_merkle_new`, but without the prefixes, for trees of other programs that have none. **A node of these trees
 * is also the hash of a leaf** that consists of two hashes: use them only if all leaves have the same length, but not
 * the length of two hashes, or if the number of leaves is known.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_new_without_prefixes(struct cpt_merkle **merkle,
                                                const struct cpt_function *function,
                                                unsigned int threads);

/**
 * Frees an object from `cpt_merkle_new` or `cpt_merkle_new_without_prefixes`. Trees made with it remain valid. Null is
 * allowed.
 */
void cpt_merkle_free(struct cpt_merkle *merkle);

/**
 * Returns the length of a hash in bytes; 0 for null.
 */
size_t cpt_merkle_hash_bytes(const struct cpt_merkle *merkle);

/**
 * Writes the root of a tree of many leaves, passed like the messages of `cpt_hash_many`. The root of a tree without
 * leaves is the hash of an empty message.
 *
 * Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
 */
enum cpt_status cpt_merkle_root(const struct cpt_merkle *merkle,
                                const void *const *leaves,
                                const size_t *lengths,
                                size_t count,
                                uint8_t *root,
                                size_t root_bytes);

/**
 * Like `cpt_merkle_root`, for concatenated leaves of `leaf_bytes` bytes each.
 *
 * Errors: those of `cpt_merkle_root`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
 */
enum cpt_status cpt_merkle_root_of_equal_rows(const struct cpt_merkle *merkle,
                                              const void *data,
                                              size_t leaf_bytes,
                                              size_t count,
                                              uint8_t *root,
                                              size_t root_bytes);

/**
 * Creates a tree without leaves that keeps its nodes, and writes it to `tree`. Free it with `cpt_merkle_tree_free`;
 * `merkle` may be freed earlier.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_new(struct cpt_merkle_tree **tree,
                                    const struct cpt_merkle *merkle);

/**
 * Frees a tree. Null is allowed.
 */
void cpt_merkle_tree_free(struct cpt_merkle_tree *tree);

/**
 * Appends leaves to a tree. Only nodes on the right edge are hashed again.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_merkle_tree_append(struct cpt_merkle_tree *tree,
                                       const void *const *leaves,
                                       const size_t *lengths,
                                       size_t count);

/**
 * Like `cpt_merkle_tree_append`, for concatenated leaves of `leaf_bytes` bytes each.
 *
 * Errors: `CPT_ERROR_NULL`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
 */
enum cpt_status cpt_merkle_tree_append_equal_rows(struct cpt_merkle_tree *tree,
                                                  const void *data,
                                                  size_t leaf_bytes,
                                                  size_t count);

/**
 * Returns the number of leaves; 0 for null.
 */
size_t cpt_merkle_tree_size(const struct cpt_merkle_tree *tree);

/**
 * Writes the root of a tree.
 *
 * Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
 */
enum cpt_status cpt_merkle_tree_root(const struct cpt_merkle_tree *tree,
                                     uint8_t *root,
                                     size_t root_bytes);

/**
 * Writes the hash of a leaf.
 *
 * Errors: `CPT_ERROR_INDEX` if there is no such leaf; `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `hash_bytes` is the
 * length of a hash.
 */
enum cpt_status cpt_merkle_tree_leaf_hash(const struct cpt_merkle_tree *tree,
                                          size_t index,
                                          uint8_t *hash,
                                          size_t hash_bytes);

/**
 * Writes the proof that a tree contains the leaves with these indices, as concatenated hashes. One proof for several
 * leaves is shorter than one proof for each.
 *
 * `proof` has room for `*proof_bytes` bytes, and `*proof_bytes` becomes the length of the proof. If the room is too
 * small, only this length is written: pass null and 0 to get it.
 *
 * ```c
 * size_t leaf = 2, proof_bytes = 0;
 * cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, NULL, &proof_bytes);
 * uint8_t *proof = malloc(proof_bytes);
 * cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, proof, &proof_bytes);
 * ```
 *
 * Errors: `CPT_ERROR_INDEX` if there is no such leaf; `CPT_ERROR_LENGTH` if the room is too small, unless `proof` is
 * null; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_inclusion_proof(const struct cpt_merkle_tree *tree,
                                                const size_t *indices,
                                                size_t count,
                                                uint8_t *proof,
                                                size_t *proof_bytes);

/**
 * Writes the proof that a tree extends the tree of its first `size` leaves. `proof` and `proof_bytes` are as in
 * `cpt_merkle_tree_inclusion_proof`.
 *
 * An empty proof suffices for the tree without leaves, which any tree extends.
 *
 * Errors: `CPT_ERROR_INDEX` if `size` exceeds the number of leaves; `CPT_ERROR_LENGTH`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_consistency_proof(const struct cpt_merkle_tree *tree,
                                                  size_t size,
                                                  uint8_t *proof,
                                                  size_t *proof_bytes);

/**
 * Verifies with a proof from `cpt_merkle_tree_inclusion_proof` that a tree of `size` leaves with this root contains
 * these leaves at these indices. The tree itself is not required. `leaves` and `lengths` are as in `cpt_hash_many`.
 * Get `size` from the source of the root, not from the sender of the proof.
 *
 * Errors: `CPT_ERROR_WRONG_PROOF`; `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_merkle_verify_inclusion(const struct cpt_merkle *merkle,
                                            const size_t *indices,
                                            const void *const *leaves,
                                            const size_t *lengths,
                                            size_t count,
                                            size_t size,
                                            const void *proof,
                                            size_t proof_bytes,
                                            const void *root,
                                            size_t root_bytes);

/**
 * Verifies with a proof from `cpt_merkle_tree_consistency_proof` that the tree with the root `new_root` extends the
 * tree with the root `old_root`. Both roots have `root_bytes` bytes.
 *
 * Errors: `CPT_ERROR_WRONG_PROOF`; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_verify_consistency(const struct cpt_merkle *merkle,
                                              size_t old_size,
                                              const void *old_root,
                                              size_t new_size,
                                              const void *new_root,
                                              size_t root_bytes,
                                              const void *proof,
                                              size_t proof_bytes);

/**
 * Creates a tree without leaves that keeps only what is required for its root, for more leaves than fit in memory, and
 * writes it to `appender`. Free it with `cpt_merkle_appender_free`; `merkle` may be freed earlier.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_appender_new(struct cpt_merkle_appender **appender,
                                        const struct cpt_merkle *merkle);

/**
 * Frees an appender. Null is allowed.
 */
void cpt_merkle_appender_free(struct cpt_merkle_appender *appender);

/**
 * Appends leaves.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_merkle_appender_append(struct cpt_merkle_appender *appender,
                                           const void *const *leaves,
                                           const size_t *lengths,
                                           size_t count);

/**
 * Like `cpt_merkle_appender_append`, for concatenated leaves of `leaf_bytes` bytes each.
 *
 * Errors: `CPT_ERROR_NULL`; `CPT_ERROR_ROWS` if the leaves do not fit in memory.
 */
enum cpt_status cpt_merkle_appender_append_equal_rows(struct cpt_merkle_appender *appender,
                                                      const void *data,
                                                      size_t leaf_bytes,
                                                      size_t count);

/**
 * Returns the number of leaves; 0 for null.
 */
uint64_t cpt_merkle_appender_size(const struct cpt_merkle_appender *appender);

/**
 * Writes the root of the leaves so far.
 *
 * Errors: `CPT_ERROR_NULL`; `CPT_ERROR_LENGTH` unless `root_bytes` is the length of a hash.
 */
enum cpt_status cpt_merkle_appender_root(const struct cpt_merkle_appender *appender,
                                         uint8_t *root,
                                         size_t root_bytes);

/**
 * Starts a session for a key and a nonce, and writes it to `session`. Free it with `cpt_session_free`. **Never use a
 * nonce twice with the same key.** `implementation` is null or the name of an implementation.
 *
 * Errors: `CPT_ERROR_ALGORITHM`; `CPT_ERROR_LENGTH` for the key or the nonce; `CPT_ERROR_IMPLEMENTATION`,
 * `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_session_new(struct cpt_session **session,
                                int algorithm,
                                const void *key,
                                size_t key_bytes,
                                const void *nonce,
                                size_t nonce_bytes,
                                const char *implementation);

/**
 * Frees a session. Null is allowed.
 */
void cpt_session_free(struct cpt_session *session);

/**
 * Encrypts a message in place and writes its tag, whose length is returned by `cpt_algorithm_output_bytes`. The tag
 * also authenticates the associated data and all earlier messages.
 *
 * Errors: `CPT_ERROR_LENGTH` for the tag; `CPT_ERROR_STATE` if an earlier tag was wrong; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_session_encrypt(struct cpt_session *session,
                                    const void *associated_data,
                                    size_t associated_data_bytes,
                                    uint8_t *buffer,
                                    size_t buffer_bytes,
                                    uint8_t *tag,
                                    size_t tag_bytes);

/**
 * Decrypts a message in place and verifies its tag in constant time. If the tag is wrong, the message is filled with
 * zeros, and the session can't be continued.
 *
 * Errors: `CPT_ERROR_WRONG_TAG`; `CPT_ERROR_LENGTH` for the tag, which leaves everything unchanged; `CPT_ERROR_STATE`
 * if an earlier tag was wrong; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_session_decrypt(struct cpt_session *session,
                                    const void *associated_data,
                                    size_t associated_data_bytes,
                                    uint8_t *buffer,
                                    size_t buffer_bytes,
                                    const void *tag,
                                    size_t tag_bytes);

/**
 * Returns the meaning of a status: a text that is never freed.
 */
const char *cpt_strerror(int status);

/**
 * Returns the details of this thread's last error, such as "a tag of 3 bytes; choose 8 or more". The text is valid
 * until another call of this thread fails.
 */
const char *cpt_error_message(void);

#ifdef __cplusplus
}  /* extern "C" */
#endif  /* __cplusplus */

/* Hash functions without options: one message, and a hasher on the heap. */

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define CPT_INLINE static inline
#elif defined(__GNUC__) || defined(_MSC_VER)
#define CPT_INLINE static __inline
#else
#define CPT_INLINE static
#endif

/** The length of a sha3-224 digest. */
#define CPT_SHA3_224_DIGEST_BYTES 28

/** Writes the sha3-224 digest of a message. */
CPT_INLINE cpt_status cpt_sha3_224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_224), message, message_bytes, digest,
                  CPT_SHA3_224_DIGEST_BYTES);
}

/** Begins a message for sha3-224, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_sha3_224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_224));
}

/** The length of a sha3-256 digest. */
#define CPT_SHA3_256_DIGEST_BYTES 32

/** Writes the sha3-256 digest of a message. */
CPT_INLINE cpt_status cpt_sha3_256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_256), message, message_bytes, digest,
                  CPT_SHA3_256_DIGEST_BYTES);
}

/** Begins a message for sha3-256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_sha3_256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_256));
}

/** The length of a sha3-384 digest. */
#define CPT_SHA3_384_DIGEST_BYTES 48

/** Writes the sha3-384 digest of a message. */
CPT_INLINE cpt_status cpt_sha3_384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_384), message, message_bytes, digest,
                  CPT_SHA3_384_DIGEST_BYTES);
}

/** Begins a message for sha3-384, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_sha3_384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_384));
}

/** The length of a sha3-512 digest. */
#define CPT_SHA3_512_DIGEST_BYTES 64

/** Writes the sha3-512 digest of a message. */
CPT_INLINE cpt_status cpt_sha3_512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_512), message, message_bytes, digest,
                  CPT_SHA3_512_DIGEST_BYTES);
}

/** Begins a message for sha3-512, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_sha3_512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_512));
}

/** Writes `output_bytes` bytes of the shake128 output for a message. */
CPT_INLINE cpt_status cpt_shake128(const void *message, size_t message_bytes,
                                      uint8_t *output, size_t output_bytes) {
  return cpt_hash(cpt_function_of(CPT_SHAKE128), message, message_bytes, output, output_bytes);
}

/** Begins a message for shake128, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_shake128_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHAKE128));
}

/** Writes `output_bytes` bytes of the shake256 output for a message. */
CPT_INLINE cpt_status cpt_shake256(const void *message, size_t message_bytes,
                                      uint8_t *output, size_t output_bytes) {
  return cpt_hash(cpt_function_of(CPT_SHAKE256), message, message_bytes, output, output_bytes);
}

/** Begins a message for shake256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_shake256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHAKE256));
}

/** The length of a keccak224 digest. */
#define CPT_KECCAK224_DIGEST_BYTES 28

/** Writes the keccak224 digest of a message. */
CPT_INLINE cpt_status cpt_keccak224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK224), message, message_bytes, digest,
                  CPT_KECCAK224_DIGEST_BYTES);
}

/** Begins a message for keccak224, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_keccak224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK224));
}

/** The length of a keccak256 digest. */
#define CPT_KECCAK256_DIGEST_BYTES 32

/** Writes the keccak256 digest of a message. */
CPT_INLINE cpt_status cpt_keccak256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK256), message, message_bytes, digest,
                  CPT_KECCAK256_DIGEST_BYTES);
}

/** Begins a message for keccak256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_keccak256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK256));
}

/** The length of a keccak384 digest. */
#define CPT_KECCAK384_DIGEST_BYTES 48

/** Writes the keccak384 digest of a message. */
CPT_INLINE cpt_status cpt_keccak384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK384), message, message_bytes, digest,
                  CPT_KECCAK384_DIGEST_BYTES);
}

/** Begins a message for keccak384, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_keccak384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK384));
}

/** The length of a keccak512 digest. */
#define CPT_KECCAK512_DIGEST_BYTES 64

/** Writes the keccak512 digest of a message. */
CPT_INLINE cpt_status cpt_keccak512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK512), message, message_bytes, digest,
                  CPT_KECCAK512_DIGEST_BYTES);
}

/** Begins a message for keccak512, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_keccak512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK512));
}

/** The length of a groestl224 digest. */
#define CPT_GROESTL224_DIGEST_BYTES 28

/** Writes the groestl224 digest of a message. */
CPT_INLINE cpt_status cpt_groestl224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL224), message, message_bytes, digest,
                  CPT_GROESTL224_DIGEST_BYTES);
}

/** Begins a message for groestl224, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_groestl224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL224));
}

/** The length of a groestl256 digest. */
#define CPT_GROESTL256_DIGEST_BYTES 32

/** Writes the groestl256 digest of a message. */
CPT_INLINE cpt_status cpt_groestl256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL256), message, message_bytes, digest,
                  CPT_GROESTL256_DIGEST_BYTES);
}

/** Begins a message for groestl256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_groestl256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL256));
}

/** The length of a groestl384 digest. */
#define CPT_GROESTL384_DIGEST_BYTES 48

/** Writes the groestl384 digest of a message. */
CPT_INLINE cpt_status cpt_groestl384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL384), message, message_bytes, digest,
                  CPT_GROESTL384_DIGEST_BYTES);
}

/** Begins a message for groestl384, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_groestl384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL384));
}

/** The length of a groestl512 digest. */
#define CPT_GROESTL512_DIGEST_BYTES 64

/** Writes the groestl512 digest of a message. */
CPT_INLINE cpt_status cpt_groestl512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL512), message, message_bytes, digest,
                  CPT_GROESTL512_DIGEST_BYTES);
}

/** Begins a message for groestl512, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_groestl512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL512));
}

/** The length of a fugue224 digest. */
#define CPT_FUGUE224_DIGEST_BYTES 28

/** Writes the fugue224 digest of a message. */
CPT_INLINE cpt_status cpt_fugue224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE224), message, message_bytes, digest,
                  CPT_FUGUE224_DIGEST_BYTES);
}

/** Begins a message for fugue224, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_fugue224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE224));
}

/** The length of a fugue256 digest. */
#define CPT_FUGUE256_DIGEST_BYTES 32

/** Writes the fugue256 digest of a message. */
CPT_INLINE cpt_status cpt_fugue256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE256), message, message_bytes, digest,
                  CPT_FUGUE256_DIGEST_BYTES);
}

/** Begins a message for fugue256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_fugue256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE256));
}

/** The length of a fugue384 digest. */
#define CPT_FUGUE384_DIGEST_BYTES 48

/** Writes the fugue384 digest of a message. */
CPT_INLINE cpt_status cpt_fugue384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE384), message, message_bytes, digest,
                  CPT_FUGUE384_DIGEST_BYTES);
}

/** Begins a message for fugue384, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_fugue384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE384));
}

/** The length of a fugue512 digest. */
#define CPT_FUGUE512_DIGEST_BYTES 64

/** Writes the fugue512 digest of a message. */
CPT_INLINE cpt_status cpt_fugue512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE512), message, message_bytes, digest,
                  CPT_FUGUE512_DIGEST_BYTES);
}

/** Begins a message for fugue512, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_fugue512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE512));
}

/** The length of a luffa224 digest. */
#define CPT_LUFFA224_DIGEST_BYTES 28

/** Writes the luffa224 digest of a message. */
CPT_INLINE cpt_status cpt_luffa224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA224), message, message_bytes, digest,
                  CPT_LUFFA224_DIGEST_BYTES);
}

/** Begins a message for luffa224, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_luffa224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA224));
}

/** The length of a luffa256 digest. */
#define CPT_LUFFA256_DIGEST_BYTES 32

/** Writes the luffa256 digest of a message. */
CPT_INLINE cpt_status cpt_luffa256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA256), message, message_bytes, digest,
                  CPT_LUFFA256_DIGEST_BYTES);
}

/** Begins a message for luffa256, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_luffa256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA256));
}

/** The length of a luffa384 digest. */
#define CPT_LUFFA384_DIGEST_BYTES 48

/** Writes the luffa384 digest of a message. */
CPT_INLINE cpt_status cpt_luffa384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA384), message, message_bytes, digest,
                  CPT_LUFFA384_DIGEST_BYTES);
}

/** Begins a message for luffa384, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_luffa384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA384));
}

/** The length of a luffa512 digest. */
#define CPT_LUFFA512_DIGEST_BYTES 64

/** Writes the luffa512 digest of a message. */
CPT_INLINE cpt_status cpt_luffa512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA512), message, message_bytes, digest,
                  CPT_LUFFA512_DIGEST_BYTES);
}

/** Begins a message for luffa512, like `cpt_hasher_new`. */
CPT_INLINE cpt_status cpt_luffa512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA512));
}

#endif /* COUNTERPOINT_H */
