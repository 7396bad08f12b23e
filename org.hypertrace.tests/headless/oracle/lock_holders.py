#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Where a vCPU or a thread of a VM waits for another one that the host keeps from working: an oracle, from the definition alone.

The one that is waited for, the holder, could run and has no processor while its vCPU is preempted or waking: it is *waking up* while
that processor is idle, else *taken*. It is *in the host* while its vCPU is in hostInterrupt, vmm or hostKernel. Waits:
  kick    KVM's hypercall 5 by the vCPU H at t, a1 = the number of another vCPU W of the VM, ends a halt of W: since W was last in the
          guest, or unknown, its exits were for HLT, the first at its begin; and either W is halted at t, and its thread's sleep ends by
          H's thread, at the latest when H is next in the guest or unknown; or W was not halted, blocked or waking since then. The first
          such kick of a halt counts. From that exit to t. W's thread is who was on it at the exit, H's who is at t.
  spin    exits of W for PAUSE, one after the other; from the first to the entry after the last, or where W is unknown. Of each other
          vCPU H of the VM that is taken meanwhile. Or hypercall 11, a0 = the number of another vCPU H, the first since W was in the
          guest or unknown, from then until it next is; if H is taken meanwhile. H's thread is who is on it when it first is taken.
  thread  a sleep of a guest's thread, not since for ever, that another thread of the guest ends, after which it is ready for a vCPU W
          or runs on it. The time in which the other one runs on a vCPU or is ready for one, if that is taken meanwhile; H is the last.
A thread on a vCPU is reported if it is no idle one and no handler. Preemptors are vCPUs, else threads of the host; never an idle one.

Lines: KIND W THREAD H THREAD count total longest worst taken wakingUp inHost PREEMPTOR=ns,… (- for nobody);
kicks VM count unknown without, where no vCPU has the number, and where the kick ends no halt.
"""
from bisect import bisect_left, bisect_right
from collections import defaultdict

from path.lines import answer
from path.participants import BLOCKED, EVER, READY, RUN, GuestThread
from path.vcpus import HLT
from wake_latencies import edges, pieces

KICK, YIELD = 5, 11
PAUSE = {(1, 40), (2, 119)}
NO_PROCESSOR, IN_HOST = ("preempted", "waking"), ("hostInterrupt", "vmm", "hostKernel")
IN_GUEST = ("guest", "unknown")


def thread_on(v, t):
    who = v.who(t)
    return who.key() if isinstance(who, GuestThread) and not who.idle else "-"


class Out:
    """The time around t in which a vCPU is neither in the guest nor unknown."""

    def __init__(self, v, t):
        rows = edges(v)
        i = j = bisect_right(rows, t, key=lambda row: row[0]) - 1
        while rows[i][1] not in IN_GUEST:
            i -= 1
        while j < len(rows) and rows[j][1] not in IN_GUEST:
            j += 1
        self.there = rows[i + 1][0] <= t
        self.begin, self.end = rows[i + 1][0], rows[j][0] if j < len(rows) else v.end
        self.states = [row[1] for row in rows[i + 1:j] if row[0] <= t]


def ends_halt(h, w, t):
    """The time since which W halts, if H's kick at t ends that."""
    out = Out(w, t)
    exits = w.exits[bisect_left(w.exit_times, out.begin):bisect_right(w.exit_times, t)]
    if not out.there or not exits or exits[0].t != out.begin or any(x.why() not in HLT for x in exits):
        return None
    if out.states[-1] != "halted":
        return None if {"halted", "blocked", "waking"} & set(out.states) else out.begin
    i = w.thread.at(t)
    sleep = w.thread.states[i] if i >= 0 else None
    if sleep is None or sleep.kind != BLOCKED or sleep.ended is not h.thread:
        return None
    return out.begin if sleep.end <= Out(h, t).end else None


