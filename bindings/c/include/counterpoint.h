/* Counterpoint: hash functions of the families Keccak (SHA-3, SHAKE, KMAC, TurboSHAKE, KT128, ...), Groestl, Fugue and
 * Luffa, and authenticated encryption by Keyak and Ketje.
 *
 * A function that can fail returns a cpt_status. Null pointers, pointers that are not aligned, wrong lengths and wrong
 * numbers are errors. A panic, which would be a defect of the library, is CPT_ERROR_PANIC where there is a status.
 *
 * The caller is responsible, as everywhere in C, for these: a pointer that is not null points to as many bytes as its
 * length says; outputs overlap nothing else, neither inputs nor other outputs; and one object is not used by two threads
 * at the same time, unless both only read it.
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
   * The call did what was asked.
   */
  CPT_OK = 0,
  /**
   * A pointer is null although data or a place for a result is needed there, or it is not aligned.
   */
  CPT_ERROR_NULL = 1,
  /**
   * There is no such algorithm, or it is not of the kind that the function needs.
   */
  CPT_ERROR_ALGORITHM = 2,
  /**
   * The implementation is unknown, or this CPU can't run it.
   */
  CPT_ERROR_IMPLEMENTATION = 3,
  /**
   * An option is missing, is not taken by this algorithm, or has a value that is not valid.
   */
  CPT_ERROR_OPTION = 4,
  /**
   * An output, a key, a nonce or a tag has a wrong length.
   */
  CPT_ERROR_LENGTH = 5,
  /**
   * The rows of a column are not what the offsets, the row length or the bitmap say.
   */
  CPT_ERROR_ROWS = 6,
  /**
   * The memory for a hasher is too small, or not aligned.
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
   * A defect of the library. Objects that the call used must not be used again.
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
 * A hash function with its options and its implementation. It does not change, so several threads may use it.
 */
typedef struct cpt_function cpt_function;

/**
 * A message that is hashed in pieces, and its output.
 */
typedef struct cpt_hasher cpt_hasher;

/**
 * How leaves and nodes of trees are hashed: a hash function, its number of threads, and the prefixes of RFC 9162
 * (a leaf's hash is that of `00` and its message, a node's that of `01` and the two nodes below). It does not change,
 * so several threads may use it.
 */
typedef struct cpt_merkle cpt_merkle;

/**
 * A tree to which leaves are appended, and of which only the root is asked for. It keeps no more than one hash for
 * each bit of the number of leaves.
 */
typedef struct cpt_merkle_appender cpt_merkle_appender;

/**
 * A tree with all of its nodes, for proofs: about twice as many hashes as leaves.
 */
typedef struct cpt_merkle_tree cpt_merkle_tree;

/**
 * A session of Keyak or Ketje: messages that are encrypted, or decrypted, one after the other. Each tag authenticates
 * all messages up to that point.
 */
typedef struct cpt_session cpt_session;

/**
 * The inputs of a hash function besides the message, and the implementation. Fill it with zeros first: zero and null
 * stand for the default.
 *
 * ```c
 * cpt_options options = {0};
 * options.key = key;
 * options.key_bytes = sizeof key;
 * ```
 */
typedef struct cpt_options {
  /**
   * The secret key of KMAC. An empty key is a pointer that is not null with a length of 0.
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
   * The name of the function that is built on cSHAKE: only functions that NIST defines have one.
   */
  const void *function_name;
  /**
   * The length of the function name in bytes.
   */
  size_t function_name_bytes;
  /**
   * The length of a block of ParallelHash in bytes.
   */
  size_t block_bytes;
  /**
   * The length of the digest of KMAC, TupleHash and ParallelHash in bytes, of which it is a part.
   */
  size_t digest_bytes;
  /**
   * The domain byte of TurboSHAKE, 0x01 to 0x7f.
   */
  uint8_t domain;
  /**
   * The name of an implementation, as `cpt_implementation_name` returns it. By default, it is the fastest one that
   * is in constant time.
   */
  const char *implementation;
} cpt_options;

