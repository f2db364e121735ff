"""The objects returned by the constructors, compared with hashlib's in digests and behaviour."""

import array
import copy
import gc
import hashlib
import hmac
import inspect
import io
import json
import mmap
import os
import pathlib
import pickle
import subprocess
import threading

import pytest

import counterpoint
from counterpoint.merkle import Merkle

SHA3 = ["sha3_224", "sha3_256", "sha3_384", "sha3_512"]
SHAKE = ["shake_128", "shake_256"]
LENGTHS = [0, 1, 3, 135, 136, 137, 1000, 2047, 2048, 5000, 100_000]


def message(length: int) -> bytes:
    return bytes((i * 7 + length) & 255 for i in range(length))


def constructor(name: str):
    """The constructor of an algorithm with sample options."""
    needs_key = "key" in counterpoint.options(name)
    made = getattr(counterpoint, name)
    return (lambda data=b"": made(b"a key of 16 byte", data)) if needs_key else made


@pytest.mark.parametrize("name", SHA3)
@pytest.mark.parametrize("length", LENGTHS)
def test_sha3_equals_hashlib(name, length):
    data = message(length)
    ours, theirs = getattr(counterpoint, name)(data), getattr(hashlib, name)(data)
    assert ours.digest() == theirs.digest()
    assert ours.hexdigest() == theirs.hexdigest()
    assert (ours.name, ours.digest_size, ours.block_size) == (theirs.name, theirs.digest_size, theirs.block_size)


@pytest.mark.parametrize("name", SHAKE)
@pytest.mark.parametrize("length", [0, 1, 31, 168, 5000])
def test_shake_equals_hashlib(name, length):
    data = message(1000)
    ours, theirs = getattr(counterpoint, name)(data), getattr(hashlib, name)(data)
    assert ours.digest(length) == theirs.digest(length)
    assert ours.hexdigest(length) == theirs.hexdigest(length)
    assert (ours.digest_size, ours.block_size) == (theirs.digest_size, theirs.block_size)


def test_every_algorithm_has_a_constructor():
    for name in counterpoint.algorithms_available:
        ours = constructor(name)(*([] if name.startswith("tuple") else [b"abc"]))
        assert ours.name == name
        assert name in counterpoint.__all__
        length = 32 if ours.digest_size == 0 else None
        assert len(ours.digest(length) if length else ours.digest()) == (length or ours.digest_size)
    # Constructors are the exported functions that return hashers; all others take the name of an algorithm first.
    others = {"hash_many", "hash_many_into", "implementations", "new", "options", "shake_128", "shake_256"}
    functions = {name for name in counterpoint.__all__ if inspect.isbuiltin(getattr(counterpoint, name))}
    assert counterpoint.algorithms_available == functions - others
    assert counterpoint.algorithms_guaranteed == counterpoint.algorithms_available


# The digests of b"abc" from the specifications' examples and the designers' answers.
ABC = {
    "keccak256": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
    "groestl256": "f3c1bb19c048801326a7efbcf16e3d7887446249829c379e1840d1a3a1e7d4d2",
}


@pytest.mark.parametrize("name", ABC)
def test_known_answers(name):
    assert getattr(counterpoint, name)(b"abc").hexdigest() == ABC[name]
    assert counterpoint.new(name, b"abc").hexdigest() == ABC[name]


# Each update of a tuple is an element.
@pytest.mark.parametrize("name", sorted(n for n in counterpoint.algorithms_available if not n.startswith("tuple")))
def test_pieces_and_copies(name):
    length = {"length": 50} if constructor(name)().digest_size == 0 else {}
    whole = constructor(name)(message(5000)).digest(**length)
    ours = constructor(name)()
    ours.update(message(5000)[:100])
    other = ours.copy()
    other.update(message(5000)[100:])
    assert other.digest(**length) == whole
    assert other.digest(**length) == whole, "digest does not end the message"
    ours.update(message(5000)[100:3000])
    ours.digest(**length)
    ours.update(message(5000)[3000:])
    assert ours.digest(**length) == whole


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_buffers(kind):
    assert counterpoint.sha3_256(kind(b"abc")).digest() == hashlib.sha3_256(b"abc").digest()


def test_other_buffers():
    numbers = array.array("i", range(1000))
    assert counterpoint.sha3_256(numbers).digest() == hashlib.sha3_256(numbers.tobytes()).digest()
    with mmap.mmap(-1, 5000) as memory:
        assert counterpoint.sha3_256(memory).digest() == hashlib.sha3_256(bytes(5000)).digest()
    buffer = bytearray(b"abc")
    ours = counterpoint.sha3_256(buffer)
    buffer.extend(b"def")  # The buffer is free again.
    assert ours.digest() == hashlib.sha3_256(b"abc").digest()


