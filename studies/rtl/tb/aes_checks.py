"""Checks for every core that encrypts: FIPS 197, CAVP, random blocks with stalls, reset during an operation."""
from bench import number
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


class Cipher:
    """The streams of a core that encrypts a block at a time. One without a key input gets the round keys it requests."""

    def __init__(self, bench):
        self.bench = bench
        self.expands = hasattr(bench.dut, "key")
        self.plaintext = bench.source("plaintext", "plaintext", *(["key"] if self.expands else []))
        self.ciphertext = bench.sink("ciphertext", "ciphertext")
        self.forget()
        if not self.expands:
            bench.every_cycle(self.give_round_keys)

    def forget(self):
        self.keys = []

    def give_round_keys(self):
        """Index 0 is for the next block, others for the last one taken; the last key is for the next block to finish."""
        begun, ended = len(self.plaintext.accepted), self.ciphertext.taken
        index = int(self.bench.dut.round_key_index.value)
        self.bench.dut.round_key.value = self.round_key(begun - (index > 0), index)
        self.bench.dut.last_round_key.value = self.round_key(ended, 10)

    def round_key(self, block, index):
        if 0 <= block < len(self.keys):
            return number(self.keys[block][index])
        return self.bench.random.getrandbits(128)

    def put(self, blocks):
        for key, plaintext, _ in blocks:
            if self.expands:
                self.plaintext.put(plaintext=plaintext, key=key)
            else:
                self.keys.append(aes.round_keys(key))
                self.plaintext.put(plaintext=plaintext)

    async def take(self, blocks, what):
        """Compares the output; returns the cycles in which it came."""
        cycles = []
        for key, plaintext, ciphertext in blocks:
            item = await self.ciphertext.take()
            said = f"{what}: key {key.hex()} block {plaintext.hex()} gave {item.ciphertext.hex()}"
            self.bench.check(item.ciphertext == ciphertext, said)
            cycles.append(item.cycle)
        return cycles

    async def encrypt_all(self, blocks, what):
        blocks = list(blocks)
        self.put(blocks)
        return await self.take(blocks, what)
