# SPDX-License-Identifier: EPL-2.0
"""Manifests and their schema. What the other tests record is compared with it, too: fakes.py."""
import json
import os
import unittest
from unittest import mock

import schema
from fakes import RecorderTest
from hypertrace_record import files

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "manifests.txt")


class ManifestTest(RecorderTest):
    def test_what_the_schema_accepts_and_refuses(self):
        with open(CASES, encoding="utf-8") as lines:
            for line in list(lines)[1:]:
                self.assertEqual(line.startswith("+ "), not schema.errors(json.loads(line[2:])), line)

    def test_a_manifest_that_the_schema_refuses_is_noticed(self):
        self.qemu(40, "web")
        self.start()
        wrong = mock.patch.object(files, "replace", self.replaced_by('{"version": 2}'))
        with wrong, self.assertRaisesRegex(AssertionError, "manifest.version cannot be 2"):
            self.works("stop")

    def replaced_by(self, content):
        replace = files.replace
        return lambda path, text: replace(path, content if path.endswith("hypertrace.json") else text)


if __name__ == "__main__":
    unittest.main()
