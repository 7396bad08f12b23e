#!/usr/bin/env python3
"""Exits of guests' guests on a KVM host, computed from babeltrace2's text: an oracle.

Written from the definition alone. A vCPU (CPU thread of a VM's process) has, or has not, entered a control block:
  kvm_nested_vmenter (or kvm_nested_vmrun)  it has entered the block 'vmcb'. If it had one already, or another vCPU had this one,
                                            nobody knows how that was left: 'enteredTwice'.
  kvm_nested_vmexit                         the exit before was the block's. Without a block: 'exitWithoutEnter', and it has entered
                                            the one it had entered last.
  kvm_nested_vmexit_inject                  the exit of the block is given to the VM: no block is entered. Without one:
                                            'injectWithoutEnter'.
  a kvm exit with a block, not followed by one of these three before the next exit or entry, on a host that reported nested exits
                                            before: 'unconfirmed', no block is entered.
  the vCPU's state becomes unknown          'outOfSight' if a block was entered; none is.
An exit of a block: from a kvm exit of the vCPU with the block entered to the next kvm entry of a vCPU with that block entered. It
is in no figure if nobody knows how it was left, or another exit comes before, or the state of its vCPU is unknown in it. Of its
hostExits is itself, and every kvm exit of the vCPU that entered the block last, until then. 'vm' handled it if it was given on; it was given
with its own reason, 'both' if with another.
Its states are those of the vCPU that entered the block last. Percentiles: nearest rank.
Not here: what no event of nested entries reports (Intel before Linux 6.0).
"""
import argparse
import json
import sys
from bisect import bisect_right
from collections import Counter, defaultdict

from host_events import ENTRY, EXIT, attribute, drop, read
from vcpu_states import STATES, Host

EVIDENCE = ("enterEvents", "exitEvents", "injectEvents", "instructions")
INCONSISTENT = ("guessedEntries", "enteredTwice", "exitWithoutEnter", "injectWithoutEnter", "unconfirmed", "outOfSight")
INSTRUCTIONS = {("1", 20), ("1", 24), ("2", 128)}
ENTER = ("nested_vmenter", "nested_vmrun")


class Block:
    def __init__(self, vm, address, v):
        self.vm, self.address, self.v, self.open, self.found, self.parts = vm, address, v, None, [], []

    def follow(self, t, v):
        """From now on the states are another vCPU's."""
        if self.open:
            self.open["parts"].append((self.since, t, self.v))
        self.since, self.v = t, v

    def leave(self, t, reason):
        self.open = {"t": t, "reason": reason, "exits": 1, "parts": []}
        self.since = t

    def close(self, t):
        if self.open:
            self.open["parts"].append((self.since, t, self.v))
            self.open["end"] = t
            states = Counter()
            for b, e, v in self.open["parts"]:
                i = max(0, bisect_right(v.begins, b) - 1)
                while i < len(v.intervals) and v.intervals[i][0] < e:
                    x, y, s = v.intervals[i]
                    states[s] += max(0, min(e, y) - max(b, x))
                    i += 1
            self.open["states"] = states
            if not states["unknown"]:
                assert sum(states.values()) == t - self.open["t"]
                self.found.append(self.open)
        self.open = None


class Vm:
    def __init__(self):
        self.blocks, self.counts = {}, Counter()

    def of(self, address, v):
        return self.blocks.setdefault(address if address is not None else v, Block(self, address, v))


