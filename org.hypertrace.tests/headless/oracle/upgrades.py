#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Rolling upgrades: restarts and their phases, who serves, lost redundancy, the chain of the campaign: an oracle.

Written from the definition alone (page *Rolling upgrade* of the help has it). Host events, vCPU states, guest events and what
begins a boot are host_events.py's, vcpu_states.py's, guest_events.py's and boots.py's. Marks, signals, points, phases, serving,
windows and the chain are this file's and upgrade_plan.py's.

  point      of the restart from boot k to boot k + 1 of a node, see Life.points. One that has no time of its own (no first step:
             the kernel's last; not that either: the end) begins no phase.
  phase      between two neighbouring known points; merged: the phases of the points between them that are not known.
  serves     from serves, else ready, else user space of a boot to its down. Unknown: before the first serves or down of a node
             whose first boot was not launched in the trace; of one that shows no boot always.
  chain      a partition of the campaign, see chain().
"""
import argparse
import json
from collections import Counter, defaultdict

from boots import Guest, life
from guest_abi import Pieces
from guest_events import scan
from host_events import EXIT, attribute, read
from upgrade_plan import Plan, names_of
from vcpu_states import STATES, Host

PHASES = {"ordered": "prepare", "down": "stop", "kernelDown": "shutdown", "last": "reset", "ended": "off", "launched": "firmware",
          "kernel": "kernel", "levels": "levels", "userspace": "user space", "ready": "application", "serves": "notice", "noticed": None}
ORDER = list(PHASES)
KERNELS_OWN = {"restart", "halt", "power off"}      # what a notifier of the kernel calls stage 5


class Boot:
    """When things were first decoded in one boot."""

    def __init__(self, vm, guest, boot, launched):
        self.vm, self.guest, self.boot, self.launched, self.first, self.signals = vm, guest, boot, launched, {}, []
        self.steps, self.open_steps = [], []
        self.begin, self.end = boot.begin, None

    def reports(self, what, t):
        self.first.setdefault(what, t)

    def event(self, e):
        f = e.fields
        if e.kind == "stage":
            self.reports("asked" if f["stage"] == 5 and f["name"] not in KERNELS_OWN else f"stage {f['stage']}", e.t)
        elif e.kind == "level":
            self.reports("level", e.t)
            if f["name"] == "start_kernel":
                self.reports("start_kernel", e.t)
        elif e.kind == "exec" and f["tid"] == 1 and "level" in self.first:
            self.reports("exec", e.t)
        elif e.kind in ("panic", "shutdown_begin"):
            self.reports(e.kind, e.t)
            if e.kind == "shutdown_begin":
                self.first.setdefault("thread", self.guest.on.get(e.vcpu, 0))
                if not self.open_steps:
                    self.steps.append((e.t, e.vcpu))
                self.open_steps.append((f["step"], f["address"]))
        elif e.kind == "shutdown_end" and (f["step"], f["address"]) in self.open_steps:
            del self.open_steps[self.open_steps.index((f["step"], f["address"])):]

    def earliest(self, *names):
        return min((self.first[n] for n in names if n in self.first), default=None)

    def either(self, *names):
        return next((self.first[n] for n in names if n in self.first), None)

    def going(self):
        """down, kernelDown, last, ended as time and how it is known; None: of another point."""
        stops = max((s.t for s in self.signals if s.what == "stops"), default=None)
        ended = (self.end, "host" if self.boot.ending != "booted again" else "guest") if self.end is not None else None
        last = self.earliest("stage 6", "triple fault")
        last = (last, "guest" if last == self.first.get("stage 6") else "host") if last is not None else ended and (ended[0], None)
        kernel = self.earliest("shutdown_begin", "stage 5", "panic")
        kernel = (kernel, "guest") if kernel is not None else last and (last[0], None)
        down = [(t, how) for t, how in ((stops, "signal"), (self.first.get("asked"), "guest")) if t is not None] + [kernel] * bool(kernel)
        return {"down": min(down, key=lambda x: x[0], default=None), "kernelDown": kernel, "last": last, "ended": ended}

    def coming(self, rips):
        """kernel, levels, userspace, ready, serves."""
        kernel, user = self.either("stage 1", "stage 2", "start_kernel"), self.either("stage 3", "exec")
        exits = [(t, r) for t, r in rips if self.begin <= t < (self.end or t + 1)]
        if kernel is None:
            kernel = next((t for t, r in exits if r >> 63), None), "host"
        else:
            kernel = kernel, "guest"
        if user is None and kernel[0] is not None:
            user = next((t for t, r in exits if t > kernel[0] and 1 << 20 <= r < 1 << 47), None), "host"
        else:
            user = user, "guest"
        serves = next((s.t for s in self.signals if s.what == "serves"), None)
        found = {"kernel": kernel, "levels": (self.first.get("level"), "guest"), "userspace": user,
                 "ready": (self.first.get("stage 4"), "guest"), "serves": (serves, "signal")}
        return {name: x for name, x in found.items() if x[0] is not None}

    def serving(self, rips):
        """When it begins to serve in this boot and by which point; None: never."""
        found = self.coming(rips)
        return next(((found[p][0], p) for p in ("serves", "ready", "userspace") if p in found), None)


class Vm:
    """One VM process: its boots, marks, and the addresses of its exits."""

    def __init__(self, host, key, name, vcpus, decoded, reported, gone):
        self.key, self.name, self.vcpus = key, name, sorted(vcpus, key=lambda v: v.number)
        self.boots, self.marks, self.rips, self.guest = [], [], [], Guest()
        self.guest.on = {}
        happened = [(e.t, 0, e, None) for e in decoded if e.level[0] == 0]
        happened += [(t, 2 if what == "reset" else 1, None, what) for t, what in reported]
        open_marks = {}
        for t, _, e, what in sorted(happened, key=lambda h: h[:2]):
            before = len(self.guest.boots)
            self.guest.sign(t, what) if e is None else self.guest.event(e)
            if len(self.guest.boots) > before:
                self.boots.append(Boot(self, self.guest, self.guest.boots[-1], what in ("launch", "reset")))
            if what == "triple fault":
                self.boots[-1].reports(what, t)
            if e is None:
                continue
            if e.kind == "sched_switch":
                self.guest.on[e.vcpu] = e.fields["next"]
            if e.kind == "mark":
                open_marks[e.vcpu] = [t, e.fields["value"], None, len(self.boots) - 1, False]
                self.marks.append(open_marks[e.vcpu])
            elif e.kind == "text" and e.fields["text_kind"] == 3 and e.vcpu in open_marks:
                self.text(open_marks[e.vcpu], e.fields)
            elif self.boots:
                self.boots[-1].event(e)
        for boot, kept in zip(self.guest.boots, self.boots):
            kept.end = boot.end
        if self.boots and gone is not None:
            self.boots[-1].end, self.guest.boots[-1].ending = gone, "QEMU ended"
        tids = {v.tid for v in vcpus}
        mine = [e for e in host.events if e.tid in tids]
        if not any("_nested_vm" in e.name for e in mine):
            self.rips = [(e.t, int(e.f["guest_rip"], 0) % (1 << 64)) for e in mine if e.name in EXIT and "guest_rip" in e.f]

    @staticmethod
    def text(mark, f):
        if mark[2] is None and not mark[4]:
            mark[2] = Pieces(0, f["length"])
        elif f["offset"] == 0:
            mark[4] = True          # the next text: it is not the mark's
        if not mark[4]:
            mark[2].add(f["offset"], f["bytes"])


class Node:
    """A VM of the group: the boots of all processes of that name."""

    def __init__(self, name, vms, plan, stop):
        self.name, self.stop, self.there = name, stop, bool(vms)
        self.boots = sorted((b for vm in vms for b in vm.boots), key=lambda b: b.begin)
        self.restarts, self.inconsistent = [], 0
        for i, (k, after) in enumerate(zip(self.boots, self.boots[1:])):
            until = self.boots[i + 2].begin if i + 2 < len(self.boots) else None
            self.restarts.append(self.restart(k, after, until, plan))
        if self.boots and self.reported(self.boots[-1], plan) is not None:
            self.restarts.append(self.restart(self.boots[-1], None, None, plan))
        for r, after in zip(self.restarts, self.restarts[1:] + [None]):
            fails = r["after"] and not {"serves", "noticed"} & set(r["points"]) and (
                "panic" in r["after"].first or not {"userspace", "ready"} & set(r["points"]))
            r["until"] = r["after"].going()["down"][0] if fails and after and r["after"].going()["down"] else None
            r["open"] = bool(r["after"] is None or fails and not after)

    def reported(self, boot, plan):
        down = boot.going()["down"]
        return max((s.t for s in plan.of("restart") if s.node == self.name and boot.begin <= s.t and (down is None or s.t <= down[0])), default=None)

    def restart(self, k, after, until, plan):
        points, known = {}, {}
        reported = self.reported(k, plan)
        found = ({"ordered": (reported, "signal")} if reported is not None else {}) | {p: x for p, x in k.going().items() if x}
        if after:
            noticed = next((s.t for s in plan.of("back") if s.node == self.name and s.t >= after.begin and (until is None or s.t < until)), None)
            found |= {"launched": (after.begin, "host" if after.launched else "guest")} | after.coming(after.vm.rips)
            found |= {"noticed": (noticed, "signal")} if noticed is not None else {}
        for p in ORDER:
            if p not in found or found[p][1] is None:
                continue
            t, how = found[p]
            late = p != "noticed" and "noticed" in found and t > found["noticed"][0]
            if late or p != "noticed" and points and t < max(points.values()):
                self.inconsistent += 1
                continue
            points[p], known[p] = t, how
        return {"node": self.name, "before": k, "after": after, "points": points, "known": known}

    def serving(self):
        """(from, to, role), one after another; and until when it is not known whether it serves."""
        rows, unknown = [], self.stop if self.there and not self.boots else None
        for boot in self.boots:
            since, down = boot.serving(boot.vm.rips), boot.going()["down"]
            end = down[0] if down else self.stop
            roles = [(s.t, s.role) for s in boot.signals if s.what == "serves" and s.t < end]
            if since and since[0] < end:
                cuts = [(since[0], next((r for t, r in roles if t == since[0]), None))]
                cuts += [(t, role) for t, role in roles if t > since[0]] + [(end, None)]
                rows += [(t, u, role) for (t, role), (u, _) in zip(cuts, cuts[1:]) if t < u]
        if self.boots and not self.boots[0].launched:
            first = self.boots[0]
            since, down = first.serving(first.vm.rips), first.going()["down"]
            unknown = min([x[0] for x in (since, down) if x], default=self.stop)
        return rows, unknown


def windows(begin, end, limit, counts, more=False):
    cuts = sorted({begin, end} | {t for t, _ in counts if begin < t < end})
    found = []
    for a, b in zip(cuts, cuts[1:]):
        n = sum(d for t, d in counts if t <= a)
        if n >= limit if more else n < limit:
            if found and found[-1][1] == a:
                found[-1] = found[-1][0], b
            else:
                found.append((a, b))
    return found


class Upgrade:
    def __init__(self, host, vms, plan):
        self.vms, self.plan, self.begin_of_trace, self.stop = vms, plan, host.start, host.stop
        plan.find([(vm, m) for vm in vms for m in vm.marks])
        self.nodes = [Node(n, [vm for vm in vms if vm.name == n], plan, host.stop) for n in plan.nodes]
        self.restarts = sorted((r for n in self.nodes for r in n.restarts), key=lambda r: min(r["points"].values(), default=0))
        times = [t for r in self.restarts for t in r["points"].values()]
        begins, ends = [s.t for s in plan.of("begin")], [s.t for s in plan.of("end")]
        self.begin = begins[0] if begins else min(times, default=None)
        after = [t for t in ends if self.begin is not None and t >= self.begin]
        self.end = after[0] if after else self.stop if any(r["open"] for r in self.restarts) else max(times, default=None)
        for r in self.restarts:
            r["phases"] = list(self.phases(r))

    def process(self, name, t):
        """The process of a VM that has vCPUs at that time; if none has any then, its first one."""
        named = [vm for vm in self.vms if vm.name == name and vm.vcpus]
        there = [vm for vm in named if min(v.begin for v in vm.vcpus) <= t < max(v.end for v in vm.vcpus)]
        return (there or named or [None])[0]

    def phases(self, r):
        known = [(p, r["points"][p]) for p in ORDER if p in r["points"]]
        end = r["until"] if r["until"] is not None else self.end if r["open"] else None
        if end is not None and known and known[-1][1] < end:
            known.append((None, end))
        for (p, begin), (q, until) in zip(known, known[1:]):
            if begin < until:
                between = ORDER[ORDER.index(p) + 1:ORDER.index(q)] if q else []
                yield {"phase": PHASES[p] or "notice", "begin": begin, "end": until, "ns": until - begin, "open": q is None and r["open"],
                       "merged": [PHASES[x] for x in between if x not in r["points"] and x != "ended"]} | self.split(r, p, begin, until)

    def split(self, r, p, begin, until):
        k, after, states = r["before"], r["after"], Counter()
        vm, name = (k if ORDER.index(p) < ORDER.index("launched") else after).vm, r["node"]
        spans = [(0, vm.vcpus[0], begin, until)] if vm.vcpus else []
        if p in ("serves", "noticed"):
            vm, name = self.process(self.plan.controller, begin), self.plan.controller
            spans = [(0, vm.vcpus[0], begin, until)]
        elif p in ("kernelDown", "last") and "thread" in k.first:
            # one thread does all steps: each begins on the vCPU that reports it, and the thread moves where it is switched in
            triple = min(max(k.first.get("triple fault", begin), begin), until) if p == "last" else until
            cuts = [(min(begin, k.steps[0][0]), k.steps[0][1]), *k.steps[1:], (until, None)]
            tid, places = k.first["thread"], vm.guest.places
            spans = [(tid, ([v] + [x for t, x in places[tid] if tid and b < t <= begin])[-1], max(b, begin), min(e, triple))
                     for (b, v), (e, _) in zip(cuts, cuts[1:])]
            spans.append((0, k.steps[-1][1], triple, until))
        elif p == "levels":
            rows = next((row for row in vm.guest.rows(self.stop) if row["number"] == after.boot.number))["levels"]
            spans = [(row["tid"], level[2], row["begin"], min(row["end"], until)) for row, level in zip(rows, after.boot.levels)]
            spans.append((rows[0]["tid"], after.boot.levels[-1][2], spans[-1][3], until))
        elif p in ("launched", "kernel") and after.boot.levels:
            spans = [(0, after.boot.levels[0][2], begin, until)]
        elif p == "ended":
            spans = []
        for tid, vcpu, b, e in spans:
            if b < e:
                states.update(vm.guest.split(tid, vcpu, b, e))
        states["unknown"] += until - begin - sum(states.values())
        return {"vm": name, "states": {s: states[s] for s in STATES}, **ownhost(states)}

    def chain(self):
        if self.begin is None or self.begin >= self.end:
            return
        signals = [s for s in self.plan.signals if s.vm == self.plan.controller and self.begin <= s.t <= self.end]
        if self.plan.controller is None:
            return (yield from self.without_controller())
        at, con = self.begin, self.plan.controller
        for i, s in enumerate(signals):
            if s.t < at:
                continue
            if s.what == "restart":
                back = next((x.t for x in signals[i:] if x.what == "back" and x.node == s.node), None)
                mine = [r for r in self.restarts if r["node"] == s.node]
                if back is None and any(r["open"] for r in mine):
                    back = next((x.t for x in signals[i + 1:] if x.what in ("restart", "switch", "end") and x.t > s.t), self.end)
                if back is None:
                    continue
                yield from self.piece(con, "own", at, s.t)
                at = s.t
                for f in sorted((f for r in mine for f in r["phases"]), key=lambda f: f["begin"]):
                    if max(at, f["begin"]) < min(f["end"], back):
                        yield from self.piece(con, "own", at, f["begin"])
                        yield from self.piece(f["vm"], f["phase"], max(at, f["begin"]), min(f["end"], back), f)
                        at = min(f["end"], back)
                yield from self.piece(con, "own", at, back)
                at = back
            elif s.what == "switch":
                done = next((x.t for x in signals[i:] if x.what == "switched"), None)
                if done is not None:
                    yield from self.piece(con, "own", at, s.t)
                    at = s.t
                    for x in self.plan.of("serves"):
                        if at < x.t < done and x.vm in self.plan.nodes:
                            yield from self.piece(x.vm, f"switch-over: {x.vm} is {x.role}", at, x.t)
                            at = x.t
                    yield from self.piece(con, "switch-over: notice", at, done)
                    at = done
            elif s.what == "end":
                for x in self.plan.of("commit"):
                    if at < x.t < s.t and x.vm in self.plan.nodes:
                        yield from self.piece(x.vm, f"commit: {x.vm}", at, x.t)
                        at = x.t
                yield from self.piece(con, "commit: notice", at, s.t)
                at = s.t
                break
        yield from self.piece(con, "own", at, self.end)

    def without_controller(self):
        spans = [(r["phases"][0]["begin"], r["phases"][-1]["end"], r) for r in self.restarts if r["phases"]]
        cuts = sorted({self.begin, self.end} | {t for b, e, r in spans for f in r["phases"] for t in (f["begin"], f["end"])
                                                if self.begin < t < self.end})
        last = None
        for a, b in zip(cuts, cuts[1:]):
            there = [x for x in spans if x[0] <= a < x[1]]
            best = min(there, key=lambda x: (-x[1], x[0]), default=None)
            f = next((f for f in best[2]["phases"] if f["begin"] <= a < f["end"]), None) if best else None
            key = (id(f), f["vm"], f["phase"]) if f else (0, None, "between restarts")
            if last and last[0] == key:
                last[2] = b
            else:
                if last:
                    yield from self.piece(last[0][1], last[0][2], last[1], last[2], last[3])
                last = [key, a, b, f]
        if last:
            yield from self.piece(last[0][1], last[0][2], last[1], last[2], last[3])

    def piece(self, vm, phase, begin, end, whole=None):
        if begin >= end:
            return
        states = Counter()
        if whole and (whole["begin"], whole["end"]) == (begin, end):
            states.update(whole["states"])
        elif vm and self.process(vm, begin):
            there = self.process(vm, begin)
            states.update(there.guest.split(0, there.vcpus[0], begin, end))
        states["unknown"] += end - begin - sum(states.values())
        yield {"vm": vm, "phase": phase, "begin": begin, "end": end, "ns": end - begin, **ownhost(states)}

    def availability(self):
        if self.begin is None or self.begin >= self.end:
            return {}
        serving, unknown, active = [], [], []
        for node in self.nodes:
            rows, until = node.serving()
            serving += [(t, d) for b, e, _ in rows for t, d in ((b, 1), (e, -1))]
            unknown += [(self.begin_of_trace, 1), (until, -1)] if until is not None and until > self.begin_of_trace else []
            active += [(t, d) for b, e, role in rows if role in self.plan.active for t, d in ((b, 1), (e, -1))]
        span = self.begin, self.end
        both = serving + unknown
        found = {"redundancy": windows(*span, self.plan.redundant, both), "possible redundancy": windows(*span, self.plan.redundant, serving),
                 "service": windows(*span, self.plan.needed, both), "possible service": windows(*span, self.plan.needed, serving)}
        if self.plan.active:
            found |= {"role": windows(*span, 1, active + unknown), "possible role": windows(*span, 1, active),
                      "more": windows(*span, 2, active, True)}
        return found

    def result(self):
        chain = list(self.chain())
        assert sum(p["ns"] for p in chain) == (self.end or 0) - (self.begin or 0)
        assert all(a["end"] == b["begin"] for a, b in zip(chain, chain[1:]))
        by = Counter()
        for p in chain:
            by[p["phase"].partition(":")[0]] += p["ns"]
        available = self.availability()
        restarts, nth = [], Counter()
        for r in self.restarts:
            nth[r["node"]] += 1
            since = r["after"] and r["after"].serving(r["after"].vm.rips)
            for f in r["phases"]:
                assert sum(f["states"].values()) == f["ns"]
            restarts.append({"node": r["node"], "restart": nth[r["node"]], "points": r["points"], "known": r["known"], "open": r["open"],
                             "servesBy": since[1] if since else None, "phases": r["phases"]})
        return {"begin": self.begin, "end": self.end, "nodes": self.plan.nodes, "controller": self.plan.controller, "restarts": restarts,
                "signals": [s.row() for s in self.plan.signals], "inconsistent": self.plan.inconsistent + sum(n.inconsistent for n in self.nodes),
                "serving": {n.name: [dict(zip(("begin", "end", "role"), row)) for row in n.serving()[0]] for n in self.nodes},
                "windows": available, "sums": {k: sum(b - a for a, b in v) for k, v in available.items()}, "chain": chain,
                "byPhase": dict(by.most_common()), "own": sum(p["own"] for p in chain), "host": sum(p["host"] for p in chain),
                "longest": max(chain, key=lambda p: (p["ns"], -p["begin"]), default=None)}


def ownhost(states):
    own = states["guest"] + states["halted"]
    return {"own": own, "host": sum(states.values()) - own - states["unknown"]}


def main():
    parser = argparse.ArgumentParser(description="Rolling upgrades, from a KVM host trace, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--plan", help="what the marks mean; without it only standard texts")
    parser.add_argument("--host-only", action="store_true", help="as if no guest decoded anything")
    options = parser.parse_args()
    name, events = read(options.folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    guests, classes, lost, _ = scan(host)
    decoded, reported_names = {}, {}
    for vm in guests:
        vm.finish(lambda kind: False, classes, lost)
        decoded[vm.key], reported_names[vm.key] = vm.events, vm.name
    if options.host_only:
        decoded, reported_names = {}, {}
    by_key = defaultdict(list)
    for v in host.all:
        if v.entries + v.exits:
            by_key[v.pid or f"tid {v.tid}"].append(v)
    names = names_of(options.folder, reported_names)
    vms = [Vm(host, key, names.get(key) or f"VM {key}", by_key[key], decoded.get(key, ()), reported, gone) for key, reported, gone in life(host)]
    print(json.dumps({"hosts": [Upgrade(host, vms, Plan(options.plan, vms)).result()]}, indent=1))


if __name__ == "__main__":
    main()
