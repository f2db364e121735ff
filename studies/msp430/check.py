#!/usr/bin/env python3
"""Assembles luffa256.S and runs it in mspdebug's simulator: known answers, and exact figures against the record.

    studies/msp430/check.py            compares the figures with the record and with README.md
    studies/msp430/check.py --record   writes them there

LLVM assembles and links it, because Debian has no other assembler for MSP430. This takes Debian's packages llvm-14,
lld-14 and mspdebug.
"""
import datetime
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
from vectors import Vectors  # noqa: E402

RECORD = ROOT / "benchmarks/msp430/mspdebug.json"
README = ROOT / "studies/msp430/README.md"
BEGIN, END = "<!-- figures: written by check.py --record -->\n", "<!-- figures: end -->\n"

# The memory is all RAM here. The program is in its upper part, the digest and the message are at its beginning. The
# function returns to an address without a program.
PROGRAM, STACK, DIGEST, MESSAGE, RETURN = 0xC000, 0xB000, 0x0400, 0x0500, 0xFFF0
LONGEST = 0x8000
# The stack is filled with this before a call, to measure its depth.
PAINT, PAINTED = 0xA5, 512
BLOCK = 32
# The registers that a function preserves for its caller.
KEPT = range(4, 11)
# Its length is negative as a signed 16-bit number. The digest is from `counterpoint sum`.
LONG = bytes(i * i % 251 for i in range(33_001))
DIGEST_OF_LONG = bytes.fromhex("e11eab96aac4b65a8892bfed5036fc67b9e390f6f8468b370ecb5641017d91fa")


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode:
        # The simulator shows every command and every register.
        sys.exit(f"{' '.join(map(str, command))}: {(result.stdout + result.stderr)[-1000:]}")
    return result.stdout


def build(folder):
    """The linked program, its bytes, and the address of its function."""
    made, program = folder / "luffa256.o", folder / "luffa256.elf"
    run("llvm-mc-14", "--triple=msp430", "--filetype=obj", ROOT / "studies/msp430/luffa256.S", "-o", made)
    run("ld.lld-14", f"-Ttext={PROGRAM:#x}", "-e", "luffa256", made, "-o", program)
    entry = re.search(r"(\w+) T luffa256$", run("llvm-nm-14", program), re.MULTILINE)
    return program, int(run("llvm-size-14", program).split()[6]), int(entry[1], 16)


def write(address, data):
    for start in range(0, len(data), 64):
        yield f"mw {address + start} " + " ".join(f"{byte:#04x}" for byte in data[start : start + 64])


def bytes_of(dump):
    """The bytes in the output of `md`: each line has an address, sixteen bytes and their characters."""
    lines = re.findall(r"^\s+[0-9a-f]{5}: ((?:[0-9a-f]{2} )+)", dump, re.MULTILINE)
    return bytes.fromhex("".join(lines))


def hash_all(folder, program, entry, messages):
    """Digest, cycles, bytes of stack, and whether the registers were preserved, for each (message, address modulo 2).

    One run of the simulator does them all.
    """
    commands = ["simio add tracer clock", f"prog {program}", f"setbreak {RETURN}"]
    for message, odd in messages:
        at = MESSAGE + odd
        commands += write(at, message)
        commands += write(STACK - PAINTED, bytes([PAINT]) * PAINTED)
        commands += [*write(STACK - 2, RETURN.to_bytes(2, "little")), f"set sp {STACK - 2}"]
        commands += [f"set r12 {DIGEST}", f"set r13 {at}", f"set r14 {len(message)}", f"set pc {entry}"]
        commands += [f"set r{n} {0x1111 * n}" for n in KEPT]
        commands += ["simio config clock clear", "run", "simio info clock", "regs"]
        commands += [f"md {DIGEST} 32", f"md {STACK - PAINTED} {PAINTED}"]
    script = folder / "commands"
    script.write_text("\n".join([*commands, "exit", ""]))
    text = run("mspdebug", "-q", "sim", f"read {script}", stdin=subprocess.DEVNULL, timeout=120)
    for part in text.split("=> run\n")[1:]:
        end, memory = part.split("=> md", 1)
        cycles, dump = re.search(r"MCLK:\s+(\d+)", end)[1], bytes_of(memory)
        painted = dump[32 : 32 + PAINTED]
        registers = {int(n): int(value, 16) for n, value in re.findall(r"\( ?R(\d+): (\w+)\)", end)}
        kept = all(registers[n] == 0x1111 * n for n in KEPT)
        # The return address counts as part of the call.
        yield dump[:32], int(cycles), len(painted.lstrip(bytes([PAINT]))), kept


