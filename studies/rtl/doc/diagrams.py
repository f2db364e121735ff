#!/usr/bin/env python3
"""Draws the block diagrams of studies/rtl/doc: boxes, paths and labels.

    studies/rtl/doc/diagrams.py           writes the SVG files
    studies/rtl/doc/diagrams.py --check   lists the files that are out of date

Thick boxes serve hash and AES alike, dashed ones AES alone, shaded ones are registers.
"""
import argparse
import pathlib
import sys
from xml.sax.saxutils import escape

DOC = pathlib.Path(__file__).resolve().parent

STYLE = """
  svg {color: #1f2328; font: 13px sans-serif}
  @media (prefers-color-scheme: dark) {svg {color: #e6edf3}}
  rect, path, circle {stroke: currentColor; stroke-width: 1.2; fill: none}
  text, .head, .joint {fill: currentColor; stroke: none}
  .register {fill: currentColor; fill-opacity: 0.12}
  .shared {stroke-width: 3}
  .aes {stroke-dasharray: 5 3}
  .small {font-size: 11px}
"""


class Diagram:
    def __init__(self, width, height, title):
        self.size, self.title, self.parts = (width, height), title, []

    def box(self, x, y, width, height, text, kind=""):
        """`kind`: register, shared, aes, or several of them."""
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" class="{kind}"/>')
        lines = text.split("\n")
        for i, line in enumerate(lines):
            self.text(x + width / 2, y + height / 2 + 4.5 + 17 * (i - (len(lines) - 1) / 2), line, "middle")

    def text(self, x, y, text, anchor="start", kind=""):
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{kind}">{escape(text)}</text>')

    def way(self, *points, kind="", head=True):
        """A line through the points, with an arrowhead at its end."""
        path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path d="{path}" class="{kind}"/>')
        if head:
            (x0, y0), (x, y) = points[-2:]
            dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
            corners = [(x, y), (x - 8 * dx - 4 * dy, y - 8 * dy - 4 * dx), (x - 8 * dx + 4 * dy, y - 8 * dy + 4 * dx)]
            self.parts.append('<path class="head" d="M' + " L".join(f"{a:g} {b:g}" for a, b in corners) + ' Z"/>')

    def joint(self, x, y):
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="3" class="joint"/>')

    def plus(self, x, y, kind=""):
        """The sum of its inputs: XOR. The circle has radius 10."""
        self.parts.append(f'<circle cx="{x}" cy="{y}" r="10" class="{kind}"/>')
        self.parts.append(f'<path d="M{x - 10} {y} H{x + 10} M{x} {y - 10} V{y + 10}"/>')

    def svg(self):
        width, height = self.size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
        return "\n".join([head, f"<title>{escape(self.title)}</title>", f"<style>{STYLE}</style>", *self.parts, "</svg>", ""])


def wrapper():
    d = Diagram(970, 330, "counterpoint_axi: the wrapper around a core")
    d.text(10, 164, "s_axis")
    d.way((60, 160), (110, 160))
    d.box(110, 125, 110, 70, "checks, or\nDROP")
    d.way((220, 140), (270, 140))
    d.text(245, 133, "hash", "middle", "small")
    d.box(270, 110, 120, 60, "padding\nof the hash")
    d.way((390, 140), (440, 140))
    d.box(440, 110, 130, 60, "gather: blocks\n(not for Fugue)")
    d.way((570, 140), (630, 140))
    d.way((220, 180), (245, 180), (245, 235), (440, 235), kind="aes")
    d.text(340, 228, "AES", "middle", "small")
    d.box(440, 205, 130, 60, "gather: blocks\nof 16 bytes", "aes")
    d.way((570, 235), (630, 235), kind="aes")
    d.box(630, 110, 130, 155, "core\n\none of six,\nby CORE", "shared")
    d.way((760, 187), (800, 187))
    d.box(800, 157, 90, 60, "scatter:\nbeats")
    d.way((890, 187), (915, 187))
    d.text(918, 191, "m_axis")
    d.text(10, 39, "s_axil")
    d.way((60, 35), (110, 35))
    d.box(110, 10, 650, 50, "registers: CONTROL, STATUS, KEY, OUTPUT_LENGTH", "register")
    d.way((140, 60), (140, 125))
    d.text(134, 97, "MODE, KEY_SIZE", "end", "small")
    d.way((190, 125), (190, 60))
    d.text(196, 97, "errors", kind="small")
    d.way((330, 60), (330, 110))
    d.text(336, 90, "FUNCTION (Keccak)", kind="small")
    d.way((695, 60), (695, 110))
    d.text(701, 90, "key; CLEAR goes to all", kind="small")
    d.text(10, 310, "One packet at a time: a message or a run of AES blocks goes in, the digest or the ciphertext comes out.", kind="small")
    return d