#ifdef __cplusplus
extern "C" {
#endif /* __cplusplus */

/**
 * Returns the version of the library, as "0.1.0".
 */
const char *cpt_version(void);

/**
 * Returns the algorithm with a name, or `CPT_NO_ALGORITHM`. Case, `-`, `_` and `/` are ignored, and the usual other
 * names are known.
 */
int cpt_algorithm_by_name(const char *name);

/**
 * Returns the number of algorithms: they are the numbers from 1 to this one.
 */
int cpt_algorithm_count(void);

/**
 * Returns the name of an algorithm, or null if there is none with this number.
 */
const char *cpt_algorithm_name(int algorithm);

/**
 * Returns the length of the digest in bytes, for an extendable output the usual one, and for authenticated encryption
 * that of the tag; 0 if there is no such algorithm.
 */
size_t cpt_algorithm_output_bytes(int algorithm);

/**
 * Returns the number of bytes that an algorithm processes between two runs of its primitive; 0 if there is no such
 * algorithm.
 */
size_t cpt_algorithm_block_bytes(int algorithm);

/**
 * Whether the caller chooses the length of the output: 1 or 0.
 */
int cpt_algorithm_is_extendable(int algorithm);

/**
 * Whether the algorithm is authenticated encryption, for `cpt_session_new`; all others hash messages. 1 or 0.
 */
int cpt_algorithm_is_aead(int algorithm);

/**
 * Returns the length of the key that the designers of an authenticated encryption recommend; 0 for other algorithms.
 */
size_t cpt_algorithm_key_bytes(int algorithm);

/**
 * Returns the length of the longest nonce that costs no extra time with such a key; 0 for other algorithms.
 */
size_t cpt_algorithm_nonce_bytes(int algorithm);

/**
 * Returns the number of implementations of an algorithm; 0 if there is no such algorithm.
 */
size_t cpt_implementation_count(int algorithm);

/**
 * Returns the name of an implementation, or null if there is none. The first one follows the specification word by
 * word; the others go from the slowest to the fastest.
 */
const char *cpt_implementation_name(int algorithm,
                                    size_t index);

/**
 * Whether this CPU can run an implementation: 1 or 0.
 */
int cpt_implementation_is_available(int algorithm, size_t index);

/**
 * Whether an implementation is in constant time: no branch, no memory address and no instruction of variable time
 * depends on a message or a key. Only such implementations are chosen by themselves. 1 or 0.
 */
int cpt_implementation_is_constant_time(int algorithm,
                                        size_t index);

/**
 * Returns the name of the implementation that is chosen for a number of messages; null if there is no such algorithm.
 */
const char *cpt_best_implementation(int algorithm,
                                    size_t messages);

/**
 * Returns the function of an algorithm without options, by its fastest implementation in constant time. It is never
 * freed. Null if there is no such algorithm, or if it needs an option (a key, a block length) or hashes nothing; the
 * call that gets the null says which of these it was.
 *
 * ```c
 * uint8_t digest[32];
 * cpt_hash(cpt_function_of(CPT_SHA3_256), "abc", 3, digest, sizeof digest);
 * ```
 */
const struct cpt_function *cpt_function_of(int algorithm);

/**
 * Makes a function of an algorithm and its options, and writes it to `function`. `options` may be null. It has to be
 * freed by `cpt_function_free`.
 *
 * Errors: `CPT_ERROR_ALGORITHM`, `CPT_ERROR_OPTION`, `CPT_ERROR_IMPLEMENTATION`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_function_new(struct cpt_function **function,
                                 int algorithm,
                                 const struct cpt_options *options);

/**
 * Frees a function that `cpt_function_new` made. Null is allowed.
 */
void cpt_function_free(struct cpt_function *function);

/**
 * Returns the length of the digest in bytes, and for an extendable output the usual one; 0 for null.
 */
size_t cpt_function_digest_bytes(const struct cpt_function *function);

/**
 * Writes the hash of one message. The output is as long as the digest, or of any length if it is extendable.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`.
 */
enum cpt_status cpt_hash(const struct cpt_function *function,
                         const void *message,
                         size_t message_bytes,
                         uint8_t *output,
                         size_t output_bytes);

/**
 * Begins a message on the heap, and writes the hasher to `hasher`. It has to be freed by `cpt_hasher_free`.
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
 * Returns the number of bytes of memory that `cpt_hasher_init` needs, from an address that has the alignment; 0 for
 * null. `CPT_HASHER_BYTES` at any address are enough for every function.
 */
size_t cpt_hasher_size(const struct cpt_function *function);

/**
 * Returns the alignment of a hasher in bytes; 0 for null.
 */
size_t cpt_hasher_alignment(const struct cpt_function *function);

/**
 * Begins a message in memory of the caller, and writes the hasher, which is in that memory, to `hasher`. The memory
 * must not be moved or copied; `cpt_hasher_free` wipes the hasher, and does not free the memory.
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
 * Ends the message and writes its digest. An output of any length can also be read in pieces, by `cpt_hasher_squeeze`.
 *
 * Errors: `CPT_ERROR_LENGTH` if the digest has another length; `CPT_ERROR_STATE` if the message has ended;
 * `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_final(struct cpt_hasher *hasher,
                                 uint8_t *output,
                                 size_t output_bytes);

/**
 * Ends the message, if it has not ended yet, and writes the next bytes of an output of any length.
 *
 * Errors: `CPT_ERROR_LENGTH` if the function has a digest of fixed length; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_squeeze(struct cpt_hasher *hasher, uint8_t *output, size_t output_bytes);

/**
 * Ends the message and compares its digest with a tag in constant time. A tag is shorter than the digest only if the
 * sender shortened it, and never shorter than 8 bytes.
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
 * Makes a copy on the heap, and writes it to `copy`. It goes on independently.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_copy(const struct cpt_hasher *hasher, struct cpt_hasher **copy);

/**
 * Makes a copy in memory of the caller, as `cpt_hasher_init` does, and writes it to `copy`. It goes on independently.
 *
 * Errors: `CPT_ERROR_MEMORY`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_hasher_copy_init(const struct cpt_hasher *hasher,
                                     struct cpt_hasher **copy,
                                     void *memory,
                                     size_t memory_bytes);

/**
 * Writes the hashes of many messages, one after the other: `outputs` points to `count` times `output_bytes` bytes. A
 * message of no bytes may be null.
 *
 * `threads` is the largest number of threads: 1 for this thread alone, 0 for as many as there are CPUs. A small batch
 * is hashed by this thread in any case.
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
 * Writes the hashes of the rows of a column, as Apache Arrow has it (`Binary`, `Utf8`): row `i` consists of the bytes
 * `data[offsets[i]]` to `data[offsets[i + 1]]`, without that one. There are `count + 1` offsets.
 *
 * `validity` is null, or a bitmap with a 0 for each row that has no value: row `i` has the bit `validity_offset + i`,
 * and bit `b` is bit `b % 8` of byte `b / 8`, counted from the least significant one. A row without a value is not
 * hashed; it gets an output of zeros.
 *
 * Outputs, lengths and threads are those of `cpt_hash_many`.
 *
 * Errors: `CPT_ERROR_NULL`, `CPT_ERROR_LENGTH`; `CPT_ERROR_ROWS` if an offset is negative or less than the one before.
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
 * The same as `cpt_hash_rows32` with offsets of 64 bits (`LargeBinary`, `LargeUtf8`).
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
 * The same as `cpt_hash_rows32` for rows that all have `row_bytes` bytes (`FixedSizeBinary`).
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
 * Makes trees over a function, and writes them to `merkle`. They have to be freed by `cpt_merkle_free`; the function
 * may be freed before. A node has the length of the function's digest. `threads` is the largest number of threads: 1
 * for the caller's alone, 0 for as many as there are CPUs.
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
 * The same as `cpt_merkle_new` without the prefixes, for trees of other programs that have none. **A node of such a
 * tree is also the hash of a leaf**, which consists of two hashes: use it only where all leaves have one length that
 * is not the length of two hashes, or where the number of leaves is known.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_new_without_prefixes(struct cpt_merkle **merkle,
                                                const struct cpt_function *function,
                                                unsigned int threads);

/**
 * Frees what `cpt_merkle_new` or `cpt_merkle_new_without_prefixes` made. Trees that were made with it stay. Null is
 * allowed.
 */
void cpt_merkle_free(struct cpt_merkle *merkle);

/**
 * Returns the length of a hash in bytes; 0 for null.
 */
size_t cpt_merkle_hash_bytes(const struct cpt_merkle *merkle);

/**
 * Writes the root of a tree of many leaves. The root of no leaves is the hash of no bytes. Leaves are those of
 * `cpt_hash_many`.
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
 * The same as `cpt_merkle_root` for leaves that all have `leaf_bytes` bytes, and lie one after the other.
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
 * Makes a tree without leaves that keeps its nodes, and writes it to `tree`. It has to be freed by
 * `cpt_merkle_tree_free`; `merkle` may be freed before.
 *
 * Errors: `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_new(struct cpt_merkle_tree **tree, const struct cpt_merkle *merkle);

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
 * The same as `cpt_merkle_tree_append` for leaves that all have `leaf_bytes` bytes, and lie one after the other.
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
 * Writes the proof that a tree contains the leaves with these indices: hashes, one after the other. One proof for
 * several leaves is shorter than one for each.
 *
 * `proof` has room for `*proof_bytes` bytes, and `*proof_bytes` becomes the length of the proof. If there is less
 * room, nothing is written but that length: call with null and 0 to ask for it.
 *
 * ```c
 * size_t leaf = 2, proof_bytes = 0;
 * cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, NULL, &proof_bytes);
 * uint8_t *proof = malloc(proof_bytes);
 * cpt_merkle_tree_inclusion_proof(tree, &leaf, 1, proof, &proof_bytes);
 * ```
 *
 * Errors: `CPT_ERROR_INDEX` if there is no such leaf; `CPT_ERROR_LENGTH` if there is too little room, unless `proof`
 * is null; `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_inclusion_proof(const struct cpt_merkle_tree *tree,
                                                const size_t *indices,
                                                size_t count,
                                                uint8_t *proof,
                                                size_t *proof_bytes);

/**
 * Writes the proof that a tree continues the one of its first `size` leaves. `proof` and `proof_bytes` are those of
 * `cpt_merkle_tree_inclusion_proof`.
 *
 * Any tree continues the one without leaves, by an empty proof.
 *
 * Errors: `CPT_ERROR_INDEX` if `size` is more than there are leaves; `CPT_ERROR_LENGTH`, `CPT_ERROR_NULL`.
 */
enum cpt_status cpt_merkle_tree_consistency_proof(const struct cpt_merkle_tree *tree,
                                                  size_t size,
                                                  uint8_t *proof,
                                                  size_t *proof_bytes);

/**
 * Verifies that a tree of `size` leaves with this root contains these leaves at these indices, by the proof of
 * `cpt_merkle_tree_inclusion_proof`. The tree itself is not needed. `leaves` and `lengths` are those of
 * `cpt_hash_many`. Take `size` from where the root comes from, not from the proof's sender.
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
 * Verifies that the tree with the root `new_root` continues the one with the root `old_root`, by the proof of
 * `cpt_merkle_tree_consistency_proof`. Both roots have `root_bytes` bytes.
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
 * Makes a tree without leaves that keeps only what its root needs, and writes it to `appender`: for more leaves than
 * fit in memory. It has to be freed by `cpt_merkle_appender_free`; `merkle` may be freed before.
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
 * The same as `cpt_merkle_appender_append` for leaves that all have `leaf_bytes` bytes, and lie one after the other.
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
 * Starts a session for a key and a nonce, and writes it to `session`. It has to be freed by `cpt_session_free`. **A
 * nonce must not be used twice with a key.** `implementation` is null or the name of an implementation.
 *
 * Errors: `CPT_ERROR_ALGORITHM`; `CPT_ERROR_LENGTH` of the key or the nonce; `CPT_ERROR_IMPLEMENTATION`,
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
 * Encrypts a message in place and writes its tag, which has the length that `cpt_algorithm_output_bytes` returns. It
 * also authenticates the associated data and all earlier messages.
 *
 * Errors: `CPT_ERROR_LENGTH` of the tag; `CPT_ERROR_STATE` if an earlier tag was wrong; `CPT_ERROR_NULL`.
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
 * zeros, and the session can't go on.
 *
 * Errors: `CPT_ERROR_WRONG_TAG`; `CPT_ERROR_LENGTH` of the tag, after which nothing has changed; `CPT_ERROR_STATE` if
 * an earlier tag was wrong; `CPT_ERROR_NULL`.
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
 * Returns what was wrong with the last call of this thread that failed, with names and numbers, as "a tag of 3 bytes;
 * choose 8 or more". The text is valid until another call of this thread fails.
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

/** The length of the digest of sha3-224. */
#define CPT_SHA3_224_DIGEST_BYTES 28

/** Writes the digest of a message by sha3-224. */
CPT_INLINE cpt_status cpt_sha3_224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_224), message, message_bytes, digest,
                  CPT_SHA3_224_DIGEST_BYTES);
}

