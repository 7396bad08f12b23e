#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""The critical path across the boundary of the virtual machine, computed from a host's trace a second time: an oracle.

Whom or what did a participant wait for, instant by instant? The path is on whom one reaches from the subject by going, from each
that sleeps then, to the one that ended that sleep; what that one is in then is the segment. Segments tile the window.

  host.py        threads and vCPUs of the host, and who does something on a CPU
  machines.py    VMs, their vCPUs and mates, the words of their guests
  guest.py       threads and boots of one guest, and who does something on a vCPU
  injections.py  interrupts that are inferred, since when they were due, who raised them
  walk.py        the path; segments.py: merged, summed, as text; naive.py: the same at one instant
  subjects.py    whose path, in which window
  invariants.py  what must hold of every path

A segment is `begin end KEY;KEY;… phase/state BY`; the hash of a path is that of these lines. See participants.py for keys.
"""
import argparse
import contextlib
import gc
import hashlib
import itertools
import json
import os
import sys
import tarfile
import tempfile

from path import subjects
from path.gather import load
from path.invariants import check
from path.segments import Segments
from path.walk import Walk


def subject_parser():
    p = argparse.ArgumentParser(prog="SUBJECT", add_help=False)
    p.add_argument("--thread", metavar="TID|NAME[@BOOT]")
    p.add_argument("--host-thread", type=int, metavar="TID")
    p.add_argument("--vcpu", type=int, metavar="N")
    p.add_argument("--boot", type=int, metavar="N")
    p.add_argument("--initcall", metavar="NAME|0xADDRESS")
    p.add_argument("--step", metavar="NAME")
    p.add_argument("--mark", type=int, metavar="N")
    p.add_argument("--marks", type=int, nargs=2, metavar="N")
    p.add_argument("--vm", metavar="NAME|PID")
    p.add_argument("--awaits", metavar="VM:N", help="until VM sets mark N the path is that of the thread that sets it")
    p.add_argument("--from", dest="start", type=int)
    p.add_argument("--to", type=int)
    p.add_argument("--guest-only", action="store_true", help="what the guest alone could know")
    p.add_argument("--activations", action="store_true", help="a loop of the VMM did what it was woken for")
    return p


def parts(host, options):
    """The subject, and whose path is asked for in which windows, one after the other."""
    x, begin, end, awaited = subjects.find(host, options)
    return x, [(x, begin, end)] if awaited is None else [(awaited[0], begin, awaited[1]), (x, awaited[1], end)]


def path(host, options):
    """The subject and its segments."""
    x, windows = parts(host, options)
    walk = Walk(host, options.guest_only, options.activations)
    found = [walk.path(*window) for window in windows]
    if len(found) == 1:
        return x, found[0]
    return x, Segments([row for f in found for row in f.rows], windows[0][1], windows[-1][2], sum(f.contradictions for f in found),
                       [hop for f in found for hop in f.hops])


def answer(host, text, lines=False):
    """What the path of one subject, options as text, is made of."""
    x, segments = path(host, subject_parser().parse_args(text.split()))
    row = {"subject": x.key(), "name": x.shown(), **segments.figures()}
    return row | ({"path": list(segments.lines())} if lines else {})


def of(hosts, text, ask):
    """Asks the first host that has the subject."""
    for host in hosts:
        try:
            return ask(host)
        except subjects.NoSuchSubject as e:
            missing = e
    sys.exit(f"{text}: {missing}")


def count(host):
    """How many events the trace has; where some are lost, there is a mark besides."""
    return len(host.events) - len(host.losses)


def broken(host, text, instants):
    """What does not hold of the path of a subject, as sentences."""
    options = subject_parser().parse_args(text.split())
    return [f"{text}: {w}" for window in parts(host, options)[1]
            for w in check(host, *window, options.guest_only, options.activations, instants=instants)]


def compare(golden, host, name):
    """Every golden figure of the sample's subjects that is not found."""
    rows = []
    for text, expected in golden["subjects"].items():
        found = answer(host, text, "path" in expected)
        different = {k: [v, found.get(k)] for k, v in expected.items() if v != found.get(k)}
        if "path" in different:                     # long; the first line that differs is enough
            different["path"] = next(([a, b] for a, b in itertools.zip_longest(*different["path"]) if a != b), None)
        rows.append({"subject": text, "equal": not different, "different": different})
    return {"sample": name, "events": count(host), "equal": sum(r["equal"] for r in rows), "of": len(rows),
            "different": [r for r in rows if not r["equal"]]}


def opened(stack, trace, golden):
    """The folder of a kernel trace; an archive is unpacked, and must be the one that the golden figures are of."""
    if not trace.endswith(".tar.xz"):
        return trace
    name = os.path.basename(trace)[:-len(".tar.xz")]
    with open(trace, "rb") as archive:
        if name in golden and hashlib.sha256(archive.read()).hexdigest() != golden[name]["archive"]:
            sys.exit(f"{trace} is not the sample that the golden figures are of")
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    with tarfile.open(trace) as archive:
        archive.extractall(folder, filter="data")
    return os.path.join(folder, name, "kernel")


def main():
    parser = argparse.ArgumentParser(description="Critical paths in KVM host traces, as JSON.", epilog="A SUBJECT is one argument, as '--vm web-1 "
                                     "--boot 1': " + subject_parser().format_usage()[len("usage: SUBJECT "):])
    parser.add_argument("what", nargs="+", metavar="TRACE|SUBJECT", help="CTF folder of one host's kernel trace, or a sample's archive; "
                        "several hosts one after the other; then subjects")
    parser.add_argument("--path", action="store_true", help="with every segment")
    parser.add_argument("--check", metavar="GOLDEN", help="compares all subjects of that sample with golden figures; status 1 if they differ")
    parser.add_argument("--invariants", type=int, metavar="N", help="checks what must hold of each path, at N random instants, too")
    parser.add_argument("--without", default="", metavar="NAME,…", help="as if events of that name, or words of that number, were missing")
    options = parser.parse_args()
    gc.disable()                                    # nothing is given back before the end
    traces, asked = [w for w in options.what if not w.startswith("--")], [w for w in options.what if w.startswith("--")]
    if not traces:
        parser.error("no trace")
    golden = {}
    if options.check:
        with open(options.check, encoding="utf-8") as text:
            golden = json.load(text)["samples"]
    with contextlib.ExitStack() as stack:
        folders = [opened(stack, trace, golden) for trace in traces]
        hosts = [load(folder, len(folders) > 1, options.without.split(",")) for folder in folders]
        names = [os.path.basename(os.path.dirname(os.path.abspath(folder))) for folder in folders]
    wrong, answers = False, [{"host": host.name, "events": count(host)} for host in hosts]
    for host, name, row in zip(hosts, names, answers):
        if name in golden:
            row |= compare(golden[name], host, name)
            wrong |= row["equal"] < row["of"]
    if options.invariants is not None:
        asked = asked or [text for name in names if name in golden for text in golden[name]["subjects"]]
        answers[0] |= {"checked": len(asked), "broken": [w for text in asked for w in of(hosts, text, lambda h: broken(h, text, options.invariants))]}
        wrong |= bool(answers[0]["broken"])
    else:
        answers[0]["paths"] = [of(hosts, text, lambda host: answer(host, text, options.path)) for text in asked]
    print(json.dumps({"hosts": answers}, indent=1, ensure_ascii=False))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
