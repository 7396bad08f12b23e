# SPDX-License-Identifier: EPL-2.0
"""Traces of a host that could be, from a seed: two CPUs, two vCPUs' threads and two others, handlers within handlers, system calls,
deaths, ids used again, lost events, events at the same time; the recording begins when all that is under way."""
import random

VCPUS, TIDS = (11, 12), (11, 12, 20, 21)
HANDLERS = {"irq_handler": "irq", "irq_softirq": "vec", "timer_hrtimer_expire": "hrtimer"}
EXITS = [(2, 120), (2, 96), (1, 12), (1, 1)]


class RandomHost:
    def __init__(self, seed, steps=400, losses=True, isas=(1, 2)):
        self.random, self.losses = random.Random(seed), losses
        self.exits = [x for x in EXITS if x[0] in isas]
        self.on = {0: 0, 1: 0}
        self.handlers = {0: [], 1: []}
        self.state = dict.fromkeys(TIDS, "runnable")        # of those that have no CPU; dead ones are in no other
        self.dying, self.hidden = set(), {0: 0, 1: 0}       # how many events of a CPU are lost from here on
        self.now, self.events = 1000, []
        for recorded in (50, steps):                        # the recording begins after the first ones
            self.events.clear()
            while len(self.events) < recorded or self.hidden[0] or self.hidden[1]:
                self.step(self.random.choice((0, 1)))

    def emit(self, cpu, event, **fields):
        self.now += self.random.choice((0, 1, 1, 2, 5))
        if self.hidden[cpu]:
            self.hidden[cpu] -= 1
        else:
            self.events.append((self.now, cpu, event, fields))

    def step(self, cpu):
        tid, handlers, r = self.on[cpu], self.handlers[cpu], self.random
        if self.losses and r.random() < 0.006 and self.events and not self.hidden[cpu]:
            self.emit(cpu, "LOST")
            self.hidden[cpu] = r.randint(1, 12)
        elif r.random() < 0.15:
            self.wake(cpu)
        elif handlers and r.random() < 0.6:
            self.handler(cpu, handlers.pop(), "exit")
        elif len(handlers) < 3 and r.random() < 0.15:
            name = r.choice([h for h in HANDLERS if h not in [n for n, _ in handlers]])
            handlers.append((name, r.choice((1, 7))))
            self.handler(cpu, handlers[-1], "entry")
        elif handlers or r.random() < 0.1:
            self.emit(cpu, r.choice(("irq_softirq_raise", "other", "kvm_set_irq")))
        elif tid not in VCPUS or r.random() < 0.2:
            self.switch(cpu)
        else:
            self.vcpu(cpu, tid)

    def handler(self, cpu, which, edge):
        name, number = which
        self.emit(cpu, f"{name}_{edge}", **{HANDLERS[name]: number})

    def vcpu(self, cpu, tid):
        r = self.random
        kind = r.choice(("entry", "entry", "entry", "exit", "exit", "userspace", "pio", "syscall_entry_ioctl", "syscall_exit_ioctl", "end"))
        if tid in self.dying:
            self.switch(cpu)
        elif kind == "exit":
            isa, reason = r.choice(self.exits)
            self.emit(cpu, "kvm_x86_exit", isa=isa, exit_reason=reason)
        elif kind == "end":
            if r.random() < 0.1:
                self.dying.add(tid)
                self.emit(cpu, "sched_process_exit", tid=tid, comm="t")
        elif kind.startswith("syscall"):
            self.emit(cpu, kind)
        else:
            self.emit(cpu, {"entry": "kvm_x86_entry", "userspace": "kvm_userspace_exit", "pio": "kvm_x86_pio"}[kind])

    def wake(self, cpu):
        r = self.random
        tid, other = r.choice(TIDS), r.choice((0, 1))
        state = self.state.get(tid)
        if state == "dead":
            self.state[tid] = "runnable"
            self.emit(cpu, "sched_process_fork", child_tid=tid, child_pid=10)
        elif r.random() < 0.2 and state:
            self.emit(cpu, "sched_migrate_task", tid=tid, dest_cpu=other, comm="t")
        elif state == "woken" or r.random() < 0.1:
            self.state.update({tid: "runnable"} if state else {})
            self.emit(cpu, "sched_wakeup", tid=tid, target_cpu=other, comm="t")
        elif state == "asleep":
            self.state[tid] = "woken"
            self.emit(cpu, "sched_waking", tid=tid, target_cpu=other, comm="t")

    def switch(self, cpu):
        tid, r = self.on[cpu], self.random
        following = r.choice([t for t, s in self.state.items() if s == "runnable"] + [0])
        if following == tid:
            return
        out = 0 if not tid else 16 if tid in self.dying else r.choice((0, 256, 1, 1, 1, 2))
        if tid:
            self.state[tid] = "dead" if out == 16 else "runnable" if out & 0xff == 0 else "asleep"
            self.dying.discard(tid)
        self.state.pop(following, None)
        self.on[cpu] = following
        self.handlers[cpu].clear()
        self.emit(cpu, "sched_switch", prev_tid=tid, prev_state=out, prev_comm="t", next_tid=following, next_comm="t")
