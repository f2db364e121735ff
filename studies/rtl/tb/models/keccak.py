"""SHA-3 and SHAKE as in FIPS 202, lane by lane: the golden model of the benches."""

MASK = (1 << 64) - 1
SUFFIX = {"sha3": 0x06, "shake": 0x1F}


def rotated(lane, places):
    return (lane << places | lane >> (64 - places)) & MASK


def round_constants():
    register, bits = 1, []
    for _ in range(7 * 24):
        bits.append(register & 1)
        register = (register << 1) ^ (0x171 if register & 0x80 else 0)
    return [sum(bits[7 * i + j] << ((1 << j) - 1) for j in range(7)) for i in range(24)]


def permuted(state):
    a = [[int.from_bytes(state[8 * (5 * y + x) :][:8], "little") for y in range(5)] for x in range(5)]
    for constant in round_constants():
        parity = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        effect = [parity[x - 1] ^ rotated(parity[(x + 1) % 5], 1) for x in range(5)]
        b = [[0] * 5 for _ in range(5)]
        x, y = 1, 0
        b[0][0] = a[0][0] ^ effect[0]
        for t in range(24):
            b[y][(2 * x + 3 * y) % 5] = rotated(a[x][y] ^ effect[x], (t + 1) * (t + 2) // 2 % 64)
            x, y = y, (2 * x + 3 * y) % 5
        a = [[b[x][y] ^ (~b[(x + 1) % 5][y] & b[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        a[0][0] ^= constant
    return b"".join(a[x][y].to_bytes(8, "little") for y in range(5) for x in range(5))


def padded(message, rate, suffix):
    """The blocks of a message: suffix, zeros, and the last bit."""
    text = bytearray(message + bytes([suffix]) + bytes(-(len(message) + 1) % rate))
    text[-1] |= 0x80
    return [bytes(text[i : i + rate]) for i in range(0, len(text), rate)]


def sponge(message, rate, suffix, length):
    state = bytes(200)
    for block in padded(message, rate, suffix):
        state = permuted(bytes(a ^ b for a, b in zip(state, block + bytes(200 - rate))))
    output = b""
    while len(output) < length:
        output += state[:rate]
        state = permuted(state)
    return output[:length]
