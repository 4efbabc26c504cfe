#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How far claims carry: shares of populations on which they hold, from the results of sweeps that ask every body.

usage: robustness.py collect FOLDER          results/robustness.json, from FOLDER/SWEEP/result.json; others stay as they are
       robustness.py shapes PROGRAM FOLDER   asks the claims of each shape of body: runs the sweeps of all bodies again, shape by
                                             shape, in FOLDER
       robustness.py sentences               the sentences of claims, from the sweeps that are there
       robustness.py check                   exit 1 if they are others, or what is kept is not of problems/sweeps/robustness

results/pages/robustness.md is the page that shows it.
"""
import csv
import itertools
import json
import math
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys

from study import RESULTS, keep, read

KEPT = "robustness.json"


# --- what is kept of a sweep -----------------------------------------------------------------------------------------

def number(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def plain(x):
    """A canonical spec as people write it: 16 digits after an x are a double's bits."""
    if isinstance(x, dict):
        return {key: plain(value) for key, value in x.items()}
    if isinstance(x, list):
        return [plain(value) for value in x]
    return number(x[1:]) if isinstance(x, str) and re.fullmatch("x[0-9a-f]{16}", x) else x


def quantile(d, p, bits, lowest):
    """The edges of the bin that holds a quantile."""
    rows = [([0, 0], int(d["zero"])), ([0, 2.0 ** lowest], int(d["under"]))]
    edge = lambda i: 2.0 ** (lowest + (i >> bits)) * (1 + (i % (1 << bits)) / (1 << bits))
    rows += [([edge(i), edge(i + 1)], int(n)) for i, n in d["bins"]]
    counts = list(itertools.accumulate(n for _, n in rows))
    wanted = math.ceil(p * (counts[-1] + int(d["over"])))
    return next((edges for (edges, _), count in zip(rows, counts) if count >= wanted), None)


def extreme(e):
    return e and [number(e[0]), int(e[1])]


WHERE = {"everywhere": "all bodies", "figure6": "all bodies", "figure5": "triangle", "separatrix": "next to the separatrix"}


def where(sweep):
    words = WHERE.get(sweep.rsplit("-", 1)[1], "near the paper's")
    kind = re.search("-((?:slow|fast)-top)-", sweep)
    return f"{kind[1].replace('-', ' ')}s, {words.replace('bodies', 'shapes')}" if kind else words


CLAIMS = {c["id"] for c in read("claims.json")["claims"]}


def claim_of(question):
    """The claim that a question is about, and whether it stands for it: others vary the claim or its number of steps."""
    claim = re.split(r" at | over |,", question)[0]
    return {"claim": claim, "stands": question in (claim, f"{claim} at 2000")} if claim in CLAIMS else {}


def holds(condition, values):
    """Is the ratio to the best of other methods below what a condition says, by the values of the methods?"""
    of = min(values[m] for m in condition["best"]) if "best" in condition else max(values[m] for m in condition["of"])
    return of / min(values[m] for m in condition["against"]) < condition["below"]


def tenths(rows, questions):
    """Bodies by tenths of I3/I1, and on how many of them each question holds, from the rows of a sweep of tops."""
    found, values = {}, {}
    with open(rows, encoding="utf-8", newline="") as file:
        for case in csv.DictReader(file):
            body = values.setdefault((case["body"], int(10 * float(case["I3"]) / float(case["I1"]))), {})
            body.setdefault(int(case["steps"]), {})[case["method"]] = case
    for (_, tenth), its in values.items():
        of = found.setdefault(tenth, {"from": tenth / 10, "bodies": 0, "holds": {q["id"]: 0 for q in questions}})
        of["bodies"] += 1
        for q in questions:
            of["holds"][q["id"]] += holds(q, {m: float(case[q["metric"]]) for m, case in its[q["steps"]].items()})
    return [found[tenth] for tenth in sorted(found)]


def same_by_tenths(sweep):
    """Are the shares by shape there, and do they add up to those of all bodies?"""
    found = sweep.get("tenths", [])
    return sum(t["bodies"] for t in found) == sweep["bodies"] and all(
        sum(t["holds"][q["id"]] for t in found) == q["holds"] for q in sweep["questions"])


