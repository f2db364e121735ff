"""The benchmark: its figures with a known clock, its columns, and its errors."""

import itertools
import types

import pytest

from counterpoint import bench


def test_the_figures_of_a_known_clock(monkeypatch, capsys):
    """Three rounds of three functions. The medians are 2, 4 and 1 ms; neither the means nor all minima are."""
    milliseconds = [4, 1, 1, 1, 8, 1, 2, 4, 9]
    readings = itertools.accumulate(time / 1000 for each in milliseconds for time in [0, each])
    monkeypatch.setattr(bench, "time", types.SimpleNamespace(perf_counter=lambda: next(readings)))
    assert bench.main(["merkle", "--rows", "1000", "--rounds", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3:] == [
        "  counterpoint, 1 thread      0.500     1.00 of the first one's time",
        "  counterpoint, 2 threads     0.250     2.00 of the first one's time",
        "  hashlib, loop               1.000     0.50 of the first one's time",
    ]


def test_every_column_is_measured_or_named(capsys):
    assert bench.main(["columns", "--rows", "50", "--rounds", "1"]) == 0
    out, err = capsys.readouterr()
    for name, measured in bench.MEASURED.items():
        for rows in ["32 bytes", "0 to 64 bytes"]:
            table = out.split(f"\n{name}, {rows}\n")[1].split("\n\n")[0]
            assert all(f"  {label} " in table or label in err for label, _, _ in measured)
        assert "  counterpoint, 1 thread " in table


def test_other_digests_are_an_error(monkeypatch):
    other = ("another one", bench.ours("keccak256", 1), True)
    monkeypatch.setitem(bench.MEASURED, "sha3_256", [("ours", bench.ours("sha3_256", 1), True), other])
    with pytest.raises(SystemExit, match="another one has different digests of sha3_256, 32 bytes"):
        bench.main(["columns", "--rows", "5", "--rounds", "1"])


@pytest.mark.parametrize("arguments", [[], ["rows"], ["merkle", "--rows", "0"], ["merkle", "--rounds", "0"]])
def test_wrong_arguments(arguments):
    with pytest.raises(SystemExit) as error:
        bench.main(arguments)
    assert error.value.code == 2
