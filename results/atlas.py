#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The atlas that `polhode recommend --quick` and readers look up, from results of atlas sweeps of one kind of bodies.

usage: atlas.py RESULT.json..

For every horizon, cell and tolerance: the method that is on the largest share of bodies within 1.5 of the cheapest
(ties: the one that is more often the cheapest, then the first by name), the steps per radian that are enough for 95 %
of the bodies that it serves, and the next method.
"""
import json
import struct
import sys

NEAR, ENOUGH = 1.5, 0.95


def number(x):
    """A number of a canonical spec: 16 hexadecimal digits after an x are its bits."""
    return struct.unpack(">d", bytes.fromhex(x[1:]))[0] if isinstance(x, str) and x[:1] == "x" and len(x) == 17 else x


def plain(x):
    if isinstance(x, dict):
        return {key: plain(value) for key, value in x.items()}
    return [plain(value) for value in x] if isinstance(x, list) else number(x)


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


def main(paths):
    documents = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            documents.append(json.load(file))
    spec = plain(documents[0]["spec"])
    atlas = {"schema": "polhode/atlas/1", "near": NEAR, "enough": ENOUGH, "tolerances": spec["atlas"]["tolerances"],
             "costs": spec["atlas"]["costs"],
             "horizons": sorted((horizon(d) for d in documents), key=lambda h: h["radians"])}
    text = json.dumps(atlas, separators=(",", ":"))
    print(text.replace('{"shape"', '\n{"shape"').replace('{"radians"', '\n{"radians"'))


if __name__ == "__main__":
    main(sys.argv[1:])