def kept(path):
    document = read(path)
    spec, result = plain(document["spec"]), document["result"]
    bins = spec["bins"]
    questions = []
    for q in result["questions"]:
        any_at_all = int(q["holds"]) + int(q["fails"]) > 0
        questions.append({"id": q["id"], **claim_of(q["id"]), **{key: int(q[key]) for key in ("holds", "fails", "undefined")},
                          "failing": [int(b) for b in q["failing"]],
                          "ratio": {"median": quantile(q["ratio"], 0.5, 3, -40) if any_at_all else None,
                                    "least": extreme(q["ratio"]["least"]),
                                    "greatest": extreme(q["ratio"]["greatest"])}})
    cells = [{"method": c["method"], "steps": c["steps"], "status": {s: int(n) for s, (n, _) in c["status"].items()},
              "iterations": int(c["iterations"]),
              "metrics": {m: {"median": quantile(d, 0.5, bins["bits"], bins["from"]),
                              "p99": quantile(d, 0.99, bins["bits"], bins["from"]), "greatest": extreme(d["greatest"])}
                          for m, d in c["metrics"].items()}} for c in result["cells"]]
    found = {"where": where(path.parent.name), "population": spec["population"],
             "seed": spec["seed"], "duration": spec["duration"], "bodies": sum(cells[0]["status"].values()),
             "questions": questions, "cells": cells}
    rows = path.parent / "rows-0001-of-0001.csv"
    if rows.exists():
        found["tenths"] = tenths(rows, spec["questions"])
        if not same_by_tenths(found):
            sys.exit(f"{rows}: questions hold on another number of bodies than {path} says")
    return found


# --- maps of shapes --------------------------------------------------------------------------------------------------

SIDE = 8  # the triangle of inertia has SIDE^2 cells
EACH = 60  # bodies of a whole cell: shapes uniform in it, in all six orders of the axes, each with a direction of its own


def middle(place):
    """The moments (x, y, 1) in the middle of a cell, counted as in the maps of sweeps."""
    j = math.isqrt(place)
    i = SIDE - 1 - j + place - j * j
    return (2 * i + 1) / (4 * SIDE), (2 * SIDE + 2 * j + 1) / (4 * SIDE)


def place_of(x, y):
    """The cell of the moments (x, y, 1), as the program counts them (products.cpp)."""
    j = min(max(math.floor((y - 0.5) * 2 * SIDE), 0), SIDE - 1)
    return j * j + min(max(math.floor(2 * SIDE * x) - (SIDE - 1 - j), 0), 2 * j)


def bodies_in(place):
    """In proportion to the area of a cell: of a row the first is half as large as the others, the last half as large again."""
    j = math.isqrt(place)
    return EACH if j == 0 or 0 < place - j * j < 2 * j else EACH // 2 if place == j * j else EACH + EACH // 2


def drawn(place, count):
    """Shapes that are uniform in a cell, the same everywhere."""
    chance, found, least = random.Random(place), [], 0.01
    while len(found) < count:
        u, v = sorted((chance.random(), chance.random()))
        x, y = 1 - (1 - least) * u - (v - u) / 2, 1 - (v - u) / 2  # sphere, needle and disc are the corners
        if place_of(x, y) == place:
            found.append([x, y, 1])
    return found


def standing(spec):
    """The questions of a sweep that stand for a claim."""
    return [q for q in spec["questions"] if claim_of(q["id"]).get("stands")]


