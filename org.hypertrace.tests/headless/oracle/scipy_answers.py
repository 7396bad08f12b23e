#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""What SciPy answers to questions of ranks: the lines of releng/fleet/test/org/hypertrace/fleet/scipy.txt, which tests read.

Needs SciPy, which the tests do not: python3 scipy_answers.py >scipy.txt. Lines: KIND, two groups of whole numbers, answers.
  rank   Mann and Whitney's test, two-sided, normal approximation (continuity, ties), and 2 U / pairs - 1
  exact  the same without ties, by all splits
  trend  Spearman's correlation of the second group with the first
"""
import random

import scipy
from scipy import stats


def line(kind, a, b, *answers):
    print("|".join([kind, " ".join(map(str, a)), " ".join(map(str, b)), " ".join(repr(float(answer)) for answer in answers)]))


r = random.Random(1)
print("# SciPy", scipy.__version__)
for i in range(60):
    most = 5 if i % 3 == 0 else 10 ** 6             # few values have many ties
    shift = most // 2 if i % 4 == 0 else 0          # great shifts have tiny chances
    a = [r.randrange(most) for _ in range(4 + i)]
    b = [r.randrange(most) + shift for _ in range(4 + 3 * i % 50)]
    found = stats.mannwhitneyu(b, a, alternative="two-sided", method="asymptotic", use_continuity=True)
    line("rank", a, b, found.pvalue, 2 * found.statistic / (len(a) * len(b)) - 1)
for i in range(40):
    a, b = 4 + i % 5, 4 + i // 10
    values = r.sample(range(10 ** 6), a + b)
    values = [value + (5 * 10 ** 5 if place < a and i % 2 else 0) for place, value in enumerate(values)]
    if len(set(values)) == len(values):
        line("exact", values[:a], values[a:], stats.mannwhitneyu(values[a:], values[:a], alternative="two-sided", method="exact").pvalue)
for i in range(20):
    x = r.sample(range(10 ** 6), 10 + i)
    y = [value // 7 * (i % 3) + r.randrange(1 if i == 19 else 3 if i % 4 == 0 else 10 ** 6) for value in x]
    if len(set(y)) > 1:
        line("trend", x, y, stats.spearmanr(x, y).statistic)
