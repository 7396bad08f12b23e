# SPDX-License-Identifier: EPL-2.0
"""trace-cmd as the tracer of a recording, where LTTng is missing."""
import os
import signal
import subprocess
import time

from . import vms
from .profiles import FTRACE
from .words import Failure, note

NAME = "trace-cmd"
SECONDS_TO_START = 2
SECONDS_TO_END = 60  # it joins what it has written for each CPU


def start(state, _, __):
    command = ["trace-cmd", "record", "-o", os.path.join(state["output"], "trace.dat")]
    for event in FTRACE:
        if os.path.isdir("/sys/kernel/tracing/events/" + event.replace(":", "/")):
            command += ["-e", event]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    state["process"] = {"pid": process.pid, "started": vms.started(process.pid)}
    try:
        status = process.wait(SECONDS_TO_START)
    except subprocess.TimeoutExpired:
        return
    raise Failure("trace-cmd ended at once, status %d; next: run it by hand: %s" % (status, " ".join(command)))


def dump_again():
    """It has no state dump."""


def stop(state):
    """May be repeated. @return None: how many events were lost is not known"""
    if not vms.runs(state.get("process")):
        note("trace-cmd has ended by itself: what it has written is kept")
        return None
    os.kill(state["process"]["pid"], signal.SIGINT)
    for _ in range(int(SECONDS_TO_END * 10)):  # not our child: the one that started it has ended
        if not vms.runs(state["process"]):
            return None
        time.sleep(0.1)
    raise Failure("trace-cmd does not end within %d s" % SECONDS_TO_END)


def release(state):
    if vms.runs(state.get("process")):
        os.kill(state["process"]["pid"], signal.SIGINT)


def lost(_):
    return None
