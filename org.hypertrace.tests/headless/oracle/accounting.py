#!/usr/bin/env python3
"""How vCPUs shared the processors: demand over all processors, and what each got per period; an oracle.

States of vCPUs are vcpu_states.py's. The rest is written from this text alone:

  wants       a vCPU in guest, hostInterrupt, vmm, hostKernel (it has a processor), preempted or waking (it waits for one)
  demand      D: how many vCPUs of all VMs of the host want one at an instant; time at each D, from the first begin of a vCPU's
              life to the last end of one
  processors  P: those that vCPUs were seen on while they had one; how many there are, and never less than 1
  dedicated D <= P; unbalanced D > P and D mod P != 0; balanced D > P and D mod P = 0: time in each
  per vCPU    life; got: has a processor; steal: waits for one; wanted: both; longest wait: without a break; executions: times it
              came to have a processor within its life, not with its begin; mean run: got div executions; migrations
  imbalance   greatest less least got/wanted of the vCPUs that wanted at least 1 % of that time
  short work  p99 (nearest rank) of the waits that begin with a waking, until it has a processor, beside the mean run
  periods     n = [trace begin + n P, + (n + 1) P), clipped to the vCPU's life: gotten has a processor, blocked halted or blocked,
              waiting preempted or waking, unknown; an execution and a migration and an exit counts where its time lies.
              io: exits for ports (Intel 30, AMD 123) and EPT misconfigurations (Intel 49)
"""
import argparse
import json
from collections import Counter, defaultdict

from host_events import EXIT, attribute, read
from vcpu_states import Host

ON = {"guest", "hostInterrupt", "vmm", "hostKernel"}
WAIT = {"preempted", "waking"}
OFF = {"halted", "blocked"}
IO = {("1", 30), ("2", 123), ("1", 49)}


class Noting(Host):
    """Keeps when vCPUs migrated and left for I/O, and the processors that they had."""

    def __init__(self, name, events):
        super().__init__(name, events)
        self.moves, self.io, self.cpus = defaultdict(list), defaultdict(list), set()

    def event(self, e):
        v = self.threads.get(int(e.f["next_tid"])) if e.name == "sched_switch" else None
        before = v.migrations if v else 0
        super().event(e)
        if v and v.migrations > before:
            self.moves[v].append(e.t)
        if e.name in EXIT and e.tid and (e.f.get("isa"), int(e.f["exit_reason"], 0)) in IO:
            self.io[self.thread(e.tid)].append(e.t)
        for t in self.all:
            if t.begin is not None and t.end is None and t.cpu is not None:
                self.cpus.add(t.cpu)


def runs(v, states):
    """Maximal stretches in any of the states: begin, end, first state."""
    found = []
    for begin, end, state in v.intervals:
        if state not in states:
            continue
        if found and found[-1][1] == begin:
            found[-1][1] = end
        else:
            found.append([begin, end, state])
    return found


def ns(v, states):
    return sum(e - b for b, e, s in v.intervals if s in states)


def vcpu(v, host):
    got, steal = ns(v, ON), ns(v, WAIT)
    executions = sum(b > v.begin for b, _, _ in runs(v, ON))
    return {"tid": v.tid, "number": v.number, "life": v.end - v.begin, "got": got, "wanted": got + steal, "steal": steal,
            "longestWait": max((e - b for b, e, _ in runs(v, WAIT)), default=0), "executions": executions,
            **({"meanRun": got // executions} if executions else {}), "migrations": len(host.moves[v])}


def overcommit(host, vcpus):
    changes = Counter()
    for v in vcpus:
        for b, e, _ in runs(v, ON | WAIT):
            changes[b] += 1
            changes[e] -= 1
    first, last = min(v.begin for v in vcpus), max(v.end for v in vcpus)
    time, at, d = Counter(), first, 0
    for t in sorted(changes):
        time[d] += t - at
        at, d = t, d + changes[t]
    time[d] += last - at
    p = max(1, len(host.cpus))
    rows = [vcpu(v, host) for v in vcpus]
    assert sum(d * n for d, n in time.items()) == sum(r["wanted"] for r in rows)
    assert sum(time.values()) == last - first
    shares = [r["got"] / r["wanted"] for r in rows if r["wanted"] and 100 * r["wanted"] >= last - first]
    waits = sorted(e - b for v in vcpus for on in [ons(v)] for b, e, s in runs(v, WAIT) if s == "waking" and e in on)
    return {"vcpus": len(vcpus), "processors": p, "demand": {str(d): n for d, n in sorted(time.items()) if n},
            "dedicated": sum(n for d, n in time.items() if d <= p),
            "unbalanced": sum(n for d, n in time.items() if d > p and d % p),
            "balanced": sum(n for d, n in time.items() if d > p and d % p == 0),
            "most": max(d for d, n in time.items() if n),
            **({"imbalance": max(shares) - min(shares)} if shares else {}),
            **({"wakeP99": waits[-(-len(waits) * 99 // 100) - 1]} if waits else {}), "perVcpu": rows}


def ons(v):
    return {b for b, _, _ in runs(v, ON)}


def accounting(host, vcpus, period):
    result = []
    for v in vcpus:
        if v.begin == v.end:
            continue
        rows, came = [], [b for b, _, _ in runs(v, ON) if b > v.begin]
        first = (v.begin - host.start) // period
        last = max(first, -(-(v.end - host.start) // period) - 1)
        spent = [Counter() for _ in range(first, last + 1)]
        for b, e, s in v.intervals:
            what = "gotten" if s in ON else "waiting" if s in WAIT else "blocked" if s in OFF else "unknown"
            while b < e:
                n = (b - host.start) // period
                until = min(e, host.start + (n + 1) * period)
                spent[n - first][what] += until - b
                b = until
        for what, times in (("executions", came), ("migrations", host.moves[v]), ("io", [t for t in host.io[v] if v.begin <= t <= v.end])):
            for t in times:
                spent[min(last, (t - host.start) // period) - first][what] += 1
        for n, s in enumerate(spent, first):
            begin, end = max(v.begin, host.start + n * period), min(v.end, host.start + (n + 1) * period)
            rows.append({"n": n, "begin": begin, "end": end, **{k: s[k] for k in
                         ("gotten", "blocked", "waiting", "unknown", "executions", "migrations", "io")}})
            assert sum(s[k] for k in ("gotten", "blocked", "waiting", "unknown")) == end - begin
        for what, states in (("gotten", ON), ("blocked", OFF), ("waiting", WAIT)):
            assert sum(r[what] for r in rows) == ns(v, states)
        result.append({"tid": v.tid, "number": v.number, "periods": rows})
    return {"period": period, "origin": host.start, "vcpus": result}


def main():
    parser = argparse.ArgumentParser(description="Overcommit of processors, and what vCPUs got per period, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--period", type=int, default=1000, metavar="MS", help="how long a period is")
    options = parser.parse_args()
    name, events = read(options.folder)
    attribute(events)
    host = Noting(name, events)
    host.run()
    host.result(False, str)
    vcpus = sorted((v for v in host.all if v.entries + v.exits), key=lambda v: (v.tid, v.begin))
    print(json.dumps({"hosts": [{"host": name, "overcommit": overcommit(host, vcpus),
                                 "accounting": accounting(host, vcpus, options.period * 1_000_000)}]}, indent=1))


if __name__ == "__main__":
    main()
