"""The cores that the flows measure: module, parameters, and what their figures are compared with."""
from dataclasses import dataclass, field


@dataclass
class Paper:
    """A row of [AES-sharing]: logic cells, registers and MHz of an Altera Cyclone III after place and route."""

    cells: int
    registers: int
    mhz: float | None = None
    aes_bits_per_cycle: float | None = None  # where the paper's core takes other cycles than ours


@dataclass
class Core:
    top: str
    parameters: dict = field(default_factory=dict)
    plain: str | None = None  # the core that lacks what this one shares
    separate: tuple = ()  # the cores that together do what this one does
    hash_bits_per_cycle: float = 0
    aes_bits_per_cycle: float = 0
    paper: Paper | None = None


CORES = {
    "aes": Core("aes", aes_bits_per_cycle=12.8, paper=Paper(2525, 527)),
    "fugue": Core("fugue", hash_bits_per_cycle=16, paper=Paper(3562, 1005, 63.93)),
    "fugue_aes": Core(
        "fugue_aes",
        plain="fugue",
        hash_bits_per_cycle=16,
        aes_bits_per_cycle=12.8,
        paper=Paper(4520, 1105, 60.75),
    ),
    "fugue_aes_ke": Core(
        "fugue_aes_ke",
        plain="fugue",
        hash_bits_per_cycle=16,
        aes_bits_per_cycle=128 / 13,
        paper=Paper(4875, 1113, 59.81, 6.4),
    ),
    "keccak": Core("keccak", hash_bits_per_cycle=1088 / 24),
    "groestl_round2": Core("groestl", {"FINAL": 0}, hash_bits_per_cycle=25.6),
    "groestl_aes": Core("groestl_aes", {"FINAL": 0}, plain="groestl_round2", hash_bits_per_cycle=25.6, aes_bits_per_cycle=12.8),
    "groestl_aes_ke": Core("groestl_aes_ke", {"FINAL": 0}, plain="groestl_round2", hash_bits_per_cycle=25.6, aes_bits_per_cycle=12.8),
    "groestl_4aes": Core("groestl_4aes", {"FINAL": 0}, plain="groestl_round2", hash_bits_per_cycle=25.6, aes_bits_per_cycle=51.2),
    "groestl": Core("groestl", hash_bits_per_cycle=25.6),
    "groestl_pipelined": Core("groestl_pipelined", plain="groestl", hash_bits_per_cycle=25.6),
    "groestl_pipelined_round2": Core("groestl_pipelined", {"FINAL": 0}, plain="groestl_round2", hash_bits_per_cycle=25.6),
    "groestl_aes_final": Core("groestl_aes", plain="groestl", hash_bits_per_cycle=25.6, aes_bits_per_cycle=12.8),
    "groestl_aes_ke_final": Core("groestl_aes_ke", plain="groestl", hash_bits_per_cycle=25.6, aes_bits_per_cycle=12.8),
    "groestl_4aes_final": Core("groestl_4aes", plain="groestl", hash_bits_per_cycle=25.6, aes_bits_per_cycle=51.2),
}
