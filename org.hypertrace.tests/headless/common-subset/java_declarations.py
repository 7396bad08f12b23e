# SPDX-License-Identifier: EPL-2.0
"""Declarations of a Java source file: its types and their members. What stands in bodies is skipped."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r'''
    (?P<skip> \s+ | //[^\n]* | /\*.*?\*/ )
  | """(?:\\.|[^\\])*?""" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
  | [^\W\d][\w$]* | \d[\w.]* | \.\.\. | .''', re.X | re.S)
MODIFIERS = set('public protected private static final abstract native synchronized transient volatile strictfp default'.split())
KINDS = {'class', 'interface', 'enum', '@interface', 'record'}
OPEN, CLOSE = {'(': ')', '[': ']', '{': '}'}, {')', ']', '}'}


@dataclass
class Member:
    name: str                 # <init> for a constructor
    type: tuple = None        # (name as written, number of dimensions): of a field, or what a method returns
    parameters: list = None   # of a method: such types
    modifiers: set = field(default_factory=set)
    deprecated: str = ''      # as annotated
    variables: dict = field(default_factory=dict)  # type variables and their first bound
    has_body: bool = False
    owner: 'Type' = None


@dataclass
class Type:
    name: str                 # simple
    kind: str
    modifiers: set
    outer: 'Type'
    file: 'File'
    deprecated: str = ''
    variables: dict = field(default_factory=dict)
    supers: list = field(default_factory=list)     # names as written
    members: list = field(default_factory=list)
    types: dict = field(default_factory=dict)

    def full_name(self):
        """As class files have it: p.Outer$Inner."""
        return f'{self.file.package}.{self.name}' if self.outer is None else f'{self.outer.full_name()}${self.name}'

    def is_inner(self):
        """Whether its constructors take the instance of the class around it."""
        return (self.outer is not None and self.kind == 'class' and 'static' not in self.modifiers
                and self.outer.kind not in ('interface', '@interface'))


class File:
    """A parsed file: package, imports (simple name to full name), wildcards (imported packages), types."""

    def __init__(self, text):
        self.tokens = [m.group() for m in TOKEN.finditer(text) if m.lastgroup != 'skip']
        self.at = 0
        self.package, self.imports, self.wildcards, self.types = '', {}, [], {}
        while self.at < len(self.tokens):
            if self.skip_if(';'):
                continue
            if self.peek() == 'import':
                self.import_()
                continue
            modifiers, deprecated = self.modifiers()
            if self.skip_if('package'):
                self.package = self.name()
            elif self.peek() in KINDS:
                declared = self.type_declaration(None, modifiers, deprecated)
                self.types[declared.name] = declared
            else:
                raise SyntaxError('not understood: ' + ' '.join(self.tokens[self.at:self.at + 8]))

    # --- tokens

    def peek(self, ahead=0):
        i = self.at + ahead
        return self.tokens[i] if i < len(self.tokens) else ''

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def skip_if(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def name(self):
        name = self.next()
        while self.peek() == '.' and self.peek(1) not in ('*', '@'):
            self.at += 1
            name += '.' + self.next()
        return name

    def skip_group(self):
        """Skips a (…), […] or {…} that begins here; its text."""
        begin, depth = self.at, 0
        while True:
            token = self.next()
            depth += (token in OPEN) - (token in CLOSE)
            if depth == 0:
                return ''.join(self.tokens[begin:self.at])

    def skip_angles(self):
        depth = 0
        while True:
            token = self.next()
            depth += (token == '<') - (token == '>')
            if depth == 0:
                return

    def annotation(self):
        """An annotation that begins here; its text, None if there is none."""
        if self.peek() != '@' or self.peek(1) == 'interface':
            return None
        self.at += 1
        name = self.name()
        return name + (self.skip_group() if self.peek() == '(' else '')

    # --- declarations

    def import_(self):
        self.at += 1
        static = self.skip_if('static')
        name = self.name()
        if self.skip_if('.'):
            self.at += 1
            if not static:
                self.wildcards.append(name)
        elif not static:
            self.imports[name.rpartition('.')[2]] = name
        self.skip_if(';')

    def modifiers(self):
        modifiers, deprecated = set(), ''
        while True:
            annotation = self.annotation()
            if annotation is not None:
                if annotation.split('(')[0].endswith('Deprecated'):
                    deprecated = annotation
            elif self.peek() in MODIFIERS and not (self.peek() == 'default' and self.peek(1) in (':', '->')):
                modifiers.add(self.next())
            elif self.peek() == '@':  # @interface as one token
                self.at += 1
                self.tokens[self.at] = '@interface'
            elif self.peek() == 'sealed':
                self.at += 1
            elif self.tokens[self.at:self.at + 3] == ['non', '-', 'sealed']:
                self.at += 3
            else:
                return modifiers, deprecated

    def type(self):
        """A type as it is written, without arguments and annotations: (name, dimensions)."""
        while self.annotation() is not None:
            pass
        name = self.next()
        if name == '?':
            return ('?', 0)
        while True:
            if self.peek() == '<':
                self.skip_angles()
            if self.peek() != '.':
                break
            self.at += 1
            while self.annotation() is not None:
                pass
            name += '.' + self.next()
        return (name, self.dimensions())

    def dimensions(self):
        count = 0
        while True:
            begin = self.at
            while self.annotation() is not None:
                pass
            if self.peek() == '[' and self.peek(1) == ']':
                self.at += 2
            elif not self.skip_if('...'):
                self.at = begin
                return count
            count += 1

    def variables(self):
        variables = {}
        if self.skip_if('<'):
            while not self.skip_if('>'):
                while self.annotation() is not None:
                    pass
                name = self.next()
                variables[name] = ('Object', 0)
                if self.skip_if('extends'):
                    variables[name] = self.type()
                    while self.skip_if('&'):
                        self.type()
                self.skip_if(',')
        return variables

    def type_declaration(self, outer, modifiers, deprecated):
        kind = self.next()
        declared = Type(self.next(), kind, modifiers, outer, self, deprecated, self.variables())
        if kind == 'record':
            self.components(declared)
        while not self.skip_if('{'):
            permits = self.next() == 'permits'
            while self.peek() not in ('{', 'extends', 'implements', 'permits'):
                name = self.type()[0]
                if not permits:
                    declared.supers.append(name)
                self.skip_if(',')
        if kind == 'enum':
            self.enum_constants(declared)
        while not self.skip_if('}'):
            self.member(declared)
        if kind in ('class', 'enum') and not any(m.name == '<init>' for m in declared.members):
            self.add(declared, Member('<init>', ('void', 0), [], modifiers & {'public', 'protected', 'private'}, has_body=True))
        return declared

    def add(self, declared, member):
        member.owner = declared
        if declared.kind in ('interface', '@interface') and 'private' not in member.modifiers:
            member.modifiers = member.modifiers | {'public'} | ({'static'} if member.parameters is None else set())
        declared.members.append(member)

    def components(self, declared):
        parameters = self.parameters()
        self.add(declared, Member('<init>', ('void', 0), [t for t, _ in parameters], {'public'}, has_body=True))
        for type_, name in parameters:
            self.add(declared, Member(name, type_, [], {'public'}, has_body=True))

    def enum_constants(self, declared):
        while self.peek() not in (';', '}'):
            _, deprecated = self.modifiers()
            self.add(declared, Member(self.next(), (declared.name, 0), None, {'public', 'static'}, deprecated))
            for bracket in '({':
                if self.peek() == bracket:
                    self.skip_group()
            self.skip_if(',')
        self.skip_if(';')
        for name, parameters, result in (('values', [], (declared.name, 1)), ('valueOf', [('String', 0)], (declared.name, 0))):
            self.add(declared, Member(name, result, parameters, {'public', 'static'}, has_body=True))

    def parameters(self):
        found = []
        self.next()
        while not self.skip_if(')'):
            self.modifiers()
            name, dimensions = self.type()
            parameter = self.name()  # 'this' and 'Outer.this' name the receiver, which is no parameter
            if parameter.split('.')[-1] != 'this':
                found.append(((name, dimensions + self.dimensions()), parameter))
            self.skip_if(',')
        return found

    def member(self, declared):
        if self.skip_if(';'):
            return
        modifiers, deprecated = self.modifiers()
        if self.peek() == '{':
            self.skip_group()
        elif self.peek() in KINDS - {'record'} or self.peek() == 'record' and self.peek(2) in ('(', '<'):
            nested = self.type_declaration(declared, modifiers, deprecated)
            if declared.kind in ('interface', '@interface'):
                nested.modifiers |= {'public', 'static'}
            declared.types[nested.name] = nested
        else:
            self.method_or_fields(declared, modifiers, deprecated, self.variables())

    def method_or_fields(self, declared, modifiers, deprecated, variables):
        if self.peek() == declared.name and self.peek(1) in ('(', '{'):
            self.at += 1
            type_, name = ('void', 0), '<init>'
            if self.peek() == '{':  # a record's compact constructor
                self.skip_group()
                return
        else:
            type_ = self.type()
            name = self.next()
        if self.peek() != '(':
            self.fields(declared, modifiers, deprecated, type_, name)
            return
        parameters = [t for t, _ in self.parameters()]
        type_ = (type_[0], type_[1] + self.dimensions())
        while self.peek() not in ('{', ';'):  # throws …, default …
            self.skip_group() if self.peek() in OPEN else self.next()
        has_body = self.peek() == '{'
        self.skip_group() if has_body else self.next()
        self.add(declared, Member(name, type_, parameters, modifiers, deprecated, variables, has_body))

    def fields(self, declared, modifiers, deprecated, type_, name):
        while True:
            self.add(declared, Member(name, (type_[0], type_[1] + self.dimensions()), None, modifiers, deprecated))
            # A comma ends an initializer if a declarator follows; others stand between type arguments.
            while self.peek() != ';' and not (self.peek() == ',' and self.peek(2) in ('=', ',', ';', '[')):
                self.skip_group() if self.peek() in OPEN else self.next()
            if self.next() == ';':
                return
            name = self.next()
