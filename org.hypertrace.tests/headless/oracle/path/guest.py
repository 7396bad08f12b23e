# SPDX-License-Identifier: EPL-2.0
"""What one guest reports: states of its threads, its boots, who is on a vCPU and who wakes whom (G1-G5, G8, G9).

Words of the guest and deeds of its vCPUs' threads - entries, exits, injections, MSR writes - in time order; at one time and one
vCPU in trace order, of several vCPUs the one first seen first.

  boot     as boot_boundary.py reports, known with the next word: no thread of the boot before goes on. Its path begins with its
           first mark; what threads did before that is over, too. Boot 0 is what comes before any boot.
  idle     thread 0 of a vCPU; but the thread 0 of vCPU 0 that begins a boot is a thread like others until it first leaves.
  context  of a waking on v: the innermost reported handler; else the inferred interrupt; else the waker. If the waker is idle: v's
           last interrupt. If there is none, or nobody knows the waker: an unreported interrupt that begins then.
  who      is on v, in the guest's eyes: the innermost reported handler; if v's thread is idle: the inferred interrupt, else the last
           one, else the idle thread; else v's thread. Noted after each event of v, never because of another vCPU's.
  lost     events of the host may be a guest's words: all threads are unknown at the begin of a loss and at its end, each until its
           next deciding word; so they are when the tracer begins anew (hello numbered 1), and when it switches off what it reports of switches. Where only numbers of words are missing,
           that is known late: what no word has decided since is unknown from the last word before on.
"""
import itertools
from collections import Counter

from boot_boundary import Boundary, mark_of
from guest_abi import KINDS
from path.injections import Injections, Place
from path.host import shut, softirq
from path.machines import LOST
from path.participants import BLOCKED, DEAD, EVER, INF, READY, RUN, UNKNOWN, GuestThread, Interrupt

SCHEDULING = (0x66, 0x67, 0x68, 0x92)
NO_WORDS = (0x67, 0x68, 0x90, 0x92)                 # wakings and batches: not the last word of a vCPU before a boot
OF_NO_INTERRUPT = {0x64, 0x65, 0x66, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x70, 0x71, 0x7c, 0x7d, 0x84, 0x85, 0x86, 0x87, 0x91, 0x92}


SUBJECT_WORDS = (0x7c, 0x7d, 0x84, 0x85, 0x86, 0x87)      # words that subjects are made of


class Reported:
    """A word that a subject may begin or end with: its boot, who was current on its vCPU then, and whom it names."""

    def __init__(self, boot, word, current, named):
        self.boot, self.word, self.current, self.named = boot, word, current, named


class Boot:
    """Its number, its kernel's begin, None without; what that one's vCPU last decoded before, (when, who was on it then) or None; and
    the last word in it."""

    def __init__(self, number):
        self.number, self.begin, self.before, self.last = number, None, None, None


