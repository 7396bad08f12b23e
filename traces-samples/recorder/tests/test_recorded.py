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


if __name__ == "__main__":
    unittest.main()