def of_shape(spec, place):
    """The sweep of one cell: as the sweep of all bodies, with the methods and steps that its claims need."""
    questions = standing(spec)
    conditions = [c for q in questions for c in q.get("all", [q])]
    wanted = {m for c in conditions for key in ("of", "best", "against") for m in c.get(key, ())}
    steps = {c["steps"] for c in conditions}
    if any(c["metric"].startswith("order") for c in conditions):  # an order needs the next number of steps
        steps |= {b for a, b in zip(spec["steps"], spec["steps"][1:]) if a in steps}
    ascending = "triangle_grid" in spec["population"]["inertia"]
    listed = [list(axes) for moments in drawn(place, bodies_in(place) // (1 if ascending else 6))
              for axes in ([moments] if ascending else itertools.permutations(moments))]
    kept = {key: value for key, value in spec.items() if key != "maps"}
    return kept | {"title": f"{spec['title']}: cell {place}", "seed": spec["seed"] + 1 + place,  # other directions in each
                   "questions": questions,
                   "methods": [m for m in spec["methods"] if m in wanted], "steps": [n for n in spec["steps"] if n in steps],
                   "population": spec["population"] | {"inertia": {"list": listed}, "bodies": 1}}


def mapped(spec):
    """Is a sweep one of all bodies, of which a map of shapes is drawn?"""
    inertia = spec["population"]["inertia"]
    everywhere = isinstance(inertia.get("triangle"), dict) or "triangle_grid" in inertia
    return everywhere and spec["population"].get("momentum", {}).get("direction", "sphere") in ("sphere", "octant") and standing(spec)


def shapes(program, folder, *names):
    """Runs, cell by cell, and keeps for how many bodies of each cell each claim holds."""
    sweeps = read(KEPT)["sweeps"]
    for name, spec in specs().items():
        if not mapped(spec) or (names and name not in names):
            continue
        found = {q["id"]: {"holds": [], "answers": []} for q in standing(spec)}
        for place in range(SIDE * SIDE):
            to = pathlib.Path(folder, name, str(place)).resolve()
            shutil.rmtree(to, ignore_errors=True)
            to.mkdir(parents=True)
            (to / "given.json").write_text(json.dumps(of_shape(spec, place)))
            subprocess.run([program, "sweep", to / "given.json", "-o", to], check=True, capture_output=True)
            for q in read(to / "result.json")["result"]["questions"]:
                found[q["id"]]["holds"].append(int(q["holds"]))
                found[q["id"]]["answers"].append(int(q["holds"]) + int(q["fails"]))
        sweeps[name]["shapes"] = {"n": SIDE, "each": EACH, "questions": found}
        keep_sweeps(sweeps)


CLASSES = ["nearly spherical bodies", "long bodies", "discs", "plates", "bodies of three different moments"]


def class_of(place):
    """A name for a shape, by its moments x <= y <= 1."""
    x, y = middle(place)
    if x >= 0.75:
        return CLASSES[0]
    if y >= 0.875:
        return CLASSES[1]  # the two larger moments nearly equal
    if y - x <= 0.125:
        return CLASSES[2]  # the two smaller
    return CLASSES[3] if x + y <= 1.125 else CLASSES[4]


def by_class(shapes, question):
    """The share of bodies with an answer, by class of shape."""
    found, asked = {name: (0, 0) for name in CLASSES}, shapes["questions"][question]
    for place, (holds, answers) in enumerate(zip(asked["holds"], asked["answers"])):
        before, n = found[class_of(place)]
        found[class_of(place)] = before + holds, n + answers
    return {name: of for name, of in found.items() if of[1]}


def specs():
    """The sweeps, as they are written."""
    return {p.stem: read(p) for p in sorted((RESULTS.parent / "problems/sweeps/robustness").glob("*.json"))}


def collect(folder):
    sweeps = read(KEPT)["sweeps"] | {p.parent.name: kept(p) for p in pathlib.Path(folder).resolve().glob("*/result.json")}
    keep_sweeps({name: sweeps[name] for name in specs() if name in sweeps})


def keep_sweeps(sweeps):
    """With a sentence for each claim, which the report shows."""
    keep(KEPT, {"schema": "polhode/robustness/1", "sweeps": sweeps, "sentences": sentences(sweeps)},
         rows=r'\{"(id|method|from)"|"[a-z0-9-]+":\{"where"|"sentences"|"[A-Za-z0-9.-]+":\{"asked"')


def check():
    """Is what is kept of these sweeps, as they are written?"""
    kept = read(KEPT)
    for name, spec in specs().items():
        found = kept["sweeps"].get(name)
        if not found:
            sys.exit(f"results/robustness.json: {name} is not there")
        replicates, axes = spec["population"]["bodies"], spec["population"]["inertia"].get("triangle_grid", 1) ** 2
        wanted = [replicates * axes, spec["seed"], [q["id"] for q in spec["questions"]], set(spec["methods"])]
        has = [found["bodies"], found["seed"], [q["id"] for q in found["questions"]], {c["method"] for c in found["cells"]}]
        if wanted != has:
            sys.exit(f"results/robustness.json: {name} is of another spec: {has}, not {wanted}")
        if re.search("2006-(slow|fast)-top-everywhere", name) and not same_by_tenths(found):
            sys.exit(f"results/robustness.json: {name} has no shares by shape that add up: sweep --rows, then collect")
        if mapped(spec) and "shapes" in found:
            of = found["shapes"]["questions"]
            if set(of) != {q["id"] for q in standing(spec)} or any(len(q["holds"]) != SIDE * SIDE for q in of.values()):
                sys.exit(f"results/robustness.json: {name} has no maps of shapes of its claims: robustness.py shapes")
            for q in found["questions"]:  # cells add up to the population, to three standard errors of a share of a half
                if q["id"] in of:
                    answers = sum(of[q["id"]]["answers"])
                    off = sum(of[q["id"]]["holds"]) / answers - q["holds"] / answered(q)
                    if abs(off) > 1.5 / math.sqrt(answers):
                        sys.exit(f"results/robustness.json: {name}: the cells of {q['id']} do not add up to its share")
    if kept.get("sentences") != sentences(kept["sweeps"]):
        sys.exit("results/robustness.json: sentences are not what its sweeps say: experiments/studies/robustness.py sentences")


# --- the page --------------------------------------------------------------------------------------------------------

def wilson(holds, n):
    z = 1.959963984540054
    p, scale = holds / n, 1 / (1 + z * z / n)
    centre, half = (p + z * z / (2 * n)) * scale, z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) * scale
    return max(0.0, 100 * (centre - half)), 100 * (centre + half)


