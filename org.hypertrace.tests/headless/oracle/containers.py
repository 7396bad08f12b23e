#!/usr/bin/env python3
"""Which container threads of a traced machine are in, by their namespaces; an oracle, written from this text alone.

Reported     by lttng_statedump_process_{pid,net,uts,ipc}_ns of a thread: its namespace of that kind. A thread has a namespace of process
             ids for each level; that of the greatest ns_level counts. By sched_process_fork: the child's innermost namespace of process
             ids; the others of the child are those of its parent, as far as they are known then. The last report of a kind counts.
A thread     begins with its fork, else with its first report, and ends with the next fork of its id, or the trace.
The first    namespaces are those of thread 1; of a kind that is not reported of it, those of Linux, 0xEFFFFFFC (pid), 0xEFFFFFFE (uts)
             and 0xEFFFFFFF (ipc); net has none.
Container    the first of pid, net, uts, ipc in which a thread's namespace is known and is not the first: "pid_ns 4026532163". "none" if all
             four are known and the first ones. Else it is not known, null.

    containers.py TRACE/kernel                  # JSON: per thread tid, begin, end (null: the trace's), container
    containers.py --drop NAME TRACE/kernel      # as if events of that name were missing
"""
import argparse
import json
import re
import subprocess
import sys

KINDS = ("pid", "net", "uts", "ipc")
LINUX = {"pid": 0xEFFFFFFC, "uts": 0xEFFFFFFE, "ipc": 0xEFFFFFFF}
LINE = re.compile(r"\[(\d+)\.(\d{9})\] .*?(lttng_statedump_process_(?:pid|net|uts|ipc)_ns|sched_process_fork): \{[^}]*\}, \{(.*)\}")
FIELD = re.compile(r"\b(\w+) = (-?\d+)")


class Thread:
    def __init__(self, tid, begin):
        self.tid, self.begin, self.end, self.spaces, self.level = tid, begin, None, {}, -1

    def container(self, first):
        for kind in KINDS:
            space = self.spaces.get(kind)
            if space is not None and first.get(kind) not in (None, space):
                return f"{kind}_ns {space}"
        return "none" if all(kind in self.spaces and kind in first for kind in KINDS) else None


def threads(folder, drop=()):
    run = subprocess.run(["babeltrace2", "--clock-gmt", "--no-delta", "--clock-seconds", folder], capture_output=True, text=True,
                         errors="replace")
    if run.returncode:
        sys.exit(f"babeltrace2 cannot read {folder}: {run.stderr.strip()[-500:]}")
    now, every = {}, []

    def begins(tid, t):
        if tid in now:
            now[tid].end = t
        now[tid] = Thread(tid, t)
        every.append(now[tid])
        return now[tid]

    for line in run.stdout.splitlines():
        found = LINE.match(line)
        if not found or found[3] in drop:
            continue
        t, f = int(found[1]) * 10**9 + int(found[2]), {name: int(value) for name, value in FIELD.findall(found[4])}
        if found[3] == "sched_process_fork":
            parent, child = now.get(f["parent_tid"]), begins(f["child_tid"], t)
            child.spaces = {**(parent.spaces if parent else {}), "pid": f["child_ns_inum"]}
            continue
        thread, kind = now.get(f["tid"]) or begins(f["tid"], t), found[3].split("_")[3]
        if kind == "pid":
            # levels of one report come together, the innermost first
            if f["ns_level"] < thread.level:
                thread.level = f["ns_level"]
                continue
            thread.level = f["ns_level"]
        thread.spaces[kind] = f["ns_inum"]
        if kind != "pid":
            thread.level = -1
    first = {**LINUX, **next((thread.spaces for thread in every if thread.tid == 1), {})}
    return [{"tid": thread.tid, "begin": thread.begin, "end": thread.end, "container": thread.container(first)} for thread in every]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("trace")
    parser.add_argument("--drop", action="append", default=[])
    options = parser.parse_args()
    json.dump({"hosts": [{"threads": threads(options.trace, options.drop)}]}, sys.stdout, indent=1)