class Holders:
    def __init__(self, host, vm):
        self.host, self.vm, self.groups = host, vm, defaultdict(list)
        self.kicks = self.unknown = self.without = 0
        self.calls()
        for w in vm.vcpus.values():
            self.pauses(w)
        for thread in vm.threads:
            if thread.tid:
                self.sleeps(thread)

    def add(self, key, begin, times, always=False):
        """A wait for a holder: in each of `times`, (vCPU, begin, end)."""
        taken, idle, in_host, preemptors = 0, 0, 0, defaultdict(int)
        for v, b, e in times:
            for a, z, state, place in pieces(v, b, e):
                in_host += (z - a) * (state in IN_HOST)
                for a, z, who in self.occupants(place, a, z) if state in NO_PROCESSOR else ():
                    if who is not None and who.idle:
                        idle += z - a
                    else:
                        taken += z - a
                        if who is not None:
                            preemptors[(who.vcpu or who).key()] += z - a
        if taken or always:
            self.groups[key].append((begin, sum(e - b for _, b, e in times), taken, idle, in_host, preemptors))

    def occupants(self, place, begin, end):
        """Who has a processor, None where that is not known: (begin, end, thread)."""
        cpu = self.host.cpus.get(place)
        edges = [begin, *(t for t in (cpu.times if cpu else ()) if begin < t < end), end]
        for a, z in zip(edges, edges[1:]):
            i = bisect_right(cpu.times, a) - 1 if cpu else -1
            yield a, z, cpu.occupants[i] if i >= 0 else None

    def spin(self, w, h, begin, end):
        taken = (a for b, e, state, place in pieces(h, begin, end) if state in NO_PROCESSOR
                 for a, _, who in self.occupants(place, b, e) if who is None or not who.idle)
        since = next(taken, None)
        if since is not None:
            self.add(("spin", w.key(), thread_on(w, begin), h.key(), thread_on(h, since)), begin, [(h, begin, end)])

    def calls(self):
        made = [(e, v) for v in self.vm.vcpus.values() for _, e, _ in v.thread.kvm.hypercalls]
        halts, outs = set(), set()
        for e, v in sorted(made, key=lambda m: m[0].t):
            nr, t = int(e.f["nr"], 0), e.t
            if nr == KICK:
                w = self.vm.vcpus.get(int(e.f["a1"], 0))
                begin = ends_halt(v, w, t) if w is not None and w is not v else None
                new = begin is not None and (w, begin) not in halts
                self.kicks, self.unknown, self.without = self.kicks + 1, self.unknown + (w is None), self.without + (w is not None and not new)
                if new:
                    halts.add((w, begin))
                    self.add(("kick", w.key(), thread_on(w, begin), v.key(), thread_on(v, t)), begin, [(v, begin, t)], always=True)
            elif nr == YIELD:
                h, out = self.vm.vcpus.get(int(e.f["a0"], 0)), Out(v, t)
                if h is not None and h is not v and out.there and (v, out.begin) not in outs:
                    outs.add((v, out.begin))
                    self.spin(v, h, out.begin, out.end)

    def pauses(self, w):
        found = []
        for before, x in zip([None, *w.exits], w.exits):
            if x.why() in PAUSE and x.t < w.end:    # a state of length 0 vanishes
                out = Out(w, x.t)
                goes_on = before is not None and before.why() in PAUSE and not any(s == "unknown" for *_, s, _ in pieces(w, before.t, x.t))
                if goes_on:
                    found[-1][1] = out.end
                else:
                    found.append([x.t, out.end])
        for begin, end in found:
            for h in self.vm.vcpus.values():
                if h is not w:
                    self.spin(w, h, begin, end)

    def sleeps(self, x):
        for s, after in zip(x.states, x.states[1:]):
            y = s.ended
            if s.kind != BLOCKED or s.begin == EVER or not isinstance(y, GuestThread) or y is x or after.kind not in (READY, RUN):
                continue
            times = []
            for i in range(max(0, y.at(s.begin)), bisect_left(y.begins, s.end)):
                p = y.states[i]
                a, z = max(p.begin, s.begin), min(p.end, s.end)
                if p.kind in (RUN, READY) and a < z:
                    times.append((self.vm.vcpus[p.place], a, z))
            if times:
                key = "thread", self.vm.vcpus[after.place].key(), x.key(), times[-1][0].key(), y.key()
                self.add(key, s.begin, times)

    def lines(self):
        for key, found in self.groups.items():
            longest = max(f[1] for f in found)
            preemptors = defaultdict(int)
            for f in found:
                for who, ns in f[5].items():
                    preemptors[who] += ns
            figures = [len(found), sum(f[1] for f in found), longest, min(f[0] for f in found if f[1] == longest),
                       *(sum(f[i] for f in found) for i in (2, 3, 4))]
            yield " ".join([*key, *map(str, figures), ",".join(f"{who}={ns}" for who, ns in sorted(preemptors.items())) or "-"])
        if self.kicks:
            yield f"kicks {self.vm.key} {self.kicks} {self.unknown} {self.without}"


def lines(host):
    return sorted(line for vm in host.vms for line in Holders(host, vm).lines())


if __name__ == "__main__":
    answer("Waits for vCPUs and threads that the host keeps from working, as JSON.", lines)
