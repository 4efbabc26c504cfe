#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The JSON Schemas of specs and sweeps, from the tables of their keys: spec-1.keys and sweep-1.keys.

usage: keys.py write

    name = TYPE : sentence              a type; TYPE is alternatives, A | B
    name <noun> = TYPE : sentence       alternatives that are told apart by their kind
    name "kind": sentence               an object, with its kind if it has one; its keys follow
      key* TYPE : sentence              a key, * if it is required; without TYPE, that of its own name
      + other                           the keys of another object
      ! one of a b                      exactly one is given
      ! some of a b                     at least one is given
      ! a b apart from c d              none of the first is given together with one of the others
      ! a b with c                      each needs the last
      ! a with b or c                   a needs one of them
      ! {..}                            JSON Schema

A type is a name, text, flag, integer, integer(from..to), "word", JSON Schema in braces, or a list: number[3], text[1..].
"spec.name" is a type of specs; "drawn.name" is the same with numbers that may be drawn.
"""
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
ITEM = {"text": {"type": "string"}, "flag": {"type": "boolean"}, "integer": {"type": "integer"}}


def bounds(text, least, most):
    """Of from..to, of which one may be missing, or of one number for both."""
    first, dots, last = text.partition("..")
    return {key: int(number) for key, number in ((least, first), (most, last if dots else first)) if number}


def alternative(text):
    """The schema of one of the alternatives of a TYPE."""
    kind, lists = re.fullmatch(r"(.*?)((?:\[[\d.]+\])*)", text).groups()
    if kind[0] == "{":
        found = json.loads(kind)
    elif kind[0] == '"' or kind in ("true", "false"):
        found = {"const": json.loads(kind)}
    elif kind.startswith("integer("):
        found = {"type": "integer", **bounds(kind[8:-1], "minimum", "maximum")}
    else:
        place, name = re.fullmatch(r"(?:(\w+)\.)?(\w+)", kind).groups()
        start = {None: "#/$defs/", "spec": "spec-1.json#/$defs/", "drawn": "#/$defs/of_spec_"}[place]
        found = dict(ITEM.get(kind) or {"$ref": start + name})
    for size in re.findall(r"\[(.*?)\]", lists):
        found = {"type": "array", "items": found, **bounds(size, "minItems", "maxItems")}
    return found


def parsed(text):
    """The schema of a TYPE."""
    found = [alternative(each) for each in text.split(" | ")]
    if len(found) == 1:
        return found[0]
    words = [each["const"] for each in found if "const" in each]
    others = [each for each in found if "const" not in each]
    return {"oneOf": others + ([{"enum": words}] if words else [])} if others else {"enum": words}


def described(schema, sentence):
    return {"description": sentence, **schema} if sentence else schema


def with_rule(form, rule):
    """Adds a rule on keys to a form, as core/io/json.cpp knows them."""
    rules = form.setdefault("allOf", [])
    words = rule.split()
    if rule[0] == "{":
        rules.append(json.loads(rule))
    elif words[:2] in (["one", "of"], ["some", "of"]):
        rules.append({"oneOf" if words[0] == "one" else "anyOf": [{"required": [key]} for key in words[2:]]})
    elif " apart from " in rule:
        keys, others = (part.split() for part in rule.split(" apart from "))
        rules += [{"not": {"required": [key, other]}} for key in keys for other in others]
    elif words[-2] == "with":
        rules += [{"dependentRequired": {key: [words[-1]]}} for key in words[:-2]]
    else:
        needed = [{"required": [key]} for key in words[2::2]]
        assert words[1] == "with" and set(words[3::2]) == {"or"}, rule
        rules.append({"dependentSchemas": {words[0]: {"anyOf": needed}}})


def read(name):
    """The title, and the types of a table."""
    title, types, form = "", {}, None
    lines = (FOLDER / f"{name}.keys").read_text(encoding="utf-8").splitlines()
    for line in (line.rstrip() for line in lines if line.strip() and not line.startswith("#")):
        if line.startswith("  + "):
            other = types[line[4:]]
            form["properties"].update({k: v for k, v in other["properties"].items() if k != "kind"})
            form["required"] += [key for key in other["required"] if key != "kind"]
            if "allOf" in other:
                form.setdefault("allOf", []).extend(other["allOf"])
        elif line.startswith("  ! "):
            with_rule(form, line[4:])
        elif line.startswith("  "):
            key, kind, sentence = re.fullmatch(r"  (\S+)(?: (.*?))??(?: : (.*))?", line).groups()
            form["properties"][key.rstrip("*")] = described(parsed(kind or key.rstrip("*")), sentence)
            form["required"] += [key[:-1]] if key.endswith("*") else []
        elif line.startswith("title: "):
            title = line[7:]
        elif made := re.fullmatch(r'(\w+)(?: ("[\w-]+"))?:(?: (.*))?', line):
            form = {**described({"type": "object"}, made[3]), "properties": {}, "required": [], "additionalProperties": False}
            if made[2]:
                form["properties"]["kind"], form["required"] = {"const": json.loads(made[2])}, ["kind"]
            types[made[1]] = form
        else:
            its, noun, kind, sentence = re.fullmatch(r"(\w+)(?: <(.*)>)? = (.*?)(?: : (.*))?", line).groups()
            types[its] = described(parsed(kind), sentence)
            if noun:
                types[its].update(properties={"kind": {"description": noun}}, required=["kind"])
    return title, types


def schemas():
    """The schemas by name."""
    title, spec = read("spec-1")
    swept_title, sweep = read("sweep-1")
    root = spec.pop("spec")

    def named(part):
        return part["$ref"].split("/")[-1]

    def refs(part):
        if isinstance(part, dict) and "$ref" in part:
            yield part
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from refs(each)

    numbers = ("number", "not_0", "not_negative", "positive")
    has_numbers = set(numbers)
    while more := {n for n, part in spec.items() if n not in has_numbers and any(named(r) in has_numbers for r in refs(part))}:
        has_numbers |= more

    def drawn(part):
        """With numbers that may be drawn."""
        if isinstance(part, list):
            return [drawn(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "$ref" not in part:
            return {key: drawn(each) for key, each in part.items()}
        place = "#/$defs/of_spec_" if named(part) in has_numbers else "spec-1.json#/$defs/"
        return {**part, "$ref": place + named(part)}

    wanted = [named(r)[8:] for part in sweep.values() for r in refs(part) if named(r).startswith("of_spec_")]
    for name in wanted:  # which grows
        if name in numbers:
            part = {"oneOf": [{"$ref": "spec-1.json#/$defs/" + name}, {"$ref": "#/$defs/drawn"}]}
        else:
            part = drawn(spec[name])
        sweep["of_spec_" + name] = part
        wanted += [n for r in refs(part) if (n := named(r)[8:]) not in wanted and named(r).startswith("of_spec_")]

    def with_kinds(types, all_types):
        for part in types.values():
            if "kind" in part.get("properties", {}) and "oneOf" in part:
                kinds = [all_types[named(r)].get("properties", {}).get("kind", {}).get("const") for r in part["oneOf"]]
                part["properties"]["kind"]["enum"] = list(dict.fromkeys(k for k in kinds if k))
        for form in types.values():
            if form.get("required") == []:
                del form["required"]

    with_kinds(spec, spec)
    with_kinds(sweep, {**spec, **sweep})
    start = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {"spec-1": {**start, "title": title, **root, "$defs": spec},
            "sweep-1": {**start, "title": swept_title, **sweep.pop("sweep"), "$defs": sweep}}


def text_of(schema):
    """Its text, a line for each type."""
    lines = [json.dumps(name) + ": " + json.dumps(part, ensure_ascii=False) for name, part in schema["$defs"].items()]
    rest = {key: value for key, value in schema.items() if key != "$defs"}
    return json.dumps(rest, indent=1, ensure_ascii=False)[:-2] + ',\n "$defs": {\n  ' + ",\n  ".join(lines) + "\n }\n}\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(__doc__)
    for its_name, its_schema in schemas().items():
        (FOLDER / f"{its_name}.json").write_text(text_of(its_schema), encoding="utf-8")
