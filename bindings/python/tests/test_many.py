"""Many messages at once, compared with one by one."""

import array
import hashlib
import threading

import pytest

import counterpoint


def message(length: int) -> bytes:
    return bytes((i * 7 + length) & 255 for i in range(length))


@pytest.mark.parametrize("threads", [1, 2, 3, None])
@pytest.mark.parametrize("lengths", [[], [5], range(300), [64] * 20_000, [0, 1, 100_000, 5]])
def test_sha3_equals_hashlib(threads, lengths):
    messages = [message(length) for length in lengths]
    expected = [hashlib.sha3_256(each).digest() for each in messages]
    assert counterpoint.hash_many("sha3_256", messages, threads=threads) == expected
    out = bytearray(32 * len(messages))
    assert counterpoint.hash_many_into("sha3_256", messages, out, threads=threads) is None
    assert bytes(out) == b"".join(expected)


@pytest.mark.parametrize("name", sorted(counterpoint.algorithms_available))
def test_every_algorithm(name, sample_options):
    options = sample_options(name)
    length = 50 if counterpoint.new(name, **options).digest_size == 0 else None
    messages = [message(length) for length in range(0, 400, 7)]
    expected = []
    for each in messages:
        hasher = counterpoint.new(name, each, **options)
        expected.append(hasher.digest(length) if length else hasher.digest())
    assert counterpoint.hash_many(name, messages, length=length, **options) == expected


VALUES = {
    "key": b"another key",
    "customization": b"c",
    "function_name": b"f",
    "domain": 7,
    "block_size": 9,
    "digest_size": 40,
}


@pytest.mark.parametrize(
    ("name", "option"), [(n, o) for n in sorted(counterpoint.algorithms_available) for o in counterpoint.options(n)]
)
def test_every_option(name, option, sample_options):
    """Each option changes the digest, and has the same keyword in all functions."""

    def digest(**options):
        hasher = getattr(counterpoint, name)(**options)
        hasher.update(b"a")
        length = {} if hasher.digest_size else {"length": 50}
        expected = hasher.digest(**length)
        assert counterpoint.new(name, b"a", **options).digest(**length) == expected
        assert counterpoint.hash_many(name, [b"a"], **length, **options) == [expected]
        out = bytearray(len(expected))
        counterpoint.hash_many_into(name, [b"a"], out, **length, **options)
        assert out == expected
        return expected

    options = sample_options(name)
    assert digest(**options | {option: VALUES[option]}) != digest(**options)


def test_any_iterable_of_buffers():
    rows = [b"a", bytearray(b"bc"), memoryview(b"def"), array.array("b", [1, 2])]
    expected = [hashlib.sha3_256(bytes(row)).digest() for row in rows]
    for kind in [list, tuple, iter, lambda rows: (row for row in rows)]:
        assert counterpoint.hash_many("sha3_256", kind(rows)) == expected


def test_outputs_of_any_length():
    expected = [hashlib.shake_128(row).digest(5) for row in [b"a", b"b"]]
    assert counterpoint.hash_many("shake_128", [b"a", b"b"], length=5) == expected
    assert counterpoint.hash_many("shake_128", [b"a", b"b"], length=0) == [b"", b""]
    with pytest.raises(TypeError, match="'length' is a required argument"):
        counterpoint.hash_many("shake_128", [b"a"])
    with pytest.raises(TypeError, match="takes no length"):
        counterpoint.hash_many("sha3_256", [b"a"], length=32)
    with pytest.raises(ValueError, match="do not fit in memory"):
        counterpoint.hash_many("shake_128", [b"a", b"b"], length=2**62)


def test_mistakes():
    with pytest.raises(TypeError, match="Strings must be encoded before hashing"):
        counterpoint.hash_many("sha3_256", [b"a", "b"])
    with pytest.raises(TypeError, match="object supporting the buffer API required"):
        counterpoint.hash_many("sha3_256", [b"a", None])
    with pytest.raises(TypeError):
        counterpoint.hash_many("sha3_256", 5)
    with pytest.raises(TypeError):
        counterpoint.hash_many("sha3_256", b"abc")  # The items of bytes are numbers.
    with pytest.raises(ValueError, match="unsupported hash type"):
        counterpoint.hash_many("nope", [])
    for threads in [0, -1]:
        with pytest.raises(ValueError, match="threads"):
            counterpoint.hash_many("sha3_256", [], threads=threads)
    with pytest.raises(ValueError, match="31 bytes"):
        counterpoint.hash_many_into("sha3_256", [b"a"], bytearray(31))
    with pytest.raises((BufferError, TypeError)):
        counterpoint.hash_many_into("sha3_256", [b"a"], bytes(32))
    for row, out in [(b"a", memoryview(bytearray(64))[::2]), (memoryview(b"abcd")[::2], bytearray(32))]:
        with pytest.raises(BufferError, match="contiguous"):
            counterpoint.hash_many_into("sha3_256", [row], out)
    with pytest.raises(ValueError, match="no implementation"):
        counterpoint.hash_many("sha3_256", [b"a"], implementation="nope")


def test_the_output_may_be_an_array():
    out = array.array("Q", [0] * 8)
    counterpoint.hash_many_into("sha3_256", [b"a", b"b"], out)
    assert out.tobytes() == hashlib.sha3_256(b"a").digest() + hashlib.sha3_256(b"b").digest()


def test_a_list_that_becomes_shorter():
    """Another thread removes messages. The call returns all digests, or reports what happened."""
    messages = [message(3000)] * 20_000
    expected = counterpoint.sha3_256(message(3000)).digest()
    taker = threading.Thread(target=lambda: [messages.pop() for _ in range(19_000)])
    taker.start()
    try:
        assert set(counterpoint.hash_many("sha3_256", messages)) == {expected}
    except RuntimeError as error:
        assert "the list of messages became shorter" in str(error)
    taker.join()


def test_a_message_beyond_the_first_ones_that_lies_in_the_output():
    out = bytearray(32 * 3000)
    messages = [b"a"] * 2999 + [memoryview(out)[:32]]
    with pytest.raises(ValueError, match="message 2999 overlaps out"):
        counterpoint.hash_many_into("sha3_256", messages, out)


def test_messages_beside_the_output():
    """A message may touch the output, but not share a byte with it."""
    memory = memoryview(bytearray(80))
    out = memory[16:48]
    for overlapping in [memory[:17], memory[47:], memory[20:30], memory]:
        with pytest.raises(ValueError, match="message 0 overlaps out"):
            counterpoint.hash_many_into("sha3_256", [overlapping], out)
    for apart in [memory[:16], memory[48:]]:
        counterpoint.hash_many_into("sha3_256", [apart], out)
        assert out == hashlib.sha3_256(apart).digest()


@pytest.mark.parametrize("threads", [1, 2])
def test_long_outputs(threads):
    messages = [message(length) for length in range(100)]
    expected = [hashlib.shake_128(each).digest(200_000) for each in messages]
    assert counterpoint.hash_many("shake128", messages, length=200_000, threads=threads) == expected
