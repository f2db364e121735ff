"""A microcontroller in simavr with one build in its flash (simulate.c)."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).resolve().parent
OUT = ROOT / "target/avr"
FLAGS = ["-Wall", "-Werror", "-g0", "-Os"]

# simavr's names, and the first and last byte of RAM.
MCUS = {"atmega1284p": ("atmega1284p", 0x100, 0x40FF), "atmega328p": ("atmega328p", 0x100, 0x8FF)}


def run(*command, input=None):
    result = subprocess.run(command, capture_output=True, text=True, input=input)
    if result.returncode:
        lines = (result.stdout + result.stderr).splitlines()
        raise RuntimeError("\n".join([" ".join(map(str, command)), *lines[:12]]))
    return result.stdout


def make_simulator():
    """Builds the simulator if its source is newer; whichever job comes first does it."""
    program, source = OUT / "simulate", HERE / "simulate.c"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        OUT.mkdir(parents=True, exist_ok=True)
        beside = OUT / f"simulate.{os.getpid()}"
        run("cc", "-O2", "-Wall", "-Wextra", "-o", beside, source, "-lsimavr", "-lelf")
        beside.rename(program)
    return program


def link(name, mcu, sources, defines):
    """An ELF of these sources with an empty main."""
    elf = OUT / f"{name}-{mcu}.elf"
    elf.parent.mkdir(parents=True, exist_ok=True)
    flags = [f"-mmcu={mcu}", *FLAGS, *(f"-D{d}" for d in defines), f"-I{ROOT / 'studies/avr'}"]
    run("avr-gcc", *flags, "-o", elf, HERE / "empty.c", *sources)
    return elf


def sizes(elf):
    """Bytes in flash (code, tables and RAM's initial contents) and in RAM."""
    text, data, bss = map(int, run("avr-size", elf).splitlines()[1].split()[:3])
    return text + data, data + bss


class Machine:
    def __init__(self, elf, mcu):
        self.symbols = {}
        for line in run("avr-nm", elf).splitlines():
            value, _, name = line.split()[-3:] if len(line.split()) > 2 else (None, None, None)
            if name:
                self.symbols[name] = int(value, 16) & 0xFFFF if int(value, 16) >= 0x800000 else int(value, 16)
        simavr_name, _, self.last = MCUS[mcu]
        # RAM from here to the area for the stack belongs to the harness.
        self.free = self.symbols["__bss_end" if "__bss_end" in self.symbols else "_end"]
        self.free_end = self.last - 700
        self.process = subprocess.Popen(
            [make_simulator(), simavr_name, elf, hex(self.symbols["main"])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )

    def command(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        answer = next((line for line in self.process.stdout if line.startswith("=")), "")[1:].strip()
        if not answer and words[0] != "read" or answer.startswith("error"):
            raise RuntimeError(f"{words[0]} {str(words[1])[:40]}: {answer or 'simavr stopped'}")
        return answer

    def write(self, at, data):
        assert self.free <= at and at + len(data) <= self.free_end, "the data does not fit into RAM"
        if data:
            self.command("write", at, data.hex())

    def read(self, at, length):
        return bytes.fromhex(self.command("read", at, length))

    def may_write(self, *areas):
        self.command("may_write", *(number for area in areas for number in area))

    def call(self, function, *arguments):
        """Cycles, bytes of stack, and the result of a call."""
        answer = self.command("call", self.symbols[function], *(a & 0xFFFF for a in arguments))
        return tuple(map(int, answer.split()))

    def close(self):
        self.process.stdin.close()
        self.process.wait()
