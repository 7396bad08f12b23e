# SPDX-License-Identifier: EPL-2.0
"""How much a recording may write: a guest that does nothing but hypercalls fills any disk."""
import argparse
import os
import re

from . import files

LEAST_FREE = 5  # percent of the disk
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def size(text):
    """@return the bytes of '500M'"""
    found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)", text)
    if not found or not int(found.group(1)):
        raise argparse.ArgumentTypeError("'%s' is no size; next: for instance 500M or 2G" % text)
    return int(found.group(1)) * UNITS[found.group(2)]


def words(size):
    for unit in "TGMK":
        if size >= UNITS[unit]:
            return "%.1f %siB" % (size / UNITS[unit], unit)
    return "%d bytes" % size


def free(folder, reserved=0):
    """@return percent of the disk that is free, 100 where the disk has no size"""
    disk = os.statvfs(folder)
    return 100 * (disk.f_bavail - reserved / disk.f_frsize) / disk.f_blocks if disk.f_blocks else 100


def reached(state):
    """@return the limit that the recording has reached, None if it has not"""
    written = files.size(state["output"])
    if state["maxSize"] and written >= state["maxSize"]:
        return "the recording reached its --max-size of %s" % words(state["maxSize"])
    # in the end trace-cmd writes all a second time
    if free(state["output"], written if state["tracer"] == "trace-cmd" else 0) < LEAST_FREE:
        return "less than %d %% of the disk of '%s' is free" % (LEAST_FREE, state["output"])
    return None
