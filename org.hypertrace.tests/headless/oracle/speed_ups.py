#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""How much faster B is than A, and whether that may be chance, from the definition alone.

Given are durations of repetitions of A, and of B. The speed-up is the median of all ratios A / B; of an even number the mean of both
middle ones. The gain is the speed-up - 1, the saving 1 - 1 / the speed-up. With the n ratios in order, the interval is from the c-th to
the (n + 1 - c)-th. c is the greatest with P(U <= c - 1) <= 0.025, where U counts the pairs in which A is before B, and all ways to
deal distinct ranks are equally likely. Without such a c there is no interval. The chance is the share of the ways to deal
the ranks whose sum is at least as far from the expected one; equal durations share the mean of their ranks.

Every way is enumerated here: at most some ten of each. Fractions are printed as NUMERATOR/DENOMINATOR.

    speed_ups.py 100,102,98 90,91,95 […]            # JSON: of each two groups
    speed_ups.py --holm 0.01,0.04,0.03              # each chance corrected for that many questions: Holm
"""

import json
import sys
from fractions import Fraction
from itertools import combinations

ENOUGH = 4


def text(fraction):
    return f"{fraction.numerator}/{fraction.denominator}"


def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def greatest_cut(n_a, n_b):
    """The c of the definition, 0 if there is none."""
    counts = {}
    ways = 0
    for places in combinations(range(n_a + n_b), n_a):
        others = [place for place in range(n_a + n_b) if place not in places]
        u = sum(1 for place in places for other in others if place < other)
        counts[u] = counts.get(u, 0) + 1
        ways += 1
    c = 0
    while Fraction(sum(n for u, n in counts.items() if u <= c), ways) <= Fraction(25, 1000):
        c += 1
    return c


def chance(a, b):
    both = sorted(a + b)
    rank = {value: Fraction(2 * both.index(value) + both.count(value) + 1, 2) for value in both}
    ranks = [rank[value] for value in both]
    expected = Fraction(len(a) * (len(both) + 1), 2)
    far = abs(sum(rank[value] for value in a) - expected)
    sums = [sum(chosen) for chosen in combinations(ranks, len(a))]
    return Fraction(sum(1 for one in sums if abs(one - expected) >= far), len(sums))


def compare(a, b):
    ratios = sorted(Fraction(x, y) for x in a for y in b)
    speed_up = median(ratios)
    answer = {"speedUp": text(speed_up), "gain": text(speed_up - 1), "saving": text(1 - 1 / speed_up)}
    if min(len(a), len(b)) >= ENOUGH:
        answer["chance"] = text(chance(a, b))
        c = greatest_cut(len(a), len(b))
        if c >= 1:
            answer["interval"] = [text(ratios[c - 1]), text(ratios[len(ratios) - c])]
    return answer


def holm(chances):
    """Each chance times the number of those that are not smaller; never less than that of a smaller one."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected = [Fraction(0)] * len(chances)
    most = Fraction(0)
    for place, i in enumerate(order):
        most = max(most, min(Fraction(1), chances[i] * (len(chances) - place)))
        corrected[i] = most
    return corrected


def main(arguments):
    if arguments[0] == "--holm":
        print(json.dumps({"holm": [text(one) for one in holm([Fraction(one) for one in arguments[1].split(",")])]}))
    else:
        groups = [[int(one) for one in group.split(",")] for group in arguments]
        print(json.dumps({"answers": [compare(a, b) for a, b in zip(groups[::2], groups[1::2])]}))


if __name__ == "__main__":
    main(sys.argv[1:])
