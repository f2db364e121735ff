"""The base of every test bench: a clock, reset, streams with valid and ready, and a count of the comparisons.

    bench = await Bench.start(dut)
    blocks = bench.source("plaintext", "plaintext", "key")     # valid, ready; the fields that go with them
    results = bench.sink("ciphertext", "ciphertext")
    blocks.put(plaintext=..., key=...)
    item = await results.take()                                 # item.ciphertext, item.cycle
    bench.check(item.ciphertext == expected, "FIPS-197 C.1")

Signals are driven at the falling edge and read once they have settled, so a stream sees the same as the next rising
edge. `source.rate` and `sink.rate` are the probabilities of being valid or ready in a cycle.
"""
import json
import os
import random
from collections import deque
from types import SimpleNamespace

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Event, FallingEdge, ReadOnly, with_timeout

PERIOD = 10
# A core that does not answer for this long hangs; the longest messages take a tenth of it.
PATIENCE_CYCLES = 400_000


class Counted:
    """Counts comparisons."""

    def __init__(self, dut):
        self.dut = dut
        self.run = self.failed = self.cycle = 0

    def check(self, right, what):
        self.run += 1
        if not right:
            self.failed += 1
            if self.failed <= 5:
                self.dut._log.error("wrong: %s", what)

    def finish(self):
        """Ends a test: reports the number of checks to the runner, and fails if one was wrong."""
        with open(os.environ["COUNTERPOINT_COUNTS"], "a") as counts:
            counts.write(json.dumps({"run": self.run, "failed": self.failed, "cycles": self.cycle}) + "\n")
        assert self.run > 0, "nothing was checked"
        assert self.failed == 0, f"{self.failed} of {self.run} checks failed"


class Bench(Counted):
    def __init__(self, dut):
        super().__init__(dut)
        self.random = random.Random(os.environ.get("COUNTERPOINT_SEED", "counterpoint"))
        self.streams = []
        self.hooks = []
        self.resetting = 0

    @classmethod
    async def start(cls, dut):
        bench = cls(dut)
        dut.rst.value = 1
        cocotb.start_soon(Clock(dut.clk, PERIOD, "ns").start())
        await FallingEdge(dut.clk)
        cocotb.start_soon(bench.turn())
        await bench.reset()
        return bench

    def source(self, channel, *fields):
        self.streams.append(Source(self, channel, fields))
        return self.streams[-1]

    def sink(self, channel, *fields):
        self.streams.append(Sink(self, channel, fields))
        return self.streams[-1]

    def every_cycle(self, hook):
        """Calls `hook` at each falling edge, before the streams: for signals that answer registered outputs."""
        self.hooks.append(hook)

    async def turn(self):
        dut = self.dut
        while True:
            dut.rst.value = int(self.resetting > 0)
            for hook in self.hooks:
                hook()
            for stream in self.streams:
                stream.drive()
            await ReadOnly()
            if self.resetting:
                self.resetting -= 1
            else:
                for stream in self.streams:
                    stream.observe()
            self.cycle += 1
            await FallingEdge(dut.clk)

    async def reset(self, cycles=2):
        """Resets the core and discards everything queued or received."""
        for stream in self.streams:
            stream.forget()
        self.resetting = cycles
        await self.wait(cycles)

    async def wait(self, cycles):
        for _ in range(cycles):
            await FallingEdge(self.dut.clk)

    def rates(self, rate):
        for stream in self.streams:
            stream.rate = rate


class Stream:
    def __init__(self, bench, channel, fields):
        self.bench = bench
        self.valid = getattr(bench.dut, f"{channel}_valid")
        self.ready = getattr(bench.dut, f"{channel}_ready")
        self.fields = {field: getattr(bench.dut, field) for field in fields}
        self.rate = 1.0
        self.forget()

    def willing(self):
        return self.rate >= 1 or self.bench.random.random() < self.rate


class Source(Stream):
    def forget(self):
        self.queue = deque()
        self.offered = False
        self.restless = False  # data changes at random while there is nothing to offer
        self.accepted = []  # the cycle in which each item went in
        self.valid.value = 0

    def put(self, **item):
        self.queue.append(item)

    def drive(self):
        if not self.offered and self.queue and self.willing():
            self.offered = True
            for field, value in self.queue[0].items():
                self.fields[field].value = number(value)
        elif self.restless and not self.offered:
            for signal in self.fields.values():
                signal.value = self.bench.random.getrandbits(len(signal))
        self.valid.value = int(self.offered)

    def observe(self):
        if self.offered and self.ready.value == 1:
            self.offered = False
            self.queue.popleft()
            self.accepted.append(self.bench.cycle)


class Sink(Stream):
    def forget(self):
        self.items = deque()
        self.taken = 0
        self.arrived = Event()
        self.ready.value = 0

    async def take(self):
        while not self.items:
            self.arrived.clear()
            await with_timeout(self.arrived.wait(), PATIENCE_CYCLES * PERIOD, "ns")
        return self.items.popleft()

    def drive(self):
        self.ready.value = int(self.willing())

    def observe(self):
        if self.valid.value == 1 and self.ready.value == 1:
            item = {field: octets(signal) for field, signal in self.fields.items()}
            self.taken += 1
            self.items.append(SimpleNamespace(cycle=self.bench.cycle, **item))
            self.arrived.set()


def number(value):
    """Puts byte n into bits 8n+7 to 8n."""
    return int.from_bytes(value, "little") if isinstance(value, (bytes, bytearray)) else value


def octets(signal):
    return int(signal.value).to_bytes((len(signal) + 7) // 8, "little")
