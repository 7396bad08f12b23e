#!/usr/bin/env python3
"""Who had the processors of a host, and what its vCPUs asked of them: an oracle.

Written from the definitions and from nothing else, over babeltrace2's text and the intervals of vcpu_states.py.

  occupant     of a processor: the thread that has it, as the switches report. Known from the first switch there, or from
               an earlier kvm_* event (whose thread that switch reports), or from a tid context; unknown before, and after
               lost events until one of these. The idle thread is no occupant: the processor idles.
  interrupt    irq handler, softirq, hrtimer expiry, APIC vector, entry to exit; the outermost of nested ones; none
               outlasts a switch. While one is served it, not the occupant, has the processor.
  vcpu         an occupant is one from its thread's first kvm_* event until that ends, if it ever enters or leaves a guest
  runnable     a vCPU, from its thread's first kvm_* event on, that has the processor, or waits for it: preempted or
               waking, and the processor it left, was moved to, or was woken on
  got          a vCPU's time on a processor: guest, hostInterrupt, vmm, hostKernel
  stolen       preempted, waking; the longest wait is the longest time without a break in these; of equals that of the
               lowest vCPU, its first
  sum          without lost events the runnable time of all processors is the demand of all vCPUs: asserted, but with --drop

Stretches of 0 ns do not count, nor does a processor of which all of this is unknown. Idle, unknown and all occupants of a processor are asserted to sum to the trace's time.
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

from host_events import INTERRUPT, attribute, drop, read
from vcpu_states import Host

SOFTIRQS = ["HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU"]
GOT, WAITING = ("guest", "hostInterrupt", "vmm", "hostKernel"), ("preempted", "waking")


def label(kind, f):
    if kind == "irq_handler":
        return "irq " + f["irq"]
    if kind.endswith("softirq"):
        return "softirq " + SOFTIRQS[int(f["vec"])]
    return "hrtimer" if kind.endswith("hrtimer_expire") else "local APIC vector " + f["vector"]


def waits(v):
    """The times without a break in which a vCPU waits."""
    merged = []
    for begin, end, state in v.intervals:
        if state in WAITING:
            if merged and merged[-1][1] == begin:
                merged[-1][1] = end
            else:
                merged.append([begin, end])
    return merged


class Cpu:
    def __init__(self):
        self.occupant, self.open, self.label = None, [], None
        self.ns, self.at_most, self.vcpu_time, self.contended = Counter(), 0, 0, 0


class Use:
    def __init__(self, name, events):
        self.events, self.host = events, Host(name, events)
        self.host.run()
        self.vcpus = [v for v in self.host.all if v.entries + v.exits]
        self.waits = {v: waits(v) for v in self.vcpus}
        self.next_wait = dict.fromkeys(self.vcpus, 0)
        self.seen = set()                               # vCPUs by their first kvm_* event
        self.wait_cpu, self.name = {}, {}               # by tid
        self.cpus = defaultdict(Cpu)
        self.first_switch = defaultdict(list)           # per CPU: the switches to come
        for e in events:
            if e.name == "sched_switch":
                self.first_switch[e.cpu].append(e)

    def vcpu(self, tid, t):
        return next((v for v in self.vcpus if v.tid == tid and v.born <= t < v.end), None)

    def account(self, begin, end):
        runnable = Counter()
        for v in self.seen:
            if not begin < v.end:
                continue
            on = next((n for n, c in self.cpus.items() if c.occupant == v.tid), None)
            if on is not None:
                runnable[on] += 1
                continue
            stretches, i = self.waits[v], self.next_wait[v]
            while i < len(stretches) and stretches[i][1] <= begin:
                i += 1
            self.next_wait[v] = i
            if i < len(stretches) and stretches[i][0] <= begin:
                runnable[self.wait_cpu[v.tid]] += 1
        for n, c in self.cpus.items():
            c.ns[self.holder(c, begin)] += end - begin
            c.at_most = max(c.at_most, runnable[n])
            c.vcpu_time += runnable[n] * (end - begin)
            c.contended += (end - begin) * (runnable[n] > 1)

    def holder(self, c, t):
        if c.open:
            return "interrupt", -1, c.label
        if not c.occupant:
            return ("unknown" if c.occupant is None else "idle"), -1, ""
        v = self.vcpu(c.occupant, t)
        return "vcpu" if v in self.seen else "task", c.occupant, self.name.get(c.occupant)

    def run(self):
        for e in self.events:
            self.cpus[e.cpu]
        mark = self.host.start
        for e in self.events:
            if e.t > mark:
                self.account(mark, e.t)
                mark = e.t
            self.event(e)

    def event(self, e):
        c, f = self.cpus[e.cpu], e.f
        if e.name == "LOST":
            c.occupant, c.open = None, []
        elif e.name == "sched_switch":
            self.first_switch[e.cpu].pop(0)
            c.occupant, c.open = int(f["next_tid"]), []
            self.name[int(f["prev_tid"])], self.name[c.occupant] = f["prev_comm"], f["next_comm"]
            self.wait_cpu[int(f["prev_tid"])] = e.cpu
        elif e.name == "sched_migrate_task":
            self.wait_cpu[int(f["tid"])] = int(f["dest_cpu"])
        elif e.name == "sched_wakeup":
            self.wait_cpu[int(f["tid"])] = int(f["target_cpu"])
        elif INTERRUPT.match(e.name):
            kind, edge = [g for g in INTERRUPT.match(e.name).groups() if g]
            if edge == "entry":
                c.label = c.label if c.open else label(kind, f)
                c.open.append(kind)
            elif kind in c.open:
                c.open.remove(kind)
        if e.name.startswith("kvm_") and e.tid:
            v = self.vcpu(e.tid, e.t)
            if v:
                self.seen.add(v)
        if e.tid is not None and e.name != "sched_switch" and (e.context_tid is not None or e.name.startswith("kvm_")):
            c.occupant = e.tid
            # before a thread's first switch its name is that of the switch to come
            if e.tid not in self.name and self.first_switch[e.cpu]:
                self.name[e.tid] = self.first_switch[e.cpu][0].f["prev_comm"]

    def result(self, check):
        self.host.result(False, str)                    # finds numbers and processes
        cpus, vms = [], defaultdict(list)
        for n, c in sorted(self.cpus.items()):
            assert sum(c.ns.values()) == self.host.stop - self.host.start, n
            if set(c.ns) == {("unknown", -1, "")} and not c.vcpu_time:
                continue
            occupants = [{"kind": k, "tid": tid, "name": name, "ns": ns} for (k, tid, name), ns in c.ns.items()
                         if k not in ("idle", "unknown")]
            cpus.append({"number": n, "idle": c.ns["idle", -1, ""], "unknown": c.ns["unknown", -1, ""],
                         "runnableMax": c.at_most, "runnableTime": c.vcpu_time, "contended": c.contended,
                         "occupants": sorted(occupants, key=lambda o: (-o["ns"], o["name"], o["tid"]))})
        for v in self.vcpus:
            vms[v.pid].append(v)
        demands = [self.vm(pid, vcpus) for pid, vcpus in sorted(vms.items())]
        if check and all(e.name != "LOST" for e in self.events):
            of_cpus, of_vcpus = sum(c.vcpu_time for c in self.cpus.values()), sum(vm["demand"] for vm in demands)
            assert of_cpus == of_vcpus, (of_cpus, of_vcpus)
        return {"cpus": cpus, "vms": demands}

    def vm(self, pid, vcpus):
        got, stolen = (sum(v.ns[s] for v in vcpus for s in states) for states in (GOT, WAITING))
        longest = max(((end - begin, -v.number, -begin) for v in vcpus for begin, end in self.waits[v]), default=None)
        return {"pid": pid, "demand": got + stolen, "got": got, "stolen": stolen,
                "longestWait": longest and {"begin": -longest[2], "end": longest[0] - longest[2], "vcpu": -longest[1]}}


def main():
    parser = argparse.ArgumentParser(description="Who had the processors of KVM hosts, and what their vCPUs asked of them.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--drop", metavar="NAME:N", help="ignore the N-th vCPU-relevant event of that name")
    options = parser.parse_args()
    name, events = read(options.folder)
    if options.drop:
        drop([(name, events)], options.drop)
    attribute(events)
    use = Use(name or "", events)
    use.run()
    json.dump({"hosts": [use.result(not options.drop)]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
