# SPDX-License-Identifier: EPL-2.0
"""Which threads are whose: VMs, their vCPUs and mates (H7), and what their guests report, word by word.

  VM       a process with vCPU threads; its name is the manifest's, else `pid PID`
  mates    the threads of its process that are no vCPUs, and threads that were ever named vhost-PID
  words    believed hypercalls of level 0, decoded by guest_abi.py, believed as guest_events.py reports; records of a batch at
           their own times, in their batch's place. Nested words give initcalls only.
  lost     numbers that have not come within the next 64 of their vCPU, or by the end; what lies between two of its words
"""
import json
import os
import re

import boot_boundary
import guest_abi
import guest_events
from path.participants import Interrupt, Vm

LOST = -1                                           # no word: some before it are missing
NUMBERS = {kind: number for number, kind in guest_abi.KINDS.items() if number < 0x90}
BATCHES = {"func_exit": 0x90, "syscall_entry": 0x91, "syscall_exit": 0x91, "sched_switch": 0x92}


class Word:
    """What a guest decoded at t: the number and decoded fields of one event, from its vCPU."""
    __slots__ = ("t", "order", "vcpu", "number", "f")

    def __init__(self, t, order, vcpu, number, f):
        self.t, self.order, self.vcpu, self.number, self.f = t, order, vcpu, number, f


def manifest(folder):
    path = os.path.join(os.path.dirname(os.path.abspath(folder.rstrip("/"))), "hypertrace.json")
    if not os.path.exists(path):
        return {}, ""
    with open(path, encoding="utf-8") as text:
        return json.load(text), os.path.dirname(path)


def machines(host, reported=None):
    """The VMs of a host, in the order of their first kvm events."""
    reported = reported or {}
    names = {v["pid"]: v["name"] for v in reported.get("vms", ()) if "pid" in v and "name" in v}
    of = {tid: v["pid"] for v in reported.get("vms", ()) if "pid" in v for tid in v.get("vcpus", ())}
    threads = [t for t in host.all if t.kvm and t.kvm.vcpu.entries + len(t.kvm.vcpu.exits)]
    threads.sort(key=lambda t: t.kvm.vcpu.begin)
    vms = {}
    for t in threads:
        pid = t.pid or of.get(t.tid) or max((p for p in kernel_helpers(host) if p < t.tid), default=t.tid)
        if pid not in vms:
            vms[pid] = Vm(names.get(pid, f"pid {pid}"), pid, host.home)
        vm, vcpu = vms[pid], t.kvm.vcpu
        m = re.fullmatch(r"CPU (\d+)/KVM", t.name)
        number = vcpu.reported_number
        if number is None:
            number = int(m[1]) if m else next(n for n in range(len(threads) + 1) if n not in vm.vcpus)
        vcpu.vm, vcpu.number, t.vcpu = vm, number, vcpu
        vm.vcpus[number] = vcpu
    for vm in vms.values():
        vm.end = max(v.end for v in vm.vcpus.values())
        vm.mates = {t for t in host.all if not t.vcpu and not t.idle
                    and (t.pid == vm.pid or f"vhost-{vm.pid}" in t.names)}
        vm.life = list(boot_boundary.signs(host.events, {v.thread.tid for v in vm.vcpus.values()}))
        listen(vm)
    return list(vms.values())


def kernel_helpers(host):
    found = (re.fullmatch(r"(?:kvm-pit/|vhost-)(\d+)", name) for t in host.all for name in t.names)
    return {int(m[1]) for m in found if m}


def may_have_raised(x, vm):
    """H7: whether x, the context of an event, may be why an interrupt of the VM was raised."""
    if x is None:
        return False
    if isinstance(x, Interrupt):
        return x.vcpu is None and (x.kind == "irq" or x.kind == "softirq" and not x.timer)
    return x in vm.mates or x.vcpu is not None and x.vcpu.vm is vm or x.name.startswith("kworker/")


def listen(vm):
    """Decodes the VM's hypercalls in trace order; sorts what they report by time."""
    guest = guest_events.Vm(vm.pid, vm.life)
    decoded = [(order, vcpu, e, exit) for vcpu in vm.vcpus.values() for order, e, exit in vcpu.thread.kvm.hypercalls]
    for order, vcpu, e, exit in sorted(decoded, key=lambda s: s[0]):
        first, numbers = len(guest.events), guest.sequences[0, 0, vcpu.number]
        gaps = len(numbers.gaps)
        guest.hypercall(e, vcpu, exit)
        vm.words += [Word(t, order, vcpu, LOST, {"since": since, "until": until}) for t, since, until in numbers.gaps[gaps:]]
        for g in guest.events[first:]:
            number = g.fields["number"] if g.kind == "kvm" else (BATCHES if "batched" in g.fields else NUMBERS).get(g.kind)
            word = Word(g.t, order, vcpu, number, g.fields)
            if g.level[0]:
                if g.kind in ("initcall_start", "initcall_finish"):
                    vm.nested.append((word, g.level))
            elif g.kind not in ("forged", "malformed", "unknown"):
                vm.words.append(word)
    for vcpu in vm.vcpus.values() if decoded else ():
        numbers = guest.sequences[0, 0, vcpu.number]
        gaps = len(numbers.gaps)
        numbers.settle(t=e.t)
        vm.words += [Word(t, order, vcpu, LOST, {"since": since, "until": until}) for t, since, until in numbers.gaps[gaps:]]
    vm.nested.sort(key=lambda n: n[0].t)
    vm.reports = any(w.number in (0x66, 0x67, 0x68, 0x92) for w in vm.words)
