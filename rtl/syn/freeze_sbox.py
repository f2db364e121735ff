#!/usr/bin/env python3
"""Writes core/sbox_mapped.sv from a mapped S-box in BLIF: inputs x0 to x7, outputs y0 to y7, look-up tables of four inputs.

    rtl/syn/freeze_sbox.py sbox.blif > rtl/core/sbox_mapped.sv

The proof `sbox_mapped` of formal/ says that the result is right, wherever the BLIF came from.
"""
import re
import sys

HEAD = """\
// SubBytes of one byte in {count} look-up tables of four inputs: the S-box of all cores unless another one is chosen.
//
// A search over representations of GF(2^8) above GF(2^4) and over mappings found it. It stands here as it is mapped, and
// the flows leave it alone, so that cores differ by what they do, not by how lucky the mapper was with their S-boxes.
// Written by syn/freeze_sbox.py; proved equal to the table.
module sbox_mapped
  import counterpoint_pkg::byte_t;
(
    input  byte_t x,
    output byte_t s
);
"""


def main():
    text = re.sub(r"\\\n", " ", open(sys.argv[1]).read())
    tables = re.findall(r"\.names ([^\n]+)\n((?:[01-]*\s*[01]\n)*)", text)
    numbers = {f"x{i}": f"x[{i}]" for i in range(8)} | {f"y{i}": f"s[{i}]" for i in range(8)}
    inner = [names.split()[-1] for names, _ in tables if names.split()[-1] not in numbers]
    numbers |= {name: f"n[{i}]" for i, name in enumerate(inner)}
    lines = []
    for names, rows in tables:
        *inputs, output = names.split()
        assert len(inputs) <= 4, names
        wires = [numbers[name] for name in inputs] + ["1'b0"] * (4 - len(inputs))
        lines.append(f"  lut4 #(.TABLE(16'h{value(len(inputs), rows):04x})) "
                     f"u_{re.sub('[^a-z0-9]', '', numbers[output])} "
                     f"(.i({{{', '.join(reversed(wires))}}}), .o({numbers[output]}));")
    print(HEAD.format(count=len(tables)) + f"  logic [{len(inner) - 1}:0] n;\n")
    print("\n".join(lines))
    print("endmodule")


def value(inputs, rows):
    """The table of `inputs` inputs, repeated over those that are not used."""
    covers = [line.split() for line in rows.splitlines()]
    polarity = covers[0][-1] == "1"
    result = 0
    for index in range(16):
        hit = any(all(bit in ("-", str(index >> i & 1)) for i, bit in enumerate(pattern)) for pattern, _ in covers)
        result |= (hit == polarity) << index
    return result


main()
