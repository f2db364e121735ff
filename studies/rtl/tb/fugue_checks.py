"""Checks for every core that computes Fugue-256: known answers, random messages with stalls, latency."""
from benches import bench_chosen
from models import fugue
from vectors import Vectors

# Cycles from one word to the next, and from the last word to the digest; every other core has CYCLES_ELSEWHERE.
CYCLES = {"fugue_unrolled": (1, 19), "fugue_pipelined": (4, 76)}
CYCLES_ELSEWHERE = (2, 39)


def cycles():
    return CYCLES.get(bench_chosen().top, CYCLES_ELSEWHERE)


def known_answers(most=8192):
    """Message and digest of each vector with whole bytes."""
    for vector in Vectors().records("fugue", r"fugue256_(short|long)\.json"):
        if vector["bits"] % 8 == 0 and vector["bits"] <= most:
            yield bytes.fromhex(vector["message_hex"]), bytes.fromhex(vector["digest_hex"])


def random_messages(random, lengths):
    for length in lengths:
        message = random.randbytes(length)
        yield message, fugue.digest(message)


def put(source, message):
    words = fugue.padded(message)
    for i, word in enumerate(words):
        source.put(message=word, message_last=int(i == len(words) - 1))
    return len(words)


async def hash_all(bench, source, sink, messages, what, exact=False):
    """Puts all messages in and compares the digests; with `exact`, also the cycle of each."""
    messages = list(messages)
    of_word, of_end = cycles()
    ends = [put(source, message) for message, _ in messages]
    for end, (message, digest) in zip(ends, messages):
        item = await sink.take()
        bench.check(item.digest == digest, f"{what}: {len(message)} bytes gave {item.digest.hex()}, not {digest.hex()}")
        if exact:
            accepted = source.accepted[:end]
            del source.accepted[:end]
            bench.check(accepted[-1] - accepted[0] == of_word * (end - 1), f"{end} words took {accepted[-1] - accepted[0]} cycles")
            bench.check(item.cycle - accepted[-1] == of_end, f"the end took {item.cycle - accepted[-1]} cycles")
