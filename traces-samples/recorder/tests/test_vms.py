# SPDX-License-Identifier: EPL-2.0
"""Which processes are VMs, and by which names."""
import json
import os
import unittest
from unittest import mock

from fakes import RecorderTest
from hypertrace_record import vms


class VmsTest(RecorderTest):
    def seen(self):
        return [json.loads(line) for line in self.works("vms").splitlines() if line.startswith("{")]

    def names(self):
        return [vm["name"] for vm in self.seen()]

    def test_a_vm_is_known_with_its_user_and_program(self):
        self.qemu(40, "guest=web,debug-threads=on")
        self.assertEqual([{"name": "web", "pid": 40, "vcpus": [41], "uid": 0, "executable": "/usr/bin/qemu", "started": 100}],
                         self.seen())

    def test_a_command_line_and_a_thread_name_make_no_vm(self):
        self.qemu(40, "web", link="/dev/kvm")
        self.assertEqual([], self.seen())

    def test_a_descriptor_without_vcpus_makes_no_vm(self):
        self.qemu(40, "web", comm=b"worker")
        self.assertEqual([], self.seen())

    def test_a_vm_of_another_user_gets_no_name_and_that_is_reported_once(self):
        self.qemu(40, "web", uid=1001)
        self.qemu(50, "db", uid=1001)
        self.assertEqual("hypertrace-record: process 40 of user 1001 is a VM that gets no name in the recording; "
                         "next: start --user 1001, if its user may\n", self.works("vms"))

    def test_a_named_user_and_who_called_sudo_may(self):
        self.qemu(40, "web", uid=1001)
        self.qemu(50, "db", uid=1002)
        with mock.patch.dict(os.environ, SUDO_UID="1002"):
            self.start("--user", "1001")
        self.works("stop")
        self.assertEqual(["web", "db"], self.vms())
        self.assertEqual([1001, 1002], [vm["uid"] for vm in self.manifest()["vms"]])

    def test_rights_lent_to_another_user_are_not_enough(self):
        for uids in ((1001, 0, 0, 0), (0, 1001, 0, 0), (0, 0, 1001, 0)):
            self.qemu(40, "web", uids=uids)
            self.assertEqual([], self.names(), uids)

    def test_of_two_vms_with_one_name_the_later_gets_another(self):
        self.qemu(40, "web")
        self.start()
        self.qemu(50, "web")
        self.qemu(60, "web#2")
        self.assertIn("another VM was 'web' before: process 50 of user 0 is called 'web#2'", self.works("vms"))
        self.works("stop")
        self.assertEqual(["web", "web#2", "web#2#2"], self.vms())

    def test_a_number_that_comes_again_is_another_vm(self):
        self.qemu(40, "web")
        self.start()
        self.qemu(40, "web", started=200)
        self.works("stop")
        self.assertEqual(["web", "web#2"], self.vms())
        self.assertNotIn("started", self.manifest()["vms"][0])

    def test_a_vm_keeps_its_vcpus_while_it_ends(self):
        self.qemu(40, "web")
        self.write("proc/40/task/42/comm", "CPU 1/KVM\n")
        self.start()
        os.remove(self.at("proc/40/task/41/comm"))
        self.works("stop")
        self.assertEqual([[41, 42]], [vm["vcpus"] for vm in self.manifest()["vms"]])

    def test_names_as_qemu_reads_them(self):
        for given, name in (("web", "web"), ("guest=web", "web"), ("debug-threads=on,guest=web", "web"), ("process=p", "VM 40"),
                            ("guest=a,,b,debug-threads=on", "a,b"), ("guest=a=b", "a=b"), ("guest=../../x/y", "../../x/y"),
                            ("guest=a,guest=b", "b"), ("guest=", "VM 40"), ("guest= \t", "?"), (" ", "VM 40"),
                            ("web\nok 1", "web?ok 1"), ("\x1b]0;x\x07", "?]0;x?"), (b"w\xff\xfeb", "w\ufffd\ufffdb"),
                            ("\u202egpj", "?gpj"), ("x" * 200, "x" * 100 + "…")):
            self.qemu(40, given)
            self.assertEqual([name], self.names(), given)

    def test_two_options_the_second_counts(self):
        self.process(40, ["qemu", "-name", "a", "--name", "guest=b", "-name"])
        self.assertEqual(["b"], self.names())

    def test_hostile_files_of_proc(self):
        """What no kernel writes, or a process that ends while it is looked at, is no VM and no end of the recorder."""
        self.qemu(30, "web")
        for file, content in (("stat", b""), ("stat", b"\xff ) x"), ("status", b""), ("status", b"Uid:\t-\n"), ("cmdline", b""),
                              ("task/41/comm", b"\xff\xfe\n"), ("task/41/comm", b"CPU \xd9\xa3/KVM\n")):
            self.qemu(40, "x")
            self.write("proc/40/" + file, content)
            self.assertIn(self.names(), (["web"], ["web", "VM 40"]), (file, content))
            self.ends(40)
        for file in ("stat", "status", "cmdline", "exe", "fd/9", "task/41/comm"):
            self.qemu(40, "x")
            os.remove(self.at("proc/40", file))
            self.assertEqual(["web"], self.names(), file)
            self.ends(40)

    def test_a_process_that_has_ended_and_was_not_buried(self):
        self.qemu(40, "web")
        self.write("proc/40/stat", b"40 (qemu) Z " + b"1 " * 30)
        self.assertEqual([], self.names())

    def test_a_process_that_is_another_one_in_the_end_is_not_taken(self):
        self.qemu(40, "web")
        with mock.patch.object(vms, "started", mock.Mock(side_effect=[100, 200])):
            self.assertIsNone(vms.vm_of(40))

    def test_a_user_with_many_descriptors_does_not_keep_the_recorder_busy(self):
        self.qemu(40, "web", link="/dev/null")
        with mock.patch.object(vms.os, "readlink", wraps=os.readlink) as readlink, mock.patch.object(vms, "MOST_DESCRIPTORS", 3):
            for number in range(20):
                os.symlink("/dev/null", self.at("proc/40/fd/%d" % (100 + number)))
            self.assertFalse(vms.holds_vm(40))
            self.assertEqual(3, readlink.call_count)

    def test_a_real_process_without_vm(self):
        with mock.patch.object(vms, "PROC", "/proc"):
            self.assertFalse(vms.holds_vm(os.getpid()))
            self.assertEqual([os.getuid(), os.geteuid()], vms.users_of(os.getpid())[:2])
            self.assertIsNotNone(vms.started(os.getpid()))


if __name__ == "__main__":
    unittest.main()
