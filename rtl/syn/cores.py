"""The cores that the flows measure: module, parameters, and what a figure of theirs is compared with."""
from dataclasses import dataclass, field


@dataclass
class Core:
    top: str
    parameters: dict = field(default_factory=dict)
    plain: str | None = None  # the core that lacks what this one shares
    hash_bits_per_cycle: float = 0
    aes_bits_per_cycle: float = 0


CORES = {
    "aes": Core("aes", aes_bits_per_cycle=12.8),
    "keccak": Core("keccak", hash_bits_per_cycle=1088 / 24),
    "fugue": Core("fugue", hash_bits_per_cycle=16),
    "fugue_aes": Core("fugue_aes", plain="fugue", hash_bits_per_cycle=16, aes_bits_per_cycle=12.8),
}
