# SPDX-License-Identifier: EPL-2.0
"""Files of a VM by its QEMU guest agent: by the socket that QEMU was given for it, or by libvirt, where libvirt holds it.
Whoever has the guest has its agent, and QEMU's command line is its user's choice: neither is believed."""
import base64
import json
import os
import re
import shutil
import socket
import stat
import struct
import time

from . import files, vms
from .commands import run
from .words import Failure, clean, last_line

PORT = b"org.qemu.guest_agent.0"
SECONDS = 20  # for one answer
SECONDS_IN_ALL = 120  # an agent that sends byte by byte must not hold up the end of a recording
PIECE = 1 << 20
LONGEST_ANSWER = 2 * PIECE
LONGEST_NUMBER = 20  # digits
MOST = 64 << 20  # kallsyms of a kernel with all its modules is some 15 MB
LIBVIRT = "/run/libvirt/qemu"


class BySocket:
    def __init__(self, path, vm):
        self.path, self.rest = path, b""
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.connect(vm)
            # what somebody else's question left over ends at the byte that no answer holds
            self.send(b"\xff", "guest-sync-delimited", {"id": 1})
            self.line(b"\xff")
            self.line()
        except BaseException:
            self.close()
            raise

    def connect(self, vm):
        self.socket.settimeout(SECONDS)
        try:
            self.connect_to_own({0, vm["uid"]})
        except OSError as error:
            raise Failure("nobody listens on '%s' (%s)" % (self.path, error.strerror or error))
        pid, uid, _ = struct.unpack("3i", self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        if pid != vm["pid"] or uid not in (0, vm["uid"]) or not vms.runs(vm):
            raise Failure("'%s' is the socket of process %d of user %d, not of the VM" % (self.path, pid, uid))

    def connect_to_own(self, uids):
        """To the very file that was looked at."""
        handle = os.open(files.require_own(self.path, uids), os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if not stat.S_ISSOCK(os.fstat(handle).st_mode):
                raise Failure("'%s' is no socket" % self.path)
            self.socket.connect("/proc/self/fd/%d" % handle)
        finally:
            os.close(handle)

    def send(self, before, command, arguments):
        try:
            self.socket.settimeout(SECONDS)
            self.socket.sendall(before + json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        except OSError as error:
            raise Failure("'%s' does not take questions (%s)" % (self.path, error.strerror or error))

    def line(self, end=b"\n"):
        until = time.monotonic() + SECONDS
        while end not in self.rest:
            try:
                self.socket.settimeout(max(0.001, until - time.monotonic()))
                piece = self.socket.recv(PIECE) if time.monotonic() < until else None
            except OSError:
                piece = None
            if piece is None:
                raise Failure("the agent did not answer in %d s; is it started in the guest, and nobody else at '%s'?"
                              % (SECONDS, self.path))
            if not piece:
                raise Failure("the VM closed '%s'" % self.path)
            self.rest += piece
            if len(self.rest) > LONGEST_ANSWER:
                raise Failure("an answer of more than %d MB is no agent's" % (LONGEST_ANSWER >> 20))
        line, self.rest = self.rest.split(end, 1)
        return line

    def ask(self, command, arguments):
        self.send(b"", command, arguments)
        return self.line()

    def close(self):
        self.socket.close()


class ByLibvirt:
    """For the VM that libvirt itself knows by this name."""

    def __init__(self, name, vm):
        self.name = name
        try:
            if os.path.basename(name) != name:
                raise ValueError
            with files.open_regular(os.path.join(LIBVIRT, name + ".pid")) as file:
                known = int(file.read(LONGEST_NUMBER))
        except (Failure, OSError, ValueError):
            known = None
        if known != vm["pid"]:
            raise Failure("its agent's port is no socket with a path, and libvirt has no VM '%s' with process %d"
                          % (name, vm["pid"]))
        if not shutil.which("virsh"):
            raise Failure("its agent's port is libvirt's, and there is no virsh; next: apt-get install libvirt-clients")

    def ask(self, command, arguments):
        done = run("virsh", "--connect", "qemu:///system", "qemu-agent-command", "--timeout", str(SECONDS), "--domain", self.name,
                   "--cmd", json.dumps({"execute": command, "arguments": arguments}), seconds=2 * SECONDS)
        if done.returncode:
            raise Failure(last_line(done.stdout))
        return done.stdout

    def close(self):
        pass


def of(vm):
    """How the agent of this VM is asked, by the command line of its QEMU; to be closed."""
    words = vms.command_line(vm["pid"])
    if not vms.runs(vm):
        raise Failure("it has ended; next: ask before it does")
    port = next((word for word in words if PORT in word), None)
    if not port:
        raise Failure("it was started without a port named %s" % PORT.decode())
    chardev = re.search(rb'"?chardev"?[=:]\s*"?([^",}]+)', port)
    line = next((word for word in words if chardev and re.search(rb"\bid=%s(,|$)" % re.escape(chardev.group(1)), word)), b"")
    path = re.search(rb"\bpath=((?:[^,]|,,)+)", line)
    if not path:
        return ByLibvirt(os.fsdecode(vms.name_of(words)), vm)
    folder = "%s/%d/cwd" % (vms.PROC, vm["pid"])
    return BySocket(os.path.join(folder, os.fsdecode(path.group(1).replace(b",,", b","))), vm)


def number(digits):
    if len(digits) > LONGEST_NUMBER:
        raise ValueError("no number of an agent")
    return int(digits)


def answer(command, text):
    """@return what the agent has returned"""
    try:
        given = json.loads(text, parse_int=number)
        if "error" not in given:
            return given["return"]
        why = given["error"].get("desc", "without a reason")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Failure("the answer to %s is none that an agent gives" % command)
    raise Failure("the agent refuses %s: %s" % (command, clean(str(why), 200)))


def piece_of(text):
    """@return the bytes that a guest-file-read has returned, whether they are the last"""
    piece = answer("guest-file-read", text)
    try:
        return base64.b64decode(piece["buf-b64"]), bool(piece["eof"] or not piece["count"])
    except (ValueError, KeyError, TypeError):
        raise Failure("the answer to guest-file-read is none that an agent gives")


def fetch(agent, path, target):
    """Writes the guest's file to the target, which is open for bytes."""
    until, size, last = time.monotonic() + SECONDS_IN_ALL, 0, False
    handle = answer("guest-file-open", agent.ask("guest-file-open", {"path": path, "mode": "r"}))
    while not last:
        piece, last = piece_of(agent.ask("guest-file-read", {"handle": handle, "count": PIECE}))
        size += target.write(piece)
        if time.monotonic() > until:
            raise Failure("the agent did not send '%s' within %d s" % (path, SECONDS_IN_ALL))
        if size > MOST:
            raise Failure("'%s' is longer than %d MB" % (path, MOST >> 20))
    answer("guest-file-close", agent.ask("guest-file-close", {"handle": handle}))