class Guest:
    def __init__(self, vm, host, declared):
        self.vm, self.threads, self.count = vm, {}, Counter()
        self.reported, self.boot, self.boundary = None, Boot(0), Boundary(vm.life)
        vm.boots.append(self.boot)
        self.places = {v: Place(v) for v in vm.vcpus.values()}
        self.injections = Injections(vm, host, declared, self)
        for t, _, _, p, word, deed in sorted(self.happened(host), key=lambda x: x[:3]):
            if word is not None:
                self.word(p, word)
            elif deed is not None:
                self.injections.deed(p, deed)
            else:
                self.unknown(t)
            for place in (p,) if p else self.places.values():
                self.seat(place, t)
        for t in vm.threads:
            t.close(vm.end)

    def happened(self, host):
        """(time, rank of the vCPU, place in the trace, vCPU's place, word, deed); neither is a loss, or the end of one."""
        for begin, order, end in host.losses:
            yield begin, -1, order, None, None, None
            yield end, -1, order, None, None, None
        for rank, (v, p) in enumerate(self.places.items()):
            for deed in v.deeds:
                yield deed[0], rank, deed[1], p, None, deed
            for word in self.vm.words:
                if word.vcpu is v:
                    yield word.t, rank, word.order, p, word, None

    def seat(self, p, t):
        who, (times, seated) = self.who(p), p.vcpu.seated
        if not seated or seated[-1] is not who:
            if times and times[-1] == t:
                seated[-1] = who
            else:
                times.append(t), seated.append(who)

    # who is who --------------------------------------------------------------------------------------------------------

    def find(self, tid, p):
        return self.threads.get(tid if tid else (0, p.vcpu.number))

    def thread(self, tid, p):
        """The thread that has this tid now; made if nobody has."""
        return self.find(tid, p) or self.new(tid, p)

    def new(self, tid, p):
        key = tid if tid else (0, p.vcpu.number)
        self.count[self.boot.number, key] += 1
        thread = GuestThread(self.vm, self.boot.number, tid, self.count[self.boot.number, key], None if tid else p.vcpu.number)
        thread.idle = tid == 0
        self.threads[key] = thread
        self.vm.threads.append(thread)
        return thread

    def who(self, p):
        if p.open:
            return p.open[-1]
        if p.thread is not None and p.thread.idle:
            return p.inferred or p.last or p.thread
        return p.thread

    def context(self, p, t, waker=None):
        """Who does something on p at t; waker: the tid that the guest names, None if it names none."""
        if p.open:
            return p.open[-1]
        if p.inferred:
            return p.inferred
        by = p.thread
        if waker is not None and not (by is not None and by.tid == waker):
            by = self.find(waker, p)
        idle = by.idle if by is not None else waker == 0
        if idle and p.last:
            return p.last
        return Interrupt(p.vcpu, None, "interrupt", None, t) if by is None or idle else by

    # the words ---------------------------------------------------------------------------------------------------------

    def word(self, p, w):
        n, f, t = w.number, w.f, w.t
        if n == LOST:
            self.unknown(f["since"], f["until"])
            return
        self.boots(p, w)
        if n < 0x64:
            self.injections.ipi_call(p, n, f, t)
            return
        if n == 0x81 and f.get("seq") == 1 and p.active or n == 0x89 and f["off"] & 1:
            self.unknown(t)
        p.active, self.boot.last = True, w
        if n in SCHEDULING and self.reported is None:
            self.reported = t
        if n in OF_NO_INTERRUPT:
            p.inferred = None
        if n in SUBJECT_WORDS:
            self.vm.reported.append(Reported(self.boot, w, p.thread, self.find(f["tid"], p) if "tid" in f else None))
        if n in (0x66, 0x92):
            self.switch(p, n, f, t)
        elif n in (0x67, 0x68):
            self.waking(p, f, t)
        elif n == 0x69:
            self.fork(p, f, t)
        elif n in (0x6a, 0x6b):
            self.thread(f["tid"], p).called(f["comm"])
        elif n == 0x83:
            self.thread(f["task"], p).called(f["comm"])
        elif n in (0x6e, 0x73):
            self.injections.handler(p, n, f, t)
        elif n in (0x6f, 0x74):
            shut(p.open, "irq" if n == 0x6f else "vector")
        elif n == 0x70:
            shut(p.open, "softirq")
            p.open.append(softirq(p.vcpu, None, f["vec"], t, p.raised))
        elif n == 0x71:
            shut(p.open, "softirq")
        elif n == 0x72:
            p.raised.setdefault(f["vec"], (t, self.context(p, t)))
        elif n in (0x7b, 0x81, 0x85):
            self.injections.pairs.append((f["tsc"], t))
        elif n == 0x82 and f["tsc_khz"]:
            self.injections.khz = f["tsc_khz"]
        if n not in NO_WORDS:
            p.word = t, self.who(p)

    def boots(self, p, w):
        kind = KINDS.get(w.number, "kvm" if w.number < 0x64 else "batch")
        number = self.boundary.after(w.t, kind, w.f)
        another = self.boot.number not in (0, number)
        if another:
            for place in self.places.values():
                place.before = (place.word,)
        if self.boot.number != number:
            self.boot = Boot(number)
            self.vm.boots.append(self.boot)
        begins = self.boot.begin is None and mark_of(kind, w.f) != 0
        if another or begins:
            self.over(w.t)
        if begins:
            self.boot.begin, self.boot.before = w.t, p.before[0] if p.before else p.word
            first = self.new(0, p)
            first.idle = p.vcpu.number != 0
            first.become(w.t, RUN, p.vcpu.number)
            p.thread = first

    def over(self, t):
        """Nothing goes on of the boot before."""
        for thread in self.threads.values():
            if thread.states:
                thread.become(t, DEAD)
        self.threads.clear()
        self.reported = None
        self.injections.pairs.clear()
        for place in self.places.values():
            place.open.clear()
            place.thread = place.inferred = place.last = None

    def switch(self, p, n, f, t):
        v, state = p.vcpu.number, f["prev_state"]
        leaving = p.thread if n == 0x92 else self.thread(f["prev"], p)
        if p.thread is not None and p.thread is not leaving:
            p.thread.become(t, UNKNOWN)
        if leaving is not None:
            if not leaving.states:
                leaving.become(self.reported, RUN, v)
            if leaving.tid == 0 or state == 0:
                leaving.idle = leaving.idle or leaving.tid == 0
                leaving.become(t, READY, v)
            elif state & 0xb0:
                leaving.become(t, DEAD)
                self.threads.pop(leaving.tid)
            else:
                leaving.become(t, BLOCKED, soft=bool(state & 1))
        coming = self.thread(f["next"], p)
        coming.called(f.get("comm"))
        if not coming.states:
            coming.become(self.reported, READY, v)
        for place in self.places.values():
            if place.thread is coming:
                place.thread = None
        coming.become(t, RUN, v)
        p.thread = coming
        p.open.clear()
        p.inferred = p.last = None

    def waking(self, p, f, t):
        if not f["target"]:
            return
        woken, new = self.thread(f["target"], p), f.get("new")
        woken.called(f["comm"])
        if not woken.states:
            woken.become(EVER if new else self.reported, BLOCKED, soft=True)
        if woken.now == BLOCKED:
            by = (p.thread or self.find(f["tid"], p)) if new else self.context(p, t, f["tid"])
            woken.become(t, READY, self.place(p, f), ended=by)
        elif woken.now == UNKNOWN:
            woken.become(t, READY, self.place(p, f))

    def place(self, p, f):
        return f["target_cpu"] if f["target_cpu"] in self.vm.vcpus else p.vcpu.number

    def fork(self, p, f, t):
        old = self.threads.pop(f["child"], None)
        if old is not None and old.states:
            old.become(t, DEAD)
        child = self.new(f["child"], p)
        child.called(f["comm"])
        child.become(EVER, BLOCKED, soft=True)

    def unknown(self, since, until=INF):
        """G9: nobody knows what happened before, and what of it was decoded; but for what a word reported from `until` on."""
        for thread in self.threads.values():
            if thread.states and thread.now not in (UNKNOWN, DEAD) and thread.states[-1].begin < until:
                thread.become(max(since, thread.states[-1].begin), UNKNOWN)
        for place in self.places.values():
            place.open = list(itertools.takewhile(lambda x: x.begin >= until, place.open))
            if place.thread is not None and (place.thread.now, place.thread.states[-1].place) != (RUN, place.vcpu.number):
                place.thread = None
            place.inferred = place.inferred if place.inferred and place.inferred.begin >= until else None
            place.last = place.last if place.last and place.last.begin >= until else None
