"""Grøstl-256, in the final and the round-2 form, byte by byte: the golden model of the benches."""
from .aes import SBOX, multiply, xor

MATRIX = (2, 2, 3, 4, 5, 3, 5, 7)
SHIFTS = {"P": (0, 1, 2, 3, 4, 5, 6, 7), "Q": (1, 3, 5, 7, 0, 2, 4, 6)}
PRODUCTS = {factor: bytes(multiply(a, factor) for a in range(256)) for factor in set(MATRIX)}
INITIAL_VALUE = bytes(62) + b"\1\0"


def padded(message):
    blocks = (len(message) + 9 + 63) // 64
    return message + b"\x80" + bytes(64 * blocks - len(message) - 9) + blocks.to_bytes(8, "big")


def blocks(message):
    text = padded(message)
    return [text[i : i + 64] for i in range(0, len(text), 64)]


def constant(permutation, final, number):
    """The constants that AddRoundConstant adds in one round."""
    added = bytearray(64)
    columns = range(8) if final else range(1)
    if permutation == "Q":
        if final:
            added = bytearray(b"\xff" * 64)
        for c in columns:
            added[8 * c + 7] = 0xFF ^ (c << 4) ^ number
    else:
        for c in columns:
            added[8 * c] = (c << 4) ^ number
    return bytes(added)


CONSTANTS = {(name, final): [constant(name, final, i) for i in range(10)] for name in "PQ" for final in (False, True)}


def mix_bytes(state):
    """Byte by byte: row r of a column is the sum of MATRIX[k] times row r + k."""
    mixed = bytes(64)
    for k, factor in enumerate(MATRIX):
        turned = b"".join(state[8 * c + k : 8 * c + 8] + state[8 * c : 8 * c + k] for c in range(8))
        mixed = xor64(mixed, turned.translate(PRODUCTS[factor]))
    return mixed


def xor64(a, b):
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(64, "little")


def permutation(name, state, final=True):
    shifts = SHIFTS[name if final else "P"]
    order = [8 * ((c + shifts[r]) % 8) + r for c in range(8) for r in range(8)]
    for added in CONSTANTS[name, final]:
        substituted = xor64(state, added).translate(SBOX)
        state = mix_bytes(bytes(substituted[i] for i in order))
    return state


def digest(message, final=True):
    h = INITIAL_VALUE
    for m in blocks(message):
        h = xor(xor(h, permutation("P", xor(h, m), final)), permutation("Q", m, final))
    return xor(h, permutation("P", h, final))[32:]
