"""The wrapper with each of its cores: messages and blocks over AXI4-Stream, modes and keys over AXI4-Lite."""
import hashlib
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, with_timeout
from cocotbext.axi import (AxiLiteBus, AxiLiteMaster, AxiResp, AxiStreamBus, AxiStreamFrame, AxiStreamSink,
                           AxiStreamSource)

from bench import Counted
from models import aes, fugue, groestl
from vectors import Vectors

CORE = os.environ["COUNTERPOINT_BENCH"].removeprefix("axi_")
ID, FEATURES, CONTROL, STATUS, KEY, OUTPUT_LENGTH = 0x00, 0x04, 0x08, 0x0C, 0x10, 0x20
HASH, ENCRYPT, CLEAR = 0, 1, 1 << 8
BUSY, BAD_MODE, BAD_KEY_SIZE, BAD_KEEP, BAD_LENGTH = (1 << i for i in range(5))
HAS_AES = "aes" in CORE
HAS_HASH = CORE != "aes"


class Wrapper(Counted):
    @classmethod
    async def start(cls, dut):
        self = cls(dut)
        cocotb.start_soon(Clock(dut.aclk, 10, "ns").start())
        dut.aresetn.value = 0
        dut.s_axil_awprot.value = dut.s_axil_arprot.value = 0
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.aclk, dut.aresetn, reset_active_level=False)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.aclk, dut.aresetn, reset_active_level=False)
        self.registers = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.aclk, dut.aresetn, reset_active_level=False)
        self.random = random.Random(os.environ.get("COUNTERPOINT_SEED", "counterpoint"))
        await ClockCycles(dut.aclk, 3)
        dut.aresetn.value = 1
        await ClockCycles(dut.aclk, 2)
        return self

    async def write(self, address, value):
        """Whether the write was accepted."""
        return (await self.registers.write(address, value.to_bytes(4, "little"))).resp == AxiResp.OKAY

    async def read(self, address):
        return int.from_bytes((await self.registers.read(address, 4)).data, "little")

    async def configure(self, control, key=None):
        self.check(await self.write(CONTROL, control), f"CONTROL takes {control:#x}")
        for i in range(4 if key else 0):
            self.check(await self.write(KEY + 4 * i, int.from_bytes(key[4 * i : 4 * i + 4], "little")), f"KEY{i}")

    async def through(self, data):
        """Sends a packet and returns the packet that comes back."""
        await self.send(data)
        frame = await with_timeout(self.sink.recv(), 1, "ms")
        return bytes(frame.tdata)

    async def send(self, data):
        # An empty message is one beat without a byte.
        frame = AxiStreamFrame(data) if data else AxiStreamFrame(b"\0", tkeep=[0])
        await self.source.send(frame)

    def stall(self, chance):
        def pauses():
            while True:
                yield self.random.random() < chance

        for stream in (self.source, self.sink):
            stream.set_pause_generator(pauses() if chance else None)
            stream.pause = False

    async def idle(self):
        for _ in range(20000):
            if not await self.read(STATUS) & BUSY:
                return
        self.check(False, "the core stays busy")


def hashes():
    """Name, function field, digest of a message, known answers."""
    vectors = Vectors()
    for family in ("fugue", "groestl"):
        if CORE.startswith(family):
            digest = {"fugue": fugue.digest, "groestl": groestl.digest}[family]
            yield f"{family}256", 0, digest, list(vectors.hashes(family, f"{family}256"))
    if CORE == "keccak":
        for function, bits in enumerate((224, 256, 384, 512)):
            name = f"sha3_{bits}"
            yield name, function, lambda m, name=name: hashlib.new(name, m).digest(), list(vectors.hashes("sha3", name))


def encrypted(key, blocks):
    return b"".join(aes.encrypt(key, blocks[i : i + 16]) for i in range(0, len(blocks), 16))


@cocotb.test(skip=not HAS_HASH)
async def known_answers(dut):
    wrapper = await Wrapper.start(dut)
    for name, function, _, answers in hashes():
        await wrapper.configure(HASH | function << 12)
        for message, digest in answers:
            if len(message) <= 300:
                wrapper.check(await wrapper.through(message) == digest, f"{name} of {len(message)} bytes")
    wrapper.finish()


@cocotb.test(skip=not HAS_HASH)
async def every_length_and_stalls(dut):
    wrapper = await Wrapper.start(dut)
    for name, function, model, _ in hashes():
        await wrapper.configure(HASH | function << 12)
        for length in [*range(140), *(wrapper.random.randrange(4097) for _ in range(4))]:
            wrapper.stall(wrapper.random.choice([0, 0, 0.3]))
            message = wrapper.random.randbytes(length)
            wrapper.check(await wrapper.through(message) == model(message), f"{name} of {length} bytes")
    wrapper.finish()