/** Begins a message of sha3-224, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_sha3_224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_224));
}

/** The length of the digest of sha3-256. */
#define CPT_SHA3_256_DIGEST_BYTES 32

/** Writes the digest of a message by sha3-256. */
CPT_INLINE cpt_status cpt_sha3_256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_256), message, message_bytes, digest,
                  CPT_SHA3_256_DIGEST_BYTES);
}

/** Begins a message of sha3-256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_sha3_256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_256));
}

/** The length of the digest of sha3-384. */
#define CPT_SHA3_384_DIGEST_BYTES 48

/** Writes the digest of a message by sha3-384. */
CPT_INLINE cpt_status cpt_sha3_384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_384), message, message_bytes, digest,
                  CPT_SHA3_384_DIGEST_BYTES);
}

/** Begins a message of sha3-384, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_sha3_384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_384));
}

/** The length of the digest of sha3-512. */
#define CPT_SHA3_512_DIGEST_BYTES 64

/** Writes the digest of a message by sha3-512. */
CPT_INLINE cpt_status cpt_sha3_512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_SHA3_512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_SHA3_512), message, message_bytes, digest,
                  CPT_SHA3_512_DIGEST_BYTES);
}

/** Begins a message of sha3-512, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_sha3_512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHA3_512));
}

/** Writes `output_bytes` bytes of the output of shake128 for a message. */
CPT_INLINE cpt_status cpt_shake128(const void *message, size_t message_bytes,
                                      uint8_t *output, size_t output_bytes) {
  return cpt_hash(cpt_function_of(CPT_SHAKE128), message, message_bytes, output, output_bytes);
}

