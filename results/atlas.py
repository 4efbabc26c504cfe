#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The atlas that `polhode recommend --quick` and readers look up, from results of atlas sweeps of one kind of bodies.

usage: atlas.py RESULT.json..    the atlas of one kind of bodies, to standard output
       atlas.py costs PROGRAM    measures what steps cost, and writes it into the specs
       atlas.py check            exit 1 if the specs' costs are far from what steps take, or results/atlas is not of the specs

results/pages/atlas.md is the page that shows it.

For every horizon, cell and tolerance: the method that is on the largest share of bodies within 1.5 of the cheapest
(ties: the one that is more often the cheapest, then the first by name), the steps per radian (at the fastest of the motion)
that are enough for most of the bodies that it serves, a share ENOUGH of them, and the next method.
"""
import json
import math
import re
import statistics
import subprocess
import sys

from robustness import RESULTS, plain, read

NEAR, ENOUGH = 1.5, 0.9
SPECS = RESULTS.parent / "problems/sweeps/atlas"
# By what bodies are told apart beside their shapes, and where (experiments/judging/populations/atlas.hpp).
FREE_BANDS = {"of": "distance from the separatrix (1: spin about an axis)", "edges": [0.01, 0.1 / 3, 0.1, 1 / 3]}
BANDS = {"of": "field over kinetic energy of the start", "edges": [0.03, 0.1, 0.3, 1, 3]}


def steps_of_rung(rung):
    return (4 + rung % 4) << (rung // 4)


def enough(at):
    """The rung that is enough for most."""
    wanted = ENOUGH * sum(int(n) for _, n in at)
    for rung, n in at:
        wanted -= int(n)
        if wanted <= 0:
            return rung
    return at[-1][0]


def answer(standings, methods, radians, resolved):
    """The answer of a cell for a tolerance; nothing where no method meets it for half of the bodies."""
    ranked = sorted(standings, key=lambda s: (-int(s[3]), -int(s[2]), methods[s[0]]))
    if not ranked or sum(int(n) for _, n in ranked[0][4]) < resolved / 2:
        return None
    first = ranked[0]
    found = {"method": methods[first[0]], "steps_per_radian": float(f"{steps_of_rung(enough(first[4])) / radians:.4g}"),
             "bodies": resolved, "near": int(first[3]), "cheapest": int(first[2])}
    if len(ranked) > 1:
        found["next"] = [methods[ranked[1][0]], int(ranked[1][3])]
    return found


def horizon(document):
    spec, places = plain(document["spec"]), []
    methods, tolerances = spec["methods"], spec["atlas"]["tolerances"]
    cheapest = [dict.fromkeys(methods, 0) for _ in tolerances]
    lost = [{"unresolved": 0, "unsolved": 0} for _ in tolerances]
    for place in document["result"]["atlas"]:
        answers = []
        for t in range(len(tolerances)):
            standings = [s for s in place["standings"] if s[1] == t]
            resolved = int(place["bodies"]) - int(place["unresolved"][t])
            answers.append(answer(standings, methods, spec["duration"]["radians"], resolved))
            for s in standings:
                cheapest[t][methods[s[0]]] += int(s[2])
            for what in lost[t]:
                lost[t][what] += int(place[what][t])
        places.append({"shape": place["shape"], "band": place["band"], "bodies": int(place["bodies"]),
                       "answers": answers})
    return {"radians": spec["duration"]["radians"], "bodies": sum(p["bodies"] for p in places),
            "population": spec["population"], "seed": spec["seed"],
            "cheapest": [{m: n for m, n in row.items() if n} for row in cheapest], "lost": lost, "places": places}


# --- for the page ----------------------------------------------------------------------------------------------------

KINDS = {"free-body": "Free bodies, by steps", "heavy-top": "Heavy tops"}


def names(edges):
    """The names of bands between edges."""
    inner = [f"{low:.2g} .. {high:.2g}" for low, high in zip(edges, edges[1:])]
    return [f"below {edges[0]:.2g}", *inner, f"above {edges[-1]:.2g}"]


def shown(atlas):
    """The tolerances that a map shows."""
    return [t for t, _ in enumerate(atlas["tolerances"]) if t < 2 or t % 2 == 0]


def place_of_map(places, t):
    answers = [p["answers"][t] for p in places if p["answers"][t]]
    if not answers:
        return "-"
    bodies = {}
    for a in answers:
        bodies[a["method"]] = bodies.get(a["method"], 0) + a["bodies"]
    method = max(sorted(bodies), key=bodies.get)
    mine = [a for a in answers if a["method"] == method]
    steps = sum(a["steps_per_radian"] * a["bodies"] for a in mine) / bodies[method]
    near = 100 * sum(a["near"] for a in mine) / bodies[method]
    return f"{method}{'*' if len(bodies) > 1 else ''} {steps:.2g}<br>{near:.0f} %"


def measured_costs(program, methods, torque):
    """The time of a step of every method over that of mr, at 0.15 radians: the least of five measurements."""
    body = {"inertia": [1, 1.7, 2.4], "angular_velocity": [0.48, 0.6, 0.64], "attitude": [0.8, 0, 0.6, 0]}
    spec = json.dumps({"body": body, "time": 15, **torque})
    least = {}
    for _ in range(5):
        command = [program, "recommend", "-", "--rate", str(1 / 0.15), "--attitude-error", "3", "--restated", "--json"]
        command += [f"--method={m}" for m in {"mr", *methods}]
        found = json.loads(subprocess.run(command, input=spec, capture_output=True, text=True, check=True).stdout)
        for m in found["methods"]:
            least[m["method"]] = min([*m["rounds"], least.get(m["method"], math.inf)])
    return {m: round(least[m] / least["mr"], 2) for m in methods}


def write_costs(program):
    for kind, torque in {"free-body": {}, "heavy-top": {"torque": {"kind": "gravity", "moment": [0.03, -0.02, 0.04]}}}.items():
        costs = None
        for path in sorted(SPECS.glob(kind + "-*.json")):
            text = path.read_text(encoding="utf-8")
            costs = costs or measured_costs(program, json.loads(text)["methods"], torque)
            path.write_text(re.sub(r'"costs": \{.*?\}', '"costs": ' + json.dumps(costs), text), encoding="utf-8")


def costs_off():
    """Costs of a spec over the instructions that are counted, at the middle step, that are not within 3 of the median.

    Costs are times: a step of MR waits for itself, so that one factor is free."""
    rows, off = read(RESULTS / "perf/baseline.json")["rows"], []
    for path in sorted(SPECS.glob("*.json")):
        course = "heavy-top/{}/h=0.01" if "heavy-top" in path.name else "free-body/{}/h=0.1"
        ratios = {m: cost / rows[course.format(m)]["instructions"] for m, cost in read(path)["atlas"]["costs"].items()}
        median = statistics.median(ratios.values())
        off += [f"{path.name}: {m} costs {r / median:.2g} times what its instructions say"
                for m, r in ratios.items() if not 1 / 3 <= r / median <= 3]
    return off


def not_of_the_specs():
    """Kinds of bodies whose atlas is not of the sweeps as they are written."""
    off = []
    for kind in KINDS:
        asked = [(spec["duration"]["radians"], spec["population"]["bodies"], spec["seed"], *spec["atlas"].values())
                 for spec in map(read, SPECS.glob(kind + "-*.json"))]
        atlas = read(RESULTS / f"atlas/{kind}.json")
        there = [(h["radians"], h["bodies"], h["seed"], atlas["tolerances"], atlas["costs"]) for h in atlas["horizons"]]
        if sorted(asked, key=lambda a: a[0]) != there:
            off.append(f"results/atlas/{kind}.json is not of the sweeps in problems/sweeps/atlas: make atlas")
    return off


def main(paths):
    if paths == ["check"]:
        if off := costs_off() + not_of_the_specs():
            sys.exit("\n".join(off))
        return
    if paths[:1] == ["costs"]:
        return write_costs(paths[1])
    documents = list(map(read, paths))
    spec = plain(documents[0]["spec"])
    atlas = {"schema": "polhode/atlas/1", "near": NEAR, "enough": ENOUGH, "tolerances": spec["atlas"]["tolerances"],
             "costs": spec["atlas"]["costs"], "bands": BANDS if spec["population"]["torque"] else FREE_BANDS,
             "horizons": sorted((horizon(d) for d in documents), key=lambda h: h["radians"])}
    text = json.dumps(atlas, separators=(",", ":"))
    print(text.replace('{"shape"', '\n{"shape"').replace('{"radians"', '\n{"radians"'))


if __name__ == "__main__":
    main(sys.argv[1:])
