"""The test benches: what is built, with which parameters, and the Python file that drives it."""
from dataclasses import dataclass, field


@dataclass
class Bench:
    top: str
    module: str
    parameters: dict = field(default_factory=dict)


BENCHES = {
    "aes": Bench("aes", "test_aes"),
}
