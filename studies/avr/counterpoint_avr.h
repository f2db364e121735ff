/* Counterpoint's hash functions for 8-bit AVR, in assembly. Also read by the assembler, for the sizes of the contexts.
 *
 *     uint8_t digest[32];
 *     groestl256(digest, "abc", 3);
 *
 * or in pieces of any length:
 *
 *     struct groestl256 hash;
 *     groestl256_init(&hash);
 *     groestl256_update(&hash, data, length);
 *     groestl256_final(&hash, digest);
 *
 * After `final` the context is used up: call `init` before you use it again. A second `final` without `init` writes a
 * meaningless digest and does no other harm. Data and digests may be at any address. Running times depend only on the
 * data's length and how it is cut into pieces.
 */
#ifndef COUNTERPOINT_AVR_H
#define COUNTERPOINT_AVR_H

/* Grøstl-256 and Grøstl-224 come in three builds of one source. Define the macro for the assembler and all C files:
 *
 *     GROESTL_HIGH_SPEED    both S-boxes in RAM
 *     (none)                balanced: S-boxes in flash, two working states
 *     GROESTL_LOW_MEMORY    S-boxes in flash, one working state
 *
 * GROESTL_0 also makes them Grøstl-0, the form of the competition's second round, for comparison with its papers.
 *
 * The context holds the working states, the chaining value, a block of the message, and the message's length in bytes
 * modulo 2^32.
 */
#ifdef GROESTL_LOW_MEMORY
#define GROESTL256_CONTEXT_BYTES (64 + 64 + 64 + 4)
#else
#define GROESTL256_CONTEXT_BYTES (128 + 64 + 64 + 4)
#endif

#define GROESTL512_CONTEXT_BYTES (256 + 128 + 128 + 4)

/* The contexts of Luffa: three chains (Luffa-256 and Luffa-224), four or five; a block of the message, and how much of
 * it is filled. */
#define LUFFA256_CONTEXT_BYTES (96 + 32 + 1)
#define LUFFA384_CONTEXT_BYTES (128 + 32 + 1)
#define LUFFA512_CONTEXT_BYTES (160 + 32 + 1)

/* The context of Fugue-256 and Fugue-224: thirty columns, a second copy of four, a word of the message, counters. */
#define FUGUE256_CONTEXT_BYTES (120 + 2 + 16 + 1 + 4 + 4)

/* The context of SHA3-256: the state, 40 bytes of scratch space, how much of the block is filled. */
#define SHA3_256_CONTEXT_BYTES (200 + 40 + 1)
/* The context of Keccak-f[1600]: the state and scratch space. */
#define KECCAK_F1600_CONTEXT_BYTES (200 + 40)

/* Keccak-f[800] and f[400] come in two builds, Keccak-f[200] in one. Define the macro for the assembler and C files:
 *
 *     (none)               a round goes from one buffer to another
 *     KECCAK_LOW_MEMORY    in place
 *
 * The contexts hold the state and scratch space.
 */
#ifdef KECCAK_LOW_MEMORY
#define KECCAK_F800_CONTEXT_BYTES (100 + 20)
#define KECCAK_F400_CONTEXT_BYTES (50 + 10)
#else
#define KECCAK_F800_CONTEXT_BYTES (100 + 140)
#define KECCAK_F400_CONTEXT_BYTES (50 + 50)
#endif
#define KECCAK_F200_CONTEXT_BYTES 25

/* The context of Ketje Jr: the state, the number of bytes in the current block, whether text has begun. */
#define KETJE_JR_CONTEXT_BYTES (25 + 2)

/* AES-128 has its S-box in flash, or in RAM with the macro AES_RAM. The context holds eleven round keys. */
#define AES128_CONTEXT_BYTES 176

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct groestl256 { uint8_t bytes[GROESTL256_CONTEXT_BYTES]; };
void groestl256_init(struct groestl256 *);
void groestl256_update(struct groestl256 *, const void *data, size_t length);
void groestl256_final(struct groestl256 *, uint8_t digest[32]);
void groestl256(uint8_t digest[32], const void *data, size_t length);

/* Updated by groestl256_update. */
void groestl224_init(struct groestl256 *);
void groestl224_final(struct groestl256 *, uint8_t digest[28]);
void groestl224(uint8_t digest[28], const void *data, size_t length);

struct groestl512 { uint8_t bytes[GROESTL512_CONTEXT_BYTES]; };
void groestl512_init(struct groestl512 *);
void groestl512_update(struct groestl512 *, const void *data, size_t length);
void groestl512_final(struct groestl512 *, uint8_t digest[64]);
void groestl512(uint8_t digest[64], const void *data, size_t length);

/* Updated by groestl512_update. */
void groestl384_init(struct groestl512 *);
void groestl384_final(struct groestl512 *, uint8_t digest[48]);
void groestl384(uint8_t digest[48], const void *data, size_t length);

