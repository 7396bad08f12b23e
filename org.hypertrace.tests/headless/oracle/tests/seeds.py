#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Traces from seeds as stories of the Java tests, and what vcpu_intervals.py finds in each: JSON for VcpuSeedsTest.

    seeds.py FROM TO
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from random_host import RandomHost                  # noqa: E402
from vcpu_intervals import answer                   # noqa: E402

# The story's word for an event, and the fields that follow
WORDS = {"sched_waking": ("sched_waking", "tid", "target_cpu"), "sched_wakeup": ("sched_wakeup", "tid", "target_cpu"),
         "sched_migrate_task": ("sched_migrate_task", "tid", "dest_cpu"), "sched_process_fork": ("fork", "child_tid", "child_pid"),
         "sched_process_exit": ("thread_exit", "tid"), "irq_handler_entry": ("irq_entry", "irq"), "irq_handler_exit": ("irq_exit",),
         "irq_softirq_entry": ("softirq_entry", "vec"), "irq_softirq_exit": ("softirq_exit",),
         "timer_hrtimer_expire_entry": ("hrtimer_entry",), "timer_hrtimer_expire_exit": ("hrtimer_exit",), "kvm_x86_entry": ("kvm_entry",),
         "kvm_userspace_exit": ("kvm_userspace_exit",), "kvm_x86_pio": ("kvm_other",), "kvm_set_irq": ("kvm_other",),
         "syscall_entry_ioctl": ("syscall_entry",), "syscall_exit_ioctl": ("syscall_exit",), "other": ("other",), "irq_softirq_raise": ("other",)}


def line(event):
    t, cpu, name, f = event
    if name == "sched_switch":
        words = [name, f"t:{f['prev_tid']}", str(f["prev_state"]), f"t:{f['next_tid']}"]
    elif name == "kvm_x86_exit":
        words = ["kvm_exit", str(f["exit_reason"])]
    elif name == "LOST":
        words = ["lost", str(t), "1"]
    else:
        word, *fields = WORDS[name]
        words = [word] + [(f"t:{f[x]}" if x.endswith("tid") else str(f[x])) for x in fields]
    return " ".join([str(t), "host", f"cpu{cpu}", *words])


def main():
    found = []
    for seed in range(int(sys.argv[1]), int(sys.argv[2])):
        events = RandomHost(seed, isas=(2,)).events
        found.append({"seed": seed, "story": "\n".join(map(line, events)), "vcpus": answer(events)["vcpus"]})
    print(json.dumps({"hosts": [{"traces": found}]}))


if __name__ == "__main__":
    main()
