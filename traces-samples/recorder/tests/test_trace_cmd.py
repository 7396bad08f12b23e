# SPDX-License-Identifier: EPL-2.0
"""Recording with trace-cmd, where LTTng is missing: a process that may end, or not end, by itself."""
import os
import signal
import unittest
from unittest import mock

from fakes import RecorderTest
from hypertrace_record import recording, trace_cmd, vms

TRACE_CMD = """#!/usr/bin/env python3
import os, signal, sys
def end(*_):
    open(sys.argv[3], "w").write("whole")
    sys.exit()
signal.signal(signal.SIGINT, end)
open(os.environ["FAKE_LTTNG"] + "/ready", "w").close()
signal.pause()
"""


class TraceCmdTest(RecorderTest):
    def setUp(self):
        super().setUp()
        self.patch(mock.patch.object(recording, "check", lambda *_: None))
        self.patch(mock.patch.object(vms, "PROC", "/proc"))
        self.patch(mock.patch.object(vms, "all_now", lambda: []))
        self.patch(mock.patch.object(trace_cmd, "SECONDS_TO_START", 0))

    def begin(self, script=TRACE_CMD):
        self.write("bin/trace-cmd", script)
        os.chmod(self.at("bin/trace-cmd"), 0o755)
        os.mkfifo(self.at("lttng/ready"))
        self.start()
        self.pid = recording.states.load()["process"]["pid"]
        self.addCleanup(self.kill)
        if script == TRACE_CMD:
            open(self.at("lttng/ready")).close()  # waits until it handles the signal

    def kill(self):
        if vms.started(self.pid) is not None:
            os.kill(self.pid, signal.SIGKILL)

    def test_it_writes_its_file_when_it_is_stopped(self):
        self.begin()
        self.works("stop")
        with open(self.at("rec/trace.dat")) as file:
            self.assertEqual("whole", file.read())
        self.assertIn("trace-cmd", self.manifest()["recordedWith"])
        self.assertNotIn("lost", self.manifest())

    def test_one_that_has_ended_by_itself(self):
        self.begin()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.assertIn("trace-cmd has ended by itself: what it has written is kept", self.works("stop"))

    def test_another_process_with_its_number_is_left_alone(self):
        self.begin()
        state = recording.states.load()
        recording.states.save({**state, "process": {**state["process"], "pid": os.getpid()}})
        with mock.patch.object(os, "kill", side_effect=AssertionError):
            self.works("stop")

    def test_one_that_does_not_end(self):
        self.begin("#!/bin/sh\ntrap '' INT\nexec sleep 1000\n")
        with mock.patch.object(trace_cmd, "SECONDS_TO_END", 0.1), mock.patch.object(os, "kill"):
            self.fails("trace-cmd does not end within 0 s", "stop")
        self.fails("was not finished", "start")
        self.kill()
        os.waitpid(self.pid, 0)
        self.works("stop")

    def test_one_that_cannot_be_started(self):
        with mock.patch.object(trace_cmd, "SECONDS_TO_START", 20):
            self.write("bin/trace-cmd", "#!/bin/sh\nexit 3\n")
            os.chmod(self.at("bin/trace-cmd"), 0o755)
            self.fails("trace-cmd ended at once, status 3; next: run it by hand", "start", "-o", self.at("rec"))
        self.assertFalse(os.path.exists(self.at("rec")))


if __name__ == "__main__":
    unittest.main()
