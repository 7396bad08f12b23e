#!/usr/bin/env python3
"""The stacks of guest threads, and what the host did under them, from babeltrace2's text: an oracle.

Written from the definitions alone. It makes whole lists - when each frame was open, who had which vCPU, when a vCPU was left,
in which state it was - and lays them over each other in the end; nothing is followed moment by moment.

 1. A guest that is left does nothing: an event reported while its vCPU is left (from an exit to the next entry of the vCPU's
    thread) happened when it was left. In one thread nothing goes back in time.
 2. Who has a vCPU: the next task of its last switch; before the first switch (and after lost events) the last event's task;
    before that a task without id (-1), from the first event of the VM on that vCPU.
 3. A frame of a function lasts from its entry to its exit: the exit fits the innermost frame with the same address and depth,
    else with the same address. What lies in that frame and is a function or an interrupt never returned (RETURN_MISSING); a
    system call, initcall or step goes on. An entry ends what is deeper (RETURN_MISSING). An exit that fits nothing is a call
    of no length (ENTRY_MISSING), and also ends what is deeper.
 4. Interrupts, softirqs and vectors are frames of the task that has the vCPU; an end closes the same one and all in it. They
    end with the switch that takes the task from the vCPU.
 5. At a system call's begin all that is open ends, and in it at its end, but functions entered since anything returned.
    Initcalls likewise at their end. An end with number -1 is that of the system call that is open.
 6. Batched returns (no entry was reported): their times are no better than the jitter of hypercalls. --without-functions reports
    only how many functions were called, reported in any way, and the guest's own durations; and the paths without functions.
 7. A task is known from the first event that names it to the switch after its exit (or with a dead state), its fork by
    another one, a new boot, a triple fault or reset of the VM, the end of its last vCPU, lost events (LOST), the end of the
    trace. Frames open then NEVER_RETURNED.
 8. A task without a vCPU is off: waiting (switched out runnable, or woken), sleeping (any other switch; a fork; a dump that
    reports so), else unknown.
 9. A path at a moment: the open frames; then 'off STATE', or, if the vCPU is left, 'exit ISA:CODE' or 'tracer', and then the
    vCPU's state if that is not guest.
10. A mark is no frame and in no path. Its stretch lies beside the stack of the task that had the vCPU when it was sent: until
    that task's next mark (0 only ends one), or until nothing is known of the task any more.
"""
import argparse
import json
import sys
from bisect import bisect_right
from collections import Counter, defaultdict

from boot_boundary import Boundary
from boots import life
from guest_events import scan
from host_events import ENTRY, EXIT, attribute, read
from vcpu_states import Host

DEAD = 0x10 | 0x20 | 0x80
NEITHER = ("kvm", "unknown", "forged", "malformed")
INTERRUPTS = ("irq", "softirq", "vector")


class Frame:
    def __init__(self, what, value, depth, t, repair=None):
        self.what, self.value, self.depth, self.begin, self.end = what, value, depth, t, None
        self.guest, self.repairs = -1, [repair] if repair else []

    def name(self):
        address = self.what in ("function", "initcall")
        return f"{self.what} {self.value:#x}" if address else f"{self.what} {self.value}"


