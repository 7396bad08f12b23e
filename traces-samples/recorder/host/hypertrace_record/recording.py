# SPDX-License-Identifier: EPL-2.0
"""Start, stop, and what is between them. Whatever fails in stop, and when, stop can be repeated: the manifest is written
first, what is done is kept in the state, and the state is forgotten last."""
import contextlib
import copy
import os
import shutil
import subprocess
import sys
import time

from . import additions, files, limits, lttng, manifest, state as states, trace_cmd, vms
from .check import check
from .words import Failure, note, say

LOOK_FOR_LOST = 10  # seconds: asking LTTng is work for the host
TRACERS = {tracer.NAME: tracer for tracer in (lttng, trace_cmd)}
AGAIN = "hypertrace-record stop"


def tracer_of(state):
    return TRACERS[state["tracer"]]


def start(options, program):
    if states.exists():
        raise Failure("a recording runs already, or was not finished; next: " + AGAIN)
    if options.maxSize and not options.watch:
        raise Failure("--max-size needs somebody who looks; next: leave --watch 0 out")
    events = check(options.profile, options.without.split(","), [event for event in options.also.split(",") if event])
    with states.locked():
        if states.exists():
            raise Failure("another recording was started at the same time")
        state = begin(options, events)
    if options.watch:
        watch_in_background(options.watch, program)
    note("recording %s to %s" % (options.profile, state["output"]))


