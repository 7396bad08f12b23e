# SPDX-License-Identifier: EPL-2.0
"""The metadata of a CTF 1.8 trace: types that read themselves from bytes. For lttng_packets.py; all types but floats.

Positions are in bits. A scope has the values of the fields before, by name: arrays and variants ask it.
"""
import re
import struct

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*|-?\d\w*|:=|\.\.\.|[^\s\w]')
COMMENT = re.compile(r"/\*.*?\*/", re.S)
CODES = {(8, False): "B", (8, True): "b", (16, False): "H", (16, True): "h", (32, False): "I", (32, True): "i", (64, False): "Q", (64, True): "q"}


def aligned(at, to):
    return -(-at // to) * to


class Integer:
    def __init__(self, size, align=1, signed=False, big=False):
        self.size, self.align, self.signed, self.order = size, align, signed, "big" if big else "little"

    def read(self, data, at, _):
        at = aligned(at, self.align)
        first, last = at >> 3, (at + self.size + 7) >> 3
        bits = int.from_bytes(data[first:last], self.order)
        bits >>= at & 7 if self.order == "little" else last * 8 - at - self.size
        bits &= (1 << self.size) - 1
        return bits - (1 << self.size) if self.signed and bits >> self.size - 1 else bits, at + self.size


class Enum:
    """Its value is the label, which is what a variant asks for."""
    def __init__(self, base, ranges):
        self.base, self.ranges, self.align = base, ranges, base.align

    def read(self, data, at, scope):
        n, at = self.base.read(data, at, scope)
        return next((label for label, low, high in self.ranges if low <= n <= high), n), at


class Text:
    align = 8

    def read(self, data, at, _):
        at = aligned(at, 8) >> 3
        end = data.find(b"\0", at)
        return data[at:end].decode(errors="replace"), (end + 1) * 8


class Array:
    def __init__(self, of, length):
        self.of, self.length, self.align = of, length, of.align

    def read(self, data, at, scope):
        n, found = self.length if isinstance(self.length, int) else scope[self.length], []
        for _ in range(n):
            value, at = self.of.read(data, at, scope)
            found.append(value)
        return found, at


class Variant:
    align = 1

    def __init__(self, tag, options):
        self.tag, self.options = tag, options

    def read(self, data, at, scope):
        return self.options[scope[self.tag]].read(data, at, scope)


class Struct:
    def __init__(self, fields, align=1):
        self.fields = list(fields.items())
        self.align = max([align] + [t.align for t in fields.values()])

    def read(self, data, at, scope):
        at = aligned(at, self.align)
        for name, kind in self.fields:
            scope[name], at = kind.read(data, at, scope)
        return scope, at

    def plain(self):
        """(struct, names) when all is bytes in a row; characters are one text."""
        code, names = "<", []
        for name, kind in self.fields:
            of, n = (kind.of, kind.length) if isinstance(kind, Array) else (kind, None)
            if not isinstance(of, Integer) or (of.size, of.signed) not in CODES or of.align > 8 or of.order != "little" or (
                    n is not None and (of.size != 8 or not isinstance(n, int))):
                return None
            code += CODES[of.size, of.signed] if n is None else f"{n}s"
            names.append(name)
        return struct.Struct(code), names


class Metadata:
    """The declared types. events: by (stream, id): name and the structs that follow an event's header."""
    def __init__(self, text):
        self.tokens, self.at = TOKEN.findall(COMMENT.sub(" ", text)), 0
        self.types, self.streams, self.events, self.clock, self.env, self.packet_header = {}, {}, {}, {}, {}, None
        while self.at < len(self.tokens):
            self.declaration(self.next())

    def next(self, *wanted):
        token = self.tokens[self.at]
        self.at += 1
        if wanted and token not in wanted:
            raise ValueError(f"metadata: {token} instead of {wanted[0]}")
        return token

    def more(self, token):
        """Is it the next one? Then it is taken."""
        if self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def declaration(self, kind):
        if kind == "typealias":
            of = self.type()
            self.next(":=")
            self.types[self.words(";")] = of
        elif kind == "struct":
            name = self.next()
            self.types["struct " + name] = self.struct()
            self.next(";")
        else:
            block = self.block()
            self.next(";")
            if kind == "clock":
                self.clock = block
            elif kind == "env":
                self.env = block
            elif kind == "trace":
                self.packet_header = block["packet.header"]
            elif kind == "stream":
                self.streams[int(block.get("id", 0))] = block
            elif kind == "event":
                key = int(block.get("stream_id", 0)), int(block["id"])
                self.events[key] = block["name"].strip('"'), [block[k] for k in ("context", "fields") if k in block]

    def block(self):
        """{ name = value; name := type; }"""
        self.next("{")
        found = {}
        while not self.more("}"):
            name = self.next()
            while self.more("."):
                name += "." + self.next()
            found[name] = self.type() if self.next("=", ":=") == ":=" else self.words(";")
            if found[name].__class__ is not str:
                self.next(";")
        return found

    def words(self, until):
        found = []
        while not self.more(until):
            found.append(self.next())
        return " ".join(found)

    def type(self):
        kind = self.next()
        if kind == "integer":
            b = self.block()
            return Integer(int(b["size"]), int(b.get("align", 1)), b.get("signed") in ("1", "true"), b.get("byte_order") in ("be", "network"))
        if kind == "string":
            if self.tokens[self.at] == "{":
                self.block()
            return Text()
        if kind == "enum":
            return self.enum()
        if kind == "struct":
            return self.struct() if self.tokens[self.at] == "{" else self.types["struct " + self.next()]
        if kind == "variant":
            self.next("<")
            return Variant(self.words(">"), self.fields())
        while kind not in self.types:
            kind += " " + self.next()
        return self.types[kind]

    def struct(self):
        fields, align = self.fields(), 1
        if self.more("align"):
            self.next("(")
            align = int(self.words(")"))
        return Struct(fields, align)

    def fields(self):
        self.next("{")
        found = {}
        while not self.more("}"):
            of, name = self.type(), self.next()
            while self.more("["):
                length = self.words("]")
                of = Array(of, int(length) if length.isdigit() else length)
            self.next(";")
            found[name] = of
        return found

    def enum(self):
        base, ranges, low = self.type() if self.more(":") else self.types["int"], [], 0
        self.next("{")
        while not self.more("}"):
            label = self.next().strip('"')
            low = high = int(self.next(), 0) if self.more("=") else low
            if self.more("..."):
                high = int(self.next(), 0)
            ranges.append((label, low, high))
            low = high + 1
            self.more(",")
        return Enum(base, ranges)
