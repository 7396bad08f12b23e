# SPDX-License-Identifier: EPL-2.0
"""Who can be on a path, what each was in when, and how it is named.

  states   of a thread: run, ready, blocked, unknown, dead; contiguous from the first to `end`. A state of length 0
           vanishes. What ended a state is its `ended`: a thread, a vCPU or an interrupt, or None.
  place    the CPU (host) or the number of the vCPU (guest) that it runs on or is ready for
  soft     of a sleep: a signal may end it (interruptible)
"""
from bisect import bisect_right

EVER = -(1 << 62)                                   # begin of a state that was there 'since for ever'
INF = 1 << 62
RUN, READY, BLOCKED, UNKNOWN, DEAD = "run", "ready", "blocked", "unknown", "dead"
SOFTIRQS = "HI TIMER NET_TX NET_RX BLOCK IRQ_POLL TASKLET SCHED HRTIMER RCU".split()
NET_RX = 3
SOFT_TIMERS = (1, 8)


class State:
    __slots__ = ("begin", "end", "kind", "place", "soft", "ended")

    def __init__(self, begin, kind, place, soft):
        self.begin, self.end, self.kind, self.place, self.soft, self.ended = begin, None, kind, place, soft, None


class Thread:
    """A thread of the host or of a guest; its states grow while the trace is read, close() ends them."""

    def __init__(self, tid, nth):
        self.tid, self.nth, self.name, self.names, self.states, self.begins, self.end = tid, nth, "", set(), [], None, None
        self.idle = False

    def called(self, name):
        if name:
            self.name = name
            self.names.add(name)

    @property
    def now(self):
        return self.states[-1].kind if self.states else None

    def become(self, t, kind, place=None, soft=False, ended=None):
        """From t on another state; `ended` is what ended the one before."""
        if self.states:
            last = self.states[-1]
            last.end, last.ended = t, ended
            if last.begin >= t:
                self.states.pop()
        self.states.append(State(t, kind, place, soft))

    def close(self, t):
        if self.states:
            self.states[-1].end = t
            if self.states[-1].begin >= t:
                self.states.pop()
        self.begins, self.end = [s.begin for s in self.states], t

    def at(self, t):
        """Number of the state at t; -1 before the first."""
        return bisect_right(self.begins, t) - 1


class HostThread(Thread):
    def __init__(self, tid, nth, pid=None, cpu=None, home=""):
        super().__init__(tid, nth)
        self.pid, self.cpu, self.idle, self.home = pid, cpu, cpu is not None, home
        self.vcpu = None                            # the Vcpu that it is, known at the end
        self.kvm = None                             # its vCPU's record, from its first kvm_* event on
        if self.idle:
            self.called(f"swapper/{cpu}")

    def key(self):
        return f"{self.home}h:swapper/{self.cpu}#1" if self.idle else f"{self.home}h:{self.tid}#{self.nth}"

    def shown(self):
        return f"host {self.name}" if self.idle else f"host {self.name} ({self.tid})"


class Exit:
    """A VM exit: when, its ISA (1 Intel, 2 AMD) and reason, and whether the guest's tracer caused it."""
    __slots__ = ("t", "isa", "reason", "tracer")

    def __init__(self, t, isa, reason):
        self.t, self.isa, self.reason, self.tracer = t, isa, reason, False

    def why(self):
        return self.isa, self.reason

    def key(self):
        return f"{self.isa}:{self.reason}" + ("+t" if self.tracer else "")


class Vcpu:
    """A vCPU: number, thread, states (begin, state, exit, CPU waited for), deeds (time, order, kind, value)."""

    def __init__(self, thread):
        self.thread, self.vm, self.number = thread, None, None
        self.rows, self.deeds, self.exits, self.end, self.begins = [], [], [], None, None
        self.entries, self.reported_number = 0, None
        self.seated = [], []                        # who is on it: times, participants

    def key(self):
        return f"{self.vm.home}v:{self.vm.key}:{self.number}"

    def shown(self):
        return f"{self.vm.key} vCPU {self.number}"

    @property
    def begin(self):
        return self.rows[0][0]

    def row(self, t, state, exit, cpu):
        rows = self.rows
        if rows and rows[-1][1:] == (state, exit, cpu):
            return
        if rows and rows[-1][0] == t:
            rows.pop()
            if rows and rows[-1][1:] == (state, exit, cpu):
                return
        rows.append((t, state, exit, cpu))

    def close(self, end):
        self.end = end if self.end is None else self.end
        self.rows = [r for r in self.rows if r[0] < self.end]
        self.begins = [r[0] for r in self.rows]
        self.deed_times = [d[0] for d in self.deeds]
        self.exit_times = [e.t for e in self.exits]

    def who(self, t):
        """Who is on it at t, in the guest's eyes; None if not known."""
        i = bisect_right(self.seated[0], t) - 1
        return self.seated[1][i] if i >= 0 else None


class GuestThread(Thread):
    def __init__(self, vm, boot, tid, nth, vcpu=None):
        super().__init__(tid, nth)
        self.vm, self.boot, self.vcpu_number = vm, boot, vcpu
        if vcpu is not None:
            self.called(f"swapper/{vcpu}")

    def key(self):
        tid = f"0.{self.vcpu_number}" if self.tid == 0 else self.tid
        return f"{self.vm.home}g:{self.vm.key}:{self.boot}:{tid}#{self.nth}"

    def shown(self):
        return f"{self.vm.key} {self.name}" if self.tid == 0 else f"{self.vm.key} {self.name} ({self.tid})"


class Interrupt:
    """One run of a handler on a vCPU, or on a CPU of the host; reported, or inferred (kind 'interrupt').

    since: when it was under way; raised: (when, by whom), or None.
    """

    def __init__(self, vcpu, cpu, kind, number, begin, name=None, timer=False):
        """cpu: of the host, a host.Cpu; None on a vCPU"""
        self.vcpu, self.cpu, self.kind, self.number, self.begin = vcpu, cpu, kind, number, begin
        self.name, self.timer, self.since, self.raised, self.vector = name, timer, begin, None, None

    def key(self):
        number = "-" if self.number is None else self.number
        where = f"{self.vcpu.vm.home}i:{self.vcpu.vm.key}:{self.vcpu.number}" if self.vcpu else f"{self.cpu.home}j:{self.cpu.number}"
        return f"{where}:{self.kind}:{number}"

    def what(self):
        """Its name, else its number, else None."""
        return self.name or (None if self.number is None else str(self.number))

    def shown(self):
        word = self.kind if self.kind == "softirq" or self.kind == "hrtimer" and not self.vcpu else "interrupt"
        what = "timer" if self.timer and self.kind != "softirq" else self.what() or "not told"
        return f"{self.vcpu.shown() if self.vcpu else f'host cpu{self.cpu.number}'} {word} {what}"


class Vm:
    """A VM; with several hosts, `home` begins the keys of all that is on its host."""

    def __init__(self, key, pid, home=""):
        self.key, self.pid, self.home, self.vcpus, self.mates = key, pid, home, {}, set()
        self.reports, self.threads, self.boots, self.end = False, [], [], None
        self.life, self.words, self.nested, self.reported, self.symbols, self.nested_symbols = [], [], [], [], {}, {}
