#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""clocks.py HOST/kernel GUEST/kernel --vcpus TID,TID: a guest's own trace on the host's clock: an oracle, written from the
definition alone (program order with hypercalls, containment, search, violations), with exact fractions (clock_line.py).

  bounds       by hypercalls: exit before and entry after each hypercall whose event the guest's own trace has, too;
               by containment (--containment): the guest has an event only while its vCPU is in the guest
  --changing   of a clock whose rate changes: hypercalls are looked for 100 ms around the coarse offset; all pieces count
  --paused     FROM,TO of a VM that was paused then, by the host's clock: hypercalls before and after it are matched each by itself, by the
               hellos of that part; program order is that of all; the bounds of each part have their own line
  --threads    by how much times of each thread may differ if they count from stamps instead of hypercalls: at each of its switches, which
               are listed, the delay of the hypercall and the uncertainty
  --shift NS   control: how many events lie outside if the line is moved by that
JSON on standard output. All events in memory; about 30 µs per host event and 100 µs per pair.
"""
import argparse
import bisect
import json
import subprocess
from collections import defaultdict

from clock_line import Clock, line, pieces
from guest_abi import MAGIC, decode, KINDS
from host_events import ENTRY, EXIT, HYPERCALL, LINE, PAYLOAD, attribute, fields, read

NAMES = {"sched_switch": ("sched_switch", "prev_tid", "next_tid"), "sched_waking": ("waking", "tid"), "sched_wakeup": ("wakeup", "tid"),
         "sched_wakeup_new": ("new", "tid"), "sched_process_fork": ("fork", "child_tid"), "sched_process_exec": ("exec", "tid"),
         "sched_process_exit": ("exit", "tid"), "irq_handler_entry": ("irq_entry", "irq"), "irq_handler_exit": ("irq_exit", "irq"),
         "irq_softirq_entry": ("softirq_entry", "vec"), "irq_softirq_exit": ("softirq_exit", "vec"),
         "irq_softirq_raise": ("softirq_raise", "vec"), "timer_hrtimer_expire_entry": ("expire", "hrtimer", "now"),
         "timer_hrtimer_start": ("start", "hrtimer", "expires")}
MS, SECOND = 10**6, 10**9


def key(kind, f):
    """The same for an event reported by hypercall and recorded by the guest; None if the guest's own tracer has no such event."""
    if kind == "sched_switch" and "prev" in f:
        return kind, f["prev"], f["next"]
    if kind in ("sched_waking", "sched_wakeup"):
        return ("new" if f.get("new") else kind[6:]), f["target"]
    if kind == "fork":
        return kind, f["child"]
    if kind in ("exec", "exit"):
        return kind, f["tid"]
    if kind in ("irq_entry", "irq_exit"):
        return kind, f["irq"]
    if kind.startswith("softirq"):
        return kind, f["vec"]
    if kind == "hrtimer_expire_entry":
        return "expire", f["hrtimer"], f["now"]
    return ("start", f["hrtimer"], f["expires"]) if kind == "hrtimer_start" else None


def guest_trace(folder):
    """(g, CPU, key) of every event, and the offset of its clock if that is the monotonic one."""
    out = subprocess.run(["babeltrace2", "--clock-gmt", "--no-delta", "--clock-seconds", "--fields=trace:hostname",
                          "--names=payload,context,scope", folder], stdout=subprocess.PIPE, check=True, text=True, errors="replace").stdout
    events = []
    for text in out.splitlines():
        s, ns, _, name, rest = LINE.match(text).groups()
        context, _, payload = rest.partition(PAYLOAD)
        what = NAMES.get(name)
        f = fields(payload) if what else {}
        events.append((int(s) * SECOND + int(ns), int(fields(context)["cpu_id"]),
                       (what[0], *(int(f[k], 0) for k in what[1:])) if what else None))
    with open(folder + "/metadata", errors="replace") as file:
        clock = fields(file.read().partition("clock {")[2].partition("}")[0].replace(";", ","))
    return events, int(clock["offset"]) if clock.get("name") == "monotonic" else None


class Vcpu:
    def __init__(self):
        self.intervals, self.entries, self.exits, self.calls = [], [], [], []


