#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""What a file of rings reports without a trace of the host: an oracle. Written from the definition alone; reads the bytes by the text of the ABI.

  time       T of a record: the largest TSC so far in its ring, by sequence, less the smallest first TSC of all rings; ns(T) = T * 10^6 div
             tsc_khz. A TSC that goes back by more than 2^32 begins a new run, which goes on from the time of the last record. The first
             hello in the order of T with a real time above 2^60 ties it: a3 + ns(T) - ns(T of that hello); else times count from 0.
  states     by vCPU, in order of sequence: 0xa1 guest; 0xa0 host; 0xa2 preempted if prev_state & 0xff is 0, else halted if the last 0xa0
             was HLT (SVM 120, VMX 12), no 0xa1 came since, and prev_state & 1, else blocked; 0xa3 host. Before the first of these, and from
             the last record before a gap in the sequence to the next of these: unknown. What was before a gap does not decide.
             They sum to last record - first record.
  exit       to the next entry; none of the next exit or a gap lies between. count: all; total, max: those with such an entry
  migration  the pCPU of a host record is another than that of the one before; 0xffff is none
  preempted  from 0xa2 to the next 0xa3, which has the last of those that had the processor; to another record that ends the state, a gap
             or the end without it
  steal      preempted up to preempted + halted + blocked
  event      sorted by (T, ring, sequence)

    ring_alone.py RING…            JSON: {"hosts": [{"rings": […]}]}
    ring_alone.py --ticks RING     the same, durations in ticks
    ring_alone.py --intervals RING every state: ring vcpu begin end state
    ring_alone.py --events RING    every record: ns ring vcpu number sequence tsc a0 a1 a2 a3
    ring_alone.py --drop N RING    as if the N-th host record were missing, without a gap: a comparison must fail
