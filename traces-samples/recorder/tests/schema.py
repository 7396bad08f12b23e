# SPDX-License-Identifier: EPL-2.0
"""The manifest's JSON schema, as far as it goes: each keyword that it has. A keyword that is not here is an error."""
import json
import os
import re

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "org.hypertrace.core", "src", "org", "hypertrace",
                    "core", "machine", "hypertrace.schema.json")
TEXTS = {"$schema", "$comment", "title", "description", "default", "$defs"}
TYPES = {"object": dict, "array": list, "string": str, "integer": int}

with open(FILE, encoding="utf-8") as schema_file:
    SCHEMA = json.load(schema_file)


def errors(value, schema=None, place="manifest"):
    """@return a sentence for each value that the schema refuses"""
    found = []
    for keyword, rule in (SCHEMA if schema is None else schema).items():
        if keyword not in TEXTS:
            found += RULES[keyword](value, rule, place)
    return found


def refused_if(wrong, place, value):
    return ["%s cannot be %r" % (place, value)] if wrong else []


def reference(value, rule, place):
    return errors(value, SCHEMA["$defs"][rule.rsplit("/", 1)[1]], place)


def of_type(value, rule, place):
    return refused_if(not isinstance(value, TYPES[rule]) or isinstance(value, bool), place, value)


def properties(value, rule, place):
    return [error for key, schema in rule.items() if isinstance(value, dict) and key in value
            for error in errors(value[key], schema, place + "." + key)]


def items(value, rule, place):
    return [error for item in value for error in errors(item, rule, place + "[]")] if isinstance(value, list) else []


def any_of(value, rule, place):
    return refused_if(all(errors(value, schema, place) for schema in rule), place, value)


def required(value, rule, place):
    return refused_if(isinstance(value, dict) and any(key not in value for key in rule), place, value)


RULES = {
    "$ref": reference, "type": of_type, "properties": properties, "items": items, "anyOf": any_of, "required": required,
    "allOf": lambda value, rule, place: [error for schema in rule for error in errors(value, schema, place)],
    "not": lambda value, rule, place: refused_if(not errors(value, rule, place), place, value),
    "const": lambda value, rule, place: refused_if(value != rule, place, value),
    "enum": lambda value, rule, place: refused_if(value not in rule, place, value),
    "minimum": lambda value, rule, place: refused_if(isinstance(value, (int, float)) and value < rule, place, value),
    "maximum": lambda value, rule, place: refused_if(isinstance(value, (int, float)) and value > rule, place, value),
    "pattern": lambda value, rule, place: refused_if(isinstance(value, str) and not re.search(rule, value), place, value),
}
