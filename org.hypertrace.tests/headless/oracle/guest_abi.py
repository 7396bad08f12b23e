"""Guest events of ABI version 1: what the five words of one hypercall report, and who numbered it.

Written from the ABI's text alone. Nothing here knows a host event, a VM or a thread's states.
"""
KINDS = dict(enumerate((
    "func_entry func_exit sched_switch sched_waking sched_wakeup fork exec exit syscall_entry syscall_exit irq_entry "
    "irq_exit softirq_entry softirq_exit softirq_raise apic_entry apic_exit hrtimer_start hrtimer_cancel "
    "hrtimer_expire_entry hrtimer_expire_exit timer_expire_entry timer_expire_exit level initcall_start "
    "initcall_finish panic die text hello base task mark stage shutdown_begin shutdown_end name groups_off").split(), 0x64))
KINDS |= {0x90: "func_exit", 0x91: "syscall_pair", 0x92: "sched_switch"}
MAGIC = 0x47545243
ALL = (1 << 32) - 1                                 # highest sequence number; the next one is 1
HEX = ("address", "hrtimer", "timer", "function", "text_start", "text_end", "rip", "cr2", "arg0", "arg1", "id")


def hi(word):
    return word >> 32


def lo(word):
    return word & 0xffffffff


def signed(word):
    return word - (1 << 64) if word >> 63 else word


def raw(*words):
    return b"".join(w.to_bytes(8, "little") for w in words)


def text(data):
    return data.split(b"\0")[0].decode("utf-8", "replace")


def lttng_state(state):
    if state & 0x402 == 0x402:
        return 0x80
    return 0x10 if state & 0x80 else 1 << (state & 0x7f).bit_length() >> 1


def at(word, low):
    return {"cpu": hi(word), low: lo(word)}


def decode(number, a0, a1, a2, a3):
    """The events of one hypercall: (ns before the hypercall, kind, fields). cpu and tid are the sender's."""
    kind, comm = KINDS[number], text(raw(a2, a3))
    if number in (0x64, 0x65):
        more = {"depth": a1} if number == 0x64 else {"duration": a1, "depth": a2}
        f = at(a3, "tid") | {"address": a0} | more
    elif number == 0x66:
        f = {"cpu": a1 >> 48, "prev": hi(a0), "next": lo(a0), "prev_prio": a1 >> 40 & 0xff,
             "next_prio": a1 >> 32 & 0xff, "prev_state": lo(a1), "comm": comm}
    elif number in (0x67, 0x68):
        new = {"new": a1 >> 63} if number == 0x68 else {}
        waker = a1 & ~(1 << 63) if new else a1
        f = at(waker, "tid") | {"target_cpu": hi(a0), "target": lo(a0), "comm": comm} | new
    elif number == 0x69:
        f = {"tid": hi(a0), "child": lo(a0), "tgid": hi(a1), "child_tgid": lo(a1), "comm": comm}
    elif number == 0x6a:
        f = {"old_tid": hi(a0), "tid": lo(a0), "tgid": a1, "comm": comm}
    elif number == 0x6b:
        f = {"tid": lo(a0), "tgid": hi(a0), "code": a1, "comm": comm}
    elif number in (0x6c, 0x6d):
        f = at(a0, "tid") | call(a1)
        f |= {"arg0": a2, "arg1": a3} if number == 0x6c else {"value": signed(a2)}
    elif number in (0x6e, 0x6f):
        f = at(a0, "irq") | ({"name": comm} if number == 0x6e else {"handled": a1})
    elif number in (0x70, 0x71, 0x72):
        f = at(a0, "vec")
    elif number in (0x73, 0x74):
        f = at(a0, "vec") | {"apic": a1}
    elif number == 0x75:
        f = at(a3, "mode") | {"hrtimer": a0, "function": a1, "expires": a2}
    elif number == 0x76:
        f = {"cpu": hi(a3), "hrtimer": a0}
    elif number in (0x77, 0x78, 0x79, 0x7a):
        f = at(a3, "tid") | {"hrtimer" if number < 0x79 else "timer": a0}
        f |= {"function": a1, "now": a2} if number in (0x77, 0x79) else {}
    elif number == 0x7b:
        f = {"running": a0, "tsc": a1, "name": comm}
    elif number == 0x7c:
        f = at(a1, "tid") | {"address": a0}
    elif number == 0x7d:
        f = at(a3, "tid") | {"address": a0, "value": signed(a1), "duration": a2}
    elif number == 0x7e:
        f = at(a0, "tid") | {"monotonic": a1, "text": comm}
    elif number == 0x7f:
        f = at(a3, "tid") | {"rip": a0, "trap": hi(a1), "error": lo(a1), "cr2": a2}
    elif number == 0x80:
        f = {"text_kind": hi(a0), "offset": a0 >> 16 & 0xffff, "length": a0 & 0xffff, "bytes": raw(a1, a2, a3)}
    elif number == 0x81:
        if hi(a0) != MAGIC:
            return [(0, "malformed", {"number": number, "a0": a0})]
        f = {"cpu": a0 & 0xff, "span_ms": a0 >> 16 & 0xffff, "version": a0 >> 8 & 0xff, "tsc": a1, "monotonic": a2,
             "realtime": a3}
    elif number == 0x82:
        f = {"text_start": a0, "text_end": a1, "tsc_khz": a2, "cpus": a3 % (1 << 32), "ring_groups": a3 >> 32}
    elif number == 0x83:
        f = {"task": lo(a0), "tgid": hi(a0), "parent": hi(a1), "task_cpu": a1 >> 16 & 0xffff, "state": a1 & 0xffff,
             "comm": comm}
    elif number == 0x84:
        f = at(a0, "tid") | {"value": a1}
    elif number == 0x85:
        f = {"stage": a0, "tsc": a1, "name": comm}
    elif number in (0x86, 0x87):
        f = {"step": a0, "address": a1, "name": comm}
    elif number == 0x88:
        f = {"id": a0, "name_kind": a1 & 0xff, "offset": a1 >> 16 & 0xffff, "last": a1 >> 63, "bytes": raw(a2, a3)}
    elif number == 0x89:
        f = {"off": a0, "on": a1}
    elif number == 0x91:
        pair = at(a0, "tid") | call(a1) | {"batched": 1}
        return [(hi(a1), "syscall_entry", pair | {"arg0": a3}), (0, "syscall_exit", pair | {"value": signed(a2)})]
    else:
        a3 = a3 if number == 0x90 or a3 >> 16 else 0        # the last place of 0x92 may hold the CPU only
        return [(delta, kind, record(number, word)) for delta, word in ((hi(a0), a1), (lo(a0), a2), (0, a3)) if word]
    return [(0, kind, f)]


