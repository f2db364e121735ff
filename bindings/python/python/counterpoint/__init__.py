"""Hash messages, batches and columns with the SHA-3 family, Groestl, Fugue and Luffa, in constant time.

>>> import counterpoint
>>> counterpoint.sha3_256(b"abc").hexdigest()[:16]
'3a985da74fe225b2'

Hash many messages with one call, many times faster than with a loop:

>>> counterpoint.hash_many("keccak256", [b"row 1", b"row 2", b""])[2].hex()[:16]
'c5d2460186f7233c'

The objects have the methods of ``hashlib``: ``update``, ``digest``, ``hexdigest``, ``copy``. A message is any object
with a contiguous buffer: ``bytes``, ``bytearray``, ``memoryview``, ``mmap``, arrays. Encode strings first.

Constant time means that no branch, no memory address and no variable-time instruction depends on a message or a key,
unless you choose another implementation.
"""

from __future__ import annotations

from ._native import (
    Hash,
    Session,
    WrongTag,
    __version__,
    algorithms_available,
    hash_many,
    hash_many_into,
    implementations,
    new,
    options,
    # imports: begin, by `cargo xtask generate` from functions.toml
    cshake128,
    cshake256,
    fugue224,
    fugue256,
    fugue384,
    fugue512,
    groestl224,
    groestl256,
    groestl384,
    groestl512,
    keccak224,
    keccak256,
    keccak384,
    keccak512,
    kmac128,
    kmac256,
    kmacxof128,
    kmacxof256,
    kt128,
    kt256,
    luffa224,
    luffa256,
    luffa384,
    luffa512,
    parallelhash128,
    parallelhash256,
    parallelhashxof128,
    parallelhashxof256,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    shake128,
    shake256,
    tuplehash128,
    tuplehash256,
    tuplehashxof128,
    tuplehashxof256,
    turboshake128,
    turboshake256,
    # imports: end
)

#: The names of these functions in ``hashlib``.
shake_128 = shake128
shake_256 = shake256

#: All algorithms are available on every platform.
algorithms_guaranteed = algorithms_available


__all__ = [
    "Hash",
    "Session",
    "WrongTag",
    "__version__",
    "algorithms_available",
    "algorithms_guaranteed",
    "hash_many",
    "hash_many_into",
    "implementations",
    "new",
    "options",
    "shake_128",
    "shake_256",
    # functions: begin, by `cargo xtask generate` from functions.toml
    "cshake128",
    "cshake256",
    "fugue224",
    "fugue256",
    "fugue384",
    "fugue512",
    "groestl224",
    "groestl256",
    "groestl384",
    "groestl512",
    "keccak224",
    "keccak256",
    "keccak384",
    "keccak512",
    "kmac128",
    "kmac256",
    "kmacxof128",
    "kmacxof256",
    "kt128",
    "kt256",
    "luffa224",
    "luffa256",
    "luffa384",
    "luffa512",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "shake128",
    "shake256",
    "tuplehash128",
    "tuplehash256",
    "tuplehashxof128",
    "tuplehashxof256",
    "turboshake128",
    "turboshake256",
    # functions: end
]
