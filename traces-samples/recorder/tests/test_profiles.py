# SPDX-License-Identifier: EPL-2.0
"""What the profiles record."""
import contextlib
import io
import re
import unittest
from pathlib import Path
from unittest import mock

import fakes  # noqa: F401  finds the recorder
from hypertrace_record import check, lttng
from hypertrace_record.profiles import NEEDED, PROFILES, STATE_DUMP

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", ROOT / "org.hypertrace.ui/doc/recording/recording.md"]


class ProfilesTest(unittest.TestCase):
    def test_every_profile_names_an_event_once_and_all_that_is_needed(self):
        for name, events in PROFILES.items():
            with self.subTest(name):
                self.assertEqual(len(set(events)), len(events))
                self.assertLessEqual(NEEDED, set(events))

    def test_critical_paths_have_their_events(self):
        """Each is worth something by itself, as measured: see the help page of critical paths."""
        wanted = {"sched_switch", "sched_waking", "sched_wakeup", "sched_wakeup_new", "sched_process_fork", "kvm_x86_inj_virq",
                  "kvm_x86_msr", "kvm_x86_apic_accept_irq", "irq_handler_entry", "irq_handler_exit", "irq_softirq_entry",
                  "irq_softirq_exit", "irq_softirq_raise", "timer_hrtimer_expire_entry", "timer_hrtimer_expire_exit",
                  "kvm_userspace_exit"}
        self.assertLessEqual(wanted, set(PROFILES["path"]))
        for page in PAGES:
            with self.subTest(page.name):
                by_hand = set(re.findall(r"\w+", " ".join(re.findall(r"^lttng enable-event -k (\w.*)$", page.read_text(), re.M))))
                self.assertEqual(set(), wanted - by_hand)

    def test_events_are_added_and_left_out(self):
        known = {*PROFILES["path"], *STATE_DUMP, "net_dev_queue"}
        decoded = io.StringIO()
        with (mock.patch.object(check.os, "geteuid", lambda: 0), mock.patch.object(check.os.path, "exists", lambda _: True),
              mock.patch.object(lttng, "known_events", lambda: known), contextlib.redirect_stderr(decoded)):
            events = check.check("path", ["sched_process_free"], ["net_dev_queue", "sched_switch", "net_if_receive_skb"])
        self.assertEqual(known - {"sched_process_free"}, set(events))
        self.assertEqual(len(set(events)), len(events))
        self.assertIn("left out, not known here: net_if_receive_skb", decoded.getvalue())


if __name__ == "__main__":
    unittest.main()
