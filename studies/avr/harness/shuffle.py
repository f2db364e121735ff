#!/usr/bin/env python3
"""Counts the cycles of a step of Luffa on an AVR, for different layouts of a chain's 32 bytes.

    studies/avr/harness/shuffle.py          writes the table into studies/avr/README.md
    studies/avr/harness/shuffle.py --check  fails unless it is there

Each program is written out instruction by instruction, runs on random words and must compute what the specification
says. Its cycles are counted. The model has as many registers as a program needs, with masks in some of them. On a real
AVR a chain fills all registers, so whatever else a layout needs comes on top of its count, as stores and loads of other
bytes. Moving a byte to another register costs nothing, because it can change its name.
"""
import itertools
import pathlib
import random
import sys

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- layouts: written by harness/shuffle.py -->\n", "<!-- layouts: end -->\n"

SBOX = [13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4]
WORD = 0xFFFFFFFF


def rol(word, n):
    return (word << n | word >> (32 - n)) & WORD if n else word


class Specification:
    """The computation, on the eight words of a chain."""

    @staticmethod
    def sub_crumb(a):
        out = [0] * 8
        for names in ((0, 1, 2, 3), (5, 6, 7, 4)):
            for t in range(32):
                crumb = SBOX[sum((a[k] >> t & 1) << i for i, k in enumerate(names))]
                for i, k in enumerate(names):
                    out[k] |= (crumb >> i & 1) << t
        return out

    @staticmethod
    def mix_word(a):
        a = list(a)
        for k in range(4):
            u, v = a[k], a[k + 4]
            v ^= u
            u = rol(u, 2) ^ v
            v = rol(v, 14) ^ u
            u = rol(u, 10) ^ v
            a[k], a[k + 4] = u, rol(v, 1)
        return a

    @staticmethod
    def double(a):
        return [a[7], a[0] ^ a[7], a[1], a[2] ^ a[7], a[3] ^ a[7], a[4], a[5], a[6]]

    @staticmethod
    def enter(a):
        return a

    @staticmethod
    def constants():
        """The constants of the three chains of Luffa-256, a pair for each step."""
        for left, right in ((0x181CCA53, 0x380CDE06), (0x5B6F0876, 0xF16F8594), (0x7E106CE9, 0x38979CB0)):
            outputs = []
            for _ in range(16):
                carry, left, right = left >> 31, (left << 1 | right >> 31) & WORD, right << 1 & WORD
                left, right = left ^ carry * 0xC4D6496C, right ^ carry * 0x55C61C8D
                outputs.append(left)
                left, right = right, left
            yield from zip(outputs[::2], outputs[1::2])


class Avr:
    """Named registers, and the instructions used here: each does its work and adds its cycles."""

    def __init__(self):
        self.cycles, self.carry, self.bit = 0, 0, 0
        self.r = {}

    def put(self, to, value, cycles=1):
        self.r[to] = value & 0xFF
        self.cycles += cycles

    def mov(self, to, a):
        self.put(to, self.r[a])

    def eor(self, to, a):
        self.put(to, self.r[to] ^ self.r[a])

    def and_(self, to, a):
        self.put(to, self.r[to] & self.r[a])

    def or_(self, to, a):
        self.put(to, self.r[to] | self.r[a])

    def mask(self, to, mask):
        """`and` with a register that contains the mask."""
        self.put(to, self.r[to] & mask)

    def com(self, to):
        self.put(to, ~self.r[to])

    def swap(self, to):
        self.put(to, self.r[to] << 4 | self.r[to] >> 4)

    def lsl(self, to):
        self.carry = self.r[to] >> 7
        self.put(to, self.r[to] << 1)

    def rol(self, to):
        value = self.r[to] << 1 | self.carry
        self.carry = self.r[to] >> 7
        self.put(to, value)

    def lsr(self, to):
        self.carry = self.r[to] & 1
        self.put(to, self.r[to] >> 1)

    def ror(self, to):
        value = self.r[to] >> 1 | self.carry << 7
        self.carry = self.r[to] & 1
        self.put(to, value)

    def adc_zero(self, to):
        self.put(to, self.r[to] + self.carry)

    def bst(self, a, n):
        self.bit = self.r[a] >> n & 1
        self.cycles += 1

    def bld(self, to, n):
        self.put(to, self.r[to] & ~(1 << n) | self.bit << n)

    def mul(self, to, a, factor):
        """The low byte of a product with a register that contains the factor."""
        self.put(to, self.r[a] * factor, 2)

    def look_up(self, to, table):
        """Moves the byte to the low half of the pointer, whose high half is the table's page, and loads from flash."""
        self.put(to, table[self.r[to]], 1 + 3)

    def rotl8(self, to, n):
        """Rotates one register."""
        if n >= 3:
            self.swap(to)
            n -= 4
        for _ in range(n):
            self.lsl(to)
            self.adc_zero(to)
        if n < 0:
            self.bst(to, 0)
            self.lsr(to)
            self.bld(to, 7)


