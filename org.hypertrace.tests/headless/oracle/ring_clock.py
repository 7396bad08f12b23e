#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""ring_clock.py RING HOST/kernel --vcpus TID,TID: the TSC of a guest on its host's clock, by the exits that the host has written into
the rings: an oracle, written from the definition alone, with exact fractions (clock_line.py).

A ring's exits between two gaps are those of the trace if their sequence of (isa, reason) is in that of the vCPU exactly once, within
1 s of where the hellos place it; their rip must then agree. Bounds of such an exit: the trace's kvm_exit, and the next kvm_* event of
that thread. One clock for all rings of the file.

  entries   of the host after each matched exit; their records decide nothing. By how much the clock places such a record beside the
            trace's kvm_entry, without sign, percentiles; hypercalls: of those after an exit for a hypercall
  records   every record of the guest that is a hypercall, too: by how much the clock places it before the hypercall, percentiles
  guest     records of the guest that lie outside every [entry, exit] of their vCPU in the trace, of those between its first and last
  --events  print each record of the guest instead: sequence ring time
JSON on standard output.
"""
import argparse
import bisect
import json
from collections import Counter, defaultdict

from clock_line import Clock
from clocks import percentile, show
from host_events import ENTRY, EXIT, HYPERCALL, attribute, read
from ring_alone import Ring, headers

MS, SECOND, LOW, HELLO = 10**6, 10**9, (1 << 32) - 1, 0x81
HYPERCALLS = {(1, 18), (2, 129)}  # exits for them, Intel and AMD


def words(e):
    return tuple(int(e.f[k], 0) % (1 << 64) for k in ("nr", "a0", "a1", "a2", "a3"))


class Thread:
    """What the trace has of a vCPU: its exits with the next kvm_* event, its stays in the guest, its hypercalls."""

    def __init__(self):
        self.exits, self.next, self.stays, self.calls, self.entered, self.entries = [], [], [], [], None, {}

    def event(self, e):
        if e.name.startswith("kvm_") and len(self.next) < len(self.exits):
            self.next.append(e.t)
        if e.name in EXIT:
            self.exits.append((e.t, (int(e.f["isa"], 0), int(e.f["exit_reason"], 0)), int(e.f["guest_rip"], 0) % (1 << 64)))
            if self.entered is not None:
                self.stays.append((self.entered, e.t))
            self.entered = None
        elif e.name in ENTRY:
            self.entered = e.t
            self.entries.setdefault(len(self.exits) - 1, e.t)
        elif e.name in HYPERCALL:
            self.calls.append((e.t, words(e)))


def runs(ring):
    """The host's exits of a ring between two gaps, one list after the other; each has the entry after it, if that is there."""
    run, last = [], None
    for r in ring.records:
        if last is not None and r.sequence != last + 1:
            yield run
            run = []
        last = r.sequence
        if r.of_host and r.nr & 0xffff == 0xa0:
            r.entry = None
            run.append(r)
        elif r.of_host and r.nr & 0xffff == 0xa1 and run and run[-1].entry is None:
            run[-1].entry = r
    yield run


def match(run, thread, about):
    """Index of the run's first exit among the thread's; None if the sequence is there not exactly once."""
    if not run:
        return None
    kinds = [(r.words[0] >> 32, r.words[0] & LOW) for r in run]
    of_trace = [kind for _, kind, _ in thread.exits]
    times = [t for t, _, _ in thread.exits]
    first = bisect.bisect_left(times, about(run[0].tsc) - SECOND)
    last = bisect.bisect_right(times, about(run[0].tsc) + SECOND)
    found = [i for i in range(first, min(last, len(times) - len(kinds) + 1)) if of_trace[i:i + len(kinds)] == kinds]
    return found[0] if len(found) == 1 else None


def beside_of(errors):
    errors = sorted(errors)
    return {"count": len(errors), **({p: percentile(errors, int(p[1:])) for p in ("p50", "p90", "p99")} | {"max": errors[-1]} if errors else {})}


def main():
    parser = argparse.ArgumentParser(description="The TSC of a guest on its host's clock, as JSON.")
    parser.add_argument("ring")
    parser.add_argument("host")
    parser.add_argument("--vcpus", required=True, help="threads of the host, in the order of the rings")
    parser.add_argument("--events", action="store_true")
    options = parser.parse_args()
    with open(options.ring, "rb") as file:
        data = file.read()
    rings = [Ring(data, i, header) for i, header in enumerate(headers(data))]
    khz = rings[0].khz
    threads = {int(tid): Thread() for tid in options.vcpus.split(",")}
    _, events = read(options.host)
    attribute(events)
    for e in events:
        if e.tid in threads:
            threads[e.tid].event(e)
    threads = list(threads.values())
    hellos = [(w[2], t) for thread in threads for t, w in thread.calls if w[0] & 0xfffff == HELLO and w[2]]
    shift = min(t - tsc * MS // khz for tsc, t in hellos)
    bounds, matched, rips, entries = [], 0, 0, []
    for ring, thread in zip(rings, threads):
        for run in runs(ring):
            at = match(run, thread, lambda tsc: tsc * MS // khz + shift)
            for i, r in enumerate(run if at is not None else ()):
                t, _, rip = thread.exits[at + i]
                rips += rip == r.words[1]
                matched += 1
                bounds.append((r.tsc, ring.index, t, thread.next[at + i] if at + i < len(thread.next) else None))
                if r.entry and at + i in thread.entries:
                    entries.append((r.entry.tsc, thread.entries[at + i], (r.words[0] >> 32, r.words[0] & LOW) in HYPERCALLS))
    bounds = [(tsc, lo, hi) for tsc, _, lo, hi in sorted(bounds, key=lambda b: b[:2])]
    clock = Clock(bounds)
    early, outside, asked = [], 0, 0
    for ring, thread in zip(rings, threads):
        calls = defaultdict(list)
        for t, w in thread.calls:
            calls[w[0] & LOW, *w[1:]].append(t)
        begins = [begin for begin, _ in thread.stays]
        own = [r for r in ring.records if not r.of_host]
        same = Counter((r.nr, *r.words) for r in own)
        for r in own:
            t = clock(r.tsc)
            if options.events:
                print(r.sequence, ring.index, t)
            what = r.nr, *r.words
            if same[what] == 1 and len(calls[what]) == 1:
                early.append(calls[what][0] - t)
            if begins and begins[0] <= t < thread.stays[-1][1]:
                asked += 1
                i = bisect.bisect_right(begins, t) - 1
                outside += t > thread.stays[i][1]
    if options.events:
        return
    early.sort()
    beside = [(abs(clock(tsc) - t), hypercall) for tsc, t, hypercall in entries]
    f = clock.cuts[0][2]
    about = show(f, bounds)
    print(json.dumps({"hosts": [{
        "matched": matched, "sameRip": rips, "pieces": len(clock.cuts), "bounds": len(bounds), **about,
        "khz": sorted(float(MS / slope) for slope in (f.bmax, f.bmin)), "reported": khz,
        "records": {"matched": len(early), **({"min": early[0], "p50": percentile(early, 50), "p99": percentile(early, 99), "max": early[-1]} if early else {})},
        "entries": {"all": beside_of(e for e, _ in beside), "hypercalls": beside_of(e for e, hypercall in beside if hypercall)},
        "guest": {"asked": asked, "outside": outside}}]}, indent=1))


if __name__ == "__main__":
    main()
