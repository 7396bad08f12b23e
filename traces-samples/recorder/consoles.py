# SPDX-License-Identifier: EPL-2.0
"""What the guests' own logs report, for truth: lines of a console and of the kernel's log."""
import re

from recorded import boots_of

CLOCK = "clocksource_done_booting"


def of(value, source):
    return {"value": value, "source": source}


def initcalls_of(lines, levels):
    """The initcalls of the kernel itself in order, by name; the lab's guests load no modules. How long one took is reported only
    from then on that the kernel counts time by a clock: before that it counts ticks, and in emulation it loses many."""
    started, finished, open_ones = [], [], {}
    for line in lines:
        begin = re.search(r"^\[ *(\d+\.\d+)\] calling\s+(\w+)\+\S+ @ \d+", line)
        end = re.search(r"^\[ *(\d+\.\d+)\] initcall (\w+)\+\S+ returned (-?\d+) after \d+ usecs", line)
        if begin:
            started.append(begin.group(2))
            open_ones[begin.group(2)] = float(begin.group(1))
        elif end:
            took = float(end.group(1)) - open_ones.pop(end.group(2), float(end.group(1)))
            finished.append((end.group(2), int(end.group(3)), round(took * 1e6)))
    source = "the guest kernel's log, initcall_debug"
    names = [name for name, _, _ in finished]
    timed = finished[names.index(CLOCK) + 1:] if CLOCK in names else []
    slow = sorted(timed, key=lambda one: -one[2])[:5]
    reported = {"started": of(len(started), source), "finished": of(len(finished), source),
            "first": of(started[0], source), "last": of(started[-1], source),
            "slowestAfter": of(CLOCK, source),
            "failed": of({name: result for name, result, _ in finished if result}, source),
            "slowest": of([{"name": name, "us": us, "level": levels.get(name)} for name, _, us in slow],
                          "the times of the two lines of initcall_debug in the guest kernel's log; level: System.map")}
    if open_ones:
        reported["unfinished"] = of([{"name": name, "level": levels.get(name)} for name in open_ones],
                                source + "; level: System.map")
    return reported


def crash_of(lines):
    """An oops is what stands from its first line on; a warning before it has a call trace, too."""
    text = "\n".join(lines)
    reported = {}
    panic = re.search(r"Kernel panic - not syncing: (.*)", text)
    if panic:
        reported["panic"] = of(panic.group(1).strip(), "console")
    fault = re.search(r"BUG: unable to handle page fault for address: (\w+)", text)
    if not fault:
        return reported
    text = text[fault.start():]
    reported["faultAddress"] = of("0x" + fault.group(1), "console")
    place = re.search(r"RIP: 0010:(\w+)\+0x(\w+)", text)
    reported["function"], reported["offset"] = of(place.group(1), "console"), of("0x" + place.group(2), "console")
    task = re.search(r"CPU: (\d+) PID: (\d+) Comm: (.+?) (?:Not tainted|Tainted)", text)
    reported["cpu"], reported["tid"], reported["task"] = (of(int(task.group(1)), "console"), of(int(task.group(2)), "console"),
                                             of(task.group(3), "console"))
    trace = re.search(r"Call Trace:(.*?)(?:Modules linked|---\[ end|\Z)", text, re.S)
    called = re.findall(r"\]\s+(\w+)\+0x\w+/0x\w+$", trace.group(1), re.M) if trace else []
    reported["callers"] = of(called, "console, call trace, innermost first; functions behind '?' are left out")
    return reported


def first_boot(lines):
    """What stands before the second time that a kernel reports its version."""
    began = [i for i, line in enumerate(lines) if re.search(r"\] Linux version ", line)]
    return lines[:began[1]] if len(began) > 1 else lines


def marks_of(lines):
    marks = [re.match(r"guest: mark (\d+) (.*)", line).groups() for line in lines if line.startswith("guest: mark ")]
    return [{"value": int(value), "text": text} for value, text in marks]


