#!/usr/bin/env python3
"""States of the vCPU threads of a KVM host trace, computed from host events alone: an oracle.

Written from the definition (decision 4, "a cause for every nanosecond") and from nothing else; it
reads what babeltrace2 prints. The first state that applies is the state of a vCPU at an instant.

  unknown        before the first deciding event; from a lost-events mark to the next deciding event
  off its CPU
    preempted    switched out with prev_state & 0xff == 0
    halted       asleep interruptibly (prev_state & 1), its last exit was HLT (isa 1: 12, isa 2: 120)
                 and no userspace exit or system call's exit since
    blocked      any other sleep
    waking       a sleeper, from the first sched_waking/sched_wakeup after its switch-out until it runs
  on its CPU
    guest        from the entry to the exit, or to the first following event on that CPU that is not kvm_*
    hostInterrupt  irq handler, softirq, hrtimer expiry, APIC vector, entry to exit, on its CPU: the
                 union of nested ones, reset at a switch
    vmm          from kvm_userspace_exit or the thread's syscall exit to its next syscall or kvm entry
    hostKernel   else

Intervals are half open; at equal times the later event in trace order wins. A vCPU is a thread with at
least one kvm entry or exit. It lives from its first kvm_* event (the trace's start if that is an exit)
to its sched_process_exit, else its switch-out with prev_state 16 or 32, else the trace's end.
Events of a CPU before its first switch (or between lost events and the next switch) belong to that
switch's prev_tid; a tid context, where recorded, reports it directly.

Readings, where the definition leaves something open:
 1. An interrupt's exit closes the entry of the same kind with the same irq, vector or timer; without
    such an entry it closes nothing. An entry whose exit is missing lasts until the next switch.
 2. An event on the CPU that ends 'guest' before the exit ends it for good: after the interrupt comes
    hostKernel until the exit or the next entry. Any event counts, softirq_raise and hrtimer_start too.
 3. A kvm entry while an interrupt is open is guest (guest stands first in the list); after the exit
    the interrupt, still open, counts again.
 4. What a thread did before its first kvm_* event has no effect on its states.
    A vCPU that begins with a kvm_* event other than an exit has no unknown time. One that begins with
    an exit is unknown up to it, whatever switches came before it. Only kvm_(x86_)exit is an exit here.
 5. Deciding events are the thread's own: its switches, its kvm_* and its system-call events. A wakeup
    or an interrupt is not one, nor does it show after a loss who has its CPU. Lost events also end what was remembered: guest, VMM, last exit's
    reason, an open entry; and the open interrupts of the CPU that lost them. A switch decides where
    the thread is; VMM or host kernel only the next kvm_* or system-call event, and whether an
    interruptible sleep is a halt the next exit or return to user space: unknown until then.
 6. Entry to exit runs from the first of several entries in a row; one still open at the end is left out.
 7. Migrations, entries, preemptors count within the lifetime; where it ran before its first kvm_* event
    counts as "ran on last".
 8. The CPU waited for: the one left, then each sched_migrate_task's dest_cpu, then sched_wakeup's
    target_cpu (not sched_waking's, which names the old CPU). A preemptor's name is the one it had at
    its switch-in (prev_comm of the first switch).
 9. A tid forked again ends the thread that had it; so does a kvm entry or exit after its death, a
    new thread. Only threads that are vCPUs count for '#n': 264, then 264#2.
10. The number by order of appearance is the lowest one free in that process (in the host, if the
    process is unknown), in the order of the first kvm_* events.
11. Dead: prev_state & 0xff is 16 or 32 (a dying thread may carry the preempted flag).
12. A thread recorded as running on a CPU where another one turns up without a switch between them is
    off its CPU, nobody knows how: events were lost unmarked. What reading 5 forgets is forgotten.
13. Without kvm_userspace_exit and system-call events nothing is 'vmm', and an HLT exit stays the last
    word until the next exit.
14. On arm64 events of KVM's timer follow a switch and still have the id of the thread that was switched out. Such an event, before
    the first one of the thread that came, shows nothing.
"""
import argparse
import json
import os
import re
import sys
from collections import Counter, defaultdict

from host_events import ENTRY, EXIT, INTERRUPT, attribute, drop, read

STATES = ["guest", "hostInterrupt", "vmm", "hostKernel", "preempted", "halted", "blocked", "waking", "unknown"]
HLT = {(1, 12), (2, 120), (1, "HLT"), (2, "hlt"), (3, 1)}     # by isa: Intel VMX, AMD SVM, as text names them, Arm's WFx


def code(reason):
    """A text has no numbers of x86's reasons."""
    return int(reason, 0) if re.fullmatch(r"-?(0x)?[0-9a-f]+", reason) else reason