/** Begins a message of shake128, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_shake128_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHAKE128));
}

/** Writes `output_bytes` bytes of the output of shake256 for a message. */
CPT_INLINE cpt_status cpt_shake256(const void *message, size_t message_bytes,
                                      uint8_t *output, size_t output_bytes) {
  return cpt_hash(cpt_function_of(CPT_SHAKE256), message, message_bytes, output, output_bytes);
}

/** Begins a message of shake256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_shake256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_SHAKE256));
}

/** The length of the digest of keccak224. */
#define CPT_KECCAK224_DIGEST_BYTES 28

/** Writes the digest of a message by keccak224. */
CPT_INLINE cpt_status cpt_keccak224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK224), message, message_bytes, digest,
                  CPT_KECCAK224_DIGEST_BYTES);
}

/** Begins a message of keccak224, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_keccak224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK224));
}

/** The length of the digest of keccak256. */
#define CPT_KECCAK256_DIGEST_BYTES 32

/** Writes the digest of a message by keccak256. */
CPT_INLINE cpt_status cpt_keccak256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK256), message, message_bytes, digest,
                  CPT_KECCAK256_DIGEST_BYTES);
}

/** Begins a message of keccak256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_keccak256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK256));
}

/** The length of the digest of keccak384. */
#define CPT_KECCAK384_DIGEST_BYTES 48