@cocotb.test(skip=CORE != "keccak")
async def shake_of_any_length(dut):
    wrapper = await Wrapper.start(dut)
    for name, function in (("shake_128", 4), ("shake_256", 5)):
        await wrapper.configure(HASH | function << 12)
        for length in (1, 7, 8, 32, 135, 136, 137, 168, 169, 336, 1000):
            await wrapper.idle()
            wrapper.check(await wrapper.write(OUTPUT_LENGTH, length), "OUTPUT_LENGTH")
            output = await wrapper.through(b"abc" * length)
            wrapper.check(output == hashlib.new(name, b"abc" * length).digest(length), f"{length} bytes of {name}")
    wrapper.finish()


@cocotb.test(skip=not HAS_AES)
async def packets_of_blocks(dut):
    wrapper = await Wrapper.start(dut)
    for number in range(30):
        key, blocks = wrapper.random.randbytes(16), wrapper.random.randbytes(16 * wrapper.random.randrange(1, 12))
        wrapper.stall(wrapper.random.choice([0, 0, 0.3]))
        await wrapper.idle()
        await wrapper.configure(ENCRYPT, key)
        wrapper.check(await wrapper.through(blocks) == encrypted(key, blocks), f"packet {number}")
    wrapper.finish()


@cocotb.test(skip=not (HAS_AES and HAS_HASH))
async def hash_and_aes_in_turn(dut):
    wrapper = await Wrapper.start(dut)
    _, _, model, _ = next(hashes())
    for number in range(20):
        data, key = wrapper.random.randbytes(16 * wrapper.random.randrange(1, 20)), wrapper.random.randbytes(16)
        await wrapper.idle()
        await wrapper.configure(HASH)
        wrapper.check(await wrapper.through(data) == model(data), f"message {number}")
        await wrapper.idle()
        await wrapper.configure(ENCRYPT, key)
        wrapper.check(await wrapper.through(data) == encrypted(key, data), f"blocks {number}")
    wrapper.finish()


async def sound(wrapper, what):
    """Checks that the core still works, and that STATUS is right after the errors are cleared.

    An output packet that was cut off had no TLAST, so the receiver has its beats before those of the next one.
    """
    await wrapper.idle()
    await wrapper.write(STATUS, 0x1E)
    wrapper.check(await wrapper.read(STATUS) == 0, f"STATUS can be cleared after {what}")
    data = bytes(range(48))
    if HAS_HASH:
        _, function, model, _ = next(hashes())
        await wrapper.configure(HASH | function << 12)
        wrapper.check((await wrapper.through(data)).endswith(model(data)), f"hash after {what}")
        await wrapper.idle()
    if HAS_AES:
        await wrapper.configure(ENCRYPT, bytes(16))
        wrapper.check((await wrapper.through(data)).endswith(encrypted(bytes(16), data)), f"AES after {what}")
        await wrapper.idle()


@cocotb.test()
async def bad_input_is_an_error_and_never_a_hang(dut):
    wrapper = await Wrapper.start(dut)
    bad = [(3, BAD_MODE, "mode 3"), (2, BAD_MODE, "mode 2")]
    bad += [(ENCRYPT | 1 << 4, BAD_KEY_SIZE, "192-bit keys"), (ENCRYPT | 2 << 4, BAD_KEY_SIZE, "256-bit keys")] if HAS_AES else [
        (ENCRYPT, BAD_MODE, "AES in a hash core")]
    bad += [(HASH | 6 << 12, BAD_MODE, "function 6")] if CORE == "keccak" else []
    bad += [(HASH, BAD_MODE, "a hash in an AES core")] if not HAS_HASH else []
    for control, error, what in bad:
        await wrapper.configure(control)
        await wrapper.send(bytes(100))
        await wrapper.source.wait()
        await wrapper.idle()
        wrapper.check(await wrapper.read(STATUS) == error, f"{what} sets its bit of STATUS and no other")
        wrapper.check(wrapper.sink.empty(), f"{what} gives no packet")
        await sound(wrapper, what)
    await wrapper.configure(HASH if HAS_HASH else ENCRYPT)
    bytes_a_beat = len(dut.s_axis_tkeep)
    await wrapper.source.send(AxiStreamFrame(bytes(100), tkeep=[1] * bytes_a_beat * 3 + [1, 0, 1, 1] + [1] * (96 - 3 * bytes_a_beat)))
    await wrapper.source.wait()
    await wrapper.idle()
    wrapper.check(await wrapper.read(STATUS) == BAD_KEEP, "a gap in TKEEP sets its bit")
    await sound(wrapper, "a gap in TKEEP")
    if HAS_AES:
        for length in (1, 15, 17, 40):
            await wrapper.configure(ENCRYPT)
            await wrapper.send(bytes(length))
            await wrapper.source.wait()
            await wrapper.idle()
            wrapper.check(await wrapper.read(STATUS) == BAD_LENGTH, f"{length} bytes to encrypt set their bit")
            await wrapper.write(CONTROL, CLEAR)
            await ClockCycles(dut.aclk, 3)
            wrapper.sink.clear()
            await sound(wrapper, f"{length} bytes to encrypt")
    wrapper.finish()