struct luffa256 { uint8_t bytes[LUFFA256_CONTEXT_BYTES]; };
void luffa256_init(struct luffa256 *);
void luffa256_update(struct luffa256 *, const void *data, size_t length);
void luffa256_final(struct luffa256 *, uint8_t digest[32]);
void luffa256(uint8_t digest[32], const void *data, size_t length);

/* Updated by luffa256_update. */
void luffa224_init(struct luffa256 *);
void luffa224_final(struct luffa256 *, uint8_t digest[28]);
void luffa224(uint8_t digest[28], const void *data, size_t length);

struct luffa384 { uint8_t bytes[LUFFA384_CONTEXT_BYTES]; };
void luffa384_init(struct luffa384 *);
void luffa384_update(struct luffa384 *, const void *data, size_t length);
void luffa384_final(struct luffa384 *, uint8_t digest[48]);
void luffa384(uint8_t digest[48], const void *data, size_t length);

struct luffa512 { uint8_t bytes[LUFFA512_CONTEXT_BYTES]; };
void luffa512_init(struct luffa512 *);
void luffa512_update(struct luffa512 *, const void *data, size_t length);
void luffa512_final(struct luffa512 *, uint8_t digest[64]);
void luffa512(uint8_t digest[64], const void *data, size_t length);

struct fugue256 { uint8_t bytes[FUGUE256_CONTEXT_BYTES]; };
void fugue256_init(struct fugue256 *);
void fugue256_update(struct fugue256 *, const void *data, size_t length);
void fugue256_final(struct fugue256 *, uint8_t digest[32]);
void fugue256(uint8_t digest[32], const void *data, size_t length);

/* Updated by fugue256_update. */
void fugue224_init(struct fugue256 *);
void fugue224_final(struct fugue256 *, uint8_t digest[28]);
void fugue224(uint8_t digest[28], const void *data, size_t length);

struct sha3_256 { uint8_t bytes[SHA3_256_CONTEXT_BYTES]; };
void sha3_256_init(struct sha3_256 *);
void sha3_256_update(struct sha3_256 *, const void *data, size_t length);
void sha3_256_final(struct sha3_256 *, uint8_t digest[32]);
void sha3_256(uint8_t digest[32], const void *data, size_t length);

/* Each function permutes `state`; `work` is scratch space. */
struct keccak_f1600 { uint8_t state[200], work[40]; };
struct keccak_f800 { uint8_t state[100], work[KECCAK_F800_CONTEXT_BYTES - 100]; };
struct keccak_f400 { uint8_t state[50], work[KECCAK_F400_CONTEXT_BYTES - 50]; };
struct keccak_f200 { uint8_t state[25]; };
void keccak_f1600(struct keccak_f1600 *);
void keccak_f800(struct keccak_f800 *);
void keccak_f400(struct keccak_f400 *);
void keccak_f200(struct keccak_f200 *);

/* Ketje Jr v2: authenticated encryption. Assemble ketje_jr.S and keccak200.S.
 *
 * A session begins with `init`. Key and nonce together may have up to 22 bytes; never use a key twice with the same
 * nonce. A message is associated data, then text, each in pieces of any length or empty, then a tag of up to 255 bytes.
 * The next message may follow. When decrypting, call `verify` instead of `tag`; it returns 0 if the tag is right. Don't
 * use the output of `decrypt` before that. `out` may be `in`.
 */
struct ketje_jr { uint8_t bytes[KETJE_JR_CONTEXT_BYTES]; };
void ketje_jr_init(struct ketje_jr *, const void *key, uint8_t key_bytes, const void *nonce, uint8_t nonce_bytes);
void ketje_jr_associated_data(struct ketje_jr *, const void *data, size_t length);
void ketje_jr_encrypt(struct ketje_jr *, void *out, const void *in, size_t length);
void ketje_jr_decrypt(struct ketje_jr *, void *out, const void *in, size_t length);
void ketje_jr_tag(struct ketje_jr *, uint8_t *tag, uint8_t length);
uint8_t ketje_jr_verify(struct ketje_jr *, const uint8_t *tag, uint8_t length);

/* One-shot calls. `open` returns 0 if the tag is right; otherwise it fills `out` with zeros. */
void ketje_jr_seal(void *out, uint8_t tag[12], const uint8_t key[12], const uint8_t nonce[10],
                   const void *associated_data, size_t associated_data_length, const void *in, size_t length);
uint8_t ketje_jr_open(void *out, const uint8_t tag[12], const uint8_t key[12], const uint8_t nonce[10],
                      const void *associated_data, size_t associated_data_length, const void *in, size_t length);

struct aes128 { uint8_t round_keys[AES128_CONTEXT_BYTES]; };
void aes128_expand_key(struct aes128 *, const uint8_t key[16]);
/* `out` may be `in`. */
void aes128_encrypt(const struct aes128 *, uint8_t out[16], const uint8_t in[16]);

#ifdef __cplusplus
}
#endif
#endif
#endif
