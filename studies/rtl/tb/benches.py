"""The test benches: the module to build, its parameters, and the Python file that drives it."""
import os
from dataclasses import dataclass, field


@dataclass
class Bench:
    top: str
    module: str
    parameters: dict = field(default_factory=dict)
    core: str | None = None  # its name in syn/cores.py, if its netlist is simulated as well


# In the order of bus_pkg.sv.
WRAPPED = ("AES", "FUGUE", "FUGUE_AES_KE", "GROESTL", "GROESTL_AES_KE", "KECCAK")


def axi(core):
    return Bench("counterpoint_axi", "test_axi", {"CORE": f"3'd{WRAPPED.index(core)}"})


ROUND2 = {"FINAL": 0, "SBOX": 2}


def key_elsewhere(core):
    """A core in the round-2 form whose round key is in M or comes from outside."""
    top, place = core.rsplit("_", 1)
    return Bench(top, "test_groestl_aes", ROUND2 | {"ROUND_KEY": {"m": "2'd1", "port": "2'd2"}[place]}, core=core)


BENCHES = {
    "aes": Bench("aes", "test_aes", core="aes"),
    "aes_rounds": Bench("aes_rounds", "test_aes", core="aes_rounds"),
    "keccak": Bench("keccak", "test_keccak", core="keccak"),
    "fugue": Bench("fugue", "test_fugue", core="fugue"),
    "fugue_aes": Bench("fugue_aes", "test_fugue_aes", core="fugue_aes"),
    "fugue_aes_ke": Bench("fugue_aes_ke", "test_fugue_aes", core="fugue_aes_ke"),
    "fugue_aes_ke_20sboxes": Bench("fugue_aes_ke", "test_fugue_aes", {"KEY_SBOXES": 4}, core="fugue_aes_ke_20sboxes"),
    "fugue_unrolled": Bench("fugue_unrolled", "test_fugue", {"SBOX": 2}, core="fugue_unrolled"),
    "fugue_pipelined": Bench("fugue_pipelined", "test_fugue_pipelined", {"SBOX": 2}, core="fugue_pipelined"),
    "groestl": Bench("groestl", "test_groestl", {"SBOX": 2}, core="groestl"),
    "groestl_pipelined": Bench("groestl_pipelined", "test_groestl", {"SBOX": 2}, core="groestl_pipelined"),
    "groestl_pipelined_round2": Bench("groestl_pipelined", "test_groestl", ROUND2, core="groestl_pipelined_round2"),
    "groestl_aes_pipelined": Bench("groestl_aes_pipelined", "test_groestl_aes", ROUND2, core="groestl_aes_pipelined"),
    "groestl_aes_pipelined_final": Bench("groestl_aes_pipelined", "test_groestl_aes", {"SBOX": 2}),
    "groestl_round2": Bench("groestl", "test_groestl", ROUND2, core="groestl_round2"),
    "groestl_aes": Bench("groestl_aes", "test_groestl_aes", ROUND2, core="groestl_aes"),
    "groestl_aes_final": Bench("groestl_aes", "test_groestl_aes", {"SBOX": 2}, core="groestl_aes_final"),
    "groestl_aes_ke": Bench("groestl_aes_ke", "test_groestl_aes", ROUND2, core="groestl_aes_ke"),
    "groestl_aes_ke_final": Bench("groestl_aes_ke", "test_groestl_aes", {"SBOX": 2}, core="groestl_aes_ke_final"),
    "groestl_4aes": Bench("groestl_4aes", "test_groestl_aes", ROUND2, core="groestl_4aes"),
    "groestl_4aes_final": Bench("groestl_4aes", "test_groestl_aes", {"SBOX": 2}, core="groestl_4aes_final"),
    "groestl_4aes_ke": Bench("groestl_4aes_ke", "test_groestl_aes", ROUND2, core="groestl_4aes_ke"),
    "groestl_4aes_ke_final": Bench("groestl_4aes_ke", "test_groestl_aes", {"SBOX": 2}, core="groestl_4aes_ke_final"),
    **{f"groestl_{name}": key_elsewhere(f"groestl_{name}") for name in ("aes_m", "aes_port", "aes_ke_m", "4aes_m", "4aes_port", "4aes_ke_m")},
    **{f"{family}_padding": Bench(f"{family}_padding", "test_padding") for family in ("fugue", "groestl")},
    **{f"axi_{core.lower()}": axi(core) for core in WRAPPED},
}


def bench_chosen():
    """The running bench."""
    return BENCHES[os.environ["COUNTERPOINT_BENCH"]]
