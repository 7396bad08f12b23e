# SPDX-License-Identifier: EPL-2.0
"""vcpu_intervals.py finds what vcpu_states.py finds: in a life written by hand, in stories, in traces from seeds, in recorded ones."""
import pathlib
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import both                                         # noqa: E402
import host_events                                  # noqa: E402
import story                                        # noqa: E402
import vcpu_intervals                               # noqa: E402
from random_host import RandomHost                  # noqa: E402

STORIES = HERE.parent.parent / "src/org/hypertrace/core/path/stories"
SAMPLES = HERE.parents[3] / "traces-samples"

# Every event but the first and the last changes what is found.
LIFE = """
    0 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501
    10 cpu0 kvm_entry
    20 cpu0 kvm_exit IOIO
    30 cpu0 softirq_entry 3
    40 cpu0 softirq_exit 3
    50 cpu0 kvm_userspace_exit
    60 cpu0 kvm_entry
    70 cpu0 kvm_exit HLT
    80 cpu0 sched_switch CPU_0/KVM:501 S other:600
    90 cpu1 sched_waking 501 cpu0
    100 cpu0 sched_switch other:600 R CPU_0/KVM:501
    110 cpu0 kvm_entry
    120 cpu0 hrtimer_entry 7
    130 cpu0 sched_switch CPU_0/KVM:501 R other:600
    140 cpu0 sched_switch other:600 R CPU_0/KVM:501
    150 cpu0 kvm_exit IOIO
    160 cpu0 sched_switch CPU_0/KVM:501 S swapper/0:0
    170 cpu0 lost 175
    180 cpu0 sched_switch swapper/0:0 R CPU_0/KVM:501
    190 cpu0 kvm_entry
    200 cpu1 other"""
STATES = """10 guest, 20 hostKernel, 30 hostInterrupt, 40 hostKernel, 50 vmm, 60 guest, 70 hostKernel, 80 halted, 90 waking, 100 hostKernel, 110 guest,
    120 hostInterrupt, 130 preempted, 140 hostKernel, 160 blocked, 170 unknown, 190 guest"""


def parsed(text):
    return both.story(story.events([line.strip() for line in text.strip().splitlines()]))


def states(answer):
    return ", ".join(f"{i['begin']} {i['state']}" for v in answer["vcpus"] for i in v["intervals"])


class VcpuIntervalsTest(unittest.TestCase):
    maxDiff = 2000

    def agree(self, events):
        self.assertEqual("\n".join(both.lines(both.first(events))), "\n".join(both.lines(both.second(events))))

    def test_a_life_has_the_states_of_the_definition(self):
        self.assertEqual(" ".join(STATES.split()), states(both.second(parsed(LIFE))))
        self.agree(parsed(LIFE))

    def test_every_event_of_the_life_matters(self):
        events = parsed(LIFE)
        whole = both.lines(both.second(events))
        for i in range(1, len(events) - 1):
            with self.subTest(without=events[i]):
                self.assertNotEqual(whole, both.lines(both.second(events[:i] + events[i + 1:])))

    def test_a_system_calls_exit_is_a_return_to_user_space(self):
        """Where kvm_userspace_exit is not recorded, a sleep in a later system call is no halt."""
        calls = [(t, 0, f"syscall_{edge}_x", {}) for t, edge in ((72, "exit"), (76, "entry"))]
        life = parsed(LIFE)
        self.assertIn("70 hostKernel, 80 halted", states(both.second(life)))
        returns = sorted(life + calls, key=lambda e: e[0])
        self.assertIn("70 hostKernel, 72 vmm, 76 hostKernel, 80 blocked", states(both.second(returns)))
        self.agree(returns)

    def test_stories(self):
        files = sorted(STORIES.glob("*.txt"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(story=file.stem):
                self.agree(both.story(story.events(story.read(file)[0])))

    def test_traces_from_seeds(self):
        for seed in range(60):
            with self.subTest(seed=seed):
                self.agree(RandomHost(seed, losses=seed % 2 == 1).events)

    def test_recorded_traces(self):
        """The reader of packets against babeltrace2, too: the same events, in the same order, and what is found in them."""
        for sample in ("syscall-load", "lossy"):
            with self.subTest(sample=sample), tempfile.TemporaryDirectory() as folder:
                with tarfile.open(SAMPLES / sample / f"{sample}.tar.xz") as archive:
                    archive.extractall(folder, [m for m in archive if m.name.startswith(f"{sample}/kernel")])
                trace = f"{folder}/{sample}/kernel"
                texts = host_events.read(trace)[1]
                read = list(vcpu_intervals.read(trace))
                self.assertTrue([(e.t, e.cpu, e.name) for e in texts] == [e[:3] for e in read], "other events")
                # what babeltrace2 printed to the first, what the packets have to the second
                host_events.attribute(texts)
                self.assertTrue(both.lines(both.of(texts)) == both.lines(both.second(read)), "other states")


if __name__ == "__main__":
    unittest.main()
