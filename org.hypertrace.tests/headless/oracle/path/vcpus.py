# SPDX-License-Identifier: EPL-2.0
"""The states of a vCPU's thread (H6): decision 4's, by the thread's own events.

vcpu_states.py is an older and separate computation of them, also of what is forgotten when events are lost. The differences: a vCPU lives on to its last switch-out also after
sched_process_exit; it begins with its thread's first kvm event of any kind; each exit event begins a new piece; interrupts pair
as in H5; the CPU that it waits for is the one that the thread's state names.
"""
from host_events import ENTRY, EXIT, HYPERCALL
from path.participants import UNKNOWN, Exit, Vcpu

HLT = {(1, 12), (2, 120)}
INTERRUPTION = {(1, 1), (1, 0), (2, 96), (2, 97)}
ASLEEP = "asleep"                                   # halted or blocked: the exit that would report which is lost
ON_HOST, WAITS = ("hostInterrupt", "vmm", "hostKernel"), ("preempted", "waking")
WORDS = 0x64                                        # hypercalls from here on are words of a guest


class Kvm:
    """What is known of a thread with kvm events: whether it is on a CPU, or why it is off; the guest's, the VMM's or the kernel's."""

    def __init__(self, thread):
        self.thread, self.vcpu, self.on, self.off, self.cpu = thread, Vcpu(thread), False, UNKNOWN, None
        self.guest = self.vmm = self.halts = self.lost = False
        self.mode_known = self.exit_known = True    # not after a loss: VMM or kernel, until a kvm event or system call; what the last exit was for
        self.exit = None                            # the last one; not known after a loss
        self.entered_after, self.hypercalls = None, []  # the exit with no entry since; (order, event, that exit)

    def settle(self, t):
        """The state after an event."""
        if self.vcpu.end is not None:
            return
        if self.lost or not self.on:
            state = UNKNOWN if self.lost or self.off == ASLEEP else self.off
        elif self.guest:
            state = "guest"
        elif self.cpu.open or self.cpu.vectors:
            state = "hostInterrupt"
        elif not self.mode_known:
            state = UNKNOWN
        else:
            state = "vmm" if self.vmm else "hostKernel"
        self.vcpu.row(t, state, self.exit if state in ON_HOST else None, self.thread.states[-1].place if state in WAITS else None)

    def event(self, e, order, cpu):
        """A kvm event of this thread on its CPU."""
        name, t, vcpu = e.name, e.t, self.vcpu
        self.on, self.cpu, self.lost, self.mode_known = True, cpu, False, True
        if name in ENTRY:
            self.guest, self.vmm, self.entered_after, cpu.guest = True, False, None, True
            vcpu.entries += 1
            vcpu.deeds.append((t, order, "entry", None))
        elif name in EXIT:
            exit = Exit(t, int(e.f.get("isa", "0"), 0), int(e.f.get("exit_reason", "-1"), 0))
            vcpu.exits.append(exit)
            vcpu.deeds.append((t, order, "exit", exit))
            self.guest, self.halts, self.entered_after, cpu.guest = False, exit.why() in HLT, e, False
            self.exit, self.exit_known = exit, True
            cpu.interrupted = exit.why() in INTERRUPTION
            if vcpu.reported_number is None and "vcpu_id" in e.f:
                vcpu.reported_number = int(e.f["vcpu_id"])
        elif name.endswith("userspace_exit"):
            self.vmm, self.halts, self.exit_known = True, False, True
        elif name in HYPERCALL:
            if int(e.f["nr"], 0) % (1 << 64) >= WORDS and self.exit:
                self.exit.tracer = True
            self.hypercalls.append((order, e, self.entered_after))
        elif name.endswith("inj_virq"):
            vcpu.deeds.append((t, order, "inj", int(e.f.get("irq") or e.f["vec"], 0)))
        elif name.endswith("_msr") and int(e.f["write"], 0):
            vcpu.deeds.append((t, order, "msr", (int(e.f["ecx"], 0), int(e.f["data"], 0) % (1 << 64))))
        self.settle(t)

    def leaves(self, t, state, dead):
        """Switched out with this prev_state."""
        self.on = self.lost = self.guest = False
        asleep = "blocked" if not state & 1 else ASLEEP if not self.exit_known else "halted" if self.halts else "blocked"
        self.off = "preempted" if state == 0 else asleep
        self.settle(t)
        if dead:
            self.dies(t)

    def comes(self, t, cpu):
        self.on, self.cpu, self.lost, self.guest = True, cpu, False, False
        self.settle(t)

    def woken(self, t):
        if self.off in ("halted", "blocked", ASLEEP):
            self.off = "waking"
        self.settle(t)

    def adrift(self, t):
        """Another thread is on its CPU, and nobody has seen it leave."""
        self.forget()
        self.settle(t)

    def dies(self, t):
        if self.vcpu.end is None:
            self.vcpu.end = t

    def loses(self, t, cpu):
        """Events of a CPU are lost: unknown, if it is on that one or waits for any."""
        if self.vcpu.end is None and (not self.on or self.cpu is cpu):
            self.forget()
            self.settle(t)

    def forget(self):
        """What it did is not known, nor what the last exit was for."""
        if self.on:
            self.on, self.off = False, UNKNOWN
        self.lost, self.entered_after, self.exit = True, None, None
        self.guest = self.vmm = self.halts = self.mode_known = self.exit_known = False