/** Writes the digest of a message by keccak384. */
CPT_INLINE cpt_status cpt_keccak384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK384), message, message_bytes, digest,
                  CPT_KECCAK384_DIGEST_BYTES);
}

/** Begins a message of keccak384, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_keccak384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK384));
}

/** The length of the digest of keccak512. */
#define CPT_KECCAK512_DIGEST_BYTES 64

/** Writes the digest of a message by keccak512. */
CPT_INLINE cpt_status cpt_keccak512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_KECCAK512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_KECCAK512), message, message_bytes, digest,
                  CPT_KECCAK512_DIGEST_BYTES);
}

/** Begins a message of keccak512, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_keccak512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_KECCAK512));
}

/** The length of the digest of groestl224. */
#define CPT_GROESTL224_DIGEST_BYTES 28

/** Writes the digest of a message by groestl224. */
CPT_INLINE cpt_status cpt_groestl224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL224), message, message_bytes, digest,
                  CPT_GROESTL224_DIGEST_BYTES);
}

/** Begins a message of groestl224, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_groestl224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL224));
}

/** The length of the digest of groestl256. */
#define CPT_GROESTL256_DIGEST_BYTES 32

/** Writes the digest of a message by groestl256. */
CPT_INLINE cpt_status cpt_groestl256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL256), message, message_bytes, digest,
                  CPT_GROESTL256_DIGEST_BYTES);
}

