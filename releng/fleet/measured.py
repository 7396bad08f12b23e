#!/usr/bin/env python3
"""measured.py run COMMAND… | serve LIST FEW COMMAND…: seconds of the clock and of the processors, for releng/fleet/benchmark.

run prints those of COMMAND with all processes that it starts, also of those that outlive who started them.
serve asks COMMAND, releng/hypertrace serve, about the recordings of LIST as an executor does: one is answered before the next is asked. It prints
those of what follows the first FEW answers.
"""
import ctypes
import json
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def run(command):
    # orphans become children of this process, so that what they took is counted
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    begin = time.monotonic()
    process = subprocess.Popen(command)
    status = process.wait()
    clock = time.monotonic() - begin
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%.2f %.2f" % (clock, used.ru_utime + used.ru_stime))
    return status


def processors():
    """What this process' descendants took until now, s."""
    parents, ticks = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = open("/proc/%s/stat" % entry).read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry)], ticks[int(entry)] = int(stat[1]), sum(map(int, stat[11:15]))
    mine = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return sum(ticks[one] for one in mine - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


def serve(paths, few, command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for number, path in enumerate(paths):
        if number == few:
            begin = time.monotonic(), processors()
        print(json.dumps({"recording": path, "reports": [["boot"]]}), file=process.stdin, flush=True)
        answer = json.loads(process.stdout.readline())
        assert answer["reports"][0]["status"] == 0, answer
    print("%.2f %.2f" % (time.monotonic() - begin[0], processors() - begin[1]))
    process.stdin.close()
    return process.wait()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    sys.exit(run(rest) if what == "run" else serve(open(rest[0]).read().split(), int(rest[1]), rest[2:]))
