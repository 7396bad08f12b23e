#!/usr/bin/env python3
"""Cuts recordings down to at most 3000 events in many small packets, for fuzzing.

A cut has the events of a stretch of a sample: of its host and of its guests' own traces, with manifest and rings. Packets of
at most 8 KiB are taken whole, with their numbers; larger ones, as recorders with large sub-buffers write them, are divided
between events into packets of at most 4 KiB, numbered from 0, as if the sub-buffers had been small. Some cuts have an
index/, some have none, as recordings do. Metadata declare only events that occur, and symbols are thinned out, so that a run
is short. The same samples always give the same bytes.

--small makes three cuts of the hosts' kernels of each sample instead: at most 300 events in packets of at most 1 KiB, whose
metadata declare what occurs and what makes a host. So a case takes a fraction of the time.

kernel/.layout.json reports how long the fields of every event are, for a reader that is independent of Trace Compass.
"""
import argparse
import bisect
import hashlib
import json
import pathlib
import re
import shutil
import struct
import tarfile
import tempfile
import typing

METADATA_MAGIC, PACKET_MAGIC, INDEX_MAGIC = 0x75D11D57, 0xC1FC1FC1, 0xC1F1DCC1
HEADER = struct.Struct("<I16sIQ6QI")  # magic, uuid, stream, instance, begin, end, content, packet, number, discarded, cpu
METADATA_PACKET, SYMBOLS = 4096, 64
LAYOUT = ".layout.json"
PLACES = 3


class Size(typing.NamedTuple):
    whole: int  # larger packets are divided
    packet: int  # into such ones
    events: int
    kept: str  # declarations that stay though their events do not occur


USUAL = Size(8192, 4096, 3000, '"kvm')
LEAST = Size(0, 1024, 300, 'name = "kvm_x86_(entry|exit|hypercall)"')

# What each is cut from, and how far into its hypercalls it begins.
CUTS = {
    "hypercalls": ("quiet-boot", 0),
    "batched": ("batched", 0.8),
    "lossy": ("lossy", 0),
    "ring": ("ring", 0.6),
    "nested": ("nested", 0.3),
    "nested-direct": ("nested-direct", 0.3),
    "guest-and-hypercall": ("guest-and-hypercall", 0.5),
    "panic": ("panic-in-initcall", 0.95),
    "older": ("boot-levels", 0.37),
    "two-vcpus": ("smp-guest", 0.5),
    "ftrace": ("quiet-boot", 0.1),
    "console": ("panic-in-initcall", 0),
}
TEXTS = {"ftrace", "console"}
WITHOUT_INDEX = {"batched", "nested-direct", "panic", "older"}

TYPE = re.compile(r"(?:integer\s*\{([^}]*)\}|(string)(?:\s*\{[^}]*\})?|enum\s*:\s*integer\s*\{([^}]*)\}\s*\{([^}]*)\})\s*(\w+)"
                  r"\s*(?:\[\s*(\w+)\s*\])?\s*;")
PADDING = re.compile(r"struct\s*\{\s*\}\s*align\(8\)\s*\w+\s*;")
VARIANT = re.compile(r"variant\s*<\s*(\w+)\s*>\s*\{")
CHOICE = re.compile(r"struct\s*\{")
NAME = re.compile(r"\}\s*(\w+)\s*;")
VALUES = re.compile(r'"(\w+)"\s*=\s*(\d+)(?:\s*\.\.\.\s*(\d+))?')


