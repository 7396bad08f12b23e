# SPDX-License-Identifier: EPL-2.0
"""A host's trace as text, a line per event: time, CPU, event, and what it needs; and the paths that must come out.

    0 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501     a thread is NAME:TID, an underscore in its name a blank; states R S D X Z
    5 cpu0 sched_waking 501 cpu0                        also sched_wakeup, sched_wakeup_new; sched_migrate_task 501 cpu1
    6 cpu0 fork CPU_0/KVM:501 500                       a thread of process 500; also statedump
    8 cpu0 kvm_entry                                    kvm_exit HLT, kvm_userspace_exit, inj_virq 0xec, kvm_msr 0x6e0 5400, kvm_apic_accept_irq 0 0x28
    9 cpu0 irq_entry 28 disk                            irq_exit, softirq_raise 3, softirq_entry 3, softirq_exit, hrtimer_entry 77, hrtimer_exit
    10 cpu0 guest stage 2                               a hypercall, with its exit 1 ns before and its entry 1 ns after
    11 cpu0 lost 20                                     events of the CPU are lost until 20
    12 cpu0 kvm_hypercall 5                             KVM's own, without exit and entry

Guests report: stage N [TSC], base KHZ, hello tsc TSC, switch g1:1 S g2:2, waking g1:1 by 2 [to 1], wakeup_new g3:3 by 2, fork 2 g3:3,
irq_entry 26 net, irq_exit 26, softirq_raise 3, softirq_entry 3, softirq_exit 3, apic_entry 236 0, apic_exit 236, mark 2 7 (thread, value),
exit g1:1, nothing, batch 100 S 2 50 S 1 0 R 2 (how long before, the state of who leaves, who comes; up to three). A last #1 is the number
of the hypercall. The grammar is that of all stories, see StoryLine.java; this reader is another one.

    path --vm 500 --thread 1 --from 200 --to 800
    200 400 g:pid 500:1:1#1;… wait/timer                one segment
    400 800 g:pid 500:1:1#1;… ready                     all that lies there has this chain and phase

    waits                                               all lines of wake_latencies.py
    locks                                               all lines of lock_holders.py

Lines that begin with # are remarks. Events of the same time are in the order of their lines.
"""
from host_events import Event, attribute

STATES = {"R": 0, "S": 1, "D": 2, "X": 16, "Z": 32}
GUEST_STATES = {"R": 0, "S": 1, "D": 2, "X": 0x80, "Z": 0x20}
REASONS = {"HLT": 120, "INTR": 96, "VMMCALL": 129, "IOIO": 123, "MSR": 124, "NPF": 1024, "VINTR": 100, "CPUID": 114, "PAUSE": 119}
RIP = "0xffffffff81000000"


def number(text):
    return int(text.lstrip("abcdefghijklmnopqrstuvwxyz") if not text.startswith("0x") else text, 0)


def thread(text):
    name, _, tid = text.rpartition(":")
    return name.replace("_", " "), int(tid)


def packed(name):
    data = name.encode().ljust(16, b"\0")[:16]
    return int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")


def word(w):
    """The five words of what a guest reports, its sequence number in the first."""
    seq = [int(x[1:]) for x in w if x.startswith("#")]
    nr, *a = reported([x for x in w if not x.startswith("#")])
    return [nr | (seq[0] << 32 if seq else 0), *a, *[0] * (4 - len(a))]


def reported(w):
    kind = w[0]
    if kind == "switch":
        (_, out), (name, coming) = thread(w[1]), thread(w[3])
        return 0x66, out << 32 | coming, GUEST_STATES[w[2]], *packed(name)
    if kind in ("waking", "wakeup", "wakeup_new"):
        (name, tid), by = thread(w[1]), number(w[w.index("by") + 1])
        to = number(w[w.index("to") + 1]) if "to" in w else 0
        return 0x67 if kind == "waking" else 0x68, to << 32 | tid, by | (1 << 63 if kind == "wakeup_new" else 0), *packed(name)
    if kind == "fork":
        name, tid = thread(w[2])
        return 0x69, number(w[1]) << 32 | tid, 0, *packed(name)
    if kind == "exit":
        name, tid = thread(w[1])
        return 0x6b, tid << 32 | tid, 0, *packed(name)
    if kind == "irq_entry":
        return 0x6e, number(w[1]), 0, *packed(w[2])
    if kind == "stage":
        return 0x85, number(w[1]), number(w[2]) if len(w) > 2 else 0
    if kind == "hello":
        return 0x81, 0x47545243 << 32, number(w[2])
    if kind == "base":
        return 0x82, 0, 0, number(w[1])
    if kind == "mark":
        return 0x84, number(w[1]), number(w[2])
    if kind == "apic_entry":
        return 0x73, number(w[1]), number(w[2])
    if kind == "batch":
        # three records: ns before, state of who leaves, who comes
        rows = [(number(w[i]), GUEST_STATES[w[i + 1]], number(w[i + 2])) for i in range(1, len(w), 3)]
        rows = [(0, 0, 0)] * (3 - len(rows)) + rows
        return 0x92, rows[0][0] << 32 | rows[1][0], *(tid << 32 | state << 24 if tid or state else 0 for _, state, tid in rows)
    numbers = {"irq_exit": 0x6f, "softirq_entry": 0x70, "softirq_exit": 0x71, "softirq_raise": 0x72, "apic_exit": 0x74, "nothing": 0x7c, "off": 0x89}
    return numbers[kind], number(w[1]) if len(w) > 1 else 0


