#!/usr/bin/env python3
"""measured.py COMMAND…: what COMMAND took with all processes that it started, for releng/fleet/benchmark.

Prints seconds of the clock, of the processors, and those of the processors that analyses took: what runs ANALYSIS. Those are looked at
now and then, so what one takes in its last moment may be missing; it waits then.
"""
import ctypes
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
ANALYSIS = b"\0org.hypertrace.core.report\0"
EVERY_S = 0.5


def analyses():
    """What each process of an analysis took until now, s, by its number."""
    taken = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            if ANALYSIS in open("/proc/%s/cmdline" % entry, "rb").read():
                ticks = open("/proc/%s/stat" % entry).read().rpartition(")")[2].split()[11:13]
                taken[int(entry)] = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        except OSError:
            pass  # it has ended
    return taken


def run(command):
    # orphans become children of this process, so that what they took is counted
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    others = analyses().keys()
    begin = time.monotonic()
    process = subprocess.Popen(command)
    taken = {}
    while True:
        taken.update(analyses())
        try:
            status = process.wait(EVERY_S)
            break
        except subprocess.TimeoutExpired:
            pass
    clock = time.monotonic() - begin
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%.2f %.2f %.2f" % (clock, used.ru_utime + used.ru_stime, sum(s for process, s in taken.items() if process not in others)))
    return status


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
