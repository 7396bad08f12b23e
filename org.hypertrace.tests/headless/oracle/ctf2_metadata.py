#!/usr/bin/env python3
# SPDX-License-Identifier: EPL-2.0
"""ctf2_metadata.py TRACE OUT: a trace of CTF 1.8 as LTTng 2.15 would have recorded it. OUT gets links to its streams and metadata of CTF 2.

From the CTF 2 specification: fragments of JSON, each behind a record separator; and from lttng-tools' writer (2.15): names without the
underscore that LTTng puts before those of fields in CTF 1.8, arrays of characters as texts, roles, ranges in the options of variants.
"""
import json
import os
import pathlib
import struct
import sys

from ctf_types import COMMENT, TOKEN

ROLES = {"packet-header": {"magic": "packet-magic-number", "stream_id": "data-stream-class-id", "stream_instance_id": "data-stream-id",
                           "uuid": "metadata-stream-uuid"},
         "packet-context": {"timestamp_begin": "default-clock-timestamp", "timestamp_end": "packet-end-default-clock-timestamp",
                            "content_size": "packet-content-length", "packet_size": "packet-total-length",
                            "events_discarded": "discarded-event-record-counter-snapshot", "packet_seq_num": "packet-sequence-number"},
         "event-record-header": {"id": "event-record-class-id", "timestamp": "default-clock-timestamp"}}
LEVELS = ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug:system", "debug:program", "debug:process",
          "debug:module", "debug:unit", "debug:function", "debug:line", "debug"]


class Parser:
    def __init__(self, text):
        self.tokens, self.at, self.types = TOKEN.findall(COMMENT.sub(" ", text)), 0, {}

    def next(self, *wanted):
        token = self.tokens[self.at]
        self.at += 1
        if wanted and token not in wanted:
            raise ValueError(f"{token} instead of {wanted}")
        return token

    def more(self, token):
        if self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def until(self, end):
        found = []
        while not self.more(end):
            found.append(self.next())
        return found

    def attributes(self):
        self.next("{")
        found = {}
        while not self.more("}"):
            key = self.next()
            self.next("=")
            found[key] = "".join(self.until(";"))
        return found

    # A type is (kind, …), as it is declared.
    def type(self):
        kind = self.next()
        if kind == "integer":
            return "integer", self.attributes()
        if kind == "string":
            if self.tokens[self.at] == "{":
                self.attributes()
            return ("string",)
        if kind == "floating_point":
            return "float", self.attributes()
        if kind == "struct":
            if self.tokens[self.at] not in ("{", "align"):
                name = self.next()
                if self.tokens[self.at] != "{":
                    return self.types["struct " + name]
                self.types["struct " + name] = found = self.struct()
                return found
            return self.struct()
        if kind == "enum":
            self.next(":")
            base = self.type()
            labels = []
            self.next("{")
            while not self.more("}"):
                label = self.next().strip('"')
                self.next("=")
                low = high = int(self.next(), 0)
                if self.more("..."):
                    high = int(self.next(), 0)
                labels.append((label, low, high))
                self.more(",")
            return "enum", base, labels
        if kind == "variant":
            self.next("<")
            tag = "".join(self.until(">"))
            return "variant", tag, self.fields()
        name = kind
        while f"{name} {self.tokens[self.at]}" in self.types:
            name += " " + self.next()
        return self.types[name]

    def struct(self):
        fields, align = self.fields(), 1
        if self.more("align"):
            self.next("(")
            align = int(self.next())
            self.next(")")
        return "struct", fields, align

    def fields(self):
        found = []
        self.next("{")
        while not self.more("}"):
            of = self.type()
            name = self.next()
            while self.more("["):
                of = "array", of, "".join(self.until("]"))
            self.next(";")
            found.append((name, of))
        return found

    def block(self):
        self.next("{")
        found = {}
        while not self.more("}"):
            key = self.next()
            while self.more("."):
                key += "." + self.next()
            if self.next("=", ":=") == "=":
                found[key] = "".join(self.until(";"))
            else:
                found[key] = self.type()
                self.next(";")
        return found

    def blocks(self):
        while self.at < len(self.tokens):
            kind = self.next()
            if kind == "typealias":
                of = self.type()
                self.next(":=")
                self.types[" ".join(self.until(";"))] = of
            elif kind == "struct":
                self.at -= 1
                self.type()
                self.next(";")
            else:
                yield kind, self.block()
                self.next(";")


def plain(name):
    return name[1:] if name.startswith("_") else name