def metadata_text(path):
    """The text in the packets of a metadata file."""
    data, at, text = path.read_bytes(), 0, b""
    while at < len(data):
        magic, content, packet = struct.unpack_from("<I20x2I", data, at)
        assert magic == METADATA_MAGIC, f"{path}: no packet of metadata at {at}"
        text += data[at + 37:at + content // 8]
        at += packet // 8
    return text.decode()


def metadata_packets(text, like):
    """The text in packets as in other metadata."""
    header, data, out = like[:37], text.encode(), b""
    for at in range(0, len(data), METADATA_PACKET - 37):
        part = data[at:at + METADATA_PACKET - 37]
        out += (header[:24] + struct.pack("<2I", (37 + len(part)) * 8, METADATA_PACKET * 8) + header[32:] + part).ljust(METADATA_PACKET, b"\0")
    return out


def without_events(text, used, kept_pattern):
    """The text without the declarations of events that do not occur, but for those of guests that the pattern keeps."""
    def kept(match):
        number = int(re.search(r"\n\tid = (\d+);", match.group()).group(1))
        stream = int(re.search(r"stream_id = (\d+);", match.group()).group(1))
        return match.group() if (stream, number) in used or re.search(kept_pattern, match.group()) else ""
    return re.sub(r"event \{\n.*?\n\};\n*", kept, text, flags=re.S)


def layouts(text):
    """Per stream class whether headers are compact or large, and per event what its fields are: `bytes`, how long it is, or
    `string`; `counts`: its value reports how many of so many bytes follow; `chooses`: by its value, which fields follow."""
    streams, events = {}, {}
    for block in re.finditer(r"\n(stream|event) \{\n(.*?)\n\};", text, re.S):
        kind, body = block.groups()
        number = int(re.search(r"\bid = (\d+);", body).group(1))
        if kind == "stream":
            streams[number] = "large" if "event_header_large" in body else "compact"
            assert "event.context" not in body, "events with context"
            continue
        stream = int(re.search(r"stream_id = (\d+);", body).group(1))
        name = re.search(r'name = "([^"]*)"', body).group(1)
        fields = re.search(r"fields := struct \{(.*)\}", body, re.S).group(1)
        events.setdefault(stream, {})[number] = {"name": name, "fields": field_list(fields, name)}
    return streams, events


def closing(text, at):
    """Where the brace closes that stands before this place."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at - 1


def field_list(text, event):
    fields, at, last, bits, values = [], 0, None, 0, None
    text = text.strip()
    while at < len(text):
        field = TYPE.match(text, at) or PADDING.match(text, at)
        variant = VARIANT.match(text, at)
        assert field or variant, f"{event}: not understood: {text[at:]}"
        if variant:
            assert variant.group(1) == last and values, f"{event}: what chooses is not the field before it"
            at = closing(text, variant.end())
            fields[-1]["chooses"] = choices(text[variant.end():at], values, event)
            field = NAME.match(text, at)
            last = field.group(1)
        elif field.re is TYPE:
            number, string, enum, values, name, length = field.groups()
            if string:
                fields.append({"name": name, "string": True})
            else:
                declared = number or enum
                size, align = (int(re.search(rf"{key} = (\d+)", declared).group(1)) for key in ("size", "align"))
                assert align == 8 or length is None and align < 8 and size < 16, f"{event}: aligned fields"
                if size % 8 or bits % 8:
                    # parts of bytes, together whole ones
                    if bits == 0:
                        fields.append({"name": name, "bytes": 0})
                    bits += size
                    if bits % 8 == 0:
                        fields[-1]["bytes"], bits = bits // 8, 0
                elif length is None:
                    fields.append({"name": name, "bytes": size // 8})
                elif length.isdigit():
                    fields.append({"name": name, "bytes": size // 8 * int(length)})
                else:
                    assert length == last, f"{event}: the length of {name} is not the field before it"
                    fields[-1]["counts"] = size // 8
            last = name
        assert variant or field.re is not PADDING or bits == 0, f"{event}: padding within a byte"
        at = field.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    assert bits == 0, f"{event}: ends within a byte"
    return fields


def choices(text, values, event):
    """By the value that chooses, the fields of the struct with that name."""
    structs, at = {}, 0
    text = text.strip()
    while at < len(text):
        begin = CHOICE.match(text, at)
        assert begin, f"{event}: not understood: {text[at:]}"
        end = closing(text, begin.end())
        name = NAME.match(text, end)
        structs[name.group(1)] = field_list(text[begin.end():end], event)
        at = name.end()
        at += len(text[at:]) - len(text[at:].lstrip())
    return {str(value): structs[name] for name, first, last in VALUES.findall(values) if name in structs
            for value in range(int(first), int(last or first) + 1)}


def event_end(data, at, fields):
    for field in fields:
        if "string" in field:
            at = data.index(0, at) + 1
            continue
        begin, at = at, at + field["bytes"]
        value = int.from_bytes(data[begin:at], "little")
        if "counts" in field:
            at += field["counts"] * value
        if "chooses" in field:
            at = event_end(data, at, field["chooses"][str(value)])
    return at


class Packet:
    def __init__(self, data, at):
        (self.magic, self.uuid, self.stream, self.instance, self.begin, self.end, content, size, self.number, self.discarded,
         self.cpu) = HEADER.unpack_from(data, at)
        assert self.magic == PACKET_MAGIC
        self.data = data[at:at + size // 8]
        self.content, self.size = content // 8, size // 8

    def events(self, streams, classes):
        """(time, id, begin, end) of every event."""
        at, time, large = HEADER.size, self.begin, streams[self.stream] == "large"
        while at < self.content:
            begin = at
            if large:
                number, = struct.unpack_from("<H", self.data, at)
                extended, bits, at = number == 65535, 32, at + 2
            else:
                word, = struct.unpack_from("<I", self.data, at)
                number, extended, bits = word & 31, word & 31 == 31, 27
            if extended:
                number, time = struct.unpack_from("<IQ", self.data, at if large else at + 1)
                at += 12 if large else 13
            else:
                low = struct.unpack_from("<I", self.data, at)[0] if large else word >> 5
                new = time & ~((1 << bits) - 1) | low
                time = new if new >= time else new + (1 << bits)
                at += 4
            at = event_end(self.data, at, classes[self.stream][number]["fields"])
            yield time, number, begin, at


def write_stream(path, packets, with_index):
    path.parent.mkdir(parents=True, exist_ok=True)
    index = struct.pack(">4I", INDEX_MAGIC, 1, 1, 72)
    offset = 0
    with path.open("wb") as out:
        for packet in packets:
            out.write(packet.data)
            index += struct.pack(">9Q", offset, packet.size * 8, packet.content * 8, packet.begin, packet.end, packet.discarded,
                                 packet.stream, packet.instance, packet.number)
            offset += packet.size
    if with_index:
        folder = path.parent / "index"
        folder.mkdir(exist_ok=True)
        (folder / (path.name + ".idx")).write_bytes(index)


def divided(source, number, events, begin, end, least):
    """A packet of some of the events of a packet."""
    body = b"".join(source.data[begin:end] for _, _, begin, end in events)
    content = HEADER.size + len(body)
    size = max(least, content)
    header = HEADER.pack(source.magic, source.uuid, source.stream, source.instance, begin, end, content * 8,
                         size * 8, number, source.discarded, source.cpu)
    return Packet((header + body).ljust(size, b"\0"), 0)


def write_layout(folder, streams, events):
    (folder / LAYOUT).write_text(json.dumps({"streams": streams, "events": events}, separators=(",", ":")))


def in_small_packets(chosen, begin, end, most):
    """(packet, its chosen events)… as packets of a recording from begin to end, whole or divided."""
    packets, parts = [], []
    for packet, events in chosen:
        if packet.size <= most.whole:
            packets.append(packet)
            continue
        length = most.packet
        for event in events:
            if length + event[3] - event[2] > most.packet:
                parts.append((packet, []))
                length = HEADER.size
            parts[-1][1].append(event)
            length += event[3] - event[2]
    # as the tracer does, which ends a packet when it begins the next one, and all when it stops
    begins = [begin] + [events[0][0] for _, events in parts[1:]]
    return packets + [divided(packet, number, events, first, last, most.packet) for number, ((packet, events), first, last)
                      in enumerate(zip(parts, begins, begins[1:] + [end]))]


def streams_of(folder):
    return [path for path in sorted(folder.iterdir()) if path.is_file() and path.name != "metadata"]


def packets_of(path):
    data, at, packets = path.read_bytes(), 0, []
    while at < len(data):
        packets.append(Packet(data, at))
        at += packets[-1].size
    return packets


def offset_of(text):
    """What is added to a time of this trace's clock, ns."""
    return int(re.search(r"\n\toffset = (\d+);", text).group(1))


class Trace:
    def __init__(self, folder):
        self.folder = folder
        self.text = metadata_text(folder / "metadata")
        self.streams, self.classes = layouts(self.text)
        self.offset = offset_of(self.text)
        self.files = {path.name: [(packet, list(packet.events(self.streams, self.classes))) for packet in packets_of(path)]
                      for path in streams_of(folder)}

    def times(self, name=None):
        """When the events happened, of this name if there is one, ns since the epoch."""
        numbers = None if name is None else {(stream, number) for stream, events in self.classes.items()
                                             for number, event in events.items() if name in event["name"]}
        return sorted(time + self.offset for stream in self.files.values() for packet, events in stream
                      for time, number, _, _ in events if numbers is None or (packet.stream, number) in numbers)

    def cut(self, out, begin, end, with_index, most):
        used = set()
        for name, stream in self.files.items():
            chosen = []
            for packet, events in stream:
                inside = [event for event in events if begin <= event[0] + self.offset < end]
                if inside and (packet.size > most.whole or len(inside) == len(events)):
                    chosen.append((packet, inside))
            if chosen:
                used |= {(packet.stream, event[1]) for packet, inside in chosen for event in inside}
                write_stream(out / name, in_small_packets(chosen, begin - self.offset, end - self.offset, most), with_index)
        if out.exists():
            (out / "metadata").write_bytes(metadata_packets(without_events(self.text, used, most.kept), (self.folder / "metadata").read_bytes()))
            write_layout(out, self.streams, self.classes)

    def named(self, packet, event):
        """Name and fields of an event, as far as they are numbers and names."""
        _, number, begin, end = event
        declared = self.classes[packet.stream][number]
        at = end - sum(field["bytes"] for field in declared["fields"] if "bytes" in field)
        values = {}
        if any(kind in field for field in declared["fields"] for kind in ("string", "counts", "chooses")):
            return declared["name"], values
        for field in declared["fields"]:
            raw = packet.data[at:at + field["bytes"]]
            values[field["name"]] = raw.split(b"\0")[0].decode() if field["bytes"] == 16 else int.from_bytes(raw, "little")
            at += field["bytes"]
        return declared["name"], values


AMD = {0x60: "interrupt", 0x64: "vintr", 0x72: "cpuid", 0x78: "hlt", 0x7b: "io", 0x7c: "msr", 0x81: "hypercall", 0x400: "npf"}


def ftrace(trace, begin, end):
    """The events of a stretch as ftrace prints them: those of KVM and the scheduler."""
    lines, running = [], {}
    events = sorted(((event, packet) for stream in trace.files.values() for packet, some in stream for event in some
                     if begin <= event[0] + trace.offset < end), key=lambda pair: pair[0][0])
    for event, packet in events:
        name, f = trace.named(packet, event)
        text = {
            "kvm_x86_entry": lambda: f"kvm_entry: vcpu {f['_vcpu_id']}, rip 0xffffffff81000000",
            "kvm_x86_exit": lambda: f"kvm_exit: vcpu 0 reason {AMD.get(f['_exit_reason'], 'hlt')} rip 0xffffffff81000000 info1 "
                                    "0x000000000000007b info2 0x0000000000000000 intr_info 0x00000000 error_code 0x00000000",
            "kvm_x86_hypercall": lambda: f"kvm_hypercall: nr 0x{f['_nr']:x} a0 0x{f['_a0']:x} a1 0x{f['_a1']:x} a2 0x{f['_a2']:x} "
                                         f"a3 0x{f['_a3']:x}",
            "sched_switch": lambda: f"sched_switch: prev_comm={f['_prev_comm']} prev_pid={f['_prev_tid']} prev_prio=120 prev_state="
                                    f"{'R' if f['_prev_state'] & 255 == 0 else 'S'} ==> next_comm={f['_next_comm']} "
                                    f"next_pid={f['_next_tid']} next_prio=120",
            "sched_waking": lambda: f"sched_waking: comm={f['_comm']} pid={f['_tid']} prio=120 target_cpu={f['_target_cpu']:03}",
        }.get(name)
        if text is None:
            continue
        comm, tid = running.get(packet.cpu, ("<idle>", 0))
        seconds, ns = divmod(event[0], 1_000_000_000)
        lines.append(f"{comm:>16}-{tid:<7} (-------) [{packet.cpu:03}] d..2. {seconds:5}.{ns:09}: {text()}\n")
        if name == "sched_switch":
            running[packet.cpu] = f["_next_comm"], f["_next_tid"]
    return "# tracer: nop\n#\n#           TASK-PID     TGID     CPU#  |||||  TIMESTAMP  FUNCTION\n" + "".join(lines)


def thin(symbols, out):
    lines = symbols.read_text().splitlines(keepends=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(lines[::SYMBOLS]))


def cut_host(host, out, place, with_index, most):
    """From so far into its hypercalls on; returns begin and end."""
    calls = host.times("hypercall")
    times = host.times()
    first = bisect.bisect_left(times, calls[int(place * (len(calls) - 1))])
    begin, end = times[first], times[min(first + most.events, len(times) - 1)]
    host.cut(out / "kernel", begin, end, with_index, most)
    return begin, end


def cut(recording, out, place, with_index):
    count = USUAL.events
    host = Trace(recording / "kernel")
    begin, end = cut_host(host, out, place, with_index, USUAL)
    for guest in sorted(recording.glob("guests/*/kernel")):
        own = Trace(guest)
        times = own.times()
        # a clock of its own: as far into its events as the cut is into the host's
        at = max(0, min(int(place * len(times)), len(times) - count - 1))
        own.cut(out / guest.relative_to(recording), times[at], times[min(at + count, len(times) - 1)], with_index, USUAL)
    for name in ("hypertrace.json", "vcpus.txt"):
        if (recording / name).exists():
            shutil.copyfile(recording / name, out / name)
    if (recording / "rings").exists():
        shutil.copytree(recording / "rings", out / "rings")
    for symbols in recording.glob("symbols/*"):
        thin(symbols, out / symbols.relative_to(recording))
    return host, begin, end


def unpacked(archive, folder):
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.xz")


def archive_of(samples, sample):
    archive = samples / sample / (sample + ".tar.xz")
    return archive if archive.exists() else samples / "first" / (sample + ".tar.xz")


def stamp_of(archive):
    return hashlib.sha256(pathlib.Path(__file__).read_bytes() + archive.read_bytes()).hexdigest()


def small_cuts(samples, out, wanted):
    """Makes the small cuts that are wanted, all if none is named, unless they are there; prints their folders."""
    for name, (sample, place) in CUTS.items():
        if name in TEXTS or wanted and name not in wanted:
            continue
        archive = archive_of(samples, sample)
        stamp, folder, mark = stamp_of(archive), out / name, out / (name + ".stamp")
        if not mark.exists() or mark.read_text() != stamp:
            shutil.rmtree(folder, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=out) as work:
                host = Trace(unpacked(archive, pathlib.Path(work)) / "kernel")
                made = pathlib.Path(work) / ("cuts of " + name)
                for number in range(PLACES):
                    cut_host(host, made / f"{name}-{number + 1}", (place + number / PLACES) % 1, name not in WITHOUT_INDEX, LEAST)
                made.rename(folder)
            mark.write_text(stamp)
        for made in sorted(folder.iterdir()):
            print(made)


def cuts(samples, out, wanted):
    """Makes the cuts that are wanted, all if none is named, unless they are there; prints their folders."""
    for name, (sample, place) in CUTS.items():
        if wanted and name not in wanted:
            continue
        archive = archive_of(samples, sample)
        stamp = stamp_of(archive)
        folder = out / name
        mark = out / (name + ".stamp")
        if not mark.exists() or mark.read_text() != stamp:
            shutil.rmtree(folder, ignore_errors=True)
            with tempfile.TemporaryDirectory(dir=out) as work:
                made = pathlib.Path(work) / name
                if name == "console":
                    lines = (samples / sample / "console-crasher.log").read_text(errors="surrogateescape").splitlines(True)
                    made.mkdir()
                    (made / "console.log").write_text("".join(lines[:200] + lines[-100:]), errors="surrogateescape")
                else:
                    recording = unpacked(archive, pathlib.Path(work))
                    if recording.name == name:
                        recording = recording.rename(recording.with_name("recording"))
                    trace, begin, end = cut(recording, made, place, name not in WITHOUT_INDEX)
                    if name == "ftrace":
                        shutil.rmtree(made)
                        made.mkdir()
                        (made / "ftrace.txt").write_text(ftrace(trace, begin, end))
                made.rename(folder)
            mark.write_text(stamp)
        print(folder)


def wholes(samples, out, wanted):
    """The samples as they are, with the lengths of their events; prints their folders."""
    for name in wanted:
        folder = out / name
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=out) as work:
                recording = unpacked(archive_of(samples, name), pathlib.Path(work))
                for metadata in recording.rglob("metadata"):
                    write_layout(metadata.parent, *layouts(metadata_text(metadata)))
                recording.rename(folder)
        print(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true", help="whole samples, not cuts")
    parser.add_argument("--small", action="store_true", help="three small cuts of the kernel of each sample's host")
    parser.add_argument("samples", type=pathlib.Path, help="the folder of the samples")
    parser.add_argument("out", type=pathlib.Path, help="gets a folder for each; those that are there are kept")
    parser.add_argument("names", nargs="*", help="which (default: all cuts): " + ", ".join(CUTS))
    arguments = parser.parse_args()
    if not arguments.whole and not set(arguments.names) <= set(CUTS):
        parser.error(f"there is no cut {', '.join(set(arguments.names) - set(CUTS))}; there are {', '.join(CUTS)}")
    if arguments.whole and not arguments.names:
        parser.error("name the samples, such as quiet-boot")
    arguments.out.mkdir(parents=True, exist_ok=True)
    (wholes if arguments.whole else small_cuts if arguments.small else cuts)(arguments.samples, arguments.out, arguments.names)


if __name__ == "__main__":
    main()
