# SPDX-License-Identifier: EPL-2.0
"""The kernel code in user space, under the compiler's sanitizers: the targets of releng/fuzz c on their first inputs, and on a
fixed number of mutations of these."""
import os
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "c")
SEED = 1  # to be changed on purpose: other mutations then
MUTATIONS = 1000
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def can_be_sanitized(folder):
    """Whether gcc is there, with both libraries."""
    source = os.path.join(folder, "empty.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("int main(void) { return 0; }\n")
    command = ["gcc", *SANITIZERS, source, "-o", os.path.join(folder, "empty")]
    return shutil.which("gcc") and not subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode


class KernelCodeTest(unittest.TestCase):
    def test_first_inputs_and_mutations_find_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            if not can_be_sanitized(folder):
                self.skipTest("gcc with -fsanitize=address,undefined is not installed")
            subprocess.run([os.path.join(HERE, "build"), folder, "gcc", "replay.c", *SANITIZERS], check=True)
            targets = sorted(os.listdir(os.path.join(HERE, "corpus")))
            self.assertGreaterEqual(len(targets), 6)
            for target in targets:
                kept = os.path.join(HERE, "corpus", target)
                inputs = [os.path.join(kept, name) for name in sorted(os.listdir(kept))]
                done = subprocess.run([os.path.join(folder, target), str(SEED), str(MUTATIONS), *inputs], capture_output=True,
                                      encoding="utf-8", errors="replace", check=False)
                with self.subTest(target=target):
                    self.assertEqual((0, f"{len(inputs)} inputs, {MUTATIONS} mutations\n"), (done.returncode, done.stdout), done.stderr)
