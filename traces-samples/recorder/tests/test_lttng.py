# SPDX-License-Identifier: EPL-2.0
"""LTTng 2.15 got another default format of traces, and an option for it that older ones refuse."""
import unittest

from fakes import RecorderTest


class LttngTest(RecorderTest):
    def created(self):
        self.start()
        with open(self.at("lttng/calls")) as file:
            return [line.split() for line in file if line.startswith("create hypertrace")]

    def test_the_option_is_passed_exactly_where_it_exists(self):
        for version, expected in (("2.13", []), ("2.14", []), ("2.15", ["--trace-format=ctf-1.8"]), ("2.16", ["--trace-format=ctf-1.8"])):
            with self.subTest(version):
                self.doCleanups()
                self.setUp()
                self.lttng_is(version)
                self.assertEqual([["create", "hypertrace", "--output", self.at("rec"), *expected]], self.created())

    def test_who_does_not_list_options_gets_none(self):
        self.lttng_is("2.15")
        self.write("lttng/fails-create", "")
        self.assertEqual([["create", "hypertrace", "--output", self.at("rec")]], self.created())


if __name__ == "__main__":
    unittest.main()
