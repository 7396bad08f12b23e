#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Levels and initcalls of a guest's own boot, from ftrace's text or a kernel's log alone.

    python3 initcalls.py trace.txt      # JSON: levels with begin and end, initcalls with begin, end, result, level; ns

A finish belongs to the function's last start that has none (in ftrace's text: of the same thread). A level lasts to the
next one, the last one to the last finish of the thread that ran the first initcall; what begins after it has no level.
"""
import json
import re
import sys

FTRACE = re.compile(r"-(\d+) +\[\d+\] \S+ +(\d+)\.(\d{6}): initcall_(level|start|finish): (?:level|func)=(.*?)"
                    r"(?: ret=(-?\d+))?$")
CONSOLE = re.compile(r"\[ *(\d+)\.(\d{6})\] (?:entering initcall level: (\w+)|calling  (.*) @ (\d+)"
                     r"|initcall (.*) returned (-?\d+) after \d+ usecs)$")


def printed(path):
    """Yields (ns, kind, level or function, thread or None, result)."""
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        match = FTRACE.search(line)
        if match:
            tid, seconds, us, kind, what, result = match.groups()
            yield int(seconds + us) * 1000, kind, what, int(tid), result
        match = CONSOLE.match(line)
        if match:
            seconds, us, level, start, tid, finish, result = match.groups()
            kind = "level" if level else "start" if start else "finish"
            yield int(seconds + us) * 1000, kind, level or start or finish, int(tid) if tid else None, result


def main(path):
    levels, calls, unmatched = [], [], 0
    for time, kind, what, tid, result in printed(path):
        what = re.sub(r"\+0x[0-9a-f]+/0x[0-9a-f]+", "", what)
        if kind == "level":
            levels.append({"name": what, "begin": time})
        elif kind == "start":
            calls.append({"function": what, "tid": tid, "begin": time, "level": len(levels) - 1})
        else:
            open_ones = [c for c in calls if c["function"] == what and "end" not in c and tid in (None, c["tid"])]
            if open_ones:
                open_ones[-1].update(end=time, result=int(result))
            else:
                unmatched += 1
    ran = calls[0]["tid"]
    ends = [level["begin"] for level in levels[1:]] + [max(c["end"] for c in calls if c["tid"] == ran)]
    for level, end in zip(levels, ends):
        level["end"] = end
    for call in calls:
        if call["begin"] >= ends[-1]:
            call["level"] = -1
    json.dump({"hosts": [{"levels": levels, "initcalls": calls, "unmatched": unmatched}]}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
