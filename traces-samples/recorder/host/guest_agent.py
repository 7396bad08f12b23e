# SPDX-License-Identifier: EPL-2.0
"""Files of a VM by its QEMU guest agent: by the socket that QEMU was given for it, or by libvirt, where libvirt holds it."""
import base64
import json
import os
import re
import shutil
import socket
import subprocess
import time

PORT = "org.qemu.guest_agent.0"
SECONDS = 20  # for one answer
SECONDS_IN_ALL = 120  # an agent that sends byte by byte must not hold up the end of a recording
PIECE = 1 << 20
NO_ANSWER = "the answer to %s is none that an agent gives"  # whoever has the guest has its agent: believe nothing
MOST = 64 << 20  # kallsyms of a kernel with all its modules is some 15 MB


class AgentError(Exception):
    """One sentence that says why, and what would help."""


class BySocket:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(SECONDS)
        self.path, self.rest = path, b""
        try:
            self.socket.connect(path)
        except OSError as error:
            raise AgentError("nobody listens on '%s' (%s)" % (path, error.strerror or error))
        # what somebody else's question left over ends at the byte that no answer holds
        self.send(b"\xff", "guest-sync-delimited", {"id": 1})
        self.line(b"\xff")
        self.line()

    def send(self, before, command, arguments):
        try:
            self.socket.sendall(before + json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        except OSError as error:
            raise AgentError("'%s' does not take questions (%s)" % (self.path, error.strerror or error))

    def line(self, end=b"\n"):
        until = time.monotonic() + SECONDS
        while end not in self.rest:
            try:
                self.socket.settimeout(max(0.001, until - time.monotonic()))
                piece = self.socket.recv(PIECE)
            except OSError:
                raise AgentError("the agent did not answer in %d s; is it started in the guest, and nobody else at '%s'?"
                                 % (SECONDS, self.path))
            if not piece:
                raise AgentError("the VM closed '%s'" % self.path)
            self.rest += piece
            if len(self.rest) > 2 * PIECE:
                raise AgentError("what '%s' says is no agent's answer" % self.path)
        line, self.rest = self.rest.split(end, 1)
        return line

    def ask(self, command, arguments):
        self.send(b"", command, arguments)
        return self.line()


class ByLibvirt:
    def __init__(self, name):
        self.name = name

    def ask(self, command, arguments):
        done = subprocess.run(["virsh", "--connect", "qemu:///system", "qemu-agent-command", "--timeout", str(SECONDS), self.name,
                               json.dumps({"execute": command, "arguments": arguments})],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise AgentError((done.stderr.decode(errors="replace").strip().splitlines() or ["virsh failed"])[-1])
        return done.stdout


def agent_of(name, pid):
    """How the agent of this VM is asked, by the command line of its QEMU."""
    with open("/proc/%d/cmdline" % pid) as file:
        words = file.read().split("\0")
    port = next((word for word in words if PORT in word), None)
    if not port:
        raise AgentError("it was started without a port named %s" % PORT)
    chardev = re.search(r'"?chardev"?[=:]\s*"?([^",}]+)', port)
    line = next((word for word in words if chardev and re.search(r"\bid=%s(,|$)" % re.escape(chardev.group(1)), word)), "")
    path = re.search(r"\bpath=([^,]+)", line)
    if path:
        return BySocket(os.path.join("/proc/%d/cwd" % pid, path.group(1)))
    if not shutil.which("virsh"):
        raise AgentError("its port %s is no socket with a path, and there is no virsh" % PORT)
    return ByLibvirt(name)


def plain(words):
    """What a guest says, fit for root's terminal."""
    return "".join(c if c.isprintable() else "?" for c in str(words)[:200])


def fetch(agent, path, target):
    """Writes the guest's file to target."""
    def ask(command, **arguments):
        try:
            answer = json.loads(agent.ask(command, arguments))
            if "error" in answer:
                raise AgentError("the agent refuses %s: %s" % (command, plain(answer["error"].get("desc", "no reason told"))))
            return answer["return"]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise AgentError(NO_ANSWER % command)

    handle = ask("guest-file-open", path=path, mode="r")
    size, until = 0, time.monotonic() + SECONDS_IN_ALL
    with open(target, "wb") as file:
        while True:
            piece = ask("guest-file-read", handle=handle, count=PIECE)
            try:
                size += file.write(base64.b64decode(piece["buf-b64"]))
                if piece["eof"] or not piece["count"]:
                    break
            except (ValueError, KeyError, TypeError):
                raise AgentError(NO_ANSWER % "guest-file-read")
            if time.monotonic() > until:
                raise AgentError("the agent did not send '%s' within %d s" % (path, SECONDS_IN_ALL))
            if size > MOST:
                raise AgentError("'%s' is longer than %d MB" % (path, MOST >> 20))
    ask("guest-file-close", handle=handle)
