#!/usr/bin/env python3
"""stretched.py make|pack SAMPLE BOOT IN [COUNT] | check SAMPLE BOOT IN OUT COMMAND [COUNT]: real recordings with known differences, for releng/fleet/check.

SAMPLE is an unpacked sample of one VM, BOOT the JSON of its report boot, IN the folder of the recordings that are made of it. Each is the sample
some hours later. Each span between two instants of its boot (begins and ends of stages, levels, initcalls and preemptions) is longer by a random
part of up to 6 %, uniformly, from a fixed seed. COUNT of each build are made (default 100): base; slow, in which an initcall takes 8 % more; busy, in which each preemption of
the vCPU at level device takes 2 ms more; none. Each tenth is an archive, the others are folders. Besides there are five broken archives and an endless recording: stop IN MARK
stops the process that reads it.
The build stands in the manifest, the host in the path, and the rack in the table IN.csv. make prints what StretchedTrace writes, a line per
recording; then pack makes the archives.
check compares OUT, the results of the fleet, with what follows from the instants, and with COMMAND, releng/hypertrace.
"""
import contextlib
import csv
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time

SEED = 2611
BUILDS = ("base", "slow", "busy", "none")
JITTER = 0.06
SLOWER = 0.08
BURST = 2_000_000
LEVEL = "device"
# the last of all: whoever kills a process before does not kill one that is stopped
ENDLESS = "host-b/endless"
BROKEN = ("half", "head", "empty", "bit", "text")


