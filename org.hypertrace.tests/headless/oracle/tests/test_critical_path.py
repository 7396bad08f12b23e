# SPDX-License-Identifier: EPL-2.0
"""Stories of a few events, whose critical paths can be told by hand: what happened, and the path that must come out."""
import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import story                                        # noqa: E402
from critical_path import parts, path, subject_parser  # noqa: E402
from path.gather import gather                      # noqa: E402
from path.invariants import check                   # noqa: E402
from path.segments import by_key                    # noqa: E402

STORIES = HERE.parent.parent / "src/org/hypertrace/core/path/stories"
KNOWN = {"kvm_x86_msr", "kvm_x86_inj_virq"}


LINE = re.compile(r"(\d+) (\d+) (.*) (run|ready|deliver|wait)(?:/(\w+) ?(.*))?")


def told(expected, segments):
    """The lines that are told of the path, one per expected line; a line without a state is told by chain and phase."""
    for want in expected:
        begin, end, state = (LINE.fullmatch(want)[n] for n in (1, 2, 5))
        lines = [f"{row[0]} {row[1]} {row[2].key()} {row[3]}" + (f"/{row[4]} {by_key(row[5])}" if state else "")
                 for row in segments.rows if int(begin) <= row[0] and row[1] <= int(end)]
        kinds = sorted({line.split(" ", 2)[2].rstrip() for line in lines})
        yield " ".join([lines[0].split(" ")[0], lines[-1].split(" ")[1], " & ".join(kinds)]) if lines else f"nothing from {begin} to {end}"


class CriticalPathTest(unittest.TestCase):
    maxDiff = None

    def test_stories(self):
        for file in sorted(STORIES.glob("*.txt")):
            lines, paths = story.read(file)
            host = gather(story.events(lines), "host", declared(lines))
            for subject, expected in paths:
                with self.subTest(story=file.stem, path=subject):
                    _, segments = path(host, subject_parser().parse_args(subject.split()))
                    self.assertEqual("\n".join(expected), "\n".join(told(expected, segments)))
                    self.assertEqual([], self.broken(host, subject))

    def broken(self, host, subject):
        options = subject_parser().parse_args(subject.split())
        return [w for window in parts(host, options)[1]
                for w in check(host, *window, options.guest_only, options.activations) if "contradictions" not in w]

    def test_every_part_of_a_path_at_any_cut(self):
        lines, paths = story.read(STORIES / "two-vms.txt")
        host = gather(story.events(lines), "host", declared(lines))
        for subject, _ in paths:
            (x, begin, end), = parts(host, subject_parser().parse_args(subject.split()))[1]
            self.assertEqual([], check(host, x, begin, end, cuts=end - begin, instants=1000))


def declared(lines):
    """What the trace could tell: MSRs and injections always; an APIC's acceptance where one is told."""
    return KNOWN | ({"kvm_x86_apic_accept_irq"} if any(" accept " in line for line in lines) else set())


if __name__ == "__main__":
    unittest.main()
