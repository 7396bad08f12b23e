# SPDX-License-Identifier: EPL-2.0
"""The sample ring-alone against its truth: what the host's module and the guest's console counted is in the ring."""
import json
import lzma
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "../../../../traces-samples/ring-alone")
ORACLE = os.path.join(HERE, "..", "ring_alone.py")
MARK, FIRST_OF_HOST = 0x84, 0xa0


class RingSampleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(SAMPLE, "truth.json")) as file:
            cls.truth = json.load(file)["vms"]["alone"]
        with tempfile.TemporaryDirectory() as folder:
            ring = os.path.join(folder, "ring-alone.ring")
            with lzma.open(os.path.join(SAMPLE, "ring-alone.ring.xz")) as packed, open(ring, "wb") as file:
                file.write(packed.read())
            cls.rings = json.loads(cls.ask(ring))["hosts"][0]["rings"]
            cls.events = [[int(word, 0) for word in line.split()] for line in cls.ask("--events", ring).splitlines()]

    @staticmethod
    def ask(*arguments):
        return subprocess.run([sys.executable, "-B", ORACLE, *arguments], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout

    def test_nothing_is_overwritten(self):
        self.assertEqual([(0, 0, 0)] * 2, [(ring["overwritten"], ring["torn"], ring["notWritten"]) for ring in self.rings])

    def test_the_host_wrote_what_its_module_counted(self):
        self.assertEqual(self.truth["writtenByHost"]["value"], sum(ring["hostRecords"] for ring in self.rings))
        self.assertEqual(self.truth["writtenByHost"]["value"], sum(event[3] & 0xffff >= FIRST_OF_HOST for event in self.events))

    def test_marks_are_those_of_the_console(self):
        marks = [event[7] for event in self.events if event[3] & 0xffff == MARK]
        self.assertEqual([mark["value"] for mark in self.truth["marks"]["value"]], marks)

    def test_the_guest_counted_no_more_than_there_is(self):
        self.assertLessEqual(self.truth["inRings"]["value"], len(self.events))


if __name__ == "__main__":
    unittest.main()