class Task:
    def __init__(self, tid, cpu, t):
        self.tid, self.cpu, self.last = tid, cpu, t
        self.open, self.cuts, self.calls, self.fresh = [], [], [], 0
        self.state, self.on, self.exited, self.known = "unknown", None, False, False
        self.mark = None

    def label(self):
        return f"{self.tid}" if self.tid > 0 else f"{self.tid} on {self.cpu}"

    def at(self, t):
        self.last = max(self.last, t)
        self.known = True
        return self.last

    def cut(self):
        """From now on: the open frames, where it runs, what it is in if it runs nowhere."""
        path = [f.name() for f in self.open]
        self.cuts.append((self.last, path if self.known else None, self.on, self.state))

    def close(self, frame, guest=-1, repair=None):
        self.open.remove(frame)
        frame.end, frame.guest = self.last, guest
        frame.repairs += [repair] if repair else []
        self.calls.append(frame)
        self.fresh = 0

    def enter(self, what, value, depth=None):
        self.open.append(Frame(what, value, depth, self.last))

    def deeper(self, depth):
        while self.open and self.open[-1].depth is not None and self.open[-1].depth > depth:
            self.close(self.open[-1], repair="RETURN_MISSING")

    def missing(self, what, value, guest=-1):
        frame = Frame(what, value, None, self.last, "ENTRY_MISSING")
        frame.end, frame.guest, self.fresh = self.last, guest, 0
        self.calls.append(frame)

    def keep_fresh(self, inner):
        for frame in reversed(inner[:len(inner) - self.fresh] if self.fresh else list(inner)):
            fresh = self.fresh
            self.close(frame, repair="RETURN_MISSING")
            self.fresh = fresh

    def event(self, kind, f):
        if kind == "func_entry":
            self.deeper(f["depth"])
            self.enter("function", f["address"], f["depth"])
            self.fresh += 1
        elif kind == "func_exit" and "batched" in f:
            frame = Frame("function", f["address"], f["depth"], self.last)
            frame.end, frame.guest = self.last, f["duration"]
            self.calls.append(frame)
        elif kind == "func_exit":
            same = [x for x in self.open if x.what == "function" and x.value == f["address"]]
            exact = [x for x in same if x.depth == f["depth"]]
            if not same:
                self.deeper(f["depth"])
                return self.missing("function", f["address"], f["duration"])
            frame = (exact or same)[-1]
            for x in reversed(self.open[self.open.index(frame) + 1:]):
                if x.what == "function" or x.what in INTERRUPTS:
                    self.close(x, repair="RETURN_MISSING")
            self.close(frame, f["duration"])
        elif kind in ("irq_entry", "softirq_entry", "apic_entry"):
            what, value = interrupt(kind, f)
            same = [x for x in self.open if (x.what, x.value) == (what, value)]
            if same:
                self.close_from(self.open.index(same[0]))
            self.enter(what, value)
            self.fresh = 0
        elif kind in ("irq_exit", "softirq_exit", "apic_exit"):
            self.marker_ends(*interrupt(kind, f))
        elif kind == "syscall_entry":
            self.keep_fresh(self.open)
            self.enter("syscall", f["number"])
            self.fresh = 0
        elif kind == "syscall_exit":
            self.marker_ends("syscall", f["number"])
        elif kind == "initcall_start":
            self.enter("initcall", f["address"])
            self.fresh = 0
        elif kind == "initcall_finish":
            self.marker_ends("initcall", f["address"], f["duration"])
        elif kind == "shutdown_begin":
            self.enter("step", f["name"])
            self.fresh = 0
        elif kind == "shutdown_end":
            self.marker_ends("step", f["name"])
        elif kind == "mark":
            self.marks(f["value"])
        else:
            return
        self.cut()

    def marks(self, value):
        if self.mark:
            self.mark.end = self.last
            self.calls.append(self.mark)
        self.mark = Frame("mark", value, None, self.last) if value else None

    def marker_ends(self, what, value, guest=-1):
        same = [x for x in self.open if x.what == what and (x.value == value or (what, value) == ("syscall", -1))]
        if not same:
            return self.missing(what, value, guest)
        inner = self.open.index(same[-1]) + 1
        if what in INTERRUPTS:
            self.close_from(inner)
        else:
            self.keep_fresh(self.open[inner:])
        self.close(same[-1], guest)

    def close_from(self, index, repair="RETURN_MISSING"):
        for x in reversed(self.open[index:]):
            self.close(x, repair=repair)

    def runs(self, t, vcpu):
        self.at(t)
        if vcpu is None:
            first = next((i for i, x in enumerate(self.open) if x.what in INTERRUPTS), len(self.open))
            self.close_from(first)
        self.on = vcpu
        self.cut()

    def end(self, t, repair):
        if self.known:
            self.at(t)
            self.close_from(0, repair)
            self.marks(0)
            self.on, self.known = None, False
            self.cut()


def interrupt(kind, f):
    what = kind.split("_")[0]
    return ("vector", f["vec"]) if what == "apic" else (what, f["irq"] if what == "irq" else f["vec"])


