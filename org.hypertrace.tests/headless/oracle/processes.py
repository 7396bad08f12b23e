#!/usr/bin/env python3
"""Where the time of guests' threads and processes went: real = its parts, exactly; an oracle.

Guest events, vCPU states and the tracer's spans are guest_events.py's and guest_threads.py's. The split is written from this text alone:

  real      of a thread: from its first event to its last switch-out, of a process: from the first begin to the last end of its
            threads. One that was never switched out has none, and is only counted. Idle threads are no processes.
  current   from a switch to it to the switch of the same vCPU that names it as the one that leaves, with no lost events between
  mode      of a current thread: the innermost open irq (also an APIC vector), else softirq (also a timer's function) of its vCPU;
            else system call or user, as its own last system-call event; unknown before the first of these, and after lost events
  user, sys, irq, softirq, modeUnknown   current, the vCPU in state guest, not in the tracer's time
  tracer    current, in the time of an exit that carried an event, whatever the state
  hypervisor, steal, inconsistent   current, not in it: host interrupt, VMM, host kernel; preempted, waking; halted, blocked
  waiting   off its vCPU and runnable; sleeping: off and not; unknown: all other time
  guest     of each mode of a current thread all time, as the guest's own time would have it

A process is the tgid of fork, exec, exit and task dumps; a thread without one is a process of its own. The fork of a thread with the
tgid as its own id begins another process, and so does the first thread of it in another boot. A process's name is that of its first
thread (tid = tgid, also if that was never switched out; else the first seen that was).
"""
import argparse
import json
from bisect import bisect_right
from collections import Counter

from boot_boundary import Boundary
from guest_events import GuestEvent, scan
from guest_threads import Task, Threads
from host_events import attribute, read
from vcpu_states import Host

MODES = {"user": "user", "syscall": "sys", "irq": "irq", "softirq": "softirq", "unknown": "modeUnknown"}
PARTS = ["user", "sys", "irq", "softirq", "modeUnknown", "hypervisor", "steal", "tracer", "inconsistent", "waiting", "sleeping", "unknown"]
STATES = {"hostInterrupt": "hypervisor", "vmm": "hypervisor", "hostKernel": "hypervisor", "preempted": "steal", "waking": "steal",
          "halted": "inconsistent", "blocked": "inconsistent", "tracer": "tracer", "unknown": "unknown"}
IRQ, SOFT = ("irq", "apic", "hrtimer_expire"), ("softirq", "timer_expire")


class Timed(Task):
    """A thread that keeps what it did when."""

    def __init__(self, tid, t):
        super().__init__(tid, t)
        self.spans, self.out, self.tgid, self.process, self.calls = [], None, None, None, [(t, "unknown")]

    def account(self, t, part, following):
        if t > self.since:
            self.spans.append((self.since, t, part, self.vcpu))
        super().account(t, part, following)


class TimedThreads(Threads):
    def __init__(self, classes, seen):
        super().__init__(classes, seen)
        self.stack, self.modes = {}, {}             # per vCPU: open interrupts; when which mode, None: none open
        self.processes, self.count = {}, 0          # by tgid

    def boots(self):
        super().boots()
        self.processes.clear()
        for vcpu in self.stack:
            self.stack[vcpu] = []

    def task(self, tid, t, cpu):
        key = (0, cpu) if tid == 0 else tid
        if key not in self.tasks:
            self.tasks[key] = Timed(tid, t)
            self.all.append(self.tasks[key])
            if tid == 0:
                self.named(self.tasks[key], f"swapper/{cpu}")
        self.tasks[key].last = t
        return self.tasks[key]

    def event(self, e):
        super().event(e)
        t, v, kind, f = e.t, e.vcpu, e.kind, e.fields
        if kind == "LOST" or kind == "groups_off" and f["off"] & 1:
            for vcpu in self.stack:
                self.stack[vcpu] = []
                self.mode(t, vcpu)
            for task in self.tasks.values():
                task.calls.append((t, "unknown"))
        elif kind == "sched_switch":
            self.stack[v] = []
            self.mode(t, v)
            left = self.tasks.get((0, v.number) if f["prev"] == 0 else f["prev"])
            if left:
                left.out = t
        elif kind in ("syscall_entry", "syscall_exit"):
            self.task(f["tid"], t, v.number).calls.append((t, "syscall" if kind == "syscall_entry" else "user"))
        elif kind in ("fork", "exec", "exit", "task"):
            who = {"fork": "child", "task": "task"}.get(kind, "tid")
            task, tgid = self.tasks[(0, f["task_cpu"]) if f[who] == 0 else f[who]], f["child_tgid" if kind == "fork" else "tgid"]
            if tgid not in self.processes or kind == "fork" and f["child"] == tgid:
                self.count += 1
                self.processes[tgid] = self.count
            task.tgid, task.process = tgid, self.processes[tgid]
        elif kind.startswith(IRQ + SOFT) and kind.endswith(("_entry", "_exit")):
            what, _, edge = kind.rpartition("_")
            key = what, f.get("irq", f.get("vec", f.get("hrtimer", f.get("timer"))))
            stack = self.stack.setdefault(v, [])
            if key in stack:                        # its end ends also what began inside; a second begin has lost an end
                del stack[len(stack) - 1 - stack[::-1].index(key):]
            if edge == "entry" and len(stack) < 16:
                stack.append(key)
            self.mode(t, v)

    def mode(self, t, v):
        inner = [what for what, _ in self.stack[v] if what != "hrtimer_expire"]
        mode = None if not self.stack[v] else "softirq" if inner and inner[-1] in SOFT else "irq"
        self.modes.setdefault(v, []).append((t, mode))


