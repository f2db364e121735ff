#!/usr/bin/env python3
"""Assembles the instructions of kernels with the macros of macros.s, and compares the words.

check_macros.py COMMAND ASSEMBLER: the program `counterpoint-isa`, and an assembler for AArch64, such as
aarch64-linux-gnu-as.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

MACROS = pathlib.Path(__file__).resolve().parent / "macros.s"


def is_extension(word):
    return word >> 25 & 15 == 1


def assembled(assembler, lines):
    """Assembles some lines and returns the words."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "kernel.s"), pathlib.Path(folder, "kernel.o")
        # The object file is not linked, so two marks delimit the words.
        marks = [".inst 0x12345678", ".inst 0x9abcdef0"]
        source.write_text(MACROS.read_text() + "\n".join([marks[0], *lines, marks[1]]) + "\n")
        subprocess.run([assembler, "-o", result, source], check=True)
        content = result.read_bytes()
        begin = content.index((0x12345678).to_bytes(4, "little")) + 4
        code = content[begin:content.index((0x9abcdef0).to_bytes(4, "little"), begin)]
        return [int.from_bytes(code[at:at + 4], "little") for at in range(0, len(code), 4)]


def main():
    command, assembler = sys.argv[1:]

    def output(*arguments):
        return subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout

    failed = 0
    for name in output("sets").split() + output("sets", "--packed").split():
        dump = json.loads(output("dump", name).splitlines()[0])
        pairs = [(step["text"], word) for step, word in zip(dump["steps"], dump["words"]) if is_extension(word)]
        if not pairs:
            continue
        found = assembled(assembler, [text.replace("#", "") for text, _ in pairs])
        wrong = [text for (text, word), other in zip(pairs, found) if word != other]
        wrong += ["the number of words differs"] * (len(found) != len(pairs))
        for text in wrong[:5]:
            print(f"{name}: {text}", file=sys.stderr)
        failed += len(wrong)
        print(json.dumps({"name": f"macros {name}", "run": len(pairs), "failed": len(wrong)}))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
