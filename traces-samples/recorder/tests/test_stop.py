# SPDX-License-Identifier: EPL-2.0
"""Stop writes the manifest first and forgets its state last; whatever fails in between can be repeated."""
import errno
import itertools
import os
import shutil
import unittest
from unittest import mock

from fakes import RecorderTest
from hypertrace_record import files, state, vms, words

FULL = OSError(errno.ENOSPC, "No space left on device")


class StopTest(RecorderTest):
    def setUp(self):
        super().setUp()
        self.qemu(40, "a b")
        self.qemu(50, "a_b")
        for name, content in (("one/map", "1 t one\n"), ("two/map", "2 t two\n"),
                              ("one/ring", "ring 1"), ("two/ring", "ring 2"), ("one/kernel/metadata", "1"), ("two/kernel/metadata", "2"), ("two/kernel/deep/stream", "s")):
            self.write(name, content)
        self.all = [word.format(self.folder) for word in (
            "--symbols", "a b={}/one/map", "--symbols", "a_b={}/two/map", "--symbols", "a_b/in={}/one/map", "--ring", "a b={}/one/ring",
            "--ring", "a_b={}/two/ring", "--guest-trace", "a b={}/one", "--guest-trace", "a_b={}/two")]

    def recorded(self, path):
        with open(self.at("rec", path)) as file:
            return file.read()

    def whole(self):
        """Every VM has its own symbols, ring and trace, once; and the recorder has forgotten the recording."""
        one, two = self.manifest()["vms"]
        self.assertEqual(["1 t one\n", "2 t two\n", "1 t one\n"],
                         [self.recorded(vm["symbols"]) for vm in (one, two, *two["nested"])])
        self.assertEqual([["ring 1"], ["ring 2"]], [[self.recorded(ring) for ring in vm["rings"]] for vm in (one, two)])
        self.assertEqual(["1", "2"], [self.recorded(vm["guestTrace"] + "/metadata") for vm in (one, two)])
        self.assertEqual("s", self.recorded(two["guestTrace"] + "/deep/stream"))
        self.assertEqual(("both", 7), (self.manifest()["channel"], self.manifest()["lost"]))
        self.assertFalse(os.path.exists(self.at("lttng/session")))
        self.assertFalse(state.exists())

    def test_files_of_one_name_never_overwrite_each_other(self):
        self.start()
        self.write("lttng/discarded", "7\n")
        self.works("stop", *self.all)
        self.whole()

    def test_symbols_of_one_kernel_are_there_once(self):
        self.start()
        self.write("two/map", "1 t one\n")
        self.works("stop", *self.all)
        one, two = self.manifest()["vms"]
        self.assertEqual("1 t one\n", self.recorded(one["symbols"]))
        self.assertEqual(one["symbols"], two["symbols"])
        self.assertNotEqual(one["symbols"], two["nested"][0]["symbols"])  # a nested guest's kernel is its own
        self.assertEqual(2, len(os.listdir(self.at("rec/symbols"))))

    def test_roles_and_groups_stand_in_the_manifest(self):
        self.start()
        self.works("stop", "--role", "a b=primary", "--group", "a b=cards-1", "--group", "a_b=cards-1")
        self.assertEqual([("primary", "cards-1"), (None, "cards-1")],
                         [(vm.get("role"), vm.get("group")) for vm in self.manifest()["vms"]])

    def test_a_role_that_is_no_word_is_refused_and_stop_can_be_repeated(self):
        self.start()
        for word in ("a b", "a b=", "a b=two words", "a b/x=y", "a b=" + "x" * 65, "a b=x\n"):
            self.fails("--role .* names no role; next: give it as VM=ROLE", "stop", "--role", word)
        self.fails("no VM 'web' was seen", "stop", "--group", "web=cards")
        self.works("stop", "--role", "a b=" + "x" * 64)
        self.assertEqual("x" * 64, self.manifest()["vms"][0]["role"])
        self.assertFalse(state.exists())

    def test_all_is_private(self):
        self.start()
        self.assertEqual(0o600, os.stat(state.PATH).st_mode & 0o777)
        self.works("stop", *self.all)
        for path, folders, names in os.walk(self.at("rec")):
            self.assertEqual(0o700, os.stat(path).st_mode & 0o777, path)
            for name in names:
                self.assertEqual(0o600, os.stat(os.path.join(path, name)).st_mode & 0o777, name)

    def test_the_manifest_is_there_before_the_tracer_ends(self):
        self.start()
        self.write("lttng/fails-stop", "")
        self.fails(r"lttng stop: Error: stop\?\[2J does not work", "stop")
        self.assertEqual(["a b", "a_b"], self.vms())
        self.assertNotIn("lost", self.manifest())

    def test_a_failing_tracer_is_asked_again(self):
        for command in ("stop", "destroy"):
            self.start()
            self.write("lttng/discarded", "7\n")
            self.write("lttng/fails-" + command, "")
            self.fails("lttng %s: " % command, "stop", *self.all)
            self.assertTrue(state.exists())
            self.fails("was not finished; next: hypertrace-record stop", "start", "-o", self.at("other"))
            self.works("stop", *self.all)
            self.whole()
            shutil.rmtree(self.at("rec"))

    def each_time(self, module, name, failing):
        """Every call of a function fails once, in its own recording; stop again makes the recording whole."""
        for number in itertools.count():
            self.start()
            self.write("lttng/discarded", "7\n")
            with failing(module, name, number) as calls:
                status, out, err = self.run_command("stop", *self.all)
            self.assertNotIn("Traceback", err)
            if calls.count <= number:
                self.assertEqual(0, status)
                self.whole()
                self.assertGreater(number, 3)
                return
            if status:
                self.works("stop", *self.all)
            self.whole()
            shutil.rmtree(self.at("rec"))

    def test_a_disk_that_is_full_at_any_file(self):
        self.each_time(files, "replace", lambda *what: Failing(*what, FULL))
        shutil.rmtree(self.at("rec"))
        self.each_time(files, "create", lambda *what: Failing(*what, FULL))

    def test_an_end_before_and_after_any_file(self):
        for after in (False, True):
            self.each_time(files, "replace", lambda *what: Failing(*what, KeyboardInterrupt(), after))
            shutil.rmtree(self.at("rec"))

    def test_a_full_disk_does_not_keep_the_tracer_from_ending(self):
        self.start()
        with mock.patch.object(files, "replace", side_effect=FULL):
            self.fails("No space left on device", "stop")
        with open(self.at("lttng/session")) as file:
            self.assertEqual("inactive\n", file.read())
        self.write("lttng/discarded", "7\n")
        self.works("stop", *self.all)
        self.whole()

    def test_what_could_not_be_added_leaves_nothing_and_is_asked_for_again(self):
        self.start()
        self.write("lttng/discarded", "7\n")
        os.rename(self.at("one/map"), self.at("elsewhere"))
        self.fails("--symbols a b=.*: cannot read '.*one/map' .No such file or directory", "stop", *self.all)
        self.assertEqual(["map"], os.listdir(self.at("rec/symbols")))
        os.rename(self.at("elsewhere"), self.at("one/map"))
        self.works("stop", *self.all)
        self.whole()

    def test_what_is_asked_for_wrongly(self):
        self.start()
        for given, sentence in ((("--symbols", "c"), "no VM 'c' was seen; there are: a b, a_b"),
                                (("--symbols", "a_b="), "'a_b=' names no file"), (("--ring", "a_b"), "'a_b' names no file"),
                                (("--symbols", "a_b/in"), "only a VM of this host can be asked"),
                                (("--symbols", "a_b/ =x"), "only a VM of this host can be asked"),
                                (("--guest-trace", "a_b=" + self.folder), "there is no '.*kernel/metadata'"),
                                (("--ring", "\udcff\x1b=x"), "no VM '\\?\\?' was seen")):
            self.fails(sentence, "stop", *given)
        self.works("stop")

    def test_symbols_that_are_too_long(self):
        self.start()
        with open(self.at("long"), "wb") as file:
            file.truncate(1 << 40)  # takes no room
        self.fails("'.*long' is longer than 64 MB: these are no symbols", "stop", "--symbols", "a_b=" + self.at("long"))
        self.works("stop")

    def test_a_vm_whose_name_holds_the_separators(self):
        self.qemu(60, "guest=a_b/in=x")
        self.start()
        self.works("stop", "--symbols", "a_b/in=x=" + self.at("one/map"))
        self.assertEqual([None, None, "symbols/map"], [vm.get("symbols") for vm in self.manifest()["vms"]])

    def test_a_start_that_fails_and_a_tracer_that_does_not_end(self):
        self.start()
        self.works("stop")
        shutil.rmtree(self.at("rec"))
        with mock.patch.object(vms, "note_all", lambda _: self.write("lttng/fails-destroy", "") and 1 / 0):
            with self.assertRaises(ZeroDivisionError):
                self.start()
        self.assertTrue(os.path.exists(self.at("lttng/session")))
        self.works("stop")
        self.assertFalse(os.path.exists(self.at("lttng/session")))

    def test_a_recording_that_is_gone(self):
        self.start()
        shutil.rmtree(self.at("rec"))
        self.write("lttng/fails-destroy", "")
        self.fails("lttng destroy: ", "stop")
        self.fails("'.*rec' is gone: nothing is recorded any more", "stop")
        self.fails("no recording runs", "stop")
        self.assertFalse(os.path.exists(self.at("lttng/session")))

    def test_a_tracer_that_is_gone(self):
        """The daemon of LTTng has ended: how much was lost is not known."""
        self.start()
        os.remove(self.at("lttng/session"))
        self.assertIn("LTTng has lost the recording", self.works("stop"))
        self.assertNotIn("lost", self.manifest())

    def test_answers_of_lttng_that_are_none(self):
        self.start()
        for answer in ("", "-1", "9" * 50, "\u0663", "\x1b[2J", b"\xff\xfe"):
            self.write("lttng/discarded", answer)
            self.assertIn("how many events are discarded is not known", self.works("status"), answer)

    def test_a_start_that_fails_leaves_nothing(self):
        self.write("lttng/fails-enable-channel", "")
        self.fails("lttng enable-channel --kernel: Error: enable-channel", "start", "-o", self.at("rec"))
        self.assertFalse(os.path.exists(self.at("rec")))
        self.assertFalse(state.exists())
        self.start()

    def test_states_that_are_none(self):
        for content in ("", "[", "[]", "{}", "[" * 100_000, '{"output": 1}', b"\xff"):
            self.write("state.json", content)
            for command in ("stop", "status", "vms"):
                self.fails("state.json' cannot be used: .*; next: lttng destroy hypertrace, then remove that file", command)

    def test_a_state_that_is_a_link(self):
        self.start()
        os.rename(state.PATH, self.at("elsewhere"))
        os.symlink(self.at("elsewhere"), state.PATH)
        self.fails("state.json' cannot be used: cannot read '.*' .it is a link.", "stop")

    def test_a_lock_that_is_a_link(self):
        victim = self.write("victim", "mine")
        os.symlink(victim, state.PATH + ".lock")
        self.fails("Too many levels of symbolic links", "start", "-o", self.at("rec"))
        with open(victim) as file:
            self.assertEqual("mine", file.read())

    def test_a_terminal_gets_no_escapes(self):
        self.assertEqual("a?b?c?d\ufffd?", words.clean(b"a\nb\x1bc\xe2\x80\xaed\xff\r"))


class Failing:
    """A function of which one call fails, before or after it has done its work."""

    def __init__(self, module, name, number, error, after=False):
        self.number, self.error, self.after, self.count = number, error, after, 0
        self.function = getattr(module, name)
        self.patch = mock.patch.object(module, name, self)

    def __call__(self, *arguments):
        self.count += 1
        now = self.count == self.number + 1
        if now and not self.after:
            raise self.error
        result = self.function(*arguments)
        if now:
            raise self.error
        return result

    def __enter__(self):
        self.patch.start()
        return self

    def __exit__(self, *_):
        self.patch.stop()


if __name__ == "__main__":
    unittest.main()
