"""Where the time of guest threads went, from guest events in time order and the vCPUs' states.

The readings are in guest_events.py. Here is only level 0, one VM, one boot after another.
Where the host's tracer lost events, what each thread does is unknown until an event decides, unless it has ended.
"""
from bisect import bisect_right
from collections import Counter, defaultdict

from vcpu_states import STATES

PARTS = ["running", "open", "waiting", "sleeping", "unknown"]
DEAD = 0x10 | 0x20 | 0x80                           # of prev_state: the thread does not come back
PAIRS = ("irq", "softirq", "apic", "hrtimer_expire", "timer_expire")


class Classes:
    """The classes of one vCPU's time: its states, covered by the tracer's own exits."""

    def __init__(self, vcpu, spans):
        self.spans = []                             # begin, end, class, state below
        cuts = sorted(spans)
        for begin, end, state in vcpu.intervals:
            at = begin
            while cuts and cuts[0][1] <= begin:
                cuts.pop(0)
            for b, e in cuts:
                if b >= end:
                    break
                b, e = max(b, begin), min(e, end)
                if at < b:
                    self.spans.append((at, b, state, state))
                self.spans.append((b, e, "tracer", state))
                at = e
            if at < end:
                self.spans.append((at, end, state, state))
        self.begins = [s[0] for s in self.spans]

    def split(self, begin, end):
        i, rest = max(0, bisect_right(self.begins, begin) - 1), end - begin
        while i < len(self.spans) and self.spans[i][0] < end:
            b, e, c, state = self.spans[i]
            ns = min(e, end) - max(b, begin)
            if ns > 0:
                rest -= ns
                yield c, state, ns
            i += 1
        if rest:
            yield "unknown", "unknown", rest


class Task:
    def __init__(self, tid, t):
        self.tid, self.comms, self.first, self.last, self.since = tid, [], t, t, t
        self.state, self.vcpu, self.exited, self.switch_ins = "unknown", None, False, 0
        self.ended = False                          # it left its vCPU for good
        self.before_loss = "unknown"                # what it did when events were lost last
        self.ns, self.split, self.tracer, self.stack = Counter(), Counter(), Counter(), []

    def account(self, t, part, following):
        self.ns[part] += t - self.since
        self.since, self.state = t, following

    def row(self, nth):
        if self.state == "running":
            self.state = "open"
        # no event names it after the loss: it ends before that
        self.account(self.last, self.state if self.since <= self.last else self.before_loss, None)
        wall, running = self.last - self.first, self.ns["running"]
        assert sum(self.ns.values()) == wall and set(self.ns) <= set(PARTS), self.tid
        assert sum(self.split.values()) == running and sum(self.tracer.values()) == self.split["tracer"], self.tid
        return {"tid": self.tid, "nth": nth, "comm": self.comms[-1] if self.comms else "", "comms": self.comms,
                "first": self.first, "last": self.last, "wall": wall, **{p: self.ns[p] for p in PARTS},
                "switchIns": self.switch_ins, "guest": self.split["guest"],
                "stolen": {c: self.split[c] for c in ["tracer"] + STATES[1:]},
                "tracerByState": {c: n for c, n in sorted(self.tracer.items())}}