def call(word):
    """The kernel forgets the number of a call that restores registers, as rt_sigreturn does: it has -1 then."""
    known = word & 0x7fffffff != 0x7fffffff
    return {"number": word & 0x7fffffff, "i386": word >> 31 & 1} if known else {"number": -1, "i386": 0}


def record(number, word):
    if number == 0x90:
        return {"address": 0xffffffff80000000 | word >> 33, "duration": (word & 0xffffff) << 2 * (word >> 24 & 15),
                "depth": word >> 28 & 31, "batched": 1}
    return {"cpu": word & 0xffff, "next": hi(word), "next_prio": word >> 16 & 0xff, "prev_state": word >> 24 & 0xff,
            "batched": 1}


def show(fields):
    def one(key, value):
        if key in HEX:
            return f"{value:#x}"
        if isinstance(value, bytes):
            value = text(value)
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' if isinstance(value, str) else str(value)
    return " ".join(f"{k}={one(k, v)}" for k, v in fields.items())


class Sequence:
    """The numbers of one sender: which are lost, repeated or implausible; gaps: (when that is known, since, until)."""

    def __init__(self):
        self.next, self.missing, self.events, self.last, self.gaps = None, {}, 0, None, []
        self.lost = self.repeated = self.implausible = 0

    def take(self, number, restart, t=None):
        if number == 0:
            return
        if restart:
            self.settle()
            self.next = None
        self.events += 1
        ahead = 0 if self.next is None else (number - self.next) % ALL
        if number in self.missing:
            del self.missing[number]
        elif ahead > ALL // 2:
            self.repeated += 1
        elif ahead > 1 << 20:
            self.implausible += 1
        else:
            for i in range(ahead):
                self.missing[(self.next - 1 + i) % ALL + 1] = self.events, self.last, t
            self.next = number % ALL + 1
        self.last = t
        self.settle(63, t)           # with the event that showed the gap, 64 have come

    def settle(self, patience=None, t=None):
        late = [n for n, (since, _, _) in self.missing.items() if patience is None or self.events - since >= patience]
        self.lost += len(late)
        if late and t is not None:
            self.gaps.append((t, min(self.missing[n][1] for n in late), max(self.missing[n][2] for n in late)))
        for n in late:
            del self.missing[n]


class Pieces:
    """A text that arrives in chunks by offset; what is missing between and behind them shows as '…'."""

    def __init__(self, time, length=None):
        self.time, self.length, self.chunks = time, length, {}

    def add(self, offset, data):
        self.chunks[offset] = data

    def text(self):
        out, end = b"", 0
        for offset, data in sorted(self.chunks.items()):
            if offset > end:
                out += "…".encode()
            out += data[max(0, end - offset):]
            end = max(end, offset + len(data))
        if self.length is not None and end < self.length:
            out += "…".encode()
        elif self.length is not None and end > self.length:
            out = out[:len(out) - (end - self.length)]
        return text(out)