class Bytes:
    """A layout: place(k, t) is the register and the bit of bit t of word k."""

    # How many words share a register.
    words_in_register = 1

    def __init__(self, words):
        self.avr = Avr()
        self.avr.r = self.laid_out(words)

    def laid_out(self, words):
        registers = {}
        for k, t in itertools.product(range(8), range(32)):
            register, bit = self.place(k, t)
            registers[register] = registers.get(register, 0) | (words[k] >> t & 1) << bit
        return registers

    def words(self):
        words = [0] * 8
        for k, t in itertools.product(range(8), range(32)):
            register, bit = self.place(k, t)
            words[k] |= (self.avr.r[register] >> bit & 1) << t
        return words

    def names(self, group):
        return [f"{group}.{i}" for i in range(4 * self.words_in_register)]

    def groups(self):
        """The pairs of registers for u and v."""
        return [(f"{k}", f"{k + 4}") for k in range(4)]

    def move(self, registers, by):
        """Renames: the value of register i is afterwards in register i + by."""
        old = [self.avr.r[register] for register in registers]
        for i, value in enumerate(old):
            self.avr.r[registers[(i + by) % len(registers)]] = value

    def add(self, to, a):
        for x, y in zip(self.names(to), self.names(a)):
            self.avr.eor(x, y)

    def mix_word(self):
        for u, v in self.groups():
            self.add(v, u)
            self.rotate(self.names(u), 2)
            self.add(u, v)
            self.rotate(self.names(v), 14)
            self.add(v, u)
            self.rotate(self.names(u), 10)
            self.add(u, v)
            self.rotate(self.names(v), 1)

    def sub_crumb(self):
        """With logic, [Luffa-shuffle]'s table 2: the same wherever bits of equal positions are in equal places."""
        a = self.avr
        for order in self.crumbs():
            for x0, x1, x2, x3 in zip(*map(self.names, order)):
                a.mov("t", x0), a.or_(x0, x1), a.eor(x2, x3), a.com(x1), a.eor(x0, x3), a.and_(x3, "t"), a.eor(x1, x3)
                a.eor(x3, x2), a.and_(x2, x0), a.com(x0), a.eor(x2, x1), a.or_(x1, x3), a.eor("t", x1), a.eor(x3, x2)
                a.and_(x2, x1), a.eor(x1, x0)
                a.r[x0] = a.r["t"]

    def crumbs(self):
        return ["0123", "5674"]

    def double(self):
        for k in (0, 2, 3):
            for x, y in zip(self.names(str(k)), self.names("7")):
                self.avr.eor(x, y)
        old = dict(self.avr.r)
        for k in range(8):
            for x, y in zip(self.names(str((k + 1) % 8)), self.names(str(k))):
                self.avr.r[x] = old[y]

    def enter(self):
        """Brings plain bytes into the layout bit by bit: each bit goes through the carry, lowest bits first."""
        a, bits = self.avr, {}
        plain = {f"plain {k}.{i}": a_word >> 8 * i & 0xFF for k, a_word in enumerate(self.words()) for i in range(4)}
        for k, t in itertools.product(range(8), range(32)):
            bits[f"plain {k}.{t // 8}", t % 8] = self.place(k, t)
        a.r = plain | {register: 0 for register, _ in bits.values()}
        out, taken, given = sorted(bits.items()), dict.fromkeys(plain, 0), dict.fromkeys(a.r, 0)
        while out:
            ready = [item for item in out if item[0][1] == taken[item[0][0]] and item[1][1] == given[item[1][0]]]
            for (source, _), (register, _) in ready:
                a.lsr(source), a.ror(register)
                taken[source] += 1
                given[register] += 1
            out = [item for item in out if item not in ready]

    @classmethod
    def constants(cls):
        """Loading each distinct byte of a constant, and adding it wherever it occurs; on average."""
        steps = list(Specification.constants())
        count = 0
        for upper, lower in steps:
            for k, constant in ((0, upper), (4, lower)):
                words = [0] * 8
                words[k] = constant
                added = [value for value in cls(words).avr.r.values() if value]
                count += len(set(added)) + len(added)
        return count / len(steps)