def end_of(lines):
    """How the guest ended, and how long that took, as far as one boot reports."""
    off = [line for line in lines if re.search(r"reboot: (Power down|Restarting system|machine restart)", line)]
    reported = {"ended": of(re.sub(r"^\[.*?\] ", "", off[0]) if off else "by itself" if crash_of(lines) else "not reported", "console")}
    last = [float(line.split()[3]) for line in lines if line.startswith("guest: end after")]
    if off and last:
        reported["shutdownSeconds"] = of(round(float(off[0][1:].split("]")[0]) - last[-1], 2),
                                     "console: from PID 1's last word to the kernel's")
    return reported


def boot_truth(lines, levels):
    """What one boot of several reports."""
    reported = {}
    logged = [int(line.split()[5]) for line in lines if line.startswith("guest: waited for the logger ")]
    if logged:
        reported["waitedForLoggerNs"] = of(logged[0], "console: the guest's CLOCK_MONOTONIC before its application asked and after its answer")
    ready = [float(line.split()[3]) for line in lines if line.startswith("guest: ready after")]
    if ready:
        reported["readySeconds"] = of(ready[0], "console: the guest's /proc/uptime when PID 1 was ready; it may lose ticks")
    if any("calling  " in line for line in lines):
        reported["initcalls"] = initcalls_of(lines, levels)
    if marks_of(lines):
        reported["marks"] = of(marks_of(lines), "console, in this order")
    reported.update(end_of(lines))
    return reported


def wakings_of(lines):
    """Who woke a task after the longest time without a waking, or the only time; flags beside the time report where."""
    by_task = {}
    for line in lines:
        found = re.match(r"\s*(.+)-(\d+)\s+\[\d+\] (\S+)\s+(\d+\.\d+): sched_waking: comm=(\S+) pid=(\d+)", line)
        if found:
            waker = "an interrupt" if found.group(3)[2] in "hHsZz" else found.group(1).strip()
            by_task.setdefault(found.group(5), []).append((float(found.group(4)), waker))
    reported = {}
    for task, wakings in by_task.items():
        gaps = [(after[0] - before[0], after[1]) for before, after in zip(wakings, wakings[1:])]
        reported[task] = {"seconds": round(max(gaps)[0], 2), "by": max(gaps)[1]} if gaps else {"by": wakings[0][1]}
    return reported


def sleeps_of(lines):
    found = [re.match(r"guest: slept (\d+) asked (\d+) took ([\d ]+)$", line) for line in lines]
    return [{"mark": int(one.group(1)), "askedNs": int(one.group(2)), "tookNs": [int(ns) for ns in one.group(3).split()]}
            for one in found if one]


def lockers_of(lines):
    """In the order of the runs, each thread of a run by its name."""
    pattern = (r".*contended: (\S+) took (\d+) times, waited (\d+) ns, longest (\d+) ns, held (\d+) ns, longest (\d+) ns, "
               r"late (\d+) times, (\d+) ns")
    keys = ["times", "waitedNs", "longestWaitNs", "heldNs", "longestHoldNs", "lateHolds", "lateNs"]
    runs = []
    for found in filter(None, (re.match(pattern, line) for line in lines)):
        if not runs or found.group(1) in runs[-1]:
            runs.append({})
        runs[-1][found.group(1)] = dict(zip(keys, map(int, found.groups()[1:])))
    return runs


def requests_of(lines, what, begin, end):
    found = [re.match(r"guest: %s (\d+) %s (\d+) %s (\d+)$" % (what, begin, end), line) for line in lines]
    return [dict(zip(["number", begin + "Ns", end + "Ns"], map(int, one.groups()))) for one in found if one]


def spaces_of(words):
    """@return of links as in /proc/PID/ns the number of each namespace by its kind"""
    return {kind: int(number) for kind, number in (re.fullmatch(r"(\w+):\[(\d+)\]", word).groups() for word in words)}