class Guest:
    """One VM: its tasks, one boot after another."""

    def __init__(self, left, boundary):
        self.left, self.tasks, self.all, self.has, self.latest, self.nobody = left, {}, [], {}, {}, {}
        self.boundary, self.boot = boundary, 0

    def task(self, tid, cpu, t):
        key = tid if tid > 0 else (tid, cpu)
        if key not in self.tasks:
            self.tasks[key] = Task(tid, cpu, t)
            self.all.append(self.tasks[key])
        task = self.tasks[key]
        return task

    def named(self, tid, cpu, t):
        key = tid if tid > 0 else (tid, cpu)
        new = key not in self.tasks
        task = self.task(tid, cpu, t)
        if new:
            task.at(t)
            task.cut()
        return task

    def event(self, e):
        if e.kind == "LOST":
            for task in self.all:
                task.state = "unknown" if task.on else task.state
                task.end(e.t, "LOST")
            self.has, self.latest = {}, {}
            return
        if e.kind == "RESET":
            for task in self.all:
                task.end(e.t, "NEVER_RETURNED")
            return
        v, f, t = e.vcpu, e.fields, self.left(e.vcpu, e.t)
        before, self.boot = self.boot, self.boundary.after(e.t, e.kind, f)
        if before not in (0, self.boot):
            for task in self.all:
                task.end(t, "NEVER_RETURNED")
            self.tasks, self.has, self.latest = {}, {}, {}
        reporter = None
        if e.kind == "sched_switch":
            self.switch(t, v, f)
        elif "tid" in f and not (e.kind == "func_exit" and "batched" in f):
            reporter = self.named(f["tid"], v.number, t)
            self.latest[v] = self.latest.get(v) if v in self.has else reporter
        self.about(e.kind, t, v, f)
        current = self.has.get(v) or self.latest.get(v) or self.task(-1, v.number, t)
        self.seat(t, v, current)
        if e.kind.startswith(("irq", "softirq", "apic", "shutdown", "mark")):
            reporter = current
        task = reporter or current
        if e.kind.startswith(("func", "syscall", "initcall", "irq", "softirq", "apic", "shutdown", "mark")):
            if not e.kind == "softirq_raise":
                task.at(t)
                task.event(e.kind, f)

    def about(self, kind, t, v, f):
        if kind in ("sched_waking", "sched_wakeup") and f["target"] > 0:
            task = self.named(f["target"], f["target_cpu"], t)
            if task.state != "running":
                self.becomes(t, task, "waiting")
        elif kind == "fork":
            old = self.tasks.pop(f["child"], None)
            if old:
                old.end(t, "NEVER_RETURNED")
            self.becomes(t, self.named(f["child"], v.number, t), "sleeping")
        elif kind == "exit":
            self.tasks[f["tid"]].exited = True
        elif kind == "task":
            task = self.named(f["task"], f["task_cpu"], t)
            if task.state == "unknown" and f["state"] & 0xff:
                self.becomes(t, task, "sleeping")

    def becomes(self, t, task, state):
        if task.state != state:
            task.state = state
            if task.on is None:
                if state == "ended":
                    return task.end(t, "NEVER_RETURNED")
                task.at(t)
                task.cut()

    def seat(self, t, v, task):
        if task.on is v:
            return
        for other in self.all:
            if other.on is v and other is not task:
                other.runs(t, None)
                if other.state == "ended" or other.tid < 0:
                    other.end(t, "NEVER_RETURNED")
        task.runs(t, v)

    def switch(self, t, v, f):
        left = self.has.pop(v, None)
        self.latest.pop(v, None)
        prev = self.named(f["prev"], v.number, t) if "prev" in f else left
        if prev:
            runnable, state = f["prev_state"] == 0, f["prev_state"]
            following = ("sleeping" if prev.tid == 0 else "waiting" if runnable
                         else "ended" if prev.exited or state & DEAD else "sleeping")
            self.becomes(t, prev, following)
        if left and left is not prev:
            self.becomes(t, left, "unknown")
        task = self.named(f["next"], v.number, t)
        task.state = "running"
        self.has[v] = task


def spans(host):
    """When each vCPU was left: exit, entry, what for. One that is never entered lasts to its end."""
    of, last, found = defaultdict(list), {}, defaultdict(list)
    for v in host.all:
        if v.entries + v.exits:
            of[v.tid].append(v)
    for e in host.events:
        mine = [v for v in of.get(e.tid, ()) if v.begin <= e.t]
        if e.name == "LOST":
            for v in list(last):
                x = last.pop(v)
                found[v].append((x.t, e.t, x))
        elif mine and e.name in ENTRY | EXIT:
            v = mine[-1]
            if v in last:
                x = last.pop(v)
                found[v].append((x.t, e.t, x))
            if e.name in EXIT:
                last[v] = e
    for v, x in last.items():
        found[v].append((x.t, v.end, x))
    return found