class Plain(Bytes):
    """Byte i has bits 8 i .. 8 i + 7."""

    title = "bytes of words, as in `luffa.inc`"

    def enter(self):
        pass

    def place(self, k, t):
        return f"{k}.{t // 8}", t % 8

    def rotate(self, r, n):
        """Rotates by whole bytes, which are renamed, and by one or two bits to the left or to the right."""
        a, left = self.avr, n % 8 < 4
        self.move(r, n // 8 if left else n // 8 + 1)
        for _ in range(n % 8 if left else 8 - n % 8):
            if left:
                a.lsl(r[0]), a.rol(r[1]), a.rol(r[2]), a.rol(r[3]), a.adc_zero(r[0])
            else:
                a.bst(r[0], 0), a.lsr(r[3]), a.ror(r[2]), a.ror(r[1]), a.ror(r[0]), a.bld(r[3], 7)


class EveryFourth(Bytes):
    """Byte c has bits c, c + 4, c + 8, ...: a rotation moves bytes, and rotates some of them in themselves."""

    title = "every fourth bit of a word in a byte"

    def place(self, k, t):
        return f"{k}.{t % 4}", t // 4

    def rotate(self, r, n):
        self.move(r, n)
        for c in range(4):
            self.avr.rotl8(r[c], n // 4 + (c < n % 4))


class TwoWords(Bytes):
    """Words k and k + 1 in eight registers."""

    words_in_register = 2

    def groups(self):
        return [("0", "4"), ("2", "6")]

    def sub_crumb(self):
        """Each word of a crumb shares eight registers with a word of another chain."""
        two = Plain(self.words())
        two.sub_crumb()
        self.avr.cycles += two.avr.cycles
        self.avr.r = self.laid_out(two.words())

    def double(self):
        """The same as with the words of two chains, of which this is one."""
        two = Plain(self.words())
        two.double()
        self.avr.cycles += two.avr.cycles
        self.avr.r = self.laid_out(two.words())


class SideBySide(TwoWords):
    """Four bits of one word and four of the other in a byte."""

    title = "two words side by side: four bits of each in a byte"

    def place(self, k, t):
        return f"{k & ~1}.{t // 4}", t % 4 + 4 * (k & 1)

    def rotate(self, r, n):
        a = self.avr
        self.move(r, n // 4)
        if n % 4 == 1:
            a.mov("last", r[7])
            for i in reversed(range(8)):
                below = r[i - 1] if i else "last"
                a.lsl(r[i]), a.bst(below, 3), a.bld(r[i], 0), a.bst(below, 7), a.bld(r[i], 4)
        else:
            a.mov("last", r[7])
            for i in reversed(range(8)):
                a.mov("t", r[i - 1] if i else "last")
                a.mask("t", 0xCC), a.lsr("t"), a.lsr("t")
                a.mask(r[i], 0x33), a.lsl(r[i]), a.lsl(r[i]), a.or_(r[i], "t")


def turn_by_nibble(a, r):
    """Rotates registers together by four bits."""
    for register in r:
        a.swap(register)
    a.mov("last", r[-1])
    for i in reversed(range(len(r))):
        a.mov("t", r[i]), a.eor("t", r[i - 1] if i else "last"), a.mask("t", 0x0F), a.eor(r[i], "t")


class ShuffledInPairs(TwoWords):
    """Bit t of one word at 2 t, of the other at 2 t + 1: rotations by 4, 28, 20 and 2."""

    title = "two words perfectly shuffled"

    def place(self, k, t):
        return f"{k & ~1}.{t // 4}", 2 * (t % 4) + (k & 1)

    def rotate(self, r, n):
        self.move(r, n // 4)
        if n % 4 == 2:
            turn_by_nibble(self.avr, r)
        else:
            for _ in range(2):
                self.avr.lsl(r[0])
                for register in r[1:]:
                    self.avr.rol(register)
                self.avr.adc_zero(r[0])


class FourWords(Bytes):
    """Words 0 to 3, and words 4 to 7, in sixteen registers. The S-box is a look-up of two crumbs."""

    words_in_register = 4
    def groups(self):
        return [("0", "4")]

    def sub_crumb(self):
        lower = [SBOX[(v >> 1 | v << 3) & 15] for v in range(16)]
        lower = [(v << 1 | v >> 3) & 15 for v in lower]
        for group, sbox in (("0", SBOX), ("4", lower)):
            for register in self.names(group):
                self.avr.look_up(register, [sbox[b >> 4] << 4 | sbox[b & 15] for b in range(256)])

    def double(self):
        a = self.avr
        for r0, r1 in zip(self.names("0"), self.names("4")):
            a.mov("a3", r0), a.mask("a3", 0x88), a.mov("a7", r1), a.mask("a7", 0x88), a.eor(r0, "a3"), a.eor(r1, "a7")
            a.lsl(r0), a.lsl(r1)
            a.lsr("a3"), a.lsr("a3"), a.lsr("a3"), a.eor(r1, "a3")
            a.lsr("a7"), a.lsr("a7"), a.lsr("a7"), a.eor(r1, "a7"), a.mul("t", "a7", 0b1011), a.eor(r0, "t")


class ShuffledInFours(FourWords):
    """Bit t of word k at 4 t + k: rotations by 8, 56, 40 and 4."""

    title = "four words perfectly shuffled, as in the paper"

    def place(self, k, t):
        return f"{k & ~3}.{t // 2}", 4 * (t % 2) + (k & 3)

    def rotate(self, r, n):
        self.move(r, n // 2)
        if n % 2:
            turn_by_nibble(self.avr, r)


class HalvesInFours(FourWords):
    """Byte i has the crumbs of positions i and i + 16: those that a rotation moves past the end swap halves."""

    title = "four words shuffled, positions i and i + 16 in a byte"

    def place(self, k, t):
        return f"{k & ~3}.{t % 16}", 4 * (t // 16) + (k & 3)

    def rotate(self, r, n):
        self.move(r, n)
        for i in range(n):
            self.avr.swap(r[i])


def cycles(layout, part):
    """The cycles of a part, after checking it on ten random chains."""
    for seed in range(10):
        chance = random.Random(seed)
        chain = [chance.getrandbits(32) for _ in range(8)]
        program = layout(chain)
        getattr(program, part)()
        if program.words() != getattr(Specification, part)(chain):
            sys.exit(f"{layout.title}: {part} is wrong")
    return program.avr.cycles


def table():
    columns = ["SubCrumb", "MixWord", "constants", "a step", "24 steps", "message in", "three doublings", "sum"]
    lines = [f"| a chain's 32 bytes | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    for layout in (Plain, EveryFourth, SideBySide, ShuffledInPairs, ShuffledInFours, HalvesInFours):
        step = [cycles(layout, "sub_crumb"), cycles(layout, "mix_word"), layout.constants()]
        block = [24 * sum(step), cycles(layout, "enter"), 3 * cycles(layout, "double")]
        row = [*step, sum(step), *block, sum(block)]
        lines.append(f"| {layout.title} | " + " | ".join(f"{number:,.0f}" for number in row) + " |")
    return "\n".join(lines) + "\n"


def main():
    text = README.read_text()
    before, rest = text.split(BEGIN)
    new = before + BEGIN + table() + rest[rest.index(END) :]
    if sys.argv[1:] == ["--check"]:
        if new != text:
            sys.exit("studies/avr/README.md: the table of layouts is out of date; run studies/avr/harness/shuffle.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        README.write_text(new)


if __name__ == "__main__":
    main()
