# SPDX-License-Identifier: EPL-2.0
"""What the recorder prints: sentences that are fit for root's terminal, whoever chose the names in them."""
import sys

LONGEST = 10_000


class Failure(Exception):
    """One sentence: what is wrong and, where there is one, the next step."""


def clean(text, longest=LONGEST):
    """@return its printable characters; escapes, line ends, direction marks and bytes that are no UTF-8 are replaced"""
    text = text[:4 * longest + 4]
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    cleaned = "".join(c if c.isprintable() else "?" for c in text[:longest])
    return cleaned + "…" if len(text) > longest else cleaned


def last_line(text):
    """The line in which a command names its error."""
    return clean((text.strip().splitlines() or ["failed"])[-1], 200)


def note(text):
    print("hypertrace-record: " + clean(text), file=sys.stderr)


def say(text):
    print(clean(text))
