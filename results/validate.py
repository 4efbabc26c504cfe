#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates claims, golden files and fresh answers of the program against the JSON Schemas. Fresh figures and property reports
are held to theirs by `polhode golden` and `polhode report`, which read them.

usage: validate.py PROGRAM
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "problems", "examples")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def schema_of(document):
    name, version = document["schema"].split("/")[1:]
    return read(os.path.join(HERE, "schemas", f"{name}-{version}.json"))


def validate(document, name):
    schema = schema_of(document)
    jsonschema.Draft7Validator.check_schema(schema)
    errors = [f"{name}: {'/'.join(map(str, e.absolute_path))}: {e.message[:200]}"
              for e in jsonschema.Draft7Validator(schema).iter_errors(document)]
    for line in errors[:10]:
        print(line)
    return not errors


def answer(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 3):  # 3: the answer is negative
        raise SystemExit(f"{' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout)


def main(program):
    good = validate(read(os.path.join(HERE, "claims.json")), "claims.json")
    files = [f for f in glob.glob(os.path.join(HERE, "golden", "*.json")) if not f.endswith("tolerances.json")]
    files += glob.glob(os.path.join(HERE, "reference", "*.json")) + glob.glob(os.path.join(HERE, "atlas", "*.json"))
    files += glob.glob(os.path.join(HERE, "robustness.json")) + glob.glob(os.path.join(HERE, "engines.json"))
    files += glob.glob(os.path.join(HERE, "..", "engines", "recorded", "*", "record.json"))
    for path in sorted(files):
        good = validate(read(path), path) and good
    for spec in sorted(glob.glob(os.path.join(EXAMPLES, "*.json"))):
        reference = os.path.basename(spec) not in ("frb_1.json", "langevin.json")  # seconds, of a form that others have, too
        for verb in ("run", *["reference"] * reference, *["samples"] * ("rate" in read(spec))):
            good = validate(answer(program, verb, spec), f"{verb} {os.path.basename(spec)}") and good
    good = validate(answer(program, "check", "mr", "--json"), "check mr") and good
    gyro = os.path.join(EXAMPLES, "imu_coning.json")
    for questions in (("run", gyro, "--every", "1000"), ("samples", gyro, "--digits", "25"),
                      ("check", "coning-3", "--json", "--timing"), ("check", "mahony-in-place", "--json"),
                      ("recommend", gyro, "--attitude-error", "1e-4", "--json", "--restated"),
                      ("recommend", gyro, "--attitude-error", "1e-12", "--json"),
                      ("recommend", gyro, "--attitude-error", "1e-4", "--json", "--least-rate")):
        good = validate(answer(program, *questions), " ".join(questions)) and good
    several = answer(program, "check", "vs-*", "--json", "--timing")
    good = validate(several, "check vs-*") and good
    for passport in several["passports"]:
        good = validate(passport, "check " + passport["method"]) and good
    for spec in ("heavy_top", "dumbbell"):
        found = answer(program, "recommend", os.path.join(EXAMPLES, spec + ".json"), "--attitude-error", "1e-4", "--json")
        good = validate(found, f"recommend {spec}") and good
    top, some = os.path.join(EXAMPLES, "heavy_top.json"), ("--json", "--method", "rk4", "--method", "mr", "--method", "forward-euler")
    rated = answer(program, "recommend", top, "--rate", "5000", *some)
    good = validate(rated, "recommend --rate") and good
    both = answer(program, "recommend", top, "--attitude-error", "1e-3,1e-5", "--time", "0.2", *some)
    good = validate(both, "recommend of two targets") and good
    for found in both["recommendations"]:
        good = validate(found, "recommend, one of two targets") and good
    good = validate(answer(program, "run", os.path.join(EXAMPLES, "free_body.json"), "--dense", "0.3"), "run --dense") and good
    noise = os.path.join(EXAMPLES, "langevin.json")
    good = validate(answer(program, "run", noise, "--ensemble", "3"), "run --ensemble") and good
    good = validate(answer(program, "check", "mr", "--on", noise, "--json"), "check --on noise") and good
    for spec in ("free_body", "heavy_top"):
        found = answer(program, "recommend", os.path.join(EXAMPLES, spec + ".json"), "--attitude-error", "1e-4", "--quick", "--json")
        good = validate(found, f"recommend --quick {spec}") and good
    with tempfile.TemporaryDirectory() as out:  # a timing file, too
        subprocess.run([program, "figure", "figure1", "--out", out], check=True, capture_output=True)
        good = validate(read(os.path.join(out, "figure1.timing.json")), "figure1.timing.json") and good
    # The schemas must be able to say no.
    broken = read(os.path.join(HERE, "golden", "figure1.json"))
    broken["panels"][0]["series"][0]["points"][0]["status"] = "fine"
    good = not jsonschema.Draft7Validator(schema_of(broken)).is_valid(broken) and good
    print(f"{len(files)} files and the answers to the examples: {'valid' if good else 'INVALID'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
