#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates claims, golden files and fresh answers of the program against the JSON Schemas. Fresh figures and property reports
are held to theirs by `polhode golden` and `polhode report`, which read them.

usage: validate.py PROGRAM
"""
import functools
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

from kept import RESULTS, answer, golden, read

EXAMPLES = RESULTS.parent / "problems/examples"


@functools.cache
def validator(word):
    name, version = word.split("/")[1:]
    schema = read(f"schemas/{name}-{version}.json")
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def validate(document, name):
    errors = [f"{name}: {'/'.join(map(str, e.absolute_path))}: {e.message[:200]}"
              for e in validator(document["schema"]).iter_errors(document)]
    if document["schema"] == "polhode/run/1" and document["status"] != "ok":
        errors.append(f"{name}: the status is {document['status']}")
    for line in errors[:10]:
        print(line)
    return not errors


def questions():
    """What the program is asked: the words, of which names with a dot are examples."""
    for path in sorted(EXAMPLES.glob("*.json")):
        reference = path.stem not in ("frb_1", "langevin")  # seconds, of a form that others have, too
        for verb in ("run", *["reference"] * reference, *["samples"] * ("rate" in read(path))):
            yield f"{verb} {path.name}"
    yield from ("check mr --json", "check coning-3 --json --timing", "check mahony-in-place --json", "check vs-* --json --timing",
                "check mr --on langevin.json --json", "run imu_coning.json --every 1000", "run free_body.json --dense 0.3",
                "run langevin.json --ensemble 3", "samples imu_coning.json --digits 25")
    some = "--json --method rk4 --method mr --method forward-euler"
    yield from (f"recommend {words}" for words in (
        "imu_coning.json --attitude-error 1e-4 --json --restated", "imu_coning.json --attitude-error 1e-12 --json",
        "imu_coning.json --attitude-error 1e-4 --json --least-rate", "heavy_top.json --attitude-error 1e-4 --json",
        "dumbbell.json --attitude-error 1e-4 --json", f"heavy_top.json --rate 5000 {some}",
        f"heavy_top.json --attitude-error 1e-3,1e-5 --time 0.2 {some}", "free_body.json --attitude-error 1e-4 --json"))


def main(program):
    files = [RESULTS / name for name in ("claims.json", "robustness.json", "engines.json")]
    files += [RESULTS / f"golden/{name}.json" for name in golden()]
    files += (RESULTS.parent / "engines/recorded").glob("*/record.json")
    good = all([validate(read(path), path.name) for path in files])
    for asked in questions():
        words = (EXAMPLES / word if word.endswith(".json") else word for word in asked.split())
        found = answer(program, *words, codes=(0, 3))  # 3: the answer is negative
        good = validate(found, asked) and good
        for one in found.get("passports", found.get("recommendations", [])):
            good = validate(one, f"one of {asked}") and good
    with tempfile.TemporaryDirectory() as out:  # a timing file, too
        subprocess.run([program, "figure", "figure1", "--out", out], check=True, capture_output=True)
        good = validate(read(pathlib.Path(out, "figure1.timing.json")), "figure1.timing.json") and good
    # The schemas must be able to say no.
    broken = read("golden/figure1.json")
    broken["panels"][0]["series"][0]["points"][0]["status"] = "fine"
    good = not validator(broken["schema"]).is_valid(broken) and good
    print(f"{len(files)} files and the answers to the examples: {'valid' if good else 'INVALID'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
