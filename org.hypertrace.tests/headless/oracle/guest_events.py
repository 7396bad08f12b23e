#!/usr/bin/env python3
"""Guest events in a KVM host trace (ABI version 1) and the time of guest threads: an oracle.

Written from the ABI's text and from the definition of stolen time alone. Host events, threads and vCPU
states are vcpu_states.py's; the five words are guest_abi.py's, the threads' time guest_threads.py's.

A guest thread's running time goes from the host time of the hypercall that switches it in to that of the
one that switches it out. It is split by its vCPU's state, the tracer's own exits being a class 'tracer';
what is neither 'guest' nor 'tracer' is stolen by the host. The parts sum to the whole; asserted.

Readings, where the definition leaves something open:
 1. tracer: from the exit to the next entry (lost events or the vCPU's end) of the same vCPU thread, if a
    believed hypercall with a known number comes between: everything in it, also a preemption (tracerByState
    reports what). KVM's own, unknown, malformed and forged hypercalls are not the tracer's. On AMD the host
    may serve an interrupt before the exit event: that time keeps its state.
 2. The hypercall of a switch cuts its own exit: what is before it is the previous task's.
 3. running needs both ends: on one vCPU, a switch in followed by a switch that names the task as prev, with
    no lost events between. The first switch's prev has no running time. A last switch-in without an end is
    'open' up to the thread's last event, one whose end contradicts is 'unknown'.
 4. waiting: switched out with prev_state 0, or from the first waking/wakeup while not known to be running, to
    the switch in. sleeping: other switch-outs, and from fork to the first wakeup. Idle (tid 0) never waits:
    off its vCPU it sleeps. unknown: before the first of these, and where events contradict each other. A state
    dump's state not 0 reports sleeping; 0 reports nothing. A wait not ended by a switch in is unknown.
    wall, from first to last seen, is their sum.
 5. A thread is seen in every event that names its tid: as sender, prev, next, target of a wakeup, fork's child,
    dumped task; not as a dumped task's parent. Its comm is the last one any event gave; tid 0 is swapper/N.
    A fork of a known tid begins another thread ('nth'). With a new boot all threads end.
 6. A new boot: where boot_boundary.py reports; known with the next word. A low guest_rip is early boot code until
    the first high one after the trace's start, a launch or reset of the VM, a stage 6 or a panic.
 7. The exit that precedes the hypercall is the last exit of its *thread* with no entry since. If there is none,
    or it has no guest_rip: believed ('believed without guest_rip').
 8. kvm: the whole number is below 0x20, whoever sent it. unknown: a believed number that is in no row, also
    0xa0-0xa3 (ring only). malformed: 0x81 without magic. forged: the rest from user space; counts in nothing.
 9. Batches are expanded to their events at the host time minus delta: 0x90 to func_exit, 0x91 to syscall_entry
    and syscall_exit, 0x92 to sched_switch. All-zero records are none, nor is a last one of 0x92 that holds the CPU only. Time order
    is stable: equal times keep the order of arrival. A record of 0x90 belongs to the task current at its own time.
10. Losses: a number is waited for during 64 events of the sender, the one that shows the gap being the first;
    restart and trace's end end the wait (lost). Unknown numbers >= 0x64 and malformed events take a number too.
    0x81, 0x85/1, 0x85/2 restart with the number they carry; unsequenced, they restart nothing. An implausible
    number changes no expectation. Senders are (level, nested number, vCPU); a nested vCPU unknown from the
    event is the one last reported under the same task of level 0, else that task.
11. The sender's cpu and the vCPU disagree: counted, the vCPU's number counts. Only level 0 has threads.
12. A VM is a process of the host (a thread, if the process is unknown: 'tid N'); reuse of a pid is not looked at.
"""
import argparse
import json
import sys
from collections import Counter, defaultdict

from boot_boundary import Boundary, signs
from guest_abi import KINDS, Pieces, Sequence, decode, lttng_state, raw, show, text
from guest_threads import Classes, Threads
from host_events import ENTRY, EXIT, HYPERCALL, attribute, read
from vcpu_states import Host

OURS = set(KINDS.values())


class GuestEvent:
    __slots__ = ("t", "vcpu", "level", "kind", "fields")

    def __init__(self, t, vcpu, level, kind, fields):
        self.t, self.vcpu, self.level, self.kind, self.fields = t, vcpu, level, kind, fields


