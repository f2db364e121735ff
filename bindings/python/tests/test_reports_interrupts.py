"""Fault F39 of the reports: Ctrl-C stops a call, and the object is unchanged or closed."""

import hashlib
import mmap
import os
import signal
import struct
import threading

import pyarrow as pa
import pytest

import counterpoint
from counterpoint.arrow import hash_array, hash_rows
from test_reports import digests, sha3, strings


class TestF39ControlC:
    """Each call would take many seconds, but stops soon after the signal; the tests check the state it leaves."""

    @pytest.fixture(scope="class")
    def zeros(self):
        """Pages of zeros, which take no memory."""
        no_reserve = getattr(mmap, "MAP_NORESERVE", 0x4000)  # its name is new in Python 3.13
        with mmap.mmap(-1, 1 << 35, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve) as pages:
            yield pages

    def interrupted(self, call):
        """Interrupt a call."""
        timer = threading.Timer(0.15, os.kill, (os.getpid(), signal.SIGINT))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            timer.start()
            with pytest.raises(KeyboardInterrupt):
                call()
        finally:
            timer.join()
            signal.signal(signal.SIGINT, before)

    def test_f39_update(self, zeros):
        for name in ["sha3_256", "tuplehash128", "kt128"]:
            hasher = counterpoint.new(name)
            hasher.update(b"before")
            self.interrupted(lambda: hasher.update(zeros))
            expected = counterpoint.new(name)
            expected.update(b"before")
            length = [32] if hasher.digest_size == 0 else []
            assert hasher.digest(*length) == expected.digest(*length), f"{name} is as before the call"
            hasher.update(b"after")
            expected.update(b"after")
            assert hasher.digest(*length) == expected.digest(*length)

    def test_f39_outputs(self):
        xof = counterpoint.shake128(b"a")
        for read in [xof.digest, xof.hexdigest]:
            self.interrupted(lambda: read(1 << 30))
        assert xof.squeeze(5) == hashlib.shake_128(b"a").digest(5)
        self.interrupted(lambda: xof.squeeze(1 << 30))
        with pytest.raises(ValueError, match="squeeze was interrupted"):
            xof.squeeze(5)
        assert xof.digest(5) == hashlib.shake_128(b"a").digest(5)

    def test_f39_many(self, zeros):
        self.interrupted(lambda: counterpoint.hash_many("sha3_256", [zeros]))
        self.interrupted(lambda: counterpoint.hash_many("tuplehash128", [zeros]))
        self.interrupted(lambda: counterpoint.hash_many("groestl512", [bytes(1 << 20)] * 100_000, threads=2))
        self.interrupted(lambda: counterpoint.hash_many_into("sha3_256", [zeros], bytearray(32)))

    def test_f39_columns(self, zeros):
        data = pa.py_buffer(zeros)
        for column in [
            pa.Array.from_buffers(pa.binary(1 << 7), 1 << 23, [None, data]),
            pa.Array.from_buffers(pa.large_binary(), 1, [None, pa.py_buffer(struct.pack("<2q", 0, 1 << 34)), data]),
        ]:
            self.interrupted(lambda: hash_array("groestl512", column, threads=2))
            self.interrupted(lambda: hash_rows("tuplehash128", [column, column], threads=1))

    def test_f39_trees(self, zeros):
        from counterpoint.merkle import Merkle

        merkle = Merkle("sha3_256")
        leaves = memoryview(zeros)[: 1 << 31]
        self.interrupted(lambda: merkle.root(leaves, leaf_size=64))
        appender = merkle.appender()
        appender.append([b"a"])
        self.interrupted(lambda: appender.append(leaves, leaf_size=64))
        assert len(appender) == 1 and appender.root == merkle.root([b"a"])
        tree = merkle.tree([b"a"])
        self.interrupted(lambda: tree.append(leaves, leaf_size=64))
        append, proof = lambda: tree.append([b"a"]), lambda: tree.inclusion_proof(0)
        for call in [lambda: tree.root, lambda: len(tree), append, proof]:
            with pytest.raises(ValueError, match="an append to the tree was interrupted"):
                call()

    def test_f39_sessions(self, zeros):
        for name in ["lake_keyak", "lunar_keyak", "ketje_jr"]:
            message = memoryview(zeros)[: 1 << 29]
            for call in [
                lambda session: session.encrypt(message),
                lambda session: session.decrypt(message, bytes(session.tag_size)),
                lambda session: session.encrypt(b"", zeros),
            ]:
                session = counterpoint.Session(name, bytes(12), b"")
                self.interrupted(lambda: call(session))
                with pytest.raises(ValueError, match="start a new session"):
                    session.encrypt(b"")

    def test_f39_long_tags_and_blocks(self, zeros):
        self.interrupted(lambda: counterpoint.shake128().verify(memoryview(zeros)[: 1 << 31]))
        self.interrupted(lambda: counterpoint.primitives.aes_encrypt(bytes(16), memoryview(zeros)[: 1 << 30]))
        for length in [1 << 20, (1 << 20) + 1, (3 << 20) + 5]:
            xof = counterpoint.shake128(b"a")
            tag = xof.digest(length)
            assert tag == hashlib.shake_128(b"a").digest(length)
            xof.verify(tag)
            for place in [0, length // 2, length - 1]:
                with pytest.raises(counterpoint.WrongTag):
                    xof.verify(tag[:place] + bytes([tag[place] ^ 1]) + tag[place + 1 :])

    def test_f39_long_leaves(self, zeros):
        from counterpoint.merkle import Merkle
        from counterpoint.merkletreejs import Merkletreejs
        from counterpoint.openzeppelin import OpenZeppelin

        for merkle in [Merkle("sha3_256", threads=2), Merkle("tuplehash128"), Merkle("sha3_256", prefixes=False)]:
            for call in [
                lambda: merkle.root([zeros, zeros]),
                lambda: merkle.tree([b"", zeros]),
                lambda: merkle.verify_inclusion(zeros, 0, 1, b"", bytes(32)),
                lambda: merkle.verify_inclusion_of_many([(0, b""), (1, zeros)], 2, b"", bytes(32)),
            ]:
                self.interrupted(call)
        self.interrupted(lambda: OpenZeppelin().tree([zeros]))
        self.interrupted(lambda: OpenZeppelin().verify(zeros, [], bytes(32)))
        self.interrupted(lambda: Merkletreejs("sha3_256", hash_leaves=True).tree([zeros]))
        numbers = memoryview(zeros)[: 1 << 30]
        for shape in [OpenZeppelin(threads=2), OpenZeppelin(simple=True)]:
            self.interrupted(lambda: shape.tree(numbers, value_size=32))

    @pytest.mark.parametrize("name", ["sha3_256", "tuplehash128", "groestl256", "kt128"])
    def test_f39_long_leaves_have_the_hash_of_short_ones(self, name):
        from counterpoint.merkle import Merkle

        for length in [(1 << 20) - 200, 1 << 20, (1 << 21) + 1]:
            leaves = [b"a", bytes(length), b"", b"x" * length, b"c"]
            for prefix, merkle in [(b"\0", Merkle(name)), (b"", Merkle(name, prefixes=False))]:
                digest_length = [32] if counterpoint.new(name).digest_size == 0 else []
                tree = merkle.tree(leaves)
                for index, leaf in enumerate(leaves):
                    hasher = counterpoint.new(name)
                    hasher.update(prefix + leaf)
                    assert tree.leaf_hash(index) == hasher.digest(*digest_length)
                    assert merkle.verify_inclusion(leaf, index, 5, tree.inclusion_proof(index), tree.root)
                assert tree.root == merkle.root(leaves)
                both = [(1, leaves[1]), (3, leaves[3])]
                assert merkle.verify_inclusion_of_many(both, 5, tree.inclusion_proof([1, 3]), tree.root)

    def test_f39_one_list_of_very_many_elements(self, zeros):
        numbers = pa.Array.from_buffers(pa.int8(), 1 << 30, [None, pa.py_buffer(zeros)])
        offsets = pa.py_buffer(struct.pack("<2q", 0, 1 << 30))
        column = pa.Array.from_buffers(pa.large_list(pa.int8()), 1, [None, offsets], children=[numbers])
        self.interrupted(lambda: digests(column))
        self.interrupted(lambda: hash_rows("tuplehash128", [column]))
        short = numbers[: 1 << 21]
        message = strings([b"\0"] * len(short))
        column = pa.LargeListArray.from_arrays([0, len(short)], short)
        assert digests(column) == [sha3(message)], "a long list is encoded in pieces"
        assert hash_rows("tuplehash128", [column])[0] == counterpoint.tuplehash128([b"\1", message]).digest()

    def test_f39_handlers_that_use_the_object(self, zeros):
        """They can't wait for the call that they interrupt."""
        from counterpoint.merkle import Merkle

        data, tree = memoryview(zeros)[: 1 << 28], Merkle("sha3_256").appender()
        hasher, session = counterpoint.sha3_256(), counterpoint.Session("lake_keyak", bytes(16), b"")
        for work, use in [
            (lambda: hasher.update(data), lambda: hasher.update(b"a")),
            (lambda: hasher.update(data), lambda: hasher.hexdigest()),
            (lambda: hasher.update(data), lambda: hasher.copy()),
            (lambda: session.encrypt(data), lambda: session.encrypt(b"a")),
            (lambda: tree.append([data]), lambda: tree.root),
        ]:
            seen = []

            def handler(*_, use=use, seen=seen):
                with pytest.raises(RuntimeError, match="in use by the call that this one interrupts"):
                    use()
                seen.append(1)

            before = signal.signal(signal.SIGUSR1, handler)
            timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1))
            try:
                timer.start()
                work()
            finally:
                timer.join()
                signal.signal(signal.SIGUSR1, before)
            assert seen
        assert hasher.digest() == sha3(bytes(3 << 28))

    def test_f39_waiting_for_another_thread(self, zeros):
        """Ctrl-C also stops the waiting, and the other thread's call continues."""
        hasher = counterpoint.sha3_256()
        thread = threading.Thread(target=hasher.update, args=(memoryview(zeros)[: 1 << 29],))
        thread.start()
        self.interrupted(lambda: [hasher.digest() for _ in range(1 << 20)])
        thread.join()
        assert hasher.digest() == sha3(memoryview(zeros)[: 1 << 29])

    def test_f39_threads_share_an_object(self):
        hasher, piece = counterpoint.sha3_256(), b"x" * 5000
        update = lambda: [hasher.update(piece[: 1 + i % 5000]) for i in range(1000)]
        threads = [threading.Thread(target=update) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert hasher.digest() == sha3(b"x" * 8 * sum(1 + i % 5000 for i in range(1000)))

    def test_f39_handlers_that_do_not_raise(self, zeros):
        """A call continues if the handler returns."""
        seen = []
        before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(1))
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1))
        try:
            timer.start()
            data = memoryview(zeros)[: 1 << 28]
            digest = counterpoint.sha3_256(data).digest()
        finally:
            timer.join()
            signal.signal(signal.SIGUSR1, before)
        assert seen and digest == sha3(data)
