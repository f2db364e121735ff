"""Units of instructions from `counterpoint-isa verilog`: a list of them, and their sources in files."""
import pathlib
import subprocess
import sys

SYN = pathlib.Path(__file__).resolve().parent
ISA = SYN.parent / "isa"
PACKAGE = ISA / "isa_pkg.sv"
SETS = ("k", "a", "p", "armsha3")
PARTS = ("decode", "datapath", "unit")


class Printer:
    """Prints the parts of a set with the command."""

    def __init__(self, command, widths=False):
        """`widths`: units that rotate within lanes of a width chosen by an input."""
        self.command, self.widths = command, widths

    def __call__(self, name, what, only=(), module=None):
        """`what` is one of `counterpoint-isa verilog --help`, `name` a set, or None if `only` names instructions of
        several sets; `module` begins the modules' names."""
        words = [self.command, "verilog", *([name] if name else []), "--what", what]
        words += ["--only", ",".join(only)] if only else []
        words += ["--name", module] if module else []
        words += ["--widths"] if self.widths else []
        said = subprocess.run(words, capture_output=True, text=True)
        if said.returncode:
            sys.exit(said.stderr.strip())
        return said.stdout

    def instructions(self, name):
        """The names of a set's instructions, in their order."""
        return list(dict.fromkeys(line.split()[1] for line in self(name, "codes").splitlines()))

    def units(self):
        """Each unit: the stem of its modules' names, its set, its instructions. A set is a unit, and so is each
        instruction; `a` contains those of `k`, which are not listed again."""
        seen = set()
        for name in SETS:
            yield name, name, ()
            for instruction in self.instructions(name):
                if instruction not in seen:
                    yield f"{name}_{instruction}", name, (instruction,)
                seen.add(instruction)

    def write(self, folder, module, name, only, parts=PARTS):
        """Writes the parts of a unit, and returns the files with the package before them."""
        files = []
        for part in parts:
            files.append(folder / f"{module}_{part}.sv")
            files[-1].write_text(self(name, part, only, module))
        return [PACKAGE, *files]
