"""Keccak-p as FIPS 202 defines it, for comparing random states. The few known answers check it, too."""


def offsets_and_moves():
    """For each lane: its offset in rho, and where pi takes it."""
    offsets, (x, y) = {(0, 0): 0}, (1, 0)
    for t in range(24):
        offsets[x, y] = (t + 1) * (t + 2) // 2
        x, y = y, (2 * x + 3 * y) % 5
    return {(x, y): (offset, (y, (2 * x + 3 * y) % 5)) for (x, y), offset in offsets.items()}


def round_constants(lane_bits):
    """The constants of rounds 0, 1, .. for this width."""
    register, log = 1, lane_bits.bit_length() - 1
    while True:
        constant = 0
        for j in range(7):
            if register & 1 and j <= log:
                constant |= 1 << (2**j - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        yield constant


def keccak_f(state):
    """Permutes 25, 50, 100 or 200 bytes."""
    size = len(state) // 25
    bits = 8 * size
    rotl = lambda value, n: (value << n % bits | value >> (bits - n % bits)) & ((1 << bits) - 1)
    a = {(x, y): int.from_bytes(state[size * (x + 5 * y) :][:size], "little") for y in range(5) for x in range(5)}
    constants = round_constants(bits)
    for _ in range(12 + 2 * (bits.bit_length() - 1)):
        c = [a[x, 0] ^ a[x, 1] ^ a[x, 2] ^ a[x, 3] ^ a[x, 4] for x in range(5)]
        b = {}
        for (x, y), (offset, place) in offsets_and_moves().items():
            b[place] = rotl(a[x, y] ^ c[(x - 1) % 5] ^ rotl(c[(x + 1) % 5], 1), offset)
        a = {(x, y): b[x, y] ^ (~b[(x + 1) % 5, y] & b[(x + 2) % 5, y]) & ((1 << bits) - 1) for x, y in b}
        a[0, 0] ^= next(constants)
    return b"".join(a[x, y].to_bytes(size, "little") for y in range(5) for x in range(5))
