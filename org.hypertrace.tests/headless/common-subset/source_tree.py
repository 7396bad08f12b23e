# SPDX-License-Identifier: EPL-2.0
"""A tree of Trace Compass sources: finds types and members by the names class files use."""

import re
import subprocess
import sys
from pathlib import Path

from java_declarations import File

# <bundle>/<folder of sources>/<type>
SOURCE = re.compile(r'(.*?)/[^/]*/(org/eclipse/(?:tracecompass|linuxtools)/.*)\.java')
ID = re.compile(r'\borg\.eclipse\.(?:tracecompass|linuxtools)(?:\.\w+)+')
PRIMITIVES = {'B': 'byte', 'C': 'char', 'D': 'double', 'F': 'float', 'I': 'int', 'J': 'long', 'S': 'short', 'Z': 'boolean', 'V': 'void'}


def descriptor_types(descriptor):
    """'(I[Lp/A$B;)V' -> [('int', 0), ('p.A.B', 1), ('void', 0)]"""
    return [(name.replace('/', '.').replace('$', '.') or PRIMITIVES[primitive], len(brackets))
            for brackets, primitive, name in re.findall(r'(\[*)(?:([BCDFIJSZV])|L([^;]*);)', descriptor)]


class SourceTree:
    def __init__(self, folder):
        self.folder = Path(folder)
        pom = self.folder / 'pom.xml'
        found = pom.is_file() and re.search(r'<version>([\d.]+)-SNAPSHOT</version>', pom.read_text())
        if not found:
            sys.exit(f'check: {folder} is no source tree of Trace Compass (its pom.xml has the version); --help says how to get one.')
        self.version = found[1] + self.commit()
        self.paths, self.exports, self.found, self.points, self.ids = {}, {}, {}, {}, None
        for path in self.folder.rglob('*.java'):
            source = SOURCE.fullmatch(path.relative_to(self.folder).as_posix())
            if source and not re.search(r'\.tests?(/|$)|\.testing(/|$)|/target(/|$)', source[1]):
                self.paths[source[2].replace('/', '.')] = (source[1], path)

    def commit(self):
        """Of a tree of git that has no tag, as text behind the version."""
        git = lambda *arguments: subprocess.run(['git', '-C', self.folder, *arguments], capture_output=True, text=True, check=False).stdout.strip()
        if not (self.folder / '.git').exists() or git('describe', '--tags', '--exact-match', 'HEAD'):
            return ''
        return f' at {git("rev-parse", "--short=12", "HEAD")}'

    def has_id(self, wanted):
        """Whether a file declares or uses the id."""
        if self.ids is None:
            self.ids = set()
            for kind in 'plugin.xml', '*.exsd', '*.java', 'MANIFEST.MF':
                for path in self.folder.rglob(kind):
                    self.ids.update(ID.findall(path.read_text(encoding='utf-8', errors='replace')))
        return wanted in self.ids

    def why_no_extension(self, point, element, attribute):
        """Why the extension point has no such attribute; None if it has."""
        if not self.points:
            for path in self.folder.rglob('*.exsd'):
                text = path.read_text(encoding='utf-8', errors='replace')
                named = re.search(r'<meta\.schema plugin="([^"]+)" id="([^"]+)"', text)
                # schemas are included by others, which is not followed
                elements = re.split(r'<element name="', text)[1:]
                attributes = {e.split('"')[0]: set(re.findall(r'<attribute name="([^"]+)"', e)) for e in elements}
                if named:
                    self.points[named[2] if '.' in named[2] else f'{named[1]}.{named[2]}'] = attributes
        if point not in self.points:
            return 'there is no schema of this extension point'
        if element not in self.points[point]:
            return 'the extension point has no such element'
        return None if attribute in self.points[point][element] else 'the element has no such attribute'

    def type(self, name):
        """By the name a class file uses (p.Outer$Inner); None for what is not in the tree."""
        if name not in self.found:
            top, *nested = name.split('$')
            found = None
            if top in self.paths:
                found = self.parse(self.paths[top][1]).types.get(top.rpartition('.')[2])
            for part in nested:
                found = found and found.types.get(part)
            self.found[name] = found
        return self.found[name]

    @staticmethod
    def parse(path):
        try:
            return File(path.read_text(encoding='utf-8', errors='replace'))
        except (IndexError, SyntaxError) as e:
            sys.exit(f'check: {path} is not understood ({e}); is the file complete?')

    def bundle(self, name):
        return self.paths[name.split('$')[0]][0].rpartition('/')[2]

    def is_exported(self, name):
        """Whether the type's package is API of its bundle."""
        bundle = self.paths[name.split('$')[0]][0]
        if bundle not in self.exports:
            manifest = (self.folder / bundle / 'META-INF/MANIFEST.MF').read_text().replace('\r', '').replace('\n ', '')
            exported = re.search(r'^Export-Package: *(.*)$', manifest, re.M)
            packages = re.sub(r'"[^"]*"', '""', exported[1]).split(',') if exported else []
            self.exports[bundle] = {p.split(';')[0].strip() for p in packages if 'x-internal:=true' not in p and 'x-friends' not in p}
        return name.split('$')[0].rpartition('.')[0] in self.exports[bundle]

    def full_names(self, name, near):
        """What a name as written near a type may stand for, the likeliest first."""
        first, _, rest = name.partition('.')
        rest = rest and '$' + rest.replace('.', '$')
        around = near
        while around is not None:
            if around.name == first:
                yield around.full_name() + rest
            if first in around.types:
                yield f'{around.full_name()}${first}{rest}'
            around = around.outer
        if first in near.file.imports:
            yield re.sub(r'\.([A-Z]\w*)\.(?=[A-Z])', r'.\1$', near.file.imports[first]) + rest
            return
        for package in [near.file.package, *near.file.wildcards]:
            yield f'{package}.{first}{rest}'
        if '.' in name:
            yield re.sub(r'\.([A-Z]\w*)\.(?=[A-Z])', r'.\1$', name)

    def supertypes(self, declared):
        """The types of the tree that a type extends or implements, and the names of all others."""
        types, others = [], []
        for name in declared.supers:
            found = next(filter(None, map(self.type, self.full_names(name, declared))), None)
            types.append(found) if found else others.append(name.rpartition('.')[2])
        return types, others

    def hierarchy(self, declared):
        """A type and all above it within the tree; the simple names of all above it elsewhere."""
        types, others = [declared], {'Enum'} if declared.kind == 'enum' else set()
        for one in types:
            above, elsewhere = self.supertypes(one)
            types.extend(t for t in above if t not in types)
            others.update(elsewhere)
        return types, others

    def erased(self, written, near, member=None):
        """A type as written, type variables replaced by their bounds."""
        name, dimensions = written
        around = near
        scopes = [member.variables] if member else []
        while around is not None:
            scopes.append(around.variables)
            around = around.outer
        for scope in scopes:
            if name in scope:
                bound, more = self.erased(scope[name], near, member if scope is scopes[0] else None)
                return bound, dimensions + more
        return name, dimensions

    def same(self, wanted, written, near, member):
        """Whether a type of a descriptor is what is written: the same simple name, and the imported package if it is imported."""
        name, dimensions = self.erased(written, near, member)
        if dimensions != wanted[1] or not ('.' + wanted[0]).endswith('.' + name):
            return False
        first, _, rest = name.partition('.')
        imported = near.file.imports.get(first)
        return imported is None or wanted[0] == imported + (rest and '.' + rest)

    def member(self, declared, name, descriptor):
        """(the member, None) if a type has or inherits it, else (None, why not)."""
        *parameters, result = descriptor_types(descriptor)
        is_method = descriptor.startswith('(')
        reason = 'is not there'
        for owner in [declared] if name == '<init>' else self.hierarchy(declared)[0]:
            for m in owner.members:
                if m.name != name or (m.parameters is not None) != is_method:
                    continue
                if is_method and not self.has_parameters(m, owner, parameters):
                    if reason == 'is not there':
                        reason = 'has other parameters: ' + ', '.join(t + '[]' * d for t, d in m.parameters)
                elif not self.same(result, m.type, owner, m):
                    reason = f'is of type {m.type[0]}'
                elif not m.modifiers & {'public', 'protected'}:
                    reason = 'is neither public nor protected'
                else:
                    return m, None
        return None, reason

    def has_parameters(self, m, owner, wanted):
        if m.name == '<init>' and owner.is_inner():
            wanted = wanted[1:]
        return len(m.parameters) == len(wanted) and all(self.same(w, p, owner, m) for w, p in zip(wanted, m.parameters))

    def abstract_methods(self, declared):
        """What a concrete class below must have, as name/number of parameters."""
        methods = [m for t in self.hierarchy(declared)[0] for m in t.members if m.parameters is not None]
        signature = lambda m: f'{m.name}/{len(m.parameters)}'
        concrete = {signature(m) for m in methods if m.has_body or 'native' in m.modifiers}
        return {signature(m) for m in methods} - concrete
