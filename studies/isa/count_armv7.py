#!/usr/bin/env python3
"""Counts the instructions of code for 32-bit ARM per block, with Unicorn, an independent emulator.

count_armv7.py ours PROGRAM: this library's SHA3-512, as the program in studies/isa/armv7. The digests are compared with
hashlib's.
count_armv7.py public XKCP LLVM_MC LINKER: the assembly of the Keccak Code Package in the folder XKCP, which is not part
of this project, with LLVM's assembler and linker. The digests are compared as well.

With --cycles LLVM_MCA LLVM_OBJDUMP, LLVM's model of Cortex-A9 also gets the instructions that a block of SHA3-512 runs.
It has no caches, predicts each jump, and does not know instructions that load or store several general registers: those
are left out and counted.

--record FILE writes the figures to a record, and --check FILE compares them with it. As everywhere in this study, a
figure is for each further block of a long message: the cost of several blocks, minus the cost of fewer. So calls and
loops around a block count, and work done once per message does not.
"""
import argparse
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import unicorn
from unicorn import arm_const as arm

# The arguments of this program.
USES = {"ours": "ours PROGRAM", "public": "public XKCP LLVM_MC LINKER"}
# The files of the Keccak Code Package.
LOW = "lib/low/KeccakP-1600"
SCALAR, NEON = "ARM/KeccakP-1600-inplace-32bi-armv7a-le-gcc.s", "ARMv7A-NEON/KeccakP-1600-armv7a-le-neon-gcc.s"
CODE, DATA, STACK, RETURN = 0x10000, 0x800000, 0xa00000, 0xf00000
SIZE = 0x100000
# The rate in bytes of each function that absorbs.
RATES = {"sha3-512": 72, "sha3-384": 104, "sha3-256": 136, "shake128": 168}
# A jump in the text of a program.
JUMP = r"^(bl?|bx|b(?:eq|ne|[ch]s|cc|lo|mi|pl|hi|ls|[gl][et]))(\.w)?\s.*"
# The size of a block of Lake Keyak, in bytes.
LAKE = 168