def per_cent(x):
    """Two digits behind the point where a share is next to none or all; more where it is nearer than those tell."""
    rare = max(0, min(x, 100 - x))
    digits = 1 if rare >= 1 else 2 if rare >= 0.01 else math.ceil(-math.log10(rare)) if rare > 1e-9 else 0
    return f"{x:.{digits}f}"


def answered(q):
    """The bodies of which a question has an answer."""
    return q["holds"] + q["fails"]


def share(holds, n):
    low, high = wilson(holds, n)
    return f"{per_cent(100 * holds / n)} % [{per_cent(low)}, {per_cent(high)}]"


def duration(sweep):
    return f"{sweep['duration']['radians']:g} rad" if "radians" in sweep["duration"] else f"t = {sweep['duration']['time']:g}"


# --- how far a claim carries, in a sentence ---------------------------------------------------------------------------

ALIKE = 10  # per cent: shares of classes of shapes that differ by less are not told apart
ENOUGH = 95  # per cent, and the lower end of the interval: on such a population a claim holds


# In the order of sentences, each with its column in the table and its name in a sentence.
POPULATIONS = {"near the paper's": (0, "{} near the paper's"), "triangle": (1, "the bodies of the paper's figure"),
               "all bodies": (1, "all {}"), "all shapes": (1, "{} of all shapes"),
               "next to the separatrix": (2, "{} next to the separatrix")}


def where_asked(sweep):
    """The kind of bodies of a sweep, "slow tops" or "", and their population."""
    return sweep["where"].rpartition(", ")[::2]


def bodies_of(sweep):
    """A population as sentences name it."""
    kind, population = where_asked(sweep)
    return POPULATIONS[population][1].format(kind or "bodies")


def listed(names):
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def ordered(asked):
    order = list(POPULATIONS)
    return sorted(asked, key=lambda a: (order.index(where_asked(a[0])[1]), a[0]["where"]))


def shares_by_shape(sweep, q):
    """(name, holds, bodies with an answer) of each class of shapes; of tops, of each tenth of I3/I1."""
    if q["id"] in sweep.get("shapes", {}).get("questions", ()):
        return [(name, *of) for name, of in by_class(sweep["shapes"], q["id"]).items()]
    return [(f"{t['from']:.1f} .. {t['from'] + 0.1:.1f}", t["holds"][q["id"]], t["bodies"])
            for t in sweep.get("tenths", ()) if t["bodies"] >= 100]


def runs(names):
    """Tenths that follow each other, as one: 0.3 .. 0.5."""
    out = []
    for name in names:
        low, high = name.split(" .. ")
        if out and out[-1].endswith(" " + low):
            out[-1] = out[-1].split(" .. ")[0] + " .. " + high
        else:
            out.append(name)
    return out


def said_of_shapes(sweep, q):
    """For which shapes a claim fails for most bodies, or holds the most or least often; nothing if it was not asked by shape."""
    by_shape = shares_by_shape(sweep, q)
    if not by_shape:
        return ""
    of_tops = "tenths" in sweep
    named = lambda names: ("tops with I3/I1 = " if of_tops else "") + listed(runs(names) if of_tops else names)
    fails = [name for name, holds, answers in by_shape if 2 * holds < answers]
    (low, worst), (high, best) = (f((100 * holds / answers, name) for name, holds, answers in by_shape) for f in (min, max))
    if low >= ENOUGH:
        return "it holds for every shape"
    if high - low < ALIKE:
        return "the share is nearly the same for all shapes"
    if not fails:
        return f"it holds least often for {named([worst])} ({per_cent(low)} %)"
    if len(fails) < len(by_shape):
        return f"it fails for most {named(fails)}"
    return f"it holds most often for {named([best])} ({per_cent(high)} %)"


