#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""How long threads of guests that were woken wait until they run, and why: an oracle, from the definition alone.

A wait begins when a sleep of a guest's thread ends by what is reported to have ended it, and ends when the thread runs next. It is left
out if the thread is not known to run next, and those of idle threads are. While it waits, its vCPU - the one that it is ready for,
else the one that it runs on - is in some state (vcpus.py):
  notScheduled  preempted, waking, halted, blocked: it has no processor of the host
  inHost        hostInterrupt, vmm, hostKernel: the host works for it
  guest         guest: it runs, but something else in the guest
  unknown       unknown, and before its first and after its last state
Figures are of the wait as a whole (`whole`) and of each part, where it is not 0: number, sum, least, percentiles by nearest rank,
greatest, and the begin of the first of the longest waits in that part; per VM, vCPU and thread.

Siblings: one vCPU of a VM is preempted or waking, and the processor that it waits for is another vCPU's of the same VM. How often
(times that follow each other are one), how long, the longest and its begin.
"""
import math
from bisect import bisect_left, bisect_right
from collections import defaultdict

from path.lines import answer
from path.participants import BLOCKED, READY, RUN

PARTS = {"preempted": "notScheduled", "waking": "notScheduled", "halted": "notScheduled", "blocked": "notScheduled",
         "hostInterrupt": "inHost", "vmm": "inHost", "hostKernel": "inHost", "guest": "guest", "unknown": "unknown"}
EDGES = {}


def waits(thread):
    """(begin, end, number of the vCPU) of each."""
    states = thread.states
    for i, s in enumerate(states):
        after = states[i + 1:i + 3]
        if s.kind != BLOCKED or s.ended is None or not after:
            continue
        if after[0].kind == RUN:
            yield s.end, s.end, after[0].place
        elif after[0].kind == READY and len(after) > 1 and after[1].kind == RUN:
            yield s.end, after[1].begin, after[0].place


def edges(v):
    """When a vCPU changes: (time, state, CPU that it waits for)."""
    if v not in EDGES:
        EDGES[v] = [(-math.inf, "unknown", None), *((r[0], r[1], r[3]) for r in v.rows), (v.end, "unknown", None), (math.inf, "unknown", None)]
    return EDGES[v]


def pieces(v, a, z):
    """The states of a vCPU in [a, z): (begin, end, state, CPU that it waits for)."""
    rows = edges(v)
    i = bisect_right(rows, a, key=lambda row: row[0]) - 1
    while rows[i][0] < z:
        begin, end = max(a, rows[i][0]), min(z, rows[i + 1][0])
        if begin < end:
            yield begin, end, *rows[i][1:]
        i += 1


def figures(found):
    """found: (begin of the wait, ns)."""
    lengths = sorted(ns for _, ns in found)
    rank = [lengths[max(1, math.ceil(p * len(lengths) / 100)) - 1] for p in (50, 90, 99)]
    return [len(lengths), sum(lengths), lengths[0], *rank, lengths[-1], min(t for t, ns in found if ns == lengths[-1])]


def latencies(vm):
    groups = defaultdict(list)
    for thread in vm.threads:
        if thread.tid == 0:
            continue
        for begin, end, place in waits(thread):
            v = vm.vcpus[place]
            parts = defaultdict(int)
            parts["whole"] = end - begin
            for a, z, state, _ in pieces(v, begin, end):
                parts[PARTS[state]] += z - a
            for part, ns in parts.items():
                for of in (f"vm {vm.key}", f"vcpu {v.key()}", f"thread {thread.key()}"):
                    groups[of, part].append((begin, ns))
    return [f"{of} {part} {' '.join(map(str, figures(found)))}" for (of, part), found in groups.items()]


def siblings(host, vm):
    lines = []
    for v in vm.vcpus.values():
        times = defaultdict(list)
        for begin, end, state, place in pieces(v, v.begin, v.end):
            if state not in ("preempted", "waking") or place is None or place not in host.cpus:
                continue
            cpu = host.cpus[place]
            for i in range(max(0, bisect_right(cpu.times, begin) - 1), bisect_left(cpu.times, end)):
                a, z = max(begin, cpu.times[i]), min(end, cpu.times[i + 1] if i + 1 < len(cpu.times) else end)
                who = cpu.occupants[i]
                if a < z and who is not None and who.vcpu is not None and who.vcpu is not v and who.vcpu.vm is vm:
                    mine = times[who.vcpu]
                    if mine and mine[-1][1] == a:
                        mine[-1][1] = z
                    else:
                        mine.append([a, z])
        for other, found in times.items():
            longest = max(z - a for a, z in found)
            lines.append(f"sibling {v.key()} {other.key()} {len(found)} {sum(z - a for a, z in found)} {longest} "
                         f"{min(a for a, z in found if z - a == longest)}")
    return lines


def lines(host):
    return sorted(line for vm in host.vms for line in latencies(vm) + siblings(host, vm))


if __name__ == "__main__":
    answer("Waits of woken guest threads, and vCPUs that wait for each other, as JSON.", lines)
