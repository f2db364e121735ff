"""What the scripts of studies/rtl/ check before they begin: that their tools are there, and that names on the command line are known."""
import importlib.util
import shutil
import sys

SET_UP = "`make release ONLY=rtl` sets it up; then `. scripts/rtl.sh` in the project's root has it in this shell's PATH"


def need(*programs, modules=()):
    """Ends with an error that says how to get what is missing."""
    missing = [name for name in programs if not shutil.which(name)]
    missing += [name for name in modules if not importlib.util.find_spec(name)]
    if missing:
        sys.exit(f"error: no {missing[0]}: {SET_UP}")


def chosen(parser, names, known, kind):
    """The names as they are, or an error that lists the known ones."""
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"no {kind} is called {' or '.join(unknown)}; there are {', '.join(known)}")
    return names
