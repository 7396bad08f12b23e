# SPDX-License-Identifier: EPL-2.0
"""Runs Atheris on one target of the recorder: TARGET, and what libFuzzer takes. releng/fuzz python calls it."""
import os
import sys

import atheris

sys.dont_write_bytecode = True
RECORDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "traces-samples", "recorder")
sys.path[:0] = [os.path.join(RECORDER, "host"), os.path.join(RECORDER, "tests")]
with atheris.instrument_imports(include=["hypertrace_record"]):
    from fuzz_targets import SEEDS, TARGETS

target, options = sys.argv[1], sys.argv[2:]
inputs = options[-1]
for number, seed in enumerate(SEEDS[target]):
    with open(os.path.join(inputs, "seed-%d" % number), "wb") as file:
        file.write(seed)
atheris.Setup([sys.argv[0], *options], TARGETS[target])
atheris.Fuzz()
