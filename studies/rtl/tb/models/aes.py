"""AES-128 as in FIPS 197, byte by byte: the golden model of the benches."""


def double(a):
    return (a << 1) ^ (0x11B if a & 0x80 else 0)


def multiply(a, b):
    product = 0
    while b:
        if b & 1:
            product ^= a
        a, b = double(a), b >> 1
    return product


def power(a, exponent):
    result = 1
    for _ in range(exponent):
        result = multiply(result, a)
    return result


def rotated(a, places):
    return (a << places | a >> (8 - places)) & 0xFF


def affine(a):
    return a ^ rotated(a, 1) ^ rotated(a, 2) ^ rotated(a, 3) ^ rotated(a, 4)


SBOX = bytes(affine(power(x, 254)) ^ 0x63 for x in range(256))


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def sub_bytes(state):
    return state.translate(SBOX)


def shift_rows(state):
    return bytes(state[4 * ((c + r) % 4) + r] for c in range(4) for r in range(4))


def mix_columns(state):
    def mixed(a):
        return bytes(multiply(a[r], 2) ^ multiply(a[(r + 1) % 4], 3) ^ a[(r + 2) % 4] ^ a[(r + 3) % 4] for r in range(4))

    return b"".join(mixed(state[4 * c : 4 * c + 4]) for c in range(4))


def round_keys(key):
    words = [key[i : i + 4] for i in range(0, 16, 4)]
    rcon = 1
    while len(words) < 44:
        word = words[-1]
        if len(words) % 4 == 0:
            word = xor(sub_bytes(word[1:] + word[:1]), bytes([rcon, 0, 0, 0]))
            rcon = double(rcon)
        words.append(xor(words[-4], word))
    return [b"".join(words[i : i + 4]) for i in range(0, 44, 4)]


def encrypt(key, block):
    keys = round_keys(key)
    state = xor(block, keys[0])
    for number in range(1, 10):
        state = xor(mix_columns(shift_rows(sub_bytes(state))), keys[number])
    return xor(shift_rows(sub_bytes(state)), keys[10])