def find(host):
    of, vms, inside, last, doubt = defaultdict(list), {}, {}, {}, {}
    reported = False
    for v in host.all:
        if v.entries + v.exits:
            of[v.tid].append(v)
            v.begins = [b for b, _, _ in v.intervals]
            v.gaps = sorted(b for b, e, s in v.intervals if s == "unknown" and b > v.begin)
            if v.end < host.events[-1].t:
                v.gaps.append(v.end)

    def vanish(v):
        if v in inside:
            inside.pop(v).open = None

    def enter(vm, v, address, t):
        block = vm.of(address, v)
        for other, b in list(inside.items()):
            if b is block:
                vm.counts["enteredTwice"] += 1
                vanish(other)
        if block.v is not v:
            block.follow(t, v)
        inside[v] = last[v] = block

    for e in host.events:
        for v in [v for vs in of.values() for v in vs if v.gaps and v.gaps[0] <= e.t]:
            v.gaps.pop(0)
            doubt.pop(v, None)
            if v in inside:
                inside[v].vm.counts["outOfSight"] += 1
                vanish(v)
        mine = [v for v in of.get(e.tid, ()) if v.begin <= e.t]
        if not mine:
            continue
        v = mine[-1]
        vm = vms.setdefault(v.pid, Vm())
        name = e.name.replace("kvm_x86_", "").replace("kvm_", "")
        if e.name in EXIT | ENTRY and doubt.pop(v, False):
            vm.counts["unconfirmed"] += 1
            vanish(v)
        if e.name in EXIT:
            reason = e.f.get("isa", "0"), int(e.f["exit_reason"], 0) % (1 << 32)
            for block in vm.blocks.values():
                if block.v is v and block is not inside.get(v) and block.open:
                    block.open["exits"] += 1
            if v in inside:
                inside[v].leave(e.t, reason)
                doubt[v] = reported
            else:
                vm.counts["instructions"] += reason in INSTRUCTIONS
        elif e.name in ENTRY and v in inside:
            inside[v].close(e.t)
        elif name in ENTER:
            vm.counts["enterEvents"] += 1
            doubt.pop(v, None)
            if v in inside:
                vm.counts["enteredTwice"] += 1
                vanish(v)
            enter(vm, v, int(e.f["vmcb"], 0) % (1 << 64), e.t)
        elif name == "nested_vmexit":
            reported = True
            vm.counts["exitEvents"] += 1
            doubt.pop(v, None)
            if v not in inside:
                vm.counts["exitWithoutEnter"] += 1
                enter(vm, v, last[v].address if v in last else None, e.t)
        elif name == "nested_vmexit_inject":
            vm.counts["injectEvents"] += 1
            doubt.pop(v, None)
            if v not in inside:
                vm.counts["injectWithoutEnter"] += 1
            else:
                block = inside.pop(v)
                if block.open:
                    block.open["given"] = int(e.f["exit_code"], 0) % (1 << 32)
    return vms


def figures(values):
    values = sorted(values)
    rank = lambda per_mille: values[max(0, -(-len(values) * per_mille // 1000) - 1)]
    return {"total": sum(values), "min": values[0], "max": values[-1], "p50": rank(500), "p90": rank(900), "p99": rank(990)}


def rows(vm):
    groups = defaultdict(list)
    for block in vm.blocks.values():
        for x in block.found:
            groups[x["reason"], x.get("given")].append(x)
    for ((isa, code), given), found in groups.items():
        states = sum((x["states"] for x in found), Counter())
        distribution = Counter(x["exits"] for x in found)
        by = "host" if given is None else "vm" if given == code else "both"
        yield {"isa": int(isa), "code": code, "handledBy": by, "count": len(found), **({"givenCode": given} if by == "both" else {}),
               "hostExits": figures([x["exits"] for x in found]), "time": figures([x["end"] - x["t"] for x in found]),
               "distribution": [{"hostExits": n, "count": c} for n, c in sorted(distribution.items())],
               "states": {s: states[s] for s in STATES}}


def main():
    parser = argparse.ArgumentParser(description="Exits of guests' guests on a KVM host, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--drop", metavar="NAME:N", help="ignore the N-th vCPU-relevant event of that name")
    options = parser.parse_args()
    name, events = read(options.folder)
    if options.drop:
        drop([(name, events)], options.drop)
    attribute(events)
    host = Host(name or "", events)
    host.run()
    host.result(False, str)                             # finds numbers and processes
    nested = [{"pid": pid, "evidence": {k: vm.counts[k] for k in EVIDENCE}, "inconsistent": {k: vm.counts[k] for k in INCONSISTENT},
               "vcpus": len(vm.blocks), "multiplication": list(rows(vm))} for pid, vm in find(host).items() if vm.blocks]
    json.dump({"hosts": [{"host": name, "nested": nested}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
