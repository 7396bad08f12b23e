# SPDX-License-Identifier: EPL-2.0
"""What the host reports: states of its threads, open handlers, and who did something (H1-H5, H8).

One pass over the events in trace order. A thread that wakes, raises or injects is found by Host.context(): the innermost
open handler of the CPU; else an unreported interrupt where the CPU's thread cannot be it - unknown, idle, or the guest has
the CPU: from the kvm entry to the exit event, and after an exit for an interruption to the next kvm event or switch -; else
the CPU's thread. Contexts are asked for before an event changes anything: what ends a context is still put to it.
"""
from collections import Counter, defaultdict

from host_events import INTERRUPT
from path.participants import BLOCKED, DEAD, EVER, READY, RUN, SOFT_TIMERS, SOFTIRQS, UNKNOWN, HostThread, Interrupt
from path.vcpus import Kvm

KINDS = {"irq_handler": "irq", "irq_softirq": "softirq", "softirq": "softirq", "timer_hrtimer_expire": "hrtimer",
         "hrtimer_expire": "hrtimer"}


class Cpu:
    def __init__(self, number, home):
        self.number, self.home, self.thread, self.open, self.vectors, self.raised = number, home, None, [], Counter(), {}
        self.guest = self.interrupted = False       # who the CPU's own thread is not (H4)
        self.times, self.occupants = [], []

    def occupied(self, t, thread):
        if self.times and self.times[-1] == t:
            self.times.pop(), self.occupants.pop()
        if not self.occupants or self.occupants[-1] is not thread:
            self.times.append(t), self.occupants.append(thread)


