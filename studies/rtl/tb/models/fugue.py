"""Fugue-256 as in its specification, word by word: the golden model of the benches."""
from models.aes import SBOX, multiply

M = ((1, 4, 7, 1), (1, 1, 4, 7), (7, 1, 1, 4), (4, 7, 1, 1))
IV = ("e952bdde", "6671135f", "e0d4f668", "d2b0b594", "f96c621d", "fbf929de", "9149e899", "34f8c248")
TIMES = {c: [multiply(c, x) for x in range(256)] for c in (1, 4, 7)}


def added(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def super_mix(columns):
    """Four columns of four bytes, row 0 first."""
    u = [[columns[j][i] for j in range(4)] for i in range(4)]
    v = [[0] * 4 for _ in range(4)]
    for i in range(4):
        s = 0
        for j in range(4):
            s ^= u[i][j] if j != i else 0
        for j in range(4):
            v[i][j] = TIMES[M[j][i]][s]
            for t in range(4):
                v[i][j] ^= TIMES[M[i][t]][u[t][j]]
    return [bytes(v[i][(k + i) % 4] for i in range(4)) for k in range(4)]


def smix(state):
    state[:4] = super_mix([bytes(SBOX[x] for x in column) for column in state[:4]])


def rotated(state, columns):
    return state[-columns:] + state[:-columns]


def subround(state):
    state = rotated(state, 3)
    for target, source in ((0, 4), (1, 5), (2, 6), (15, 4), (16, 5), (17, 6)):
        state[target] = added(state[target], state[source])
    smix(state)
    return state


def tix(state, word):
    state[10] = added(state[10], state[0])
    state[0] = word
    state[8] = added(state[8], word)
    state[1] = added(state[1], state[24])


def padded(message):
    """The words of a message of whole bytes: zeros to the end of a word, then its length in bits."""
    data = message + bytes(-len(message) % 4) + (8 * len(message)).to_bytes(8, "big")
    return [data[i : i + 4] for i in range(0, len(data), 4)]


def hash_words(words):
    state = [bytes(4)] * 22 + [bytes.fromhex(word) for word in IV]
    for word in words:
        tix(state, word)
        state = subround(subround(state))
    for _ in range(10):
        state = subround(state)
    for _ in range(13):
        for target, columns in ((15, 15), (16, 14)):
            state[4] = added(state[4], state[0])
            state[target] = added(state[target], state[0])
            state = rotated(state, columns)
            smix(state)
    state[4] = added(state[4], state[0])
    state[15] = added(state[15], state[0])
    return b"".join(state[1:5] + state[15:19])


def digest(message):
    return hash_words(padded(message))
