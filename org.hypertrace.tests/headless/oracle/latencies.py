#!/usr/bin/env python3
"""How long guests of a KVM host wait for interrupts and for being run, computed from babeltrace2's text: an oracle.

Written from the definition alone. On every vCPU thread, events of host and guest in the order of time (what a batch reports has
its own time; at equal times as they arrive):
  - an injection (kvm_x86_inj_virq) lasts to the thread's next kvm entry (injectionEntry), and to the first guest event of level
    0 after that entry and before the next that is an APIC vector entry of the same vector or an irq handler entry
    (injectionHandler). It is 'replaced' if another injection comes before its entry, 'unhandled' if another injection or entry
    comes after it, 'cut' if the state of the vCPU becomes unknown (lost events, its end) or the trace ends.
  - a halt is an exit for HLT (Intel 12, AMD 120) up to the next entry, unless it is a guest's guest's (kvm_nested_vmexit follows):
    wakeEntry from the begin of the last time 'waking' in it (vcpu_states.py) to the entry; without any sleep 'awake', from the
    exit to the entry.
  - an interrupt that a vCPU's APIC takes (kvm_apic_accept_irq, apicid = its number) while another vCPU of the VM has the CPU of the
    host lasts to the entry of the one it is for (ipiEntry); of several before that entry the first counts. None is known of a
    vCPU before its first exit, and after the state became unknown.
Only LTTng's events are read here: there are no polls, and no kicks of guests.
Percentiles: nearest rank.
"""
import argparse
import json
import sys
from collections import defaultdict

from guest_events import Vm
from host_events import ENTRY, EXIT, HYPERCALL, attribute, drop, read
from vcpu_states import Host

HALTS = {("1", 12), ("2", 120)}


class Waits:
    """The waits of one vCPU."""

    def __init__(self, v):
        self.v, self.found, self.injected, self.halt, self.ipi = v, [], None, None, None
        self.sleeps = [(b, e, s) for b, e, s in v.intervals if s in ("waking", "halted", "blocked")]
        self.unknown = sorted(b for b, e, s in v.intervals if s == "unknown" and b > v.begin)

    def close(self, how):
        t, vector, _ = self.injected
        self.found.append((how, vector, t, None))
        self.injected = None

    def step(self, t, what, e):
        while self.unknown and self.unknown[0] <= t:
            self.unknown.pop(0)
            self.cut()
        if what == "inject":
            if self.injected:
                self.close("unhandled" if self.injected[2] else "replaced")
            self.injected = t, int(e.f.get("irq", e.f.get("vec"))), False
        elif what == "entry":
            if self.injected and self.injected[2]:
                self.close("unhandled")
            elif self.injected:
                begin, vector, _ = self.injected
                self.found.append(("injectionEntry", vector, begin, t - begin))
                self.injected = begin, vector, True
            if self.halt is not None:
                slept = [(b, s) for b, end, s in self.sleeps if b < t and end > self.halt]
                waking = [b for b, s in slept if s == "waking"]
                if waking:
                    self.found.append(("wakeEntry", None, waking[-1], t - waking[-1]))
                elif not slept:
                    self.found.append(("awake", None, self.halt, t - self.halt))
            if self.ipi is not None:
                self.found.append(("ipiEntry", None, self.ipi, t - self.ipi))
            self.halt = self.ipi = None
        elif what == "ipi":
            self.ipi = t if self.ipi is None else self.ipi
        elif what == "exit":
            reason = e.f.get("isa", "0"), int(e.f["exit_reason"], 0) % (1 << 32)
            self.halt = t if reason in HALTS else None
        elif what == "nested":
            self.halt = None
        elif self.injected and self.injected[2] and (e.kind == "irq_entry" or e.fields["vec"] == self.injected[1]):
            begin, vector, _ = self.injected
            self.found.append(("injectionHandler", vector, begin, t - begin))
            self.injected = None

    def cut(self):
        if self.injected:
            self.close("cut")
        self.halt = self.ipi = None


def what(e):
    return ("entry" if e.name in ENTRY else "exit" if e.name in EXIT else "inject" if e.name.endswith("inj_virq")
            else "nested" if e.name.endswith("nested_vmexit") else None)


def find(host):
    of, vms, last, merged, numbered = defaultdict(list), {}, {}, [], {}
    for v in host.all:
        if v.entries + v.exits:
            of[v.tid].append(v)
    for place, e in enumerate(host.events):
        mine = [v for v in of.get(e.tid, ()) if v.begin <= e.t]
        if not mine:
            continue
        v, kind = mine[-1], what(e)
        if kind in ("entry", "exit"):
            last[v] = e if kind == "exit" else None
        if e.name.endswith("apic_accept_irq"):
            target = numbered.get((v.pid, int(e.f["apicid"])))
            if target and target is not v:
                merged.append((e.t, place, 0, target, "ipi", e))
        if kind == "exit":
            numbered[v.pid, v.number] = v
        if kind:
            merged.append((e.t, place, 0, v, kind, e))
        elif e.name in HYPERCALL:
            vm = vms.setdefault(v.pid or f"tid {v.tid}", Vm(v.pid or f"tid {v.tid}"))
            before = len(vm.events)
            vm.hypercall(e, v, last.get(v))
            for i, reported in enumerate(vm.events[before:]):
                if reported.level[0] == 0 and reported.kind in ("apic_entry", "irq_entry"):
                    merged.append((reported.t, place, 1 + i, v, "guest", reported))
    merged.sort(key=lambda m: m[:3])
    waits = {v: Waits(v) for vs in of.values() for v in vs}
    for t, _, _, v, kind, e in merged:
        waits[v].step(t, kind, e)
    for w in waits.values():
        w.cut()
    return waits.values()


def figures(found):
    row = {"count": len(found)}
    lengths = sorted(length for _, _, _, length in found if length is not None)
    if lengths:
        rank = lambda per_mille: lengths[max(0, -(-len(lengths) * per_mille // 1000) - 1)]
        row |= {"total": sum(lengths), "min": lengths[0], "max": lengths[-1], "p50": rank(500), "p90": rank(900), "p99": rank(990)}
    return row


def rows(waits):
    groups = defaultdict(list)
    for w in waits:
        for f in w.found:
            groups[w.v.pid, f[0], None, None].append(f)
            groups[w.v.pid, f[0], None, w.v.number].append(f)
            if f[1] is not None:
                groups[w.v.pid, f[0], f[1], None].append(f)
    for (pid, kind, vector, vcpu), found in groups.items():
        row = {"pid": pid, "kind": kind, **figures(found)}
        yield row | {k: x for k, x in (("vector", vector), ("vcpu", vcpu)) if x is not None}


def main():
    parser = argparse.ArgumentParser(description="Waits of guests for interrupts and for being run, as JSON.")
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
    injections = sum(what(e) == "inject" for e in host.events)
    json.dump({"hosts": [{"host": name, "injections": injections, "latencies": list(rows(find(host)))}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