def test_wrong_types_have_hashlibs_words():
    ours = counterpoint.sha3_256()
    for call in [ours.update, counterpoint.sha3_256, lambda data: counterpoint.new("kt128", data)]:
        with pytest.raises(TypeError, match="Strings must be encoded before hashing"):
            call("abc")
        for wrong in [1, 1.5, [b"abc"], object()]:
            with pytest.raises(TypeError, match="object supporting the buffer API required"):
                call(wrong)
        with pytest.raises((BufferError, ValueError)):
            call(memoryview(b"abcdef")[::2])
    with pytest.raises(TypeError):
        ours.update()
    with pytest.raises(TypeError):
        ours.update(None)
    with pytest.raises(ValueError, match="unsupported hash type nope"):
        counterpoint.new("nope")
    with pytest.raises(TypeError, match="takes no length"):
        ours.digest(32)
    with pytest.raises(TypeError, match="'length' is a required argument"):
        counterpoint.shake128(b"").digest()
    with pytest.raises(OverflowError):
        counterpoint.shake128(b"").digest(-1)
    with pytest.raises(TypeError, match="use digest"):
        ours.squeeze(1)


def test_options():
    with pytest.raises(ValueError, match="sha3-256 takes no key"):
        counterpoint.new("sha3_256", key=b"key")
    with pytest.raises(ValueError, match="kmac128 needs a key"):
        counterpoint.new("kmac128")
    with pytest.raises(TypeError, match="unexpected keyword argument 'salt'"):
        counterpoint.new("sha3_256", salt=b"salt")
    with pytest.raises(ValueError, match="no implementation of that name"):
        counterpoint.new("sha3_256", implementation="nope")
    with pytest.raises(ValueError):
        counterpoint.turboshake128(domain=0x80)
    with pytest.raises(TypeError, match="Strings must be encoded"):
        counterpoint.kmac128("key")
    for name, available, constant_time in counterpoint.implementations("groestl256"):
        assert isinstance(constant_time, bool)
        if available:
            assert counterpoint.new("groestl256", b"abc", implementation=name).hexdigest() == ABC["groestl256"]


def test_the_wheel_has_no_code_for_measurements(sample_options):
    """Wheels lack what the feature `all-techniques` adds: `spec`, and everything that is not constant time."""
    for name in counterpoint.algorithms_available:
        assert all(constant_time for _, _, constant_time in counterpoint.implementations(name))
        with pytest.raises(ValueError, match="not in this build; the feature all-techniques adds it"):
            counterpoint.new(name, implementation="spec", **sample_options(name))


COMMAND = pathlib.Path(__file__).resolve().parents[3] / "target/release/counterpoint"


@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not built")
def test_the_wheel_has_the_code_of_the_command():
    listed = {name: [] for name in counterpoint.algorithms_available}
    for record in json.loads(subprocess.check_output([COMMAND, "list", "--format", "json"])):
        line = (record["implementation"], record["available"], record["constant_time"])
        listed.get(record["algorithm"].replace("-", "_"), []).append(line)
    assert {name: counterpoint.implementations(name) for name in listed} == listed


def test_sp800_185_examples():
    # [SP800-185], the samples published by NIST.
    key = bytes(range(0x40, 0x60))
    assert counterpoint.kmac128(key, bytes(range(4))).hexdigest().upper() == (
        "E5780B0D3EA6F7D3A429C5706AA43A00FADBD7D49628839E3187243F456EE14E"
    )
    tagged = counterpoint.new("kmac128", bytes(range(4)), key=key, customization=b"My Tagged Application")
    assert tagged.hexdigest().upper() == "3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5"
    assert counterpoint.cshake128(bytes(range(4)), customization=b"Email Signature").hexdigest(32).upper() == (
        "C1C36925B6409A04F1B504FCBCA9D82B4017277CB5ED2B2065FC1D3814D5AAF5"
    )
    assert counterpoint.tuplehash128([bytes(range(3)), bytes(range(0x10, 0x16))]).hexdigest().upper() == (
        "C5D8786C1AFB9B82111AB34B65B2C0048FA64E6D48E263264CE1707D3FFC8ED1"
    )
    blocks = bytes(range(8)) + bytes(range(0x10, 0x18)) + bytes(range(0x20, 0x28))
    assert counterpoint.parallelhash128(blocks, block_size=8).hexdigest().upper() == (
        "BA8DC1D1D979331D3F813603C67F72609AB5E44B94A0B8F9AF46514454A2B4F5"
    )


def test_digest_size():
    """The length of the output is an input of these functions: [SP800-185] 4.3, 5.3 and 6.3."""

    def digest(name, function_name, encoded):
        return counterpoint.new(name, encoded + b"\xa0\x01", function_name=function_name).digest(20)

    key = (b"\x01\x88" + b"\x01\x18key").ljust(136, b"\0")
    blocks = b"\x02\x20\0" + hashlib.shake_128(b"a").digest(32) + b"\1\1"
    kmac = counterpoint.kmac256(b"key", b"a", digest_size=20)
    of_tuples = counterpoint.tuplehash128([b"a"], digest_size=20)
    of_blocks = counterpoint.parallelhash128(b"a", digest_size=20)
    for made, options, expected in [
        (kmac, {"key": b"key"}, digest("cshake256", b"KMAC", key + b"a")),
        (of_tuples, {}, digest("cshake128", b"TupleHash", b"\x01\x08a")),
        (of_blocks, {"block_size": 8192}, digest("cshake128", b"ParallelHash", blocks)),
    ]:
        assert (made.digest_size, made.digest()) == (20, expected)
        assert counterpoint.hash_many(made.name, [b"a"], digest_size=20, **options) == [expected]


