#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""ftrace_text.py KERNEL [NS]: an LTTng kernel trace as `trace-cmd report` prints the same events of its own: for tests of guests that are
recorded with trace-cmd. Scheduler, interrupts and soft interrupts, in order of time. Times are since NS, ns (default 0), rounded to µs as
trace-cmd rounds them."""
import sys
from collections import defaultdict

from host_events import read

STATES = ((1, "S"), (2, "D"), (4, "T"), (8, "t"), (16, "X"), (32, "Z"), (64, "P"), (128, "I"))


def state(number):
    return next((letter for bit, letter in STATES if number & bit), "R")


def body(name, f):
    """Name and text of an event, None if trace-cmd's would have another."""
    comm = {k[:-5]: v for k, v in f.items() if k.endswith("_comm")}
    if name == "sched_switch":
        return name, (f"prev_comm={comm['prev']} prev_pid={f['prev_tid']} prev_prio={100 + int(f['prev_prio'])} "
                      f"prev_state={state(int(f['prev_state']))} ==> next_comm={comm['next']} next_pid={f['next_tid']} next_prio={100 + int(f['next_prio'])}")
    if name in ("sched_waking", "sched_wakeup", "sched_wakeup_new"):
        return name, f"comm={f['comm']} pid={f['tid']} prio={100 + int(f['prio'])} target_cpu={int(f['target_cpu']):03}"
    if name == "sched_process_fork":
        return name, f"comm={comm['parent']} pid={f['parent_tid']} child_comm={comm['child']} child_pid={f['child_tid']}"
    if name == "sched_process_exec":
        return name, f"filename={f['filename']} pid={f['tid']} old_pid={f['old_tid']}"
    if name == "sched_process_exit":
        return name, f"comm={f['comm']} pid={f['tid']} prio={100 + int(f['prio'])}"
    if name == "irq_handler_entry":
        return name, f"irq={f['irq']} name={f['name']}"
    if name == "irq_handler_exit":
        return name, f"irq={f['irq']} ret={'handled' if f['ret'] != '0' else 'unhandled'}"
    if name.startswith("irq_softirq_"):
        return name[4:], f"vec={f['vec']} [action=S{f['vec']}]"
    return None


def main():
    since = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    _, events = read(sys.argv[1])
    running, cpus = defaultdict(lambda: ("<...>", "0")), 1 + max(e.cpu for e in events)
    print(f"cpus={cpus}")
    for e in events:
        f = e.f
        if e.name == "sched_switch":
            running[e.cpu] = (f["prev_comm"], f["prev_tid"])
        printed = body(e.name, f)
        if printed:
            micros = (e.t - since + 500) // 1000
            task = "<idle>" if running[e.cpu][1] == "0" else running[e.cpu][0]
            print(f"{task + '-' + running[e.cpu][1]:>22} [{e.cpu:03}] {micros // 10**6:5}.{micros % 10**6:06}: {printed[0] + ':':<22}{printed[1]}")
        if e.name == "sched_switch":
            running[e.cpu] = (f["next_comm"], f["next_tid"])


if __name__ == "__main__":
    main()
