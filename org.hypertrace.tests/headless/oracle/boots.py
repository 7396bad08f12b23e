#!/usr/bin/env python3
"""How guests boot: lifecycle, initcall levels, initcalls, and where their time went: an oracle.

Written from the ABI's text and from these definitions alone. Host events, vCPU states and guest events are
host_events.py's, vcpu_states.py's and guest_events.py's.

  boot       begins with the VM's launch: the first kvm_x86_write_tsc_offset of a vCPU with previous offset 0, else the
             first kvm entry, if the VM's process began within the trace; without a launch with the first event that the
             guest reports; another one where boot_boundary.py reports.
  stages     launched (firmware and loader, if the kernel's first words follow); kernel from stage 1, stage 2 or
             level start_kernel on; levels from the first level on; userspace from stage 3 or, if that is not reported, from
             the first exec of PID 1 after a level; ready, shutting down, stopped: stages 4, 5, 6. stopped also at a triple fault (exit 2 of Intel, 127 of AMD). panicked: 0x7e,
             for good: that the processor gives up afterwards is how a panicked kernel restarts, and no *stopped*.
             running: the guest reports something that no tracer reports before its kernel, and none of these; and after the
             end of the last level if nothing decoded that end.
  level      from its marker to the next one of the boot. The last one to userspace, else to the last finish of an
             initcall of the thread that ran it; open if that thread is still in one.
  thread     that runs a level: that of its first initcall outside any other; of a level without one that of the level
             before, before the first such initcall that one's.
  initcall   start to finish of the same address on the same thread, innermost first. Its level is the one that runs at
             its start; none before the first and after the end of the last.
  states     of the vCPU that the thread has: the one on which its level or initcall was reported, after that each vCPU it is
             switched in on. Thread 0 stays. They sum to the whole; asserted.
"""
import argparse
import json
from bisect import bisect_right
from collections import Counter, defaultdict

from boot_boundary import SILENT, Boundary, signs
from guest_events import scan
from host_events import attribute, read
from vcpu_states import STATES, Host

STAGE = {1: "kernel", 2: "kernel", 3: "userspace", 4: "ready", 5: "shutting down", 6: "stopped"}


class Boot:
    def __init__(self, number, begin):
        self.number, self.begin, self.end, self.ending, self.triple = number, begin, None, None, None
        self.stages, self.levels, self.calls, self.open = [], [], [], defaultdict(list)
        self.levels_end, self.unmatched, self.panic = None, 0, None

    def enter(self, t, name):
        if self.stages and (self.stages[-1][0] == name or name == "kernel" and self.stages[-1][0] == "levels"):
            return
        self.stages.append((name, t))


