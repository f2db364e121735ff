#!/usr/bin/env python3
"""Finds the free VEX encodings of x86-64, according to LLVM's disassembler.

free_x86.py [LLVM_MC]: the disassembler; the default is llvm-mc-19. It prints, for each opcode map and each mandatory
prefix, the opcodes that no instruction uses, whatever W, L, the registers and the immediate operand are.
"""
import itertools
import subprocess
import sys

MAPS = {1: "0F", 2: "0F38", 3: "0F3A"}
PREFIXES = {0: "none", 1: "66", 2: "F3", 3: "F2"}


def code(opcode_map, prefix, opcode, fields, modrm, immediate):
    """The bytes of an instruction: W, the second source register and L are the fields."""
    return [0xC4, 0xE0 | opcode_map, fields | prefix, opcode, modrm, *immediate]


def valid(llvm_mc, codes):
    """For each code, whether it is an instruction."""
    text = "\n".join("[" + " ".join(f"0x{byte:02x}" for byte in instruction) + "]" for instruction in codes)
    found = subprocess.run(
        [llvm_mc, "--disassemble", "--triple=x86_64"], input=text, capture_output=True, text=True, check=False)
    invalid = {int(line.split(":")[1]) for line in found.stderr.splitlines() if "invalid instruction encoding" in line}
    return [number not in invalid for number in range(1, len(codes) + 1)]


def ranges(numbers):
    """Prints numbers in hexadecimal, and neighbours as ranges."""
    text, begin = [], None
    for number in [*numbers, None]:
        if begin is not None and number == last + 1:
            last = number
            continue
        if begin is not None:
            text.append(f"{begin:02X}" if begin == last else f"{begin:02X}-{last:02X}")
        begin = last = number
    return " ".join(text)


def main():
    llvm_mc = sys.argv[1] if len(sys.argv) > 1 else "llvm-mc-19"
    version = subprocess.run([llvm_mc, "--version"], capture_output=True, text=True, check=True).stdout
    print(f"# free_x86.py, {next(line.strip() for line in version.splitlines() if 'LLVM version' in line)}")
    # With and without W, with and without a second source register, for 128 and for 256 bits; all register numbers
    # that can be part of the opcode, and memory operands; with and without an immediate byte (or an index).
    fields = [w << 7 | register << 3 | length << 2 for w in (0, 1) for register in (13, 15) for length in (0, 1)]
    modrms = (0xC3, 0xCB, 0xD3, 0xDB, 0xE3, 0xEB, 0xF3, 0xFB, 0x0B, 0x0C)
    forms = list(itertools.product(fields, modrms, ([], [0x10])))
    for opcode_map, map_name in MAPS.items():
        for prefix, prefix_name in PREFIXES.items():
            codes = [code(opcode_map, prefix, opcode, *form) for opcode in range(256) for form in forms]
            known = valid(llvm_mc, codes)
            free = [opcode for opcode in range(256) if not any(known[opcode * len(forms):(opcode + 1) * len(forms)])]
            print(f"map {map_name:5} prefix {prefix_name:5} {len(free):4} free: {ranges(free)}")


if __name__ == "__main__":
    sys.exit(main())