class Scope:
    def __init__(self, origin):
        self.origin, self.roles = origin, ROLES.get(origin, {})

    def integer(self, attributes, name):
        size = int(attributes["size"])
        signed = attributes.get("signed", "false") in ("true", "1", "TRUE")
        found = {"type": f"fixed-length-{'signed' if signed else 'unsigned'}-integer", "length": size,
                 "byte-order": "big-endian" if attributes.get("byte_order") in ("be", "network") else "little-endian",
                 "alignment": int(attributes.get("align", 8 if size % 8 == 0 else 1)),
                 "preferred-display-base": int(attributes.get("base", 10)) if attributes.get("base", "10").isdigit() else 10}
        if name in self.roles and not signed:
            found["roles"] = [self.roles[name]]
        return found

    def of(self, kind, name, at):
        if kind[0] == "integer":
            return self.integer(kind[1], name)
        if kind[0] == "string":
            return {"type": "null-terminated-string"}
        if kind[0] == "float":
            return {"type": "fixed-length-floating-point-number", "length": int(kind[1]["exp_dig"]) + int(kind[1]["mant_dig"]),
                    "byte-order": "little-endian", "alignment": int(kind[1].get("align", 8))}
        if kind[0] == "struct":
            found = {"type": "structure", "member-classes": []}
            labels = {}
            for field, of in kind[1]:
                labels[field] = of
                found["member-classes"].append({"name": plain(field), "field-class": self.member(of, field, at, labels)})
            if kind[2] > 1:
                found["minimum-alignment"] = kind[2]
            return found
        if kind[0] == "enum":
            found = self.integer(kind[1][1], name)
            found["mappings"] = {}
            for label, low, high in kind[2]:
                found["mappings"].setdefault(plain(label), []).append([low, high])
            return found
        raise ValueError(kind)

    def location(self, name, at):
        return {"origin": self.origin, "path": at + [plain(name)]}

    def member(self, kind, name, at, before):
        if kind[0] == "array":
            of, length = kind[1], kind[2]
            sized = {"length": int(length)} if length.isdigit() else {"length-field-location": self.location(length, at)}
            how = "static" if length.isdigit() else "dynamic"
            if of[0] == "integer" and of[1].get("encoding", "none") != "none":
                return {"type": how + "-length-string", **sized}
            if name == "uuid" and self.origin == "packet-header":
                return {"type": "static-length-blob", **sized, "roles": ["metadata-stream-uuid"]}
            return {"type": how + "-length-array", **sized, "element-field-class": self.member(of, "", at, before)}
        if kind[0] == "variant":
            ranges = {}
            for label, low, high in before[kind[1]][2]:
                ranges.setdefault(label, []).append([low, high])
            return {"type": "variant", "selector-field-location": self.location(kind[1], at),
                    "options": [{"name": plain(option), "field-class": self.member(of, option, at + [plain(name), plain(option)], before),
                                 "selector-field-ranges": ranges[option]} for option, of in kind[2]]}
        return self.of(kind, name, at + [plain(name)] if kind[0] == "struct" else at)


def scope(block, key, origin):
    if key not in block:
        return None
    return Scope(origin).of(block[key], "", [])


def text(value):
    return json.loads(value) if value.startswith('"') else int(value, 0)


def fragments(tsdl):
    yield {"type": "preamble", "version": 2}
    parsed = list(Parser(tsdl).blocks())
    env = next((block for kind, block in parsed if kind == "env"), {})
    clock = next((block for kind, block in parsed if kind == "clock"), None)
    for kind, block in parsed:
        if kind == "trace":
            yield {"type": "trace-class", "namespace": "lttng.org,2009", "name": "", "uid": text(block["uuid"]),
                   "environment": {key: text(value) for key, value in env.items()},
                   "packet-header-field-class": scope(block, "packet.header", "packet-header")}
        elif kind == "clock":
            frequency, offset = int(block["freq"]), int(block["offset"])
            yield {"type": "clock-class", "id": text(block["name"]), "name": text(block["name"]), "description": text(block["description"]),
                   "frequency": frequency, "origin": "unix-epoch", "uid": text(block["uuid"]),
                   "offset-from-origin": {"seconds": offset // frequency, "cycles": offset % frequency}}
        elif kind == "stream":
            found = {"type": "data-stream-class", "id": int(block.get("id", 0)), "default-clock-class-id": text(clock["name"])}
            for key, name, origin in (("packet.context", "packet-context", "packet-context"),
                                      ("event.header", "event-record-header", "event-record-header"),
                                      ("event.context", "event-record-common-context", "event-record-common-context")):
                if key in block:
                    found[name + "-field-class"] = scope(block, key, origin)
            yield found
        elif kind == "event":
            found = {"type": "event-record-class", "id": int(block["id"]), "data-stream-class-id": int(block.get("stream_id", 0)),
                     "name": text(block["name"])}
            if "fields" in block:
                found["payload-field-class"] = scope(block, "fields", "event-record-payload")
            if "loglevel" in block:
                found["attributes"] = {"lttng.org,2009": {"log-level": LEVELS[int(block["loglevel"])]}}
            yield found


def unwrapped(data):
    if data[:4] != b"\xc1\x1f\xfcu"[::-1] and struct.unpack_from("<I", data)[0] != 0x75D11D57:
        return data
    found, at = b"", 0
    while at < len(data):
        content, packet = struct.unpack_from("<II", data, at + 24)
        found += data[at + 37:at + content // 8]
        at += packet // 8
    return found


def main(trace, out):
    trace, out = pathlib.Path(trace).resolve(), pathlib.Path(out)
    out.mkdir(parents=True)
    for file in trace.iterdir():
        if file.name != "metadata":
            os.symlink(file, out / file.name)
    tsdl = unwrapped((trace / "metadata").read_bytes()).decode()
    (out / "metadata").write_text("".join("\x1e" + json.dumps(fragment, indent=2) for fragment in fragments(tsdl)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
