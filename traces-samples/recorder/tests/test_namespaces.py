# SPDX-License-Identifier: EPL-2.0
"""Which container a VM that begins meanwhile is in: LTTng dumps the state of all threads once more."""
import unittest

from fakes import RecorderTest


class NamespacesTest(RecorderTest):
    def dumps(self):
        with open(self.at("lttng/calls")) as file:
            return [line.strip() for line in file if line.startswith("regenerate")]

    def test_a_new_vm_is_dumped_once(self):
        self.qemu(300, "early")
        self.start()
        self.assertEqual([], self.dumps(), "LTTng dumps the state when it starts")
        self.works("vms")
        self.assertEqual([], self.dumps())
        self.qemu(400, "late")
        self.works("vms")
        self.works("vms")
        self.assertEqual(["regenerate statedump --session=hypertrace"], self.dumps())

    def test_what_fails_is_a_sentence(self):
        self.start()
        self.qemu(400, "late")
        self.write("lttng/fails-regenerate", "")
        self.assertIn("the containers of new VMs are not recorded: lttng regenerate statedump: Error: regenerate", self.works("vms"))
        self.assertIn("late", self.works("status"))


if __name__ == "__main__":
    unittest.main()
