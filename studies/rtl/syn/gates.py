#!/usr/bin/env python3
"""The cost of units of instructions: gates in two cell libraries and in NAND2 alone, and the critical path.

    studies/rtl/syn/gates.py COMMAND                      every unit; writes studies/rtl/isa, record, README's tables
    studies/rtl/syn/gates.py COMMAND check                the units of whole sets, compared with the record
    studies/rtl/syn/gates.py COMMAND price k kchi krhopi  one unit: these instructions of a set, or of `any`; with
                                                          --widths, it rotates within lanes whose width is an input
    studies/rtl/syn/gates.py tables                       only the tables, from the record

COMMAND is the program `counterpoint-isa`. One gate equivalent is the area of the library's NAND2.
Several scripts map decoder and datapath separately for area, and the smallest result of each counts. The mapper does
not know that the two signals of a choice are each other's complement, so a choice becomes an AOI22 for each bit, which
is smaller than a multiplexer. The critical path is that of the whole unit mapped for speed, with sized gates and
buffers, without wires; that netlist is bigger.

OSU 0.18 um comes with Debian's package qflow-tech-osu018 [OSU018]. Areas are from its layout (LEF), since its
timing library differs for two cells: 23 instead of 32 for OAI21X1, 36 instead of 32 for NAND3X1. For sky130 there are
only areas here.
"""
import argparse
import collections
import dataclasses
import datetime
import importlib.metadata
import json
import os
import pathlib
import re
import sys
import tempfile

SYN = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(SYN), str(SYN.parent)]

from flow import BUILD, ROOT, Design, processes  # noqa: E402
from units import ISA, PACKAGE, SETS, Printer  # noqa: E402

RECORD = ROOT / "benchmarks/isa-gates.txt"
README = ROOT / "studies/rtl/README.md"
BEGIN, END = "<!-- gates: written by syn/gates.py -->\n", "<!-- gates: end -->\n"
OSU018 = pathlib.Path("/usr/share/qflow/tech/osu018")

# The cells of sky130_fd_sc_hd in their smallest size: width in sites of 0.46 um by 2.72 um, and function. [sky130]
SKY130 = {
    "inv_1": (3, "!A"),
    "nand2_1": (3, "!(A*B)"),
    "nand3_1": (4, "!(A*B*C)"),
    "nand4_1": (5, "!(A*B*C*D)"),
    "nor2_1": (3, "!(A+B)"),
    "nor3_1": (4, "!(A+B+C)"),
    "a21oi_1": (4, "!(A*B+C)"),
    "o21ai_1": (4, "!((A+B)*C)"),
    "a22oi_1": (6, "!(A*B+C*D)"),
    "o22ai_1": (5, "!((A+B)*(C+D))"),
    "a221oi_1": (7, "!(A*B+C*D+E)"),
    "a222oi_1": (8, "!(A*B+C*D+E*F)"),
    "and2_0": (5, "A*B"),
    "or2_0": (5, "A+B"),
    "xor2_1": (7, "A*!B+!A*B"),
    "xnor2_1": (7, "A*B+!A*!B"),
    "mux2_1": (9, "A*!S+B*S"),
    "mux2i_1": (8, "!(A*!S+B*S)"),
}
# abc requires constants and a buffer in a library; mapping for area doesn't use them.
TIES = "GATE zero 0 Y=CONST0;\nGATE one 0 Y=CONST1;\n"
NO_DELAY = "PIN * UNKNOWN 1 999 1 0 1 0\n"

MAP = "&get,-n;&nf,-R,1000,-p,-F,20,-C,32;&put"
AREA_SCRIPTS = [
    f"strash;{MAP}",
    f"strash;ifraig;scorr;dch;{MAP}",
    f"strash;ifraig;scorr;dc2;dc2;{MAP}",
    f"strash;ifraig;scorr;dc2;dc2;{MAP.replace('&nf', '&dch;&nf')}",
    f"strash;{MAP.replace('&nf', '&dch;&nf')}",
    "strash;amap",
    "strash;dch,-f;amap",
    "strash;dch;amap",
    "strash;dch;amap,-x,-m",
]
SPEED_SCRIPT = "strash;&get,-n;&nf;&put;buffer,-c;topo;upsize;dnsize;stime"


@dataclasses.dataclass
class Price:
    """The cost of a unit, including its decoder."""

    osu018: float  # gate equivalents
    osu018_decoder: float
    sky130: float
    sky130_decoder: float
    nand2: int
    inverters: int
    picoseconds: float
    osu018_at_speed: float  # of the netlist that has this critical path