class Guest:
    """The boots of one VM, from its guest's events and from its host's."""

    def __init__(self):
        self.boots, self.places, self.boundary = [], defaultdict(list), Boundary()

    def new(self, t):
        self.boots.append(Boot(len(self.boots) + 1, t))
        return self.boots[-1]

    def sign(self, t, what):
        if self.boundary.sign(what):
            if self.boots:
                self.boots[-1].end, self.boots[-1].ending = t, "reset"
            boot = self.new(t)
            if what != "triple fault":
                boot.enter(t, "launched")
        if what == "triple fault":
            boot = self.boots[-1]
            boot.triple = t
            if not boot.panic:
                boot.enter(t, "stopped")

    def event(self, e):
        t, kind, f = e.t, e.kind, e.fields
        if kind == "sched_switch" and f["next"]:
            self.places[f["next"]].append((t, e.vcpu))
        if self.boundary.word(kind, f):
            if self.boots:
                self.boots[-1].end, self.boots[-1].ending = t, "booted again"
            self.new(t)
        if not self.boots:
            return
        boot = self.boots[-1]
        if kind == "stage":
            if f["stage"] == 3 and boot.levels and boot.levels_end is None:
                boot.levels_end = t
            boot.enter(t, STAGE[f["stage"]])
        elif kind == "level":
            if f["name"] == "start_kernel":
                boot.enter(t, "kernel")
            boot.enter(t, "levels")
            boot.levels.append([f["name"], t, e.vcpu])
            boot.levels_end = None
        elif kind == "exec" and f["tid"] == 1 and boot.stages and boot.stages[-1][0] == "levels":
            boot.levels_end = t
            boot.enter(t, "userspace")
        elif kind == "initcall_start":
            level = len(boot.levels) - 1 if boot.levels and boot.levels_end is None else None
            call = {"address": f["address"], "tid": f["tid"], "level": level, "begin": t, "depth": len(boot.open[f["tid"]]),
                    "vcpu": e.vcpu}
            boot.open[f["tid"]].append(call)
            boot.calls.append(call)
        elif kind == "initcall_finish":
            stack = boot.open[f["tid"]]
            at = max((i for i, c in enumerate(stack) if c["address"] == f["address"]), default=None)
            if at is None:
                boot.unmatched += 1
            else:
                stack[at] |= {"end": t, "ret": f["value"], "guest": f["duration"]}
                del stack[at:]
        elif kind == "panic":
            boot.panic = boot.panic or t
            boot.enter(t, "panicked")
        if kind not in SILENT and (not boot.stages or boot.stages[-1][0] == "launched"):
            boot.enter(t, "running")

    def split(self, tid, vcpu, begin, end):
        """Where the time of a thread went that was on that vCPU at the begin."""
        cuts = [(begin, vcpu)] + ([(t, v) for t, v in self.places[tid] if begin < t < end] if tid else []) + [(end, None)]
        ns = Counter()
        for (b, v), (e, _) in zip(cuts, cuts[1:]):
            rest, begins = e - b, [i[0] for i in v.intervals]
            for ib, ie, state in v.intervals[max(0, bisect_right(begins, b) - 1):]:
                if ib >= e:
                    break
                part = min(e, ie) - max(b, ib)
                if part > 0:
                    ns[state] += part
                    rest -= part
            ns["unknown"] += rest
        assert sum(ns.values()) == end - begin
        return {s: ns[s] for s in STATES}

    def rows(self, stop):
        for boot in self.boots:
            boot.end = stop if boot.end is None else boot.end
            until = min(boot.end, boot.panic or boot.end)
            first = next((c["tid"] for c in boot.calls if c["level"] is not None and c["depth"] == 0), -1)
            levels, tid = [], first
            for n, (name, begin, vcpu) in enumerate(boot.levels):
                tid = next((c["tid"] for c in boot.calls if c["level"] == n and c["depth"] == 0), tid)
                own = [c for c in boot.calls if c["tid"] == tid and c["begin"] >= begin]
                end, is_open = boot.levels[n + 1][1] if n + 1 < len(boot.levels) else boot.levels_end, False
                if end is None:
                    is_open = any("end" not in c for c in own) or not own
                    end = until if is_open else max(c["end"] for c in own)
                levels.append({"name": name, "begin": begin, "end": end, "open": is_open, "tid": tid,
                               "states": self.split(tid, vcpu, begin, end)})
            calls = []
            for c in boot.calls:
                # what begins after the last level is a module's
                late = c["level"] == len(levels) - 1 and levels and c["begin"] >= levels[-1]["end"] and not levels[-1]["open"]
                name = None if c["level"] is None or late else levels[c["level"]]["name"]
                row = {"address": f"{c['address']:#x}", "tid": c["tid"], "depth": c["depth"], "begin": c["begin"]}
                row |= {"level": name} if name else {}
                end = c.get("end", max(c["begin"], until))
                row |= ({"end": end, "returnValue": c["ret"], "guestDuration": c["guest"]} if "end" in c
                        else {"seenUntil": end})
                calls.append(row | {"states": self.split(c["tid"], c["vcpu"], c["begin"], end)})
            spans = [(name, b, e) for (name, b), (_, e) in zip(boot.stages, boot.stages[1:] + [("", boot.end)]) if b < e]
            over = levels[-1]["end"] if levels and boot.levels_end is None and not levels[-1]["open"] else None
            if over is not None:
                spans = [part for n, b, e in spans for part in
                         ([(n, b, over), ("running", over, e)] if n == "levels" and b <= over < e else [(n, b, e)])]
            if len(spans) > 1 and spans[0][0] == "launched" and spans[1][0] in ("kernel", "levels"):
                spans[0] = ("firmware and loader", *spans[0][1:])
            spans = [("initcall levels" if n == "levels" else n, b, e) for n, b, e in spans]
            yield {"number": boot.number, "begin": boot.begin, "end": boot.end, "ending": boot.ending,
                   "tripleFault": boot.triple, "unmatched": boot.unmatched,
                   "stages": [{"name": n, "begin": b, "end": e} for n, b, e in spans], "levels": levels, "initcalls": calls}


def life(host):
    """Of every VM: its launch, resets and triple faults, as signs() reports them, and when the last of its vCPU threads ended."""
    vms = defaultdict(list)
    for v in host.all:
        if v.entries + v.exits:
            vms[v.pid or f"tid {v.tid}"].append(v)
    for key, vcpus in vms.items():
        gone = max(v.end for v in vcpus)
        yield key, list(signs(host.events, {v.tid for v in vcpus})), gone if gone < host.stop else None


def main():
    parser = argparse.ArgumentParser(description="How guests boot, from KVM host traces, as JSON.")
    parser.add_argument("folder", nargs="+", help="CTF folder of one host's kernel trace")
    parser.add_argument("--drop", metavar="KIND:N", help="ignore the N-th guest event of that kind (by time, VM after VM)")
    options = parser.parse_args()
    dropped, _, number = (options.drop or "").rpartition(":")
    left, hosts = int(number or 0), []
    for folder in options.folder:
        name, events = read(folder)
        attribute(events)
        host = Host(name, events)
        host.run()
        host.result(False, str)
        vms, classes, lost, _ = scan(host)
        decoded = {}
        for vm in vms:
            vm.finish(lambda kind: False, classes, lost)
            decoded[vm.key] = vm.events
        rows = []
        for key, reported, gone in life(host):
            guest = Guest()
            happened = [(e.t, 0, e, None) for e in decoded.get(key, ()) if e.level[0] == 0]
            happened += [(t, 2 if what == "reset" else 1, None, what) for t, what in reported]
            for t, _, e, what in sorted(happened, key=lambda h: h[:2]):
                if e is None:
                    guest.sign(t, what)
                    continue
                left -= e.kind == dropped
                if e.kind != dropped or left != 0:
                    guest.event(e)
            if guest.boots and gone is not None:
                guest.boots[-1].end, guest.boots[-1].ending = gone, "QEMU ended"
            rows.append({"vm": key, "boots": list(guest.rows(host.stop))})
        hosts.append({"host": name, "vms": rows})
    print(json.dumps({"hosts": hosts}, indent=1))


if __name__ == "__main__":
    main()
