# SPDX-License-Identifier: EPL-2.0
"""What crosscheck and truth read of a sample: its manifest, the files that it names, the guests' own logs."""
import json
import os
import re


def manifest_of(recording):
    with open(os.path.join(recording, "hypertrace.json")) as file:
        return json.load(file)


def inside(folder, name):
    """@return the real path of what a manifest names, which lies within the folder"""
    real, path = os.path.realpath(folder), os.path.realpath(os.path.join(folder, name))
    if os.path.commonpath([real, path]) != real or not os.path.exists(path):
        raise ValueError("there is no '%s' within '%s'" % (name, folder))
    return path


def logs_of(sample, recording):
    """@return the folder with the guests' logs: of many guests they are packed with the recording"""
    packed = os.path.join(recording, "logs")
    return packed if os.path.isdir(packed) else sample


def log_of(sample, name):
    """The lines of a guest's console, and of the kernel's own log if PID 1 has sent it in the end."""
    lines = []
    for log in ("console-%s.log", "report-%s.log"):
        path = os.path.join(sample, log % name.replace("/", "_"))
        if os.path.exists(path):
            with open(path, errors="replace") as file:
                lines += file.read().splitlines()
    return lines


def boots_of(lines):
    """The lines of each boot, the console's before those of the kernel's own log. On the console one ends with the kernel's
    word of its restart, or after a panic when PID 1 is ready again; in the log each begins with the kernel's version."""
    versions = [i for i, line in enumerate(lines) if re.search(r"\] Linux version ", line)]
    console, log = lines[:versions[0]] if versions else lines, [lines[a:b] for a, b in zip(versions, versions[1:] + [None])]
    boots, over, panicked = [[]], False, False
    for line in console:
        ends = re.search(r"reboot: (Restarting system|machine restart)", line) is not None
        if over and not ends or panicked and line.startswith("guest: ready after"):
            boots.append([])
            panicked = False
        panicked = panicked or "Kernel panic - not syncing" in line
        over = ends
        boots[-1].append(line)
    if log and len(log) != len(boots):
        raise ValueError("the console has %d boots, the kernel's log %d" % (len(boots), len(log)))
    return [own + of_log for own, of_log in zip(boots, log or [[]] * len(boots))]


def run(program, main):
    """@param main returns the status; what a damaged recording leads to is one sentence"""
    try:
        return main()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        return "%s: the recording cannot be used: %s: %s" % (program, type(error).__name__, str(error)[:200])
