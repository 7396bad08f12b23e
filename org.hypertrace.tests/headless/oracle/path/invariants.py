# SPDX-License-Identifier: EPL-2.0
"""What must hold of every path (E.5): it tiles its window, its sums are the window, cuts change nothing, at any instant the
naive search finds the same, every hop goes forward in time, and nothing contradicts itself."""
import random
from bisect import bisect_right

from path.naive import Naive
from path.segments import Segments
from path.walk import Walk


def check(host, x, begin, end, guest_only=False, activations=False, cuts=7, instants=64, seed=0):
    """What does not hold of one path, as sentences; none if all does."""
    walk = Walk(host, guest_only, activations)
    whole, wrong, chance = walk.path(x, begin, end), [], random.Random(seed)
    at = begin
    for a, z, *_ in whole.rows:
        if a != at or z <= a:
            wrong.append(f"no tiling at {a}")
        at = z
    figures = whole.figures()
    for what in ("causes", "classes"):
        if at != end or sum(figures[what].values()) != end - begin:
            wrong.append(f"{what} do not sum to the window")
    owners = {}
    for a, z, chain, *_ in whole.rows:
        owners[chain.x] = owners.get(chain.x, 0) + z - a
    if sum(owners.values()) != end - begin:
        wrong.append("owners do not sum to the window")
    if whole.contradictions:
        wrong.append(f"{whole.contradictions} contradictions")
    wrong += [f"a hop at {t} back from {until}" for t, until in whole.back]
    for n in range(1, cuts + 1):
        m = begin + (end - begin) * n // (cuts + 1) + chance.randrange(1000)
        if begin < m < end:
            parts = walk.path(x, begin, m).rows + walk.path(x, m, end).rows
            if Segments(parts, begin, end).rows != whole.rows:
                wrong.append(f"cut at {m}: another path")
    begins, naive = [r[0] for r in whole.rows], Naive(host, guest_only, activations)
    for _ in range(instants if end > begin else 0):
        t = chance.randrange(begin, end)
        _, _, chain, phase, state, _ = whole.rows[bisect_right(begins, t) - 1]
        found = naive.at(x, t)
        if found != (chain.links(), phase, state):
            wrong.append(f"at {t}: {chain.key()} {phase}/{state}, searched {';'.join(y.key() for y in found[0])} {found[1]}/{found[2]}")
    return wrong