class Host:
    def __init__(self, events, name=None, home=""):
        self.name, self.events, self.home = name, events, home
        self.first, self.last = (events[0].t, events[-1].t) if events else (0, 0)
        self.cpus, self.threads, self.idle, self.all, self.count = {}, {}, {}, [], Counter()
        self.accepts = defaultdict(list)            # (apicid, vector): when, context and thread of interrupts that an APIC took
        self.gap, self.losses = None, []            # until when events are lost; (begin, order, end) of each loss
        self.named = set()                          # event names that occur
        self.run()

    # threads -----------------------------------------------------------------------------------------------------------

    def cpu(self, number):
        if number not in self.cpus:
            self.cpus[number] = Cpu(number, self.home)
        return self.cpus[number]

    def new(self, tid, pid=None):
        self.count[tid] += 1
        thread = self.threads[tid] = HostThread(tid, self.count[tid], pid, home=self.home)
        self.all.append(thread)
        return thread

    def thread(self, tid, cpu):
        """The thread that has this tid now; made if nobody has."""
        if tid:
            return self.threads.get(tid) or self.new(tid)
        if cpu not in self.idle:
            self.idle[cpu] = HostThread(0, 1, 0, cpu, self.home)
            self.all.append(self.idle[cpu])
        return self.idle[cpu]

    def context(self, cpu, t):
        if cpu.open:
            return cpu.open[-1]
        if cpu.thread is None or cpu.thread.idle or cpu.guest or cpu.interrupted:
            return Interrupt(None, cpu, "interrupt", None, t)
        return cpu.thread

    # the pass ----------------------------------------------------------------------------------------------------------

    def run(self):
        for e in self.events:                       # H1
            if e.name == "sched_switch" and self.cpu(e.cpu).thread is None:
                cpu = self.cpu(e.cpu)
                cpu.thread = self.thread(int(e.f["prev_tid"]), e.cpu)
                cpu.thread.called(e.f["prev_comm"])
                cpu.thread.become(self.first, RUN, e.cpu)
                cpu.occupied(self.first, cpu.thread)
        for order, e in enumerate(self.events):
            self.event(e, order)
        for thread in self.all:
            thread.close(self.last)
            if thread.kvm:
                thread.kvm.vcpu.close(self.last)

    def event(self, e, order):
        name, cpu = e.name, self.cpu(e.cpu)
        self.named.add(name)
        if name == "LOST":
            self.losses.append((e.t, order, int(e.f["until"])))
            return self.lost(e.t, cpu, int(e.f["until"]))
        thread = cpu.thread if cpu.thread is not None or e.tid is None else self.thread(e.tid, e.cpu)
        if name.startswith(("kvm_", "syscall_", "compat_syscall_")) and cpu.thread is None and thread is not None and not thread.idle:
            self.comes(e.t, cpu, thread)            # after a loss: it decides who has the CPU as a switch does
        k = thread.kvm if thread is not None else None
        if name.startswith("kvm_"):
            if thread is not None and not thread.idle:
                if name.endswith("apic_accept_irq"):
                    self.accepts[int(e.f["apicid"]), int(e.f["vec"])].append((e.t, self.context(cpu, e.t), thread))
                thread.kvm = k or Kvm(thread)
                cpu.interrupted = False
                thread.kvm.event(e, order, cpu)
            return
        if k:
            k.guest = False
        if name == "sched_switch":
            self.switch(e, cpu)
        elif name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
            self.wake(e, cpu)
        elif name == "sched_migrate_task":
            moved = self.threads.get(int(e.f["tid"]))
            if moved and moved.now == READY:
                moved.become(e.t, READY, int(e.f["dest_cpu"]))
                if moved.kvm:
                    moved.kvm.settle(e.t)
        elif name == "sched_process_fork":
            self.fork(e)
        elif name == "lttng_statedump_process_state":
            reported = self.thread(int(e.f["tid"]), int(e.f.get("cpu", 0)))
            if not reported.idle:
                reported.pid = int(e.f["pid"])
                reported.called(e.f.get("name"))
        elif name == "irq_softirq_raise" or name == "softirq_raise":
            cpu.raised.setdefault(int(e.f["vec"]), (e.t, self.context(cpu, e.t)))
        elif k and name.startswith(("syscall_", "compat_syscall_")):
            k.vmm, k.lost, k.mode_known = "syscall_exit" in name, False, True
            if k.vmm:
                k.halts, k.exit_known = False, True
        else:
            self.interrupt(e, cpu)
        if k:
            k.settle(e.t)

    def switch(self, e, cpu):
        t, f = e.t, e.f
        state = int(f["prev_state"], 0) & 0xff
        leaving = self.thread(int(f["prev_tid"]), e.cpu)
        leaving.called(f["prev_comm"])
        if cpu.thread is not None and cpu.thread is not leaving:
            cpu.thread.become(t, UNKNOWN)
            if cpu.thread.kvm:
                cpu.thread.kvm.adrift(t)
        dead = state in (16, 32) and not leaving.idle
        if state == 0 or leaving.idle:
            leaving.become(t, READY, e.cpu)
        elif dead:
            leaving.become(t, DEAD)
            self.threads.pop(leaving.tid)
        else:
            self.sleep(t, leaving, bool(state & 1))
        if leaving.kvm:
            leaving.kvm.leaves(t, state, dead)
        coming = self.thread(int(f["next_tid"]), e.cpu)
        coming.called(f["next_comm"])
        if not coming.states:
            coming.become(self.first, READY, e.cpu)
        self.comes(t, cpu, coming)
        cpu.open.clear()
        cpu.vectors.clear()
        cpu.guest = cpu.interrupted = False
        if coming.kvm:
            coming.kvm.comes(t, cpu)

    def comes(self, t, cpu, thread):
        thread.become(t, RUN, cpu.number)
        cpu.thread = thread
        cpu.occupied(t, thread)

    def sleep(self, t, thread, soft):
        """Asleep; but while events are lost nobody knows whether it has been woken."""
        lost = self.gap is not None and t < self.gap
        thread.become(t, UNKNOWN if lost else BLOCKED, soft=soft)

    def wake(self, e, cpu):
        t, target = e.t, int(e.f["target_cpu"])
        woken = self.thread(int(e.f["tid"]), target)
        woken.called(e.f["comm"])
        if not woken.states:
            woken.become(EVER if e.name == "sched_wakeup_new" else self.first, BLOCKED, soft=True)
        if woken.now == BLOCKED:
            by = self.context(cpu, t)
            if e.name == "sched_wakeup_new" and cpu.thread is not None and not cpu.thread.idle:
                by = cpu.thread
            woken.become(t, READY, target, ended=by)
        elif woken.now == UNKNOWN:
            woken.become(t, READY, target)
        else:
            return
        if woken.kvm:
            woken.kvm.woken(t)

    def fork(self, e):
        old = self.threads.get(int(e.f["child_tid"]))
        if old:
            old.become(e.t, DEAD)
            if old.kvm:
                old.kvm.dies(e.t)
        child = self.new(int(e.f["child_tid"]), int(e.f["child_pid"]) if "child_pid" in e.f else None)
        child.called(e.f.get("child_comm"))
        child.become(EVER, BLOCKED, soft=True)

    def interrupt(self, e, cpu):
        m = INTERRUPT.match(e.name)
        if not m:
            return
        prefix, edge = [g for g in m.groups() if g]
        kind = KINDS.get(e.name[:-len(edge) - 1])
        if kind is None:                            # an APIC vector: decision 4 knows it, H5 does not
            cpu.vectors[prefix] += 1 if edge == "entry" else -1
            cpu.vectors = +cpu.vectors
        elif edge == "exit":
            shut(cpu.open, kind)
        elif kind == "irq":
            cpu.open.append(Interrupt(None, cpu, kind, int(e.f["irq"]), e.t, e.f.get("name")))
        elif kind == "hrtimer":
            cpu.open.append(Interrupt(None, cpu, kind, int(e.f["function"], 0) % (1 << 64), e.t, timer=True))
        else:
            shut(cpu.open, kind)
            cpu.open.append(softirq(None, cpu, int(e.f["vec"]), e.t, cpu.raised))

    def lost(self, t, cpu, until):
        """H8. Of vCPUs also those that wait for a CPU: it may have been this one."""
        self.gap = max(until, self.gap or until)
        if cpu.thread is not None:
            cpu.thread.become(t, UNKNOWN)
        for thread in self.all:
            if thread.now == BLOCKED:
                thread.become(t, UNKNOWN)
            if thread.kvm:
                thread.kvm.loses(t, cpu)
        cpu.thread = None
        cpu.occupied(t, None)
        cpu.open.clear()
        cpu.vectors.clear()
        cpu.raised.clear()
        cpu.guest = cpu.interrupted = False


def shut(handlers, kind):
    """Ends the innermost handler of a kind, and what is in it."""
    for i in reversed(range(len(handlers))):
        if handlers[i].kind == kind:
            del handlers[i:]
            return


def softirq(vcpu, cpu, vector, t, raised):
    """A softirq that begins; it was raised when it was first raised since it last began."""
    x = Interrupt(vcpu, cpu, "softirq", vector, t, SOFTIRQS[vector] if vector < len(SOFTIRQS) else None, vector in SOFT_TIMERS)
    x.raised = raised.pop(vector, None)
    if x.raised:
        x.since = x.raised[0]
    return x