def fugue_aes():
    d = Diagram(960, 460, "fugue_aes: AES in the datapath of Fugue-256")
    d.box(20, 150, 130, 70, "columns 0 to 3\n128 flip-flops", "register shared")
    d.way((150, 185), (200, 185))
    d.text(175, 178, "x", "middle", "small")
    d.box(200, 150, 130, 70, "SubBytes\n16 S-boxes", "shared")
    d.way((330, 185), (410, 185))
    d.text(385, 178, "u", "middle", "small")
    d.box(410, 150, 140, 70, "Super-Mix or\nMixColumns", "shared")
    d.way((550, 185), (620, 185))
    d.text(585, 178, "v", "middle", "small")
    d.box(620, 100, 170, 140, "fugue_step:\nTIX, CMIX, moves of\nthe words; AES adds\nwords to columns", "shared")
    d.way((705, 100), (705, 50), (85, 50), (85, 150))
    d.text(395, 43, "x_next", "middle", "small")
    d.text(900, 124, "message", "middle")
    d.way((900, 134), (900, 150), (790, 150))
    # Words.
    d.box(620, 310, 170, 70, "words 4 to 29\n832 flip-flops", "register shared")
    d.way((665, 310), (665, 240))
    d.text(659, 280, "s", "end", "small")
    d.way((745, 240), (745, 310))
    d.text(751, 280, "s_next", kind="small")
    d.way((705, 380), (705, 412))
    d.text(705, 428, "digest: words 16 to 18, 4 and columns 0 to 3", "middle")
    # Keys and blocks.
    d.text(20, 349, "plaintext")
    d.way((85, 345), (190, 345), kind="aes")
    d.text(135, 338, "with key 0", "middle", "small")
    d.plus(200, 345, "aes")
    d.text(200, 412, "round_key", "middle")
    d.way((200, 397), (200, 355), kind="aes")
    d.way((210, 345), (260, 345), kind="aes")
    d.box(260, 315, 150, 60, "in_fugue: wiring,\nholds ShiftRows", "aes")
    d.way((410, 345), (620, 345), kind="aes")
    d.text(515, 338, "insert: words 18, 27, 28, 29", "middle", "small")
    # Ciphertext.
    d.joint(360, 185)
    d.way((360, 185), (360, 260), kind="aes")
    d.plus(360, 270, "aes")
    d.way((470, 270), (370, 270), kind="aes")
    d.text(475, 274, "last_round_key")
    d.way((350, 270), (100, 270), kind="aes")
    d.text(20, 274, "ciphertext")
    # Control.
    d.box(840, 250, 110, 60, "fugue_control,\nstep of AES")
    d.way((895, 310), (895, 345), (790, 345))
    d.way((895, 250), (895, 215), (790, 215))
    d.text(860, 208, "select", "end", "small")
    d.text(855, 362, "enable", "middle", "small")
    return d


