"""Sessions of Keyak and Ketje."""

import pytest

import counterpoint

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


def test_mistakes():
    with pytest.raises(ValueError, match="no authenticated encryption"):
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
