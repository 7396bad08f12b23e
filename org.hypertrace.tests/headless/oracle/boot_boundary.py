# SPDX-License-Identifier: EPL-2.0
"""Where the boots of a guest begin, for all oracles: written from this rule alone.

  first   with the launch of the VM; else with the first word that only a running kernel reports, or that reports where the kernel lies,
          or with a triple fault
  reset   a reset of the VM begins another boot
  mark    stage 1, stage 2 and the level start_kernel, in this order, are marks. A mark begins another boot unless the kernel still
          boots and the mark comes later in this order than the last one of the boot. A kernel boots from its first mark on until
          a stage after 2, a panic, a triple fault or, once there was a level, until thread 1 executes a program; and again when
          a level begins. If it decoded anything before its first mark that shows that it runs, it does not boot.
  base    where a kernel lies, reported after stage 6, a triple fault or a panic, is another kernel's: another boot
  launch  of a VM: the first kvm_x86_write_tsc_offset of a vCPU with previous offset 0, else the first kvm entry, if a thread of it
          began within the trace
  reset   writes the TSC offset that is there already, on a vCPU that was in its guest, and not because the guest wrote an MSR; all
          such writes until a vCPU that was in its guest enters it again are one
"""
from host_events import ENTRY, EXIT

SILENT = {"hello", "base", "name", "text", "mark", "kvm", "unknown", "forged", "malformed"}
TRIPLE_FAULT = {("1", "2"), ("2", "127")}
MSR = {("1", "31"), ("1", "32"), ("2", "124")}
WRITE = "kvm_x86_write_tsc_offset"


def mark_of(kind, f):
    if kind == "stage" and f["stage"] in (1, 2):
        return f["stage"]
    return 3 if kind == "level" and f["name"] == "start_kernel" else 0


class Boundary:
    """The number of the boot that runs, 0 before the first; fed with signs of the host and words of the guest in time order."""

    def __init__(self, signs=()):
        self.number, self.mark, self.does, self.signs = 0, 0, None, sorted(signs)

    def begin(self):
        self.number, self.mark, self.does = self.number + 1, 0, None

    def come_to(self, t):
        """What the host reported until then counts."""
        while self.signs and self.signs[0][0] <= t:
            self.sign(self.signs.pop(0)[1])

    def after(self, t, kind, f):
        """The number of the boot in which this is decoded."""
        self.come_to(t)
        self.word(kind, f)
        return self.number

    def sign(self, what):
        """launch, reset or triple fault; true if a boot begins."""
        before = self.number
        if what == "reset" or not self.number:
            self.begin()
        if what == "triple fault" and self.does != "panicked":
            self.does = "stopped"
        return self.number != before

    def word(self, kind, f):
        """True if a boot begins with it."""
        before, mark = self.number, mark_of(kind, f)
        if mark:
            boots = self.number and self.does in (None, "kernel", "levels")
            if not boots or mark <= self.mark:
                self.begin()
            self.mark = mark
            if self.does != "levels":
                self.does = "kernel"
        elif kind == "base" and f.get("text_start"):
            if self.number == 0 or self.does in ("stopped", "panicked"):
                self.begin()
        elif kind not in SILENT:
            if not self.number:
                self.begin()
            self.does = self.does or "runs"
        if kind == "level":
            self.does = "levels"
        elif kind == "stage" and f["stage"] > 2:
            self.does = "stopped" if f["stage"] == 6 else "runs"
        elif kind == "panic":
            self.does = "panicked"
        elif kind == "exec" and f["tid"] == 1 and self.does == "levels":
            self.does = "runs"
        return self.number != before


def signs(events, tids):
    """What the host's events report of a VM with these vCPU threads: (when, launch or reset or triple fault)."""
    forked = launched = resetting = False
    entered, msr = set(), set()
    for e in events:
        if e.name == "sched_process_fork" and int(e.f["child_tid"]) in tids:
            forked = True
        if e.tid not in tids:
            continue
        if forked and not launched and (e.name in ENTRY or e.name == WRITE and int(e.f["previous_tsc_offset"]) == 0):
            launched = True
            yield e.t, "launch"
        if e.name in ENTRY | EXIT:
            resetting = resetting and e.tid not in entered
            entered.add(e.tid)
        if e.name in EXIT:
            why = (e.f.get("isa"), e.f.get("exit_reason"))
            (msr.add if why in MSR else msr.discard)(e.tid)
            if why in TRIPLE_FAULT:
                yield e.t, "triple fault"
        if e.name == WRITE and e.tid in entered - msr and not resetting and e.f["previous_tsc_offset"] == e.f["next_tsc_offset"]:
            resetting = True
            yield e.t, "reset"
