"""report_check.py DOM LIGHT DARK: checks that the benchmark's page shows its plots in a browser.

DOM is the page's elements as dumped by the browser; LIGHT and DARK are screenshots. Every plot must have marks, at
least two if it has a line; the screenshots must not be blank, and must have a light and a dark background respectively.
"""

import struct
import sys
import zlib
from html.parser import HTMLParser


class Plots(HTMLParser):
    """Counts the marks of each plot."""

    def __init__(self):
        super().__init__()
        self.plots = []

    def handle_starttag(self, tag, attributes):
        classes = (dict(attributes).get("class") or "").split()
        if tag == "svg":
            self.plots.append({"kind": " ".join(classes), "marks": 0, "lines": 0})
        elif self.plots and "mark" in classes:
            self.plots[-1]["marks"] += 1
        elif self.plots and tag == "polyline":
            self.plots[-1]["lines"] += 1


def pixels(path):
    """Returns the rows of a PNG with 8 bits per channel and no interlacing, and the number of bytes per pixel."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError(f"{path}: not a PNG file")
    at, packed, header = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        chunk = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", chunk)
        elif kind == b"IDAT":
            packed += chunk
        at += size + 12
    width, height, depth, colour, _, _, interlace = header
    if depth != 8 or colour not in (2, 6) or interlace:
        raise ValueError(f"{path}: not RGB or RGBA with 8 bits per channel and no interlacing")
    step = 3 if colour == 2 else 4
    raw = zlib.decompress(packed)
    stride = width * step
    rows, before = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        before = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), before, step)
        rows.append(before)
    return rows, step


def unfilter(kind, row, before, step):
    """Undoes one of PNG's five filters."""
    if kind == 0:
        return row
    if kind == 2:
        return bytearray((a + b) & 255 for a, b in zip(row, before))
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        up = before[i]
        corner = before[i - step] if i >= step else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            guess = min((left, up, corner), key=lambda c: abs(left + up - corner - c))
        row[i] = (value + guess) & 255
    return row


def look(path):
    """Returns the background's brightness, the share of pixels that are not background, and the number of colours."""
    rows, step = pixels(path)
    counts = {}
    for row in rows:
        for i in range(0, len(row), step):
            colour = bytes(row[i : i + 3])
            counts[colour] = counts.get(colour, 0) + 1
    ground = max(counts, key=counts.get)
    total = sum(counts.values())
    return sum(ground) / 3, 1 - counts[ground] / total, len(counts)


def main(dom, light, dark):
    wrong = []
    with open(dom, encoding="utf-8") as file:
        page = Plots()
        page.feed(file.read())
    for number, plot in enumerate(page.plots, 1):
        if plot["marks"] < max(1, 2 * plot["lines"]):
            wrong.append(f"plot {number} ({plot['kind']}): {plot['marks']} marks for {plot['lines']} lines")
    kinds = {plot["kind"] for plot in page.plots}
    if not {"plot", "bars"} <= kinds:
        wrong.append(f"there are only these kinds of plots: {sorted(kinds)}")
    for path, bright in ((light, True), (dark, False)):
        ground, painted, colours = look(path)
        print(f"{path}: background {ground:.0f}, {painted:.1%} painted, {colours} colours")
        if (ground > 200) != bright or (ground < 60) == bright:
            wrong.append(f"{path}: the background has brightness {ground:.0f}")
        if painted < 0.01 or colours < 50:
            wrong.append(f"{path}: almost blank")
    print(f"{len(page.plots)} plots, {sum(plot['marks'] for plot in page.plots)} marks")
    for what in wrong:
        print(f"WRONG: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
