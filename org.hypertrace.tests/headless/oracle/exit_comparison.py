#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""VM exits of recordings A (before) beside those of recordings B (after), by their reason; an oracle.

Complete exits and their states are those of exits.py. Speed-up, gain, saving, interval and chance of two groups are speed_ups.py's.
The rest is written from this text alone:

  VM            the only one of each recording, if each has one; else those of the same name. A recording without it is not in its group
  cost          the ns of exits that are not halted
  active        the lives of all vCPUs of the VM, less the halted ns of all their exits; at least 1
  speed-up      of cost / active of all recordings of A to those of B: of a reason, and of all exits. 0 where a recording has no such exit;
                then there is a chance, but no ratio
  shown         the recording whose cost / active of all exits is the median, of two the smaller; of equal ones the one named first
  contribution  in the shown recordings: 10^9 * cost of A div active of A, less the same of B; of the whole: the sum of all reasons
  share         the contribution as a part of that sum
  corrected     the chances of all reasons by Holm

    exit_comparison.py --a TRACE/kernel … --b TRACE/kernel …
"""
import argparse
import json
from collections import defaultdict
from fractions import Fraction

import speed_ups
from exits import find, rows
from host_events import attribute, read
from vcpu_states import Host


def recording(folder):
    """By the names of its VMs: the active ns, and the exits of each reason."""
    name, events = read(folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    vcpus = find(host)
    lives = defaultdict(int)
    for v in vcpus:
        lives[v.pid] += v.end - v.begin
    reasons = defaultdict(dict)
    for row in rows(vcpus, lambda x: None):
        reasons[row["pid"]][row["isa"], row["code"]] = row
    return {f"VM {pid}": {"active": max(1, life - sum(row["states"]["halted"] for row in reasons[pid].values())), "reasons": reasons[pid]}
            for pid, life in lives.items() if life}


def cost(vm, reason=None):
    return sum(row["total"] - row["states"]["halted"] for key, row in vm["reasons"].items() if reason in (None, key))


def share(vm, reason=None):
    return Fraction(cost(vm, reason), vm["active"])


def shown(vms):
    order = sorted(range(len(vms)), key=lambda i: (share(vms[i]), i))
    return vms[order[(len(order) - 1) // 2]]


def speed_up(a, b):
    if min(a + b) > 0:
        return speed_ups.compare(a, b)
    return {"chance": speed_ups.text(speed_ups.chance(a, b))} if min(len(a), len(b)) >= speed_ups.ENOUGH else {}


def pair(name_a, a, name_b, b):
    shown_a, shown_b = shown(a), shown(b)
    found = []
    for reason in sorted(set().union(*(vm["reasons"] for vm in a + b))):
        row = {"contribution": 10**9 * cost(shown_a, reason) // shown_a["active"] - 10**9 * cost(shown_b, reason) // shown_b["active"]}
        for side, vm in ("a", shown_a), ("b", shown_b):
            if reason in vm["reasons"]:
                row[side] = {key: vm["reasons"][reason][key] for key in ("count", "total", "p50", "p99", "max")} | {"cost": cost(vm, reason)}
        found.append(row | speed_up([share(vm, reason) for vm in a], [share(vm, reason) for vm in b]))
    asked = [row for row in found if "chance" in row]
    for row, chance in zip(asked, speed_ups.holm([Fraction(row["chance"]) for row in asked])):
        row["correctedChance"] = speed_ups.text(chance)
    whole = sum(row["contribution"] for row in found)
    for row in found:
        if whole:
            row["share"] = speed_ups.text(Fraction(row["contribution"], whole))
    return {"a": {"label": name_a, "recordings": len(a), "active": shown_a["active"]}, "b": {"label": name_b, "recordings": len(b), "active": shown_b["active"]},
            "contribution": whole, **speed_up([share(vm) for vm in a], [share(vm) for vm in b]), "rows": found}


def pairs(a, b):
    if all(len(one) == 1 for one in a + b):
        return [pair(next(iter(a[0])), [vm for one in a for vm in one.values()], next(iter(b[0])), [vm for one in b for vm in one.values()])]
    of_a, of_b = (sorted(set().union(*group)) for group in (a, b))
    return [pair(vm, [one[vm] for one in a if vm in one], vm, [one[vm] for one in b if vm in one]) for vm in of_a if vm in of_b]


def main():
    parser = argparse.ArgumentParser(description="VM exits of two groups of recordings, as JSON.")
    parser.add_argument("--a", nargs="+", required=True, metavar="TRACE")
    parser.add_argument("--b", nargs="+", required=True, metavar="TRACE")
    options = parser.parse_args()
    a, b = ([recording(folder) for folder in group] for group in (options.a, options.b))
    print(json.dumps({"hosts": [{"pairs": pairs(a, b)}]}, indent=1))


if __name__ == "__main__":
    main()
