# SPDX-License-Identifier: EPL-2.0
"""The path of a participant in a window (P0-P9): a walk backwards over what ended each sleep.

At an instant the path is on whom one reaches from the subject by going, from each that sleeps then, to the one that ended
that sleep. Each piece of a participant's time is explained for itself; so a part of a window has that part of the path.

  bound    what ends a sleep must come before it: the time at which the participant did what it is asked for
  x        vCPU and vCPU's thread are the same participant; what a vCPU's thread did, the guest's thread on it did
"""
from bisect import bisect_left, bisect_right

from path.machines import may_have_raised
from path.participants import BLOCKED, EVER, INF, NET_RX, READY, RUN, UNKNOWN, GuestThread, HostThread, Interrupt, Vcpu
from path.segments import Chain, Segments

DEPTH = 64
EXITED = ("hostInterrupt", "vmm", "hostKernel")


class Walk:
    def __init__(self, host, guest_only=False, activations=False):
        self.host, self.guest_only, self.activations, self.root = host, guest_only, activations, Chain(None, None)

    def path(self, x, a, z):
        self.out, self.hops, self.back, self.contradictions = [], [], [], 0
        self.go(x, a, z, self.root, INF)
        return Segments(self.out, a, z, self.contradictions, self.hops, self.back)

    def add(self, a, z, chain, phase, state, by=None):
        if a < z:
            self.out.append((a, z, chain, phase, state, by))

    def go(self, x, a, z, chain, bound):
        """x explains [a, z)."""
        if z <= a:
            return
        if chain.depth == DEPTH:
            self.add(a, z, chain, "wait", "untold", "too deep")
            return
        if isinstance(x, HostThread) and x.vcpu:
            x = x.vcpu
        chain = chain.then(x)
        if isinstance(x, Vcpu):
            self.vcpu(x, a, z, chain, "run", bound)
        elif isinstance(x, Interrupt):
            (self.guest_interrupt if x.vcpu else self.host_interrupt)(x, a, z, chain, bound)
        else:
            self.thread(x, a, z, chain, bound)

    def did(self, x, t, a, z, chain):
        """x did something at t, which ends a wait of the chain's owner."""
        if z <= a:
            return
        x = x.vcpu if isinstance(x, HostThread) and x.vcpu else x
        if isinstance(x, Vcpu) and x.vm.reports:      # P4
            on = x.who(t)
            if on is not None and not getattr(on, "idle", False):
                x = on
        self.hops.append((t, x, chain))
        if z > t:
            self.back.append((t, z))
        self.go(x, a, z, chain, t)

    # threads -----------------------------------------------------------------------------------------------------------

    def thread(self, x, a, z, chain, bound):
        guest = isinstance(x, GuestThread)
        if self.activations and bound < INF and not guest and self.mate(x):
            a = self.activation(x, a, z, chain, bound)
        if not x.states:
            self.before(x, a, z, chain) if guest else self.add(a, z, chain, "wait", "absent")
            return
        first = x.states[0].begin
        if a < first:
            self.before(x, a, min(z, first), chain) if guest else self.add(a, min(z, first), chain, "wait", "absent")
        if z > x.end:
            self.add(max(a, x.end), z, chain, "wait", "absent")
        a, z = max(a, first), min(z, x.end)
        i = max(0, x.at(a))
        while a < z:
            s = x.states[i]
            e = min(z, s.end)
            self.piece(x, i, s, a, e, chain, bound, guest)
            a, i = e, i + 1

    def piece(self, x, i, s, b, e, chain, bound, guest):
        if s.kind == RUN:
            if guest:
                self.vcpu(x.vm.vcpus[s.place], b, e, chain, "run", bound)
            else:
                self.add(b, e, chain, "run", "host")
        elif s.kind == READY:
            if guest:
                following = x.states[i + 1] if i + 1 < len(x.states) else None
                gets = following is not None and following.kind == RUN and following.place == s.place
                self.vcpu(x.vm.vcpus[s.place], b, e, chain, "ready", min(bound, s.end) if gets else -INF)
            else:
                for p, q, by in self.occupants(s.place, b, e):
                    self.add(p, q, chain, "ready", "host", by)
        elif s.kind == BLOCKED:
            self.blocked(x, i, s, b, e, chain, bound)
        else:
            self.add(b, e, chain, "wait", "untold" if s.kind == UNKNOWN else "absent")

    def blocked(self, x, i, s, a, z, chain, bound):
        if s.ended is None:
            last = i + 1 == len(x.states) or x.states[i + 1].kind == "dead"
            self.add(a, z, chain, "wait", "unended" if last else "untold")
        elif s.end >= bound:
            self.contradictions += 1
            self.add(a, z, chain, "wait", "untold", "contradiction")
        else:
            self.did(s.ended, s.end, a, z, chain)

    def before(self, x, a, z, chain):
        """P5: before a guest's thread is there."""
        first = x.vm.vcpus.get(0)
        if first is None:
            self.add(a, z, chain, "wait", "absent")
            return
        boot = next(b for b in x.vm.boots if b.number == x.boot)
        t, by = boot.before if boot.before and boot.before[1] is not None else (EVER, None)
        if by is not None:
            self.did(by, t, a, min(z, t), chain)
        self.go(first, max(a, t), z, chain, INF)

    def mate(self, x):
        return any(x in vm.mates for vm in self.host.vms)

    def activation(self, x, a, z, chain, bound):
        """P7: what a thread of the VMM did before it was woken is not the cause; who woke it is."""
        i = bisect_left(x.begins, bound) - 1
        while i >= 0 and not (x.states[i].kind == BLOCKED and x.states[i].soft):
            i -= 1
        if i >= 0 and x.states[i].ended is not None and x.states[i].end < bound:
            s = x.states[i]
            self.did(s.ended, s.end, a, min(z, s.end), chain)
            return max(a, s.end)
        return a

    def occupants(self, cpu, a, z):
        cpu = self.host.cpus.get(cpu)
        yield from pieces(cpu.times, cpu.occupants, a, z) if cpu else [(a, z, None)]

    # vCPUs -------------------------------------------------------------------------------------------------------------

    def vcpu(self, v, a, z, chain, phase, bound):
        if z <= a:
            return
        if self.guest_only:
            self.add(a, z, chain, phase, "vCPU")
            return
        if a < v.begin:
            e = min(z, v.begin)
            self.thread(v.thread, a, e, chain.then(v.thread), INF)
        if z > v.end:
            self.add(max(a, v.end), z, chain, phase, "unknown")
        a, z = max(a, v.begin), min(z, v.end)
        i = max(0, bisect_right(v.begins, a) - 1)
        while a < z:
            _, state, exit, cpu = v.rows[i]
            e = min(z, v.begins[i + 1] if i + 1 < len(v.begins) else v.end)
            if state == "guest" and phase == "ready":
                for p, q, by in pieces(*v.seated, a, e):
                    self.add(p, q, chain, phase, state, by)
            elif state in EXITED:
                self.add(a, e, chain, phase, state, exit)
            elif state in ("preempted", "waking"):
                for p, q, by in self.occupants(cpu, a, e):
                    self.add(p, q, chain, phase, state, by)
            elif state in ("halted", "blocked") and phase != "deliver":
                self.asleep(v, state, a, e, chain, phase, bound)
            else:
                self.add(a, e, chain, phase, state)
            a, i = e, i + 1

    def asleep(self, v, state, a, z, chain, phase, bound):
        """P3: who wakes the vCPU explains its sleep, if that is what the owner of the chain waits for."""
        thread = v.thread
        i = thread.at(a)
        s = thread.states[i]
        if s.end > bound:
            self.add(a, z, chain, phase, state)
            return
        j = bisect_left(v.deed_times, s.end)
        while j < len(v.deeds) and v.deeds[j][2] == "msr":
            j += 1
        timer = j < len(v.deeds) and v.deeds[j][2] == "inj" and v.deeds[j][3] in (0xec, 0xef)
        if state == "halted" and timer and s.ended is not None and not may_have_raised(s.ended, v.vm):
            self.add(a, z, chain, "wait", "timer")
        else:
            self.blocked(thread, i, s, a, z, chain, INF)

    # interrupts --------------------------------------------------------------------------------------------------------

    def guest_interrupt(self, x, a, z, chain, bound):
        if self.guest_only:
            self.add(a, z, chain, "wait", "interrupt")
            return
        since = min(x.since, x.begin)
        self.untaken(x, a, min(z, since), chain, x.timer and not (x.kind == "softirq" and x.raised and isinstance(x.raised[1], Interrupt)))
        self.vcpu(x.vcpu, max(a, since), min(z, x.begin), chain, "deliver", bound)
        self.vcpu(x.vcpu, max(a, x.begin), z, chain, "run", bound)

    def untaken(self, x, a, z, chain, timer):
        """Before an interrupt was under way."""
        if z <= a:
            return
        if timer:
            self.add(a, z, chain, "wait", "timer")
        elif x.raised:
            self.did(x.raised[1], x.raised[0], a, z, chain)
        else:
            self.add(a, z, chain, "wait", "interrupt", x.what())

    def host_interrupt(self, x, a, z, chain, bound):
        r = x.since
        e = min(z, r)
        if a < e:
            by = x.raised[1] if x.raised else None
            if x.timer:
                self.add(a, e, chain, "wait", "timer")
            elif x.kind == "irq":
                self.add(a, e, chain, "wait", "device", x.what())
            elif by is not None and not (isinstance(by, Interrupt) and by.kind == "interrupt"):
                self.did(by, r, a, e, chain)
            else:
                self.add(a, e, chain, "wait", "network" if x.kind == "softirq" and x.number == NET_RX else "interrupt", x.what())
        self.add(max(a, r), min(z, x.begin), chain, "deliver", "host")
        self.add(max(a, x.begin), z, chain, "run", "host")


def pieces(times, values, a, z):
    """(begin, end, value) of what changes at times, in [a, z); None before the first."""
    i = bisect_right(times, a) - 1
    while a < z:
        e = min(z, times[i + 1]) if i + 1 < len(times) else z
        yield a, e, values[i] if i >= 0 else None
        a, i = e, i + 1
