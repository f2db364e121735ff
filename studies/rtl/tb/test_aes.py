"""The plain AES core, with key expansion and without."""
import cocotb

import aes_checks
from bench import Bench

CYCLES_PER_BLOCK = 10


async def start(dut):
    bench = await Bench.start(dut)
    return bench, aes_checks.Cipher(bench)


@cocotb.test()
async def known_answers(dut):
    bench, cipher = await start(dut)
    cycles = await cipher.encrypt_all(aes_checks.known_answers(), "known answer")
    steps = {after - before for before, after in zip(cycles, cycles[1:])}
    bench.check(steps == {CYCLES_PER_BLOCK}, f"a block took {steps} cycles, not {CYCLES_PER_BLOCK}")
    bench.finish()


@cocotb.test()
async def random_blocks_under_stalls(dut):
    bench, cipher = await start(dut)
    for rate in (0.9, 0.5, 0.1):
        bench.rates(rate)
        await cipher.encrypt_all(aes_checks.random_blocks(bench.random, 100), f"rate {rate}")
    bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    bench, cipher = await start(dut)
    for cycles in range(25):
        cipher.put(aes_checks.random_blocks(bench.random, 3))
        await bench.wait(cycles)
        cipher.forget()
        await bench.reset()
        await cipher.encrypt_all(aes_checks.random_blocks(bench.random, 2), f"after reset at {cycles}")
    bench.finish()