class Program:
    """A program for bare-metal ARM, whose functions are called."""

    def __init__(self, path, triple="armv7"):
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_ARM)
        self.machine.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_A15)
        content = pathlib.Path(path).read_bytes()
        self.path, self.triple, self.symbols, self.trace = path, triple, {}, []
        self.load(content)
        for address in (DATA, STACK, RETURN):
            self.machine.mem_map(address, SIZE)
        # Vector instructions are trapped until they are enabled.
        self.machine.reg_write(arm.UC_ARM_REG_C1_C0_2, self.machine.reg_read(arm.UC_ARM_REG_C1_C0_2) | 0xf << 20)
        self.machine.reg_write(arm.UC_ARM_REG_FPEXC, 1 << 30)
        self.machine.hook_add(unicorn.UC_HOOK_CODE, lambda _, address, *__: self.trace.append(address))

    def load(self, content):
        """Reads a 32-bit ELF file: its contents, and the addresses of its functions."""
        header = struct.unpack_from("<16sHHIIIIIHHHHHH", content)
        assert header[0][:5] == b"\x7fELF\x01" and header[2] == 40, "a program for 32-bit ARM"
        segments = [struct.unpack_from("<8I", content, header[5] + header[9] * index) for index in range(header[10])]
        loaded = [segment for segment in segments if segment[0] == 1]
        begin = min(segment[2] for segment in loaded) & ~0xfff
        end = max(segment[2] + segment[5] for segment in loaded) + 0xfff & ~0xfff
        self.machine.mem_map(begin, end - begin)
        for _, offset, address, _, size, *_ in loaded:
            self.machine.mem_write(address, content[offset:offset + size])
        sections = [struct.unpack_from("<10I", content, header[6] + header[11] * index) for index in range(header[12])]
        for section in sections:
            if section[1] != 2:
                continue
            names = sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 16):
                name, value = struct.unpack_from("<2I", content, at)
                name = content[names + name:content.index(b"\0", names + name)].decode()
                self.symbols[name] = value

    def call(self, name, *arguments):
        """Calls a function, and returns the number of instructions it runs."""
        before = len(self.trace)
        registers = [arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3]
        for register, argument in zip(registers, arguments):
            self.machine.reg_write(register, argument)
        self.machine.reg_write(arm.UC_ARM_REG_SP, STACK + SIZE // 2)
        for index, argument in enumerate(arguments[4:]):
            self.machine.mem_write(STACK + SIZE // 2 + 4 * index, struct.pack("<I", argument))
        self.machine.reg_write(arm.UC_ARM_REG_LR, RETURN)
        self.machine.emu_start(self.symbols[name], RETURN)
        return len(self.trace) - before

    def write(self, address, content):
        self.machine.mem_write(address, content)

    def read(self, address, size):
        return bytes(self.machine.mem_read(address, size))


class CortexA9:
    """LLVM's model of the processor."""

    def __init__(self, llvm_mca, llvm_objdump):
        self.llvm_mca, self.llvm_objdump = llvm_mca, llvm_objdump

    def cycles(self, program, trace):
        """The cycles of the instructions at these addresses, and the number of those that the model does not know."""
        target = [f"--triple={program.triple}", "--mattr=+neon"]
        listed = subprocess.run([self.llvm_objdump, "-d", "--no-show-raw-insn", *target, program.path], check=True,
                                capture_output=True, text=True).stdout
        found = re.findall(r"^\s*([0-9a-f]+):\s+([^@<\n]*[^@<\s])", listed, re.MULTILINE)
        texts = {int(address, 16): text.strip() for address, text in found}
        # The target of a jump does not matter.
        lines = [re.sub(JUMP, r"b\2 #4", texts[address & ~1]) for address in trace]
        target = [f"-mtriple={program.triple}", "-mcpu=cortex-a9", "-mattr=+neon"]
        options = ["-iterations=1", "-skip-unsupported-instructions=lack-sched", "-instruction-info=false",
                   "-resource-pressure=false"]
        printed = subprocess.run([self.llvm_mca, *target, *options], input="\n".join(lines) + "\n", check=True,
                                 capture_output=True, text=True).stdout
        cycles, known = (int(re.search(rf"^{name}: *(\d+)", printed, re.MULTILINE)[1])
                         for name in ("Total Cycles", "Instructions"))
        return cycles, len(lines) - known


def of_a_block(program, model, run, name):
    """The cycles per byte of SHA3-512 for a further block, if there is a model."""
    if model is None:
        return []
    found = []
    for blocks in (8, 9):
        before = len(program.trace)
        run(blocks)
        found.append(model.cycles(program, program.trace[before:]))
    (fewer, fewer_left_out), (more, more_left_out) = found
    return [row("sha3-512", name, "cycles_per_byte_cortex_a9", (more - fewer) / 72),
            row("sha3-512", name, "instructions that the model does not know", more_left_out - fewer_left_out)]


def message(size):
    return bytes(index * 151 >> 3 & 255 for index in range(size))


def padded(content, rate, suffix):
    """A message of whole blocks, whose padding takes a block of its own."""
    return content + bytes([suffix]) + bytes(rate - 2) + b"\x80"


def digest_of(function, content):
    name = function.replace("sha3-", "sha3_").replace("shake", "shake_")
    made = hashlib.new(name, content)
    return made.digest(32) if name.startswith("shake") else made.digest()


def row(function, implementation, unit, value):
    return {"platform": "isa", "algorithm": function, "implementation": implementation, "unit": unit,
            "value": round(value, 2)}


def ours(model, path):
    """The instructions of this library per byte of SHA3-512."""
    program, name = Program(path), "this library on armv7"

    def run(blocks):
        content = message(72 * blocks)
        program.write(DATA, content)
        count = program.call("sha3_512", DATA, len(content), DATA + SIZE // 2)
        assert program.read(DATA + SIZE // 2, 64) == hashlib.sha3_512(content).digest()
        return count

    # The first call detects the processor's features.
    run(1)
    figure = row("sha3-512", name, "instructions_per_byte", (run(9) - run(8)) / 72)
    return [figure, *of_a_block(program, model, run, name)]


def built(source, triple, llvm_mc, linker, folder):
    """Builds the program from an assembly file."""
    name = pathlib.Path(folder, source.stem)
    subprocess.run([llvm_mc, f"-triple={triple}", "-mattr=+neon", "-filetype=obj", "-o", f"{name}.o", source],
                   check=True)
    subprocess.run([linker, "-e", "0", f"-Ttext={CODE:#x}", "-o", name, f"{name}.o"], check=True)
    return Program(name, triple)


def block_by_block(program, rate, blocks):
    """Two functions per block: one adds it, the other permutes."""
    return sum(program.call("KeccakP1600_AddBytes", DATA, DATA + 0x1000 + rate * index, 0, rate)
               + program.call("KeccakP1600_Permute_24rounds", DATA) for index in range(blocks))


def absorbed(program, name):
    """The instructions of further blocks for each function that absorbs; compares the digests."""
    rows = []
    for function, rate in RATES.items():
        counts = []
        for blocks in (2, 3):
            content = message(rate * (blocks - 1))
            program.call("KeccakP1600_Initialize", DATA)
            program.write(DATA + 0x1000, padded(content, rate, 0x1f if function.startswith("shake") else 6))
            counts.append(block_by_block(program, rate, blocks))
            digest = digest_of(function, content)
            program.call("KeccakP1600_ExtractBytes", DATA, DATA + 0x8000, 0, len(digest))
            assert program.read(DATA + 0x8000, len(digest)) == digest, function
        rows.append(row(function, name, "instructions_per_byte", (counts[1] - counts[0]) / rate))
    return rows


def parts(program, name):
    """The instructions of the functions that make up Lake Keyak."""
    lake = [("KeccakP1600_Permute_12rounds", DATA), ("KeccakP1600_ExtractAndAddBytes", DATA, DATA + 0x1000,
             DATA + 0x2000, 0, LAKE), ("KeccakP1600_AddBytes", DATA, DATA + 0x1000, 0, LAKE)]
    counts = [program.call(*call) for call in lake]
    units = ["instructions of 12 rounds", "instructions to output and add", "instructions to add"]
    rows = [row("lake-keyak", name, unit, count) for unit, count in zip(units, counts)]
    whole = row("keccak-f1600", name, "instructions", program.call("KeccakP1600_Permute_24rounds", DATA))
    return [whole, *rows, row("lake-keyak", name, "instructions_per_byte", sum(counts) / LAKE)]


def public(model, folder, llvm_mc, linker):
    """The instructions of the Keccak Code Package."""
    rows = []
    with tempfile.TemporaryDirectory() as place:
        for source, triple, name in [(SCALAR, "thumbv7", "XKCP for ARMv7, 32-bit assembly"),
                                     (NEON, "armv7", "XKCP for ARMv7, NEON")]:
            program = built(pathlib.Path(folder, LOW, source), triple, llvm_mc, linker, place)
            cycles = of_a_block(program, model, lambda blocks, of=program: block_by_block(of, 72, blocks), name)
            rows += absorbed(program, name) + parts(program, name) + cycles
    return rows


def sources(options):
    """The checksums of the files that are not part of this project."""
    if options.whose == "ours":
        return {}
    return {name: hashlib.sha256((pathlib.Path(options.paths[0]) / LOW / name).read_bytes()).hexdigest()
            for name in (SCALAR, NEON)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("whose", choices=["ours", "public"])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--cycles", nargs=2)
    parser.add_argument("--record")
    parser.add_argument("--compiler", help="the compiler of PROGRAM, for the record", default="")
    parser.add_argument("--check")
    options = parser.parse_args()
    model = CortexA9(*options.cycles) if options.cycles else None
    rows = {"ours": ours, "public": public}[options.whose](model, *options.paths)
    for found in rows:
        print(f"{found['algorithm']:<14}{found['implementation']:<34}{found['unit']:<32}{found['value']:>9}")
    if options.record:
        lines = ",\n".join(json.dumps(found) for found in rows)
        cycles = " --cycles LLVM_MCA LLVM_OBJDUMP" if options.cycles else ""
        command = f"studies/isa/count_armv7.py {USES[options.whose]}{cycles} --record {options.record}"
        head = json.dumps({"schema": 1, "command": command, "sources": sources(options),
                           "compiler": options.compiler})[:-1]
        pathlib.Path(options.record).write_text(f'{head}, "rows": [\n{lines}\n]}}\n')
    if options.check:
        record = json.loads(pathlib.Path(options.check).read_text())
        differ = [found for found in rows if found not in record["rows"]]
        for found in differ:
            print(f"not in {options.check}, of {record['compiler']}: {found}", file=sys.stderr)
        name = f"instructions of {options.whose} on ARMv7"
        print(json.dumps({"name": name, "run": len(rows), "failed": len(differ)}))
        return len(differ) > 0
    return False


if __name__ == "__main__":
    sys.exit(main())
