"""The permutations and steps inside the hash functions, for teaching, testing, and as models of hardware.

Each function takes a state as bytes and returns the next one.

>>> from counterpoint import primitives
>>> primitives.keccak_p(bytes(200)).hex()[:16]  # Keccak-f[1600]
'e7dde140798f25f1'
>>> primitives.keccak_p(bytes(200), 12) == primitives.keccak_p(bytes(200))
False
>>> primitives.aes_round(bytes(16), bytes([1] * 16)).hex()
'62626262626262626262626262626262'

* ``keccak_p(state, rounds=None)``: the last ``rounds`` rounds of Keccak-f, or all; 25, 50, 100 or 200 bytes.
* ``groestl_p512``, ``groestl_q512``: P and Q of Groestl-224 and -256; 64 bytes, column by column.
* ``groestl_p1024``, ``groestl_q1024``: P and Q of Groestl-384 and -512; 128 bytes, column by column.
* ``fugue_smix``: SMIX of Fugue; 16 bytes, four columns.
* ``luffa_q(j, state)``: Q_j of Luffa; 32 bytes, eight big-endian words.
* ``aes_sub_bytes``, ``aes_shift_rows``, ``aes_mix_columns``: the steps of AES; 16 bytes, column by column.
* ``aes_round(state, round_key)``: a round of AES, like the instruction AESENC.
* ``aes_encrypt(key, blocks)``: whole blocks with AES-128, -192 or -256, independently of each other.

``keccak_p`` and ``aes_encrypt`` are the library's fast constant-time code. **The others are not constant time**: they
follow their specifications, with a table for the S-box.
"""

from __future__ import annotations

from ._native import (
    aes_encrypt,
    aes_mix_columns,
    aes_round,
    aes_shift_rows,
    aes_sub_bytes,
    fugue_smix,
    groestl_p512,
    groestl_p1024,
    groestl_q512,
    groestl_q1024,
    keccak_p,
    luffa_q,
)

__all__ = [
    "aes_encrypt",
    "aes_mix_columns",
    "aes_round",
    "aes_shift_rows",
    "aes_sub_bytes",
    "fugue_smix",
    "groestl_p512",
    "groestl_p1024",
    "groestl_q512",
    "groestl_q1024",
    "keccak_p",
    "luffa_q",
]
