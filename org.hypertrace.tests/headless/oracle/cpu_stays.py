# SPDX-License-Identifier: EPL-2.0
"""Who has each CPU of a host from where to where, and the lives of its vCPUs' threads: what vcpu_intervals.py makes its sets of.

A position is the number of an event in the trace; all here is reported in positions.
"""
import bisect
from collections import defaultdict, namedtuple

ENTRY, EXIT = ("kvm_x86_entry", "kvm_entry"), ("kvm_x86_exit", "kvm_exit")
WAKINGS = ("sched_waking", "sched_wakeup")
OWN = ("kvm_", "syscall_", "compat_syscall_")        # beginnings of the names of events that a thread causes itself
DEAD = (16, 32)

# A thread has a CPU from one position to another. out: prev_state of the switch that ends it, None where no switch does;
# switched: a switch begins it; since: the first event of the CPU that may be of it. A life is unknown from its start until it is known.
Stay = namedtuple("Stay", "start end cpu tid comm out switched since")
Life = namedtuple("Life", "tid comm start end known stays")


class Host:
    """What the positions of a host's events show about its CPUs: who has each, and which events are on it."""
    def __init__(self, events):
        self.events = list(events)
        self.time = [e[0] for e in self.events]
        self.on_cpu = defaultdict(list)
        self.stays = defaultdict(list)
        self.stays_of = defaultdict(list)
        self.wakings, self.migrations, self.forks, self.deaths = (defaultdict(list) for _ in range(4))
        self.losses = []
        for i, (_, cpu, name, f) in enumerate(self.events):
            self.on_cpu[cpu].append(i)
            if name in WAKINGS:
                self.wakings[f["tid"]].append(i)
            elif name == "sched_migrate_task":
                self.migrations[f["tid"]].append(i)
            elif name == "sched_process_fork":
                self.forks[f["child_tid"]].append(i)
            elif name == "sched_process_exit":
                self.deaths[f["tid"]].append(i)
            elif name == "LOST":
                self.losses.append(i)
        for cpu, positions in self.on_cpu.items():
            self.who_has(cpu, positions)
        for stays in self.stays_of.values():
            stays.sort()

    def who_has(self, cpu, positions):
        """Between two switches the one of the first; before the first switch, and from the first event of KVM or system call after a
        loss, the one it takes off: other events show no thread."""
        start, since, tid, comm, switched = 0, 0, None, "", False
        for i in positions:
            name, f = self.events[i][2:]
            since = i if since is None else since
            if start is None and (name == "sched_switch" or name.startswith(OWN)):
                start = i
            if name == "LOST":
                self.stay(Stay(start, i, cpu, tid, comm, None, switched, since))
                start, since, tid, comm, switched = None, None, None, "", False
            elif name == "sched_switch":
                out, taken = f["prev_state"], f["prev_tid"]
                if tid is not None and tid != taken:
                    self.stay(Stay(start, i, cpu, tid, comm, None, switched, since))
                    start, since, switched = i, i, False
                # the name at the switch-in; it may change on the CPU
                self.stay(Stay(start, i, cpu, taken, comm if tid == taken else text(f["prev_comm"]), out, switched, since))
                start, since, tid, comm, switched = i, i, f["next_tid"], text(f["next_comm"]), True
        self.stay(Stay(start, len(self.events), cpu, tid, comm, None, switched, since))

    def stay(self, stay):
        if stay.tid is not None:
            self.stays[stay.cpu].append(stay)
            self.stays_of[stay.tid].append(stay)

    def at(self, i):
        """The time of a position; the trace ends with its last event."""
        return self.time[min(i, len(self.time) - 1)]

    def within(self, stay):
        """(position, name, fields) of the CPU's events during a stay, without the switches at its ends."""
        on = self.on_cpu[stay.cpu]
        first = bisect.bisect_left(on, stay.since)
        last = bisect.bisect_left(on, stay.end)
        for i in on[first:last]:
            if self.events[i][2] not in ("sched_switch", "LOST"):
                yield i, *self.events[i][2:]

    def lives(self):
        """Threads that enter or leave a guest. A fork with its id ends what a thread of that id was."""
        for tid, stays in self.stays_of.items():
            low, forks = 0, self.forks[tid]
            while tid and low is not None:
                high = next((i for i in forks if i > low), len(self.events))
                life, low = self.life(tid, [s._replace(start=max(s.start, low), since=max(s.since, low)) for s in stays if s.end > low and s.start < high], low, high)
                if life:
                    yield life

    def life(self, tid, stays, low, high):
        """The life from the position `low` on, None if it is not a vCPU's; and where the next one of that id may begin."""
        kvm = [(i, name) for s in stays for i, name, _ in self.within(s) if name.startswith("kvm_")]
        dead = sorted([i for i in self.deaths[tid] if low <= i < high] + [s.end for s in stays if s.out is not None and s.out & 0xff in DEAD])
        end = dead[0] if dead else high
        # Reading: who enters or leaves a guest after the end is another thread, whose fork was lost.
        following = next((i for i, name in kvm if i > end and name in ENTRY + EXIT), high if high < len(self.events) else None)
        kvm = [(i, name) for i, name in kvm if i < end]
        if not any(name in ENTRY + EXIT for _, name in kvm):
            return None, following
        first, name = kvm[0]
        # Reading: with an exit first, all before it is unknown, what the thread did then too.
        begin, known = (low, first) if name in EXIT else (first, first)
        return Life(tid, stays[-1].comm, begin, end, known, stays), following


def text(comm):
    return comm.split(b"\0")[0].decode(errors="replace") if isinstance(comm, bytes) else comm
