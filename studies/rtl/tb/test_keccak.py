"""The Keccak core as SHA-3 and SHAKE."""
import hashlib

import cocotb

from bench import Bench
from models import keccak
from vectors import Vectors

CYCLES_PER_BLOCK = 24
RATE_BYTES = {"sha3_224": 144, "sha3_256": 136, "sha3_384": 104, "sha3_512": 72, "shake_128": 168, "shake_256": 136}


class Sponge:
    """The core with its streams: messages go in and output comes out, a block at a time."""

    @classmethod
    async def start(cls, dut):
        self = cls()
        self.bench = await Bench.start(dut)
        self.blocks = self.bench.source("message", "message", "message_last", "rate_lanes")
        self.digests = self.bench.sink("digest", "digest")
        self.dut, self.more, self.seen = dut, [], 0
        self.bench.every_cycle(self.drive_more)
        return self

    def drive_more(self):
        """`digest_more` for the next output block; the blocks come in order."""
        taken = self.digests.taken
        self.dut.digest_more.value = int(self.more[taken]) if taken < len(self.more) else 0

    def put(self, name, message, length):
        rate = RATE_BYTES[name]
        blocks = keccak.padded(message, rate, keccak.SUFFIX[name.split("_")[0]])
        for i, block in enumerate(blocks):
            self.blocks.put(message=block, message_last=int(i + 1 == len(blocks)), rate_lanes=rate // 8)
        self.more += [True] * ((length - 1) // rate) + [False]

    async def take(self, name, length):
        output = b""
        while len(output) < length:
            item = await self.digests.take()
            output += item.digest[: RATE_BYTES[name]]
        return output[:length], item.cycle


def expected(name, message, length):
    return hashlib.new(name, message).digest(length) if name.startswith("shake") else hashlib.new(name, message).digest()


@cocotb.test()
async def known_answers(dut):
    sponge = await Sponge.start(dut)
    for name in RATE_BYTES:
        answers = [(m, d) for m, d in Vectors().hashes("sha3", name.replace("shake_", "shake")) if len(m) < 5000]
        for message, digest in answers:
            sponge.put(name, message, len(digest))
        for message, digest in answers:
            output, _ = await sponge.take(name, len(digest))
            sponge.bench.check(output == digest, f"{name} of {len(message)} bytes")
    sponge.bench.finish()


@cocotb.test()
async def a_block_takes_24_cycles(dut):
    sponge = await Sponge.start(dut)
    sponge.put("sha3_256", bytes(1000), 32)
    _, done = await sponge.take("sha3_256", 32)
    accepted = sponge.blocks.accepted
    steps = {after - before for before, after in zip(accepted, accepted[1:])} | {done - accepted[-1]}
    sponge.bench.check(steps == {CYCLES_PER_BLOCK}, f"a block took {steps} cycles")
    sponge.bench.finish()


@cocotb.test()
async def random_messages_under_stalls(dut):
    sponge = await Sponge.start(dut)
    random = sponge.bench.random
    for rate in (1, 0.5, 0.1):
        sponge.bench.rates(rate)
        messages = [(random.choice(list(RATE_BYTES)), random.randbytes(random.randrange(4097)), random.randrange(1, 600))
                    for _ in range(12)]
        messages = [(name, message, len(expected(name, message, length))) for name, message, length in messages]
        for message in messages:
            sponge.put(*message)
        for name, message, length in messages:
            output, _ = await sponge.take(name, length)
            sponge.bench.check(output == expected(name, message, length), f"{name} of {len(message)} bytes at rate {rate}")
    sponge.bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    sponge = await Sponge.start(dut)
    for cycles in range(0, 60, 3):
        sponge.put("sha3_256", bytes(300), 32)
        await sponge.bench.wait(cycles)
        await sponge.bench.reset()
        sponge.more.clear()
        sponge.put("shake_128", b"abc", 400)
        output, _ = await sponge.take("shake_128", 400)
        sponge.bench.check(output == expected("shake_128", b"abc", 400), f"after reset at {cycles}")
    sponge.bench.finish()
