# SPDX-License-Identifier: EPL-2.0
"""A guest agent that may be anybody: what it sends, and who holds its socket."""
import itertools
import json
import os
import socket
import unittest
from unittest import mock

from fakes import PORT, Agent, RecorderTest, read_piece
from hypertrace_record import agent, files
from hypertrace_record.words import Failure

SYMBOLS = b"ffffffff81000000 T start\nffffffff81000010 D data\n"
VIRSH = """#!/bin/sh
echo "$*" >>"$FAKE_LTTNG/virsh"
case $* in *file-read*) echo '%s' ;; *) echo '{"return": 1}' ;; esac
"""


def counting():
    """A clock that goes on by a second when it is read."""
    return mock.patch.object(agent, "time", mock.Mock(monotonic=itertools.count().__next__))


class AgentTest(RecorderTest):
    """The VM is this process: its socket is."""

    def setUp(self):
        super().setUp()
        self.me = os.getpid()
        self.qemu(self.me, "web", *PORT, uid=os.getuid())
        self.start()

    def agent(self, **answers):
        return Agent(self, self.at("agent.sock"), {"guest-file-" + name: answer for name, answer in answers.items()})

    def refused(self, sentence):
        """The stop that asks fails; the one that does not finishes the recording."""
        error = self.fails(sentence, "stop", "--symbols", "web")
        self.assertIn("is stopped and whole but for what failed; next: hypertrace-record stop, with these options again", error)
        self.works("stop")
        self.assertEqual(["web"], self.vms())
        self.assertNotIn("symbols", self.manifest()["vms"][0])
        self.assertEqual([], os.listdir(self.at("rec", "symbols")))

    def test_a_file_in_pieces(self):
        pieces = [SYMBOLS[at:at + 10] for at in range(0, len(SYMBOLS), 10)]
        self.agent(read=lambda link: link.sendall(
            json.dumps(read_piece(pieces.pop(0), not pieces)).encode() + b"\n"))
        self.works("stop", "--symbols", "web")
        path = self.at("rec", self.manifest()["vms"][0]["symbols"])
        with open(path, "rb") as file:
            self.assertEqual(SYMBOLS.splitlines(True)[:1], file.readlines())
        self.assertEqual(0o600, os.stat(path).st_mode & 0o777)

    def test_what_is_no_answer(self):
        for answer in (b"[" * 900_000 + b"\n", b'{"return":' * 100_000 + b"\n", b"9" * 900_000 + b"\n", b"\n",
                       b"\xff\xfe\n", b"null\n", b'"error"\n', b"[]\n", b"{}\n", {"return": None}, {"return": [3]}, {"return": {"count": 1}}, {"error": []},
                       {"return": {"count": 1, "eof": True, "buf-b64": 7}},
                       {"return": {"count": 1, "eof": True, "buf-b64": "\u20ac"}},
                       {"return": {"count": 1, "eof": True, "buf-b64": "A"}}, b'{"return": {"count": NaN}}\n'):
            text = answer if isinstance(answer, bytes) else json.dumps(answer)
            with self.assertRaisesRegex(Failure, "^the answer to guest-file-read is none that an agent gives$", msg=text[:80]):
                agent.piece_of(text)

    def test_a_number_that_takes_long_to_read(self):
        self.assertEqual(10 ** 19, agent.answer("guest-file-open", b'{"return": 1' + b"0" * 19 + b"}"))
        with self.assertRaisesRegex(Failure, "is none that an agent gives"):
            agent.answer("guest-file-open", b'{"return": 1' + b"0" * 20 + b"}")

    def test_an_answer_nested_deeply_does_not_keep_a_recording_from_ending(self):
        self.agent(open=b"[" * 900_000 + b"\n")
        self.refused("the answer to guest-file-open is none that an agent gives; else give its file with --symbols web=FILE")

    def test_a_refusal_is_fit_for_a_terminal(self):
        self.agent(open={"error": {"desc": "no\x1b[2J such\nfile" + "x" * 900}})
        self.refused(r"the agent refuses guest-file-open: no\?\[2J such\?filex+…;")

    def test_an_endless_answer(self):
        self.agent(open=lambda link: [link.sendall(b"[" * agent.PIECE) for _ in range(4)])
        self.refused("an answer of more than 2 MB is no agent's")

    def test_an_endless_file(self):
        self.agent(read=read_piece(b"1 t x\n" * 1000, last=False))
        with mock.patch.object(agent, "MOST", 100_000):
            self.refused("'/proc/kallsyms' is longer than 0 MB")

    def test_a_file_of_empty_pieces_without_end(self):
        self.agent(read={"return": {"count": 1, "buf-b64": "", "eof": False}})
        with counting():
            self.refused("the agent did not send '/proc/kallsyms' within 120 s")

    def test_an_agent_that_drips(self):
        self.agent(open=lambda link: [link.sendall(b"[") for _ in range(10_000)])
        with counting(), mock.patch.object(agent, "PIECE", 1):
            self.refused("the agent did not answer in 20 s")

    def test_an_agent_that_is_silent(self):
        self.agent(open=b"")
        with mock.patch.object(agent, "SECONDS", 0.01):
            self.refused("the agent did not answer in 0 s")

    def test_an_agent_that_hangs_up(self):
        self.agent(open=lambda link: link.shutdown(socket.SHUT_RDWR))
        self.refused("the VM closed '.*agent.sock'")

    def test_a_kernel_without_addresses(self):
        self.agent(read=read_piece(b"0000000000000000 T start\n"))
        self.refused("its kernel gives no addresses; next: sysctl kernel.kptr_restrict=1")

    def test_no_port(self):
        self.qemu(self.me, "web")
        self.refused("it was started without a port named org.qemu.guest_agent.0")

    def test_nobody_listens(self):
        self.refused("nobody listens on '.*agent.sock'")

    def test_a_vm_that_has_ended(self):
        self.ends(self.me)
        self.refused("it has ended; next: ask before it does")

    def test_another_process_with_the_number_of_the_vm(self):
        self.agent(read=read_piece(SYMBOLS))
        self.qemu(self.me, "web", *PORT, uid=os.getuid(), started=200)
        self.fails("--symbols web: it has ended; next: ask before it does", "stop", "--symbols", "web")
        self.works("stop", "--symbols", "web#2")

    # Whose socket it is

    def test_the_socket_of_another_process(self):
        """A VM whose command line names a socket of somebody else: he is not asked a word."""
        somebody = self.agent(read=read_piece(SYMBOLS))
        self.qemu(self.me + 1, "evil", *PORT, uid=os.getuid())
        self.fails("evil: '.*agent.sock' is the socket of process %d of user %d, not of the VM" % (self.me, os.getuid()),
                   "stop", "--symbols", "evil")
        self.assertEqual([], somebody.asked)

    def test_the_socket_of_a_later_process_with_the_number_of_the_vm(self):
        somebody = self.agent(read=read_piece(SYMBOLS))
        with self.assertRaisesRegex(Failure, "not of the VM"):
            agent.BySocket(self.at("agent.sock"), {"pid": self.me, "uid": os.getuid(), "started": 99})
        self.assertEqual([], somebody.asked)

    def test_a_file_is_no_socket(self):
        self.write("agent.sock", "")
        self.refused("'.*agent.sock' is no socket")

    def test_a_folder_that_all_may_write(self):
        self.agent(read=read_piece(SYMBOLS))
        os.chmod(self.folder, 0o777)
        self.refused("others than you may replace what is in '%s'" % self.folder)

    def test_a_socket_of_another_user(self):
        self.agent(read=read_piece(SYMBOLS))
        with self.assertRaisesRegex(Failure, "others than you may replace what is in"):
            files.require_own(self.at("agent.sock"), {os.getuid() + 1})

    def test_a_path_with_commas_and_no_utf8(self):
        name = b"a,,\xff,"
        os.mkdir(os.path.join(os.fsencode(self.folder), name))
        Agent(self, os.path.join(os.fsencode(self.folder), name, b"s"), {"guest-file-read": read_piece(SYMBOLS)})
        words = [b"-chardev", b"socket,id=a,path=" + name.replace(b",", b",,") + b"/s,server=on", *PORT[2:]]
        self.qemu(self.me, "web", *words, uid=os.getuid())
        self.works("stop", "--symbols", "web")

    # libvirt

    def libvirt(self, name="web", pid=None):
        self.qemu(self.me, name, "-chardev", "socket,id=a,fd=30", *PORT[2:])
        folder = self.at("libvirt")
        os.makedirs(folder)
        self.patch(mock.patch.object(agent, "LIBVIRT", folder))
        if pid:
            self.write("libvirt/web.pid", "%d\n" % pid)
        self.write("bin/virsh", VIRSH % json.dumps(read_piece(SYMBOLS)))
        os.chmod(self.at("bin/virsh"), 0o755)

    def test_libvirt_is_asked_for_a_vm_of_its_own(self):
        self.libvirt(pid=self.me)
        self.works("stop", "--symbols", "web")
        with open(self.at("lttng/virsh")) as file:
            self.assertIn('--domain web --cmd {"execute": "guest-file-open"', file.read())

    def test_libvirt_is_not_asked_for_a_vm_that_only_has_the_name(self):
        self.libvirt(pid=self.me + 1)
        self.refused("libvirt has no VM 'web' with process %d" % self.me)
        self.assertFalse(os.path.exists(self.at("lttng/virsh")))

    def test_a_name_that_leads_elsewhere(self):
        self.libvirt(name="guest=x/../web", pid=self.me)
        os.mkdir(self.at("libvirt/x"))
        self.refused("libvirt has no VM 'x/../web'")


if __name__ == "__main__":
    unittest.main()
