#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""What a guest did by its rings alone, without a trace of the host: an oracle.

States of vCPUs and the times of records are ring_alone.py's, of files that lost nothing; the five words are guest_abi.py's, threads and
where their time went processes.py's and guest_threads.py's, periods accounting.py's, steps of a shutdown shutdowns.py's, system calls
syscalls.py's. Only this is its own:

  state      host is hostKernel: VMM, host kernel and interrupts together
  vCPU       lives from its first record to its last one; migrated when a host record has another CPU than the one before
  until      of a step without an end: the kernel's last word (stage 6), else the last record of the vCPUs
  io         exits for ports (Intel 30, AMD 123) and EPT misconfigurations (Intel 49)
  words      a record of the guest is a word of its kernel; what waited in a batch happened so much earlier
  equal times   of the records of one instant the one of the earlier ring comes first, in a ring the one with the smaller number

    ring_guests.py RING                      JSON: processes, accounting
    ring_guests.py --period MS RING          periods of that length
    ring_guests.py --symbols MAP RING        steps of the shutdown, too; of a guest that reports functions by their addresses
    ring_guests.py --drop N RING             as if the N-th record of the guest were missing: a comparison must fail
"""
import argparse
import json
from collections import Counter, defaultdict

from accounting import accounting
from boots import Guest
from boot_boundary import Boundary
from guest_abi import KINDS, decode
from guest_events import Vm
from guest_threads import Classes
from processes import TimedThreads, rows
from ring_alone import EXIT, NO_CPU, Rings
from shutdowns import reported, reported_sections, symbols
from syscalls import WAITS, by_number, calls_of, sums

IO = {(1, 30), (2, 123), (1, 49)}


class Vcpu:
    def __init__(self, rings, number, v):
        self.number, self.tid = number, number
        self.intervals = [(rings.at(b), rings.at(e), "hostKernel" if s == "host" else s) for b, e, s in v.intervals]
        self.intervals = [i for i in self.intervals if i[0] < i[1]]
        self.migrations = [rings.at(t) for t in v.migrations]


class Lone:
    """What stands for the host."""

    def __init__(self, vcpus, io):
        self.start, self.stop = min(v.begin for v in vcpus), max(v.end for v in vcpus)
        self.moves, self.io = {v: v.migrations for v in vcpus}, {v: io[v.number] for v in vcpus}


def guest(rings, vcpus, drop):
    vm = Vm("ring")
    for t, _, _, r in rings.events:
        if r.of_host:
            continue
        drop -= 1
        number, level, nested = r.nr & 0xffff, r.nr >> 16 & 15, r.nr >> 20 & 0xfff
        if drop == 0 or number not in KINDS:
            continue
        for delta, kind, f in decode(number, *r.words):
            vm.add(rings.at(t) - delta, vcpus[r.cpu], (level, nested), kind, f)
    return vm


def main():
    parser = argparse.ArgumentParser(description="What a guest did by its rings alone, as JSON.")
    parser.add_argument("ring")
    parser.add_argument("--period", type=int, default=1000, metavar="MS")
    parser.add_argument("--symbols")
    parser.add_argument("--drop", type=int, default=0)
    options = parser.parse_args()
    with open(options.ring, "rb") as file:
        rings = Rings(file.read())
    assert not any(ring.torn or ring.missing or ring.lost or ring.head > ring.capacity for ring in rings.rings)
    vcpus = {}
    for ring, cpu, v in rings.vcpus():
        vcpus[cpu] = Vcpu(rings, cpu, v)
        vcpus[cpu].begin = rings.at(next(r for r in ring.records if r.cpu == cpu).t)
        vcpus[cpu].end = rings.at(v.last)
    io = defaultdict(list)
    for t, _, _, r in rings.events:
        if r.nr & 0xffff == EXIT and (r.words[0] >> 32, r.words[0] & 0xffffffff) in IO:
            io[r.cpu].append(rings.at(t))
    host = Lone(list(vcpus.values()), io)
    answer = {"host": "", "accounting": accounting(host, [vcpus[n] for n in sorted(vcpus)], options.period * 1_000_000)}
    classes = {v: Classes(v, []) for v in vcpus.values()}
    calls, _, unmatched = calls_of(guest(rings, vcpus, options.drop), classes, [])
    busy = [c for c in calls if c.number not in WAITS]
    answer["syscalls"] = {"calls": len(calls), "unmatched": sum(unmatched.values()), **sums(busy, 30, "net"),
                          "rows": [{"number": n[1], **r} for n, r in sorted(by_number(calls, 30, "net").items())]}
    vm = guest(rings, vcpus, options.drop)
    vm.finish(lambda kind: False, classes, [])
    threads, boundary, boot = TimedThreads(classes, Counter()), Boundary(), 0
    boots = Guest()
    for e in vm.events:
        if e.level[0] or e.kind == "malformed":
            continue
        before, boot = boot, boundary.after(e.t, e.kind, e.fields)
        if before not in (0, boot):
            threads.boots()
        threads.event(e)
        boots.event(e)
    of_vm = {"vm": "ring", **rows(threads)}
    begin, steps = reported([e for e in vm.events if not e.level[0]])
    if begin is not None:
        names = symbols(options.symbols) if options.symbols else {}
        parts = {"steps": [], "devices": [], "notifiers": []}
        last = next((e.t for e in vm.events if e.kind == "stage" and e.fields["stage"] == 6), host.stop)
        for section, f in reported_sections(steps, names):
            end = f["end"] or last
            parts[section].append({"function": f["name"], "address": f["address"], "begin": f["begin"],
                                   "seenUntil" if f["end"] is None else "end": end,
                                   "states": boots.split(begin[2], f["vcpu"], f["begin"], end)})
        of_vm |= {"kind": begin[0], "kernel": begin[1]} | parts
    print(json.dumps({"hosts": [answer | {"vms": [of_vm]}]}, indent=1))


if __name__ == "__main__":
    main()
