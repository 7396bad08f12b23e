# SPDX-License-Identifier: EPL-2.0
"""The lab's cluster on one machine: what its members and its controller report, and what the prober saw of it."""
import os
import shutil
import subprocess
import unittest

from fakes import RecorderTest

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scenarios", "programs")
UPGRADED, CRASHED = 3, 4
STEPS = ["upgrade begin cluster", "upgrade restart node-b", "upgrade back node-b", "upgrade switch", "upgrade switched node-b",
         "upgrade restart node-a", "upgrade back node-a", "upgrade end"]


@unittest.skipUnless(shutil.which("gcc"), "gcc is not installed")
class ClusterTest(RecorderTest):
    def build(self, name, *sources):
        subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", '-DCONTROL="%s"' % self.at("control"), "-o", self.at(name),
                        *(os.path.join(PROGRAMS, source + ".c") for source in sources)], check=True, timeout=60)

    def member(self, node):
        """A machine that begins again when its member was asked to, or has crashed. It prints how each ended."""
        script = 'r=%d; while [ $r = %d ] || [ $r = %d ]; do "%s" member %d 10; r=$?; echo "ended $r"; sleep 0.5; done' % (
            UPGRADED, UPGRADED, CRASHED, self.at("cluster"), node)
        return subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE, encoding="utf-8")

    def campaign(self, crash, words="standard"):
        os.environ["NETWORK"], os.environ["WORDS"] = "127.0.0", words
        self.write("control", "")
        self.build("cluster", "cluster", "member", "campaign")
        self.build("prober", "prober")
        members = [self.member(1), self.member(2)]
        prober = subprocess.Popen([self.at("prober"), "20", self.at("prober.csv")])
        out = subprocess.run([self.at("cluster"), "campaign", str(crash)], stdout=subprocess.PIPE, encoding="utf-8", timeout=60).stdout
        printed = [member.communicate(timeout=60)[0] for member in members]
        prober.terminate()
        self.assertEqual(0, prober.wait(60))
        return [[line.split(" ", 3)[3] for line in text.splitlines() if line.startswith("guest: mark ")] for text in (out, *printed)], printed

    def test_an_upgrade(self):
        (steps, first, second), printed = self.campaign(0)
        self.assertEqual(STEPS, steps)
        self.assertEqual(["serves as primary version 1", "serves as secondary version 1", "prepares", "stops",
                          "serves as secondary version 2", "commits", "stops"], first)
        self.assertEqual(["serves as secondary version 1", "prepares", "stops", "serves as secondary version 2",
                          "serves as primary version 2", "commits", "stops"], second)
        self.assertEqual([1, 1], [text.count("ended %d" % UPGRADED) for text in printed])
        with open(self.at("prober.csv")) as file:
            rows = [line.rstrip("\n").split(",") for line in file][2:]
        self.assertEqual({"", "primary", "secondary"}, {row[5] for row in rows if row[0] == "node-b"})
        self.assertTrue(all(row[3] == "" or int(row[3]) >= int(row[2]) for row in rows))

    def test_own_words(self):
        (steps, first, second), _ = self.campaign(0, "own")
        self.assertEqual(["campaign of the cluster begins", "node-b restarts", "node-b is back", "switch-over", "node-b is primary",
                          "node-a restarts", "node-a is back", "committed"], steps)
        self.assertEqual(["version 1 is primary", "version 1 is secondary", "unpacks", "closes", "version 2 is secondary", "commit",
                          "closes"], first)
        self.assertEqual(["version 1 is secondary", "unpacks", "closes", "version 2 is secondary", "version 2 is primary", "commit",
                          "closes"], second)

    def test_a_crash(self):
        (steps, first, _), printed = self.campaign(1)
        self.assertEqual(STEPS, steps)
        self.assertEqual(["serves as primary version 1"] * 2, first[:2])
        self.assertIn("ended %d" % CRASHED, printed[0])


if __name__ == "__main__":
    unittest.main()
