# SPDX-License-Identifier: EPL-2.0
"""LTTng as the tracer of a recording: one kernel session."""
import re
import shutil

from .commands import must, run
from .words import Failure, last_line, note

NAME, SESSION = "lttng", "hypertrace"


def known_events():
    """The kernel's events that LTTng knows; None if it cannot trace the kernel. Starts the daemon when none runs."""
    if not shutil.which("lttng"):
        return None
    for start_daemon in (False, True):
        if start_daemon and (not shutil.which("lttng-sessiond") or run("lttng-sessiond", "--daemonize").returncode):
            return None
        done = run("lttng", "list", "--kernel")
        if not done.returncode:
            return set(re.findall(r"^\s+(\w+) \(loglevel", done.stdout, re.A | re.M))
    return None


def start(state, options, events):
    if not run("lttng", "destroy", SESSION).returncode:
        note("a session '%s' of LTTng was left over and is ended" % SESSION)
    must("lttng", "create", SESSION, "--output", state["output"], *trace_format())
    must("lttng", "enable-channel", "--kernel", "c0", "--subbuf-size=" + options.buffer, "--num-subbuf=16")
    must("lttng", "enable-event", "--kernel", "--channel=c0", ",".join(events))
    if options.syscalls:
        must("lttng", "enable-event", "--kernel", "--channel=c0", "--syscall", "--all")
    must("lttng", "start", SESSION)


def dump_again():
    """The state of all threads, into the recording that runs: a fork reports one namespace of a new VM's process only."""
    done = run("lttng", "regenerate", "statedump", "--session=" + SESSION)
    if done.returncode:
        note("the containers of new VMs are not recorded: lttng regenerate statedump: " + last_line(done.stdout))


def trace_format():
    """LTTng 2.15 and later write CTF 2 unless asked for CTF 1, which fewer programs read. Older ones do not know the option."""
    options = run("lttng", "create", "--list-options")
    known = not options.returncode and "--trace-format" in options.stdout.split()
    return ["--trace-format=ctf-1.8"] if known else []


def stop(state):
    """May be repeated. @return how many events were discarded, None if not known"""
    done = run("lttng", "stop", SESSION)
    if done.returncode:
        listed = run("lttng", "list", SESSION)
        if listed.returncode:
            note("LTTng has lost the recording, perhaps its daemon has ended: what was written is kept, its end may be missing")
            return None
        if not re.search(r"\[inactive\b", listed.stdout):
            raise Failure("lttng stop: " + last_line(done.stdout))
    return lost(state)


def release(state):
    """After stop; may be repeated."""
    done = run("lttng", "destroy", SESSION)
    if done.returncode and not run("lttng", "list", SESSION).returncode:
        raise Failure("lttng destroy: " + last_line(done.stdout))


def lost(_):
    """How many events were discarded so far; None if not known."""
    counts = re.findall(r"[Dd]iscarded events:\s+(\d{1,18})\b", run("lttng", "list", SESSION).stdout, re.A)
    return sum(map(int, counts)) if counts else None
