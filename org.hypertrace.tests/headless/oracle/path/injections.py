# SPDX-License-Identifier: EPL-2.0
"""Interrupts of guests: when one is inferred, when it was under way, and who raised it (G6, G7, G8, G10).

An injection makes a vector pending, with its cause as known then; the next entry begins the inferred interrupt. It ends with a
word that no interrupt reports, a reported handler, a switch, a boot, a timer's new deadline, and with an exit that shows that something
else runs: not the tracer's, not for an interruption, memory or an interrupt window, nor a timer's for an MSR.
"""
from bisect import bisect_left, bisect_right

from path.machines import may_have_raised
from path.participants import BLOCKED, RUN, Interrupt
from path.vcpus import HLT, INTERRUPTION

TIMERS, IPIS = (0xec, 0xef), (0xfb, 0xfc, 0xfd)
MEMORY, WINDOW, MSR = {(1, 48), (1, 49), (2, 1024)}, {(1, 7), (2, 100)}, {(1, 31), (1, 32), (2, 124)}
DEADLINE, ICR = 0x6e0, 0x830
SECOND, TEN_SECONDS = 10**9, 10**10
KINDS = ("timer", "reschedule", "call function", "call function single")


class Place:
    """What is known of a vCPU in the guest's eyes."""

    def __init__(self, vcpu):
        self.vcpu, self.thread, self.open, self.raised = vcpu, None, [], {}
        self.inferred = self.last = self.pending = self.armed = self.ipi = self.word = self.before = None
        self.active = False


class Injections:
    def __init__(self, vm, host, declared, guest):
        self.vm, self.host, self.guest, self.khz, self.pairs, self.names = vm, host, guest, None, [], {}
        self.has_msr = any(n.endswith("_msr") and n.startswith("kvm_") for n in declared)
        self.has_accept = any(n.endswith("apic_accept_irq") for n in declared)

    def deed(self, p, deed):
        t, _, kind, value = deed
        if kind == "entry" and p.pending:
            vector, since, raised = p.pending
            x = Interrupt(p.vcpu, None, "interrupt", vector, t, self.names.get(vector), vector in TIMERS)
            x.since, x.raised, x.vector = since, raised, vector
            p.inferred = p.last = x
            p.pending = None
        elif kind == "exit":
            self.exit(p, value)
        elif kind == "inj" and (p.pending is None or p.pending[0] != value):
            p.pending = value, *self.cause(p, value, t)
        elif kind == "msr":
            self.msr(p, *value, t)

    def exit(self, p, exit):
        why = exit.why()
        if why in HLT:
            p.last = None
        spared = exit.tracer or why in INTERRUPTION | MEMORY | WINDOW
        if p.inferred and not spared and not (p.inferred.timer and why in MSR and self.has_msr):
            p.inferred = None

    def msr(self, p, msr, data, t):
        if msr == DEADLINE:
            if data:
                p.armed = data, t
            if p.inferred and p.inferred.timer:
                p.inferred = None
        elif msr == ICR:
            self.ipi(p, [data >> 32], data & 0xff, t)

    def ipi_call(self, p, number, f, t):
        if number == 10:
            a0, a1, a2, a3 = (f[f"a{i}"] for i in range(4))
            bits = a0 | a1 << 64
            self.ipi(p, [a2 + i for i in range(128) if bits >> i & 1], a3 & 0xff, t)

    def ipi(self, p, targets, vector, t):
        for place in self.guest.places.values():
            if place is not p and place.vcpu.number in targets:
                place.ipi = vector, t, self.guest.context(p, t)

    # causes ------------------------------------------------------------------------------------------------------------

    def cause(self, p, vector, t):
        """(since, (when, by whom) or None) of a vector that is injected at t."""
        halt = self.halt_before(p, t)
        if vector in TIMERS:
            due = self.due(p, t)
            return due if due is not None else halt.end if halt else t, None
        raised = self.accepted(p, vector, t)
        if raised is None and vector in IPIS and p.ipi and p.ipi[0] == vector:
            raised = p.ipi[1:]
        if raised is None and halt and may_have_raised(halt.ended, self.vm):
            raised = halt.end, halt.ended
        if raised is None and not self.has_accept and 0x20 <= vector < 0xec:
            raised = self.only_mate(p, t)
        return raised[0] if raised else t, raised

    def halt_before(self, p, t):
        """The last sleep that ends after the last exit and at most at t, if it is a halt."""
        v, thread = p.vcpu, p.vcpu.thread
        i = bisect_right(v.exit_times, t) - 1
        after = v.exit_times[i] if i >= 0 else None
        j = thread.at(t)
        while j >= 0 and (thread.states[j].kind != BLOCKED or thread.states[j].end > t):
            j -= 1
        if j < 0 or after is None or thread.states[j].end <= after:
            return None
        s = thread.states[j]
        return s if v.rows[bisect_right(v.begins, s.begin) - 1][1] == "halted" else None

    def accepted(self, p, vector, t):
        taken = self.host.accepts.get((p.vcpu.number, vector), ())
        i = bisect_right(taken, t, key=lambda a: a[0]) - 1
        while i >= 0 and t - taken[i][0] <= SECOND:
            when, by, thread = taken[i]
            if thread.pid == self.vm.pid or thread.vcpu and thread.vcpu.vm is self.vm or thread in self.vm.mates:
                return when, by
            i -= 1
        return None

    def only_mate(self, p, t):
        """The one mate that had a CPU since the guest last ran before t, and when it last had."""
        v = p.vcpu
        i = bisect_right(v.begins, t) - 1
        while i >= 0 and not (v.rows[i][1] == "guest" and self.exit_of(v, i) not in WINDOW):
            i -= 1
        begin, found = v.rows[i][0] if i >= 0 else v.begin, []
        for mate in self.vm.mates:
            j = mate.at(t)
            while j >= 0 and mate.states[j].end > begin and not (mate.states[j].kind == RUN and mate.states[j].begin < t):
                j -= 1
            if j >= 0 and mate.states[j].end > begin and mate.states[j].kind == RUN:
                found.append((min(mate.states[j].end, t), mate))
        return found[0] if len(found) == 1 else None

    @staticmethod
    def exit_of(v, i):
        """The reason of the exit that ends a state."""
        j = bisect_left(v.exit_times, v.rows[i + 1][0] if i + 1 < len(v.rows) else v.end)
        return v.exits[j].why() if j < len(v.exits) else None

    def due(self, p, t):
        if p.armed is None or self.khz is None:
            return None
        deadline, written = p.armed
        near = [x for x in self.pairs if abs(x[1] - written) <= TEN_SECONDS] or self.pairs
        if not near:
            return None
        due = max(written, min(at + (deadline - tsc) * 10**6 // self.khz for tsc, at in near))
        return due if due <= t else None

    # reported handlers -----------------------------------------------------------------------------------------------------

    def handler(self, p, number, f, t):
        """G8: an irq or a vector begins; it takes over what was inferred of it."""
        irq, inferred = number == 0x6e, p.inferred
        name = f["name"] if irq else KINDS[f["apic"]] if f["apic"] < len(KINDS) else None
        x = Interrupt(p.vcpu, None, "irq" if irq else "vector", f["irq"] if irq else f["vec"], t, name, name == "timer")
        if inferred and (not inferred.timer or name == "timer" if irq else inferred.number == f["vec"]):
            x.vector, x.since, x.raised = inferred.vector, inferred.since, inferred.raised
            if irq:
                self.names[inferred.vector] = name
        p.inferred = None
        p.open.append(x)
        p.last = x
