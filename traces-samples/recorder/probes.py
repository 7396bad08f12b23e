# SPDX-License-Identifier: EPL-2.0
"""What the prober of a recording saw: who did not answer, and when. It asked from the host, by the clock of the host's trace,
and knows nothing of what guests report. A window's first edge is the first question without an answer, the other the first
answer after it; the true edge is at most one question earlier, or one answer later. Times are ns since the epoch."""
import csv
import re
import subprocess

PERIOD = re.compile(r"# period (\d+) ns\n")


def offset_of(trace):
    """@return what the clock of a kernel trace is to be added to: ns since the epoch"""
    text = subprocess.run(["babeltrace2", "--output-format=ctf-metadata", trace], stdout=subprocess.PIPE, check=True,
                          universal_newlines=True).stdout
    clock = re.search(r"clock \{(.*?)\};", text, re.S).group(1)
    found = {key: int(value) for key, value in re.findall(r"(freq|offset_s|offset) = (\d+);", clock)}
    if found.get("freq", 10 ** 9) != 10 ** 9:
        raise ValueError("the trace's clock does not count ns")
    return found.get("offset_s", 0) * 10 ** 9 + found.get("offset", 0)


def read(path, offset):
    """@return the period, and of each node its questions in order: sent, answered or None, role or None"""
    with open(path, newline="") as file:
        period = int(PERIOD.fullmatch(file.readline()).group(1))
        nodes = {}
        for row in csv.DictReader(file):
            answered = int(row["answered"]) + offset if row["answered"] else None
            nodes.setdefault(row["node"], []).append((int(row["sent"]) + offset, answered, row["role"] or None))
    return period, nodes


def absences(probes):
    """@return of each run of questions without an answer, between answered ones, its edges; a single lost one is a run, too"""
    found, last, failed = [], None, []
    for sent, answered, _ in probes:
        if answered is None:
            failed.append(sent)
            continue
        if failed and last:
            found.append({"lastAnswered": {"sent": last[0], "answered": last[1]}, "firstFailed": failed[0], "lastFailed": failed[-1],
                          "firstAnswered": {"sent": sent, "answered": answered}})
        last, failed = (sent, answered), []
    return found


def windows(nodes, least, role=None):
    """@return maximal runs of rounds in which fewer than this many nodes answered, or answered in that role, between those in
    which enough did: first question of the first, last answer of the round after it"""
    found, begin, enough = [], None, False
    for round_ in zip(*nodes.values()):
        answers = [answered for _, answered, is_ in round_ if answered is not None and role in (None, is_)]
        if len(answers) >= least:
            if begin is not None:
                found.append([begin, sorted(answers)[least - 1]])
            begin, enough = None, True
        elif enough and begin is None:
            begin = round_[0][0]
    return found


def summary(path, trace):
    period, nodes = read(path, offset_of(trace))
    took = sorted(answered - sent for probes in nodes.values() for sent, answered, _ in probes if answered is not None)
    if not took:
        raise ValueError("nobody answered the prober")
    return {"periodNs": period, "questions": sum(map(len, nodes.values())), "answers": len(took),
            "answerNs": {"median": took[len(took) // 2], "longest": took[-1]},
            "absent": {node: absences(probes) for node, probes in sorted(nodes.items())},
            "redundancyLost": windows(nodes, len(nodes)), "outage": windows(nodes, 1), "noPrimary": windows(nodes, 1, "primary")}