def price(files, top):
    """The price of a unit from its sources and the stem of its modules' names (k_unit, k_decode, k_datapath)."""
    design = Design()
    design(f"read_slang --keep-hierarchy --ignore-assertions --top {top} {' '.join(map(str, files))}",
           f"hierarchy -check -top {top}", "synth -noabc", "opt_clean -purge", "design -save read")
    osu, osu_decoder, _ = smallest(design, f"-liberty {osu018_liberty()}", osu018())
    sky_areas = {name: sites / SKY130["nand2_1"][0] for name, (sites, _) in SKY130.items()}
    sky, sky_decoder, _ = smallest(design, f"-genlib {sky130()}", sky_areas)
    _, _, gates = smallest(design, "-g NAND", {"$_NAND_": 1, "$_NOT_": 1})
    delay, area = speed(design, osu018())
    return Price(osu, osu_decoder, sky, sky_decoder, gates["$_NAND_"], gates["$_NOT_"], delay, area)


def smallest(design, library, areas):
    """The sum of the smallest areas that a script finds for each module, the decoder's area, and the cells of all."""
    found = {}
    for script in AREA_SCRIPTS:
        design("design -load read", f"abc {library} -script +{script}", "opt_clean")
        for name, module in json.loads(design.output("stat -json"))["modules"].items():
            # The parts are also cells of the unit, and no library has them.
            cells = {kind: number for kind, number in module["num_cells_by_type"].items() if kind in areas}
            area = sum(areas[kind] * number for kind, number in cells.items())
            name = name.strip("\\").split("$")[0]
            if name not in found or area < found[name][0]:
                found[name] = area, cells
    cells = collections.Counter()
    for _, counted in found.values():
        cells.update(counted)
    decoder = sum(area for name, (area, _) in found.items() if name.endswith("_decode"))
    return sum(area for area, _ in found.values()), decoder, cells


def speed(design, areas):
    """The critical path in picoseconds of the whole unit mapped for speed, and its area."""
    design("design -load read", "flatten", "opt_clean -purge")
    said = design.output(f"abc -liberty {osu018_liberty()} -script +{SPEED_SCRIPT}")
    cells = json.loads(design.output("stat -json"))["design"]["num_cells_by_type"]
    delay = float(re.search(r"Delay = *([\d.]+) ps", said)[1])
    return delay, sum(areas[kind] * number for kind, number in cells.items())


def osu018():
    """The area of each cell in the layout, in gate equivalents."""
    lef = (OSU018 / "osu018_stdcells.lef").read_text()
    sizes = re.findall(r"MACRO (\w+)\n.*?SIZE +([\d.]+) +BY +([\d.]+)", lef, re.DOTALL)
    areas = {name: float(x) * float(y) for name, x, y in sizes}
    return {name: area / areas["NAND2X1"] for name, area in areas.items()}


def osu018_liberty():
    """The timing library, with the areas of the layout."""
    areas = osu018()
    library = (OSU018 / "osu018_stdcells.lib").read_text()
    area = lambda found: f"{found[1]}{24 * areas.get(found[2], 1000):.0f}"  # noqa: E731
    return built("osu018.lib", re.sub(r"(cell \((\w+)\) *\{\s*area *: *)[\d.]+", area, library))


def sky130():
    """The library for abc: areas, and one delay for all cells."""
    gates = [f"GATE {name} {sites} Y={function}; {NO_DELAY}" for name, (sites, function) in SKY130.items()]
    return built("sky130.genlib", TIES + f"GATE buffer 1000 Y=A; {NO_DELAY}" + "".join(gates))


def built(name, text):
    """A file of the build folder with this text."""
    path = BUILD / name
    if not path.exists() or path.read_text() != text:
        BUILD.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=BUILD, delete=False) as fresh:
            fresh.write(text)
        os.replace(fresh.name, path)
    return path


def priced(printer, module, name, only):
    with tempfile.TemporaryDirectory() as folder:
        return price(printer.write(pathlib.Path(folder), module, name, only), f"{module}_unit")


COLUMNS = {
    "unit": lambda module, _: module,
    "OSU 0.18 um": lambda _, price: f"{price.osu018:.0f}",
    "decoder": lambda _, price: f"{price.osu018_decoder:.0f}",
    "sky130": lambda _, price: f"{price.sky130:.0f}",
    "decoder ": lambda _, price: f"{price.sky130_decoder:.0f}",
    "NAND2": lambda _, price: f"{price.nand2}",
    "inverters": lambda _, price: f"{price.inverters}",
    "ps": lambda _, price: f"{price.picoseconds:.0f}",
    "at that speed": lambda _, price: f"{price.osu018_at_speed:.0f}",
}


