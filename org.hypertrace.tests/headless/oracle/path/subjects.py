# SPDX-License-Identifier: EPL-2.0
"""Whose path is asked for, and in which window (E.6)."""
from path.participants import EVER, HostThread


class NoSuchSubject(Exception):
    """What was asked for is not in the trace; the message lists what is."""


def vm_of(vms, name):
    if not vms:
        raise NoSuchSubject("no VM in this trace")
    if name is None:
        return vms[0]
    for vm in vms:
        if name in (vm.key, str(vm.pid), vm.home + vm.key):
            return vm
    raise NoSuchSubject(f"no VM {name}; there are {', '.join(vm.key for vm in vms)}")


def life(x):
    """From the first state with a begin to the end of the last one that is not dead."""
    alive = [s for s in x.states if s.kind != "dead"]
    if not alive:
        raise NoSuchSubject(f"{x.key()} has no states")
    first = alive[0]
    return first.end if first.begin == EVER else first.begin, alive[-1].end


def thread(vm, text):
    name, at, boot = text.rpartition("@")
    if not (at and boot.isdigit()):
        name, boot = text, None
    found = [t for t in vm.threads if (t.tid == int(name) if name.isdigit() else name in t.names)
             and (boot is None or t.boot == int(boot)) and t.states]
    if not found:
        raise NoSuchSubject(f"no thread {text}; there are {', '.join(sorted({f'{t.name} ({t.tid})' for t in vm.threads}))}")
    return (found[-1], *life(found[-1]))


def host_thread(host, tid):
    found = [t for t in host.all if t.tid == tid and not t.idle and t.states]
    if not found:
        raise NoSuchSubject(f"no thread {tid} of the host; there are {', '.join(str(t.tid) for t in host.all if not t.idle)}")
    return (found[-1], *life(found[-1]))


def vcpu(vm, number):
    if number not in vm.vcpus:
        raise NoSuchSubject(f"no vCPU {number}; there are {', '.join(map(str, vm.vcpus))}")
    v = vm.vcpus[number]
    return v, v.begin, v.end


def current(vm, reported):
    """Who was on the vCPU when a word was reported; of a silent guest the vCPU."""
    return vm.reports and reported.current or reported.word.vcpu


def setter(vm, reported):
    """The thread that a mark names, else who was on the vCPU."""
    return vm.reports and reported.named or current(vm, reported)


def boot(host, vm, number):
    reported = [b for b in vm.boots if b.last is not None and b.begin is not None]
    b = next((b for b in reported if b.number == number), None)
    if b is None:
        raise NoSuchSubject(f"no boot {number}; there are {', '.join(str(b.number) for b in reported)}")
    begin = b.begin
    if number <= 1:
        begin = host.first
        first = next((t for t in reversed(host.all) if t.tid == vm.pid and t.states), None)
        if first is not None and first.states[0].begin == EVER and first.states[0].kind == "blocked":
            begin = first.states[0].end
    stages = [t for t in vm.reported if t.boot is b and t.word.number == 0x85]
    for stage in (4, 3):
        reported = next((t for t in stages if t.word.f["stage"] == stage), None)
        if reported is not None:
            return current(vm, reported), begin, reported.word.t
    v = b.last.vcpu                                 # it reports neither: to its last word
    return vm.reports and v.who(b.last.t) or v, begin, b.last.t


def named(name, address, symbols):
    return name == symbols.get(address) or name.startswith("0x") and int(name, 16) == address


def initcall(vm, name):
    open_ones = {}
    for t in vm.reported:
        f = t.word.f
        if t.word.number == 0x7c and named(name, f["address"], vm.symbols):
            open_ones.setdefault((t.boot, f["address"], f["tid"]), t)
        elif t.word.number == 0x7d:
            start = open_ones.get((t.boot, f["address"], f["tid"]))
            if start is not None:
                with_tid = [x for x in vm.threads if x.boot == t.boot.number and x.tid == f["tid"] and x.states]
                x = with_tid[-1] if vm.reports and with_tid else start.word.vcpu
                return x, start.word.t, t.word.t
    for w, level in vm.nested:
        f, key = w.f, (level, w.f["address"], w.f["tid"])
        if "value" not in f and named(name, f["address"], vm.nested_symbols):
            open_ones.setdefault(key, w)
        elif "value" in f and key in open_ones:
            start = open_ones[key]
            return (start.vcpu.who(start.t) if vm.reports else None) or start.vcpu, start.t, w.t
    known = {vm.symbols.get(t.word.f["address"], hex(t.word.f["address"])) for t in vm.reported if t.word.number == 0x7d}
    known |= {vm.nested_symbols.get(w.f["address"], hex(w.f["address"])) for w, _ in vm.nested}
    raise NoSuchSubject(f"no initcall {name} that ends; there are {', '.join(sorted(known))}")


def step(vm, name):
    begins = [t for t in vm.reported if t.word.number == 0x86]
    for b in begins:
        f = b.word.f
        if name != f["name"] and not named(name, f["address"], vm.symbols):
            continue
        for e in vm.reported:
            if e.word.number == 0x87 and e.boot is b.boot and e.word.t >= b.word.t \
                    and (e.word.f["step"], e.word.f["address"]) == (f["step"], f["address"]):
                return current(vm, b), b.word.t, e.word.t
    raise NoSuchSubject(f"no step {name} that ends; there are {', '.join(t.word.f['name'] for t in begins)}")


def marks(vm, first, second):
    reported = [t for t in vm.reported if t.word.number == 0x84]
    begin = next((i for i, t in enumerate(reported) if t.word.f["value"] == first), None)
    end = None if begin is None else next((t for t in reported[begin + 1:] if t.word.f["value"] == second), None)
    if end is None:
        raise NoSuchSubject(f"no mark {first} and after it {second}; there are "
                            + ", ".join(str(t.word.f["value"]) for t in reported))
    return setter(vm, end), reported[begin].word.t, end.word.t


def find(host, options):
    """The participant and the window that options name (see critical_path.py), and who is awaited until when, or None."""
    if options.host_thread is not None:
        x, begin, end = host_thread(host, options.host_thread)
    else:
        vm = vm_of(host.vms, options.vm)
        if options.thread is not None:
            x, begin, end = thread(vm, options.thread)
        elif options.vcpu is not None:
            x, begin, end = vcpu(vm, options.vcpu)
        elif options.boot is not None:
            x, begin, end = boot(host, vm, options.boot)
        elif options.initcall is not None:
            x, begin, end = initcall(vm, options.initcall)
        elif options.step is not None:
            x, begin, end = step(vm, options.step)
        else:
            x, begin, end = marks(vm, *(options.marks or (options.mark, options.mark)))
    if options.start is not None:
        begin = max(begin, options.start)
    if options.to is not None:
        end = min(end, options.to)
    awaited = None
    if options.awaits:
        name, _, value = options.awaits.rpartition(":")
        reported = next((t for t in vm_of(host.vms, name).reported if t.word.number == 0x84 and t.word.f["value"] == int(value)
                     and begin <= t.word.t <= end), None)
        if reported is None:
            raise NoSuchSubject(f"{name} sets no mark {value} in that time")
        awaited = setter(vm_of(host.vms, name), reported), reported.word.t
    if isinstance(x, HostThread) and x.vcpu:
        x = x.vcpu
    return x, begin, end, awaited
