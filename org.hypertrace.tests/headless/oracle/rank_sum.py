#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""The rank-sum test of Mann and Whitney from its definition.

Reads a case per line, two groups of whole numbers: "1 2 3|4 5 6". Prints of each the two-sided chance with the normal approximation
(continuity, ties), the rank-biserial correlation (positive if the second group is greater), and the median of the first.
"""
import math
import statistics
import sys

for line in sys.stdin:
    a, b = ([int(word) for word in group.split()] for group in line.split("|"))
    # U counts pairs, one by one
    greater = sum(1 for x in a for y in b if y > x)
    equal = sum(1 for x in a for y in b if y == x)
    u = greater + equal / 2
    pairs = len(a) * len(b)
    n = len(a) + len(b)
    both = a + b
    ties = sum(count ** 3 - count for count in (both.count(value) for value in set(both)))
    variance = pairs / 12 * ((n + 1) - ties / (n * (n - 1)))
    distance = abs(u - pairs / 2) - 0.5
    z = distance / math.sqrt(variance) if variance > 0 and distance > 0 else 0.0
    less = pairs - greater - equal
    print(repr(min(1.0, math.erfc(z / math.sqrt(2)))), repr((greater - less) / pairs), repr(float(statistics.median(a))))