def events(lines):
    """The events of a story, in the order of its lines; what a guest reports makes three."""
    made = []
    for line in lines:
        at, cpu, kind, *w = line.split()
        t, cpu = int(at), number(cpu)
        if kind == "guest":
            call = dict(zip(("nr", "a0", "a1", "a2", "a3"), map(str, word(w))))
            made += [Event(t - 1, cpu, "kvm_x86_exit", leaving("VMMCALL")), Event(t, cpu, "kvm_x86_hypercall", call),
                     Event(t + 1, cpu, "kvm_x86_entry", {})]
        else:
            made.append(Event(t, cpu, *event(kind, w)))
    made.sort(key=lambda e: e.t)
    attribute(made)
    return made


def leaving(reason, vcpu=None):
    f = {"isa": "2", "exit_reason": str(REASONS[reason]), "guest_rip": RIP}
    return f if vcpu is None else f | {"vcpu_id": vcpu}


def event(kind, w):
    if kind == "sched_switch":
        (prev, out), (name, coming) = thread(w[0]), thread(w[2])
        return "sched_switch", {"prev_comm": prev, "prev_tid": str(out), "prev_state": str(STATES[w[1]]), "next_comm": name,
                                "next_tid": str(coming)}
    if kind in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
        name, tid = thread(w[0]) if ":" in w[0] else ("", int(w[0]))
        return kind, {"comm": name, "tid": str(tid), "target_cpu": str(number(w[1]))}
    if kind == "sched_migrate_task":
        return kind, {"comm": "", "tid": w[0], "dest_cpu": str(number(w[1]))}
    if kind in ("fork", "statedump"):
        name, tid = thread(w[0])
        return ("sched_process_fork", {"child_comm": name, "child_tid": str(tid), "child_pid": w[1]}) if kind == "fork" else (
            "lttng_statedump_process_state", {"name": name, "tid": str(tid), "pid": w[1]})
    if kind == "kvm_exit":
        return "kvm_x86_exit", leaving(w[0], w[1] if len(w) > 1 else None)
    if kind == "kvm_msr":
        return "kvm_x86_msr", {"write": "1", "ecx": str(number(w[0])), "data": str(number(w[1])), "exception": "0"}
    if kind == "kvm_apic_accept_irq":
        return "kvm_x86_apic_accept_irq", {"apicid": w[0], "vec": str(number(w[1]))}
    if kind == "kvm_hypercall":
        return "kvm_x86_hypercall", {"nr": w[0]} | {f"a{i}": w[i + 1] if len(w) > i + 1 else "0" for i in range(4)}
    if kind == "lost":
        return "LOST", {"until": w[0]}
    names = {"kvm_entry": ("kvm_x86_entry",), "kvm_userspace_exit": ("kvm_userspace_exit",), "inj_virq": ("kvm_x86_inj_virq", "irq"),
             "irq_entry": ("irq_handler_entry", "irq", "name"), "irq_exit": ("irq_handler_exit",), "softirq_raise": ("irq_softirq_raise", "vec"),
             "softirq_entry": ("irq_softirq_entry", "vec"), "softirq_exit": ("irq_softirq_exit", "vec"),
             "hrtimer_entry": ("timer_hrtimer_expire_entry", "function"), "hrtimer_exit": ("timer_hrtimer_expire_exit",), "other": ("other",)}
    name, *fields = names[kind]
    return name, dict(zip(fields, w))


def read(path):
    """The lines of events of a story, and its paths: (subject, expected lines)."""
    story, paths = [], []
    with open(path, encoding="utf-8") as text:
        for line in text:
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            if line.startswith("path "):
                paths.append((line[5:], []))
            elif line in ("waits", "locks"):
                paths.append((line, []))
            elif paths:
                paths[-1][1].append(line)
            else:
                story.append(line)
    return story, paths
