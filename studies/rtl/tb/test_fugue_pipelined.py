"""The Fugue core with two messages at a time: pairs with equal numbers of words, which it takes alternately."""
import cocotb

import fugue_checks
from bench import Bench
from models import fugue


async def start(dut):
    bench = await Bench.start(dut)
    return bench, bench.source("message", "message", "message_last"), bench.sink("digest", "digest")


def pairs(messages):
    """Pairs of messages with the same number of words, each with its digest; a leftover one is paired with an earlier one."""
    of_words = {}
    for message, digest in messages:
        of_words.setdefault(len(fugue.padded(message)), []).append((message, digest))
    for group in of_words.values():
        for i in range(0, len(group), 2):
            yield group[i], group[(i + 1) % len(group)]


def put(source, pair):
    words = list(zip(*(fugue.padded(message) for message, _ in pair)))
    for i, both in enumerate(words):
        for word in both:
            source.put(message=word, message_last=int(i == len(words) - 1))
    return len(words)


async def hash_all(bench, source, sink, messages, what, exact=False):
    of_word, of_end = fugue_checks.cycles()
    both = list(pairs(messages))
    ends = [put(source, pair) for pair in both]
    for end, pair in zip(ends, both):
        for turn, (message, digest) in enumerate(pair):
            item = await sink.take()
            said = f"{what}: {len(message)} bytes gave {item.digest.hex()}, not {digest.hex()}"
            bench.check(item.digest == digest, said)
            if exact:
                accepted = source.accepted[turn : 2 * end : 2]
                taken = accepted[-1] - accepted[0]
                bench.check(taken == of_word * (end - 1), f"{end} words took {taken} cycles")
                bench.check(item.cycle - accepted[-1] == of_end, f"the end took {item.cycle - accepted[-1]} cycles")
        del source.accepted[: 2 * end]


@cocotb.test()
async def known_answers(dut):
    bench, source, sink = await start(dut)
    await hash_all(bench, source, sink, fugue_checks.known_answers(), "known answer", exact=True)
    bench.finish()


@cocotb.test()
async def random_messages_under_stalls(dut):
    bench, source, sink = await start(dut)
    for rate, most in ((0.9, 1024), (0.5, 100), (0.1, 20)):
        bench.rates(rate)
        lengths = [length for n in (0, most // 2, most) for length in (n, n)]
        await hash_all(bench, source, sink, fugue_checks.random_messages(bench.random, lengths), f"rate {rate}")
    bench.finish()


@cocotb.test()
async def data_while_nothing_is_valid(dut):
    bench, source, sink = await start(dut)
    bench.rates(0.5)
    source.restless = True
    messages = fugue_checks.random_messages(bench.random, [0, 0, 9, 10, 40, 40])
    await hash_all(bench, source, sink, messages, "data changes while not valid")
    bench.finish()


@cocotb.test()
async def reset_in_mid_operation(dut):
    bench, source, sink = await start(dut)
    for cycles in range(0, 120, 7):
        put(source, [(bench.random.randbytes(12), None)] * 2)
        await bench.wait(cycles)
        await bench.reset()
        messages = fugue_checks.random_messages(bench.random, [5, 6])
        await hash_all(bench, source, sink, messages, f"after reset at {cycles}")
    bench.finish()
