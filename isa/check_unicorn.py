#!/usr/bin/env python3
"""Runs the kernels of counterpoint-isa by Unicorn, an independent emulator, and compares each instruction.

check_unicorn.py COMMAND: the command `counterpoint` with the feature `isa`. For each set of instructions it writes the
words of a program, and what its own emulator finds after each instruction: the address, and the vector register that
was written. Unicorn runs the same words. It knows the instructions of the architecture, ARM's for SHA-3 too. Those of
the extension are trapped; then the register gets the value of our emulator, and the words around it are compared.
"""
import json
import subprocess
import sys

import unicorn
from unicorn import arm64_const as arm

PAGE = 1 << 12


def rounded(size):
    return (size + PAGE - 1) // PAGE * PAGE


class Run:
    """A program in Unicorn, beside the steps that are expected."""

    def __init__(self, dump):
        self.dump = dump
        self.steps = iter(dump["steps"])
        self.pending = None
        self.counted = 0
        self.trapped = 0
        self.wrong = []
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        self.machine.ctl_set_cpu_model(arm.UC_CPU_ARM64_MAX)
        # Vector instructions are trapped until the program may use them.
        cpacr = self.machine.reg_read(arm.UC_ARM64_REG_CPACR_EL1)
        self.machine.reg_write(arm.UC_ARM64_REG_CPACR_EL1, cpacr | 3 << 20)
        code = b"".join(word.to_bytes(4, "little") for word in dump["words"])
        data = b"".join(lane.to_bytes(8, "little") for lane in dump["memory"])
        for address, content in [(dump["program"], code), (dump["address"], data)]:
            self.machine.mem_map(address, rounded(len(content)))
            self.machine.mem_write(address, content)
        for register, number in enumerate(dump["general"]):
            self.machine.reg_write(arm.UC_ARM64_REG_X0 + register, number)
        self.machine.hook_add(unicorn.UC_HOOK_CODE, self.before)
        self.machine.hook_add(unicorn.UC_HOOK_INTR, self.trap)

    def vector(self, register):
        return self.machine.reg_read(arm.UC_ARM64_REG_Q0 + register)

    def check(self):
        """Compare what the last instruction has written."""
        step, self.pending = self.pending, None
        if step and step["register"] is not None and self.vector(step["register"]) != int(step["value"], 16):
            self.wrong.append(f"{step['text']} at {step['address']:#x}: v{step['register']} differs")

    def before(self, machine, address, size, _):
        self.check()
        self.counted += 1
        self.pending = next(self.steps)
        if address != self.pending["address"]:
            self.wrong.append(f"{address:#x} is run, and not {self.pending['address']:#x}")
            machine.emu_stop()

    def trap(self, machine, number, _):
        step = self.pending
        self.trapped += 1
        machine.reg_write(arm.UC_ARM64_REG_Q0 + step["register"], int(step["value"], 16))
        machine.reg_write(arm.UC_ARM64_REG_PC, step["address"] + 4)

    def run(self):
        last = self.dump["program"] + 4 * (len(self.dump["words"]) - 1)
        self.machine.emu_start(self.dump["program"], last)
        self.check()
        # The return is not run: it would leave the program.
        if self.counted != len(self.dump["steps"]) - 1:
            self.wrong.append(f"{self.counted} instructions, and not {len(self.dump['steps']) - 1}")
        size = 8 * len(self.dump["result"])
        memory = bytes(self.machine.mem_read(self.dump["address"], size))
        if memory != b"".join(lane.to_bytes(8, "little") for lane in self.dump["result"]):
            self.wrong.append("the memory differs at the end")


def main():
    command, failed = sys.argv[1], 0
    sets = subprocess.run([command, "isa", "sets"], check=True, capture_output=True, text=True).stdout.split()
    for name in sets:
        dump = subprocess.run([command, "isa", "dump", name], check=True, capture_output=True, text=True).stdout
        run = Run(json.loads(dump))
        run.run()
        for wrong in run.wrong[:5]:
            print(f"{name}: {wrong}", file=sys.stderr)
        failed += bool(run.wrong)
        counts = {"run": run.counted, "failed": len(run.wrong), "trapped": run.trapped}
        print(json.dumps({"name": f"unicorn {name}"} | counts))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
