"""Which source files a module needs, in the order in which they are read: packages first."""
import pathlib
import re

RTL = pathlib.Path(__file__).resolve().parent
FOLDERS = ("core", "bus", "isa", "formal")


def sources(top, replaced=None):
    """The files of `top` and of everything it instantiates; `replaced` maps some modules to other files."""
    files = {path.stem: path for folder in FOLDERS for path in sorted((RTL / folder).glob("*.sv"))}
    files.update(replaced or {})
    if top not in files:
        raise SystemExit(f"error: unknown module {top}; known are {', '.join(sorted(files))}")
    found, waiting = set(), [top]
    while waiting:
        name = waiting.pop()
        if name in files and name not in found:
            found.add(name)
            text = re.sub(r"//[^\n]*", "", files[name].read_text())
            waiting += re.findall(r"\b[a-z]\w*\b", text)
    return sorted((files[name] for name in found), key=lambda path: (not path.stem.endswith("_pkg"), path.stem))