def short_sentence(asked):
    """For which share of all bodies a claim holds, and for which shapes not."""
    asked = [(s, q) for s, q in ordered(asked) if POPULATIONS[where_asked(s)[1]][0] == 1 and answered(q)]
    parts = [f"for {per_cent(100 * q['holds'] / answered(q))} % of {bodies_of(s)}" for s, q in asked]
    shapes = [said_of_shapes(s, q) for s, q in asked]
    if len(set(shapes)) == 1:  # the same of all populations
        parts = [listed(parts)]
    return " ".join(f"It holds {part}; {of}." if of else f"It holds {part}." for part, of in zip(parts, shapes))


def maps(asked):
    """What the page draws: on how many bodies of each shape a claim holds, and how many give an answer."""
    found = []
    for sweep, q in ordered(asked):
        if q["id"] in sweep.get("shapes", {}).get("questions", ()):
            found.append({"where": bodies_of(sweep), "n": sweep["shapes"]["n"], **sweep["shapes"]["questions"][q["id"]]})
        elif by_tenth := sweep.get("tenths"):
            found.append({"where": bodies_of(sweep), "from": [t["from"] for t in by_tenth],
                          "holds": [t["holds"][q["id"]] for t in by_tenth], "answers": [t["bodies"] for t in by_tenth]})
    return found


def sentences(sweeps):
    """By claim: all that was asked of it; and of the questions that stand for it a sentence, and maps of shapes."""
    standing, found = standing_for(sweeps), {}
    for name, sweep in sweeps.items():
        for q in (q for q in sweep["questions"] if "claim" in q):
            found.setdefault(q["claim"], {"asked": []})["asked"].append(
                {"sweep": name, "where": sweep["where"], "duration": sweep["duration"],
                 **{key: q[key] for key in ("id", "stands", "holds", "fails", "undefined", "failing")}})
    for claim, asked in standing.items():
        found[claim] |= {"short": short_sentence(asked), "maps": maps(asked)}
    return {claim: found[claim] for claim in sorted(found)}


def standing_for(sweeps):
    """By claim, the questions that stand for it, (sweep, question) each."""
    asked = {}
    for sweep in sweeps.values():
        for q in sweep["questions"]:
            if q.get("stands") and answered(q):
                asked.setdefault(q["claim"], []).append((sweep, q))
    return {claim: asked[claim] for claim in sorted(asked)}


def rows(sweeps):
    """Of each claim, and each kind of body that it is about: its shares near the paper's body, of all bodies and next to the
    separatrix, and for which shapes it fails."""
    for claim, asked in standing_for(sweeps).items():
        for kind in sorted({where_asked(sweep)[0] for sweep, _ in asked}):
            cells = ["", "", "", ""]
            for sweep, q in asked:
                of, population = where_asked(sweep)
                if of != kind:
                    continue
                none = 100 * q["undefined"] / (answered(q) + q["undefined"])
                undefined = f"; {per_cent(none)} % undefined" if none > 5 else ""
                cells[POPULATIONS[population][0]] = share(q["holds"], answered(q)) + undefined
                cells[3] = said_of_shapes(sweep, q) or cells[3]
            yield claim, kind, cells


def carried(sweeps):
    """The claims that carry to every population, to some, to none: the lower end of the interval is at least ENOUGH."""
    found = {"every": [], "some": [], "none": []}
    for claim, asked in standing_for(sweeps).items():
        is_enough = [wilson(q["holds"], answered(q))[0] >= ENOUGH for _, q in asked]
        found["every" if all(is_enough) else "some" if any(is_enough) else "none"].append(claim)
    return found


def edges(bin):
    return f"{bin[0]:.2g} .. {bin[1]:.2g}"


VERBS = {"collect": collect, "shapes": shapes, "sentences": lambda: keep_sweeps(read(KEPT)["sweeps"]), "check": check}

if __name__ == "__main__":
    VERBS.get((sys.argv[1:] or [""])[0], lambda *_: sys.exit(__doc__))(*sys.argv[2:])