class Vm:
    def __init__(self, key, life=()):
        self.key, self.name, self.events, self.hypercalls, self.life = key, None, [], 0, list(life)
        self.anew = [t for t, what in self.life if what != "triple fault"]
        self.sequences, self.seen, self.counts, self.nested = defaultdict(Sequence), Counter(), Counter(), Counter()
        self.high, self.current, self.nested_cpu = False, {}, {}
        self.texts, self.names, self.open_texts, self.open_names = [], [], {}, {}
        self.rips = Counter()

    def hypercall(self, e, vcpu, exit):
        """Decodes one hypercall; true if it is the tracer's own."""
        self.hypercalls += 1
        words = [int(e.f[k], 0) % (1 << 64) for k in ("nr", "a0", "a1", "a2", "a3")]
        nr, a = words[0], words[1:]
        number, level, nested, sequence = nr & 0xffff, nr >> 16 & 15, nr >> 20 & 0xfff, nr >> 32
        plain = {"number": nr} | {f"a{i}": w for i, w in enumerate(a)}
        rip = int(exit.f["guest_rip"], 0) % (1 << 64) if exit is not None and "guest_rip" in exit.f else None
        low = rip is not None and rip >> 63 == 0
        while self.anew and self.anew[0] < e.t:
            self.anew.pop(0)
            self.high = False
        self.seen["believed without guest_rip"] += rip is None
        self.rips["none" if rip is None else "low" if low else "high"] += 1
        if nr < 0x20:
            self.high |= rip is not None and not low
            return self.add(e.t, vcpu, (0, 0), "kvm", plain)
        believed = number == 0x84 or number == 0x80 and a[0] >> 32 == 3
        if low and self.high and not believed:
            return self.add(e.t, vcpu, (0, 0), "forged", plain)
        events = decode(number, *a) if number in KINDS else [(0, "unknown", plain)]
        ours = all(kind in OURS for _, kind, _ in events)
        self.high |= level == 0 and rip is not None and not low
        if level == 0 and ours and any(kind == "panic" or kind == "stage" and f["stage"] == 6 for _, kind, f in events):
            self.high = False
        if number >= 0x64:
            sender = (level, nested, self.sender(level, nested, vcpu, events))
            restart = number == 0x81 and ours or number == 0x85 and a[0] in (1, 2)
            self.sequences[sender].take(sequence, restart, e.t)
        for delta, kind, f in events:
            if level == 0 and "cpu" in f and f["cpu"] != vcpu.number & (0xff if kind == "hello" else -1):
                self.seen["cpu is not the vCPU"] += 1
            self.add(e.t - delta, vcpu, (level, nested), kind, f | ({"seq": sequence} if sequence else {}))
        return ours

    def add(self, *event):
        self.events.append(GuestEvent(*event))
        return False

    def sender(self, level, nested, vcpu, events):
        """The CPU that numbered the hypercall; keeps, in order of arrival, what it needs for nested ones."""
        if level == 0:
            for _, kind, f in events:
                if kind == "sched_switch":
                    self.current[vcpu] = f["next"]
            return vcpu.number
        key = level, nested, vcpu, self.current.get(vcpu)
        if events and "cpu" in events[0][2]:
            self.nested_cpu[key] = events[0][2]["cpu"]
        return self.nested_cpu.get(key, f"tid {key[-1]}")

    def finish(self, skip, vcpus, lost):
        for t in lost:
            self.events.append(GuestEvent(t, None, (0, 0), "LOST", {}))
        self.events.sort(key=lambda e: e.t)
        threads, kept, boundary, boot = Threads(vcpus, self.seen), [], Boundary(self.life), 0
        for e in self.events:
            if e.kind != "LOST" and skip(e.kind):
                continue
            if e.kind not in ("LOST", "forged", "malformed") and e.level[0] == 0:
                before, boot = boot, boundary.after(e.t, e.kind, e.fields)
                if before not in (0, boot):
                    threads.boots()
            if e.kind == "LOST" or e.level[0] == 0 and e.kind not in ("kvm", "unknown", "forged", "malformed"):
                threads.event(e)
            if e.kind != "LOST":
                (self.nested if e.level[0] else self.counts)[e.kind] += 1
                kept.append(e)
                self.assemble(e)
            if "prev_state" in e.fields:
                e.fields["lttng_state"] = lttng_state(e.fields["prev_state"])
        for key, pieces in self.open_texts.items():
            self.text_ends(key, pieces)
        for s in self.sequences.values():
            s.settle()
        self.seen["name definitions without their last chunk"] += len(self.open_names)
        self.events = kept
        return list(threads.rows())

    def assemble(self, e):
        f = e.fields
        if e.kind == "text":
            key = (e.level, e.vcpu, f["text_kind"])
            if f["offset"] == 0 or key not in self.open_texts:
                old = self.open_texts.pop(key, None)
                if old:
                    self.text_ends(key, old)
                self.open_texts[key] = Pieces(e.t, f["length"])
            self.open_texts[key].add(f["offset"], f["bytes"])
        elif e.kind == "name":
            key = (e.level, e.vcpu, f["name_kind"], f["id"])
            pieces = self.open_names.setdefault(key, Pieces(e.t))
            pieces.add(f["offset"], f["bytes"])
            if f["last"]:
                name = self.open_names.pop(key).text()
                if e.level[0] == 0: # not of its guests
                    self.names.append((f["name_kind"], f["id"], name))
                    self.name = name if f["name_kind"] == 4 else self.name

    def text_ends(self, key, pieces):
        level, vcpu, kind = key
        if level[0] == 0:
            self.texts.append((pieces.time, vcpu.number, kind, pieces.text()))