def record(prices):
    versions = f"pyosys {importlib.metadata.version('pyosys')} with its abc"
    lines = [
        "# What units of instructions take in gates: each instruction alone, and those of a set in one unit. A decoder",
        "# is a part of each. Gate equivalents in OSU 0.18 um and in sky130 (areas only), mapped for area; NAND2 and",
        "# inverters alone; the critical path in OSU 0.18 um when mapped for speed, without wires, and the gate",
        "# equivalents that this takes. No clock was read, so the figures are the same on every machine.",
        f"# {versions}; Debian's qflow-tech-osu018 1.3.17; {datetime.date.today().isoformat()}",
        "# studies/rtl/syn/gates.py COMMAND",
        "#",
    ]
    cells = [[column(module, price) for column in COLUMNS.values()] for module, price in prices.items()]
    rows = [list(COLUMNS), *cells]
    for row in rows:
        first = "# " if row is rows[0] else ""
        lines.append((f"{first + row[0]:18}" + "".join(f"{cell.strip():>14}" for cell in row[1:])).rstrip())
    return "\n".join(lines) + "\n"


def recorded():
    """The rows of the record: unit, and its columns in order."""
    rows = [line.split() for line in RECORD.read_text().splitlines() if not line.startswith("#")]
    return {row[0]: [int(cell) for cell in row[1:]] for row in rows}


def tables():
    """The record's rows as tables: the sets first, then the instructions."""
    header = "| {} | OSU 0.18 µm | sky130 | NAND2 + inverters | critical path, ps |\n|---|---:|---:|---:|---:|\n"
    rows = recorded()
    parts = []
    for title, wanted in (("all of a set in one unit", True), ("one instruction", False)):
        parts.append(header.format(title))
        for module, (osu, osu_decoder, sky, sky_decoder, nand2, inverters, delay, _) in rows.items():
            if (module in SETS) == wanted:
                name = f"`{module}`" if wanted else "`{1}` ({0})".format(*module.split("_"))
                areas = f"{osu} ({osu_decoder}) | {sky} ({sky_decoder})"
                parts[-1] += f"| {name} | {areas} | {nand2} + {inverters} | {delay} |\n"
    return "\n".join(parts)


def with_tables(text):
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + tables() + END + after


def check(module, price):
    """Compares areas with the record: more is a failure, less calls for a new record."""
    osu, _, sky, *_ = recorded()[module]
    failed = round(price.osu018) > osu or round(price.sky130) > sky
    measured = f"{price.osu018:.0f} and {price.sky130:.0f} gate equivalents"
    print(f"{module}: {measured}, {osu} and {sky} in the record{': too many' if failed else ''}")
    print(json.dumps({"name": f"gates {module}", "run": 1, "failed": int(failed)}), flush=True)
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", metavar="COMMAND")
    parser.add_argument("what", nargs="?", choices=["report", "check", "price"], default="report")
    parser.add_argument("set", nargs="?")
    parser.add_argument("instructions", nargs="*")
    parser.add_argument("--widths", action="store_true", help="units that rotate within lanes of 64, 32, 16 or 8 bits")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    if options.command == "tables":
        README.write_text(with_tables(README.read_text()))
        return 0
    if not OSU018.exists():
        sys.exit(f"error: no {OSU018}: Debian's package qflow-tech-osu018 has it")
    printer = Printer(options.command, options.widths)
    if options.what == "price":
        only = tuple(options.instructions)
        of_set = None if options.set == "any" else options.set
        print(json.dumps(dataclasses.asdict(priced(printer, "priced", of_set, only)), indent=2))
        return 0
    units = [unit for unit in printer.units() if options.what == "report" or unit[0] in SETS]
    with processes(options.jobs) as pool:
        futures = {unit[0]: pool.submit(priced, printer, *unit) for unit in units}
        prices = {module: future.result() for module, future in futures.items()}
    if options.what == "check":
        return any([check(module, price) for module, price in prices.items()])
    for name in SETS:
        printer.write(ISA, name, name, ())
    RECORD.write_text(record(prices))
    README.write_text(with_tables(README.read_text()))
    print(RECORD.read_text(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
