#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Bodies and sweeps against their JSON Schemas: the examples, the documents, and wrong ones, which the program refuses too.

usage: specs_test.py [PROGRAM]
"""
import concurrent.futures
import copy
import json
import os
import random
import re
import subprocess
import sys
import unittest

import jsonschema

from kept import RESULTS, read

TREE = RESULTS.parent
sys.path.insert(0, str(RESULTS / "schemas"))
import keys

if not hasattr(jsonschema, "Draft202012Validator"):  # of jsonschema 4
    print("skipped: this jsonschema is too old")
    sys.exit(77)

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 else None


def files(pattern):
    found = sorted(TREE.glob(pattern))
    assert found, pattern
    return found


def schema(name):
    return (RESULTS / f"schemas/{name}.json").read_text(encoding="utf-8")


SPEC, SWEEP = read("schemas/spec-1.json"), read("schemas/sweep-1.json")


def validators():
    """The schema of sweeps names parts of the other one, which moves into it."""
    whole = json.loads(schema("sweep-1").replace('"spec-1.json#/', '"#/$defs/spec/'))
    whole["$defs"]["spec"] = json.loads(schema("spec-1").replace('"#/', '"#/$defs/spec/'))
    for each in (SPEC, whole):
        jsonschema.Draft202012Validator.check_schema(each)
    return {name: jsonschema.Draft202012Validator(each) for name, each in (("spec", SPEC), ("sweep", whole))}


VALIDATORS = validators()


def kind(document):
    return "sweep" if "schema" in document or "methods" in document else "spec"


def why(document):
    """What the schema has against a document; nothing if it is valid."""
    error = jsonschema.exceptions.best_match(VALIDATORS[kind(document)].iter_errors(document))
    return error and f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def refused(document):
    """What the program says of a document; nothing if it takes it."""
    command = ["sweep", "-", "--dry-run"] if kind(document) == "sweep" else ["run", "-", "-o", os.devnull]
    family = ["--case", "1"] if "vary" in document else []
    done = subprocess.run([PROGRAM, *command, *family], input=json.dumps(document), capture_output=True, text=True, timeout=60)
    return done.stderr.removeprefix("polhode: ") if done.returncode == 2 else None


def without(document, *keys):
    return {k: v for k, v in document.items() if k not in keys}


BODY = {"inertia": [1, 2, 2.5], "momentum": [0.1, 0.2, "0.3"]}
DIRECTOR = {"inertia": 2, "director": [0, 0.6, 0.8], "angular_velocity_space": [3, 1.6, -1.2]}
GRID = {"method": "rk4", "h": 0.001, "steps": 2}
SWEPT = {"schema": "polhode/sweep/1", "duration": {"time": 1}, "methods": ["mr", "rk4"], "steps": [10, 20]}


def spec(torque=None, body=None, **more):
    return {"body": body or BODY, **({"torque": torque} if torque else {}), **GRID, **more}


def body(**more):
    return spec(body={**BODY, **more})


def rate(given, **more):
    return {"rate": given, "method": "hold-first", "h": 0.01, "steps": 8, **more}


def sweep(**more):
    return {**SWEPT, **more}


def population(**more):
    return sweep(population=more)


ASKED = {"id": "a", "metric": "Pi", "steps": 10, "of": ["mr"], "against": ["rk4"], "below": 1}
DIPOLE = {"kind": "dipole", "moment": [1, 0, 0]}

# Each with the field that the program names.
WRONG = [
    # a key that is not known
    ("metod", spec(metod="rk4")),
    ("torque.field.perid", spec({**DIPOLE, "field": {"kind": "constant", "value": [0, 0, 1], "perid": 1}})),
    ("units.rate", spec(units={"rate": "Hz"})),
    ("methds", sweep(methds=["mr"])),
    ("questions[0].above", sweep(questions=[{**ASKED, "above": 1}])),
    # a kind or a word that is not known
    ("torque.kind", spec({"kind": "drag"})),
    ("torque.intervals", spec({"kind": "noise", "density": 1, "intervals": 100001})),
    ("torque.field.kind", spec({**DIPOLE, "field": {"kind": "sine", "amplitude": [1, 0, 0]}})),
    ("output[0]", spec(output=["euler:ZZX"])),
    ("torque.mu", spec({"kind": "gravity-gradient", "mu": "vulcan", "radius": 1, "direction": [0, 0, 1]})),
    ("population.momentum.direction", population(momentum={"direction": "cube"})),
    ("metrics[0]", sweep(metrics=["E"])),
    ("schema", sweep(schema="polhode/sweep/2")),
    # another type
    ("body", spec(body=[1, 2, 3])),
    ("body.momentum[2]", body(momentum=[1, 2, "0.3.1"])),
    ("steps", spec(steps=0)),
    ("torque.stiffness", spec({"kind": "spring", "stiffness": [1, 2]})),
    ("body.points[0]", spec(body={"points": [[1, 0, 0]], "momentum": [1, 0, 0]})),
    ("seed", sweep(seed=-1)),
    ("methods", sweep(methods="mr")),
    ("population.momentum.size.uniform", population(momentum={"size": {"uniform": [1]}})),
    ("questions[0].worst", sweep(questions=[{**without(ASKED, "below"), "worst": False}])),
    # a key that is missing
    ("body", GRID),
    ("body.inertia", spec(body={"momentum": [1, 0, 0]})),
    ("body.momentum", spec(body={"inertia": [1, 2, 2.5]})),
    ("torque.kind", spec({"moment": [0, 0, 1]})),
    ("torque.delay", spec({"kind": "control", "attitude_gain": 1, "delay": 0.1})),
    ("body.bodies[0].inertia", spec(body={"bodies": [{"inertia": [1, 2, 2.5]}], "momentum": [1, 0, 0]})),
    ("body.pivot", body(pivot=[0, 0, 0])),
    ("h", without(rate([1, 0, 0]), "steps")),
    ("h", without(rate([1, 0, 0]), "h")),
    ("schema", without(SWEPT, "schema")),
    ("duration", without(SWEPT, "duration")),
    ("population.inertia.around", population(inertia={"around": [1, 2, 2.5]})),
    ("questions[0].below", sweep(questions=[without(ASKED, "against")])),
    # keys of which only one may be there
    ("breaks", spec(breaks="cross", align=True)),
    ("body.inertia", body(points=[[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]])),
    ("torque.field", spec({"kind": "damping", "matrix": 1, "field": [0, 0, 1]})),
    ("torque.field.csv", spec({**DIPOLE, "field": {"kind": "table", "times": [0, 1], "values": [[0, 0, 1]] * 2, "csv": "a"}})),
    ("torque", rate([1, 0, 0], torque={"kind": "none"})),
    ("gyro.times", rate([1, 0, 0], gyro={"times": [0, 1, 2]})),
    ("duration.time", sweep(duration={"time": 1, "radians": 1})),
    ("population.inertia.fixed", population(inertia={"fixed": [1, 2, 2.5], "triangle": {}})),
    ("questions[0].of", sweep(questions=[{**ASKED, "best": ["mr"]}])),
    ("questions[0].below", sweep(questions=[{**ASKED, "within": [0, 1]}])),
    # too many, or where it does not belong
    ("torque", {"body": DIRECTOR, "torque": [{"kind": "field", "g": [0, 0, 3]}] * 2, **GRID}),
    ("torque.kind", spec({"kind": "field", "g": [0, 0, 3]})),
    ("body.inertia.kind", body(inertia={"kind": "pieces", "times": [1], "values": [[1, 2, 2.5], [2, 2, 2.5]]})),
    ("events[0].axis", {"body": DIRECTOR, **GRID, "events": [{"kind": "plane", "axis": [1, 0, 0], "normal": [0, 0, 1]}]}),
    ("population.torque", population(torque=[{"kind": "gravity"}] * 5)),
    ("duration.radians", sweep(steps={"per_radian": [10]})),
]

# Torques of a population as specs have them.
DRAWN = [
    {"kind": "damping", "matrix": [{"log10": [-3, -1]}, 0.01, 0.01]},
    {**DIPOLE, "moment": [0, 0, {"uniform": [-1, 1]}], "field": [1, 0, 0]},
    {"kind": "gravity", "moment": [0.1, 0, {"uniform": ["0.2", 0.4]}], "comments": "a pendulum"},
    {"kind": "gravity-gradient", "orbit": {"rate": {"uniform": [0.2, 0.5]}}},
    {"kind": "body", "torque": {"kind": "pulses", "pulses": [{"at": {"uniform": [0, 1]}, "duration": 0.2, "value": [0.5, 0, 0]}]}},
    {"kind": "control", "attitude_gain": {"uniform": [0.5, 1]}, "rate_gain": 1},
    {"kind": "formula", "torque": ["-k*Omega1", "0", "0"], "constants": {"k": {"log10": [-2, 0]}}},
]


VALUES = [1, -1, 0, "a", True, None, [], {}, [1, 2, 3], [1, 2], {"kind": "x"}, "1.5", "1e"]
# but for keys that specs need not have and runs need, and units that others need
OF_FORM = "^(?!h:|method:|steps:|units).*(is not a key here|missing; acc|given together with|given without|exactly one of)"


def places(part, place=()):
    yield place
    for key, its in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from places(its, (*place, key))


def mutant(document, known):
    """A document with one place changed, of one short step."""
    document = {**copy.deepcopy(document), **({"steps": 1} if "steps" in document else {})}
    *inside, key = random.choice([place for place in places(document) if place])
    part = document
    for each in inside:
        part = part[each]
    how = random.randrange(5)
    if how == 0:
        del part[key]
    elif how == 1 and isinstance(part, dict):
        part[random.choice(known)] = random.choice([*VALUES, part[key]])
    elif how == 2 and isinstance(part, dict):
        part[key + "s"] = part.pop(key)
    elif how == 3 and isinstance(part, list):
        part.append(copy.deepcopy(part[key]))
    else:
        part[key] = random.choice(VALUES)
    return document


class Specs(unittest.TestCase):
    def valid(self, document, name):
        self.assertIsNone(why(document), name)
        self.assertIsNone(why({**document, "$schema": "spec-1.json"}), name)

    def test_examples(self):
        for path in files("problems/examples/*.json") + files("problems/sweeps/**/*.json"):
            self.valid(read(path), path)

    def test_documents(self):
        seen = 0
        for path in files("docs/*.md") + files("README.md"):
            for block in re.findall(r"^```json\n(\{.*?)^```", path.read_text(encoding="utf-8"), re.S | re.M):
                document = json.loads(block)
                if {"body", "rate", "schema"} & set(document):
                    self.valid(document, path)
                    seen += 1
        self.assertGreaterEqual(seen, 5)

    def test_wrong_ones(self):
        self.assertIsNone(why(spec()))
        self.assertIsNone(why(rate([1, 0, 0])))
        self.assertIsNone(why(SWEPT))
        self.assertIsNone(why(sweep(questions=[ASKED])))
        for field, document in WRONG:
            with self.subTest(document):
                self.assertIsNotNone(why(document))
                if PROGRAM:
                    self.assertEqual((refused(document) or "").split(":")[0], field)

    def test_drawn_torques(self):
        for torque in DRAWN:
            self.assertIsNone(why(population(torque=[torque])), torque)
            self.assertIsNotNone(why(spec(torque)), torque)
        for torque in ({"kind": "damping", "matrix": {"normal": [0, 1]}}, {"kind": "damping", "matrix": {"list": [1, 2]}},
                       {"kind": "gravity", "axis": [0, 0, 1], "moment": [0, 0, 1]}, {"kind": "gravity", "g": 9.81}):
            self.assertIsNotNone(why(population(torque=[torque])), torque)

    def test_every_key_is_described(self):
        def described(part, root):
            if "description" in part or "const" in part:
                return True
            name = part.get("$ref", "").split("/")[-1]
            return bool(name) and described((SPEC if part["$ref"].startswith("spec-1") else root)["$defs"][name], root)

        def look(part, root):
            for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
                look(each, root)
            if isinstance(part, dict) and part.get("type") == "object" and "properties" in part:
                for key, value in part["properties"].items():
                    self.assertTrue(described(value, root), key)

        look(SPEC, SPEC)
        look(SWEEP, SWEEP)

    def test_words_of_torques(self):
        """Each kind that a header of torques has a word for."""
        headers = "".join(path.read_text(encoding="utf-8") for path in files("core/torques/*.hpp"))
        words = set(re.findall(r'Word\{"([a-z-]+)"', headers))
        words.add("noise")  # which is read as a torque of the body
        for schema_of in (SPEC, SWEEP):
            self.assertEqual(set(schema_of["$defs"]["torque"]["properties"]["kind"]["enum"]), words | {"none"})

    def test_schemas_are_those_of_the_tables(self):
        for name, made in keys.schemas().items():
            self.assertEqual(schema(name), keys.text_of(made), "run results/schemas/keys.py write")

    @unittest.skipUnless(PROGRAM, "no program")
    def test_mutants(self):
        """Examples with one place changed: the program refuses them for their form where an independent reader of the schema
        does, which knows no meaning."""
        random.seed(54)
        examples = [read(path) for path in files("problems/examples/*.json")]
        known = [place[-1] for each in examples for place in places(each) if place and isinstance(place[-1], str)]
        mutants = [mutant(random.choice(examples), known) for _ in range(300)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            said = list(pool.map(refused, mutants))
        for document, words in zip(mutants, said):
            if why(document):
                self.assertIsNotNone(words, (why(document), document))
            elif words:
                self.assertNotRegex(words, OF_FORM, document)
        self.assertGreater(sum(bool(why(document)) for document in mutants), 100)


if __name__ == "__main__":
    unittest.main()