class Threads:
    def __init__(self, classes, seen):
        self.classes, self.seen = classes, seen
        self.tasks, self.all, self.current, self.last_tid = {}, [], {}, {}
        self.open = defaultdict(Counter)            # per vCPU: entered interrupts

    def task(self, tid, t, cpu):
        key = (0, cpu) if tid == 0 else tid
        if key not in self.tasks:
            self.tasks[key] = Task(tid, t)
            self.all.append(self.tasks[key])
            if tid == 0:
                self.named(self.tasks[key], f"swapper/{cpu}")
        self.tasks[key].last = t
        return self.tasks[key]

    def named(self, task, comm):
        if not task.comms or task.comms[-1] != comm:
            self.seen["comm changes"] += bool(task.comms)
            task.comms.append(comm)

    def boots(self):
        """Nothing goes on of the boot before."""
        self.seen["tasks that ended with their boot"] += sum(isinstance(k, int) for k in self.tasks)
        self.tasks, self.current, self.last_tid = {}, {}, {}
        self.open.clear()

    def event(self, e):
        t, v, kind, f = e.t, e.vcpu, e.kind, e.fields
        if kind == "groups_off" and not f["off"] & 1:
            return
        if kind in ("LOST", "groups_off"):              # without switches nobody reports who leaves
            self.seen["running at lost events"] += len(self.current)
            for task in self.current.values():
                task.before_loss = "unknown"
                task.account(t, "unknown", "unknown")
            for task in self.tasks.values():
                if task.state in ("waiting", "sleeping") and not task.ended:
                    task.before_loss = task.state
                    task.account(t, task.state, "unknown")
            self.current.clear()
            self.open.clear()
            return
        if kind == "sched_switch":
            return self.switch(t, v, f)
        if "tid" in f:
            on = self.task(f["tid"], t, v.number)
            self.seen["sender is not the current task"] += v in self.current and self.current[v] is not on
            self.last_tid[v] = f["tid"]
        if kind in ("sched_waking", "sched_wakeup"):
            target = self.task(f["target"], t, f["target_cpu"])
            self.named(target, f["comm"])
            if target.state == "running":
                self.seen[kind + " of a running task"] += 1
            elif target.state != "waiting":
                target.account(t, target.state, "waiting")
        elif kind == "fork":
            old = self.tasks.pop(f["child"], None)
            self.seen["forked tid was in use"] += old is not None and not old.exited
            child = self.task(f["child"], t, v.number)
            child.state = "sleeping"
            self.named(child, f["comm"])
        elif kind in ("exec", "exit"):
            self.named(on, f["comm"])
            on.exited |= kind == "exit"
        elif kind == "task":
            task = self.task(f["task"], t, f["task_cpu"])
            if f["task"]:
                self.named(task, f["comm"])
            if task.state == "unknown" and f["state"] & 0xff:
                task.account(t, "unknown", "sleeping")
        elif kind.startswith("func") or kind.startswith("initcall"):
            self.function(kind, t, v, f)
        elif kind.startswith(PAIRS):
            self.interrupt(kind, v, f)

    def switch(self, t, v, f):
        left = self.current.pop(v, None)
        if "prev" not in f:                         # a compressed record reports only who comes
            f["prev"] = left.tid if left else None
        if f["prev"] is not None:
            prev = self.task(f["prev"], t, v.number)
            following = "waiting" if f["prev_state"] == 0 and f["prev"] else "sleeping"
            prev.ended = bool(f["prev"] and f["prev_state"] and (prev.exited or f["prev_state"] & DEAD))
            if left is prev:
                for c, state, ns in self.classes[v].split(prev.since, t):
                    prev.split[c] += ns
                    if c == "tracer":
                        prev.tracer[state] += ns
                prev.account(t, "running", following)
            else:
                self.seen["prev is not the task switched in before"] += left is not None
                self.seen["switched out, never switched in: " + prev.state] += left is not None
                if prev.state == "running":
                    self.current.pop(prev.vcpu, None)
                prev.account(t, "unknown", following)
        if left is not None and (f["prev"] is None or left is not prev):
            left.account(t, "unknown", "unknown")
        task = self.task(f["next"], t, v.number)
        if "comm" not in f:                         # nor what it is called
            f["comm"] = task.comms[-1] if task.comms else ""
        if f["next"]:
            if f.get("comm") is not None:
                self.named(task, f["comm"])
        if task.state == "running":
            self.seen["switched in while running elsewhere"] += 1
            self.current.pop(task.vcpu, None)
            task.state = "unknown"
        task.account(t, task.state, "running")
        task.vcpu, task.switch_ins = v, task.switch_ins + 1
        self.current[v], self.last_tid[v] = task, f["next"]

    def function(self, kind, t, v, f):
        if "tid" not in f:                          # a record of a function batch
            on = self.current.get(v)
            f["tid"] = on.tid if on else self.last_tid.get(v, -1)
            if f["tid"] >= 0:
                self.task(f["tid"], t, v.number)
            return
        what, edge = kind.split("_")
        stack = self.task(f["tid"], t, v.number).stack
        if edge in ("entry", "start"):
            while what == "func" and stack and stack[-1][0] == "func" and stack[-1][2] > f["depth"]:
                stack.pop()
                self.seen["func frames dropped"] += 1
            stack.append((what, f["address"], f.get("depth", 0)))
            self.seen[f"{what} open at the end"] += 1
            return
        for i in range(len(stack) - 1, -1, -1):
            if stack[i][:2] == (what, f["address"]):
                self.seen[f"{what} frames dropped"] += len(stack) - 1 - i
                self.seen[f"{what} open at the end"] -= 1
                del stack[i:]
                return
        self.seen[f"{what} exit without entry"] += 1

    def interrupt(self, kind, v, f):
        what, _, edge = kind.rpartition("_")
        key = (what, f.get("irq", f.get("vec", f.get("hrtimer", f.get("timer")))))
        if edge == "entry":
            self.open[v][key] += 1
        elif edge == "exit":
            if self.open[v][key] == 0:
                self.seen[f"{what} exit without entry"] += 1
            else:
                self.open[v][key] -= 1

    def rows(self):
        for counts in self.open.values():
            for (what, _), n in counts.items():
                self.seen[f"{what} entry without exit"] += n
        nth = Counter()
        for task in self.all:
            key = (task.tid, task.comms[0]) if task.tid == 0 else task.tid
            nth[key] += 1
            yield task.row(nth[key])
