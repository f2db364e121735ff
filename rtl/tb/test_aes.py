"""The plain AES core."""
import cocotb

import aes_checks
from bench import Bench

CYCLES_PER_BLOCK = 10


async def start(dut):
    bench = await Bench.start(dut)
    return bench, bench.source("plaintext", "plaintext", "key"), bench.sink("ciphertext", "ciphertext")


@cocotb.test()
async def known_answers(dut):
    bench, source, sink = await start(dut)
    cycles = await aes_checks.encrypt_all(bench, source, sink, aes_checks.known_answers(), "known answer")
    steps = {after - before for before, after in zip(cycles, cycles[1:])}
    bench.check(steps == {CYCLES_PER_BLOCK}, f"a block took {steps} cycles, not {CYCLES_PER_BLOCK}")
    bench.finish()


@cocotb.test()
async def random_blocks_under_stalls(dut):
    bench, source, sink = await start(dut)
    for rate in (0.9, 0.5, 0.1):
        bench.rates(rate)
        await aes_checks.encrypt_all(bench, source, sink, aes_checks.random_blocks(bench.random, 100), f"rate {rate}")
    bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    bench, source, sink = await start(dut)
    for cycles in range(25):
        for key, plaintext, _ in aes_checks.random_blocks(bench.random, 3):
            source.put(plaintext=plaintext, key=key)
        await bench.wait(cycles)
        await bench.reset()
        await aes_checks.encrypt_all(bench, source, sink, aes_checks.random_blocks(bench.random, 2), f"after reset at {cycles}")
    bench.finish()