def main():
    record = sys.argv[1:] == ["--record"]
    if sys.argv[1:] and not record:
        sys.exit(__doc__)
    failed, ran = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, flash, entry = build(folder)
        answers = [pair for pair in Vectors().hashes("luffa", "luffa256") if len(pair[0]) <= LONGEST]
        if not answers:
            sys.exit(f"no known answer for luffa256 with at most {LONGEST} bytes")
        answers.append((LONG, DIGEST_OF_LONG))
        messages = [(message, n % 2) for n, (message, _) in enumerate(answers)]
        found = hash_all(folder, program, entry, messages)
        for (digest, _, _, kept), (message, expected) in zip(found, answers, strict=True):
            ran += 1
            for right, what in ((digest == expected, "wrong digest"), (kept, "r4 to r10 are not preserved")):
                if not right:
                    failed.append(f"{len(message)} bytes: {what}")
        # Blocks cost the same wherever they are and whatever they contain.
        chance = random.Random(0)
        lengths = [0, 64, *(BLOCK * n for n in (2, 3, 8, 9))]
        measured = list(hash_all(folder, program, entry, [(chance.randbytes(n), 0) for n in lengths]))
        same = list(hash_all(folder, program, entry, [(chance.randbytes(100), 0) for _ in range(50)]))
    cycles = [cycles for _, cycles, _, _ in measured]
    block = cycles[3] - cycles[2]
    for right, what in (
        (cycles[5] - cycles[4] == block, "the cycles of a block depend on the number of blocks before it"),
        (len({cycles for _, cycles, _, _ in same}) == 1, "cycles depend on the message"),
    ):
        ran += 1
        if not right:
            failed.append(what)
    figures = {
        "cycles_per_byte": block / BLOCK,
        "cycles_per_block": block,
        "cycles_empty": cycles[0],
        "cycles_64_bytes": cycles[1],
        "ram_bytes": max(stack for _, _, stack, _ in measured),
        "flash_bytes": flash,
    }
    text = with_table(README.read_text(), figures)
    if record:
        README.write_text(text)
        write_record(figures)
    else:
        recorded = {row["unit"]: row["value"] for row in json.loads(RECORD.read_text())["rows"]}
        if recorded != figures or README.read_text() != text:
            failed.append(f"the figures differ from the record: {figures}")
    print("\n".join(failed), end="\n" if failed else "")
    print(json.dumps({"name": "luffa256-msp430", "run": ran + 1, "failed": len(failed)}))
    return bool(failed)


def write_record(figures):
    today = datetime.date.today().isoformat()
    row = {"platform": "msp430", "algorithm": "luffa256", "implementation": "upper-words-in-registers"}
    rows = [{**row, "unit": unit, "value": value, "date": today} for unit, value in figures.items()]
    RECORD.parent.mkdir(parents=True, exist_ok=True)
    record = {"schema": 1, "command": "studies/msp430/check.py --record", "rows": rows}
    RECORD.write_text(json.dumps(record, indent=2) + "\n")


def with_table(text, figures):
    titles = ["cycles/byte", "a block", "empty", "64 bytes", "RAM", "flash"]
    cells = [f"{value:.1f}" if unit == "cycles_per_byte" else str(value) for unit, value in figures.items()]
    table = [f"| | {' | '.join(titles)} |", "|---|" + "---:|" * len(titles), f"| luffa256 | {' | '.join(cells)} |"]
    before, rest = text.split(BEGIN)
    return before + BEGIN + "\n".join(table) + "\n" + rest[rest.index(END) :]


if __name__ == "__main__":
    sys.exit(main())
