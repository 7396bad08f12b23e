# SPDX-License-Identifier: EPL-2.0
"""A host's text of ftrace (with record-tgid) or perf script as the events that host_events.py has, under LTTng's names: for vcpu_states.py.

Written from the print formats of Linux' tracepoints (include/trace/events, arch/*/kvm/trace*.h) alone. The reason of an exit is the name that the
kernel prints on x86; on arm64 the number of the exception's class if the guest trapped, and 256 + n for another end: 0 IRQ, 1 SERROR, 3 IL.
"""
import re

LINE = re.compile(r"^\s*(?P<comm>.*?)[-\s](?:(?P<pid>\d+)/)?(?P<tid>\d+)\s+(?:\(\s*(?P<tgid>[-\d]+)\)\s+)?\[(?P<cpu>\d+)\]\s+(?:[^\s\d]\S{3,5}\s+)?"
                  r"(?P<s>\d+)\.(?P<f>\d+):\s+(?:\w+:)?(?P<event>\w+):\s*(?P<text>.*?)\s*$")
SWITCH = re.compile(r"prev_comm=(.*) prev_pid=(\d+) prev_prio=-?\d+ prev_state=(\S+) ==> next_comm=(.*) next_pid=(\d+) next_prio=")
TASK = re.compile(r"comm=(.*) pid=(\d+) prio=")
FORK = re.compile(r" child_comm=(.*) child_pid=(\d+)")
X86 = re.compile(r"(?:vcpu (?P<vcpu>\d+) )?reason (?P<reason>.+?) rip ")
ARM = re.compile(r"(?P<end>\w+): HSR_EC: 0x(?P<ec>[0-9a-f]+)")
ENDS = {"IRQ": 256, "SERROR": 257, "EL1_SERROR": 257, "IL": 259, "ILLEGAL": 259}
STATES = {"R": 0, "S": 1, "D": 2, "T": 4, "t": 8, "X": 16, "Z": 32, "P": 64, "I": 128}
SYSCALLS = {"sys_enter": "syscall_entry_any", "sys_exit": "syscall_exit_any"}


def state(letters):
    """The number that LTTng would record: of several letters one is enough, R+ was preempted."""
    return str(STATES[letters[0]])


def fields(event, text):
    if event == "sched_switch":
        m = SWITCH.match(text)
        return {"prev_comm": m[1], "prev_tid": m[2], "prev_state": state(m[3]), "next_comm": m[4], "next_tid": m[5]}
    if event in ("sched_waking", "sched_wakeup", "sched_wakeup_new", "sched_migrate_task", "sched_process_exit"):
        m = TASK.match(text)
        return {"comm": m[1], "tid": m[2]} | {k: str(int(v)) for k, v in re.findall(r"(target_cpu|dest_cpu)=(\d+)", text)}
    if event == "sched_process_fork":
        m = FORK.search(text)
        return {"child_comm": m[1], "child_tid": m[2]}
    if event == "kvm_exit" and (m := ARM.search(text)):
        return {"isa": "3", "exit_reason": str(int(m["ec"], 16) if m["end"] == "TRAP" else ENDS[m["end"]])}
    if event == "kvm_exit":
        m = X86.match(text)
        name = m["reason"]
        return {"isa": "1" if name == name.upper() else "2", "exit_reason": name} | ({"vcpu_id": m["vcpu"]} if m["vcpu"] else {})
    return {k: v for k, v in re.findall(r"\b(irq|vec|hrtimer|vector)=(\S+)", text)}


def read(file, event_of):
    """Events in the order of the text; event_of makes one of time, CPU, name, fields, thread and process."""
    events = []
    with open(file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            m = LINE.match(line)
            if not m:
                continue
            name = SYSCALLS.get(m["event"], m["event"])
            if re.fullmatch(r"(local_timer|reschedule|call_function|call_function_single|irq_work)_(entry|exit)", name):
                name = "x86_irq_vectors_" + name
            pid = m["pid"] or m["tgid"]
            events.append(event_of(int(m["s"]) * 10**9 + int(m["f"].ljust(9, "0")), int(m["cpu"]), name, fields(m["event"], m["text"]), int(m["tid"]),
                                   int(pid) if pid and pid.isdigit() else None))
    return None, events