"""
import argparse
import json
import struct
import sys
from collections import defaultdict

HLT = {(1, 12), (2, 120)}
NO_CPU = 0xffff
EXIT, ENTRY, OUT, IN = 0xa0, 0xa1, 0xa2, 0xa3


def headers(data):
    at = 0
    while True:
        magic, version, capacity, head, khz, lost, cpu, following = struct.unpack_from("<8sQQQQQQQ", data, at)
        assert magic == b"GTRRING1" and version == 1 << 32 | 64 and capacity & capacity - 1 == 0
        yield at, capacity, head, khz, lost, cpu - 1
        if not following:
            return
        at = following


class Record:
    def __init__(self, sequence, tsc, event, words):
        self.sequence, self.tsc, self.cpu, self.nr, self.words = sequence, tsc, event >> 32 & 0xffff, event & 0xffffffff, words
        self.t = self.gap = None

    @property
    def of_host(self):
        return EXIT <= self.nr & 0xffff <= IN


class Ring:
    def __init__(self, data, index, header):
        self.index, (at, self.capacity, self.head, self.khz, self.lost, self.cpu) = index, header
        self.records, self.torn, self.missing = [], 0, 0
        for number in range(max(0, self.head - self.capacity), self.head):
            place = at + 64 + number % self.capacity * 64
            if place + 64 > len(data):
                self.missing += 1
                continue
            stamp, tsc, event, *words, _ = struct.unpack_from("<8Q", data, place)
            if stamp != number + 1:
                self.torn += 1
                continue
            self.records.append(Record(number, tsc, event, words))
        for r in self.records if self.cpu >= 0 else []:
            r.cpu = self.cpu

    def clock(self, zero):
        """Clamped ticks since zero, and where numbers are missing."""
        most = shift = last = None
        for r in self.records:
            if most is None:
                most, shift = r.tsc, -zero
            elif most - r.tsc > 1 << 32:
                shift += most - r.tsc
                most = r.tsc
            most = max(most, r.tsc)
            r.t = most + shift
            r.gap = last is not None and r.sequence != last + 1
            last = r.sequence


def name8(word):
    return word.to_bytes(8, "little").split(b"\0")[0].decode("utf-8", "replace")


class Vcpu:
    def __init__(self):
        self.intervals, self.state, self.since, self.last = [], "unknown", None, None
        self.exit, self.halts, self.cpu, self.taken = None, False, None, None
        self.reasons, self.migrations, self.preemptions, self.records, self.hosts = {}, [], [], 0, 0

    def to(self, t, state, last=None):
        if self.taken:
            self.preemptions.append((self.taken[0], t, self.taken[1], last))
        self.taken = None
        if t > self.since:
            self.intervals.append((self.since, t, self.state))
        self.since, self.state = t, state

    def gap(self):
        self.to(self.last, "unknown")
        self.exit, self.halts = None, False

    def record(self, r, gap):
        if self.since is None:
            self.since = self.last = r.t
        elif gap:
            self.gap()
        self.last, kind = r.t, r.nr & 0xffff
        self.records += 1
        if not r.of_host:
            return
        self.hosts += 1
        a0, a1, a2, cpu = r.words
        if cpu != NO_CPU:
            if self.cpu is not None and cpu != self.cpu:
                self.migrations.append(r.t)
            self.cpu = cpu
        if kind == EXIT:
            key = a0 >> 32, a0 & 0xffffffff
            self.reasons.setdefault(key, [0, []])[0] += 1
            self.exit, self.halts = (key, r.t), key in HLT
            self.to(r.t, "host")
        elif kind == ENTRY:
            if self.exit:
                self.reasons[self.exit[0]][1].append((self.exit[1], r.t))
            self.exit, self.halts = None, False
            self.to(r.t, "guest")
        elif kind == OUT:
            self.to(r.t, "preempted" if a1 & 0xff == 0 else "halted" if self.halts and a1 & 1 else "blocked")
            self.taken = (r.t, (a0 & 0xffffffff, name8(a2))) if a1 & 0xff == 0 else None
        else:
            self.to(r.t, "host", (a0 & 0xffffffff, name8(a2)))

    def end(self):
        self.to(self.last, "unknown")


class Rings:
    def __init__(self, data, drop=0):
        self.rings = [Ring(data, i, header) for i, header in enumerate(headers(data))]
        for ring in self.rings:
            for r in ring.records:
                drop -= r.of_host
                if drop == 0 and r.of_host:
                    ring.records.remove(r)
                    for later in ring.records:
                        later.sequence -= later.sequence > r.sequence
                    break
        self.khz = next((ring.khz for ring in self.rings if ring.khz), 0)
        zero = min((ring.records[0].tsc for ring in self.rings if ring.records), default=0)
        for ring in self.rings:
            ring.clock(zero)
        self.events = sorted(((r.t, ring.index, r.sequence, r) for ring in self.rings for r in ring.records), key=lambda e: e[:3])
        hello = next((r for *_, r in self.events if r.nr & 0xfffff == 0x81 and r.words[0] >> 32 == 0x47545243 and r.words[3] > 1 << 60), None)
        self.tied, self.base = hello is not None, hello.words[3] - self.ns(hello.t) if hello else 0

    def ns(self, t):
        return t * 10**6 // self.khz

    def at(self, t):
        return self.base + self.ns(t)

    def vcpus(self):
        for ring in self.rings:
            vcpus, gaps = defaultdict(Vcpu), defaultdict(bool)
            for r in ring.records:
                if r.gap:       # of a shared ring it concerns all
                    gaps.update(dict.fromkeys(vcpus, True))
                vcpus[r.cpu].record(r, gaps.pop(r.cpu, False))
            for cpu, v in sorted(vcpus.items()):
                v.end()
                yield ring, cpu, v

    def report(self, ticks):
        ns, at = (lambda t: t, lambda t: t) if ticks else (self.ns, self.at)

        def who(task):
            return task and {"tid": task[0], "name": task[1]}
        result = []
        for ring, cpu, v in self.vcpus():
            sums = defaultdict(int)
            for begin, end, state in v.intervals:
                sums[state] += ns(end) - ns(begin)
            first, last = next(r for r in ring.records if r.cpu == cpu).t, v.last
            assert sum(sums.values()) == ns(last) - ns(first)
            asleep = sums["halted"] + sums["blocked"]
            one = {"vcpu": cpu, "tscKhz": self.khz, "records": v.records, "overwritten": max(0, ring.head - ring.capacity), "torn": ring.torn,
                   "missing": ring.missing, "notWritten": ring.lost, "hostRecords": v.hosts, "begin": at(first), "end": at(last),
                   "clock": "hello" if self.tied else "tsc", "unknown": sums["unknown"]}
            if v.hosts:
                one.update({state: sums[state] for state in ("guest", "host", "preempted", "halted", "blocked")})
                one.update({"asleep": asleep, "steal": [sums["preempted"], sums["preempted"] + asleep], "migrations": [at(t) for t in v.migrations]})
                one["exitReasons"] = [{"isa": isa, "code": code, "count": count, "ended": len(d),
                                       "total": sum(ns(e) - ns(b) for b, e in d), "max": max((ns(e) - ns(b) for b, e in d), default=0)}
                                      for (isa, code), (count, d) in sorted(v.reasons.items())]
                one["preemptions"] = [{"begin": at(b), "end": at(e), "first": who(f), "last": who(last)} for b, e, f, last in v.preemptions]
            result.append(one)
        return {"rings": result}


def main():
    parser = argparse.ArgumentParser(description="What a file of rings reports without a trace of the host.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--ticks", action="store_true")
    parser.add_argument("--intervals", action="store_true")
    parser.add_argument("--events", action="store_true")
    parser.add_argument("--drop", type=int, default=0)
    options = parser.parse_args()
    result = []
    for name in options.files:
        with open(name, "rb") as file:
            rings = Rings(file.read(), options.drop)
        if options.intervals:
            for ring, cpu, v in rings.vcpus():
                for begin, end, state in v.intervals:
                    print(ring.index, cpu, rings.at(begin), rings.at(end), state)
        elif options.events:
            for t, ring, sequence, r in rings.events:
                print(rings.at(t), ring, r.cpu, hex(r.nr), sequence, r.tsc, *map(hex, r.words))
        else:
            result += rings.report(options.ticks)["rings"]
    if not options.intervals and not options.events:
        json.dump({"hosts": [{"rings": result}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
