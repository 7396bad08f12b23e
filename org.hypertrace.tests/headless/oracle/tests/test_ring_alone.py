# SPDX-License-Identifier: EPL-2.0
"""The worked example of the definition, and gaps, by hand."""
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from ring_alone import Rings  # noqa: E402

SVM_HLT, SVM_INTR, SVM_IO = (2 << 32 | code for code in (120, 96, 123))
EXAMPLE = [(5, 0x70, 0, 0, 0, 0), (10, 0xa1, 0, 0, 0, 1), (30, 0xa0, SVM_HLT, 0, 0, 1), (32, 0xa2, 77, 1, 0, 1),
           (50, 0xa3, 77, 0, 0, 2), (52, 0xa1, 0, 0, 0, 2), (60, 0xa0, SVM_INTR, 0, 0, 2), (61, 0xa2, 78, 0, 0, 2),
           (90, 0xa3, 79, 0, 0, 2), (91, 0xa1, 0, 0, 0, 2), (89, 0x70, 0, 0, 0, 0), (100, 0xa0, SVM_IO, 0, 0, 2),
           (103, 0xa2, 5, 2, 0, 2), (110, 0xa3, 5, 0, 0, 2), (112, 0xa1, 0, 0, 0, 2), (113, 0x70, 0, 0, 0, 0)]


def file(records, torn=(), khz=10**6):
    data = struct.pack("<8sQQQQQQQ", b"GTRRING1", 1 << 32 | 64, 16, len(records), khz, 0, 1, 0)
    for number, (tsc, nr, *words) in enumerate(records):
        data += struct.pack("<8Q", 0 if number in torn else number + 1, tsc, nr, *words, 0)
    return data


def states(rings):
    (_, _, vcpu), = rings.vcpus()
    return [(begin + 5, end + 5, state) for begin, end, state in vcpu.intervals]


class RingAlone(unittest.TestCase):

    def test_example(self):
        one, = Rings(file(EXAMPLE)).report(False)["rings"]
        self.assertEqual({"unknown": 5, "guest": 38, "host": 11, "halted": 18, "preempted": 29, "blocked": 7},
                         {state: one[state] for state in ("unknown", "guest", "host", "halted", "preempted", "blocked")})
        self.assertEqual(108, one["end"] - one["begin"])
        self.assertEqual({120: 22, 96: 31, 123: 12}, {e["code"]: e["total"] for e in one["exitReasons"]})
        self.assertEqual(1, len(one["migrations"]))
        self.assertEqual([(78, 79)], [(p["first"]["tid"], p["last"]["tid"]) for p in one["preemptions"]])
        self.assertEqual([29, 54], one["steal"])

    def test_a_gap_is_unknown_from_the_record_before_it_to_the_next_of_the_host(self):
        self.assertEqual([(5, 10, "unknown"), (10, 30, "guest"), (30, 32, "host"), (32, 50, "halted"), (50, 52, "host"), (52, 60, "guest"),
                          (60, 90, "unknown"), (90, 91, "host")], states(Rings(file(EXAMPLE[:10], torn=(7,)))))

    def test_a_sleep_behind_a_gap_is_no_halt(self):
        one, = Rings(file(EXAMPLE[:5], torn=(1,))).report(False)["rings"]
        self.assertEqual((18, 0), (one["halted"], one["blocked"]))
        one, = Rings(file(EXAMPLE[:5], torn=(2,))).report(False)["rings"]
        self.assertEqual((0, 18), (one["halted"], one["blocked"]))


if __name__ == "__main__":
    unittest.main()
