#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""System calls of recordings A (before) beside those of recordings B (after); an oracle.

Calls, N, T and the others are those of syscalls.py, net. Speed-up, gain, saving, interval and chance of two groups are speed_ups.py's.
The rest is written from this text alone:

  VM            the only one of each recording, if each has one; else those of the same name. A recording without it is not in its group
  mean          T / N of a call in a recording, exact. Of the whole: the calls that do not wait, together
  speed-up      of the means of all recordings of A to those of B, of a call: of those recordings that have it
  shown         the recording whose whole mean is the median, of two the smaller; of equal ones the one named first
  contribution  of a call that does not wait, in the shown recordings: T of A div N of the whole of A, less the same of B; of the whole: their sum
  share         the contribution as a part of that sum
  corrected     the chances of all calls by Holm

    syscall_comparison.py [--k N] [--waits NUMBER,…] --a TRACE/kernel … --b TRACE/kernel …
"""
import argparse
import json
from fractions import Fraction

import speed_ups
from guest_events import scan
from host_events import attribute, read
from syscalls import WAITS, by_number, calls_of
from vcpu_states import Host


def recording(folder, k):
    """By the names of its VMs: the figures of each call."""
    name, events = read(folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    vms, classes, lost, _ = scan(host)
    found = {}
    for vm in vms:
        calls = calls_of(vm, classes, lost)[0]
        if calls:
            found[vm.name or f"VM {vm.key}"] = by_number(calls, k, "net")
    return found


def whole(rows, waits):
    busy = [row for n, row in rows.items() if n not in waits]
    return sum(row["total"] for row in busy), sum(row["calls"] for row in busy)


def shown(recordings, waits):
    some = sorted((Fraction(*whole(rows, waits)), i) for i, rows in enumerate(recordings) if whole(rows, waits)[1])
    return recordings[some[(len(some) - 1) // 2][1]] if some else recordings[0]


def speed_up(a, b):
    if not a or not b:
        return {}
    if min(a + b) <= 0:
        return {"chance": speed_ups.text(speed_ups.chance(a, b))} if min(len(a), len(b)) >= speed_ups.ENOUGH else {}
    return speed_ups.compare(a, b)


def means(recordings, number):
    return [Fraction(rows[number]["total"], rows[number]["calls"]) for rows in recordings if number in rows]


def pair(waits, name_a, a, name_b, b):
    shown_a, shown_b = shown(a, waits), shown(b, waits)
    n_a, n_b = whole(shown_a, waits)[1], whole(shown_b, waits)[1]
    rows = []
    for number in sorted(set().union(*a, *b)):
        row = {"number": number[1], "i386": number[0], "waiting": number in waits}
        for side, figures, n in ("a", shown_a, n_a), ("b", shown_b, n_b):
            if number in figures:
                row[side] = figures[number]
        if number not in waits:
            row["contribution"] = sum(sign * (f[number]["total"] // n if number in f and n else 0) for sign, f, n in ((1, shown_a, n_a), (-1, shown_b, n_b)))
        rows.append({**row, **speed_up(means(a, number), means(b, number))})
    asked = [row for row in rows if "chance" in row]
    for row, chance in zip(asked, speed_ups.holm([Fraction(row["chance"]) for row in asked])):
        row["correctedChance"] = speed_ups.text(chance)
    sum_of_all = sum(row.get("contribution", 0) for row in rows)
    for row in rows:
        if sum_of_all and "contribution" in row:
            row["share"] = speed_ups.text(Fraction(row["contribution"], sum_of_all))
    busy = [[Fraction(*whole(one, waits)) for one in group if whole(one, waits)[1]] for group in (a, b)]
    return {"a": name_a, "b": name_b, "recordingsOfA": len(a), "recordingsOfB": len(b), "wholeOfA": whole(shown_a, waits),
            "wholeOfB": whole(shown_b, waits), "contribution": sum_of_all, **speed_up(*busy), "rows": rows}


def pairs(waits, a, b):
    if all(len(one) == 1 for one in a + b):
        return [pair(waits, next(iter(a[0])), [v for one in a for v in one.values()], next(iter(b[0])), [v for one in b for v in one.values()])]
    of_a, of_b = (sorted(set().union(*group)) for group in (a, b))
    return [pair(waits, vm, [one[vm] for one in a if vm in one], vm, [one[vm] for one in b if vm in one]) for vm in of_a if vm in of_b]


def main():
    parser = argparse.ArgumentParser(description="System calls of two groups of recordings, as JSON.")
    parser.add_argument("--k", type=int, default=30)
    parser.add_argument("--waits", metavar="NUMBERS", help="of x86-64; empty: none")
    parser.add_argument("--a", nargs="+", required=True, metavar="TRACE")
    parser.add_argument("--b", nargs="+", required=True, metavar="TRACE")
    options = parser.parse_args()
    a, b = ([recording(folder, options.k) for folder in group] for group in (options.a, options.b))
    waits = WAITS if options.waits is None else {(0, int(n)) for n in options.waits.split(",") if n}
    print(json.dumps({"hosts": [{"pairs": pairs(waits, a, b)}]}, indent=1))


if __name__ == "__main__":
    main()