@cocotb.test(skip=not HAS_AES)
async def blocks_before_a_bad_beat_come_out(dut):
    wrapper = await Wrapper.start(dut)
    for whole_beats in (*range(13), 4, 5, 8, 9):
        key, data, after = (wrapper.random.randbytes(length) for length in (16, 4 * whole_beats, 48))
        wrapper.stall(wrapper.random.choice([0, 0, 0.3]))
        await wrapper.configure(ENCRYPT, key)
        await wrapper.source.send(AxiStreamFrame(data + bytes(12), tkeep=[1] * len(data) + [1, 0, 1, 1] + [1] * 8))
        await wrapper.source.wait()
        await wrapper.idle()
        wrapper.check(await wrapper.read(STATUS) == BAD_KEEP, f"a gap in TKEEP after {whole_beats} beats sets its bit")
        await wrapper.write(STATUS, BAD_KEEP)
        # Without CLEAR, the blocks come without TLAST, directly before the next packet.
        whole = data[: len(data) // 16 * 16]
        wrapper.check(await wrapper.through(after) == encrypted(key, whole + after), f"blocks before a gap after {whole_beats} beats")
        await wrapper.idle()
    wrapper.finish()


@cocotb.test()
async def clear_wipes_key_and_state(dut):
    wrapper = await Wrapper.start(dut)
    await wrapper.configure(HASH if HAS_HASH else ENCRYPT, bytes(range(16)))
    wrapper.check(await wrapper.read(KEY) == 0, "a key can't be read")
    for cycles in range(0, 60, 7):
        await wrapper.send(bytes(64))
        await ClockCycles(dut.aclk, cycles + 3)
        wrapper.check(await wrapper.write(CONTROL, CLEAR), "CLEAR is always accepted")
        await wrapper.source.wait()
        await ClockCycles(dut.aclk, 3)
        wrapper.sink.clear()
        await sound(wrapper, f"CLEAR after {cycles} cycles")
        await wrapper.configure(HASH if HAS_HASH else ENCRYPT)
    if HAS_AES:
        data = bytes(range(48))
        await wrapper.configure(ENCRYPT, bytes(range(16)))
        await wrapper.configure(ENCRYPT | CLEAR)
        wrapper.check(await wrapper.through(data) == encrypted(bytes(16), data), "CLEAR leaves a key of zeros")
    wrapper.finish()


@cocotb.test()
async def nothing_changes_while_a_packet_is_worked_on(dut):
    wrapper = await Wrapper.start(dut)
    key, data = bytes(range(16)), bytes(range(48))
    expected = encrypted(key, data) if HAS_AES else next(hashes())[2](data)
    await wrapper.configure(ENCRYPT if HAS_AES else HASH, key)
    wrapper.sink.pause = True
    await wrapper.send(data)
    await wrapper.source.wait()
    wrapper.check(await wrapper.read(STATUS) == BUSY, "BUSY while the result waits")
    for address in (CONTROL, KEY, KEY + 12, OUTPUT_LENGTH):
        wrapper.check(not await wrapper.write(address, 1), f"{address:#x} is refused while BUSY")
    wrapper.check(await wrapper.write(STATUS, 0x1E), "writes to STATUS are always accepted")
    wrapper.sink.pause = False
    frame = await with_timeout(wrapper.sink.recv(), 1, "ms")
    wrapper.check(bytes(frame.tdata) == expected, "the packet has its own key and mode")
    wrapper.finish()


@cocotb.test()
async def registers_hold_what_they_can(dut):
    wrapper = await Wrapper.start(dut)
    core = ("aes", "fugue", "fugue_aes_ke", "groestl", "groestl_aes_ke", "keccak").index(CORE)
    reset = {ID: 0x43503031, FEATURES: core | HAS_HASH << 4 | HAS_AES << 5, CONTROL: 0, STATUS: 0, KEY: 0, OUTPUT_LENGTH: 32}
    for address, value in reset.items():
        wrapper.check(await wrapper.read(address) == value, f"{address:#x} after reset")
    for address, written, value in ((CONTROL, 0xFFFFFFFF & ~CLEAR, 0x7033), (OUTPUT_LENGTH, 0x12345678, 0x12345678)):
        wrapper.check(await wrapper.write(address, written), f"{address:#x} is written")
        wrapper.check(await wrapper.read(address) == value, f"{address:#x} reads back as written")
    part = await wrapper.registers.write(OUTPUT_LENGTH, b"\1")
    wrapper.check(part.resp == AxiResp.SLVERR, "a partial write is refused")
    wrapper.check(await wrapper.read(OUTPUT_LENGTH) == 0x12345678, "a partial write changes nothing")
    for address in (ID, FEATURES, 0x24, 0x3C):
        wrapper.check(not await wrapper.write(address, 1), f"{address:#x} is read-only or unused")
    resp = await wrapper.registers.read(0x3C, 4)
    wrapper.check(resp.resp == AxiResp.SLVERR, "nothing at 0x3c")
    wrapper.finish()
