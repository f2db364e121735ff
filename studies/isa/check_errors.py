#!/usr/bin/env python3
"""Gives `counterpoint-isa` bad input, and checks the exit code and the message, which must name the input.

check_errors.py COMMAND: the program `counterpoint-isa`.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# The file's name, its contents, the arguments, the exit code, and a part of the message. {} is the file.
CASES = [
    ("a.bin", b"\xff\xff\xff\xff", ["emulate", "{}"], 1, "0x10000: 0xffffffff is not an instruction of any set"),
    ("a.bin", b"\x00\x00\x00", ["emulate", "{}"], 1, "3 bytes, which are not whole words of 4"),
    ("a.bin", b"", ["emulate", "{}"], 1, "0x10000: the program has no instruction there"),
    ("a.s", b"ret\nfadd v0, v1, v2\n", ["emulate", "{}"], 1, "line 2: fadd v0, v1, v2: not an instruction"),
    ("a.s", b"krhopi v0, v1, v2, v3, #99\n", ["emulate", "{}"], 1, "line 1: krhopi v0, v1, v2, v3, #99"),
    ("a.s", b"\xc3\xa4\xc3\xb6 v0\n", ["emulate", "{}"], 1, "line 1: "),
    ("a.s", b"ldr q0, [\xc3\xa4]\nst1 {v0.\xc3\xa4}[0], [x1], #1\n", ["emulate", "{}"], 1, "line 1: "),
    ("a.s", b"\xff\xfe\n", ["emulate", "{}"], 1, "not UTF-8 text"),
    ("a.s", b"ldr q0, [x0, #4]\nret\n", ["emulate", "{}"], 1, "0x10000: accesses 0x100004, which is not aligned"),
    ("a.s", b"ldr q0, [x5]\nret\n", ["emulate", "{}"], 1, "0x10000: accesses 0x0, which is not aligned or not in the"),
    ("a.s", b"again: cbnz x0, again\n", ["emulate", "{}", "--steps", "1000"], 1, "not ended after 1000 instructions"),
    ("a.toml", b"name = \"a\"\nsets = [\"q\"]\n", ["cost", "{}"], 1, "line 2: unknown set \"q\"; the sets are"),
    ("a.toml", b"name = \"a\"\nsets = [\"k\"]\nwidths = [12]\n", ["cost", "{}"], 1, "line 3: lanes of 12 bits"),
    ("a.toml", b"name = \"a\"\nsets = [\"k\"]\nwithout = [\"x\"]\n", ["cost", "{}"], 1, "line 3: none of the chosen"),
    ("a.toml", b"name = \"a\"\nsets = [\"k\"]\n", ["cost", "{}"], 1, "these instructions can't compute a round"),
    ("a.toml", b"name = \n", ["cost", "{}"], 1, "line 1: "),
    ("a.json", b"{}", ["frontier", "{}"], 1, "not a record"),
    ("a", b"", ["frontier", "/nowhere"], 1, "/nowhere: No such file or directory"),
    ("a", b"", ["count", "q"], 2, "q: no set of this name has a kernel; these"),
    ("a", b"", ["count", "k", "--rounds", "25"], 2, "Keccak-p[1600] has 0 to 24 rounds"),
    ("a", b"", ["run", "sha3-999", "--set", "k"], 2, "sha3-999"),
    ("a", b"", ["run", "lake-keyak", "--set", "k", "--nonce", "00", "--key", "0g"], 2, "--key"),
    ("a", b"", ["verilog", "k", "--only", "fadd"], 2, "fadd: unknown instruction; known are"),
]


def main():
    command, failed = sys.argv[1], 0
    for name, contents, arguments, code, message in CASES:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.write_bytes(contents)
            words = [str(path) if word == "{}" else word for word in arguments]
            said = subprocess.run([command, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if said.returncode != code or message not in said.stderr or "panicked" in said.stderr:
            failed += 1
            print(f"{' '.join(arguments)} of {contents!r}: {said.returncode}, {said.stderr.strip()}", file=sys.stderr)
    print(json.dumps({"name": "bad input", "run": len(CASES), "failed": failed}))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
