#!/usr/bin/env python3
"""System calls of guests: how long they take, the floor under that, what disturbs them, and how that depends on the load; an oracle.

Guest events, vCPU states and the tracer's spans are guest_events.py's. The rest is written from this text alone:

  call        a beginning, and the next end of the same thread, number and kind (x86-64, i386); one 0x91 is one. A beginning while another one of the thread
              is open supersedes it. Lost events and another boot end what is open. What lacks one of both ends is unmatched, in no figure
  d           end less beginning, gross; net: less the tracer's own time on the vCPU of the beginning meanwhile
  per call s  N, T = sum of d, the k smallest (fewer than k: all), floor F = floor(N * their sum / their number), disturbance T - F,
              p50, p95, p99 (nearest rank), max
  waiting     calls that wait for something (WAITS, x86-64) are in no sum and no row of the load
  load        from each mark to the next (the last: to the end), if there are marks; else slices of --slice from the first call on. A
              call is in the one in which it begins, if it ends there too; else in none, and counted
  thread      by its id, and another one from each fork of that id on; it made a call that began while it was there
  row         calls, end: of the last call in it, rate = calls * 10^9 div (end - begin), T, F (of its own k smallest of each s), T - F
"""
import argparse
import json
from collections import Counter, defaultdict

from boot_boundary import Boundary
from guest_events import GuestEvent, scan
from host_events import attribute, read
from vcpu_states import Host

WAITS = {(0, n) for n in (7, 23, 34, 35, 61, 128, 201, 202, 230, 232, 247, 270, 271, 281, 441)}


class Call:
    def __init__(self, begin, end, number, thread, classes):
        self.begin, self.end, self.number, self.thread, self.gross = begin, end, number, thread, end - begin
        self.net = self.gross - sum(ns for c, _, ns in classes.split(begin, end) if c == "tracer")


def calls_of(vm, classes, lost):
    life, calls, unmatched, marks, boundary, boot = list(vm.life), [], Counter(), [], None, 0
    vm.finish(lambda kind: False, classes, lost)
    boundary, opened, forks = Boundary(life), {}, Counter()
    order = [(e.t, 0, e) for e in vm.events] + [(t, 1, None) for t in lost]
    for t, _, e in sorted(order, key=lambda x: x[:2]):
        if e is None:
            unmatched["open at lost events"] += len(opened)
            opened.clear()
            continue
        if e.level[0] or e.kind in ("forged", "malformed"):
            continue
        before, boot = boot, boundary.after(e.t, e.kind, e.fields)
        if before not in (0, boot):
            unmatched["open at a boot"] += len(opened)
            opened.clear()
        f = e.fields
        if e.kind == "mark":
            marks.append((t, f["value"]))
        elif e.kind == "fork":
            forks[f["child"]] += 1
        elif e.kind == "syscall_entry":
            unmatched["superseded"] += f["tid"] in opened
            opened[f["tid"]] = t, e.vcpu, (f["i386"], f["number"]), (f["tid"], forks[f["tid"]])
        elif e.kind == "syscall_exit":
            begun = opened.pop(f["tid"], None)
            if begun is None or begun[2] != (f["i386"], f["number"]):
                unmatched["end without beginning"] += 1
                if begun:
                    opened[f["tid"]] = begun
            else:
                calls.append(Call(begun[0], t, begun[2], begun[3], classes[begun[1]]))
    unmatched["open at the end"] += len(opened)
    return calls, marks, unmatched


def rank(v, p):
    return v[-(-len(v) * p // 100) - 1]


def figures(ds, k):
    v = sorted(ds)
    least = v[:k]
    floor = len(v) * sum(least) // len(least)
    return {"calls": len(v), "total": sum(v), "minK": sum(least), "of": len(least), "floor": floor, "disturbance": sum(v) - floor,
            "p50": rank(v, 50), "p95": rank(v, 95), "p99": rank(v, 99), "max": v[-1]}


def by_number(calls, k, what):
    of = defaultdict(list)
    for c in calls:
        of[c.number].append(getattr(c, what))
    return {n: figures(ds, k) for n, ds in of.items()}


def by_thread(calls, k):
    of = defaultdict(lambda: defaultdict(list))
    for c in calls:
        of[c.number][c.thread].append(c)
    return {n: [{"tid": tid, **figures([c.net for c in made], k), "gross": figures([c.gross for c in made], k)}
                for (tid, _), made in sorted(threads.items())] for n, threads in of.items()}


def sums(calls, k, what):
    rows = by_number(calls, k, what).values()
    return {s: sum(r[s] for r in rows) for s in ("total", "floor", "disturbance")}


def load(calls, marks, k, length, end):
    if marks:
        ends = [t for t, _ in marks[1:]] + [end + 1]
        windows = [(t, e, v) for (t, v), e in zip(marks, ends)]
    elif calls:
        first = min(c.begin for c in calls)
        count = (max(c.begin for c in calls) - first) // length + 1
        windows = [(first + i * length, first + (i + 1) * length, None) for i in range(count)]
    else:
        windows = []
    rows, inside = [], 0
    for begin, until, mark in windows:
        own = [c for c in calls if begin <= c.begin < until and c.end < until]
        inside += len(own)
        if not own:
            continue
        last = max(c.end for c in own)
        v = sorted(c.net for c in own)
        rows.append({**({} if mark is None else {"mark": mark}), "begin": begin, "end": last, "calls": len(own),
                     "rate": len(own) * 10 ** 9 // max(1, last - begin), **sums(own, k, "net"), "gross": sums(own, k, "gross"),
                     "p50": rank(v, 50), "p95": rank(v, 95), "p99": rank(v, 99),
                     "rows": [{"number": n[1], "i386": n[0], **r} for n, r in sorted(by_number(own, k, "net").items())]})
    return rows, len(calls) - inside


def main():
    parser = argparse.ArgumentParser(description="System calls of guests against their load, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--k", type=int, default=30)
    parser.add_argument("--slice", type=int, default=1000, metavar="MS")
    options = parser.parse_args()
    name, events = read(options.folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    vms, classes, lost, _ = scan(host)
    answers = []
    for vm in vms:
        calls, marks, unmatched = calls_of(vm, classes, lost)
        busy = [c for c in calls if c.number not in WAITS]
        slices, outside = load(busy, marks, options.k, options.slice * 1_000_000, host.stop)
        gross, threads = by_number(calls, options.k, "gross"), by_thread(calls, options.k)
        rows = [{"number": n[1], "i386": n[0], "waiting": n in WAITS, **r, "gross": gross[n], "threads": threads[n]}
                for n, r in sorted(by_number(calls, options.k, "net").items())]
        answers.append({"vm": vm.key, "k": options.k, "calls": len(calls), "notWaiting": len(busy), **sums(busy, options.k, "net"),
                        "gross": sums(busy, options.k, "gross"), "rows": rows, "slices": slices, "outside": outside,
                        "unmatched": sum(unmatched.values()), "why": {k: n for k, n in sorted(unmatched.items()) if n}})
    print(json.dumps({"hosts": [{"host": name, "syscalls": answers}]}, indent=1))


if __name__ == "__main__":
    main()
