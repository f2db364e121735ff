"""What every core that encrypts is asked: FIPS 197, CAVP, random blocks under stalls, reset in mid-operation."""
from models import aes
from vectors import Vectors


def known_answers():
    """Key, plaintext and ciphertext of each block."""
    for vector in Vectors().records("aes", r"aes128_ecb_cavp\.json"):
        key, plaintext, ciphertext = (bytes.fromhex(vector[f"{name}_hex"]) for name in ("key", "plaintext", "ciphertext"))
        for i in range(0, len(plaintext), 16):
            yield key, plaintext[i : i + 16], ciphertext[i : i + 16]


def random_blocks(random, count):
    for _ in range(count):
        key, plaintext = random.randbytes(16), random.randbytes(16)
        yield key, plaintext, aes.encrypt(key, plaintext)


async def encrypt_all(bench, source, sink, blocks, what):
    """Puts all blocks in, compares what comes out; the cycles at which the results came."""
    blocks = list(blocks)
    for key, plaintext, _ in blocks:
        source.put(plaintext=plaintext, key=key)
    cycles = []
    for key, plaintext, ciphertext in blocks:
        item = await sink.take()
        bench.check(item.ciphertext == ciphertext, f"{what}: key {key.hex()} block {plaintext.hex()} gave {item.ciphertext.hex()}")
        cycles.append(item.cycle)
    return cycles