def scan(host):
    """Every hypercall to its VM, and for each vCPU the spans of the tracer's own exits."""
    of, vms, stray = defaultdict(list), {}, 0
    spans, last_exit, ours, lost = defaultdict(list), {}, {}, []
    for v in host.all:
        if v.entries + v.exits:
            of[v.tid].append(v)
    for e in host.events:
        mine = [v for v in of.get(e.tid, ()) if v.begin <= e.t]
        if e.name == "LOST":
            lost.append(e.t)
            for v in list(ours):
                spans[v].append((ours.pop(v), e.t))
            last_exit.clear()
        elif not mine:
            stray += e.name in HYPERCALL
        elif e.name in ENTRY | EXIT:
            last_exit[mine[-1]] = e if e.name in EXIT else None
            if mine[-1] in ours:
                spans[mine[-1]].append((ours.pop(mine[-1]), e.t))
        elif e.name in HYPERCALL:
            v = mine[-1]
            key = v.pid or f"tid {v.tid}"
            vm = vms[key] = vms.get(key) or Vm(key, signs(host.events, {x.tid for vs in of.values() for x in vs if (x.pid or f"tid {x.tid}") == key}))
            exit = last_exit.get(v)
            if vm.hypercall(e, v, exit) and exit is not None:
                ours.setdefault(v, exit.t)
                reason = exit.f.get("isa"), exit.f.get("exit_reason")
                vm.seen["ours after another exit reason"] += reason not in (("1", "18"), ("2", "129"))
    for v, t in ours.items():
        spans[v].append((t, v.end))
    classes = {v: Classes(v, spans[v]) for vs in of.values() for v in vs}
    return vms.values(), classes, lost, stray


def main():
    parser = argparse.ArgumentParser(description="Guest events and guest threads of KVM host traces, as JSON.")
    parser.add_argument("folder", nargs="+", help="CTF folder of one host's kernel trace")
    parser.add_argument("--list", action="store_true", help="instead: every guest event as a line, in time order")
    parser.add_argument("--drop", metavar="KIND:N", help="ignore the N-th event of that kind (by time, VM after VM)")
    options = parser.parse_args()
    dropped, _, number = (options.drop or "").rpartition(":")
    left = int(number or 0)

    def skip(kind):
        nonlocal left
        left -= kind == dropped
        return kind == dropped and left == 0

    hosts = []
    for folder in options.folder:
        name, events = read(folder)
        attribute(events)
        host = Host(name, events)
        host.run()
        host.result(False, str)
        vms, classes, lost, stray = scan(host)
        rows, lines = [], []
        for vm in vms:
            threads = vm.finish(skip, classes, lost)
            rows.append({
                "vm": vm.key, "name": vm.name, "hypercalls": vm.hypercalls, "counts": dict(sorted(vm.counts.items())),
                "nested": dict(sorted(vm.nested.items())), "guestRip": dict(vm.rips),
                "losses": {k: sum(getattr(s, k) for s in vm.sequences.values())
                           for k in ("lost", "repeated", "implausible")},
                "seen": {k: n for k, n in sorted(vm.seen.items()) if n},
                "texts": [dict(zip(("time", "vcpu", "kind", "text"), x)) for x in sorted(vm.texts)],
                "names": [dict(zip(("kind", "id", "name"), x)) for x in vm.names], "threads": threads})
            lines += [(e.t, f"{e.t} {vm.key} {e.vcpu.number} {e.kind} "
                       + (f"level={e.level[0]} nested={e.level[1]} " if e.level[0] else "") + show(e.fields))
                      for e in vm.events]
        assert sum(r["hypercalls"] for r in rows) + stray == sum(e.name in HYPERCALL for e in events)
        if options.list:
            print("\n".join(line for _, line in sorted(lines, key=lambda x: x[0])))
        hosts.append({"host": name, "hypercallsOutsideVcpus": stray, "vms": rows})
    if left > 0:
        sys.exit(f"no such event: {options.drop}")
    if not options.list:
        print(json.dumps({"hosts": hosts}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
