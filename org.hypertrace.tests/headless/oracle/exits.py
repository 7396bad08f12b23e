#!/usr/bin/env python3
"""VM exits of a KVM host trace, computed from babeltrace2's text: an oracle.

Written from the definition alone. An exit lasts from a kvm exit event to the next kvm entry of the same vCPU thread; its
length is split by the vCPU's states in that time (vcpu_states.py), which must sum to it. It is not complete, and in no figure,
  - if another exit of the thread comes before the entry,
  - if the vCPU's life, or the trace, ends before it,
  - if the vCPU's state is unknown somewhere in it (lost events).
The life of a vCPU is: complete exits + exits that are not complete + from an entry to the exit after it (guest, and what the
host did before it recorded the exit) + the time before the first of them and after lost events.
What an exit is about, on AMD (APM volume 2: EXITINFO1, EXITINFO2):
  IOIO (123)    port info1[31:16], in if info1[0]
  CR (0-31)     read below 16, write from 16;  DR (32-63) likewise;  CR0_SEL_WRITE (101): write of CR 0
  EXCP (64-95)  the vector
  NPF (1024)    the page of info2; with the reserved bit info1[3] (KVM's mark for devices) the address info2, write if info1[1]
  CPUID (114)   the function of the first kvm_cpuid after it: the hardware does not report it
  MSR (124)     read or write, and the register, of the first kvm_msr after it
  VINTR (100)   the vector of the first interrupt injected after it
  VMMCALL (129) the number of the first hypercall after it; its low 16 bits if it is the tracer's
Percentiles: nearest rank.
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

from guest_events import Vm
from host_events import ENTRY, EXIT, HYPERCALL, attribute, drop, read
from vcpu_states import STATES, Host


class Exit:
    def __init__(self, e):
        self.t, self.e, self.tracer, self.hypercall, self.vector, self.end = e.t, e, False, None, None, None
        self.cpuid, self.msr = None, None

    def code(self):
        return int(self.e.f["exit_reason"], 0) % (1 << 32)

    def about(self):
        code, info1, info2 = self.code(), *(int(self.e.f.get(k, "0"), 0) % (1 << 64) for k in ("info1", "info2"))
        if code < 64:
            return ("cr_read", "cr_write", "dr_read", "dr_write")[code // 16], code % 16
        if code < 96:
            return "exception", code - 64
        if code == 101:
            return "cr_write", 0
        if code == 123:
            return "port_read" if info1 & 1 else "port_write", info1 >> 16 & 0xffff
        if code == 1024:
            return (("mmio_write" if info1 & 2 else "mmio_read"), info2) if info1 & 8 else ("page", info2 & ~0xfff)
        if code == 114 and self.cpuid is not None:
            return "cpuid", self.cpuid
        if code == 124 and self.msr is not None:
            return self.msr
        if code == 100 and self.vector is not None:
            return "interrupt", self.vector
        if self.hypercall is not None:
            return ("tracer", self.hypercall & 0xffff) if self.tracer else ("hypercall", self.hypercall)
        return None, None


def find(host):
    """Complete exits of every vCPU, and how many are not."""
    of, vms, last = defaultdict(list), {}, {}
    for v in host.all:
        if v.entries + v.exits:
            of[v.tid].append(v)
            v.found, v.incomplete, v.open, v.entered, v.since, v.ns_entered = [], Counter(), None, False, None, 0
    for e in host.events:
        mine = [v for v in of.get(e.tid, ()) if v.begin <= e.t]
        if not mine:
            continue
        v = mine[-1]
        if e.name in ENTRY:
            if v.open:
                close(v, e.t)
            elif v.since is not None:
                v.ns_entered += e.t - v.since
            v.open, v.since, last[v] = None, e.t, None
        elif e.name in EXIT:
            if v.open:
                v.incomplete["without entry"] += 1
            if v.since is not None:
                v.ns_entered += e.t - v.since
            v.open, v.since, last[v] = Exit(e), None, e
        elif e.name in HYPERCALL:
            vm = vms.setdefault(v.pid or f"tid {v.tid}", Vm(v.pid or f"tid {v.tid}"))
            ours = vm.hypercall(e, v, last.get(v))
            if v.open and v.open.hypercall is None:
                v.open.hypercall = int(e.f["nr"], 0) % (1 << 64)
            if v.open:
                v.open.tracer |= ours
        elif e.name.endswith("inj_virq") and v.open and v.open.vector is None:
            v.open.vector = int(e.f["irq"])
        elif e.name in ("kvm_x86_cpuid", "kvm_cpuid") and v.open and v.open.cpuid is None:
            v.open.cpuid = int(e.f["function"], 0) % (1 << 32)
        elif e.name in ("kvm_x86_msr", "kvm_msr") and v.open and v.open.msr is None:
            v.open.msr = "msr_write" if int(e.f["write"], 0) else "msr_read", int(e.f["ecx"], 0) % (1 << 32)
    for vs in of.values():
        for v in vs:
            v.incomplete["unfinished"] += v.open is not None
            v.ns_entered += v.end - v.since if v.since is not None else 0
            split(v)
    return [v for vs in of.values() for v in vs]


def close(v, t):
    v.open.end = t
    v.found.append(v.open)


def split(v):
    """The states of each exit: both lists are in the order of time."""
    at, kept = 0, []
    for x in v.found:
        x.states = Counter()
        while at < len(v.intervals) and v.intervals[at][1] <= x.t:
            at += 1
        i = at
        while i < len(v.intervals) and v.intervals[i][0] < x.end:
            b, e, state = v.intervals[i]
            x.states[state] += min(e, x.end) - max(b, x.t)
            i += 1
        assert sum(x.states.values()) == x.end - x.t, (v.tid, x.t)
        if x.states["unknown"]:
            v.incomplete["lost"] += 1
        else:
            kept.append(x)
    v.found = kept


def figures(exits):
    lengths = sorted(x.end - x.t for x in exits)
    n = len(lengths)
    states = Counter()
    for x in exits:
        states.update(x.states)
    assert sum(states.values()) == sum(lengths)
    rank = lambda per_mille: lengths[max(0, -(-n * per_mille // 1000) - 1)]
    return {"count": n, "total": sum(lengths), "min": lengths[0], "max": lengths[-1], "p50": rank(500), "p90": rank(900),
            "p99": rank(990), "p999": rank(999), "states": {s: states[s] for s in STATES}}


def rows(vcpus, about, wanted=lambda x: True):
    groups = defaultdict(list)
    for v in vcpus:
        for x in v.found:
            if wanted(x):
                groups[v.pid, int(x.e.f.get("isa", "0")), x.code(), about(x)].append(x)
    found = []
    for (pid, isa, code, sub), exits in groups.items():
        found.append({"pid": pid, "isa": isa, "code": code, **figures(exits)})
        if sub and sub[0]:
            found[-1] |= {"subKind": sub[0], "subNumber": str(sub[1])}
    return found


def main():
    parser = argparse.ArgumentParser(description="VM exits of a KVM host trace, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--drop", metavar="NAME:N", help="ignore the N-th vCPU-relevant event of that name")
    options = parser.parse_args()
    name, events = read(options.folder)
    if options.drop:
        drop([(name, events)], options.drop)
    attribute(events)
    host = Host(name or "", events)
    host.run()
    host.result(False, str)                             # finds numbers and processes
    vcpus = find(host)
    of_vcpus = []
    for v in sorted(vcpus, key=lambda v: (v.tid, v.begin)):
        exits = sum(x.end - x.t for x in v.found)
        guest = sum(e - b for b, e, s in v.intervals if s == "guest")
        of_vcpus.append({"tid": v.tid, "number": v.number, "life": v.end - v.begin, "complete": len(v.found),
                         "incomplete": +v.incomplete, "exits": exits, "guest": guest, "beforeExits": v.ns_entered - guest,
                         "tracer": sum(x.tracer for x in v.found),
                         "tracerTime": sum(x.end - x.t for x in v.found if x.tracer)})
    json.dump({"hosts": [{"host": name, "byReason": rows(vcpus, lambda x: None), "bySub": rows(vcpus, Exit.about),
                          "withoutTracing": rows(vcpus, lambda x: None, lambda x: not x.tracer), "vcpus": of_vcpus}]},
              sys.stdout, indent=1)


if __name__ == "__main__":
    main()
