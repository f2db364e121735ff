"""Fugue and AES in one core, round keys from outside or expanded inside: each alone, both by turns, both at once."""
import cocotb

import aes_checks
import fugue_checks
from bench import Bench, number
from models import aes


class Core:
    """The streams of the core; where it asks for round keys they come from the model, at the cycle it asks."""

    def __init__(self, bench):
        self.bench = bench
        self.message = bench.source("message", "message", "message_last")
        self.digest = bench.sink("digest", "digest")
        self.expands = hasattr(bench.dut, "key")
        self.plaintext = bench.source("plaintext", "plaintext", *(["key"] if self.expands else []))
        self.ciphertext = bench.sink("ciphertext", "ciphertext")
        self.cycles_per_block = 13 if self.expands else 10
        self.forget()
        if not self.expands:
            bench.every_cycle(self.give_round_keys)

    def forget(self):
        self.keys, self.begun, self.ended = [], 0, 0

    def give_round_keys(self):
        """Index 0 is that of the next block, the others are those of the last; the last key is that of the next to end."""
        self.begun, self.ended = len(self.plaintext.accepted), self.ciphertext.taken
        index = int(self.bench.dut.round_key_index.value)
        self.bench.dut.round_key.value = self.round_key(self.begun - (index > 0), index)
        self.bench.dut.last_round_key.value = self.round_key(self.ended, 10)

    def round_key(self, block, index):
        if 0 <= block < len(self.keys):
            return number(self.keys[block][index])
        return self.bench.random.getrandbits(128)

    def put_blocks(self, blocks):
        for key, plaintext, _ in blocks:
            if self.expands:
                self.plaintext.put(plaintext=plaintext, key=key)
            else:
                self.keys.append(aes.round_keys(key))
                self.plaintext.put(plaintext=plaintext)

    async def take_blocks(self, blocks, what):
        cycles = []
        for key, plaintext, ciphertext in blocks:
            item = await self.ciphertext.take()
            self.bench.check(item.ciphertext == ciphertext, f"{what}: key {key.hex()} block {plaintext.hex()} gave {item.ciphertext.hex()}")
            cycles.append(item.cycle)
        return cycles

    async def encrypt_all(self, blocks, what):
        blocks = list(blocks)
        self.put_blocks(blocks)
        return await self.take_blocks(blocks, what)

    async def hash_all(self, messages, what, exact=False):
        await fugue_checks.hash_all(self.bench, self.message, self.digest, messages, what, exact)

    async def reset(self):
        self.forget()
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
    cycles = await core.encrypt_all(aes_checks.known_answers(), "known answer")
    steps = {after - before for before, after in zip(cycles, cycles[1:])}
    core.bench.check(steps == {core.cycles_per_block}, f"a block took {steps} cycles, not {core.cycles_per_block}")
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
            await core.encrypt_all(blocks, f"turn {turn} at rate {rate}")
    core.bench.finish()


@cocotb.test()
async def both_at_once_under_stalls(dut):
    core = await start(dut)
    random = core.bench.random
    for rate in (1.0, 0.7, 0.2):
        core.bench.rates(rate)
        blocks = list(aes_checks.random_blocks(random, 30))
        lengths = [random.randrange(60) for _ in range(10)]
        core.put_blocks(blocks)
        await core.hash_all(fugue_checks.random_messages(random, lengths), f"both at rate {rate}")
        await core.take_blocks(blocks, f"both at rate {rate}")
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
        core.put_blocks(list(aes_checks.random_blocks(random, 3)))
        await core.bench.wait(1 + cycles % 30)
        if cycles >= 30:
            await core.reset()
            fugue_checks.put(core.message, random.randbytes(12))
            await core.bench.wait(1 + cycles % 30 * 2)
        await core.reset()
        await core.encrypt_all(aes_checks.random_blocks(random, 2), f"after reset at {cycles}")
        await core.hash_all(fugue_checks.random_messages(random, [5]), f"after reset at {cycles}")
    core.bench.finish()
