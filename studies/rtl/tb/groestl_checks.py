"""Checks for every core that hashes with Grøstl; COUNTERPOINT_VECTORS names the folder with the known answers.

The project contains answers for the final form only; you must provide those for the round-2 form.
"""
from benches import bench_chosen
from models import groestl
from vectors import Vectors

CYCLES_PER_BLOCK = 20
CYCLES_OF_OUTPUT = {"groestl_pipelined": 21, "groestl_aes_pipelined": 21}  # and 11 elsewhere


def final_form():
    return bool(bench_chosen().parameters.get("FINAL", 1))


def has_answers(final):
    return final or Vectors().complete


def known_answers(final, most=8192):
    """Messages of at most `most` whole bytes, and their digests."""
    folder, stem = ("groestl", "groestl256") if final else ("groestl0", "groestl0_256")
    for message, digest in Vectors().hashes(folder, stem):
        if len(message) <= most:
            yield message, digest


def random_messages(random, count, final, longest=4096):
    """Half of them around the end of a block."""
    for i in range(count):
        length = random.randrange(0, longest + 1) if i % 2 else random.randrange(40, 80)
        message = random.randbytes(length)
        yield message, groestl.digest(message, final)


async def hash_all(bench, source, sink, messages, what):
    """Puts all messages in and compares the digests; returns the cycles in which they came."""
    messages = list(messages)
    for message, _ in messages:
        blocks = groestl.blocks(message)
        for i, block in enumerate(blocks):
            source.put(message=block, message_last=i == len(blocks) - 1)
    cycles = []
    for message, digest in messages:
        item = await sink.take()
        bench.check(item.digest == digest, f"{what}: {len(message)} bytes gave {item.digest.hex()}, not {digest.hex()}")
        cycles.append(item.cycle)
    return cycles


async def known(bench, source, sink, final):
    """All known answers back to back at full speed, with the cycles of each."""
    messages = list(known_answers(final))
    assert messages, "no known answers"
    cycles = await hash_all(bench, source, sink, messages, "known answer")
    output = CYCLES_OF_OUTPUT.get(bench_chosen().top, 11)
    for (message, _), before, after in zip(messages[1:], cycles, cycles[1:]):
        # The first block goes in after the previous digest went out, and the permutations begin a cycle later.
        expected = 3 + CYCLES_PER_BLOCK * len(groestl.blocks(message)) + output
        bench.check(after - before == expected, f"{len(message)} bytes took {after - before} cycles, not {expected}")
