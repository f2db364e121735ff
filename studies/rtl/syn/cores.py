"""The cores that the flows measure: module, parameters, and the figures to compare with."""
from dataclasses import dataclass, field


@dataclass
class Paper:
    """A row of [AES-sharing]: logic cells, registers and MHz of an Altera Cyclone III after place and route."""

    cells: int
    registers: int
    mhz: float | None = None


@dataclass
class Core:
    top: str
    parameters: dict = field(default_factory=dict)
    plain: str | None = None  # the same core without AES or another addition
    separate: tuple = ()  # the cores that together do what this one does
    hash_bits_per_cycle: float = 0
    aes_bits_per_cycle: float = 0
    paper: Paper | None = None


KEY_IN_M, KEY_AT_PORT = {"ROUND_KEY": "2'd1"}, {"ROUND_KEY": "2'd2"}  # groestl_pkg::round_key_e
SEPARATE_AES = {
    "groestl_aes": ["aes_rounds"],
    "groestl_aes_ke": ["aes"],
    "groestl_4aes": ["aes_rounds"] * 4,
    "groestl_4aes_ke": ["aes"] * 4,
}


def shared(top, aes_bits_per_cycle, plain, paper=None, form=None):
    """A Grøstl core with AES in it, in the same form as the plain one."""
    parameters = ({"FINAL": 0} if plain == "groestl_round2" else {}) | (form or {})
    separate = (plain, *SEPARATE_AES[top])
    return Core(top, parameters, plain, separate, 25.6, aes_bits_per_cycle, paper)


CORES = {
    "aes": Core("aes", aes_bits_per_cycle=12.8, paper=Paper(2525, 527)),
    "aes_rounds": Core("aes_rounds", aes_bits_per_cycle=12.8, paper=Paper(1989, 391)),
    "fugue": Core("fugue", hash_bits_per_cycle=16, paper=Paper(3562, 1005, 63.93)),
    "fugue_aes": Core(
        "fugue_aes",
        plain="fugue",
        separate=("fugue", "aes_rounds"),
        hash_bits_per_cycle=16,
        aes_bits_per_cycle=12.8,
        paper=Paper(4520, 1105, 60.75),
    ),
    "fugue_aes_ke": Core(
        "fugue_aes_ke",
        plain="fugue",
        separate=("fugue", "aes"),
        hash_bits_per_cycle=16,
        aes_bits_per_cycle=128 / 20,
        paper=Paper(4875, 1113, 59.81),
    ),
    "fugue_aes_ke_20sboxes": Core(
        "fugue_aes_ke",
        {"KEY_SBOXES": 4},
        plain="fugue",
        separate=("fugue", "aes"),
        hash_bits_per_cycle=16,
        aes_bits_per_cycle=128 / 11,
    ),
    "fugue_unrolled": Core("fugue_unrolled", plain="fugue", hash_bits_per_cycle=32),
    "fugue_pipelined": Core("fugue_pipelined", plain="fugue", hash_bits_per_cycle=16),
    "keccak": Core("keccak", hash_bits_per_cycle=1088 / 24),
    "groestl_round2": Core("groestl", {"FINAL": 0}, hash_bits_per_cycle=25.6, paper=Paper(12086, 1547, 57.52)),
    "groestl_aes": shared("groestl_aes", 12.8, "groestl_round2", Paper(12387, 1550, 54.13)),
    "groestl_aes_ke": shared("groestl_aes_ke", 12.8, "groestl_round2", Paper(12520, 1558, 55.79)),
    "groestl_4aes": shared("groestl_4aes", 51.2, "groestl_round2", Paper(13723, 1550, 56.03)),
    "groestl_4aes_ke": shared("groestl_4aes_ke", 25.6, "groestl_round2"),
    "groestl_aes_m": shared("groestl_aes", 12.8, "groestl_round2", form=KEY_IN_M),
    "groestl_aes_port": shared("groestl_aes", 12.8, "groestl_round2", form=KEY_AT_PORT),
    "groestl_aes_ke_m": shared("groestl_aes_ke", 12.8, "groestl_round2", form=KEY_IN_M),
    "groestl_4aes_m": shared("groestl_4aes", 51.2, "groestl_round2", form=KEY_IN_M),
    "groestl_4aes_port": shared("groestl_4aes", 51.2, "groestl_round2", form=KEY_AT_PORT),
    "groestl_4aes_ke_m": shared("groestl_4aes_ke", 25.6, "groestl_round2", form=KEY_IN_M),
    "groestl": Core("groestl", hash_bits_per_cycle=25.6),
    "groestl_pipelined": Core("groestl_pipelined", plain="groestl", hash_bits_per_cycle=25.6),
    "groestl_pipelined_round2": Core("groestl_pipelined", {"FINAL": 0}, plain="groestl_round2", hash_bits_per_cycle=25.6),
    "groestl_aes_pipelined": Core(
        "groestl_aes_pipelined",
        {"FINAL": 0},
        plain="groestl_pipelined_round2",
        separate=("groestl_pipelined_round2", "aes_rounds"),
        hash_bits_per_cycle=25.6,
        aes_bits_per_cycle=12.8,
    ),
    "groestl_aes_final": shared("groestl_aes", 12.8, "groestl"),
    "groestl_aes_ke_final": shared("groestl_aes_ke", 12.8, "groestl"),
    "groestl_4aes_final": shared("groestl_4aes", 51.2, "groestl"),
    "groestl_4aes_ke_final": shared("groestl_4aes_ke", 25.6, "groestl"),
}
