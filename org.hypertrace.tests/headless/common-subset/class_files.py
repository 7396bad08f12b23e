# SPDX-License-Identifier: EPL-2.0
"""A folder of jars: finds members by the names class files use."""

import struct
import sys
import zipfile
from pathlib import Path

# The sizes of a constant pool's entries without texts (The Java Virtual Machine Specification, 4.4).
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
PUBLIC, PROTECTED = 1, 4


class ClassFile:
    def __init__(self, data):
        self.data, self.at = data, 8
        self.texts, self.classes = {}, {}
        count, index = self.u2(), 1
        while index < count:
            tag = self.data[self.at]
            self.at += 1
            if tag == 1:
                length = self.u2()
                self.texts[index] = data[self.at:self.at + length].decode('utf-8', 'replace')
                self.at += length
            else:
                if tag == 7:
                    self.classes[index] = struct.unpack_from('>H', data, self.at)[0]
                self.at += SIZES[tag]
                index += tag in (5, 6)
            index += 1
        self.access = self.u2()
        self.u2()
        above = self.u2()
        self.supers = [self.name(above)] if above else []
        self.supers += [self.name(self.u2()) for _ in range(self.u2())]
        self.members = {}
        for _ in 'fields', 'methods':
            for _ in range(self.u2()):
                access, name, descriptor, attributes = struct.unpack_from('>4H', data, self.at)
                self.at += 8
                for _ in range(attributes):
                    self.at += 6 + struct.unpack_from('>I', data, self.at + 2)[0]
                self.members[self.texts[name], self.texts[descriptor]] = access

    def u2(self):
        self.at += 2
        return struct.unpack_from('>H', self.data, self.at - 2)[0]

    def name(self, index):
        return self.texts[self.classes[index]]


class Jars:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.version = f'jars of {self.folder.name}'
        self.jars, self.found = {}, {}
        for path in sorted(self.folder.glob('*.jar')):
            jar = zipfile.ZipFile(path)
            for entry in jar.namelist():
                if entry.endswith('.class') and not entry.startswith('META-INF/'):
                    self.jars.setdefault(entry[:-6], jar)
        if not self.jars:
            sys.exit(f'check: {folder} has no jars; --help lists which are needed.')

    def type(self, name):
        if name not in self.found:
            jar = self.jars.get(name)
            self.found[name] = ClassFile(jar.read(name + '.class')) if jar else None
        return self.found[name]

    def why_not(self, name, member, descriptor):
        """Why a type has and inherits no such member that others may use; None if it has. Types of the JDK are believed."""
        wanted, seen, outside = [name.replace('.', '/')], set(), False
        if self.type(wanted[0]) is None:
            return 'there is no such type'
        for one in wanted:
            found = self.type(one)
            if found is None:
                outside |= one != 'java/lang/Object'
                continue
            access = found.members.get((member, descriptor))
            if access is not None:
                return None if access & (PUBLIC | PROTECTED) else 'is neither public nor protected'
            if member == '<init>':
                break
            wanted.extend(s for s in found.supers if s not in seen)
            seen.update(found.supers)
        return None if (outside or member in OBJECT) and member != '<init>' else f'has no {member}'


# Methods of java.lang.Object, which every type has.
OBJECT = {'clone', 'equals', 'finalize', 'getClass', 'hashCode', 'notify', 'notifyAll', 'toString', 'wait'}
