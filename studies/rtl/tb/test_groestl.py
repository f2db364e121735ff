"""The Grøstl core: both forms, with and without the pipeline."""
import cocotb

import groestl_checks
from bench import Bench


async def start(dut):
    bench = await Bench.start(dut)
    return bench, bench.source("message", "message", "message_last"), bench.sink("digest", "digest"), groestl_checks.final_form()


@cocotb.test(skip=not groestl_checks.has_answers(groestl_checks.final_form()))
async def known_answers(dut):
    bench, source, sink, final = await start(dut)
    await groestl_checks.known(bench, source, sink, final)
    bench.finish()


@cocotb.test()
async def random_messages_under_stalls(dut):
    bench, source, sink, final = await start(dut)
    for source.rate, sink.rate in ((0.9, 0.9), (0.03, 1), (1, 0.02)):
        messages = groestl_checks.random_messages(bench.random, 12, final)
        await groestl_checks.hash_all(bench, source, sink, messages, f"rates {source.rate} {sink.rate}")
    bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    bench, source, sink, final = await start(dut)
    for cycles in range(0, 90):
        for message, _ in groestl_checks.random_messages(bench.random, 1, final, 100):
            for i, block in enumerate(groestl_checks.groestl.blocks(message)):
                source.put(message=block, message_last=i)
        await bench.wait(cycles)
        await bench.reset()
        messages = groestl_checks.random_messages(bench.random, 1, final, 100)
        await groestl_checks.hash_all(bench, source, sink, messages, f"after reset at {cycles}")
    bench.finish()
