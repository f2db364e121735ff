#!/usr/bin/env python3
"""Runs the kernels of counterpoint-isa in Unicorn, an independent emulator, and compares each instruction.

check_unicorn.py COMMAND: the program `counterpoint-isa`. For each instruction set it prints the words of programs, and
its own emulator's results after each instruction: the address, and the written registers. Unicorn runs the same words.
It knows the architecture's instructions, including ARM's for SHA-3. Those of the extension are trapped: this script
decodes the word and evaluates the instruction's formulas, which are text. So neither the decoder nor the arithmetic is
our emulator's.
"""
import json
import subprocess
import sys

import unicorn
from unicorn import arm64_const as arm

PAGE = 1 << 12


def rounded(size):
    return (size + PAGE - 1) // PAGE * PAGE


def numbered(name):
    """Unicorn's number of a register such as x3 or v7."""
    return getattr(arm, f"UC_ARM64_REG_{name.upper().replace('V', 'Q')}")


class Extension:
    """The instructions that the architecture lacks."""

    def __init__(self, forms):
        self.forms = {int(code): form for code, form in forms.items()}
        for form in self.forms.values():
            form["compiled"] = [compile(lane, form["name"], "eval") for lane in form["lanes"]]

    def run(self, machine, word):
        """Executes the instruction with this word."""
        form = self.forms[(word >> 29) << 5 | (word >> 21 & 15) << 1 | word >> 15 & 1]
        width, registers = form["width"], [word >> 5 & 31, word >> 16 & 31, word >> 10 & 31]
        if form["reads_destination"]:
            registers[form["sources"] - 1] = word & 31
        mask = (1 << width) - 1

        def lanes(register):
            value = machine.reg_read(arm.UC_ARM64_REG_Q0 + register)
            return [value >> at & mask for at in range(0, 128, width)]

        def rotl(lane, places):
            lane &= mask
            return (lane << places | lane >> (width - places)) & mask

        names = dict(zip("nma", map(lanes, registers[:form["sources"]])), rotl=rotl)
        result = [eval(lane, names) & mask for lane in form["compiled"]]  # noqa: S307: text of our own command
        value = sum(lane << width * index for index, lane in enumerate(result))
        machine.reg_write(arm.UC_ARM64_REG_Q0 + (word & 31), value)


class Run:
    """A program in Unicorn, with the expected steps."""

    def __init__(self, dump, extension):
        self.dump = dump
        self.extension = extension
        self.steps = iter(dump["steps"])
        self.pending = None
        self.counted = 0
        self.trapped = 0
        self.wrong = []
        self.machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        self.machine.ctl_set_cpu_model(arm.UC_CPU_ARM64_MAX)
        # Vector instructions are trapped until they are enabled.
        cpacr = self.machine.reg_read(arm.UC_ARM64_REG_CPACR_EL1)
        self.machine.reg_write(arm.UC_ARM64_REG_CPACR_EL1, cpacr | 3 << 20)
        code = b"".join(word.to_bytes(4, "little") for word in dump["words"])
        for address, content in [(dump["program"], code), (dump["address"], bytes(dump["memory"]))]:
            self.machine.mem_map(address, rounded(len(content)))
            self.machine.mem_write(address, content)
        for register, number in dump["general"].items():
            self.machine.reg_write(numbered(register), number)
        self.machine.reg_write(arm.UC_ARM64_REG_SP, dump["stack"])
        self.machine.hook_add(unicorn.UC_HOOK_CODE, self.before)
        self.machine.hook_add(unicorn.UC_HOOK_INTR, self.trap)

    def check(self):
        """Compares the results of the last instruction."""
        step, self.pending = self.pending, None
        for register, value in step["written"].items() if step else ():
            if self.machine.reg_read(numbered(register)) != int(value, 16):
                self.wrong.append(f"{step['text']} at {step['address']:#x}: {register} differs")

    def before(self, machine, address, size, _):
        self.check()
        self.counted += 1
        self.pending = next(self.steps)
        if address != self.pending["address"]:
            self.wrong.append(f"{address:#x} runs instead of {self.pending['address']:#x}")
            machine.emu_stop()

    def trap(self, machine, number, _):
        address = machine.reg_read(arm.UC_ARM64_REG_PC)
        self.trapped += 1
        self.extension.run(machine, self.dump["words"][(address - self.dump["program"]) // 4])
        machine.reg_write(arm.UC_ARM64_REG_PC, address + 4)

    def run(self):
        last = self.dump["program"] + 4 * (len(self.dump["words"]) - 1)
        self.machine.emu_start(self.dump["program"], last)
        self.check()
        # The return does not run, because it would leave the program.
        if self.counted != len(self.dump["steps"]) - 1:
            self.wrong.append(f"{self.counted} instructions instead of {len(self.dump['steps']) - 1}")
        if list(self.machine.mem_read(self.dump["address"], len(self.dump["result"]))) != self.dump["result"]:
            self.wrong.append("the memory differs at the end")


def main():
    command, failed = sys.argv[1], 0

    def output(*arguments):
        return subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout

    extension = Extension(json.loads(output("formulas")))
    for name in output("sets").split() + output("sets", "--packed").split():
        counts = {"run": 0, "failed": 0, "trapped": 0}
        for line in output("dump", name).splitlines():
            dump = json.loads(line)
            run = Run(dump, extension)
            run.run()
            for wrong in run.wrong[:5]:
                print(f"{name}, {dump['name']}: {wrong}", file=sys.stderr)
            counts = {"run": counts["run"] + run.counted, "failed": counts["failed"] + len(run.wrong),
                      "trapped": counts["trapped"] + run.trapped}
        failed += counts["failed"]
        print(json.dumps({"name": f"unicorn {name}"} | counts))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
