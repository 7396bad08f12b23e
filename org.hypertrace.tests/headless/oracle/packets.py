#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""Which packets a trace of LTTng's kernel tracer lacks: from the packet headers and LTTng's indexes alone.

A stream is what one file NAME_CPU holds; its packets are numbered from 0, each one more than the one before. Read are the
packets up to the first that begins before the one above it. Of those that are known - from the file or from index/NAME_CPU.idx -
the ones that are not read are lost, in runs of following numbers: a run reaches from the end of the read packet before it to the
begin of the read packet after it. A run without one before begins with the first of its packets by the index; without index with
the earliest packet of the trace, and only if another stream's packets are there from number 0. A run without one after ends with
its last packet by the index or the file. A stream without index that ends more than 100 ms before the last packet of the trace
lost an unknown number of packets until then.

A packet without the magic number is damaged: it is not there. A stream without index that ends with one lost an unknown number of
packets from its last packet on; one that begins with one, and has no number, from the earliest packet of the trace on.

    packets.py FOLDER      prints JSON: a list of {stream, cpu, from, until, packets} in units of the clock, null if unknown
"""

import json
import os
import struct
import sys

EARLY = 100_000_000


MAGIC = 0xC1FC1FC1


def packets(path, damaged=()):
    """Number, begin, end, processor and place of the packets in a file, in its order; the places of the damaged ones are added to a list."""
    with open(path, "rb") as file:
        while header := file.read(84):
            magic, = struct.unpack_from("<I", header)
            begin, end, _, size, number, _, cpu = struct.unpack_from("<6QI", header, 32)
            if magic == MAGIC:
                yield number, begin, end, cpu, file.tell()
            else:
                damaged.append(file.tell())
            file.seek(size // 8 - len(header), os.SEEK_CUR)


def index(path):
    """Number, begin, end and processor of the packets in an index."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            _, _, _, size = struct.unpack(">4I", file.read(16))
            while entry := file.read(size):
                _, _, _, begin, end, _, _, cpu, number = struct.unpack_from(">9Q", entry)
                yield number, begin, end, cpu


def lost(read, known, indexed, first, last, from_zero):
    """The stretches of one stream: from, until, packets."""
    numbers = sorted(set(known) - {number for number, _, _ in read})
    if read:
        # a number that neither file nor index has is missing, too, if one after it is there
        top = max(known)
        low = min(number for number, _, _ in read)
        numbers = sorted(set(numbers) | (set(range(low, top)) - {number for number, _, _ in read}))
        if not indexed and from_zero:
            numbers = sorted(set(numbers) | set(range(low)))
    runs = []
    there = {number: (begin, end) for number, begin, end in read}
    for number in numbers:
        # runs end at a packet that is read
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    for low, high in runs:
        begin = there[low - 1][1] if low - 1 in there else known[low][0] if indexed and low in known else first
        end = there[high + 1][0] if high + 1 in there else known[high][1] if high in known else last
        yield begin, end, high - low + 1


def main(folder):
    names = {name for name in os.listdir(folder) if name != "metadata" and os.path.isfile(os.path.join(folder, name))}
    indexes = {name[:-4] for name in (os.listdir(os.path.join(folder, "index")) if os.path.isdir(os.path.join(folder, "index")) else [])}
    streams = {}
    for name in sorted(names | indexes):
        damaged = []
        in_file = list(packets(os.path.join(folder, name), damaged)) if name in names else []
        in_index = list(index(os.path.join(folder, "index", name + ".idx")))
        read = []
        for number, begin, end, *_ in in_file:
            if read and begin < read[-1][1]:
                break
            read.append((number, begin, end))
        known = {number: (begin, end) for number, begin, end, *_ in in_index + in_file}
        cpu = (in_file + in_index)[0][3] if in_file or in_index else int(name.rpartition("_")[2]) if damaged else None
        ends_damaged = bool(damaged) and damaged[-1] > places[-1] if (places := [place for *_, place in in_file]) else bool(damaged)
        streams[name] = read, known, bool(in_index), cpu, ends_damaged
    first = min(begin for _, known, *_ in streams.values() for begin, _ in known.values())
    last = max(end for _, known, *_ in streams.values() for _, end in known.values())
    from_zero = any(0 in (number for number, _, _ in read) for read, *_ in streams.values())
    answer = []
    for name, (read, known, indexed, cpu, ends_damaged) in streams.items():
        for begin, end, count in lost(read, known, indexed, first, last, from_zero):
            answer.append({"stream": name, "cpu": cpu, "from": begin, "until": end, "packets": count})
        stream_end = max((end for _, end in known.values()), default=None)
        if not indexed and (ends_damaged or stream_end is not None and last - stream_end > EARLY):
            answer.append({"stream": name, "cpu": cpu, "from": first if stream_end is None else stream_end, "until": last, "packets": None})
    json.dump(sorted(answer, key=lambda gap: (gap["from"], gap["stream"])), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
