# SPDX-License-Identifier: EPL-2.0
"""The definition of the path (P0) taken literally: who is on it at one instant. Slow, without windows, pieces or cuts.

From the subject, go from each that sleeps then to the one that ended this sleep; what that one is in then is the answer.
Written beside walk.py, from the same rules, so that each can show a slip of the other.
"""
from bisect import bisect_left, bisect_right

from path.machines import may_have_raised
from path.participants import INF, GuestThread, HostThread, Interrupt, Vcpu


class Naive:
    def __init__(self, host, guest_only=False, activations=False):
        self.host, self.guest_only, self.activations = host, guest_only, activations

    def at(self, x, t):
        """The chain of participants at t, and phase and state of its owner."""
        self.chain, bound, self.activated = [], INF, None
        while True:
            if isinstance(x, HostThread) and x.vcpu:
                x = x.vcpu
            if len(self.chain) == 64:
                return self.chain, "wait", "untold"
            self.chain.append(x)
            found = self.look(x, t, bound)
            if len(found) == 2:
                return self.chain, *found
            _, x, bound = found

    def look(self, x, t, bound):
        """(phase, state), or ('hop', who, before when) to go on with."""
        if isinstance(x, Vcpu):
            return self.vcpu(x, t, "run", bound)
        if isinstance(x, Interrupt):
            return self.interrupt(x, t, bound)
        return self.thread(x, t, bound)

    def did(self, x, when):
        """x did something: the guest on a vCPU did what its thread did."""
        v = x.vcpu if isinstance(x, HostThread) and x.vcpu else x
        if isinstance(v, Vcpu) and v.vm.reports:
            seated = [w for s, w in zip(*v.seated) if s <= when][-1:] if len(v.seated[0]) < 50 else [v.who(when)]
            if seated and seated[0] is not None and not (isinstance(seated[0], GuestThread) and seated[0].idle):
                return "hop", seated[0], when
        return "hop", v, when

    def thread(self, x, t, bound):
        if self.activations and bound < INF and any(x in vm.mates for vm in self.host.vms):
            sleeps = [s for s in x.states if s.kind == "blocked" and s.soft and s.begin < bound]
            if sleeps and sleeps[-1].ended is not None and t < sleeps[-1].end < bound:
                return self.did(sleeps[-1].ended, sleeps[-1].end)
        state = next((s for s in x.states if s.begin <= t < s.end), None)
        if state is None:
            if isinstance(x, GuestThread) and (not x.states or t < x.states[0].begin) and 0 in x.vm.vcpus:
                kept = [b.before for b in x.vm.boots if b.number == x.boot][0]
                if kept and kept[1] is not None and t < kept[0]:
                    return self.did(kept[1], kept[0])
                return "hop", x.vm.vcpus[0], INF
            return "wait", "absent"
        following = next((s for s in x.states if s.begin == state.end), None)
        guest = isinstance(x, GuestThread)
        if state.kind in ("run", "ready") and not guest:
            return state.kind, "host"
        if state.kind == "run":
            return self.vcpu(x.vm.vcpus[state.place], t, "run", bound)
        if state.kind == "ready":
            gets_it = following is not None and (following.kind, following.place) == ("run", state.place)
            return self.vcpu(x.vm.vcpus[state.place], t, "ready", min(state.end, bound) if gets_it else -INF)
        if state.kind == "blocked":
            return self.sleep(state, following, bound)
        return "wait", {"unknown": "untold", "dead": "absent"}[state.kind]

    def sleep(self, state, following, bound):
        if state.ended is None:
            return "wait", "unended" if following is None or following.kind == "dead" else "untold"
        if not state.end < bound:
            return "wait", "untold"
        return self.did(state.ended, state.end)

    def vcpu(self, v, t, phase, bound):
        if self.guest_only:
            return phase, "vCPU"
        if t < v.begin:
            self.chain.append(v.thread)
            return self.thread(v.thread, t, INF)
        if t >= v.end:
            return phase, "unknown"
        state = v.rows[bisect_right(v.begins, t) - 1][1]
        if state not in ("halted", "blocked") or phase == "deliver":
            return phase, state
        states = v.thread.states
        i = next(i for i, s in enumerate(states) if s.begin <= t < s.end)
        slept = states[i]
        if slept.end > bound:
            return phase, state
        deeds = (d for d in v.deeds[bisect_left(v.deed_times, slept.end):] if d[2] in ("inj", "entry", "exit"))
        deed = next(deeds, (0, 0, "none", 0))
        if state == "halted" and slept.ended is not None and deed[2] == "inj" and deed[3] in (0xec, 0xef) and not may_have_raised(slept.ended, v.vm):
            return "wait", "timer"
        return self.sleep(slept, states[i + 1] if i + 1 < len(states) else None, INF)

    def interrupt(self, x, t, bound):
        by = x.raised[1] if x.raised else None
        if x.vcpu is None:
            if t >= x.begin:
                return "run", "host"
            if t >= x.since:
                return "deliver", "host"
            if x.timer:
                return "wait", "timer"
            if x.kind == "irq":
                return "wait", "device"
            if by is None or isinstance(by, Interrupt) and by.kind == "interrupt":
                return "wait", "network" if (x.kind, x.number) == ("softirq", 3) else "interrupt"
            return self.did(by, x.raised[0])
        if self.guest_only:
            return "wait", "interrupt"
        if t >= x.begin:
            return self.vcpu(x.vcpu, t, "run", bound)
        if t >= x.since:
            return self.vcpu(x.vcpu, t, "deliver", bound)
        if x.timer and not (x.kind == "softirq" and isinstance(by, Interrupt)):
            return "wait", "timer"
        return self.did(by, x.raised[0]) if x.raised else ("wait", "interrupt")
