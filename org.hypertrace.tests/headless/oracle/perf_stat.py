#!/usr/bin/env python3
"""VM exits as `perf kvm stat` counts them, from the text of ftrace, trace-cmd report or perf script: an oracle.

Written from the kernel's print formats and the definition alone. An exit lasts from a kvm_exit to the next kvm_entry of the
same thread; another kvm_exit before that, or the end of the text, and it does not count. What it is about is what the first
event of the hypervisor between both reports, unless the exit itself reports it (AMD: I/O ports, control and debug registers,
exceptions, memory; Intel: I/O ports, control and debug registers, exceptions and vectors, EOI).
Lines are read by one regular expression: `comm-tid [cpu] flags time: event: text` and `comm pid/tid [cpu] time: group:event: text`.
"""
import json
import re
import sys
from collections import defaultdict

LINE = re.compile(r"^\s*(?P<comm>.*?)[-\s](?:\d+/)?(?P<tid>\d+)\s+(?:\(\s*[-\d]+\)\s+)?\[(?P<cpu>\d+)\]\s+(?:[a-zA-Z.0-9]{4,6}\s+)?"
                  r"(?P<s>\d+)\.(?P<f>\d+):\s+(?:\w+:)?(?P<event>\w+):\s+(?P<text>.*?)\s*$")
EXIT = re.compile(r"reason (?P<reason>.+?) rip 0x[0-9a-f]+ (?:info (?P<a>[0-9a-f]+) (?P<b>[0-9a-f]+)"
                  r"|info1 0x(?P<c>[0-9a-f]+) info2 0x(?P<d>[0-9a-f]+) intr_info 0x(?P<i>[0-9a-f]+))")
SVM = {"interrupt": "INTR", "io": "IOIO", "hypercall": "VMMCALL", "invalid_guest_state": "INVALID", "err": "INVALID"}
APIC = dict(zip("ID LVR TASKPRI ARBPRI PROCPRI EOI LDR DFR SPIV ICR ICR2 LVTT LVT0 LVTERR TMICT TMCCT TDCR".split(),
                (0x20, 0x30, 0x80, 0x90, 0xa0, 0xb0, 0xd0, 0xe0, 0xf0, 0x300, 0x310, 0x320, 0x350, 0x370, 0x380, 0x390, 0x3e0)))


def reason(text):
    """(is it Intel's, the name in the vendor's manual)"""
    if text.startswith("EXIT_"):
        return False, text[5:]
    if text == text.upper() and not re.match(r"\w+ excp", text):
        return True, text
    read = re.match(r"(read|write)_([cd]r\d+)$", text)
    if read:
        return False, f"{read[2]}_{read[1]}".upper()
    if text.endswith(" excp"):
        return False, "EXCP_" + text[:-5].upper()
    return False, SVM.get(text, text.upper())


def reported(intel, name, old, info1, info2, intr):
    """What the processor reports an exit is about."""
    rw = lambda is_read, what: what + ("_read" if is_read else "_write")
    if not intel:
        for kind in ("CR", "DR"):
            m = re.match(kind + r"(\d+)_(READ|WRITE)$", name)
            if m:
                return f"{kind.lower()}_{m[2].lower()}", int(m[1])
        if name == "CR0_SEL_WRITE":
            return "cr_write", 0
        if name.startswith("EXCP_"):
            return "exception", {"DE": 0, "DB": 1, "BP": 3, "UD": 6, "NM": 7, "GP": 13, "PF": 14, "AC": 17, "MC": 18}[name[5:]]
        if name == "IOIO":
            return rw(info1 & 1, "port"), info1 >> 16 & 0xffff
        if name == "NPF":
            return (rw(not info1 & 2, "mmio"), info2) if info1 & 8 else ("page", info2 & ~0xfff)
        return None
    vector = info2 if old else intr
    if name in ("EXCEPTION_NMI", "EXTERNAL_INTERRUPT") and vector & 1 << 31:
        return ("exception" if name == "EXCEPTION_NMI" else "interrupt"), vector & 0xff
    if name == "IO_INSTRUCTION":
        return rw(info1 & 8, "port"), info1 >> 16 & 0xffff
    if name == "CR_ACCESS":
        kind = info1 >> 4 & 3
        return rw(kind == 1, "cr"), 0 if kind > 1 else info1 & 15
    if name == "DR_ACCESS":
        return rw(not info1 & 16, "dr"), info1 & 7
    if name == "EOI_INDUCED":
        return "interrupt", info1 & 0xff
    if name == "APIC_WRITE":
        return "apic_write", info1 & 0xfff
    return None


def served(event, text, window):
    """What an event of the hypervisor reports it does for the guest."""
    w = text.replace(",", " ").split()
    hexa = lambda t: int(t, 16)
    after = lambda key: hexa(w[w.index(key) + 1])
    if event in ("kvm_msr", "kvm_cr"):
        return w[0], hexa(w[1])
    if event == "kvm_apic":
        return w[0], APIC[w[1][5:]]
    if event == "kvm_pio":
        return w[0].replace("pio", "port"), after("at")
    if event == "kvm_cpuid":
        return "cpuid", after("func")
    if event == "kvm_page_fault":
        return "page", after("address") & ~0xfff
    if event == "kvm_mmio":
        return "mmio_write" if w[1] == "write" else "mmio_read", after("gpa")
    if event == "kvm_fast_mmio":
        return "mmio_write", after("gpa")
    if event == "kvm_hypercall":
        return "hypercall", after("nr")
    if event == "kvm_inj_virq" and window:
        return "interrupt", int(w[1], 0)
    return None


def main():
    open_exits, found, ignored = {}, defaultdict(list), 0
    with open(sys.argv[1], encoding="utf-8", errors="replace") as lines:
        for line in lines:
            m = LINE.match(line)
            if not m:
                continue
            ns = int(m["s"]) * 10**9 + int(m["f"].ljust(9, "0"))
            tid, event, text = int(m["tid"]), m["event"], m["text"]
            if event == "kvm_exit":
                e = EXIT.search(text)
                ignored += tid in open_exits
                intel, name = reason(e["reason"])
                old = e["a"] is not None
                info = [int(e[k] or "0", 16) for k in (("a", "b") if old else ("c", "d"))]
                about = reported(intel, name, old, *info, int(e["i"] or "0", 16))
                open_exits[tid] = [ns, intel, name, about]
            elif event == "kvm_entry" and tid in open_exits:
                begin, intel, name, about = open_exits.pop(tid)
                found[tid, "vmx" if intel else "svm", name, about].append(ns - begin)
            elif tid in open_exits and open_exits[tid][3] is None:
                name = open_exits[tid][2]
                open_exits[tid][3] = served(event, text, name in ("INTERRUPT_WINDOW", "PENDING_INTERRUPT", "VINTR"))
    rows = [{"tid": tid, "isa": isa, "name": name, "count": len(ns), "total": sum(ns), "min": min(ns), "max": max(ns)}
            | ({"subKind": about[0], "subNumber": str(about[1])} if about else {})
            for (tid, isa, name, about), ns in found.items()]
    json.dump({"hosts": [{"exits": rows, "incomplete": ignored + len(open_exits)}]}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
