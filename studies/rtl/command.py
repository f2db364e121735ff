"""Checks at the start of the scripts in studies/rtl/: tools are installed, names on the command line are known."""
import importlib.util
import shutil
import sys

SET_UP = "`make release ONLY=rtl` installs it; then `. scripts/rtl.sh` in the project's root puts it into this shell's PATH"


def need(*programs, modules=()):
    """Exits with an error that says how to install a missing tool."""
    missing = [name for name in programs if not shutil.which(name)]
    missing += [name for name in modules if not importlib.util.find_spec(name)]
    if missing:
        sys.exit(f"error: no {missing[0]}: {SET_UP}")


def chosen(parser, names, known, kind):
    """Returns the names unchanged, or exits with an error that lists the known ones."""
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"unknown {kind}: {', '.join(unknown)}; known are {', '.join(known)}")
    return names
