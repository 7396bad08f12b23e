# SPDX-License-Identifier: EPL-2.0
"""What crosscheck and truth read of a sample: its manifest, the files that it names, the guests' own logs."""
import json
import os


def manifest_of(recording):
    with open(os.path.join(recording, "hypertrace.json")) as file:
        return json.load(file)


def inside(folder, name):
    """@return the real path of what a manifest names, which lies within the folder"""
    real, path = os.path.realpath(folder), os.path.realpath(os.path.join(folder, name))
    if os.path.commonpath([real, path]) != real or not os.path.exists(path):
        raise ValueError("there is no '%s' within '%s'" % (name, folder))
    return path


def log_of(sample, name):
    """The lines of a guest's console, and of the kernel's own log if PID 1 has sent it in the end."""
    lines = []
    for log in ("console-%s.log", "report-%s.log"):
        path = os.path.join(sample, log % name.replace("/", "_"))
        if os.path.exists(path):
            with open(path, errors="replace") as file:
                lines += file.read().splitlines()
    return lines


def run(program, main):
    """@param main returns the status; what a damaged recording leads to is one sentence"""
    try:
        return main()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return "%s: the recording cannot be used: %s: %s" % (program, type(error).__name__, str(error)[:200])
