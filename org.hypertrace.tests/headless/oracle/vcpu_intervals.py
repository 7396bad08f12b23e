#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""The states of vCPUs a third time: sets of intervals, combined in the order of ARCHITECTURE.md's decision 4.

Written from that text alone, without the first oracle and the Java, and over another reader (lttng_packets.py): a misreading of the
definition that vcpu_states.py and the Java share shows here. There is no state that events change. A set is a sorted list of (from, to)
in positions in the trace, not in time: so of two events at the same time the later one counts, and what lasts 0 ns vanishes at the end.

Points that the text leaves open are marked "Reading".

    vcpu_intervals.py [--intervals] [--drop EVENT:N] TRACE/kernel...
"""
import argparse
import bisect
import json
from collections import defaultdict

import lttng_packets
from cpu_stays import ENTRY, EXIT, Host

USER = "kvm_userspace_exit"
SYSCALL_IN, SYSCALL_OUT = ("syscall_entry_", "compat_syscall_entry_"), ("syscall_exit_", "compat_syscall_exit_")
# Handlers: the event that begins one, and the field that reports which
HANDLERS = {"irq_handler": "irq", "irq_softirq": "vec", "timer_hrtimer_expire": "hrtimer"}
VECTORS = ("irq_vectors_", "x86_irq_vectors_")
HALTS, WFI = {(1, 12), (2, 120)}, 1
# The first that applies counts. What is off the CPU and what is on it cannot both apply. Of these two nobody knows whether they do:
HALT_OR_NOT, VMM_OR_NOT = "halted or blocked", "VMM or host kernel"
ORDER = ("unknown", "preempted", "waking", HALT_OR_NOT, "halted", "blocked", "guest", "hostInterrupt", VMM_OR_NOT, "vmm", "hostKernel")


# Sets of intervals

def intersection(a, b):
    found, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low < high:
            found.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return found


def union(*sets):
    found = []
    for low, high in sorted(x for s in sets for x in s if x[0] < x[1]):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def difference(a, b):
    gaps, at = [], float("-inf")
    for low, high in b:
        gaps.append((at, low))
        at = high
    return intersection(a, gaps + [(at, float("inf"))])


def handler(name):
    """(key's field or None, does it begin?) of an event of an interrupt."""
    stem, _, end = name.rpartition("_")
    if end not in ("entry", "exit"):
        return None
    if stem in HANDLERS:
        return stem, HANDLERS[stem], end == "entry"
    return (stem, None, end == "entry") if stem.startswith(VECTORS) else None


def sets_of(host, life):
    """The sets of a vCPU's life, before they are combined: by state, each as wide as its definition has it."""
    found = {state: [] for state in ORDER}
    stays = [s for s in life.stays if s.start < life.end]
    on = [(s.start, min(s.end, n.start)) for s, n in zip(stays, stays[1:])] + [(s.start, s.end) for s in stays[-1:]]
    # positions: that decide where it is, and whether it is the VMM; the last of halts and others reports whether a sleep is a halt
    decides, reports, returns, calls, halts, others = [], [], [], [], [], []
    for (start, end), stay in zip(on, stays):
        in_guest, active = None, {}
        if stay.switched:
            decides.append(start)
        for i, name, f in host.within(stay._replace(end=end)):
            if in_guest is not None and (name in EXIT or not name.startswith("kvm_")):
                found["guest"].append((in_guest, i))
                in_guest = None
            h = handler(name)
            if h:
                key = h[0], f.get(h[1]) if f and h[1] else None
                if h[2]:
                    active.setdefault(key, i)
                elif key in active:
                    found["hostInterrupt"].append((max(active.pop(key), start), i))
                continue
            if name in ENTRY:
                in_guest = i if in_guest is None else in_guest
                calls.append(i)
            elif name in EXIT:
                halt = (f.get("isa"), f.get("exit_reason")) in HALTS or f.get("esr_ec") == WFI
                (halts if halt else others).append(i)
            elif name == USER or name.startswith(SYSCALL_OUT):
                returns.append(i)
                others.append(i)
            elif name.startswith(SYSCALL_IN):
                calls.append(i)
            elif not name.startswith("kvm_"):
                continue
            decides.append(i)
            reports.append(i)
        found["guest"] += [(in_guest, end)] if in_guest is not None else []
        found["hostInterrupt"] += [(max(i, start), end) for i in active.values()]
        if stay.out is not None:
            decides.append(stay.end)

    # Reading: events lost on the CPU that the thread has, or on any CPU while it has none, may be ones about it. A handler that begins
    # then, or a wakeup, decides nothing: only a switch or an event of the thread. A switch leaves open what such an event decides.
    lost = [i for i in host.losses if life.known < i < life.end and not inside(on, i)]
    # without a mark, too, events were lost where it is not recorded how the thread left
    gone = [s.end for s in stays if s.out is None and life.known < s.end < life.end]
    found["unknown"] = [(life.start, life.known)] + [(i, following(decides, i - 1, life.end)) for i in lost + gone]
    lost = sorted(lost + gone)
    found[VMM_OR_NOT] = [(i, following(reports, i, life.end)) for i in lost]
    calls = sorted(calls + lost)
    found["vmm"] = [(i, following(calls, i, life.end)) for i in returns if i >= life.known]
    found["hostKernel"] = on
    found["blocked"] = difference([(life.start, life.end)], union(on))
    for (start, end), stay, until in zip(on, stays, [low for low, _ in on[1:]] + [len(host.events)]):
        if stay.out is None:
            continue
        if stay.out & 0xff == 0:
            found["preempted"].append((end, until))
            continue
        found["waking"].append((following(host.wakings[life.tid], end, until), until))
        if stay.out & 1:
            last, state = max((before(x, end), state) for x, state in ((halts, "halted"), (others, "blocked"), (lost, HALT_OR_NOT)))
            found["blocked" if last < 0 else state].append((end, until))
    return {state: union(found[state]) for state in ORDER} | {VMM_OR_NOT: intersection(union(found[VMM_OR_NOT]), union(on))}


def inside(intervals, i):
    at = bisect.bisect_left(intervals, (i,)) - 1
    return at >= 0 and i < intervals[at][1]


def following(positions, i, otherwise):
    at = bisect.bisect_right(positions, i)
    return positions[at] if at < len(positions) else otherwise


def before(positions, i):
    at = bisect.bisect_left(positions, i)
    return positions[at - 1] if at else -1


def states(host, life):
    """(begin, end, state) in positions: each instant belongs to the first of the order whose set has it."""
    sets, rest, found = sets_of(host, life), [(life.start, life.end)], []
    for state in ORDER:
        name = "unknown" if state in (HALT_OR_NOT, VMM_OR_NOT) else state
        found += [(low, high, name) for low, high in intersection(rest, sets[state])]
        rest = difference(rest, sets[state])
    assert not rest, "a part without a state"
    return sorted(found)


def preemptors(host, life, waits):
    """Tasks and ns: who has the CPU for which the preempted or waking thread waits: the one it left, then where it is moved or woken."""
    found = defaultdict(int)
    starts = {cpu: [s.start for s in stays] for cpu, stays in host.stays.items()}
    goes = {i: host.events[i][3]["target_cpu"] for i in host.wakings[life.tid] if host.events[i][2] == "sched_wakeup"}
    wakeups = set(goes)
    goes |= {i: host.events[i][3]["dest_cpu"] for i in host.migrations[life.tid]}
    left = {s.end: s.cpu for s in life.stays}
    goes |= left
    left, moves = sorted(left), sorted(goes)
    for low, high, state in waits:
        at = low
        for i in moves[bisect.bisect_left(moves, left[bisect.bisect_right(left, low) - 1]):bisect.bisect_left(moves, high)] + [high]:
            if i > low:
                for s in host.stays[cpu][max(0, bisect.bisect_right(starts[cpu], at) - 1):bisect.bisect_left(starts[cpu], i)]:
                    if s.tid and s.start < i and s.end > at:
                        found[s.tid, s.comm] += host.at(min(s.end, i)) - host.at(max(s.start, at))
                at = i
            if i != high and (state == "waking" or i not in wakeups):
                cpu = goes[i]
    return [{"tid": tid, "comm": comm, "ns": ns} for (tid, comm), ns in sorted(found.items(), key=lambda x: (-x[1], x[0])) if ns]


def answer(events, hostname=""):
    """The states of all vCPUs of a host, in the first oracle's JSON."""
    host, found = Host(events), []
    for life in sorted(host.lives(), key=lambda x: (host.at(x.start), x.tid)):
        parts = states(host, life)
        ns, rows = {s: 0 for s in ORDER if s not in (HALT_OR_NOT, VMM_OR_NOT)}, []
        for low, high, state in parts:
            begin, end = host.at(low), host.at(high)
            if begin == end:
                continue
            ns[state] += end - begin
            if rows and rows[-1]["state"] == state:
                rows[-1]["end"] = end
            else:
                rows.append({"tid": life.tid, "begin": begin, "end": end, "state": state})
        assert sum(ns.values()) == host.at(life.end) - host.at(life.start), "parts that are not the whole"
        by = preemptors(host, life, [p for p in parts if p[2] in ("preempted", "waking")])
        found.append({"tid": life.tid, "name": life.comm, "begin": host.at(life.start), "end": host.at(life.end), "ns": ns,
                      "preemptors": by, "intervals": rows})
    return {"host": hostname, "begin": host.time[0], "end": host.time[-1], "vcpus": found}


def wanted(name):
    """Events whose fields the definition asks for."""
    return name.startswith("sched_") or name in EXIT or handler(name) is not None


def read(folder, drop=None):
    """The events of a trace, without the n-th (from 1) of a name."""
    left = int(drop.rpartition(":")[2]) if drop else 0
    for event in lttng_packets.events(folder, wanted):
        if left and event[2] == drop.rpartition(":")[0]:
            left -= 1
            if not left:
                continue
        yield event


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("traces", nargs="+", metavar="TRACE/kernel")
    parser.add_argument("--intervals", action="store_true", help="every interval, too")
    parser.add_argument("--drop", metavar="EVENT:N", help="as if the N-th event of that name were missing")
    options = parser.parse_args()
    hosts = [answer(read(t, options.drop), lttng_packets.metadata(t).env.get("hostname", "").strip('"')) for t in options.traces]
    if not options.intervals:
        for vcpu in (v for h in hosts for v in h["vcpus"]):
            del vcpu["intervals"]
    print(json.dumps({"hosts": hosts}, indent=1))


if __name__ == "__main__":
    main()