def watch_in_background(seconds, program):
    subprocess.Popen([sys.executable, program, "watch", str(seconds)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                     start_new_session=True,
                     # one who waits for the end of a pipe must not wait for the end of the recording
                     stderr=None if sys.stderr.isatty() else subprocess.DEVNULL)


def begin(options, events):
    who = vms.users(options.user)
    output = files.new_folder(options.output or time.strftime("hypertrace-%Y%m%d-%H%M%S"), {0, os.geteuid(), *vms.caller()})
    state = {"output": output, "profile": options.profile, "tracer": (lttng if events else trace_cmd).NAME,
             "users": who, "others": [], "vms": [], "maxSize": options.maxSize, "done": []}
    try:
        if limits.free(output) < limits.LEAST_FREE:
            raise Failure("less than %d %% of the disk of '%s' is free; next: choose another with -o" % (limits.LEAST_FREE, output))
        states.save(state)  # before the tracer: whatever comes in between, stop ends it
        tracer_of(state).start(state, options, events)
        vms.note_all(state)
        states.save(state)
        return state
    except BaseException:
        abandon(state)
        raise


def abandon(state):
    """Of a recording that did not begin nothing is left, unless its tracer does not end: stop tries that again."""
    try:
        tracer_of(state).release(state)
    except Failure as failure:
        note("%s; next: %s" % (failure, AGAIN))
        return
    shutil.rmtree(state["output"], ignore_errors=True)
    if states.exists():
        states.forget()


def end_tracing(state, why=None):
    """Ends the tracer and keeps what it has written. @param why a limit, None if it was asked for"""
    vms.note_all(state)
    with contextlib.suppress(OSError):  # a full disk must not keep the tracer from ending; the second time counts
        manifest.write(state)
    lost = tracer_of(state).stop(state)
    state["stopped"] = {"at": time.strftime("%Y-%m-%d %H:%M:%S"), "why": why, "lost": lost}
    states.save(state)
    manifest.write(state)


def watch(seconds):
    """Every second the limits; new VMs every so many seconds; from time to time whether events were discarded."""
    due = {"vms": 0, "lost": time.monotonic() + LOOK_FOR_LOST}
    reported = None
    with states.locked():
        if states.exists():
            states.save({**states.load(), "watcher": {"pid": os.getpid(), "started": vms.started(os.getpid())}})
    while True:
        with states.locked():
            if not states.exists():
                return
            state = states.load()
            if "stopped" in state:
                return
            try:
                look(state, due, seconds)
            except (Failure, OSError) as error:
                if str(error) != reported:
                    note("%s; it is tried again" % error)
                reported = str(error)
        time.sleep(min(seconds, 1))


def look(state, due, seconds):
    before, now = copy.deepcopy(state), time.monotonic()
    why = limits.reached(state)
    if why:
        end_tracing(state, why)
        note("the recording is stopped: %s; next: %s" % (why, AGAIN))
        return
    if now >= due["vms"]:
        due["vms"] = now + seconds
        note_vms(state)
    if now >= due["lost"]:
        due["lost"] = now + LOOK_FOR_LOST
        note_lost(state)
    if state != before:
        states.save(state)


def note_vms(state):
    known = len(state["vms"])
    vms.note_all(state)
    if len(state["vms"]) > known:
        tracer_of(state).dump_again()


def note_lost(state):
    discarded = tracer_of(state).lost(state)
    if discarded and discarded > state.get("lost", 0):
        state.setdefault("lostSince", time.strftime("%H:%M:%S"))
        state["lost"] = discarded
        note(lost_words(discarded, state))


def lost_words(discarded, state):
    since = ", noticed at %s" % state["lostSince"] if "lostSince" in state else ""
    return ("%d events were discarded%s; next: record again with a larger --buffer or a smaller --profile" % (discarded, since))


def status():
    """What is recorded now."""
    state = states.load()
    ended = state.get("stopped")
    discarded = ended["lost"] if ended else tracer_of(state).lost(state)
    say("%s %s with %s to %s"
        % ("stopped, not finished:" if ended else "recording", state["profile"], state["tracer"], state["output"]))
    if ended:
        say("stopped at %s: %s; next: %s" % (ended["at"], ended["why"] or "by 'stop'", AGAIN))
    elif not vms.runs(state.get("watcher")):
        say("nothing looks for VMs, nor stops the recording when it is large or the disk is full")
    if os.path.isdir(state["output"]):
        say("%s written, %d %% of the disk is free" % (limits.words(files.size(state["output"])), limits.free(state["output"])))
    say("VMs: " + (", ".join(vm["name"] for vm in state["vms"]) or "none yet"))
    say("how many events are discarded is not known" if discarded is None else
        lost_words(discarded, state) if discarded else "no event was discarded")


def seen():
    """Notes the VMs that run now. @return them"""
    if not states.exists():
        state = {"vms": [], "others": [], "users": vms.users()}
        vms.note_all(state)
    else:
        with states.locked():
            state = states.load()
            if "stopped" not in state:
                note_vms(state)
                states.save(state)
    return [vm for vm in state["vms"] if vms.runs(vm)]


def stop(options):
    states.load()  # fails when none runs
    with states.locked():
        state = states.load()
        if not os.path.isdir(state["output"]):
            tracer_of(state).release(state)
            states.forget()
            raise Failure("'%s' is gone: nothing is recorded any more, and nothing was kept" % state["output"])
        if "stopped" not in state:
            end_tracing(state)
        tracer_of(state).release(state)
        missing = add(state, "--symbols", options.symbols, additions.add_symbols)
        missing += add(state, "--guest-trace", options.guest_trace, additions.add_guest_trace)
        missing += add(state, "--ring", options.ring, additions.add_ring)
        missing += add(state, "--role", options.role, additions.add_role)
        missing += add(state, "--group", options.group, additions.add_group)
        manifest.write(state)
        if missing:
            raise Failure("'%s' is stopped and whole but for what failed; next: %s, with these options again or without"
                          % (state["output"], AGAIN))
        states.forget()
    report(state)


def add(state, option, given, adder):
    """@return how many could not be added; those that were are not added again when stop is repeated"""
    missing = 0
    for word in given:
        if [option, word] in state["done"]:
            continue
        try:
            adder(state, word)
            state["done"].append([option, word])
            states.save(state)
        except (Failure, OSError, RecursionError) as error:
            missing += 1
            note("%s %s: %s" % (option, word, error))
    return missing


def report(state):
    ended = state["stopped"]
    if ended["why"]:
        note("it was stopped at %s: %s" % (ended["at"], ended["why"]))
    if ended["lost"]:
        note(lost_words(ended["lost"], state))
    if not state["vms"]:
        note("no VM was seen: only QEMU with -name NAME,debug-threads=on is recognized, while it runs; VMs of other users "
             "need start --user")
    note("recorded %s, %s" % (state["output"], ", ".join(vm["name"] for vm in state["vms"]) or "no VM"))
