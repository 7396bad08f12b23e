#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""What a guest's kernel calls while it shuts down, and where that time went: an oracle.

Functions and vCPU states are guest_events.py's and vcpu_states.py's; where a thread is, is boots.py's. From these definitions:

  root       the first entry of kernel_restart, kernel_power_off, kernel_halt or kernel_kexec; its thread is the one that counts.
  frame      an entry of that thread below the root; it ends with the exit of the same address that comes first while the frame
             is the youngest open one with that address. A frame that is deeper than a new entry is not open any more.
  step       a frame right below the root that is no interrupt's; notifier: what notifier_call_chain calls in a step that is a
             chain of notifiers; device: what device_shutdown calls itself and whose name ends with _shutdown.
  until      of a frame without an end: the triple fault, else the end of the last vCPU thread.

A guest that reports its steps has parts instead: from the begin of a number and function to its end; what begins in another part is
in it. The thread is the one that has the vCPU when the first of them begins.
"""
import argparse
import json
import lzma
import re

from boots import Guest, life
from guest_events import scan
from host_events import attribute, read
from vcpu_states import Host

ROOTS = {"kernel_restart": "reboot", "kernel_power_off": "poweroff", "kernel_halt": "halt", "kernel_kexec": "kexec"}
INTERRUPTS = {"irq_enter_rcu", "irq_exit_rcu", "idle_cpu", "handle_softirqs", "__do_softirq"}
INSIDE = {"notifier_call_chain", "down_read", "up_read", "__cond_resched"}


def symbols(path):
    names = {}
    with (lzma.open if path.endswith("xz") else open)(path, "rt") as lines:
        for line in lines:
            address, kind, name = line.split()[:3]
            if kind in "TtWw" and (int(address, 16) not in names or kind == "T") and name not in ("_text", "_stext"):
                names[int(address, 16)] = name
    return names


def frames(events, names):
    """The root's kind and time, and the frames below it as (name, depth below it, begin, end, vCPU)."""
    root, found, opened = None, [], []
    for e in events:
        if e.kind == "func_entry":
            name, depth = names.get(e.fields["address"], hex(e.fields["address"])), e.fields["depth"]
            if root is None and name in ROOTS:
                root = (ROOTS[name], e.t, e.fields["tid"], depth)
            elif root and e.fields["tid"] == root[2] and root[3] < depth <= root[3] + 3:
                opened = [f for f in opened if f["depth"] <= depth]
                opened.append({"name": name, "address": e.fields["address"], "depth": depth, "begin": e.t, "end": None, "vcpu": e.vcpu})
                found.append(opened[-1])
        elif e.kind == "func_exit" and root and e.fields["tid"] == root[2]:
            left = next((f for f in reversed(opened) if f["address"] == e.fields["address"]), None)
            if left:
                left["end"] = e.t
                place = opened.index(left)
                opened = opened[:place] + [f for f in opened[place + 1:] if f["depth"] <= left["depth"]]
    return root, found


def sections(root, found):
    step = middle = None
    for f in found:
        below = f["depth"] - root[3]
        if below == 1:
            step = f
            if f["name"] not in INTERRUPTS:
                yield "steps", f
        elif below == 2:
            middle = f
            if step["name"] == "device_shutdown" and f["name"].endswith("_shutdown"):
                yield "devices", f
            elif step["name"].endswith("_notifier_call_chain") and f["name"] not in INSIDE | INTERRUPTS \
                    and not f["name"].endswith(("_lock", "_unlock")):
                yield "notifiers", f
        elif step["name"].endswith("_notifier_call_chain") and middle["name"] == "notifier_call_chain" \
                and f["name"] not in INSIDE | INTERRUPTS and not f["name"].endswith(("_lock", "_unlock")):
            yield "notifiers", f


def reported(events):
    """Kind, begin and thread of the steps that the guest reports, and these as frames() has them. None: it reports none."""
    root, found, opened, runs, kind = None, [], [], {}, None
    for e in events:
        if e.kind == "sched_switch":
            runs[e.vcpu] = e.fields["next"]
        elif e.kind == "stage" and e.fields["stage"] == 5:
            kind = {"restart": "reboot", "power off": "poweroff", "halt": "halt"}.get(e.fields["name"], kind)
        elif e.kind == "shutdown_begin":
            root = root or (e.t, runs.get(e.vcpu))
            opened.append({"key": (e.fields["step"], e.fields["address"]), "address": e.fields["address"], "in": opened[0] if opened else None,
                           "begin": e.t, "end": None, "vcpu": e.vcpu})
            found.append(opened[-1])
        elif e.kind == "shutdown_end":
            place = next((i for i, f in enumerate(opened) if f["key"] == (e.fields["step"], e.fields["address"])), None)
            if place is not None:
                opened[place]["end"] = e.t
                opened = opened[:place]
    return root and (kind,) + root, found


def reported_sections(found, names):
    for f in found:
        f["name"] = names.get(f["address"], hex(f["address"]))
        if f["in"] is None:
            yield "steps", f
        elif f["in"]["name"] == "device_shutdown":
            yield "devices", f
        elif "notif" in f["in"]["name"] or f["in"]["name"] == "do_kernel_restart_prepare":
            yield "notifiers", f


def main():
    parser = argparse.ArgumentParser(description="What guests call while they shut down, from KVM host traces, as JSON.")
    parser.add_argument("folder", help="CTF folder of one host's kernel trace")
    parser.add_argument("--symbols", required=True, help="System.map of the guests, plain or xz")
    options = parser.parse_args()
    names = symbols(options.symbols)
    name, events = read(options.folder)
    attribute(events)
    host = Host(name, events)
    host.run()
    host.result(False, str)
    vms, classes, lost, _ = scan(host)
    ends = {key: ([t for t, what in reported if what == "triple fault"], gone) for key, reported, gone in life(host)}
    rows = []
    for vm in vms:
        vm.finish(lambda kind: False, classes, lost)
        guest = Guest()
        for e in vm.events:
            guest.event(e)
        root, found = frames(vm.events, names)
        begin, steps = reported(vm.events)
        if begin is not None:
            root, found = begin, reported_sections(steps, names)
        elif root is None:
            continue
        else:
            found = sections(root, found)
        triple, gone = ends[vm.key]
        last = min([t for t in triple if t >= root[1]] or [gone or host.stop])
        parts = {"steps": [], "devices": [], "notifiers": []}
        for section, f in found:
            end = f["end"] or last
            parts[section].append({"function": f["name"], "begin": f["begin"], "seenUntil" if f["end"] is None else "end": end,
                                   "states": guest.split(root[2], f["vcpu"], f["begin"], end)})
        rows.append({"vm": vm.key, "kind": root[0], "kernel": root[1]} | parts)
    print(json.dumps({"hosts": [{"host": name, "vms": rows}]}, indent=1))


if __name__ == "__main__":
    main()
