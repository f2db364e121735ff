"""The test benches: what is built, with which parameters, and the Python file that drives it."""
from dataclasses import dataclass, field


@dataclass
class Bench:
    top: str
    module: str
    parameters: dict = field(default_factory=dict)
    core: str | None = None  # its name in syn/cores.py, if its netlist is simulated too


BENCHES = {
    "aes": Bench("aes", "test_aes", core="aes"),
    "keccak": Bench("keccak", "test_keccak", core="keccak"),
}