TIMER_OF_ARM = re.compile(r"kvm_(get_timer_map|timer_\w+)$|vgic_")


class Thread:
    def __init__(self, host, tid, born):
        self.host, self.tid, self.born, self.pid = host, tid, born, None
        self.cpu = self.last_cpu = self.wait_cpu = self.begin = self.end = None
        self.off, self.lost = "unknown", False
        self.guest = self.vmm = self.hlt = False
        self.mode_known = self.exit_known = True
        self.number, self.name = None, ""
        self.entries = self.exits = self.migrations = 0
        self.ns, self.preemptors, self.reasons, self.intervals = Counter(), Counter(), Counter(), []
        self.span, self.spans = None, Counter()

    def state(self):
        if self.lost or self.cpu is None:
            return "unknown" if self.lost or self.off == "asleep" else self.off
        if self.guest:
            return "guest"
        if self.host.interrupts[self.cpu]:
            return "hostInterrupt"
        if not self.mode_known:
            return "unknown"
        return "vmm" if self.vmm else "hostKernel"

    def forget(self):
        """Events were lost: what they would have reported is not known."""
        self.lost, self.span = True, None
        self.guest = self.vmm = self.hlt = self.mode_known = self.exit_known = False

    def account(self, t):
        """Closes the time since the last change, before an event changes anything."""
        if self.begin is None or self.end is not None or t <= self.mark:
            return
        state, ns = self.state(), t - self.mark
        self.ns[state] += ns
        if self.span is not None:
            self.span[state] += ns
        if state in ("preempted", "waking"):
            who = self.host.on.get(self.wait_cpu)
            if who and who[0]:
                self.preemptors[who] += ns
        if self.intervals and self.intervals[-1][2] == state:
            self.intervals[-1][1] = t
        else:
            self.intervals.append([self.mark, t, state])
        self.mark = t

    def die(self, t):
        self.account(t)
        self.end = t if self.end is None else self.end


