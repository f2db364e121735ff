"""The examples of README.md and of the package's documentation, and its types."""

import doctest
import pathlib
import subprocess
import sys

import counterpoint
import counterpoint.arrow
import counterpoint.merkle
import counterpoint.merkletreejs
import counterpoint.openzeppelin
import counterpoint.primitives

README = pathlib.Path(__file__).parent.parent / "README.md"


def test_examples():
    trees = [counterpoint.merkle, counterpoint.merkletreejs, counterpoint.openzeppelin]
    modules = [counterpoint, counterpoint.arrow, counterpoint.primitives, *trees]
    for results in [*map(doctest.testmod, modules), doctest.testfile(str(README), module_relative=False)]:
        assert results.attempted > 0 and results.failed == 0


def test_the_module_says_where_the_command_is():
    run = subprocess.run([sys.executable, "-m", "counterpoint", "sum", "file"], capture_output=True, text=True)
    assert run.returncode == 2 and "counterpoint sum FILE" in run.stderr and run.stdout == ""


def test_the_types_are_those_of_the_compiled_part(tmp_path):
    """Names, parameters, defaults. Only the compiled part has `__all__`."""
    allowed = tmp_path / "allowed"
    allowed.write_text("counterpoint\\._native\\.__all__\n")
    command = [sys.executable, "-m", "mypy.stubtest", "counterpoint._native", "--allowlist", str(allowed)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout
