#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Findings in the VM exits of a KVM host trace on AMD, computed from babeltrace2's text: an oracle.

Written from the page "VM exits", section "Exit Findings". Each finding has the figures of a range of time alone: an exit counts if it begins
in the range, its time is what of it is in the range; of a state, each stretch of it in the range counts. What the exit is about is the
first purpose of RULES that it fits. Ports and registers are those of every PC.

The ranges are the whole trace, its middle third, one that cuts the longest preemption of a vCPU, and one that cuts its longest exit.

    exit_findings.py TRACE/kernel
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

import exits
import vcpu_states
from host_events import attribute, read

HLT = 120
APIC = range(0xfee00000, 0xfee01000)


class Thread(vcpu_states.Thread):
    """Remembers who had its processor."""

    def account(self, t):
        if self.begin is not None and self.end is None and t > self.mark and self.state() == "preempted":
            who = self.host.on.get(self.wait_cpu)
            if who and who[0]:
                had = self.__dict__.setdefault("had", [])
                if had and had[-1][1:] == (self.mark, who):
                    had[-1] = had[-1][0], t, who
                else:
                    had.append((self.mark, t, who))
        super().account(t)


class Host(vcpu_states.Host):
    def new(self, tid, born):
        self.threads[tid] = Thread(self, tid, born)
        self.all.append(self.threads[tid])
        return self.threads[tid]


def register(kind, number):
    """The register of the local APIC, however it is reached."""
    if kind in ("msr_read", "msr_write") and 0x800 <= number < 0x840:
        return number - 0x800 << 4
    return number - APIC[0] if kind in ("mmio_read", "mmio_write") and number in APIC else None


def port(*ranges):
    return lambda c, k, n: k in ("port_read", "port_write") and any(a <= n <= b for a, b in ranges)


def mmio(a=0, b=1 << 64):
    return lambda c, k, n: k in ("mmio_read", "mmio_write") and a <= n <= b


def any_of(*codes):
    return lambda c, k, n: c in codes


def either(*tests):
    return lambda c, k, n: any(test(c, k, n) for test in tests)


RULES = [
    ("console", port((0x3f8, 0x3ff), (0x2f8, 0x2ff), (0x3e8, 0x3ef), (0x2e8, 0x2ef))),
    ("debug-port", port((0x402, 0x402), (0xe9, 0xe9), (0x80, 0x80))),
    ("pit", port((0x40, 0x43), (0x61, 0x61))),
    ("clock-port", port((0x70, 0x71), (0x408, 0x40b), (0x608, 0x60b), (0xb008, 0xb00b))),
    ("hpet", mmio(0xfed00000, 0xfed003ff)),
    ("pic", either(port((0x20, 0x21), (0xa0, 0xa1)), mmio(0xfec00000, 0xfec00fff))),
    ("pci", port((0xcf8, 0xcff))),
    ("port", any_of(123)),
    ("timer", lambda c, k, n: k in ("msr_read", "msr_write") and n == 0x6e0 or register(k, n) == 0x380),
    ("eoi", lambda c, k, n: register(k, n) == 0xb0),
    ("ipi", lambda c, k, n: register(k, n) in (0x300, 0x310, 0x3f0) or c == 1025 or k == "hypercall" and n in (5, 10, 11)),
    ("apic", lambda c, k, n: register(k, n) is not None or c == 1026),
    ("device-memory", mmio()),
    ("memory", any_of(1024)),
    ("cpuid", any_of(114)),
    ("msr", any_of(124)),
    ("hypercall", lambda c, k, n: c == 129 and k != "tracer"),
    ("counter", any_of(110, 111, 135)),
    ("pause", any_of(119)),
    ("control-register", any_of(*range(32), 101, *range(144, 160))),
    ("debug-register", any_of(*range(32, 64))),
    ("interrupt-window", any_of(100, 116)),
    ("host-interrupt", any_of(96, 97)),
    ("exception", any_of(*range(64, 96))),
    ("privileged", any_of(*range(102, 110), 118, 121, 137, 141, 164)),
    ("nested", any_of(128, *range(130, 135)))]


def purpose(x):
    if not hasattr(x, "purpose"):
        x.purpose = None if x.tracer else next((name for name, test in RULES if test(x.code(), *x.about())), None)
    return x.purpose


def longest(pieces):
    """Of (begin, end): the first of the longest."""
    best = max(pieces, key=lambda p: (p[1] - p[0], -p[0]))
    return {"worst": best[0], "worstDuration": best[1] - best[0]}


def overlap(pieces, others):
    """The time that is in both; the pieces of either do not overlap each other."""
    others, total, first = sorted(others), 0, 0
    for b, e in sorted(pieces):
        while first < len(others) and others[first][1] <= b:
            first += 1
        for ob, oe in others[first:]:
            if ob >= e:
                break
            total += min(e, oe) - max(b, ob)
    return total


def findings(vcpus, label, low, high):
    """Of a VM that lived in the range."""
    life = sum(max(0, min(v.end, high) - max(v.begin, low)) for v in vcpus)
    cut = lambda b, e: (max(b, low), min(e, high))
    states = defaultdict(list)
    for v in vcpus:
        for b, e, state in v.intervals:
            if b < high and e > low:
                states[state].append(cut(b, e))
    length = lambda pieces: sum(e - b for b, e in pieces)
    busy = max(1, life - length(states["halted"]))
    found = {}

    def stolen(exits):
        """What others had of the processor meanwhile, vCPU by vCPU; of an exit that the range cuts, states are not known."""
        return sum(overlap([(x.t, x.end) for x in exits if x in own and low <= x.t and x.end <= high],
                           [cut(b, e) for b, e, state in v.intervals if state in ("preempted", "waking") and b < high and e > low])
                   for v in vcpus for own in [set(v.found)])

    def add(rule, count, time, where, exits=()):
        found[rule] = {"count": count, "time": time, "share": time / busy} | (where or {})
        if stolen(exits):
            found[rule]["stolen"] = stolen(exits)

    for rule, state, least in (("preempted", "preempted", .05), ("waking", "waking", .02), ("blocked", "blocked", .02), ("vmm", "vmm", .05)):
        if length(states[state]) >= least * busy:
            add(rule, len(states[state]), length(states[state]), longest(states[state]))
    if "preempted" in found:
        had = Counter()
        for v in vcpus:
            for b, e, who in getattr(v, "had", []):
                if b < high and e > low:
                    b, e = cut(b, e)
                    had[label(b, who)] += e - b
        found["preempted"]["preemptors"] = [{"name": n, "ns": ns} for n, ns in sorted(had.items(), key=lambda i: (-i[1], i[0])) if ns][:2]
    begun = [x for v in vcpus for x in v.found if low <= x.t < high]
    into = [x for v in vcpus for x in v.found if x.t < high and x.end > low]
    counts, times = Counter(map(purpose, begun)), defaultdict(list)
    for x in into:
        times[purpose(x)].append(cut(x.t, x.end))
    for rule, _ in RULES:
        count, pieces = counts[rule], times[rule]
        if count >= 10 and (length(pieces) >= .01 * busy or length(pieces) >= .001 * busy and count >= .1 * len(begun)):
            add(rule, count, length(pieces), longest(pieces), [x for x in into if purpose(x) == rule])
    halts = [x for x in begun if x.code() == HLT and x.end <= high]
    awake = lambda x: x.end - x.t - x.states["halted"]
    cost, kernel = sum(map(awake, halts)), sum(x.states["hostKernel"] for x in halts)
    where = lambda of: (lambda best: {"worst": best.t, "worstDuration": of(best)})(max(halts, key=lambda x: (of(x), -x.t)))
    if halts and len(halts) * 1e9 / life >= 500 and cost >= .02 * busy:
        add("halt", len(halts), cost, where(awake), halts)
    if halts and kernel >= .2 * sum(x.end - x.t for x in halts) and kernel >= .02 * life:
        add("halt-polling", len(halts), kernel, where(lambda x: x.states["hostKernel"]))
    tracer = [x for x in into if x.tracer] if any(x.tracer for x in begun) else []
    time = length([cut(x.t, x.end) for x in tracer])
    own = time - stolen(tracer)                         # what tracing costs; the rest has who took the processor
    if tracer and own / (busy - own) >= .01:
        add("tracer", sum(x.tracer for x in begun), time, None, tracer)
    return {"begin": max(low, min(v.begin for v in vcpus)), "end": min(high, max(v.end for v in vcpus)), "found": found}


def ranges(vcpus):
    """Whole, the middle third, and the two that cut what is longest."""
    begin, end = min(v.begin for v in vcpus), max(v.end for v in vcpus)
    yield begin, end + 1
    yield begin + (end - begin) // 3, end - (end - begin) // 3
    preempted = [(e - b, b, e) for v in vcpus for b, e, s in v.intervals if s == "preempted"]
    if preempted:
        ns, b, e = max(preempted)
        yield b + ns // 2, e + ns // 4
    ns, b, e = max((x.end - x.t, x.t, x.end) for v in vcpus for x in v.found)
    yield b + ns // 3, e - ns // 3


def main():
    parser = argparse.ArgumentParser(description="Findings in the VM exits of a KVM host trace, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    options = parser.parse_args()
    name, events = read(options.folder)
    attribute(events)
    host = Host(name or "", events)
    host.run()
    host.result(False, str)                             # finds numbers and processes
    vcpus = exits.find(host)
    of = {v.tid: v for v in vcpus}
    # a thread is a vCPU as long as that lives: it may still have a processor while it exits
    label = lambda t, who: (f"pid {of[who[0]].pid} vCPU {of[who[0]].number}" if who[0] in of and of[who[0]].begin <= t <= of[who[0]].end
                            else f"{who[1]} ({who[0]})")
    answers = []
    for low, high in ranges(vcpus):
        vms = defaultdict(list)
        for v in vcpus:
            if v.begin < high and v.end > low:
                vms[v.pid].append(v)
        answers.append({"from": low, "to": high, "vms": [{"pid": pid, **findings(vs, label, low, high)} for pid, vs in vms.items()]})
    json.dump({"hosts": [{"host": name, "ranges": answers}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
