# SPDX-License-Identifier: EPL-2.0
"""Other programs: LTTng, trace-cmd, virsh, modinfo."""
import subprocess

from .words import Failure, last_line

SECONDS = 120
NOT_THERE, TOO_SLOW = 127, 124  # as a shell and timeout(1) return it


def run(*command, seconds=SECONDS):
    """@return its status and output, also where it cannot be started or does not end"""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="replace", timeout=seconds)
    except OSError as error:
        return subprocess.CompletedProcess(command, NOT_THERE, "%s: %s" % (command[0], error.strerror))
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, TOO_SLOW, "no end after %d s" % seconds)


def must(*command):
    done = run(*command)
    if done.returncode:
        raise Failure("%s: %s" % (" ".join(command[:3]), last_line(done.stdout)))
    return done.stdout