def groestl_aes():
    d = Diagram(970, 500, "groestl_shared: AES in the datapath of Grøstl-256")
    d.box(20, 150, 110, 70, "X\n512 flip-flops", "register shared")
    d.way((130, 185), (170, 185))
    d.box(170, 150, 110, 70, "SubBytes\n64 S-boxes", "shared")
    d.way((280, 185), (320, 185))
    d.box(320, 150, 110, 70, "ShiftBytes,\nShiftRows", "shared")
    d.way((430, 185), (470, 185))
    d.box(470, 150, 120, 70, "MixBytes or\nMixColumns", "shared")
    d.way((590, 185), (650, 185))
    d.text(617, 178, "mixed", "middle", "small")
    d.plus(660, 185, "shared")
    d.way((660, 175), (660, 50), (75, 50), (75, 150))
    d.text(367, 43, "the input of Q, P or AES, or the result of the round", "middle", "small")
    d.box(770, 160, 130, 50, "constant of the\nnext round")
    d.way((770, 185), (670, 185))
    # The added values.
    d.way((660, 345), (660, 195))
    d.text(668, 275, "permutation_input", kind="small")
    d.plus(660, 355, "shared")
    d.box(770, 330, 130, 50, "M\n512 flip-flops", "register")
    d.way((770, 355), (670, 355))
    d.text(890, 310, "message")
    d.way((835, 306), (835, 330))
    d.way((885, 306), (835, 306), head=False)
    d.box(430, 330, 130, 50, "H\n512 flip-flops", "register shared")
    d.way((560, 355), (650, 355))
    d.text(605, 348, "at a start", "middle", "small")
    d.joint(625, 185)
    d.way((625, 185), (625, 270), (495, 270), (495, 330))
    d.text(540, 263, "H + mixed", "middle", "small")
    d.way((430, 343), (340, 343))
    d.text(335, 347, "digest", "end")
    d.text(335, 371, "plaintext", "end")
    d.way((340, 367), (430, 367), kind="aes")
    # Keys.
    d.box(595, 425, 130, 50, "K: 128 flip-flops\na block", "register aes")
    d.way((660, 425), (660, 365), kind="aes")
    d.text(770, 454, "key, or round_key each cycle")
    d.way((765, 450), (725, 450), kind="aes")
    d.box(420, 425, 130, 50, "groestl_key,\n4 idle S-boxes", "aes")
    d.way((550, 450), (595, 450), kind="aes")
    d.way((225, 220), (225, 450), (420, 450), kind="aes")
    d.text(320, 443, "only groestl_aes_ke", "middle", "small")
    # Ciphertext.
    d.joint(450, 185)
    d.way((450, 185), (450, 255), (385, 255), kind="aes")
    d.plus(375, 255, "aes")
    d.way((375, 292), (375, 265), kind="aes")
    d.text(375, 307, "key 10", "middle")
    d.text(375, 322, "a port, or from H", "middle", "small")
    d.way((365, 255), (315, 255), kind="aes")
    d.text(310, 259, "ciphertext", "end")
    return d


def keccak():
    d = Diagram(880, 230, "keccak: a round a cycle")
    d.text(10, 119, "message")
    d.way((74, 115), (110, 115))
    d.box(110, 85, 130, 60, "lanes below\nrate_lanes")
    d.way((240, 115), (290, 115))
    d.plus(300, 115)
    d.way((310, 115), (360, 115))
    d.box(360, 80, 170, 70, "keccak_round:\ntheta, rho, pi, chi, iota")
    d.way((530, 115), (590, 115))
    d.box(590, 80, 130, 70, "state\n1600 flip-flops", "register")
    d.way((720, 115), (790, 115))
    d.text(795, 119, "digest")
    d.text(755, 108, "21 lanes", "middle", "small")
    d.way((655, 150), (655, 195), (300, 195), (300, 125))
    d.text(480, 188, "1600 bits", "middle", "small")
    d.box(360, 10, 170, 40, "round, its constant")
    d.way((445, 50), (445, 80))
    return d


DIAGRAMS = {"wrapper": wrapper, "fugue_aes": fugue_aes, "groestl_aes": groestl_aes, "keccak": keccak}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    stale = 0
    for name, draw in DIAGRAMS.items():
        path = DOC / f"{name}.svg"
        if not options.check:
            path.write_text(draw().svg())
        elif not path.exists() or path.read_text() != draw().svg():
            print(f"studies/rtl/doc/{name}.svg is out of date; run studies/rtl/doc/diagrams.py")
            stale += 1
    return stale > 0


if __name__ == "__main__":
    sys.exit(main())
