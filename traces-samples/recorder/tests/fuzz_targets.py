# SPDX-License-Identifier: EPL-2.0
"""What others choose that the recorder reads: any bytes. A target fails only on a defect; first inputs are in SEEDS."""
import os
import re
import tempfile
from unittest import mock

from hypertrace_record import agent, files, vms
from hypertrace_record.words import Failure, clean

LONGEST = 100
STAT = b"40 (%s) S " + b"1 " * 18 + b"100 0"
STATUS = b"Name:\tqemu\nUid:\t1\t2\t3\t4\nGid:\t0\t0\t0\t0\n"


def check(condition, what):
    if not condition:
        raise AssertionError(repr(what))


def answers(data):
    """An agent's answer is read, or refused in one line."""
    for read in (agent.piece_of, lambda text: agent.answer("guest-file-open", text)):
        for text in (data, data.decode("utf-8", "replace")):
            try:
                read(text)
            except Failure as failure:
                check(str(failure).isprintable(), failure)


def names(data):
    """A name on a command line is shown in one printable piece, and names a file in one folder."""
    name = vms.name_of(data.split(b"\0"))
    shown = clean(name, LONGEST)
    check(shown.isprintable() and len(shown) <= LONGEST + 1, shown)
    check(clean(shown, LONGEST + 1) == shown, shown)
    for text in (shown, data.decode("utf-8", "surrogateescape")):
        check(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", files.sanitised(text)), files.sanitised(text))


def processes(data):
    """A process in /proc of which its user has chosen what lines of '%' divide: its name, its thread's, its command line."""
    name, comm, line = (data.split(b"\n%\n") + [b""] * 3)[:3]
    with tempfile.TemporaryDirectory() as proc, mock.patch.object(vms, "PROC", proc):
        os.makedirs(os.path.join(proc, "40/task/41"))
        os.makedirs(os.path.join(proc, "40/fd"))
        os.symlink(vms.DESCRIPTOR, os.path.join(proc, "40/fd/9"))
        os.symlink("/usr/bin/qemu", os.path.join(proc, "40/exe"))
        for path, content in (("stat", STAT % name), ("status", STATUS), ("task/41/comm", comm), ("cmdline", line)):
            with open(os.path.join(proc, "40", path), "wb") as file:
                file.write(content)
        for vm in vms.all_now():
            check(vm["name"].isprintable() and vm["name"] and len(vm["name"]) <= LONGEST + 1, vm)
            check((vm["vcpus"], vm["uids"], vm["uid"], vm["started"]) == ([41], [1, 2, 3, 4], 2, 100), vm)


TARGETS = {target.__name__: target for target in (answers, names, processes)}
SEEDS = {
    "answers": [b'{"return": {"count": 3, "eof": true, "buf-b64": "YWJj"}}', b'{"return": 1000}',
                b'{"error": {"class": "GenericError", "desc": "no \\u001b[31mfile"}}', b'{"return": 1' + b"0" * 20 + b"}", b"[[[["],
    "names": [b"qemu\0-name\0guest=web,debug-threads=on\0-m\0" + b"1G", b"qemu\0-name\0a,,b", b"qemu\0--name\0guest=../../x\x1b[31m",
              b"qemu\0-name\0\xe2\x80\xaevil\xff", b"", b".-."],
    "processes": [b"\n%\n".join((b"qemu", b"CPU 0/KVM\n", b"qemu\0-name\0web\0")),
                  b"\n%\n".join((b"a) Z (", b"CPU 12345678901234567890/KVM\n", b"")), b"\n%\n".join((b"\n", b"CPU 0/KVM", b"-name\0\xff"))]}
