"""Sessions of Keyak and Ketje."""

import pytest

import counterpoint
from test_primitives import records

NAMES = [
    "river_keyak",
    "lake_keyak",
    "sea_keyak",
    "ocean_keyak",
    "lunar_keyak",
    "ketje_jr",
    "ketje_sr",
    "ketje_minor",
    "ketje_major",
]


@pytest.mark.parametrize("name", NAMES)
def test_messages_go_to_and_fro(name):
    alice, bob = (counterpoint.Session(name, b"a key of 16b", b"nonce") for _ in range(2))
    for length in [0, 1, 100, 5000]:
        plaintext = bytes(i & 255 for i in range(length))
        ciphertext, tag = alice.encrypt(plaintext, b"data")
        assert len(ciphertext) == length and len(tag) == alice.tag_size
        assert bob.decrypt(ciphertext, tag, b"data") == plaintext
        alice, bob = bob, alice


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_tag_ends_the_session(name):
    alice, bob = (counterpoint.Session(name, b"a key of 16b", b"nonce") for _ in range(2))
    ciphertext, tag = alice.encrypt(b"attack at dawn")
    with pytest.raises(counterpoint.WrongTag):
        bob.decrypt(ciphertext, bytes(len(tag)))
    with pytest.raises(ValueError, match="start a new session"):
        bob.decrypt(ciphertext, tag)


@pytest.mark.parametrize("name", NAMES)
def test_a_tag_of_another_length_does_not_match(name):
    """The session can be continued."""
    alice, bob = (counterpoint.Session(name, b"a key of 16b", b"nonce") for _ in range(2))
    ciphertext, tag = alice.encrypt(b"attack at dawn")
    for wrong in [tag + b"\0", tag[:-1], b""]:
        with pytest.raises(counterpoint.WrongTag):
            bob.decrypt(ciphertext, wrong)
    assert bob.decrypt(ciphertext, tag) == b"attack at dawn"


@pytest.mark.parametrize("name", NAMES)
def test_nonce_and_associated_data(name):
    """Another nonce produces another ciphertext, and a tag does not match other data."""
    nonces = [b"nonce", b"nonce", b"other"]
    alice, bob, other = (counterpoint.Session(name, b"a key of 16b", nonce) for nonce in nonces)
    ciphertext, tag = alice.encrypt(b"attack at dawn", b"data")
    assert other.encrypt(b"attack at dawn", b"data")[0] != ciphertext
    with pytest.raises(counterpoint.WrongTag):
        bob.decrypt(ciphertext, tag, b"other data")


@pytest.mark.parametrize(
    ("name", "path", "index"), [("river_keyak", "keyak/riverkeyak", 2), ("ketje_sr", "ketje/ketje_sr", 1)]
)
def test_known_answers(name, path, index):
    """Sessions of the designers, with a nonce and associated data."""
    record = records(f"data/{path}.json")[index]
    session = counterpoint.Session(name, bytes.fromhex(record["key_hex"]), bytes.fromhex(record["nonce_hex"]))
    for step in record.get("wraps") or record["steps"]:
        data = bytes.fromhex(step.get("metadata_hex") or step["associated_data_hex"])
        ciphertext, tag = session.encrypt(bytes.fromhex(step["plaintext_hex"]), data)
        assert (ciphertext.hex(), tag.hex()) == (step["ciphertext_hex"], step["tag_hex"])


def test_mistakes():
    with pytest.raises(ValueError, match="not authenticated encryption"):
        counterpoint.Session("sha3_256", b"key", b"nonce")
    with pytest.raises(ValueError, match="unsupported"):
        counterpoint.Session("nope", b"key", b"nonce")
    with pytest.raises(ValueError, match="a key of 0 bytes"):
        counterpoint.Session("lake_keyak", b"", b"nonce")
    with pytest.raises(TypeError, match="Strings must be encoded"):
        counterpoint.Session("lake_keyak", "key", b"nonce")
    with pytest.raises(ValueError, match="not in this build; the feature all-techniques adds it"):
        counterpoint.Session("lake_keyak", b"key", b"nonce", implementation="spec")
    session = counterpoint.Session("lake_keyak", b"key", b"nonce")
    with pytest.raises(TypeError, match="Strings must be encoded"):
        session.encrypt("text")
