"""Fugue and AES in one core, round keys from outside or expanded inside: each alone, alternating, and at once."""
import os

import cocotb

import aes_checks
import fugue_checks
from bench import Bench

# By bench, because a netlist has no parameters.
CYCLES_PER_BLOCK = {"fugue_aes": 10, "fugue_aes_ke": 20, "fugue_aes_ke_20sboxes": 11}


class Core:
    """The streams of the core."""

    def __init__(self, bench):
        self.bench = bench
        self.message = bench.source("message", "message", "message_last")
        self.digest = bench.sink("digest", "digest")
        self.cipher = aes_checks.Cipher(bench)

    async def hash_all(self, messages, what, exact=False):
        await fugue_checks.hash_all(self.bench, self.message, self.digest, messages, what, exact)

    async def reset(self):
        self.cipher.forget()
        await self.bench.reset()


async def start(dut):
    return Core(await Bench.start(dut))


@cocotb.test()
async def known_answers_of_fugue(dut):
    core = await start(dut)
    await core.hash_all(fugue_checks.known_answers(), "known answer", exact=True)
    core.bench.finish()


@cocotb.test()
async def known_answers_of_aes(dut):
    core = await start(dut)
    cycles = await core.cipher.encrypt_all(aes_checks.known_answers(), "known answer")
    steps = {after - before for before, after in zip(cycles, cycles[1:])}
    expected = CYCLES_PER_BLOCK[os.environ["COUNTERPOINT_BENCH"]]
    core.bench.check(steps == {expected}, f"a block took {steps} cycles, not {expected}")
    core.bench.finish()


@cocotb.test()
async def by_turns_under_stalls(dut):
    core = await start(dut)
    random = core.bench.random
    for rate in (1.0, 0.9, 0.5, 0.1):
        core.bench.rates(rate)
        for turn in range(20):
            messages = fugue_checks.random_messages(random, [random.choice((0, 3, 30, 100))])
            await core.hash_all(messages, f"turn {turn} at rate {rate}")
            blocks = aes_checks.random_blocks(random, 1 + turn % 3)
            await core.cipher.encrypt_all(blocks, f"turn {turn} at rate {rate}")
    core.bench.finish()


@cocotb.test()
async def both_at_once_under_stalls(dut):
    core = await start(dut)
    random = core.bench.random
    for rate in (1.0, 0.7, 0.2):
        core.bench.rates(rate)
        blocks = list(aes_checks.random_blocks(random, 30))
        lengths = [random.randrange(60) for _ in range(10)]
        core.cipher.put(blocks)
        await core.hash_all(fugue_checks.random_messages(random, lengths), f"both at rate {rate}")
        await core.cipher.take(blocks, f"both at rate {rate}")
    core.bench.finish()


@cocotb.test()
async def long_messages(dut):
    core = await start(dut)
    lengths = [4096, 4095] + [core.bench.random.randrange(4096) for _ in range(4)]
    await core.hash_all(fugue_checks.random_messages(core.bench.random, lengths), "long")
    core.bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    core = await start(dut)
    random = core.bench.random
    for cycles in range(60):
        core.cipher.put(aes_checks.random_blocks(random, 3))
        await core.bench.wait(1 + cycles % 30)
        if cycles >= 30:
            await core.reset()
            fugue_checks.put(core.message, random.randbytes(12))
            await core.bench.wait(1 + cycles % 30 * 2)
        await core.reset()
        await core.cipher.encrypt_all(aes_checks.random_blocks(random, 2), f"after reset at {cycles}")
        await core.hash_all(fugue_checks.random_messages(random, [5]), f"after reset at {cycles}")
    core.bench.finish()