def host_trace(folder, tids):
    """Of each vCPU: intervals in the guest, and hypercalls as [exit before, entry after, time, kind, fields]."""
    _, events = read(folder)
    attribute(events)
    vcpus, entered, waiting = {t: Vcpu() for t in tids}, {}, defaultdict(list)
    hellos, high = [], False
    for e in events:
        v = vcpus.get(e.tid)
        if v is None:
            continue
        if e.name in ENTRY:
            entered[v] = e.t
            v.entries.append(e.t)
            for call in waiting.pop(v, ()):
                call[1] = e.t
        elif e.name in EXIT:
            v.exits.append(e.t)
            v.rip = int(e.f["guest_rip"], 0) if "guest_rip" in e.f else None
            if v in entered:
                v.intervals.append((entered.pop(v), e.t))
        elif e.name in HYPERCALL:
            nr, *a = (int(e.f[k], 0) % (1 << 64) for k in ("nr", "a0", "a1", "a2", "a3"))
            number, low = nr & 0xffff, v.rip is not None and v.rip >> 63 == 0
            if low and high and number != 0x84 or nr >> 16 & 15 or number not in KINDS:
                continue
            high |= not low
            if 0x90 <= number <= 0x92:
                continue
            for _, kind, f in decode(number, *a):
                if kind == "hello" and f["realtime"] > 1 << 60:
                    hellos.append((f["monotonic"], e.t))
                what = key(kind, f)
                if what and v.exits:
                    call = [v.exits[-1], None, e.t, what]
                    v.calls.append(call)
                    waiting[v].append(call)
    for v in vcpus.values():
        v.calls = [c for c in v.calls if c[1] is not None]
    return vcpus, hellos


def program_order(pairs, order):
    """Bounds of the pairs of one CPU, (g, exit, entry, t); and how many are crossed."""
    pairs = sorted(pairs)
    n, most, least = len(pairs), [], []
    for p in pairs:
        most.append(max(p[3], most[-1]) if most else p[3])
    for p in reversed(pairs):
        least.append(min(p[3], least[-1]) if least else p[3])
    least.reverse()
    ok = [(i == 0 or most[i - 1] < pairs[i][3]) and (i == n - 1 or pairs[i][3] < least[i + 1]) for i in range(n)]
    bounds = []
    for i, (g, x, e, _) in enumerate(pairs):
        if not ok[i]:
            continue
        before = pairs[i - 1][2] if i and ok[i - 1] else None
        after = pairs[i + 1][1] if i + 1 < n and ok[i + 1] else None
        bounds.append((g, e if order == "hypercallFirst" else before, x if order == "stampFirst" else after))
    return bounds, n - sum(ok)


def bounds_of(pairs, order):
    found, crossed = [], 0
    for cpu in sorted(pairs):
        bounds, n = program_order(pairs[cpu], order)
        found += [(g, cpu, lo, hi) for g, lo, hi in bounds if lo is not None or hi is not None]
        crossed += n
    return [(g, lo, hi) for g, _, lo, hi in sorted(found, key=lambda b: b[:2])], crossed


def order_of(pairs):
    need = {order: len(pieces(bounds_of(pairs, order)[0])) for order in ("stampFirst", "hypercallFirst")}
    (a, less), (b, more) = sorted(need.items(), key=lambda x: x[1])
    return (a if less * 10 <= more else "either"), need