class Host:
    def __init__(self, name, events):
        self.name, self.events = name, events
        self.start, self.stop = (events[0].t, events[-1].t) if events else (0, 0)
        self.interrupts = defaultdict(Counter)      # per CPU: which are open, how often
        self.on = {}                                # per CPU: tid and name of the task on it
        self.gone = {}                              # per CPU: who was switched out, until the next one reports
        self.threads, self.all, self.seen = {}, [], Counter()
        self.vm_pids = set()

    def thread(self, tid):
        if tid not in self.threads:
            self.new(tid, self.start)
        return self.threads[tid]

    def new(self, tid, born):
        self.threads[tid] = Thread(self, tid, born)
        self.all.append(self.threads[tid])
        return self.threads[tid]

    def account(self, t, cpu, tid):
        """Before a CPU changes hands: the time of who is on it, of who waits for it and of who gets it."""
        for v in self.all:
            if v.begin is not None and (cpu in (v.cpu, v.wait_cpu) or v.tid == tid):
                v.account(t)

    def seat(self, t, cpu, tid, comm=None):
        """Puts a thread on a CPU. Whoever was there without a switch-out is then nobody knows where."""
        old = self.on.get(cpu)
        if old and old[0] == tid and (not tid or self.thread(tid).cpu == cpu):
            return
        self.account(t, cpu, tid)
        if old and old[0] and self.thread(old[0]).cpu == cpu:
            self.thread(old[0]).cpu, self.thread(old[0]).off = None, "unknown"
            self.thread(old[0]).forget()
        self.on[cpu] = (tid, self.thread(tid).name if comm is None and tid else comm)
        if tid:
            self.thread(tid).cpu = self.thread(tid).last_cpu = cpu

    def run(self):
        settled = set()
        for e in self.events:
            # The first attributed event of a CPU reports who was on it when the trace began.
            if e.cpu not in settled and (e.tid is not None or e.name == "LOST"):
                settled.add(e.cpu)
                if e.tid is not None:
                    first = next((s.f for s in self.events if s.name == "sched_switch" and s.cpu == e.cpu), {})
                    known = first.get("prev_tid") == str(e.tid)
                    self.seat(self.start, e.cpu, e.tid, first["prev_comm"] if known else None)
            for key in ("comm", "prev_comm", "next_comm"):
                m = re.fullmatch(r"(?:kvm-pit/|vhost-)(\d+)", e.f.get(key, ""))
                if m:
                    self.vm_pids.add(int(m[1]))
        for e in self.events:
            self.event(e)
        for v in self.all:
            v.die(self.stop)

    def event(self, e):
        t, cpu, name, f = e.t, e.cpu, e.name, e.f
        if name == "LOST":
            return self.lost(t, cpu)
        if name == "sched_switch" or e.tid != self.gone.get(cpu):
            self.gone.pop(cpu, None)
        elif TIMER_OF_ARM.match(name):
            self.seen["reported after its switch-out"] += 1
            return
        v = self.thread(e.tid) if e.tid else None
        if v:
            if v.end is not None and name in ENTRY | EXIT:
                self.seen["kvm after death"] += 1
                v = self.new(e.tid, t)
            v.account(t)
            v.pid = v.pid or e.pid
        kvm = name.startswith("kvm_")
        # Reading 5: after a loss only an event that the thread causes shows it; look-ahead gives it to any event of the CPU.
        if e.tid is not None and (cpu in self.on or kvm or name.startswith(("sched_switch", "syscall_", "compat_syscall_"))):
            self.seat(t, cpu, e.tid)
        if v and not kvm:
            v.guest = False
        if kvm:
            self.kvm(e, v)
        elif name == "sched_switch":
            self.switch(e)
        elif name in ("sched_waking", "sched_wakeup", "sched_migrate_task"):
            self.wake(e)
        elif name == "sched_process_fork":
            old = self.threads.get(int(f["child_tid"]))
            if old:
                old.die(t)
            child = self.new(int(f["child_tid"]), t)
            child.pid = int(f["child_pid"]) if "child_pid" in f else None
        elif name == "sched_process_exit":
            self.thread(int(f["tid"])).die(t)
        elif name == "lttng_statedump_process_state":
            self.thread(int(f["tid"])).pid = int(f["pid"])
        elif v and name.startswith(("syscall_exit", "compat_syscall_exit", "syscall_entry", "compat_syscall_entry")):
            v.vmm, v.lost, v.mode_known = "syscall_exit" in name, False, True
            if v.vmm:
                v.hlt, v.exit_known = False, True
        else:
            self.interrupt(e)

    def kvm(self, e, v):
        t, name = e.t, e.name
        if v is None:
            self.seen[f"{name} outside any thread"] += 1
            return
        if v.begin is None:
            v.begin = v.mark = v.born if name in EXIT else t
            v.lost, v.vmm = name in EXIT, False
            v.account(t)
        v.lost, v.mode_known = False, True
        if name in ENTRY:
            self.seen["entry after entry"] += v.span is not None
            v.guest, v.vmm, v.entries = True, False, v.entries + 1
            v.span = Counter() if v.span is None else v.span
        elif name in EXIT:
            reason = int(e.f.get("isa", "0"), 0), code(e.f.get("exit_reason", "-1"))
            v.guest, v.hlt, v.exits, v.exit_known = False, reason in HLT, v.exits + 1, True
            v.reasons[reason] += 1
            if v.number is None and "vcpu_id" in e.f:
                v.number = int(e.f["vcpu_id"])
            self.seen["exit without entry"] += v.span is None
            v.spans.update(v.span or {})
            v.span = None
        elif name.endswith("userspace_exit"):
            v.vmm, v.hlt, v.exit_known = True, False, True

    def switch(self, e):
        t, cpu, f = e.t, e.cpu, e.f
        prev, following, state = int(f["prev_tid"]), int(f["next_tid"]), int(f["prev_state"], 0) & 0xff
        self.account(t, cpu, following)
        self.seen["interrupt open at a switch"] += sum(self.interrupts[cpu].values())
        self.interrupts[cpu].clear()
        if prev:
            v = self.thread(prev)
            v.name = f["prev_comm"]
            v.cpu, v.wait_cpu, v.lost = None, cpu, False
            v.off = ("preempted" if state == 0 else "asleep" if state & 1 and not v.exit_known
                     else "halted" if state & 1 and v.hlt else "blocked")
            if state in (16, 32):
                v.die(t)
        if following:
            v = self.thread(following)
            v.name = f["next_comm"]
            if v.begin is not None and v.end is None and v.last_cpu not in (None, cpu):
                v.migrations += 1
            v.lost, v.wait_cpu, v.guest = False, None, False
        self.seat(t, cpu, following, f["next_comm"])
        self.gone[cpu] = prev

    def wake(self, e):
        v = self.thread(int(e.f["tid"]))
        v.account(e.t)
        v.name = e.f["comm"]
        if v.cpu is not None:
            self.seen[f"{e.name} of a running vCPU"] += v.begin is not None
            return
        if e.name == "sched_migrate_task":
            v.wait_cpu = int(e.f["dest_cpu"])
            return
        if v.off in ("halted", "blocked", "asleep"):
            v.off = "waking"
        elif v.off == "preempted":
            self.seen[f"{e.name} of a preempted vCPU"] += v.begin is not None
        if v.off == "waking" and e.name == "sched_wakeup":
            v.wait_cpu = int(e.f["target_cpu"])

    def interrupt(self, e):
        m = INTERRUPT.match(e.name)
        if not m:
            return
        kind, edge = [g for g in m.groups() if g]
        key, open_ones = (kind, e.f.get("irq") or e.f.get("hrtimer") or e.f.get("vec")), self.interrupts[e.cpu]
        if edge == "entry":
            open_ones[key] += 1
        elif open_ones[key] > 1:
            open_ones[key] -= 1
        else:
            self.seen["interrupt exit without entry"] += open_ones.pop(key, 0) == 0

    def lost(self, t, cpu):
        for v in self.all:
            if v.begin is not None and v.end is None and v.cpu in (None, cpu):
                v.account(t)
                v.forget()
        tid, _ = self.on.pop(cpu, (0, ""))
        if tid:
            self.thread(tid).cpu, self.thread(tid).off = None, "unknown"
        self.interrupts[cpu].clear()

    def result(self, with_intervals, shown):
        vcpus = [v for v in self.all if v.entries + v.exits]
        for v in sorted(vcpus, key=lambda v: v.begin):
            if v.pid is None:
                v.pid = max((p for p in self.vm_pids if p < v.tid), default=None)
            m = re.fullmatch(r"CPU (\d+)/KVM", v.name)
            if v.number is None:
                taken = {o.number for o in vcpus if o.pid == v.pid}
                v.number = int(m[1]) if m else next(n for n in range(len(vcpus) + 1) if n not in taken)
        # The counts of the whole trace, taken without the threads, must be those of the vCPUs together.
        for names, count in ((ENTRY, sum(v.entries for v in vcpus)), (EXIT, sum(v.exits for v in vcpus))):
            nobody = sum(self.seen[f"{n} outside any thread"] for n in names)
            assert count + nobody == sum(e.name in names for e in self.events), (names, count, nobody)
        self.seen["equal times"] = sum(a.t == b.t for a, b in zip(self.events, self.events[1:]))
        tids = {v.tid for v in vcpus}
        for e in self.events:
            if e.name.startswith("kvm_") and e.tid not in tids:
                self.seen[f"{e.name} outside vCPU threads"] += 1
        nth, rows = Counter(), []
        for v in vcpus:
            nth[v.tid] += 1
            assert sum(v.ns.values()) == v.end - v.begin, v.tid
            assert all(a[1] == b[0] for a, b in zip(v.intervals, v.intervals[1:])), v.tid
            rows.append({
                "thread": f"{v.tid}#{nth[v.tid]}" if nth[v.tid] > 1 else str(v.tid), "tid": v.tid, "name": v.name,
                "pid": v.pid, "number": v.number, "begin": v.begin, "end": v.end, "entries": v.entries,
                "exits": v.exits, "migrations": v.migrations, "ns": {s: v.ns[shown(s)] for s in STATES},
                "entryToExit": {"total": sum(v.spans.values()), **{s: v.spans[shown(s)] for s in STATES}},
                "exitReasons": [{"isa": i, "code": c, "count": n} for (i, c), n in sorted(v.reasons.items())],
                "preemptors": [{"tid": p, "comm": c, "ns": n} for (p, c), n in sorted(v.preemptors.items())]})
            if with_intervals:
                rows[-1]["intervals"] = [{"tid": v.tid, "begin": b, "end": e, "state": shown(s)}
                                         for b, e, s in v.intervals]
        return {"host": self.name, "begin": self.start, "end": self.stop, "events": len(self.events),
                "vcpus": sorted(rows, key=lambda r: (r["tid"], r["begin"])),
                "seen": {k: n for k, n in sorted(self.seen.items()) if n}}


def main():
    parser = argparse.ArgumentParser(description="States of the vCPU threads of KVM host traces, as JSON.")
    parser.add_argument("folder", nargs="+", help="CTF folder of one host's kernel trace")
    parser.add_argument("--intervals", action="store_true", help="also list every interval")
    parser.add_argument("--drop", metavar="NAME:N", help="ignore the N-th vCPU-relevant event of that name")
    parser.add_argument("--swap", metavar="A,B", help="exchange two states in the output")
    options = parser.parse_args()
    traces = [read(folder) for folder in options.folder]
    if options.drop:
        drop(traces, options.drop)
    a, b = options.swap.split(",") if options.swap else ("", "")
    if options.swap and not {a, b} <= set(STATES):
        sys.exit(f"not two states: {options.swap}")
    results = []
    for (name, events), folder in zip(traces, options.folder):
        attribute(events)
        host = Host(name or os.path.basename(os.path.normpath(folder)), events)
        host.run()
        results.append(host.result(options.intervals, lambda s: {a: b, b: a}.get(s, s)))
    print(json.dumps({"hosts": results}, indent=1))


if __name__ == "__main__":
    main()