def test_squeeze_is_a_stream():
    whole = counterpoint.shake256(b"abc").digest(5000)
    ours = counterpoint.shake256(b"abc")
    assert ours.squeeze(10) + ours.squeeze(0) + ours.squeeze(4990) == whole
    assert ours.digest(10) == whole[:10], "digest begins with the first byte"
    with pytest.raises(ValueError, match="squeezed"):
        ours.update(b"more")
    with pytest.raises(ValueError, match="squeezed"):
        ours.copy()


def test_verify():
    mac, xof = (make(b"key", b"message") for make in [counterpoint.kmac256, counterpoint.kmacxof128])
    for hasher, tag in [(mac, mac.digest()), (xof, xof.digest(200))]:
        for length in range(8, len(tag) + 1):
            assert hasher.verify(tag[:length]) is None
            for index in {0, 7, length // 2, length - 1}:
                wrong = bytearray(tag[:length])
                wrong[index] ^= 1
                with pytest.raises(counterpoint.WrongTag):
                    hasher.verify(wrong)
    for wrong in [b"", mac.digest()[:7], mac.digest() + b"x"]:
        with pytest.raises(ValueError, match="a tag of"):
            mac.verify(wrong)
    assert issubclass(counterpoint.WrongTag, ValueError)


def test_file_digest_and_hmac(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(message(1_000_000))
    with open(path, "rb") as file:
        assert hashlib.file_digest(file, counterpoint.sha3_256).hexdigest() == (
            hashlib.sha3_256(message(1_000_000)).hexdigest()
        )
    with pytest.raises(ValueError):
        hashlib.file_digest(file, counterpoint.sha3_256)
    ours = hashlib.file_digest(io.BytesIO(b"abc"), lambda: counterpoint.new("keccak256"))
    assert ours.hexdigest() == ABC["keccak256"]
    for name in SHA3:
        ours = hmac.new(b"key" * 100, b"message", getattr(counterpoint, name))
        assert ours.digest() == hmac.new(b"key" * 100, b"message", name).digest()


def test_pickling_and_copying_are_refused_as_by_hashlib():
    for ours in [counterpoint.sha3_256(), hashlib.sha3_256()]:
        with pytest.raises(TypeError):
            pickle.dumps(ours)
        with pytest.raises(TypeError):
            copy.copy(ours)
        with pytest.raises(TypeError):
            copy.deepcopy(ours)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_object_goes_on_after_a_fork():
    ours = counterpoint.kt128(b"abc")
    rows = [message(64)] * 50_000
    counterpoint.hash_many("sha3_256", rows, threads=2)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        ours.update(b"def")
        os.write(writing, ours.digest(32) + counterpoint.hash_many("sha3_256", rows, threads=2)[-1])
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 64) == counterpoint.kt128(b"abcdef").digest(32) + hashlib.sha3_256(message(64)).digest()
    os.close(reading)
    os.close(writing)
    assert ours.digest(32) == counterpoint.kt128(b"abc").digest(32)


def test_one_object_in_many_threads():
    """Updates of one length from several threads: their order is undefined, but none is lost or split."""
    ours = counterpoint.sha3_256()
    piece = bytes(3000)

    def work():
        for _ in range(100):
            ours.update(piece)
            ours.copy().digest()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ours.digest() == hashlib.sha3_256(piece * 400).digest()


LONG_CALLS = {
    "new": counterpoint.fugue512,
    "hash_many": lambda data: counterpoint.hash_many("fugue512", [data]),
    "root": lambda data: Merkle("fugue512").root([data]),
    "root-of-rows": lambda data: Merkle("fugue512").root(data, leaf_size=len(data)),
    "verify": lambda data: Merkle("fugue512").verify_inclusion(data, 0, 1, b"", bytes(64)),
    "verify-many": lambda data: Merkle("fugue512").verify_inclusion_of_many([(0, data)], 1, b"", bytes(64)),
}


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_other_threads_run_meanwhile(call):
    """A long call lets other threads run. On a busy machine they may not get a turn in each call."""
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    data = bytes(1 << 26)
    during = 0
    for _ in range(20):
        before = len(ticks)
        call(data)
        during = len(ticks) - before
        if during > 10:
            break
    done.set()
    thread.join()
    assert during > 10


def test_memory_is_freed():
    """Creating objects and buffers repeatedly takes no more memory."""

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    def work():
        for _ in range(2000):
            ours = counterpoint.kmac128(b"key", bytearray(1000), customization=b"custom")
            ours.copy().digest()
            counterpoint.shake128(b"abc").squeeze(10)
            counterpoint.hash_many("sha3_256", [b"a", bytearray(10)])

    work()
    gc.collect()
    before = resident()
    for _ in range(5):
        work()
    gc.collect()
    assert resident() - before < 500, "pages"


def test_repr():
    assert "sha3_256" in repr(counterpoint.sha3_256())
    assert "lake_keyak" in repr(counterpoint.Session("lake-keyak", b"key", b"nonce"))
