# SPDX-License-Identifier: EPL-2.0
"""A guest that does nothing but hypercalls does not fill the disk of its host."""
import os
import time
import unittest
from unittest import mock

from fakes import RecorderTest
from hypertrace_record import files, limits, recording, state

REAL_FREE = limits.free


class LimitsTest(RecorderTest):
    def setUp(self):
        super().setUp()
        self.qemu(40, "web")
        self.times = []
        self.patch(mock.patch.object(recording, "time", mock.Mock(wraps=time, sleep=self.pass_time)))

    def pass_time(self, seconds):
        self.times.append(seconds)
        if self.then:
            self.then.pop(0)()
        elif len(self.times) > 5:
            state.forget()  # ends the watcher

    def watch(self, *then):
        """Each of then happens between two looks of the watcher."""
        self.then = list(then)
        return self.works("watch", "1")

    def started(self, *words):
        with mock.patch.object(recording, "watch_in_background"):
            return self.works("start", "-o", self.at("rec"), *words)

    def session(self):
        with open(self.at("lttng/session")) as file:
            return file.read().strip()

    def test_a_recording_of_its_largest_size_is_stopped_and_that_is_said(self):
        self.started("--max-size", "2K")
        self.assertIn("web", self.works("status"))
        why = "the recording reached its --max-size of 2.0 KiB"
        self.assertIn("the recording is stopped: %s; next: hypertrace-record stop" % why,
                      self.watch(lambda: self.write("rec/kernel/c0_0", b"x" * 2047),
                                 lambda: self.assertEqual("active", self.session()),
                                 lambda: self.write("rec/kernel/c0_1", b"x"),
                                 lambda: self.assertEqual("inactive", self.session())))
        self.assertRegex(self.works("status"), "stopped at .*: %s; next: hypertrace-record stop" % why)
        self.assertEqual(["web"], self.vms())
        self.assertRegex(self.manifest()["stopped"], "^%s, at 2" % why)
        self.assertRegex(self.works("stop"), "it was stopped at .*: " + why)
        self.assertRegex(self.manifest()["stopped"], "^%s, at 2" % why)
        self.assertFalse(os.path.exists(self.at("lttng/session")))

    def test_a_disk_that_gets_full(self):
        self.started()

        def full(percent):
            self.disk = percent
        self.assertIn("the recording is stopped: less than 5 % of the disk of '{}' is free".format(self.at("rec")),
                      self.watch(lambda: full(5), lambda: self.assertEqual("active", self.session()),
                                 lambda: full(4.99), lambda: self.assertEqual("inactive", self.session())))
        self.works("stop")
        self.assertIn("less than 5 % of the disk", self.manifest()["stopped"])

    def test_a_disk_that_is_full_before(self):
        self.disk = 4
        self.fails("less than 5 % of the disk of '.*rec' is free; next: choose another", "start", "-o", self.at("rec"))
        self.assertFalse(os.path.exists(self.at("rec")))

    def test_a_recording_stopped_by_hand_has_no_such_word(self):
        self.started("--max-size", "1G")
        self.works("stop")
        self.assertNotIn("stopped", self.manifest())

    def test_a_tracer_that_does_not_stop_is_asked_again_and_reported_once(self):
        self.started("--max-size", "1")
        self.write("rec/kernel/c0_0", b"x")
        fail = lambda: self.write("lttng/fails-stop", "")  # noqa: E731
        fail()
        self.assertEqual(1, self.watch(fail, lambda: None).count("it is tried again"))
        self.assertEqual("inactive", self.session())

    def test_the_watcher_sees_vms_that_come_and_losses_once(self):
        self.started()

        def next_look():
            self.qemu(50, "db")
            self.write("lttng/discarded", "3\n")
        with mock.patch.object(recording, "LOOK_FOR_LOST", 0):
            decoded = self.watch(next_look, lambda: None)
        self.assertEqual(1, decoded.count("3 events were discarded, noticed at"))

    def test_the_watcher_looks_every_second_even_if_it_is_asked_for_less(self):
        self.started()
        self.then = []
        self.works("watch", "60")
        self.assertEqual({1}, set(self.times))

    def test_nobody_looks(self):
        self.fails("--max-size needs somebody who looks; next: leave --watch 0 out", "start", "--watch", "0", "--max-size", "1G",
                   "-o", self.at("rec"))

    def test_a_watcher_that_has_ended_is_missed(self):
        me = os.getpid()
        self.process(me, ["hypertrace-record", "watch"], comm=b"python")
        missed = "nothing looks for VMs, nor stops the recording when it is large or the disk is full"
        self.started()
        self.assertIn(missed, self.works("status"))
        self.watch(lambda: self.assertNotIn(missed, self.works("status")), lambda: self.ends(me),
                   lambda: self.assertIn(missed, self.works("status")))

    def test_sizes(self):
        self.assertEqual([1, 2 << 10, 3 << 20, 4 << 30, 5 << 40], [limits.size(text) for text in ("1", "2K", "3M", "4G", "5T")])
        for text in ("", "0", "-1", "1.5G", "1g", "G", "1 G", "\u0663", "1\n", "9" * 99):
            with self.assertRaisesRegex(limits.argparse.ArgumentTypeError, "is no size"):
                limits.size(text)

    def test_free_space(self):
        disk = mock.Mock(f_bavail=10, f_blocks=100, f_frsize=4096)
        with mock.patch.object(os, "statvfs", lambda _: disk):
            self.assertEqual(10, REAL_FREE("/"))
            self.assertEqual(7, REAL_FREE("/", 3 * 4096))
            disk.f_blocks = 0
            self.assertEqual(100, REAL_FREE("/"))

    def test_the_size_of_a_recording_follows_no_link(self):
        self.write("rec/a/b", b"12345")
        os.symlink(self.write("large", b"x" * 9999), self.at("rec/link"))
        self.assertEqual(5 + len(self.at("large")), files.size(self.at("rec")))


if __name__ == "__main__":
    unittest.main()
