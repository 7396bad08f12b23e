# SPDX-License-Identifier: EPL-2.0
"""What a prober saw: absences with both edges, and windows of several nodes."""
import os
import sys
import unittest

from fakes import RecorderTest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import probes

# Round n begins at 100 n; a answers 10, b 20 later. a is away in rounds 3-5, b in 1 (lost), 5-6; b is primary from round 4 on.
AWAY = {"node-a": {3, 4, 5}, "node-b": {1, 5, 6}}


def lines(away=AWAY, rounds=9):
    yield "# period 100 ns"
    yield "node,number,sent,answered,version,role"
    for number in range(rounds):
        for node, delay in (("node-a", 10), ("node-b", 20)):
            role = "primary" if (node == "node-b") == (number >= 4) else "secondary"
            answer = ",,," if number in away[node] else ",%d,1,%s" % (number * 100 + delay, role)
            yield "%s,%d,%d%s" % (node, number, number * 100 + delay // 10, answer)


class ProbesTest(RecorderTest):
    def nodes(self, *arguments):
        self.write("prober.csv", "\n".join(lines(*arguments)) + "\n")
        return probes.read(self.at("prober.csv"), 1000)

    def test_absences(self):
        period, nodes = self.nodes()
        self.assertEqual(100, period)
        self.assertEqual([{"lastAnswered": {"sent": 1201, "answered": 1210}, "firstFailed": 1301, "lastFailed": 1501,
                           "firstAnswered": {"sent": 1601, "answered": 1610}}], probes.absences(nodes["node-a"]))
        self.assertEqual([(1102, 1102), (1502, 1602)],
                         [(one["firstFailed"], one["lastFailed"]) for one in probes.absences(nodes["node-b"])])

    def test_windows(self):
        _, nodes = self.nodes()
        self.assertEqual([[1101, 1220], [1301, 1720]], probes.windows(nodes, 2))
        self.assertEqual([[1501, 1610]], probes.windows(nodes, 1))
        self.assertEqual([[1301, 1420], [1501, 1720]], probes.windows(nodes, 1, "primary"))

    def test_what_is_before_the_first_answer_is_no_absence(self):
        _, nodes = self.nodes({"node-a": {0, 1}, "node-b": {0, 8}})
        self.assertEqual([], probes.absences(nodes["node-a"]))
        self.assertEqual([], probes.absences(nodes["node-b"]))
        self.assertEqual([], probes.windows(nodes, 1))

    def test_another_file(self):
        self.write("prober.csv", "period\n")
        with self.assertRaises(AttributeError):
            probes.read(self.at("prober.csv"), 0)


if __name__ == "__main__":
    unittest.main()
