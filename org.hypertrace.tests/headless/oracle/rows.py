#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""What the rows of virtual CPUs and of guest threads show, each stretch of them: an oracle for the tests of views.

vCPU states, who waits for whom and the threads' time are vcpu_states.py's, guest_events.py's and guest_threads.py's; here they are kept
as stretches [begin, end, label] instead of sums. Stretches that touch and have the same label are one.

  states       of a vCPU
  cpus         on which CPU its thread runs, by sched_switch; migrations: from one CPU's end to the next CPU's begin
  preemptors   who has the CPU that it waits for while it is preempted or waking; without the idle thread
  tasks        which guest thread it has
  modes        interrupts of the guest on it: 'interrupt' where only hard ones are open, else 'other'
  threads      by tid: running in the guest, or these modes, what its vCPU does instead, the tracer's share, waiting; sleeping has no label
"""
import argparse
import json
from bisect import bisect_right
from collections import defaultdict

import guest_events
import guest_threads
import vcpu_states
from host_events import attribute, read

LABELS = {"hostInterrupt": "host interrupt", "vmm": "VMM", "hostKernel": "host kernel", "guest": "running", "sleeping": None}


class Row(list):
    def add(self, begin, end, label):
        if self and self[-1][1] == begin and self[-1][2] == label:
            self[-1][1] = end
        elif begin < end:
            self.append([begin, end, label])


def within(spans, begin, end):
    """Those of some stretches in order, none over another, that have time in common with another stretch."""
    i = bisect_right(spans, end, key=lambda span: span[0])
    found = []
    while i and spans[i - 1][1] > begin:
        i -= 1
        if spans[i][0] < end:
            found.append(spans[i])
    return reversed(found)


class RowThread(vcpu_states.Thread):
    """A vCPU's thread that keeps who had the CPU it waits for."""
    def __init__(self, *of):
        super().__init__(*of)
        self.waits = Row()

    def account(self, t):
        if self.begin is not None and self.end is None and t > self.mark and self.state() in ("preempted", "waking"):
            who = self.host.on.get(self.wait_cpu)
            if who and who[0]:
                self.waits.add(self.mark, t, f"{who[1]} ({who[0]})")
        super().account(t)


class RowTask(guest_threads.Task):
    """A guest thread that keeps what it did from where to where."""
    def __init__(self, *of):
        super().__init__(*of)
        self.parts = []

    def account(self, t, part, following):
        if t > self.since:
            self.parts.append((self.since, t, part, self.vcpu))
        super().account(t, part, following)


class RowThreads(guest_threads.Threads):
    made = []

    def __init__(self, *of):
        super().__init__(*of)
        self.modes, self.since = defaultdict(list), {}
        RowThreads.made.append(self)

    def event(self, e):
        before = self.open_kinds(e.vcpu)
        super().event(e)
        after = self.open_kinds(e.vcpu)
        if before != after:
            begin = self.since.pop(e.vcpu, None)
            if before and begin is not None:
                self.modes[e.vcpu].append((begin, e.t, "interrupt" if before == {"irq"} else "other"))
            if after:
                self.since[e.vcpu] = e.t

    def open_kinds(self, v):
        return {what for (what, _), n in self.open[v].items() if n} if v in self.open else set()

    def row(self, task):
        row = Row()
        for begin, end, part, v in task.parts:
            if part != "running":
                row.add(begin, end, LABELS.get(part, part))
                continue
            for b, e, state, _ in within(self.classes[v].spans, begin, end):
                b, e = max(b, begin), min(e, end)
                if state != "guest":
                    row.add(b, e, LABELS.get(state, state))
                    continue
                for mb, me, mode in within(self.modes[v], b, e):
                    row.add(b, max(b, mb), "running")
                    row.add(max(b, mb), min(e, me), mode)
                    b = min(e, me)
                row.add(b, e, "running")
        return row


def rows(folder):
    vcpu_states.Thread, guest_events.Threads, guest_threads.Task = RowThread, RowThreads, RowTask
    name, events = read(folder)
    attribute(events)
    host = vcpu_states.Host(name, events)
    host.run()
    host.result(False, str)
    cpus, end = defaultdict(Row), {}
    for e in events:
        if e.name == "sched_switch":
            since = end.pop(e.cpu, None)
            if since:
                cpus[since[1]].add(since[0], e.t, f"CPU {e.cpu}")
            end[e.cpu] = e.t, int(e.f["next_tid"])
    vms, classes, lost, _ = guest_events.scan(host)
    found = []
    for vm in vms:
        vm.finish(lambda kind: False, classes, lost)
        threads = RowThreads.made[-1]
        of = [v for v in host.all if v.entries + v.exits and v.pid == vm.key]
        tasks = {v: sorted([b, e, task.tid] for task in threads.all for b, e, part, on in task.parts if on is v and part == "running") for v in of}
        found.append({"vm": vm.key, "name": vm.name, "vcpus": [{
            "tid": v.tid, "number": v.number, "begin": v.begin, "end": v.end,
            "states": [[b, e, "guest" if s == "guest" else LABELS.get(s, s)] for b, e, s in v.intervals],
            "cpus": cpus[v.tid], "migrations": [[a[1], b[0]] for a, b in zip(cpus[v.tid], cpus[v.tid][1:])
                                                 if a[2] != b[2] and a[1] >= v.begin and b[0] < v.end],
            "preemptors": v.waits, "tasks": tasks[v], "modes": threads.modes[v]} for v in of],
            "threads": {str(task.tid): threads.row(task) for task in threads.all if task.tid}})
    return {"host": name, "vms": found}


def main():
    parser = argparse.ArgumentParser(description="Stretches of the rows of vCPUs and guest threads, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    print(json.dumps({"hosts": [rows(parser.parse_args().folder)]}))


if __name__ == "__main__":
    main()
