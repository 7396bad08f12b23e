# SPDX-License-Identifier: EPL-2.0
"""Stories of a few events, whose critical paths can be written by hand: what happened, and the path that must come out."""
import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import lock_holders                                 # noqa: E402
import story                                        # noqa: E402
import wake_latencies                               # noqa: E402
from critical_path import parts, path, subject_parser  # noqa: E402
from path.gather import gather                      # noqa: E402
from path.invariants import check                   # noqa: E402
from path.segments import by_key                    # noqa: E402

STORIES = HERE.parent.parent / "src/org/hypertrace/core/path/stories"
KNOWN = {"kvm_x86_msr", "kvm_x86_inj_virq"}


LINE = re.compile(r"(\d+) (\d+) (.*) (run|ready|deliver|wait)(?:/(\w+) ?(.*))?")


def shown(expected, segments):
    """What is reported of the path, a line per expected line: one segment, or, without a state, all that has this chain and phase."""
    for want in expected:
        begin, end, state = (LINE.fullmatch(want)[n] for n in (1, 2, 5))
        lines = [f"{row[0]} {row[1]} {row[2].key()} {row[3]}" + (f"/{row[4]} {by_key(row[5])}" if state else "")
                 for row in segments.rows if int(begin) <= row[0] and row[1] <= int(end)]
        kinds = [line.split(" ", 2)[2].rstrip() for line in lines]
        kinds = kinds if state else sorted(set(kinds))
        yield " ".join([lines[0].split(" ")[0], lines[-1].split(" ")[1], " & ".join(kinds)]) if lines else f"nothing from {begin} to {end}"


class CriticalPathTest(unittest.TestCase):
    maxDiff = None

    def test_stories(self):
        for file in sorted(STORIES.glob("*.txt")):
            lines, paths = story.read(file)
            host = gather(story.events(lines), "host", declared(lines))
            for subject, expected in paths:
                with self.subTest(story=file.stem, path=subject):
                    if subject in ("waits", "locks"):
                        self.assertEqual(expected, (wake_latencies if subject == "waits" else lock_holders).lines(host))
                        continue
                    _, segments = path(host, subject_parser().parse_args(subject.split()))
                    self.assertEqual("\n".join(expected), "\n".join(shown(expected, segments)))
                    self.assertEqual([], self.broken(host, subject))

    def test_a_chain_has_an_end(self):
        """A hundred threads, each woken by the next: from the 64th on nobody is named."""
        lines = ["0 cpu0 statedump CPU_0/KVM:501 500", "0 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501", "8 cpu0 kvm_entry", "10 cpu0 guest stage 2",
                 "100 cpu0 guest switch swapper:0 R g1:1"]
        lines += [f"{100 + 10 * n} cpu0 guest switch g{n}:{n} S g{n + 1}:{n + 1}" for n in range(1, 101)]
        for n in range(100, 0, -1):                 # g101 wakes g100 at 2000, runs it at 2005, that wakes g99 at 2010, …
            lines += [f"{2000 + 10 * (100 - n)} cpu0 guest waking g{n}:{n} by {n + 1}",
                      f"{2005 + 10 * (100 - n)} cpu0 guest switch g{n + 1}:{n + 1} S g{n}:{n}"]
        host = gather(story.events(lines), "host", KNOWN)
        _, segments = path(host, subject_parser().parse_args("--thread 1 --from 1500 --to 1600".split()))
        (begin, end, chain, *state), = segments.rows
        self.assertEqual((1500, 1600, 64, ["wait", "untold", "too deep"]), (begin, end, chain.depth, state))
        self.assertEqual("g:pid 500:1:64#1", chain.x.key())
        self.assertEqual([], self.broken(host, "--thread 1 --from 110 --to 3000"))

    def test_several_hosts(self):
        """Keys begin with the host."""
        lines, _ = story.read(STORIES / "two-vms.txt")
        host = gather(story.events(lines), "a", KNOWN, home="a/")
        _, segments = path(host, subject_parser().parse_args("--vm 500 --thread 1 --from 200 --to 900".split()))
        self.assertEqual("200 500 a/g:pid 500:1:1#1;a/i:pid 500:0:softirq:3;a/i:pid 500:0:irq:26;a/h:502#1;a/h:702#1;a/g:pid 700:1:7#1",
                         next(segments.lines()).rpartition(" run/")[0])
        self.assertEqual({"a/h:swapper/2#1"}, {by_key(row[5]) for row in segments.rows if row[0] == 510})

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
    """What the trace could report: MSRs and injections always; an APIC's acceptance where one is reported."""
    return KNOWN | ({"kvm_x86_apic_accept_irq"} if any(" kvm_apic_accept_irq " in line for line in lines) else set())


if __name__ == "__main__":
    unittest.main()
