# SPDX-License-Identifier: EPL-2.0
"""crosscheck and truth of recordings that somebody may have changed: an answer or one sentence."""
import json
import os
import struct
import subprocess
import sys
import unittest

from fakes import RecorderTest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, TOOLS)
import recorded


def ring(capacity=1, following=0, magic=b"GTRRING1"):
    return struct.pack("<8sQQQQQQQ", magic, 1 << 32 | 64, capacity, 0, 0, 0, 1, following) + bytes(64)


class RecordedTest(RecorderTest):
    def setUp(self):
        super().setUp()
        self.write("bin/babeltrace2", "#!/bin/sh\n")
        os.chmod(self.at("bin/babeltrace2"), 0o755)
        self.write("secret", "feed T initcall_secret\n")
        self.write("rec/map", "feed T ours\n")
        os.symlink(self.at("secret"), self.at("rec/link"))

    def tool(self, name, *arguments):
        return subprocess.run([sys.executable, os.path.join(TOOLS, name), *arguments, self.folder, self.at("rec")], timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")

    def both(self):
        return [self.tool("crosscheck"), self.tool("truth", "x")]

    def manifest_of(self, **vm):
        self.write("rec/hypertrace.json", json.dumps({"vms": [{"name": "web", "pid": 40, "vcpus": [41], **vm}]}))

    def refused(self, done, sentence):
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertRegex(done.stderr, r"\A\w+: the recording cannot be used: .*%s.*\n\Z" % sentence)

    def test_manifests_that_are_none(self):
        for text in ("", "[", "[]", "{}", "null", '{"vms": 1}', '{"vms": [1]}', '{"vms": [{}]}', "[" * 100_000):
            self.write("rec/hypertrace.json", text)
            for done in self.both():
                self.refused(done, "Error")

    def boots(self, console, log=()):
        self.manifest_of()
        self.write("console-web.log", "\n".join(console) + "\n")
        self.write("report-web.log", "\n".join(log) + "\n")
        return self.tool("truth", "x")

    def test_each_boot_has_its_own_values(self):
        version = "[    0.000000] Linux version 6.1"
        done = self.boots(["guest: ready after 10.5 s", "guest: mark 1 one", "guest: end after 20.25 s",
                           "[   21.000000] reboot: Restarting system", "[   21.100000] reboot: machine restart",
                           "guest: ready after 4.0 s", "guest: mark 2 two", "guest: end after 6.5 s", "[    6.750000] reboot: Power down"],
                          [version, "[    1.000000] calling  a_init+0x0/0x1 @ 1", "[    1.1] initcall a_init+0x0/0x1 returned 0 after 9 usecs",
                           version, "[    1.000000] calling  b_init+0x0/0x1 @ 1", "[    1.1] initcall b_init+0x0/0x1 returned 0 after 9 usecs"])
        self.assertEqual(0, done.returncode, done.stderr)
        web = json.loads(done.stdout)["vms"]["web"]
        self.assertEqual(2, web["boots"]["value"])
        self.assertEqual([(10.5, "a_init", [1], "reboot: Restarting system", 0.75), (4.0, "b_init", [2], "reboot: Power down", 0.25)],
                         [(boot["readySeconds"]["value"], boot["initcalls"]["first"]["value"],
                           [mark["value"] for mark in boot["marks"]["value"]], boot["ended"]["value"],
                           boot["shutdownSeconds"]["value"]) for boot in web["eachBoot"]])
        self.assertNotIn("shutdownSeconds", web)
        self.assertNotIn("ended", web)

    def test_a_log_of_other_boots_than_the_console_is_refused(self):
        done = self.boots(["guest: ready after 1.0 s", "[    2.000000] reboot: Restarting system", "guest: ready after 1.0 s"],
                          ["[    0.000000] Linux version 6.1"])
        self.refused(done, "the console has 2 boots, the kernel's log 1")

    def test_files_outside_are_not_read(self):
        for name in ("../secret", self.at("secret"), "link", "x/../../secret", "none"):
            self.manifest_of(symbols=name)
            for done in self.both():
                self.refused(done, "there is no '%s' within" % name)

    def test_rings_that_are_none(self):
        for data, sentence in ((b"", "ends before its next ring, at 0"), (ring(magic=b"GTRRING2"), "has no ring at 0"),
                               (ring(capacity=1 << 60), "has no ring at 0"), (ring(following=64), "has no ring at 64"),
                               (ring(following=1 << 63), "ends before its next ring"),
                               (ring(following=128) + ring(following=128), "is followed by an earlier one"),
                               (ring(following=128) + ring(following=1), "is followed by an earlier one")):
            self.write("rec/ring", data)
            self.manifest_of(rings=["ring"])
            self.refused(self.tool("crosscheck"), sentence)

    def test_boots_end_with_a_restart_or_a_panic(self):
        console = ["guest: ready after 1 s", "a", "Kernel panic - not syncing: b", "---[ end Kernel panic - not syncing: b", "guest: ready after 2 s",
                   "c", "[ 1.0] reboot: Restarting system", "[ 1.1] reboot: machine restart", "guest: ready after 3 s", "d"]
        log = ["[ 0.0] Linux version %d" % boot for boot in (1, 2, 3)]
        self.assertEqual([console[:4] + log[:1], console[4:8] + log[1:2], console[8:] + log[2:]], recorded.boots_of(console + log))
        with self.assertRaises(ValueError):
            recorded.boots_of(console + log[:2])


if __name__ == "__main__":
    unittest.main()
