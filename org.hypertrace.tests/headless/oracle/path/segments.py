# SPDX-License-Identifier: EPL-2.0
"""A path as segments: merged, summed, and as text (E.2, E.8).

Neighbours with the same chain, phase, state and by are one segment. Interrupts are the same only as the same run; exits are the
same if they read the same, although each exit begins a new piece of its vCPU's state.
"""
import hashlib
from collections import Counter

from path.participants import Exit

CLASSES = ("work", "contended", "delivery", "asleep", "host", "taken", "timer", "device", "network", "unended", "notKnown")
ON_HOST, TAKEN, ASLEEP = ("hostInterrupt", "vmm", "hostKernel"), ("preempted", "waking"), ("halted", "blocked")
AMD = {96: "INTR", 97: "NMI", 100: "VINTR", 114: "CPUID", 120: "HLT", 123: "IOIO", 124: "MSR", 128: "VMRUN", 129: "VMMCALL",
       130: "VMLOAD", 131: "VMSAVE", 132: "STGI", 133: "CLGI", 1024: "NPF"}


class Chain:
    """A chain of participants, as a node of a tree; equal chains are the same node."""
    __slots__ = ("parent", "x", "depth", "next")

    def __init__(self, parent, x):
        self.parent, self.x, self.next = parent, x, {}
        self.depth = parent.depth + 1 if parent else 0

    def then(self, x):
        node = self.next.get(x)
        if node is None:
            node = self.next[x] = Chain(self, x)
        return node

    def links(self):
        node, found = self, []
        while node.depth:
            found.append(node.x)
            node = node.parent
        return found[::-1]

    def key(self):
        return ";".join(x.key() for x in self.links())

    def shown(self):
        return ";".join(x.shown() for x in self.links())


def category(phase, state):
    """The class that a segment is in, for people."""
    if state == "unknown":
        return "notKnown"
    if phase == "wait":
        return state if state in ("timer", "device", "network", "unended") else "notKnown"
    if state in ASLEEP:
        return "asleep"
    if state in ON_HOST:
        return "host"
    if state in TAKEN:
        return "taken"
    if state == "host":
        return "taken" if phase == "ready" else "host"
    return {"run": "work", "ready": "contended", "deliver": "delivery"}[phase]


class Segments:
    def __init__(self, parts, begin, end, contradictions=0, hops=(), back=()):
        self.begin, self.end, self.contradictions, self.hops, self.back, self.rows = begin, end, contradictions, hops, back, []
        at = begin
        for part in sorted(parts, key=lambda p: p[0]):
            assert part[0] == at, (part[0] - begin, at - begin)
            at = part[1]
            rows = self.rows
            if rows and rows[-1][2] is part[2] and rows[-1][3:5] == part[3:5] and same(rows[-1][5], part[5]):
                rows[-1] = (rows[-1][0], *part[1:2], *rows[-1][2:])
            else:
                rows.append(part)
        assert at == max(begin, end)

    def lines(self):
        keys = {}
        for a, z, chain, phase, state, by in self.rows:
            if chain not in keys:
                keys[chain] = chain.key()
            yield f"{a} {z} {keys[chain]} {phase}/{state} {by_key(by)}"

    def sha256(self):
        return hashlib.sha256("\n".join(self.lines()).encode()).hexdigest()

    def figures(self):
        """Sums as in the golden figures."""
        causes, classes, owners, bys, chains, at_most = Counter(), Counter(), Counter(), Counter(), Counter(), Counter()
        unreported = 0
        for a, z, chain, phase, state, by in self.rows:
            ns = z - a
            causes[f"{phase}/{state}"] += ns
            classes[category(phase, state)] += ns
            owners[chain.x.shown()] += ns
            chains[chain] += ns
            if by is not None:
                bys[f"{phase}/{state} {by_shown(by)}"] += ns
            unreported += ns if category(phase, state) == "notKnown" else 0
            at_most["withoutPreemption"] += ns if state == "preempted" else 0
            at_most["withoutExits"] += ns if state in ON_HOST else 0
            at_most["withoutTracing"] += ns if isinstance(by, Exit) and by.tracer else 0
            at_most["withoutWaitingForVcpus"] += ns if (phase, state) == ("ready", "guest") else 0
        shown = Counter()
        for chain, ns in chains.items():
            shown[chain.shown()] += ns
        return {"begin": self.begin, "end": self.end, "ns": self.end - self.begin, "segments": len(self.rows),
                "depth": max((c.depth for c in chains), default=0), "causes": dict(causes.most_common()),
                "classes": {c: classes[c] for c in sorted(classes, key=lambda c: -classes[c])},
                "owners": dict(owners.most_common(20)), "by": dict(bys.most_common(20)), "chains": dict(shown.most_common(10)),
                "atMost": dict(at_most), "untold": unreported, "contradictions": self.contradictions, "sha256": self.sha256()}


def same(a, b):
    return a is b or isinstance(a, str) and a == b or isinstance(a, Exit) and isinstance(b, Exit) and a.key() == b.key()


def by_key(by):
    return "" if by is None else by if isinstance(by, str) else by.key()


def by_shown(by):
    if isinstance(by, Exit):
        name = AMD.get(by.reason) if by.isa == 2 else None
        return (name or f"{by.isa}:{by.reason}") + (" of the tracer" if by.tracer else "")
    return by if isinstance(by, str) else by.shown()
