"""Grøstl and AES in one core, with one block of AES at a time or four: each alone, alternating, and at once."""
import cocotb

import aes_checks
import groestl_checks
from bench import Bench, number
from models import aes

# From ciphertext to ciphertext, and {10} elsewhere.
CYCLES = {"groestl_4aes_ke": {20}, "groestl_aes_pipelined": {1, 19}}
NO_ROUND_KEY = 15  # requested by a core without a register for round keys


class Core:
    """The streams of the core; round keys come from the model, in the cycle in which the core requests them."""

    def __init__(self, bench):
        self.bench = bench
        self.final = groestl_checks.final_form()
        self.message = bench.source("message", "message", "message_last")
        self.digest = bench.sink("digest", "digest")
        self.expands = hasattr(bench.dut, "key")
        self.lanes = len(bench.dut.plaintext) // 128
        self.cycles = CYCLES.get(groestl_checks.bench_chosen().top, {10})
        self.asks_late = groestl_checks.bench_chosen().parameters.get("ROUND_KEY") == "2'd2"
        self.by_turns = hasattr(bench.dut, "round_key_of_b")
        self.plaintext = bench.source("plaintext", "plaintext", *(["key"] if self.expands else []))
        self.ciphertext = bench.sink("ciphertext", "ciphertext")
        self.forget()
        if not self.expands:
            bench.every_cycle(self.give_round_keys)

    def forget(self):
        self.keys = []
        self.block_a, self.index_before = 0, 0

    def give_round_keys(self):
        """Index 0 belongs to the next block, others to the last one taken; the last key is that of the next to finish.

        A core without a register for the round key requests index 0 once it has the block. A core in which two blocks
        alternate requests index 0 until it has both or its time to take them is over, then the other indices of both.
        """
        begun, ended = len(self.plaintext.accepted), self.ciphertext.taken
        index = int(self.bench.dut.round_key_index.value)
        zero = self.asks_late and index == NO_ROUND_KEY
        turn = begun - (index > 0 or self.asks_late)
        if self.by_turns:
            if index == 0 and self.index_before > 0:
                self.block_a = begun
            self.index_before = index
            if index > 0:
                turn = self.block_a + int(self.bench.dut.round_key_of_b.value)
        self.bench.dut.round_key.value = 0 if zero else self.round_key(turn, index)
        self.bench.dut.last_round_key.value = self.round_key(ended, 10)

    def round_key(self, turn, index):
        if 0 <= turn < len(self.keys):
            return number(b"".join(lane[index] for lane in self.keys[turn]))
        return self.bench.random.getrandbits(128 * self.lanes)

    def put_blocks(self, blocks):
        for i in range(0, len(blocks), self.lanes):
            keys, plaintexts, _ = zip(*blocks[i : i + self.lanes])
            if self.expands:
                self.plaintext.put(plaintext=b"".join(plaintexts), key=b"".join(keys))
            else:
                self.keys.append([aes.round_keys(key) for key in keys])
                self.plaintext.put(plaintext=b"".join(plaintexts))

    async def take_blocks(self, blocks, what):
        cycles = []
        for i in range(0, len(blocks), self.lanes):
            item = await self.ciphertext.take()
            for lane, (key, plaintext, ciphertext) in enumerate(blocks[i : i + self.lanes]):
                given = item.ciphertext[16 * lane : 16 * lane + 16]
                self.bench.check(given == ciphertext, f"{what}: lane {lane} key {key.hex()} block {plaintext.hex()} gave {given.hex()}")
            cycles.append(item.cycle)
        return cycles

    async def encrypt_all(self, blocks, what):
        blocks = self.filled(blocks)
        self.put_blocks(blocks)
        return await self.take_blocks(blocks, what)

    def filled(self, blocks):
        """Enough blocks to leave no lane empty."""
        blocks = list(blocks)
        return blocks + list(aes_checks.random_blocks(self.bench.random, -len(blocks) % self.lanes))

    async def hash_all(self, messages, what):
        await groestl_checks.hash_all(self.bench, self.message, self.digest, messages, what)

    async def reset(self):
        self.forget()
        await self.bench.reset()


async def start(dut):
    return Core(await Bench.start(dut))


@cocotb.test(skip=not groestl_checks.has_answers(groestl_checks.final_form()))
async def known_answers_of_groestl(dut):
    core = await start(dut)
    await groestl_checks.known(core.bench, core.message, core.digest, core.final)
    core.bench.finish()


@cocotb.test()
async def known_answers_of_aes(dut):
    core = await start(dut)
    cycles = await core.encrypt_all(aes_checks.known_answers(), "known answer")
    steps = {after - before for before, after in zip(cycles, cycles[1:])}
    core.bench.check(steps == core.cycles, f"a block took {steps} cycles, not {core.cycles}")
    core.bench.finish()


@cocotb.test()
async def by_turns_under_stalls(dut):
    core = await start(dut)
    random = core.bench.random
    for rate in (1.0, 0.5, 0.1):
        core.bench.rates(rate)
        for turn in range(15):
            await core.hash_all(groestl_checks.random_messages(random, 1 + turn % 2, core.final, 150), f"turn {turn} at rate {rate}")
            blocks = aes_checks.random_blocks(random, 1 + turn % 9)
            await core.encrypt_all(blocks, f"turn {turn} at rate {rate}")
    core.bench.finish()


@cocotb.test()
async def both_at_once_under_stalls(dut):
    core = await start(dut)
    random = core.bench.random
    for rate in (1.0, 0.7, 0.2):
        core.bench.rates(rate)
        blocks = core.filled(aes_checks.random_blocks(random, 30))
        core.put_blocks(blocks)
        await core.hash_all(groestl_checks.random_messages(random, 10, core.final, 100), f"both at rate {rate}")
        await core.take_blocks(blocks, f"both at rate {rate}")
    core.bench.finish()


@cocotb.test()
async def long_messages(dut):
    core = await start(dut)
    await core.hash_all(groestl_checks.random_messages(core.bench.random, 6, core.final), "long")
    core.bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    core = await start(dut)
    random = core.bench.random
    for cycles in range(60):
        core.put_blocks(core.filled(aes_checks.random_blocks(random, 2 * core.lanes)))
        await core.bench.wait(1 + cycles % 30)
        if cycles >= 30:
            await core.reset()
            core.message.put(message=random.randbytes(64), message_last=cycles % 2)
            await core.bench.wait(1 + cycles % 30 * 2)
        await core.reset()
        await core.encrypt_all(aes_checks.random_blocks(random, 2), f"after reset at {cycles}")
        await core.hash_all(groestl_checks.random_messages(random, 1, core.final, 100), f"after reset at {cycles}")
    core.bench.finish()
