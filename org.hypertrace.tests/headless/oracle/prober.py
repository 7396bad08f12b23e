#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""When nodes answered a prober, and between which times they began and ended not to: an oracle.

Written from the definition alone (page *Rolling upgrades* of the help, *A prober as witness*), without the recorder's probes.py. It
knows nothing of marks and hypercalls; the trace is asked for its clock only.

  question   sent at s; answered at a, or never. An answer that takes more than a second is none.
  absence    of a node: questions without an answer, between two that were answered, p before and n after. It began when p was sent or
             later, and at the latest when the first one without an answer arrived: that took no longer than p and its answer. It
             ended when the last one without an answer was sent or later, and at the latest when the answer to n came.
  as a role  the same, where an answer with another role is none. Before its first answer with the role a node lacks it from its first
             answer with another one on.
  lost       fewer than so many nodes. Certain: so many are absent even if each absence is as short as it can be. Possible: if each is
             as long as it can be, and a node is absent before its first answer and after its last one.
"""
import argparse
import json
import os
from collections import defaultdict

from lttng_packets import metadata

LATE = 10**9
COLUMNS = ["node", "number", "sent", "answered", "version", "role"]


def clock(folder):
    """What is added to a time of the trace's clock: ns since the epoch."""
    found = metadata(folder).clock
    if int(found.get("freq", LATE)) != 10**9:
        raise ValueError("a clock that does not count nanoseconds")
    return int(found.get("offset", 0)) + 10**9 * int(found.get("offset_s", 0))


def questions(path, offset):
    """The period, and of each node (sent, answered or None, role or None) in order."""
    with open(path, encoding="utf-8") as file:
        first, columns, *rows = file.read().splitlines()
    if not first.startswith("# period ") or not first.endswith(" ns") or columns.split(",") != COLUMNS:
        raise ValueError("no answers of a prober")
    nodes = defaultdict(list)
    for row in rows:
        node, _, sent, answered, _, role = row.split(",")
        late = not answered or int(answered) - int(sent) > LATE
        nodes[node].append((int(sent) + offset, None if late else int(answered) + offset, role or None))
    return int(first.split()[2]), dict(nodes)


def absences(asked, role=None):
    """Of one node; before its first answer, and behind its last one, with open edges (None)."""
    found, before, run, other = [], None, [], None
    for sent, answered, answers in [*asked, (None, None, None)]:
        serves = answered is not None and role in (None, answers)
        if sent is not None and not serves:
            run.append(sent)
            other = answered if other is None else other
            continue
        if run:
            found.append({"from": before and before[0], "begin": run[0], "latest": before and run[0] + before[1] - before[0],
                          "last": run[-1], "end": answered, "questions": len(run), "other": other})
        before, run, other = (sent, answered), [], None
    return found


def lost(nodes, least, role=None):
    """Windows in which fewer than so many nodes serve, certain and possible."""
    begin, end = min(asked[0][0] for asked in nodes.values()), max(asked[-1][0] for asked in nodes.values())
    shortest, longest = [], []
    for asked in nodes.values():
        for one in absences(asked, role):
            # what answers with another role is there, and does not serve as asked
            b = one["other"] if one["latest"] is None else one["latest"]
            if b is not None and b < one["last"]:
                shortest += [(b, 1), (one["last"], -1)]
            longest += [(begin if one["from"] is None else one["from"], 1), (end if one["end"] is None else one["end"], -1)]
    most = len(nodes) - least
    return {"certain": above(shortest, most), "possible": above(longest, most)}


def above(changes, most):
    found, count, since = [], 0, None
    for t in sorted({t for t, _ in changes}):
        count += sum(d for u, d in changes if u == t)
        if count > most and since is None:
            since = t
        elif count <= most and since is not None:
            found.append([since, t])
            since = None
    return found


def main():
    parser = argparse.ArgumentParser(description="When nodes did not answer a prober, as JSON.")
    parser.add_argument("folder", help="CTF folder of the host's kernel trace; prober.csv is beside it")
    parser.add_argument("--role", default="primary", help="the active one")
    parser.add_argument("--needed", type=int, default=1, help="so many nodes must serve")
    options = parser.parse_args()
    period, nodes = questions(os.path.join(options.folder, "..", "prober.csv"), clock(options.folder))
    took = [answered - sent for asked in nodes.values() for sent, answered, _ in asked if answered is not None]
    closed = {node: [one for one in absences(asked) if one["from"] is not None and one["end"] is not None] for node, asked in nodes.items()}
    print(json.dumps({"hosts": [{
        "period": period, "questions": sum(map(len, nodes.values())), "answers": len(took), "longestAnswer": max(took, default=0),
        "absent": closed, "redundancy": lost(nodes, len(nodes)), "outage": lost(nodes, options.needed),
        "role": lost(nodes, 1, options.role)}]}, indent=1))


if __name__ == "__main__":
    main()
