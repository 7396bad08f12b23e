# SPDX-License-Identifier: EPL-2.0
"""The folder of a recording is made by the recorder, private, and nobody else's."""
import os
import unittest
from unittest import mock

from fakes import RecorderTest
from hypertrace_record import files, vms


class FoldersTest(RecorderTest):
    def refused(self, sentence, output=None):
        self.fails(sentence, "start", "-o", output or self.at("rec"))
        self.assertFalse(os.path.exists(self.at("state.json")))
        self.assertFalse(os.path.exists(self.at("lttng/calls")))

    def test_a_new_folder_is_private(self):
        self.start()
        self.assertEqual(0o700, os.stat(self.at("rec")).st_mode & 0o777)

    def test_a_folder_that_is_there_already_is_not_taken(self):
        os.mkdir(self.at("rec"))
        self.refused("'.*rec' is there already; next: choose a new folder with -o")
        self.assertEqual([], os.listdir(self.at("rec")))

    def test_a_link_is_not_followed(self):
        os.mkdir(self.at("victim"))
        for target in ("victim", "nowhere"):
            os.symlink(self.at(target), self.at("rec"))
            self.refused("'.*rec' is there already")
            os.remove(self.at("rec"))
        self.assertEqual([], os.listdir(self.at("victim")))
        self.assertFalse(os.path.exists(self.at("nowhere")))

    def test_a_folder_in_which_others_may_write(self):
        for mode in (0o777, 0o702):
            os.chmod(self.folder, mode)
            self.refused("others than you may replace what is in '%s' .user %d, mode %o.; next: choose another folder with -o"
                         % (self.folder, os.getuid(), mode))
        os.chmod(self.folder, 0o1777)  # as /tmp is
        self.start()

    def test_a_folder_of_another_user(self):
        with mock.patch.object(os, "geteuid", lambda: 1001):
            self.assertEqual(set(), vms.caller())
            if os.getuid():
                self.refused("others than you may replace what is in '%s'" % self.folder)
        if not os.getuid():
            os.mkdir(self.at("theirs"))
            os.chown(self.at("theirs"), 1001, 1001)
            self.refused("others than you may replace what is in '.*theirs' .user 1001", self.at("theirs", "rec"))
            with mock.patch.dict(os.environ, SUDO_UID="1001"):
                self.works("start", "--watch", "0", "-o", self.at("theirs", "rec"))

    def test_a_folder_that_cannot_be_made(self):
        self.refused("cannot make the folder '.*no/where' .No such file or directory.", self.at("no/where"))
        self.write("file", "")
        self.refused("cannot make the folder '.*file/rec' .Not a directory.", self.at("file/rec"))

    def test_names_of_files_lead_nowhere(self):
        for name, file in (("../../etc/passwd", "passwd"), ("..", "unnamed"), (".", "unnamed"), ("", "unnamed"),
                           ("a/..", "unnamed"), ("-rf", "rf"), (".hidden", "hidden"), ("a b\n\x1b\u202e", "a_b___"), ("\udcff", "_"),
                           ("x" * 300, "x" * 100)):
            self.assertEqual(file, files.sanitised(name))

    def test_what_is_added_is_no_link_and_no_pipe(self):
        self.qemu(40, "web")
        self.start()
        secret = self.write("secret", "1 t secret\n")
        os.symlink(secret, self.at("link"))
        os.mkfifo(self.at("pipe"))
        self.write("trace/kernel/metadata", "m")
        for option in ("--symbols", "--ring"):
            self.fails("cannot read '.*link' .it is a link.", "stop", option, "web=" + self.at("link"))
            self.fails("'.*pipe' is no regular file", "stop", option, "web=" + self.at("pipe"))
            self.fails("'/dev/zero' is no regular file", "stop", option, "web=/dev/zero")
            self.fails("cannot read '%s' .Is a directory" % self.folder, "stop", option, "web=" + self.folder)
        for name, target, sentence in (("stream", secret, "it is a link"), ("folder", self.folder, "it is a link"),
                                       ("pipe", None, "no regular file")):
            path = self.at("trace/kernel", name)
            os.symlink(target, path) if target else os.mkfifo(path)
            self.fails(sentence, "stop", "--guest-trace", "web=" + self.at("trace"))
            os.remove(path)
        self.works("stop")
        self.assertEqual({"hypertrace.json", "symbols", "rings", "guests"}, set(os.listdir(self.at("rec"))))
        self.assertEqual([], [name for _, _, names in os.walk(self.at("rec")) for name in names if name != "hypertrace.json"])

    def test_a_trace_that_is_nested_too_deeply(self):
        self.qemu(40, "web")
        self.start()
        self.write("trace/kernel/metadata", "m")
        os.makedirs(self.at("trace", *"d" * 30))
        self.fails("more than 16 folders within each other", "stop", "--guest-trace", "web=" + self.at("trace"))
        self.works("stop")


if __name__ == "__main__":
    unittest.main()