def cut(changes, begin, end, otherwise):
    """The stretches of [begin, end) between changes (when, what)."""
    i, at = bisect_right(changes, begin, key=lambda c: c[0]) - 1, begin
    while at < end:
        until = min(end, changes[i + 1][0]) if i + 1 < len(changes) else end
        if until > at:
            yield at, until, changes[i][1] if i >= 0 else otherwise
        i, at = i + 1, max(at, until)


def figures(task, threads):
    parts, guest = Counter(), Counter()
    for begin, end, part, vcpu in task.spans:
        end = min(end, task.out)
        if begin >= end:
            continue
        if part != "running":
            parts[part if part in ("waiting", "sleeping") else "unknown"] += end - begin
            continue
        for b, e, interrupt in cut(threads.modes.get(vcpu, []), begin, end, None):
            for b2, e2, call in cut(task.calls, b, e, "unknown"):
                mode = MODES[interrupt or call]
                guest[mode] += e2 - b2
                for c, _, ns in threads.classes[vcpu].split(b2, e2):
                    parts[mode if c == "guest" else STATES[c]] += ns
    real = task.out - task.first
    assert sum(parts.values()) == real and min(parts.values(), default=0) >= 0, (task.tid, real, parts)
    return {"begin": task.first, "end": task.out, "real": real, **{p: parts[p] for p in PARTS},
            "guest": {m: guest[m] for m in MODES.values()}}


def rows(threads):
    tasks, never = [], 0
    for task in threads.all:
        if task.tid == 0:
            continue
        never += task.out is None
        if task.out is not None:
            tasks.append((task, figures(task, threads)))
    processes = {}
    for task, f in tasks:
        processes.setdefault(task if task.process is None else task.process, []).append((task, f))
    result = []
    for members in processes.values():
        first = next((task for task in threads.all if task.process is not None and task.process == members[0][0].process
                      and task.tid == task.tgid), members[0][0])
        result.append({**({} if first.tgid is None else {"tgid": first.tgid}), "name": first.comms[-1] if first.comms else "",
                       "threads": len(members), "begin": min(f["begin"] for _, f in members), "end": max(f["end"] for _, f in members)})
        result[-1]["real"] = result[-1]["end"] - result[-1]["begin"]
        result[-1]["summed"] = sum(f["real"] for _, f in members)
        for p in PARTS:
            result[-1][p] = sum(f[p] for _, f in members)
        result[-1]["guest"] = {m: sum(f["guest"][m] for _, f in members) for m in MODES.values()}
    return {"threads": [{"tid": task.tid, **({} if task.tgid is None else {"tgid": task.tgid}),
                         "name": task.comms[-1] if task.comms else "", **f} for task, f in tasks],
            "processes": sorted(result, key=lambda r: (r.get("tgid", -1), r["begin"])), "neverSwitchedOut": never}


def main():
    parser = argparse.ArgumentParser(description="Real, user, sys and stolen time of guests' threads and processes, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    options = parser.parse_args()
    name, events = read(options.folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    vms, classes, lost, _ = scan(host)
    answers = []
    for vm in vms:
        life = list(vm.life)
        vm.finish(lambda kind: False, classes, lost)
        threads, boundary, boot = TimedThreads(classes, Counter()), Boundary(life), 0
        everything = [(e.t, 0, e) for e in vm.events] + [(t, 1, None) for t in lost]
        # finish() sorted events by time, those of lost events behind
        for t, _, e in sorted(everything, key=lambda x: x[:2]):
            if e is None:
                e = GuestEvent(t, None, (0, 0), "LOST", {})
            elif e.kind not in ("forged", "malformed") and e.level[0] == 0:
                before, boot = boot, boundary.after(e.t, e.kind, e.fields)
                if before not in (0, boot):
                    threads.boots()
            if e.kind == "LOST" or e.level[0] == 0 and e.kind not in ("kvm", "unknown", "forged", "malformed"):
                threads.event(e)
        answers.append({"vm": vm.key, **rows(threads)})
    print(json.dumps({"hosts": [{"host": name, "vms": answers}]}, indent=1))


if __name__ == "__main__":
    main()
