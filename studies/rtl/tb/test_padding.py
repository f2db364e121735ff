"""The padding of Fugue and Grøstl alone, with the counter set: lengths that would take too long through a core."""
import os

import cocotb
from cocotb.triggers import FallingEdge

from bench import Bench

FUGUE = os.environ["COUNTERPOINT_BENCH"].startswith("fugue")
BLOCK = 64


def padded(before, rest):
    """The rest of the message and its padding, after `before` bytes of whole blocks."""
    if FUGUE:
        return rest + bytes(-len(rest) % 4) + (8 * (before + len(rest)) % 2**64).to_bytes(8, "big")
    zeros = bytes(-(len(rest) + 9) % BLOCK)
    blocks = before // BLOCK + (len(rest) + 9 + len(zeros)) // BLOCK
    return rest + b"\x80" + zeros + blocks.to_bytes(8, "big")


@cocotb.test()
async def after_any_number_of_bytes(dut):
    bench = await Bench.start(dut)
    beats, words = bench.source("beat", "beat", "beat_bytes", "beat_last"), bench.sink("word", "word", "word_last")
    for bits in (0, *range(14, 61 if FUGUE else 70)):
        # From the last block before a power of two across it, and from the block at it.
        for before in (2**bits - BLOCK, 2**bits) if bits else (0,):
            for length in (0, 1, 3, 4, 8, 55, 56, 63, 64, 65, 130):
                rest = bench.random.randbytes(length)
                await FallingEdge(dut.clk)
                if FUGUE:
                    dut.length.value = before
                else:
                    dut.blocks.value = before // BLOCK + 1
                for start in range(0, length or 1, 4):
                    beat = rest[start : start + 4]
                    beats.put(beat=beat, beat_bytes=len(beat), beat_last=int(start + 4 >= length))
                got, last = b"", False
                while not last:
                    item = await words.take()
                    got, last = got + item.word, item.word_last == b"\1"
                bench.check(got == padded(before, rest), f"{length} bytes after {before}")
    bench.finish()