/** Begins a message of groestl256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_groestl256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL256));
}

/** The length of the digest of groestl384. */
#define CPT_GROESTL384_DIGEST_BYTES 48

/** Writes the digest of a message by groestl384. */
CPT_INLINE cpt_status cpt_groestl384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL384), message, message_bytes, digest,
                  CPT_GROESTL384_DIGEST_BYTES);
}

/** Begins a message of groestl384, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_groestl384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL384));
}

/** The length of the digest of groestl512. */
#define CPT_GROESTL512_DIGEST_BYTES 64

/** Writes the digest of a message by groestl512. */
CPT_INLINE cpt_status cpt_groestl512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_GROESTL512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_GROESTL512), message, message_bytes, digest,
                  CPT_GROESTL512_DIGEST_BYTES);
}

/** Begins a message of groestl512, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_groestl512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_GROESTL512));
}

/** The length of the digest of fugue224. */
#define CPT_FUGUE224_DIGEST_BYTES 28

/** Writes the digest of a message by fugue224. */
CPT_INLINE cpt_status cpt_fugue224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE224), message, message_bytes, digest,
                  CPT_FUGUE224_DIGEST_BYTES);
}

/** Begins a message of fugue224, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_fugue224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE224));
}

/** The length of the digest of fugue256. */
#define CPT_FUGUE256_DIGEST_BYTES 32

/** Writes the digest of a message by fugue256. */
CPT_INLINE cpt_status cpt_fugue256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE256), message, message_bytes, digest,
                  CPT_FUGUE256_DIGEST_BYTES);
}

/** Begins a message of fugue256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_fugue256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE256));
}

/** The length of the digest of fugue384. */
#define CPT_FUGUE384_DIGEST_BYTES 48

/** Writes the digest of a message by fugue384. */
CPT_INLINE cpt_status cpt_fugue384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE384), message, message_bytes, digest,
                  CPT_FUGUE384_DIGEST_BYTES);
}

/** Begins a message of fugue384, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_fugue384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE384));
}

/** The length of the digest of fugue512. */
#define CPT_FUGUE512_DIGEST_BYTES 64

/** Writes the digest of a message by fugue512. */
CPT_INLINE cpt_status cpt_fugue512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_FUGUE512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_FUGUE512), message, message_bytes, digest,
                  CPT_FUGUE512_DIGEST_BYTES);
}

/** Begins a message of fugue512, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_fugue512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_FUGUE512));
}

/** The length of the digest of luffa224. */
#define CPT_LUFFA224_DIGEST_BYTES 28

/** Writes the digest of a message by luffa224. */
CPT_INLINE cpt_status cpt_luffa224(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA224_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA224), message, message_bytes, digest,
                  CPT_LUFFA224_DIGEST_BYTES);
}

/** Begins a message of luffa224, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_luffa224_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA224));
}

/** The length of the digest of luffa256. */
#define CPT_LUFFA256_DIGEST_BYTES 32

/** Writes the digest of a message by luffa256. */
CPT_INLINE cpt_status cpt_luffa256(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA256_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA256), message, message_bytes, digest,
                  CPT_LUFFA256_DIGEST_BYTES);
}

/** Begins a message of luffa256, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_luffa256_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA256));
}

/** The length of the digest of luffa384. */
#define CPT_LUFFA384_DIGEST_BYTES 48

/** Writes the digest of a message by luffa384. */
CPT_INLINE cpt_status cpt_luffa384(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA384_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA384), message, message_bytes, digest,
                  CPT_LUFFA384_DIGEST_BYTES);
}

/** Begins a message of luffa384, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_luffa384_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA384));
}

/** The length of the digest of luffa512. */
#define CPT_LUFFA512_DIGEST_BYTES 64

/** Writes the digest of a message by luffa512. */
CPT_INLINE cpt_status cpt_luffa512(const void *message, size_t message_bytes,
                                      uint8_t digest[CPT_LUFFA512_DIGEST_BYTES]) {
  return cpt_hash(cpt_function_of(CPT_LUFFA512), message, message_bytes, digest,
                  CPT_LUFFA512_DIGEST_BYTES);
}

/** Begins a message of luffa512, as `cpt_hasher_new` does. */
CPT_INLINE cpt_status cpt_luffa512_new(cpt_hasher **hasher) {
  return cpt_hasher_new(hasher, cpt_function_of(CPT_LUFFA512));
}

#endif /* COUNTERPOINT_H */
