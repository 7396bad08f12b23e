# SPDX-License-Identifier: EPL-2.0
"""The answer of an oracle whose findings are lines of text: how many, and their hash."""
import argparse
import contextlib
import hashlib
import json

from critical_path import opened
from path.gather import load


def answer(description, lines):
    """Prints what `lines` finds in the trace that the command line names."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("trace", help="CTF folder of a host's kernel trace, or a sample's archive")
    parser.add_argument("--lines", action="store_true", help="all of them, not only their hash")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        found = lines(load(opened(stack, options.trace, {})))
    reported = {"lines": len(found), "sha256": hashlib.sha256("\n".join(found).encode()).hexdigest()}
    print(json.dumps(reported | ({"all": found} if options.lines else {}), ensure_ascii=False))
