#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""rings.py RING [TRACE]: what the records of a file of rings are, counted per kind, and which of them are hypercalls of the
trace, too. Written from the text of the ABI alone; knows nothing of clocks: a record and a hypercall are the same if they have
the same words in the same order on the same vCPU, but for interrupts, which may report between the two.

JSON: {"hosts": [{"guest": {kind: count}, "byHost": n, "overwritten": n, "torn": n, "notWritten": n, "notByHypercall": n}]}"""
import json
import re
import struct
import subprocess
import sys
from collections import Counter

LOW = (1 << 32) - 1
KINDS = {0x66: "sched_switch", 0x67: "sched_waking", 0x68: "sched_wakeup", 0x69: "sched_process_fork",
         0x6a: "sched_process_exec", 0x6b: "sched_process_exit", 0x6e: "irq_handler_entry", 0x6f: "irq_handler_exit",
         0x70: "irq_softirq_entry", 0x71: "irq_softirq_exit", 0x72: "irq_softirq_raise", 0x83: "task", 0x84: "mark"}
HYPERCALL = re.compile(r"kvm_x86_hypercall: .*\{ nr = (\d+), a0 = (\d+), a1 = (\d+), a2 = (\d+), a3 = (\d+) \}")


def rings(data):
    at = 0
    while True:
        magic, version, capacity, head, _, lost, _, following = struct.unpack_from("<8sQQQQQQQ", data, at)
        assert magic == b"GTRRING1" and version == 1 << 32 | 64
        yield at, capacity, head, lost
        if not following:
            return
        at = following


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    decoded = Counter()
    if len(sys.argv) > 2:
        with subprocess.Popen(["babeltrace2", sys.argv[2]], stdout=subprocess.PIPE, universal_newlines=True) as trace:
            for found in filter(None, map(HYPERCALL.search, trace.stdout)):
                nr, *words = map(int, found.groups())
                decoded[nr & LOW, *words] += 1
    kinds, reported, seen = Counter(), Counter(), Counter()
    for at, capacity, head, lost in rings(data):
        seen["overwritten"] += max(0, head - capacity)
        seen["notWritten"] += lost
        for number in range(max(0, head - capacity), head):
            stamp, _, event, *words, _ = struct.unpack_from("<8Q", data, at + 64 + number % capacity * 64)
            if stamp != number + 1:
                seen["torn"] += 1
            elif 0xa0 <= event & 0xffff <= 0xa3:
                seen["byHost"] += 1
            else:
                nr = event & LOW
                new = nr == 0x68 and words[1] >> 63
                kinds["sched_wakeup_new" if new else KINDS.get(nr & 0xffff, hex(nr & 0xffff))] += 1
                reported[nr, *words] += 1
    counts = {name: seen[name] for name in ("byHost", "overwritten", "torn", "notWritten")}
    json.dump({"hosts": [{"guest": dict(sorted(kinds.items())), **counts, "records": sum(reported.values()),
                          "notByHypercall": sum((reported - decoded).values())}]}, sys.stdout)


main()