class Tie:
    def __init__(self, host, guest, tids):
        self.events, offset = guest_trace(guest)
        self.of, hellos = host_trace(host, tids)
        self.vcpus = [self.of[t] for t in tids]
        self.first, self.last = self.events[0][0], self.events[-1][0]
        used = [(m + offset, t) for m, t in hellos] if offset is not None else []
        used = [(g, t) for g, t in used if self.first - 60 * SECOND <= g <= self.last + 60 * SECOND]
        self.hellos, self.usedHellos = len(hellos), len(used)
        self.all_hellos, self.offset = hellos, offset
        self.delta = min((t - g for g, t in used), default=None)
        self.stream = sum(len(v.calls) for v in self.vcpus)
        self.by_cpu = defaultdict(list)
        for g, c, _ in self.events:
            self.by_cpu[c].append(g)

    def round1(self, after=2 * MS):
        delta, pairs = self.delta, defaultdict(list)
        for cpu, v in enumerate(self.vcpus):
            gs, ts = defaultdict(list), defaultdict(list)
            for g, c, k in self.events:
                if c == cpu and k:
                    gs[k].append(g)
            for call in v.calls:
                ts[call[3]].append(call[2])
            for x, e, t, k in v.calls:
                near = between(gs[k], t - delta - 100 * MS, t - delta + after)
                if len(near) == 1 and len(between(sorted(ts[k]), near[0] + delta - after, near[0] + delta + 100 * MS)) == 1:
                    pairs[cpu].append((near[0], x, e, t))
        return pairs

    def round2(self, f, order):
        pairs = defaultdict(list)
        for cpu, v in enumerate(self.vcpus):
            free, sure = defaultdict(list), {}
            for g, c, k in self.events:
                if c == cpu and k:
                    free[k].append((g, f(g), f.uncertainty(g)))
            if order != "hypercallFirst":
                for x, e, t, k in v.calls:
                    fit = [i for i, (_, at, u) in enumerate(free[k]) if at - u <= x]
                    if fit and x - free[k][fit[-1]][1] <= SECOND:
                        pairs[cpu].append((free[k].pop(fit[-1])[0], x, e, t))
            else:
                for x, e, t, k in reversed(v.calls):
                    fit = [i for i, (_, at, u) in enumerate(free[k]) if at + u >= e]
                    if fit and free[k][fit[0]][1] - e <= SECOND:
                        pairs[cpu].append((free[k].pop(fit[0])[0], x, e, t))
        return pairs

    def by_hypercalls(self, changing):
        pairs = self.round1(100 * MS if changing else 2 * MS)
        round1 = sum(map(len, pairs.values()))
        order, first = order_of(pairs)
        clock = Clock(bounds_of(pairs, order)[0])
        pairs = self.round2(clock if changing else clock.cuts[0][2], order)
        order, second = order_of(pairs)
        bounds, crossed = bounds_of(pairs, order)
        return {"order": order, "round1": round1, "needed": [first, second],
                "matched": sum(map(len, pairs.values())), "crossed": crossed}, pairs, bounds

    def by_pause(self, begin, end):
        """Pairs, bounds, and the first g behind the pause."""
        found, pairs, cut = defaultdict(int), defaultdict(list), None
        calls = {v: v.calls for v in self.vcpus}
        offset = self.offset
        for is_after in (False, True):
            for v in self.vcpus:
                v.calls = [c for c in calls[v] if (c[2] > end if is_after else c[2] < begin)]
            self.delta = min(t - m - offset for m, t in self.all_hellos if (t > end if is_after else t < begin)
                             and self.first - 60 * SECOND <= m + offset <= self.last + 60 * SECOND)
            about, part, _ = self.by_hypercalls(True)
            for cpu in part:
                pairs[cpu] += part[cpu]
            found["round1"] += about["round1"]
            cut = min(p[0] for ps in part.values() for p in ps)
        for v in self.vcpus:
            v.calls = calls[v]
        self.delta = min(t - m - offset for m, t in self.all_hellos if self.first - 60 * SECOND <= m + offset <= self.last + 60 * SECOND)
        need = {order: sum(len(pieces(part)) for part in split(bounds_of(pairs, order)[0], cut)) for order in ("stampFirst", "hypercallFirst")}
        (order, less), (_, more) = sorted(need.items(), key=lambda x: x[1])
        order = order if less * 10 <= more else "either"
        bounds, crossed = bounds_of(pairs, order)
        return {"order": order, "round1": found["round1"], "needed": [need], "matched": sum(map(len, pairs.values())), "crossed": crossed}, pairs, bounds, cut

    def search(self, centre, reach):
        step = -(-len(self.events) // 2000)
        score, asked = defaultdict(int), 0
        n = 2 * reach // 2000
        change = [0] * (n + 2)
        for cpu, v in enumerate(self.vcpus):
            begins = [b for b, _ in v.intervals]
            for g in self.by_cpu[cpu][::step]:
                asked += 1
                i = max(0, bisect.bisect_left(v.intervals, (g + centre - reach,)) - 1)
                while i < len(begins) and begins[i] < g + centre + reach:
                    e, x = v.intervals[i]
                    if x >= g + centre - reach:
                        a = (max(-reach, e - g - centre) + reach) // 2000
                        b = (min(reach, x - g - centre) + reach) // 2000
                        change[a] += 1
                        change[b + 1] -= 1
                    i += 1
        points, total = [], 0
        for c in change[:n + 1]:
            total += c
            points.append(total)
        most = max(points)
        first, last = points.index(most), n - points[::-1].index(most)
        offset = centre - reach + (first + last) // 2 * 2000
        far = max((p for k, p in enumerate(points) if abs(centre - reach + k * 2000 - offset) > 200_000), default=0)
        return {"offset": offset, "most": most, "asked": asked, "elsewhere": far,
                "accepted": most * 1000 >= asked * 995 and (most - far) ** 2 > 9 * most and far < most}

    def containment(self, f):
        bounds = []
        for cpu, v in enumerate(self.vcpus):
            begins = [b for b, _ in v.intervals]
            for g in self.by_cpu[cpu]:
                t = f(g)
                i = bisect.bisect_right(begins, t) - 1
                if i >= 0 and t <= v.intervals[i][1]:
                    bounds.append((g, cpu, *v.intervals[i]))
        return [(g, lo, hi) for g, _, lo, hi in sorted(bounds)]

    def by_containment(self, offset):
        f, last = (lambda g: g + offset), None
        for n in range(1, 5):
            bounds = self.containment(f)
            if bounds == last:
                break
            f, last = line(bounds), bounds
        return f, last, n

    def violations(self, f):
        bad = []
        for cpu, v in enumerate(self.vcpus):
            begins = [b for b, _ in v.intervals]
            for g in self.by_cpu[cpu]:
                t = f(g)
                if v.entries[0] <= t < v.exits[-1]:
                    i = bisect.bisect_right(begins, t) - 1
                    if i >= 0 and t > v.intervals[i][1]:
                        late, early = t - v.intervals[i][1], begins[i + 1] - t if i + 1 < len(begins) else 1 << 62
                        bad.append([g, -late if late <= early else early])
        return {"count": len(bad), "worst": max((abs(ns) for _, ns in bad), default=0), "events": bad[:1000]}

    def room(self, pairs, f):
        """Of each thread with a switch in both streams, ns; and the time in which all CPUs have such; and of each switch
        [CPU, when it was reported, its stamp on the host's clock, the uncertainty, next]."""
        each = []
        room, keys = defaultdict(int), {(c, g): k for g, c, k in self.events if k and k[0] == "sched_switch"}
        firsts, lasts = [], []
        for cpu, ps in pairs.items():
            switches = [(g, t, keys[cpu, g][1:]) for g, _, _, t in ps if (cpu, g) in keys]
            firsts.append(min(t for _, t, _ in switches))
            lasts.append(max(t for _, t, _ in switches))
            for g, t, tids in switches:
                each.append([cpu, t, round(f(g)), int(f.uncertainty(g)) + 1, tids[1]])
                for tid in set(tids):
                    room[tid] += abs(t - f(g)) + f.uncertainty(g)
        return {"from": max(firsts), "to": min(lasts), "room": dict(sorted(room.items())), "switches": each}


def between(values, a, b):
    return values[bisect.bisect_left(values, a):bisect.bisect_right(values, b)]


def split(bounds, cut):
    """Those before and those from a reading on; all as one part if it is None."""
    return [bounds] if cut is None else [[b for b in bounds if b[0] < cut], [b for b in bounds if b[0] >= cut]]


class Parts:
    """A clock that jumps at a reading: nothing is between."""

    def __init__(self, bounds, cut):
        self.parts, self.cut = [Clock(part) for part in split(bounds, cut)], cut
        self.cuts = [cut for part in self.parts for cut in part.cuts]

    def of(self, g):
        return self.parts[g >= self.cut]

    def __call__(self, g):
        return self.of(g)(g)

    def uncertainty(self, g):
        return self.of(g).uncertainty(g)


def clock_of(bounds, cut):
    return Clock(bounds) if cut is None else Parts(bounds, cut)


def show(f, bounds):
    first, last = bounds[0][0], bounds[-1][0]
    middle = (first + last) // 2
    return {"g0": f.g0, "slopes": [str(f.bmax), str(f.bmin)], "driftPpm": [float((f.bmin - 1) * MS), float((f.bmax - 1) * MS)],
            "from": first, "to": last, "offset": [f(first) - first, f(last) - last],
            "uncertainty": [f.uncertainty(g) for g in (first, middle, last)],
            "residuals": {"below": room(f, f.hulls.lower), "above": room(f, f.hulls.upper)}}


def room(f, hull):
    """Of each vertex: g, and the bound minus f(g)."""
    return [[f.g0 + x, f.g0 + y - f(f.g0 + x)] for x, y in hull]


def percentile(values, p):
    return values[-(-len(values) * p // 100) - 1]


def main():
    parser = argparse.ArgumentParser(description="A guest's own trace on its host's clock, as JSON.")
    parser.add_argument("host")
    parser.add_argument("guest")
    parser.add_argument("--vcpus", required=True, help="threads of the host, in the order of the guest's CPUs")
    parser.add_argument("--containment", action="store_true", help="without what the guest reports by hypercalls")
    parser.add_argument("--changing", action="store_true", help="the rate of the guest's clock changes")
    parser.add_argument("--paused", metavar="FROM,TO", help="when the VM was paused, ns since the epoch by the host's clock")
    parser.add_argument("--threads", action="store_true", help="how much times of threads may differ")
    parser.add_argument("--shift", type=int, action="append", default=[])
    options = parser.parse_args()
    tie = Tie(options.host, options.guest, [int(t) for t in options.vcpus.split(",")])
    found = {"guestEvents": len(tie.events), "streamEvents": tie.stream, "hellos": tie.hellos, "usedHellos": tie.usedHellos,
             "delta": tie.delta}
    if options.containment:
        found["search"] = tie.search(0, 3 * SECOND)
        f, bounds, rounds = tie.by_containment(found["search"]["offset"])
        found |= {"method": "containment", "inside": len(bounds), "rounds": rounds}
    else:
        cut = None
        if options.paused:
            about, pairs, bounds, cut = tie.by_pause(*map(int, options.paused.split(",")))
        else:
            about, pairs, bounds = tie.by_hypercalls(options.changing)
        clock = clock_of(bounds, cut)
        f = clock if options.changing or options.paused else clock.cuts[0][2]
        found |= {"method": "hypercalls", **about, "pieces": len(clock.cuts), "bounds": len(bounds)}
        delays = sorted(x - f(g) for ps in pairs.values() for g, x, _, _ in ps)
        found["delays"] = dict(min=delays[0], p50=percentile(delays, 50), p90=percentile(delays, 90), p99=percentile(delays, 99), max=delays[-1])
        if options.threads:
            found["threads"] = tie.room(pairs, f)
        even = [b for i, b in enumerate(bounds) if i // 64 % 2 == 0]
        even = clock_of(even, cut) if options.changing or options.paused else line(even)
        found["crossCheck"] = max(abs(even(b[0]) - f(b[0])) for i, b in enumerate(bounds) if i // 64 % 2)
    if options.changing or options.paused:
        found["pieces"] = [show(of, [b for b in bounds if begin <= b[0] <= end]) for begin, end, of in clock.cuts]
    else:
        found |= show(f, bounds)
    found["violations"] = {"recorded": tie.violations(lambda g: g), "synchronized": tie.violations(f)}
    if tie.delta is not None:
        found["violations"]["hello"] = tie.violations(lambda g: g + tie.delta)
    found["shifted"] = {ns: tie.violations(lambda g: f(g) + ns)["count"] for ns in options.shift}
    print(json.dumps({"hosts": [found]}, indent=1))


if __name__ == "__main__":
    main()