def resets(host):
    """Of every VM: when the machine it is on began anew, gave up or was gone; and all signs of its life."""
    for key, reported, gone in life(host):
        yield key, ([t for t, what in reported if what != "launch"] + ([gone] if gone is not None else []), reported)


def lay(task, exits, tracers, states, until, folded):
    """Lays what the host did with a vCPU over the frames of the task that had it."""
    cuts = task.cuts + [(until, None, None, None)]
    for (b, path, v, state), (e, *_) in zip(cuts, cuts[1:]):
        if b >= e or path is None:
            continue
        if v is None:
            folded[";".join([task.label()] + path + ["off " + state])] += e - b
            continue
        marks = sorted({b, e} | within(exits[v], b, e) | within(states[v], b, e))
        for x, y in zip(marks, marks[1:]):
            under = list(path)
            exit, state = over(exits[v], x), over(states[v], x)
            if exit:
                f = exit.f
                under.append("tracer" if exit.t in tracers[v] else
                             f"exit {f.get('isa', '-1')}:{int(f['exit_reason'], 0) % (1 << 32)}")
            if state != "guest":
                under.append(state or "unknown")
            folded[";".join([task.label()] + under)] += y - x


def within(spans, b, e):
    i, found = max(0, bisect_right(spans, b, key=lambda s: s[0]) - 1), set()
    while i < len(spans) and spans[i][0] < e:
        found |= {x for x in spans[i][:2] if b < x < e}
        i += 1
    return found


def over(spans, t):
    i = bisect_right(spans, t, key=lambda s: s[0]) - 1
    while i >= 0 and spans[i][0] == spans[i][1]:
        i -= 1
    return spans[i][2] if i >= 0 and spans[i][0] <= t < spans[i][1] else None


def main():
    parser = argparse.ArgumentParser(description="Stacks of guest threads of a KVM host trace, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--without-functions", action="store_true", help="only count functions: they may be batched")
    parser.add_argument("--drop", metavar="KIND:N", help="ignore the N-th guest event of that kind")
    options = parser.parse_args()
    dropped, _, number = (options.drop or "").rpartition(":")
    remaining = int(number or 0)
    name, events = read(options.folder)
    attribute(events)
    host = Host(name or "", events)
    host.run()
    host.result(False, str)
    exits, end = spans(host), events[-1].t
    vms, classes, lost, _ = scan(host)
    states = {v: v.intervals for vs in [host.all] for v in vs if v.entries + v.exits}
    tracers = {v: {s[0] for s in classes[v].spans if s[2] == "tracer"} for v in classes}

    def left(v, t):
        i = bisect_right(exits[v], t, key=lambda s: s[0]) - 1
        return exits[v][i][0] if i >= 0 and t < exits[v][i][1] else t

    rows, anew = [], dict(resets(host))
    for vm in vms:
        times, reported = anew.get(vm.key, ((), ()))
        guest, folded, calls = Guest(left, Boundary(reported)), Counter(), defaultdict(lambda: [0, 0, 0, 0])
        mark = type(vm.events[0])
        happened = vm.events + [mark(t, None, (0, 0), "LOST", {}) for t in lost]
        happened += [mark(t, None, (0, 0), "RESET", {}) for t in times]
        for e in sorted(happened, key=lambda e: e.t):
            if e.kind in NEITHER or e.level[0]:
                continue
            remaining -= e.kind == dropped
            if e.kind == dropped and remaining == 0:
                continue
            guest.event(e)
        repairs = Counter()
        for task in guest.all:
            task.end(end, "NEVER_RETURNED")
            if options.without_functions:
                task.cuts = [(t, p and [x for x in p if not x.startswith("function")], *rest) for t, p, *rest in task.cuts]
            lay(task, exits, tracers, states, end, folded)
            for c in task.calls:
                row = calls[c.name()]
                row[0] += 1
                if options.without_functions and c.what == "function":
                    row[2] += max(0, c.guest)
                    continue
                row[1] += c.end - c.begin
                row[2] += max(0, c.guest)
                row[3] += len(c.repairs)
                repairs.update(c.repairs)
        rows.append({"vm": vm.key, "calls": {k: dict(zip(("calls", "wall", "guest", "repaired"), r))
                                             for k, r in sorted(calls.items())},
                     "repairs": dict(sorted(repairs.items())), "folded": dict(sorted(folded.items()))})
    if remaining > 0:
        sys.exit(f"no such event: {options.drop}")
    json.dump({"hosts": [{"host": name, "vms": rows}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
