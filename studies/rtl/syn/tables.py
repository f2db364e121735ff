"""The tables of studies/rtl/README.md, made from the record: the paper's two with our figures, and cores the paper lacks."""
import json

from cores import CORES
from flow import RECORD, ROOT

README = ROOT / "studies/rtl/README.md"
BEGIN, END = "<!-- tables: written by syn/report.py -->\n", "<!-- tables: end -->\n"

TABLES = {
    "Fugue": ["fugue", "fugue_aes", "fugue_aes_ke", "fugue_aes_ke_20sboxes", "aes", "aes_rounds"],
    "Grøstl, the round-2 form that the paper has": [
        "groestl_round2", "groestl_aes", "groestl_aes_ke", "groestl_4aes", "groestl_4aes_ke", "aes", "aes_rounds",
    ],
    "Grøstl, the form of round 2, with the round key in M or without a register for it": [
        "groestl_round2", "groestl_aes_m", "groestl_aes_port", "groestl_aes_ke_m", "groestl_4aes_m", "groestl_4aes_port",
        "groestl_4aes_ke_m",
    ],
    "Grøstl, final form": [
        "groestl", "groestl_aes_final", "groestl_aes_ke_final", "groestl_4aes_final", "groestl_4aes_ke_final",
        "groestl_pipelined",
    ],
    "Unrolled and in two stages": [
        "fugue", "fugue_unrolled", "fugue_pipelined", "groestl_round2", "groestl_pipelined_round2", "groestl_aes",
        "groestl_aes_pipelined",
    ],
    "Others": ["keccak"],
}
# After the title of each table that has figures from the paper.
PAPER = "; the paper's chip (Altera Cyclone III, logic cells) and mapper are not ours (Lattice ECP5, LUT4): compare ratios first"


class Figures:
    def __init__(self):
        self.rows = {}
        for row in json.loads(RECORD.read_text())["rows"]:
            self.rows[row["algorithm"], row["implementation"], row["unit"]] = row["value"]

    def __call__(self, core, flow, unit):
        return self.rows.get((core, f"{flow} flow", unit))

    def per_table(self, core, flow, unit):
        value = self(core, flow, unit)
        return value and value / self(core, flow, "lut4")

    def gates(self, core):
        return self.rows.get((core, "0.35 um", "gate_equivalents"))


def tables():
    figures = Figures()
    parts = []
    for title, names in TABLES.items():
        names = [name for name in names if name in CORES and figures(name, "area", "lut4")]
        if names:
            paper = PAPER if any(CORES[name].paper for name in names) else ""
            parts.append(f"**{title}**{paper}\n\n" + table(figures, names))
    return "\n".join(parts)


def table(figures, names):
    lines = [["", *(f"`{name}`" for name in names)]]
    lines.append(["paper: logic cells", *(extra(name, lambda n: CORES[n].paper and CORES[n].paper.cells) for name in names)])
    for flow in ("area", "delay"):
        lines.append([f"{flow} flow: LUT4", *(extra(name, lambda n: figures(n, flow, "lut4")) for name in names)])
    cells = {"paper": lambda name: CORES[name].paper and CORES[name].paper.cells}
    cells |= {f"{flow} flow": lambda name, flow=flow: figures(name, flow, "lut4") for flow in ("area", "delay")}
    for source, figure in cells.items():
        lines.append([f"{source}: against separate cores", *(against_separate(name, figure) for name in names)])
    lines.append(["paper: registers", *(change(name, lambda n: CORES[n].paper and CORES[n].paper.registers) for name in names)])
    lines.append(["flip-flops", *(change(name, lambda n: figures(n, "area", "flip_flops")) for name in names)])
    lines.append(["paper: MHz", *(change(name, lambda n: CORES[n].paper and CORES[n].paper.mhz) for name in names)])
    for flow in ("area", "delay"):
        lines.append([f"{flow} flow: MHz", *(change(name, lambda n: figures(n, flow, "mhz")) for name in names)])
    for kind, word in (("hash", "hash"), ("aes", "AES")):
        rate = f"{kind}_mbit_per_s"
        lines.append([f"paper: {word}, Mbit/s", *(paper_rate(name, kind) for name in names)])
        for flow in ("area", "delay"):
            lines.append([f"{flow} flow: {word}, Mbit/s", *(plain(figures(name, flow, rate)) for name in names)])
        lines.append([f"paper: {word}, Mbit/s a cell", *(paper_rate(name, kind, True) for name in names)])
        for flow in ("area", "delay"):
            lines.append([f"{flow} flow: {word}, Mbit/s a LUT4", *(plain(figures.per_table(name, flow, rate)) for name in names)])
        changes = f"{kind}_changes_per_cycle"
        lines.append([f"nets that change in a cycle, {word}", *(change(name, lambda n: figures(n, "area", changes)) for name in names)])
    lines.append(["gate equivalents, 0.35 µm", *(change(name, figures.gates) for name in names)])
    # A line is left out if none of the cores has a figure for it.
    lines = [lines[0], *(line for line in lines[1:] if any(line[1:]))]
    ruler = ["---", *("---:" for _ in names)]
    return "".join("| " + " | ".join(line) + " |\n" for line in [lines[0], ruler, *lines[1:]])


def extra(name, figure):
    """A figure, with its excess over the plain core's as a number and a ratio."""
    value, plain_value = figure(name), CORES[name].plain and figure(CORES[name].plain)
    if not value:
        return ""
    return f"{value}" + (f" (+{value - plain_value}, {value / plain_value - 1:+.1%})" if plain_value else "").replace("+-", "-")


def change(name, figure):
    value, plain_value = figure(name), CORES[name].plain and figure(CORES[name].plain)
    if not value:
        return ""
    return plain(value) + (f" ({value / plain_value - 1:+.1%})" if plain_value else "")


def plain(value):
    return "" if value is None else f"{value}" if isinstance(value, int) else f"{value:.4g}" if value >= 1 else f"{value:.3f}"


def against_separate(name, figure):
    """The saving compared with the separate cores that together do the same."""
    value, parts = figure(name), [figure(part) for part in CORES[name].separate]
    if not value or not parts or not all(parts):
        return ""
    return f"{value / sum(parts) - 1:+.1%} of {sum(parts)}"


def paper_rate(name, kind, per_cell=False):
    core = CORES[name]
    if not core.paper or not core.paper.mhz:
        return ""
    bits = getattr(core, f"{kind}_bits_per_cycle")
    return plain(core.paper.mhz * bits / (core.paper.cells if per_cell else 1)) if bits else ""


def with_tables(text):
    """The README with the record's tables in it."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + tables() + END + after
