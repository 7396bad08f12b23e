#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""The critical path of one subject in recordings A (before) beside that in recordings B (after), by class and by cause; an oracle.

The ns of each class and cause are those of critical_path.py. Speed-up, gain, saving, interval and chance of two groups are
speed_ups.py's. The rest is written from this text alone:

  rows          the classes, and the causes, that any recording has
  speed-up      of the ns of a row, and of the length of the path, of all recordings of A to those of B; 0 where a recording has no such row:
                then there is a chance, but no ratio
  shown         the recording whose path has the median length, of two the smaller; of equal ones the one named first
  a, b          the ns in the shown recordings; the contribution is a - b, its share the part of the difference of the lengths
  corrected     the chances of all rows of a kind, of classes or of causes, by Holm

    path_comparison.py --subject '--vm VM --vcpu 0' --a TRACE/kernel … --b TRACE/kernel …
"""
import argparse
import json
from fractions import Fraction

import speed_ups
from critical_path import answer
from path.gather import load


def shown(paths):
    order = sorted(range(len(paths)), key=lambda i: (paths[i]["ns"], i))
    return paths[order[(len(order) - 1) // 2]]


def speed_up(a, b):
    if min(a + b) > 0:
        return speed_ups.compare([Fraction(ns) for ns in a], [Fraction(ns) for ns in b])
    return {"chance": speed_ups.text(speed_ups.chance(a, b))} if min(len(a), len(b)) >= speed_ups.ENOUGH else {}


def rows(kind, of, a, b):
    shown_a, shown_b = shown(a), shown(b)
    whole = shown_b["ns"] - shown_a["ns"]
    found = []
    for name in sorted(set().union(*(path[kind] for path in a + b))):
        ns_a, ns_b = shown_a[kind].get(name, 0), shown_b[kind].get(name, 0)
        row = {"of": of, "a": ns_a, "b": ns_b, "difference": ns_b - ns_a, "contribution": ns_a - ns_b}
        if whole:
            row["share"] = speed_ups.text(Fraction(ns_b - ns_a, whole))
        found.append(row | speed_up([path[kind].get(name, 0) for path in a], [path[kind].get(name, 0) for path in b]))
    asked = [row for row in found if "chance" in row]
    for row, chance in zip(asked, speed_ups.holm([Fraction(row["chance"]) for row in asked])):
        row["correctedChance"] = speed_ups.text(chance)
    return found


def main():
    parser = argparse.ArgumentParser(description="A critical path in two groups of recordings, as JSON.")
    parser.add_argument("--subject", required=True, help="as of critical_path.py")
    parser.add_argument("--a", nargs="+", required=True, metavar="TRACE")
    parser.add_argument("--b", nargs="+", required=True, metavar="TRACE")
    options = parser.parse_args()
    a, b = ([answer(load(folder, False, []), options.subject) for folder in group] for group in (options.a, options.b))
    print(json.dumps({"hosts": [{"a": shown(a)["ns"], "b": shown(b)["ns"], "recordingsOfA": len(a), "recordingsOfB": len(b),
                                 **speed_up([path["ns"] for path in a], [path["ns"] for path in b]),
                                 "rows": rows("classes", "class", a, b) + rows("causes", "cause", a, b)}]}, indent=1))


if __name__ == "__main__":
    main()
