#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""States of vCPUs in recordings A (before) beside those in recordings B (after); an oracle.

The ns of each state are those of vcpu_states.py. Speed-up, gain, saving, interval and chance of two groups are speed_ups.py's.
The rest is written from this text alone:

  VM            the only one of each recording, if each has one; else those of the same name. A recording without it is not in its group
  times         the ns of each state, of all vCPUs of the VM; their sum is the life. Without any life the VM is not in the recording
  speed-up      of ns / life of a state, exact, of all recordings of A to those of B; none if one of these is 0
  rows          the states in which any recording of A or B has any time
  shown         the recording whose (life - halted - blocked - unknown) / life is the median, of two the smaller; of equal ones the one named first
  contribution  in the shown recordings: a second is cut into the states in the order ORDER. A cut is at 10^9 * (sum so far) div life.
                The ns between the cuts of A, less those of B
  corrected     the chances of all rows by Holm

    vcpu_comparison.py --a TRACE/kernel … --b TRACE/kernel …
"""
import argparse
import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import accumulate

import speed_ups
from host_events import attribute, read
from vcpu_states import Host

ORDER = ["unknown", "guest", "hostInterrupt", "vmm", "hostKernel", "preempted", "halted", "blocked", "waking"]


def recording(folder):
    """By the names of its VMs: ns by state."""
    name, events = read(folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    vms = defaultdict(Counter)
    for vcpu in host.result(False, str)["vcpus"]:
        vms[f"VM {vcpu['pid']}"].update(vcpu["ns"])
    return {vm: ns for vm, ns in vms.items() if ns.total()}


def share(ns, *states):
    return Fraction(sum(ns[state] for state in states), ns.total())


def shown(recordings):
    idle = sorted(range(len(recordings)), key=lambda i: (1 - share(recordings[i], "halted", "blocked", "unknown"), i))
    return recordings[idle[(len(idle) - 1) // 2]]


def second(ns):
    cuts = [10**9 * so_far // ns.total() for so_far in accumulate((ns[state] for state in ORDER), initial=0)]
    return {state: cuts[i + 1] - cuts[i] for i, state in enumerate(ORDER)}


def speed_up(a, b):
    if min(a + b) > 0:
        return speed_ups.compare(a, b)
    return {"chance": speed_ups.text(speed_ups.chance(a, b))} if min(len(a), len(b)) >= speed_ups.ENOUGH else {}


def pair(name_a, a, name_b, b):
    shown_a, shown_b = shown(a), shown(b)
    rows = [{"state": state, "a": shown_a[state], "b": shown_b[state], "contribution": second(shown_a)[state] - second(shown_b)[state],
             **speed_up([share(ns, state) for ns in a], [share(ns, state) for ns in b])}
            for state in ORDER if any(ns[state] for ns in a + b)]
    asked = [row for row in rows if "chance" in row]
    for row, chance in zip(asked, speed_ups.holm([Fraction(row["chance"]) for row in asked])):
        row["correctedChance"] = speed_ups.text(chance)
    return {"a": {"vm": name_a, "recordings": len(a), "life": shown_a.total()}, "b": {"vm": name_b, "recordings": len(b), "life": shown_b.total()},
            "rows": rows}


def pairs(a, b):
    if all(len(one) == 1 for one in a + b):
        return [pair(next(iter(a[0])), [ns for one in a for ns in one.values()], next(iter(b[0])), [ns for one in b for ns in one.values()])]
    of_a, of_b = (sorted(set().union(*group)) for group in (a, b))
    return [pair(vm, [one[vm] for one in a if vm in one], vm, [one[vm] for one in b if vm in one]) for vm in of_a if vm in of_b]


def main():
    parser = argparse.ArgumentParser(description="States of vCPUs in two groups of recordings, as JSON.")
    parser.add_argument("--a", nargs="+", required=True, metavar="TRACE")
    parser.add_argument("--b", nargs="+", required=True, metavar="TRACE")
    options = parser.parse_args()
    a, b = ([recording(folder) for folder in group] for group in (options.a, options.b))
    print(json.dumps({"hosts": [{"pairs": pairs(a, b)}]}, indent=1))


if __name__ == "__main__":
    main()
