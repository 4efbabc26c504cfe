#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Which method is the cheapest on how many bodies of a population, for a tolerance; and how far the others are from it
(performance profiles, Dolan & Moré 2002).

A method solves a body at the least number of steps N of the sweep whose error is at most 0.9 of the tolerance, if the next
larger N is as good. It costs N times the instructions of a step in results/perf/baseline.json, so that the answer is the
same on every machine.

usage: cheapest.py ROWS.sqlite OUT.json [METRIC] [COURSE, such as free-body/h=0.1]
"""
import json
import math
import sqlite3
import sys

from robustness import RESULTS, read

TOLERANCES = [10.0 ** -k for k in range(1, 11)]
MARGIN = 0.9
FACTORS = [2 ** (k / 4) for k in range(41)]  # at which profiles are told


def costs(course):
    """Instructions of a step of every method on a course of the baseline."""
    rows, (body, step) = read(RESULTS / "perf/baseline.json")["rows"], course.split("/")
    parts = ((name.split("/"), row) for name, row in rows.items())
    return {p[1]: row["instructions"] for p, row in parts if len(p) == 3 and (p[0], p[2]) == (body, step) and "instructions" in row}


def steps_needed(errors, tolerance):
    """The least N that solves, of a list of (N, error or None) in order; None if there is none."""
    good = [error is not None and error <= MARGIN * tolerance for _, error in errors]
    for i, (n, _) in enumerate(errors):
        if good[i] and (i + 1 == len(errors) or good[i + 1]):
            return n
    return None


def cheapest(ladders, cost):
    """Counts for every tolerance, of {body: {method: [(N, error), ..]}}."""
    found = []
    for tolerance in TOLERANCES:
        row = {m: {"cheapest": 0, "unsolved": 0, "within": [0] * len(FACTORS)} for m in cost}
        unsolvable = 0
        for methods in ladders.values():
            needed = {m: steps_needed(errors, tolerance) for m, errors in methods.items()}
            paid = {m: n * cost[m] for m, n in needed.items() if n is not None}
            unsolvable += not paid
            least = min(paid.values(), default=math.inf)
            for m in cost:
                if m not in paid:
                    row[m]["unsolved"] += 1
                    continue
                row[m]["cheapest"] += paid[m] == least
                for k, factor in enumerate(FACTORS):
                    row[m]["within"][k] += paid[m] <= factor * least * (1 + 1e-12)
        found.append({"tolerance": tolerance, "unsolvable": unsolvable, "methods": row})
    return found


def main(rows, out, metric="R", course="free-body/h=0.1"):
    ladders = {}
    with sqlite3.connect(rows) as database:
        for body, method, steps, status, error in database.execute(
                f'SELECT body, method, steps, status, "{metric}" FROM cases ORDER BY body, method, steps'):
            ladders.setdefault(body, {}).setdefault(method, []).append((steps, error if status == "ok" else None))
    known, used = costs(course), sorted({m for methods in ladders.values() for m in methods})
    missing = [m for m in used if m not in known]
    if missing:
        sys.exit(f"{course}: no instructions of {', '.join(missing)} are in results/perf/baseline.json")
    cost = {m: known[m] for m in used}
    document = {"schema": "polhode/cheapest/1", "metric": metric, "cost": f"instructions per step, {course}", "costs": cost,
                "bodies": len(ladders), "factors": FACTORS, "tolerances": cheapest(ladders, cost)}
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file)
        file.write("\n")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
