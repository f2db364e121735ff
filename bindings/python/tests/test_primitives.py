"""Permutations and steps, compared with known answers, the golden models of the hardware, and digests built on them."""

import json
import pathlib
import random
import sys

import pytest

import counterpoint
from counterpoint import primitives

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "studies" / "rtl" / "tb"))

from models import aes, fugue, groestl, keccak  # noqa: E402

STATES = [random.Random(seed).randbytes(200) for seed in range(20)] + [bytes(200)]


def records(path, field="vectors"):
    """Return the records of a file of known answers."""
    return json.loads((ROOT / "crates" / "counterpoint-vectors" / path).read_text())[field]


@pytest.mark.parametrize("state", STATES)
def test_the_models_of_the_hardware(state):
    assert primitives.keccak_p(state) == keccak.permuted(state)
    assert primitives.groestl_p512(state[:64]) == groestl.permutation("P", state[:64])
    assert primitives.groestl_q512(state[:64]) == groestl.permutation("Q", state[:64])
    columns = [state[i : i + 4] for i in range(0, 16, 4)]
    fugue.smix(columns)
    assert primitives.fugue_smix(state[:16]) == b"".join(columns)
    block, key = state[:16], state[16:32]
    assert primitives.aes_sub_bytes(block) == aes.sub_bytes(block)
    assert primitives.aes_shift_rows(block) == aes.shift_rows(block)
    assert primitives.aes_mix_columns(block) == aes.mix_columns(block)
    last = aes.shift_rows(aes.sub_bytes(block))
    assert primitives.aes_round(block, key) == aes.xor(aes.mix_columns(last), key)
    assert primitives.aes_encrypt(key, block + last) == aes.encrypt(key, block) + aes.encrypt(key, last)


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def test_groestl512_of_the_permutations():
    """The compression function of one block: the message, and the padding."""
    block = b"abc\x80" + bytes(128 - 12) + (1).to_bytes(8, "big")
    h = bytes(126) + b"\2\0"
    h = xor(xor(h, primitives.groestl_p1024(xor(h, block))), primitives.groestl_q1024(block))
    assert xor(h, primitives.groestl_p1024(h))[64:] == counterpoint.groestl512(b"abc").digest()


def test_keccak_of_every_width():
    for size, rounds in [(25, 18), (50, 20), (100, 22), (200, 24)]:
        state = STATES[0][:size]
        assert primitives.keccak_p(state) == primitives.keccak_p(state, rounds)
        assert primitives.keccak_p(state, 0) == state
        with pytest.raises(ValueError, match=f"rounds is {rounds + 1}"):
            primitives.keccak_p(state, rounds + 1)
        for record in records(f"data/keccak-p/keccak_p{8 * size}_rounds.json"):
            state = bytes.fromhex(record["input_hex"])
            assert primitives.keccak_p(state, record["rounds"]).hex() == record["output_hex"]


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_aes_of_every_key_length(bits):
    for record in records(f"data/aes/aes{bits}_ecb_cavp.json"):
        key, plaintext = bytes.fromhex(record["key_hex"]), bytes.fromhex(record["plaintext_hex"])
        assert primitives.aes_encrypt(key, plaintext).hex() == record["ciphertext_hex"]


def test_luffa_has_five_permutations():
    answers = records("steps/luffa-steps.json", "perm")
    assert {answer["j"] for answer in answers} == set(range(5))
    for answer in answers:
        assert primitives.luffa_q(answer["j"], bytes.fromhex(answer["in"])) == bytes.fromhex(answer["out"])
    with pytest.raises(ValueError, match="j is 5"):
        primitives.luffa_q(5, bytes(32))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: primitives.keccak_p(bytes(199)), "25, 50, 100 or 200 bytes, not 199"),
        (lambda: primitives.groestl_p512(bytes(65)), "the state must have 64 bytes, not 65"),
        (lambda: primitives.aes_round(bytes(16), bytes(15)), "the round key must have 16 bytes, not 15"),
        (lambda: primitives.aes_encrypt(bytes(15), bytes(16)), "16, 24 or 32 bytes, not 15"),
        (lambda: primitives.aes_encrypt(bytes(16), bytes(17)), "17 bytes are not a whole number of blocks"),
    ],
)
def test_wrong_lengths(call, message):
    with pytest.raises(ValueError, match=message):
        call()
