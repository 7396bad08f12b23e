# SPDX-License-Identifier: EPL-2.0
"""What the recorder meets, in a folder of its own: /proc, LTTng, a guest agent at a real socket."""
import base64
import contextlib
import io
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "host"))
import schema  # noqa: E402
from hypertrace_record import cli, limits, manifest, recording, state, vms  # noqa: E402

LTTNG = """#!/bin/sh
cd "$FAKE_LTTNG"
echo "$*" >>calls
if [ -e "fails-$1" ]; then rm "fails-$1"; printf 'Error: %s\\033[2J does not work\\n' "$1"; exit 1; fi
case $1 in
  create) [ "$2" != --list-options ] || cat options ;;
  start) echo active >session ;;
  stop) [ "$(cat session 2>/dev/null)" = active ] || { echo "Warning: already stopped"; exit 1; }; echo inactive >session ;;
  destroy) [ -e session ] || { echo "Error: no session"; exit 1; }; rm session ;;
  list)
    [ "$2" != --kernel ] || { cat events; exit; }
    [ -e session ] || { echo "Error: no session"; exit 1; }
    echo "Tracing session hypertrace: [$(cat session)]"
    echo "    Discarded events: $(cat discarded)" ;;
esac
"""
PORT = ["-chardev", "socket,id=a,path=agent.sock,server=on", "-device", "virtserialport,chardev=a,name=org.qemu.guest_agent.0"]


class RecorderTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.proc, self.lttng, bin_folder = (self.at(name) for name in ("proc", "lttng", "bin"))
        for folder in (self.proc, self.lttng, bin_folder):
            os.mkdir(folder)
        with open(os.path.join(bin_folder, "lttng"), "w") as file:
            file.write(LTTNG)
        os.chmod(file.name, 0o755)
        self.write("lttng/discarded", "0\n")
        self.lttng_is("2.13")
        environment = {"FAKE_LTTNG": self.lttng, "PATH": bin_folder + ":" + os.environ["PATH"]}
        self.patch(mock.patch.dict(os.environ, environment))
        os.environ.pop("SUDO_UID", None)
        self.patch(mock.patch.object(vms, "PROC", self.proc))
        self.patch(mock.patch.object(state, "PATH", self.at("state.json")))
        self.patch(mock.patch.object(recording, "check", lambda *_: ["sched_switch"]))
        self.patch(mock.patch.object(manifest, "write", self.write_by_schema(manifest.write)))
        self.disk = 50  # percent that are free
        self.patch(mock.patch.object(limits, "free", lambda *_: self.disk))

    def lttng_is(self, version):
        """What `lttng create --list-options` prints: the options of a generation."""
        options = ["--help", "--list-options", "--output", "--live", "--no-output", "--set-url", "--ctrl-url", "--data-url", "--no-consumer",
                   "--disable-consumer", "--shm-path", "--snapshot"]
        self.write("lttng/options", "\n".join(options + (["--trace-format"] if version >= "2.15" else [])) + "\n")

    def patch(self, patch):
        self.addCleanup(patch.stop)
        return patch.start()

    def write_by_schema(self, write):
        """Every manifest that a test records is one that the schema accepts."""
        def checked(state_):
            write(state_)
            with open(os.path.join(state_["output"], manifest.FILE), encoding="utf-8") as file:
                self.assertEqual([], schema.errors(json.load(file)))
        return checked

    def at(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.at(name)), exist_ok=True)
        with open(self.at(name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return file.name

    def process(self, pid, words, uid=0, uids=None, comm=b"CPU 0/KVM", link="anon_inode:kvm-vm", started=100):
        """A process as /proc shows it; by default one that is a VM."""
        self.write("proc/%d/stat" % pid, b"%d (a) b) S %s%d 0" % (pid, b"1 " * 18, started))
        self.write("proc/%d/status" % pid, "Name:\ta\nUid:\t%d\t%d\t%d\t%d\n" % (uids or (uid,) * 4))
        words = [word if isinstance(word, bytes) else word.encode() for word in words]
        self.write("proc/%d/cmdline" % pid, b"".join(word + b"\0" for word in words))
        self.write("proc/%d/task/%d/comm" % (pid, pid), b"qemu\n")
        self.write("proc/%d/task/%d/comm" % (pid, pid + 1), comm + b"\n")
        os.makedirs(self.at("proc", str(pid), "fd"), exist_ok=True)
        for path, target in (("fd/9", link), ("exe", "/usr/bin/qemu"), ("cwd", self.folder)):
            path = self.at("proc", str(pid), path)
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
            os.symlink(target, path)

    def qemu(self, pid, name, *words, **more):
        self.process(pid, ["qemu", "-name", name, *words], **more)

    def ends(self, pid):
        shutil.rmtree(self.at("proc", str(pid)))

    def run_command(self, *words):
        """@return status, printed, errors"""
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), mock.patch.object(sys, "argv", ["r", *words]):
            status = cli.main("/none")
        return status, out.buffer.getvalue().decode(), err.getvalue()

    def works(self, *words):
        status, out, err = self.run_command(*words)
        self.assertEqual((0, ""), (status, err if status else ""))
        return out + err

    def fails(self, sentence, *words):
        """One that holds this sentence, with a status that is not 0 and no traceback."""
        status, out, err = self.run_command(*words)
        self.assertEqual(1, status, out + err)
        self.assertRegex(err, sentence)
        return err

    def start(self, *words):
        return self.works("start", "--watch", "0", "-o", self.at("rec"), *words)

    def manifest(self):
        with open(self.at("rec", manifest.FILE)) as file:
            return json.load(file)

    def vms(self):
        return [vm["name"] for vm in self.manifest()["vms"]]


def read_piece(data, last=True):
    return {"return": {"count": len(data), "buf-b64": base64.b64encode(data).decode(), "eof": last}}


class Agent:
    """A guest agent at a socket of this process; answers holds what it sends to each command, bytes as they are."""

    def __init__(self, test, path, answers):
        self.answers, self.asked = answers, []
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen()
        thread = threading.Thread(target=self.serve, args=(server,), daemon=True)
        thread.start()
        test.addCleanup(self.stop, server, thread)

    @staticmethod
    def stop(server, thread):
        """Only when nobody accepts any more: else that might be of the next test's socket, which gets the same number."""
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
        thread.join()
        server.close()

    def serve(self, server):
        with contextlib.suppress(OSError):
            while True:
                link = server.accept()[0]
                with contextlib.suppress(OSError), link:
                    self.talk(link)

    def talk(self, link):
        link.sendall(b'{"return": "for somebody else"}\n')
        with link.makefile("rb") as lines:
            for line in lines:
                command = json.loads(line.lstrip(b"\xff"))["execute"]
                self.asked.append(command)
                if command == "guest-sync-delimited":
                    link.sendall(b"\xff")
                answer = self.answers.get(command, {"return": 1})
                if callable(answer):
                    answer(link)
                else:
                    link.sendall(answer if isinstance(answer, bytes) else json.dumps(answer).encode() + b"\n")