class Sample:
    """The instants of the sample's boot, ns of its clock."""

    def __init__(self, folder, boot, count):
        self.folder = folder
        self.count = count
        metadata = open(os.path.join(folder, "kernel", "metadata"), "rb").read()
        self.offset = int(re.search(rb"\toffset = (\d+);", metadata).group(1))
        assert b"freq = 1000000000;" in metadata
        vm, = json.load(open(boot))["hosts"][0]["vms"]
        boot, = vm["boots"]
        begin, end = self.span(boot)
        self.boot = begin, begin + boot["duration"]
        self.parts = {"level": [], "initcall": [], "phase": []}
        for kind, name in ("level", "levels"), ("initcall", "initcalls"), ("phase", "stages"):
            self.parts[kind] = [(part["name"], *self.span(part)) for part in boot[name] if "end" in part]
        self.preempted = self.preemptions(json.load(open(os.path.join(folder, "hypertrace.json")))["vms"][0]["vcpus"])
        first, last = next(span for name, *span in self.parts["level"] if name == LEVEL)
        self.burst = [one for one in self.preempted if first < one[0] and one[1] < last]
        # the longest at this level that is the guest's own, and was not hit
        own = {(call["name"], call["begin"]): call["states"]["guest"] for call in boot["initcalls"] if "end" in call and call.get("level") == LEVEL}
        self.slow = max(((name, first, last) for name, first, last in self.parts["initcall"]
                         if own.get((name, first + self.offset), 0) > 0.9 * (last - first) and not self.hits(first, last)), key=lambda one: one[2] - one[1])
        instants = {begin, end, self.boot[1]}
        for part in (one for all in self.parts.values() for one in all):
            instants.update(part[1:])
        for one in self.preempted:
            instants.update(one)
        self.instants = sorted(one for one in instants if begin <= one <= end)

    def span(self, part):
        return part["begin"] - self.offset, part["end"] - self.offset

    def hits(self, first, last):
        return any(begin < last and first < end for begin, end in self.burst)

    def preemptions(self, vcpus):
        """From when a vCPU's thread loses its processor although it could run, until it has one again."""
        text = subprocess.run(["babeltrace2", "--clock-cycles", "--no-delta", os.path.join(self.folder, "kernel")], check=True, capture_output=True, text=True).stdout
        found, begin = [], {}
        for line in text.splitlines():
            switch = re.match(r"\[0*(\d+)\].* sched_switch: .*prev_tid = (\d+),.*prev_state = (-?\d+),.*next_tid = (\d+)", line)
            if switch:
                time, out, state, to = map(int, switch.groups())
                if to in begin:
                    found.append((begin.pop(to), time))
                if out in vcpus and state & 0xff == 0:
                    begin[out] = time
        return found

    def recordings(self):
        """The path of each in IN, and what it is."""
        for number in range(len(BUILDS) * self.count):
            archive = number // len(BUILDS) % 10 == 0
            yield number, "host-%s/%03d%s" % ("ab"[number // len(BUILDS) % 2], number, ".tar.xz" if archive else ""), BUILDS[number % len(BUILDS)]

    def moved(self, number, build):
        """Where each instant comes to."""
        chance = random.Random(SEED * 1000 + number)
        later = {self.instants[0]: self.instants[0] + number * 3_600_000_000_000}
        for begin, end in zip(self.instants, self.instants[1:]):
            length = end - begin
            more = int(length * JITTER * chance.random())
            if build == "slow" and self.slow[1] <= begin and end <= self.slow[2]:
                more += int(length * SLOWER)
            if build == "busy" and (begin, end) in self.burst:
                more += BURST
            later[end] = later[begin] + length + more
        return later


def make(sample, into):
    work = into + ".archives"
    table = csv.writer(open(into + ".csv", "w"))
    table.writerow(["recording", "rack"])
    for number, name, build in sample.recordings():
        archive = name.endswith(".tar.xz")
        folder = os.path.join(work if archive else into, name.removesuffix(".tar.xz"))
        os.makedirs(os.path.join(folder, "symbols"))
        os.link(os.path.join(sample.folder, "symbols", "System.map"), os.path.join(folder, "symbols", "System.map"))
        manifest = json.load(open(os.path.join(sample.folder, "hypertrace.json")))
        manifest["labels"] = {"build": build}
        json.dump(manifest, open(os.path.join(folder, "hypertrace.json"), "w"))
        table.writerow([name, "r%d" % (number % 3)])
        print(os.path.join(folder, "kernel"), *("%d:%d" % pair for pair in sample.moved(number, build).items()))


def pack(sample, into):
    work = into + ".archives"
    for _, name, _ in sample.recordings():
        if name.endswith(".tar.xz"):
            os.makedirs(os.path.dirname(os.path.join(into, name)), exist_ok=True)
            with tarfile.open(os.path.join(into, name), "w:xz", preset=0) as archive:
                archive.add(os.path.join(work, name.removesuffix(".tar.xz")), os.path.basename(name).removesuffix(".tar.xz"))
    shutil.rmtree(work)
    whole = open(os.path.join(into, "host-a/000.tar.xz"), "rb").read()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    text = os.path.join(into, "text")
    open(text, "w").write("no trace\n")
    with tarfile.open(os.path.join(into, "host-a/broken-text.tar.xz"), "w:xz") as archive:
        archive.add(text, "text")
    os.remove(text)
    for name, content in ("half", whole[:len(whole) // 2]), ("head", whole[:10]), ("empty", b""), ("bit", bytes(flipped)):
        open(os.path.join(into, "host-a/broken-%s.tar.xz" % name), "wb").write(content)
    # not the content of another one, whose answer would be kept
    endless = os.path.join(into, ENDLESS)
    shutil.copytree(os.path.join(into, "host-a/008"), endless)
    open(os.path.join(endless, "endless"), "w").write("\n")


def stop(into, mark):
    """Stops the process that reads the endless recording: the first whose command line has the mark, and who opens a file in it."""
    endless = os.path.join(into, ENDLESS) + "/"
    while True:
        served = []
        for name in glob.glob("/proc/[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = open(name, "rb").read().split(b"\0")
                if b"serve" in words and any(mark.encode() in word for word in words):
                    served.append(name.split("/")[2])
        for _ in range(50):
            for pid in served:
                with contextlib.suppress(OSError):
                    for descriptor in os.listdir("/proc/%s/fd" % pid):
                        with contextlib.suppress(OSError):
                            if os.readlink("/proc/%s/fd/%s" % (pid, descriptor)).startswith(endless):
                                os.kill(int(pid), signal.SIGSTOP)
                                return
            time.sleep(0.02)


def rows(out, name):
    return [row for part in glob.glob(os.path.join(out, "csv", name, "*.csv")) for row in csv.DictReader(open(part))]


def check(sample, into, out, command):
    expected = {os.path.join(into, name): (number, build) for number, name, build in sample.recordings()}
    broken = [os.path.join(into, "host-a/broken-%s.tar.xz" % name) for name in BROKEN]
    endless = os.path.join(into, ENDLESS)
    recordings = {row["recording"]: row for row in rows(out, "recordings")}
    assert set(recordings) == set(expected) | set(broken) | {endless}, sorted(recordings)
    for path, (number, build) in expected.items():
        row = recordings[path]
        assert (row["problem"], row["label_build"], row["label_host"], row["label_rack"]) == ("", build, path.split("/")[-2][-1], "r%d" % (number % 3)), row
    assert recordings[endless]["problem"].startswith("The analysis took more than its limit"), recordings[endless]
    assert all(recordings[path]["problem"] for path in broken), recordings

    # figures are what follows from where the instants come to, to the nanosecond
    moved = {path: sample.moved(*one) for path, one in expected.items()}
    for kind, parts in list(sample.parts.items()) + [("boot", [("boot", *sample.boot)])]:
        found = {}
        for row in rows(out, "figures/kind=" + kind):
            found.setdefault(row["recording"], []).append((row["name"], int(row["begin"]), int(row["ns"])))
        for path, to in moved.items():
            wanted = sorted((name, to[begin] + sample.offset, to[end] - to[begin]) for name, begin, end in parts)
            assert sorted(found[path]) == wanted, (kind, path, set(found[path]) ^ set(wanted))
        assert set(found) == set(expected), kind
    states = {row["recording"]: int(row["ns"]) for row in rows(out, "figures/kind=host-state") if row["name"] == "preempted"}
    inside = [one for one in sample.preempted if any(begin <= one[0] and one[1] <= end for _, begin, end in sample.parts["level"])]
    for path, to in moved.items():
        assert states[path] == sum(to[end] - to[begin] for begin, end in inside), path

    # each made difference is named first for its label, and besides it only what contains it or was hit by it
    page = json.load(open(os.path.join(out, "page.json")))
    by = {}
    for one in page["differences"]:
        by.setdefault((one["label"], one["found"]["of"]), []).append(one)
    assert set(by) == {("build", "slow"), ("build", "busy")}, {key: [one["key"] for one in all] for key, all in by.items()}
    names = {key: [(one["key"]["kind"], one["key"]["name"]) for one in all] for key, all in by.items()}
    first, last = sample.slow[1:]
    around = [("level", LEVEL), ("boot", "boot"), ("vm", "lifetime"), ("host-state", "guest"), ("path-class", "boot: work")] + [("phase", name) for name, begin, end in sample.parts["phase"] if begin <= first and last <= end]
    slow = names["build", "slow"]
    assert slow[0] == ("initcall", sample.slow[0]), slow
    assert set(slow[1:]) <= set(around), slow
    hit = [(kind, name) for kind, parts in sample.parts.items() for name, begin, end in parts if sample.hits(begin, end)]
    busy = names["build", "busy"]
    assert busy[0] == ("host-state", "preempted"), busy
    assert set(busy[1:]) <= set(hit + [("boot", "boot"), ("vm", "lifetime"), ("path-class", "boot: preempted")]), busy
    assert all(one["corrected"] <= 0.01 for one in page["differences"]), page["differences"]
    for first, *consequences in by.values():
        assert "causeOf" not in first and all(one["causeOf"] == first["key"] for one in consequences), (first, consequences)

    # the answers are those of the single commands
    keys = {}
    for part in glob.glob(os.path.join(out, "index", "part-*")):
        for line in open(part):
            one = json.loads(line)
            keys[one["recording"]] = one.get("key")
    for path in sorted(expected)[::max(1, len(expected) // 8)] + broken:
        report, = json.load(open(os.path.join(out, "results", keys[path] + ".json")))["reports"]
        alone = subprocess.run([command, "-o", "boot", "--quiet", "--format", "json", path], capture_output=True, text=True)
        assert (report["status"], report.get("json", "")) == (alone.returncode, alone.stdout), path
        assert "error" not in report or "hypertrace: " + report["error"] in alone.stderr.splitlines(), (report, alone.stderr)
    print("%d recordings; %d instants each; %s takes 8 %% more in slow; %d preemptions in busy" % (len(recordings), len(sample.instants), sample.slow[0], len(sample.burst)))
    print("slow: %s" % ", ".join(map(" ".join, slow)))
    print("busy: %s" % ", ".join(map(" ".join, busy)))


if __name__ == "__main__":
    if sys.argv[1] == "stop":
        stop(*sys.argv[2:])
        sys.exit()
    mode, folder, boot, into = sys.argv[1:5]
    rest = sys.argv[5:]
    sample = Sample(folder, boot, int(rest.pop()) if rest and rest[-1].isdigit() else 100)
    if mode == "check":
        check(sample, into, *rest)
    else:
        (make if mode == "make" else pack)(sample, into)