def clocks_truth(lines):
    """What the lab's own programs and the contended lock report by the guest's own clock."""
    reported = {}
    sleeps = sleeps_of(lines)
    if sleeps:
        reported["sleeps"] = of(sleeps, "console: what the guest's CLOCK_MONOTONIC reported before and after each sleep")
    lockers = lockers_of(dict.fromkeys(lines))  # each once: the console may have what the kernel's log has
    if lockers:
        reported["lockers"] = of(lockers, "the guest kernel's log: what each holder of the lock counted, by ktime_get(); a late hold took "
                                      "2 ms more than asked")
    events = {line.split()[3]: int(line.split()[4]) for line in lines if line.startswith("guest: lock event ")}
    if events:
        reported["lockEvents"] = of(events, "console: the guest kernel's lock_event_counts since its start")
    containers = {line.split()[2]: spaces_of(line.split()[3:]) for line in lines if line.startswith("guest: container ")}
    if containers:
        reported["containers"] = of(containers, "console: /proc/self/ns of a process in each, and of PID 1 (none)")
    spins = [line.split()[2:] for line in lines if line.startswith("guest: spin ")]
    if spins:
        reported["spins"] = of([[int(ns) for ns in words[2:]] for words in spins],
                               "console: how long the same work took on each vCPU by the guest's CLOCK_MONOTONIC, each time")
    asked = requests_of(lines, "asked", "sent", "answered")
    if asked:
        reported["requests"] = of(asked, "console: the client's CLOCK_MONOTONIC before sending and after receiving")
    served = requests_of(lines, "served", "received", "answered")
    if served:
        reported["served"] = of(served, "console: the server's CLOCK_MONOTONIC after receiving and before answering")
    return reported


def guest_truth(lines, levels):
    reported = clocks_truth(lines)
    if any("calling  " in line for line in lines):
        reported["initcalls"] = initcalls_of(first_boot(lines), levels)
    boots = sum(line.startswith("guest: ready after") for line in lines)
    if boots > 1:
        reported["boots"] = of(boots, "console: PID 1 was ready that often")
        reported["eachBoot"] = [boot_truth(boot, levels) for boot in boots_of(lines)]
    if marks_of(lines):
        reported["marks"] = of(marks_of(lines), "console, in this order")
    statuses = [found.groups() for line in lines if (found := re.match(r"guest: in rings (\d+)(?:, events (\d+))?$", line))]
    if statuses:
        in_rings, sent = statuses[-1]
        reported["inRings"] = of(int(in_rings), "console: the tracer's status then, the guest's records and the host's")
        if sent:
            reported["sent"] = of(int(sent), "console: the tracer's status then, its events in rings and by hypercall")
    waits = [int(line.split()[4]) / 100 for line in lines if re.match(r"guest: request \d+ waited", line)]
    if waits:
        reported["waitedSeconds"] = of(waits, "console: how long the application waited for each request, by /proc/uptime")
    crash = crash_of(lines)
    if crash:
        reported["crash"] = crash
    asked = dict(re.findall(r"scenario\.(\w+)=(\d+)", "\n".join(lines)))
    if asked:
        reported["asked"] = of({key: int(value) for key, value in asked.items()}, "the kernel's command line in the guest's log")
    bursts = [int(line.split()[-1]) for line in lines if line.startswith("guest: burst ")]
    if bursts:
        reported["bursts"] = of(bursts, "console: dd reads and writes that often, in this order")
    phases = {name: int(times) for line in lines for name, times in re.findall(r"^guest: phase (\S+) (\d+)", line)}
    if phases:
        reported["phases"] = of(phases, "console: what was done in this order, each at least that often")
    if boots <= 1:  # else each boot has its own end
        reported.update(end_of(lines))
    devices = [found.groups() for line in lines if (found := re.search(r"^\[.*?\] (.+) (\S+): shutdown$", line))]
    if devices:
        reported["devices"] = of([{"driver": driver, "name": name} for driver, name in devices],
                             "the guest kernel's console at the end, initcall_debug, in this order")
    processes = [line.split() for line in lines if line.startswith("guest: process ")]
    if processes:
        reported["services"] = of([{"pid": int(words[2]), "name": words[3], "status": int(words[6])} for words in processes],
                              "console: what PID 1 waited for, in this order, with the shell's status of it; above 128: 128 and "
                              "the signal")
    return reported
