# SPDX-License-Identifier: EPL-2.0
"""The targets of releng/fuzz python on their first inputs, and on a fixed number of mutations of these."""
import random
import unittest

import fakes  # finds the recorder
from fuzz_targets import SEEDS, TARGETS

SEED = 1  # to be changed on purpose: other mutations then
MUTATIONS = 1000


def mutated(data, draw):
    at = draw.randrange(len(data) + 1)
    end = min(len(data), at + draw.randrange(1 << draw.randrange(5)))
    some = bytes(draw.randrange(256) for _ in range(draw.randrange(4)))
    return data[:at] + draw.choice((b"", data[at:end] * 2, some)) + data[end:]


class FuzzTargetsTest(unittest.TestCase):
    def test_first_inputs_and_mutations_find_nothing(self):
        self.assertIsNotNone(fakes)
        for name, target in TARGETS.items():
            draw = random.Random(SEED)
            for data in SEEDS[name]:
                target(data)
            for _ in range(MUTATIONS):
                data = draw.choice(SEEDS[name])
                for _ in range(draw.randrange(1, 5)):
                    data = mutated(data, draw)
                with self.subTest(target=name, data=data):
                    target(data)
