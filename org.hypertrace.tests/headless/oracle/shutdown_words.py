#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""shutdown_words.py TRACE: what the guest of a trace reports that bears on its shutdown, a line each, by babeltrace2: tasks, stages,
steps, names from the request on, and the system calls kill and reboot. Times in ns since 1000 before its first hypercall.
RecordedShutdownTest reads what it printed: write that file anew when the sample is recorded anew."""
import re
import subprocess
import sys

TASKS, SYSCALL, STAGE, STEPS, NAME = (0x69, 0x6a, 0x6b, 0x83), 0x6c, 0x85, (0x86, 0x87), 0x88
KILL, REBOOT, REQUESTED = 62, 169, 5


def main():
    first, asked = None, False
    trace = subprocess.Popen(["babeltrace2", "--clock-seconds", sys.argv[1]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             universal_newlines=True)
    for line in trace.stdout:
        if " kvm_x86_hypercall: " not in line:
            continue
        seconds, nanos = re.match(r"\[(\d+)\.(\d{9})\]", line).groups()
        fields = dict(re.findall(r"(nr|a\d) = (\d+)", line))
        time, event = int(seconds) * 10**9 + int(nanos), int(fields["nr"]) & 0xffff
        a = [int(fields["a%d" % i]) for i in range(4)]
        first = time if first is None else first
        asked |= event == STAGE and a[0] == REQUESTED
        if (event in TASKS or event in STEPS or event == NAME and asked or event == STAGE and a[0] >= REQUESTED
                or event == SYSCALL and a[1] in (KILL, REBOOT)):
            print(time - first + 1000, hex(event), *map(hex, a))


main()
