"""The known answers, in the formats of counterpoint-vectors, that fit a simulated core: whole bytes, up to 2 MiB."""
import json
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent

MOST_BYTES = 2 << 20


class Vectors:
    def __init__(self):
        named = os.environ.get("COUNTERPOINT_VECTORS")
        shared = ROOT / "../shared/vectors"
        built_in = ROOT / "crates/counterpoint-vectors/data"
        self.complete = bool(named) or shared.is_dir()
        self.folder = ROOT / named if named else shared if shared.is_dir() else built_in

    def files(self, folder, pattern):
        place = self.folder / folder
        return sorted(p for p in place.iterdir() if re.fullmatch(pattern, p.name)) if place.is_dir() else []

    def hashes(self, folder, stem):
        """Yields pairs of a message and its digest from all files of the algorithm, whose names begin with `stem`."""
        algorithm = re.compile(stem.replace("_", "[_-]?") + "$")
        for path in self.files(folder, rf"({stem}_.*|million_a)\.json"):
            text = json.loads(path.read_text())
            for vector in text["vectors"]:
                if not algorithm.match(vector.get("algorithm", stem)) or "large_message" in vector or "j" in vector or vector.get("out_bits", 0) % 8:
                    continue
                if "length_bytes" in vector:
                    message = bytes(i % 251 for i in range(vector["length_bytes"]))
                elif "repeat" in vector:
                    if vector["repeat"] * len(vector["text"]) > MOST_BYTES:
                        continue
                    message = vector["text"].encode() * vector["repeat"]
                elif "message_hex" in vector and vector["bits"] % 8 == 0:
                    message = bytes.fromhex(vector["message_hex"])[: vector["bits"] // 8]
                else:
                    continue
                yield message, bytes.fromhex(vector["digest_hex"])
        for path in self.files(folder, rf"{stem}.*Msg\.rsp".upper() + rf"|{stem.upper()}(Short|Long)Msg\.rsp"):
            for bits, message, digest in re.findall(r"Len = (\d+)\s+Msg = (\w+)\s+MD = (\w+)", path.read_text()):
                yield bytes.fromhex(message)[: int(bits) // 8], bytes.fromhex(digest)

    def chains(self, folder, stem):
        """Yields the seed and digests of Monte Carlo chains.

        The next message is the digest, padded to the length of the seed with the beginning of the last message.
        """
        for path in self.files(folder, rf"{stem}_montecarlo\.json"):
            text = json.loads(path.read_text())
            yield bytes.fromhex(text["seed_hex"]), [bytes.fromhex(v["digest_hex"]) for v in text["vectors"]]
        # FIPS 202's chains: each message is the previous digest, and has its length.
        for path in self.files(folder, rf"{stem.upper()}Monte\.rsp"):
            seed, *digests = re.findall(r"(?:Seed|MD) = (\w+)", path.read_text())
            yield bytes.fromhex(seed), [bytes.fromhex(digest) for digest in digests]

    def records(self, folder, pattern):
        for path in self.files(folder, pattern):
            yield from json.loads(path.read_text())["vectors"]
