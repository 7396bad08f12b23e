# SPDX-License-Identifier: EPL-2.0
"""Events of a CTF 1.8 trace as LTTng's kernel tracer writes it, read from the packets by the layout that the metadata declare.

Not babeltrace2: this reader stands below vcpu_intervals.py, which shares nothing with the oracle beside it. Little-endian, with
LTTng's two event headers. Fields of other events are skipped by their declared types.
"""
import heapq
import mmap
import os
import struct

from ctf_types import Metadata

COMPACT, LARGE, EXTENDED = struct.Struct("<I"), struct.Struct("<HI"), struct.Struct("<IQ")


def metadata(folder):
    """The text of the metadata, without the headers of their packets."""
    with open(os.path.join(folder, "metadata"), "rb") as file:
        data = file.read()
    if struct.unpack_from("<I", data)[0] != 0x75D11D57:
        return Metadata(data.decode())
    text, at = b"", 0
    while at < len(data):
        content, size = struct.unpack_from("<II", data, at + 24)
        text += data[at + 37:at + content // 8]
        at += size // 8
    return Metadata(text.decode())


def decoder(name, structs, wanted):
    """(data, byte) -> (fields or None, byte after the event)."""
    plain = structs[0].plain() if len(structs) == 1 else None
    if not plain:
        def generic(data, at):
            scope, bit = {}, at * 8
            for s in structs:
                _, bit = s.read(data, bit, scope)
            return ({k[1:]: v for k, v in scope.items()} if wanted(name) else None), (bit + 7) >> 3
        return generic
    code, names = plain
    names = [n[1:] for n in names]
    if not wanted(name):
        return lambda data, at: (None, at + code.size)
    return lambda data, at: (dict(zip(names, code.unpack_from(data, at))), at + code.size)


def stream(path, meta, decoders):
    """(ns since 1970, CPU, name, fields) of one file; where events were lost the name is LOST, at the time of the last event before."""
    offset, scale = int(meta.clock.get("offset", 0)), 10**9 / int(meta.clock.get("freq", 10**9))
    if scale != 1:
        raise ValueError("a clock that does not count nanoseconds")
    offset += 10**9 * int(meta.clock.get("offset_s", 0))
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    begin, lost, number, last = 0, 0, None, None
    while begin < len(data):
        head, bit = meta.packet_header.read(data, begin * 8, {})
        info = meta.streams[head["stream_id"]]
        context, bit = info["packet.context"].read(data, bit, {})
        small = info["event.header"] is meta.types["struct event_header_compact"]
        if not small and info["event.header"] is not meta.types["struct event_header_large"]:
            raise ValueError("an event header that is not LTTng's")
        cpu, t, at, end = context["cpu_id"], context["timestamp_begin"], bit >> 3, begin + context["content_size"] // 8
        if number is not None and context["packet_seq_num"] != number + 1:
            yield last or t + offset, cpu, "LOST", None
        number, here, last = context["packet_seq_num"], decoders[head["stream_id"]], t + offset
        while at < end:
            if small:
                word, = COMPACT.unpack_from(data, at)
                id_, stamp, wrap, after = word & 31, word >> 5, 1 << 27, 4
                extended = id_ == 31
            else:
                id_, stamp = LARGE.unpack_from(data, at)
                wrap, after, extended = 1 << 32, 6, id_ == 65535
            if extended:
                after = 13 if small else 14
                id_, t = EXTENDED.unpack_from(data, at + after - 12)
            else:
                t += (stamp - t) % wrap
            name, decode = here[id_]
            fields, at = decode(data, at + after)
            last = t + offset
            yield last, cpu, name, fields
        if context["events_discarded"] != lost:
            lost = context["events_discarded"]
            yield last, cpu, "LOST", None
        begin += context["packet_size"] // 8


def events(folder, wanted=lambda name: True):
    """All events in order of time, those of the same time in the order of the files; fields only of the wanted names."""
    meta = metadata(folder)
    decoders = {n: {} for n in meta.streams}
    for (n, id_), (name, structs) in meta.events.items():
        common = [meta.streams[n]["event.context"]] if "event.context" in meta.streams[n] else []
        decoders[n][id_] = name, decoder(name, common + structs, wanted)
    files = [os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f != "metadata" and not f.startswith(".")]
    files = [f for f in files if os.path.isfile(f) and os.path.getsize(f)]
    return heapq.merge(*(stream(f, meta, decoders) for f in files), key=lambda e: e[0])
