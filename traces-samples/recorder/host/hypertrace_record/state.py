# SPDX-License-Identifier: EPL-2.0
"""What is recorded now, kept in a private file from start to stop:
output, profile, tracer, users, others (users whose VMs get no name), vms, maxSize; once the tracer has ended, stopped
(when and why) and lost; done (what stop has added)."""
import contextlib
import fcntl
import json
import os

from . import files
from .words import Failure

PATH = os.environ.get("HYPERTRACE_RECORD_STATE", "/run/hypertrace-record.json")
KEYS = {"output": str, "profile": str, "tracer": str, "vms": list}


def exists():
    return os.path.lexists(PATH)


def load():
    if not exists():
        raise Failure("no recording runs; next: hypertrace-record start")
    try:
        with files.open_regular(PATH) as file:
            if os.fstat(file.fileno()).st_uid != os.geteuid():
                raise Failure("it is another user's")
            state = json.load(file)
        if not isinstance(state, dict) or any(not isinstance(state.get(key), kind) for key, kind in KEYS.items()):
            raise Failure("it is no recorder's")
    except (OSError, ValueError, RecursionError, Failure) as error:
        raise Failure("'%s' cannot be used: %s; next: lttng destroy hypertrace, then remove that file" % (PATH, error))
    return {"users": [0], "others": [], "maxSize": None, "done": [], **state}


def save(state):
    files.replace(PATH, json.dumps(state))


def forget():
    os.remove(PATH)


@contextlib.contextmanager
def locked():
    """The state is read, changed and written by one at a time: the watcher, 'vms' and 'stop' may meet."""
    with os.fdopen(os.open(PATH + ".lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
