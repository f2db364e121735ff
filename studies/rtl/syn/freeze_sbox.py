#!/usr/bin/env python3
"""Writes core/sbox_mapped.sv from an S-box mapped to BLIF: inputs x0 to x7, outputs y0 to y7, four-input look-up tables.

    studies/rtl/syn/freeze_sbox.py sbox.blif > studies/rtl/core/sbox_mapped.sv

The proof `sbox_equal` in formal/ shows that the result is right, wherever the BLIF came from.
"""
import argparse
import re
import textwrap

HEAD = """\
// SubBytes of one byte in {count} look-up tables of four inputs: the S-box of all cores unless another one is chosen.
//
// A search over representations of GF(2^8) above GF(2^4) and over mappings found it. It is kept here as mapped, and the
// flows leave it alone, so cores differ in what they do, not in the mapper's luck with their S-boxes. Written by
// syn/freeze_sbox.py; proved equal to the table.
module sbox_mapped
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("blif", type=argparse.FileType())
    text = re.sub(r"\\\n", " ", parser.parse_args().blif.read())
    tables = re.findall(r"\.names ([^\n]+)\n((?:[01-]*\s*[01]\n)*)", text)
    wires = {f"x{i}": f"x[{i}]" for i in range(8)} | {f"y{i}": f"s{i}" for i in range(8)}
    inner = [names.split()[-1] for names, _ in tables if names.split()[-1] not in wires]
    wires |= {name: f"n{i}" for i, name in enumerate(inner)}
    # Each has its own wire: in a single vector a simulator would see loops.
    print(HEAD.format(count=len(tables)))
    print(textwrap.fill(", ".join(f"n{i}" for i in range(len(inner))), 110, initial_indent="  logic ",
                        subsequent_indent="      ") + ";")
    print("  logic s0, s1, s2, s3, s4, s5, s6, s7;\n")
    for names, rows in tables:
        *inputs, output = names.split()
        assert len(inputs) <= 4, names
        ends = ["1'b0"] * (4 - len(inputs)) + [wires[name] for name in reversed(inputs)]
        print(f"  lut4 #(.TABLE(16'h{value(len(inputs), rows):04x})) u_{wires[output]} "
              f"(.i({{{', '.join(ends)}}}), .o({wires[output]}));")
    print("\n  assign s = {s7, s6, s5, s4, s3, s2, s1, s0};\nendmodule")


def value(inputs, rows):
    """The table for `inputs` inputs, repeated over the unused ones."""
    covers = [line.split() for line in rows.splitlines()]
    polarity = covers[0][-1] == "1"
    result = 0
    for index in range(16):
        hit = any(all(bit in ("-", str(index >> i & 1)) for i, bit in enumerate(pattern)) for pattern, _ in covers)
        result |= (hit == polarity) << index
    return result


if __name__ == "__main__":
    main()
