#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""rings.py RING [TRACE]: what the records of a file of rings are, counted per kind, and which of them are hypercalls of the
trace, too. Written from the text of the ABI alone; knows nothing of clocks: a record and a hypercall are the same if they have
the same words in the same order on the same vCPU, but for interrupts, which may report between the two. TRACE may be the text of perf.
Where some groups go by rings and all others by hypercall, merged is what the guest reported both ways together, each once: the hypercalls,
and the records that are none, up to the word (0x82) that from then on all is only in rings. Hellos that are no hypercalls are outside of the trace.

JSON: {"hosts": [{"guest": {kind: count}, "byHost": n, "overwritten": n, "torn": n, "notWritten": n, "notByHypercall": n,
"merged": {kind: count}, "bothWays": n}]}"""
import json
import os
import re
import struct
import subprocess
import sys
from collections import Counter

LOW = (1 << 32) - 1
KINDS = {0x66: "sched_switch", 0x67: "sched_waking", 0x68: "sched_wakeup", 0x69: "sched_process_fork",
         0x6a: "sched_process_exec", 0x6b: "sched_process_exit", 0x6e: "irq_handler_entry", 0x6f: "irq_handler_exit",
         0x70: "irq_softirq_entry", 0x71: "irq_softirq_exit", 0x72: "irq_softirq_raise", 0x83: "task", 0x84: "mark"}
ALL = KINDS | {5: "kvm_hypercall", 0x6c: "syscall_entry", 0x6d: "syscall_exit", 0x80: "text", 0x81: "hello", 0x82: "base", 0x88: "name", 0x89: "groups_off"}
TEXT = re.compile(r"kvm_hypercall: nr (\w+) a0 (\w+) a1 (\w+) a2 (\w+) a3 (\w+)")
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


def hypercalls(trace):
    if os.path.isfile(trace):
        with open(trace, encoding="utf-8") as text:
            for found in filter(None, map(TEXT.search, text)):
                yield [int(word, 0) for word in found.groups()]
        return
    with subprocess.Popen(["babeltrace2", trace], stdout=subprocess.PIPE, universal_newlines=True) as text:
        for found in filter(None, map(HYPERCALL.search, text.stdout)):
            yield list(map(int, found.groups()))


def name(nr, words):
    return "sched_wakeup_new" if nr & 0xffff == 0x68 and words[1] >> 63 else ALL.get(nr & 0xffff, hex(nr & 0xffff))


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    decoded = Counter()
    if len(sys.argv) > 2:
        for nr, *words in hypercalls(sys.argv[2]):
            decoded[nr & LOW, *words] += 1
    kinds, reported, seen, stamped = Counter(), Counter(), Counter(), []
    for at, capacity, head, lost in rings(data):
        seen["overwritten"] += max(0, head - capacity)
        seen["notWritten"] += lost
        for number in range(max(0, head - capacity), head):
            stamp, tsc, event, *words, _ = struct.unpack_from("<8Q", data, at + 64 + number % capacity * 64)
            if stamp != number + 1:
                seen["torn"] += 1
            elif 0xa0 <= event & 0xffff <= 0xa3:
                seen["byHost"] += 1
            else:
                nr = event & LOW
                new = nr == 0x68 and words[1] >> 63
                kinds["sched_wakeup_new" if new else KINDS.get(nr & 0xffff, hex(nr & 0xffff))] += 1
                reported[nr, *words] += 1
                stamped.append((tsc, nr, *words))
    alone = min((tsc for tsc, nr, *words in stamped if nr == 0x82 and words[3] >> 32 == LOW), default=1 << 64)
    both = sum((Counter((nr, *words) for tsc, nr, *words in stamped if tsc < alone) & decoded).values())
    merged = Counter()
    for (nr, *words), count in decoded.items():
        merged[name(nr, words)] += count
    left = reported - decoded
    for tsc, nr, *words in stamped:
        if left[nr, *words] and tsc < alone and nr not in (0x81, 0x82):
            left[nr, *words] -= 1
            merged[name(nr, words)] += 1
    counts = {name: seen[name] for name in ("byHost", "overwritten", "torn", "notWritten")}
    json.dump({"hosts": [{"guest": dict(sorted(kinds.items())), **counts, "records": sum(reported.values()),
                          "notByHypercall": sum((reported - decoded).values()), "bothWays": both,
                          "merged": dict(sorted(merged.items()))}]}, sys.stdout)


main()
