#!/usr/bin/env python3
"""Draws the timing diagrams: each .json beside this file as .svg. It needs the package `wavedrom` from PyPI."""
import pathlib
import sys

try:
    import wavedrom
except ImportError:
    sys.exit("error: no package wavedrom; run `pip install wavedrom` in an environment of your own")

# WaveDrom draws in black on a transparent background.
DARK = "<style>@media (prefers-color-scheme: dark) {svg {filter: invert(1)}}</style>"

for path in sorted(pathlib.Path(__file__).resolve().parent.glob("*.json")):
    svg = wavedrom.render(path.read_text()).tostring()
    head, rest = svg.split(">", 1)
    path.with_suffix(".svg").write_text(f"{head}>{DARK}{rest}\n")
