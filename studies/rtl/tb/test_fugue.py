"""The plain Fugue core."""
import cocotb

import fugue_checks
from bench import Bench


async def start(dut):
    bench = await Bench.start(dut)
    return bench, bench.source("message", "message", "message_last"), bench.sink("digest", "digest")


@cocotb.test()
async def known_answers(dut):
    bench, source, sink = await start(dut)
    await fugue_checks.hash_all(bench, source, sink, fugue_checks.known_answers(), "known answer", exact=True)
    bench.finish()


@cocotb.test()
async def random_messages_under_stalls(dut):
    bench, source, sink = await start(dut)
    for rate, most in ((1.0, 4096), (0.9, 1024), (0.5, 200), (0.1, 50)):
        bench.rates(rate)
        lengths = [0, 1, 2, 3, 4, most] + [bench.random.randrange(most + 1) for _ in range(4)]
        await fugue_checks.hash_all(bench, source, sink, fugue_checks.random_messages(bench.random, lengths), f"rate {rate}")
    bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    bench, source, sink = await start(dut)
    for cycles in range(0, 60, 3):
        fugue_checks.put(source, bench.random.randbytes(12))
        await bench.wait(cycles)
        await bench.reset()
        messages = fugue_checks.random_messages(bench.random, [5, 0])
        await fugue_checks.hash_all(bench, source, sink, messages, f"after reset at {cycles}")
    bench.finish()
