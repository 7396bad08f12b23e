"""What babeltrace2 prints of a host trace, as events that know which thread is on their CPU.

The start of vcpu_states.py reports what an event belongs to; nothing here knows a vCPU's states.
"""
import os
import re
import struct
import subprocess
import sys
from collections import defaultdict

import host_text

ENTRY, EXIT = {"kvm_x86_entry", "kvm_entry"}, {"kvm_x86_exit", "kvm_exit"}
HYPERCALL = {"kvm_x86_hypercall", "kvm_hypercall"}
INTERRUPT = re.compile(r"(irq_handler|(?:irq_)?softirq|(?:timer_)?hrtimer_expire|x86_irq_vectors_\w+)_(entry|exit)$")
LINE = re.compile(r"\[(\d+)\.(\d{9})\] (?:(\S+) )?(\S+): (.*)")
FIELD = re.compile(r'(\w+) = ("(?:[^"\\]|\\.)*"|[^,{}\[\]\s]+)')
# LTTng names a stream's file after its channel and its CPU.
LOST = re.compile(r'discarded .*between \[(\d+)\.(\d{9})\] and \[(\d+)\.(\d{9})\] .* within stream "(.*?_(\d+))"')
PAYLOAD = "event.fields = {"


def fields(text):
    return {key: value.strip('"') for key, value in FIELD.findall(text)}


class Event:
    __slots__ = ("t", "cpu", "name", "f", "tid", "context_tid", "pid")

    def __init__(self, t, cpu, name, f, context_tid=None, pid=None):
        self.t, self.cpu, self.name, self.f, self.context_tid, self.pid = t, cpu, name, f, context_tid, pid

    def tids(self):
        """Every thread the event is about: who is on the CPU, and whoever its fields name."""
        return {self.tid} | {int(self.f[k]) for k in ("tid", "prev_tid", "next_tid", "child_tid") if k in self.f}


def read(folder):
    """Events of one trace in babeltrace2's order, with a mark for each gap, and the host's name. A file is a text of ftrace or perf."""
    if os.path.isfile(folder):
        return host_text.read(folder, Event)
    # One run per folder: hosts are independent, and two of them may have the same name.
    with subprocess.Popen(["babeltrace2", "--clock-gmt", "--no-delta", "--clock-seconds", "--fields=trace:hostname",
                           "--names=payload,context,scope", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace") as run:
        out, err = run.communicate()
        if run.returncode:
            sys.exit(f"babeltrace2 cannot read {folder}: {err.strip()[-500:]}")
    host, events, abuts = None, [], {}
    for line in out.splitlines():
        seconds, nanoseconds, name_of_host, name, rest = LINE.match(line).groups()
        host = host or name_of_host
        context, _, payload = rest.partition(PAYLOAD)
        c = fields(context)
        # The payloads of the many other events matter to no rule; parsing them would take half the time.
        wanted = (name.startswith(("sched_", "lttng_statedump_process")) or name in EXIT | HYPERCALL | {"kvm_x86_write_tsc_offset"}
                  or name.endswith(("inj_virq", "_msr", "_cpuid", "apic_accept_irq", "softirq_raise")) or "_nested_vm" in name
                  or INTERRUPT.match(name))
        events.append(Event(int(seconds) * 10**9 + int(nanoseconds), int(c["cpu_id"]), name,
                            fields(payload) if wanted else {}, int(c["tid"]) if "tid" in c else None,
                            int(c["pid"]) if "pid" in c else None))
    for line in err.splitlines():
        if "discarded" in line:
            m = LOST.search(line)
            if not m:
                sys.exit("lost events that cannot be placed: " + line)
            begin, until, file, cpu = int(m[1]) * 10**9 + int(m[2]), int(m[3]) * 10**9 + int(m[4]), m[5], int(m[6])
            # Both are ends of packets. LTTng discards when no packet is free: after the last event of the packet that counts it.
            last = until if abuts.setdefault(file, discarding(file)).pop(0) else until + 1
            at = next((i for i, e in enumerate(events) if e.t > begin), len(events))
            at = max((i + 1 for i, e in enumerate(events) if e.cpu == cpu and begin < e.t < last), default=at)
            t = max(begin, events[at - 1].t) if at else begin
            events.insert(at, Event(t, cpu, "LOST", {"until": str(until)}))
    return host, events


def discarding(path):
    """Of each packet that counts discarded events: whether the next one begins when it ends, with an event of its own then."""
    headers, before, found = [], 0, []
    with open(path, "rb") as file:
        while header := file.read(84):
            headers.append(struct.unpack_from("<6Q", header, 32))
            file.seek(headers[-1][3] // 8 - len(header), os.SEEK_CUR)
    for (_, end, _, _, _, discarded), after in zip(headers, headers[1:] + [None]):
        if discarded > before:
            found.append(after is not None and after[0] == end)
        before = discarded
    return found


def attribute(events):
    """Finds for each event which thread is on its CPU, looking ahead to the CPU's next switch if needed."""
    on, waiting = {}, defaultdict(list)
    for e in events:
        e.tid = e.context_tid
        if e.name == "LOST":
            waiting[e.cpu].clear()
            on.pop(e.cpu, None)
        elif e.name == "sched_switch":
            for earlier in waiting.pop(e.cpu, ()):
                earlier.tid = int(e.f["prev_tid"])
            e.tid, on[e.cpu] = int(e.f["prev_tid"]), int(e.f["next_tid"])
        elif e.tid is not None:
            on[e.cpu] = e.tid
        elif e.cpu in on:
            e.tid = on[e.cpu]
        else:
            waiting[e.cpu].append(e)


def drop(traces, wanted):
    """Test hook: removes the n-th event of a name that concerns a vCPU, over all traces in their order."""
    name, _, number = wanted.rpartition(":")
    left = int(number)
    for _, events in traces:
        attribute(events)
        vcpus = {e.tid for e in events if e.name in ENTRY | EXIT}
        for i, e in enumerate(events):
            if e.name == name and e.tids() & vcpus:
                left -= 1
                if left == 0:
                    del events[i]
                    return
    sys.exit(f"no such event: {wanted}")
