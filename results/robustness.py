#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How far claims carry: shares of populations on which they hold, from the results of sweeps that ask every body.

usage: robustness.py collect FOLDER    results/robustness.json, from FOLDER/SWEEP/result.json; others stay as they are
       robustness.py page              docs/robustness.md and the sentences of claims, from the sweeps of
                                       results/robustness.json: every number of them
       robustness.py check             exit 1 if that page is another, or what is kept is not of problems/sweeps/robustness
"""
import glob
import json
import math
import os
import re
import sqlite3
import struct
import sys

RESULTS = os.path.dirname(os.path.abspath(__file__))
KEPT, PAGE = os.path.join(RESULTS, "robustness.json"), os.path.join(RESULTS, "..", "docs", "robustness.md")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


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
    wanted = math.ceil(p * (sum(n for _, n in rows) + int(d["over"])))
    for edges, n in rows:
        wanted -= n
        if wanted <= 0:
            return edges
    return None


def extreme(e):
    return e and [number(e[0]), int(e[1])]


WHERE = {"everywhere": "all bodies", "near": "near the paper's", "separatrix": "next to the separatrix"}


def where(sweep):
    words = WHERE.get(sweep.rsplit("-", 1)[1], "triangle" if sweep == "frb2008-figure5" else
                      "all bodies" if sweep == "frb2008-figure6" else "near the paper's")
    kind = re.search("-((?:slow|fast)-top)-", sweep)
    return f"{kind[1].replace('-', ' ')}s, {words.replace('bodies', 'shapes')}" if kind else words


CLAIMS = {c["id"] for c in read(os.path.join(RESULTS, "claims.json"))["claims"]}


def claim_of(question):
    """The claim that a question is about, and whether it stands for it: others vary the claim or its number of steps."""
    claim = re.split(r" at | over |,", question)[0]
    return {"claim": claim, "stands": question in (claim, f"{claim} at 2000")} if claim in CLAIMS else {}


def holds(condition, values):
    """Does a condition hold, by the values of the methods?"""
    of = [values[m] for m in condition.get("of") or condition["best"]]
    if "against" not in condition:
        return condition["within"][0] <= min(of) and max(of) <= condition["within"][1]
    ratio = (min(of) if "best" in condition else max(of)) / min(values[m] for m in condition["against"])
    return ratio < condition["below"]


def tenths(rows, questions):
    """Bodies by tenths of I3/I1, and on how many of them each question holds, from the rows of a sweep of tops."""
    found = {}
    with sqlite3.connect(rows) as database:
        shape = dict(database.execute("SELECT id, cast(10 * I3 / I1 AS INTEGER) FROM bodies"))
        for tenth in shape.values():
            found.setdefault(tenth, {"from": tenth / 10, "bodies": 0, "holds": {q["id"]: 0 for q in questions}})["bodies"] += 1
        for q in questions:
            values = {}
            for body, method, value in database.execute(
                    f"SELECT body, method, {q['metric']} FROM cases WHERE steps = ?", (q["steps"],)):
                values.setdefault(body, {})[method] = value
            for body, its in values.items():
                found[shape[body]]["holds"][q["id"]] += holds(q, its)
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
    found = {"where": where(os.path.basename(os.path.dirname(path))), "population": spec["population"],
             "seed": spec["seed"], "duration": spec["duration"], "bodies": sum(cells[0]["status"].values()),
             "questions": questions, "cells": cells}
    rows = os.path.join(os.path.dirname(path), "rows-0001-of-0001.sqlite")
    if os.path.exists(rows):
        found["tenths"] = tenths(rows, spec["questions"])
        if not same_by_tenths(found):
            sys.exit(f"{rows}: questions hold on another number of bodies than {path} says")
    return found


def specs():
    """The sweeps, as they are written."""
    return {os.path.basename(p)[:-5]: read(p)
            for p in sorted(glob.glob(os.path.join(RESULTS, "..", "problems", "sweeps", "robustness", "*.json")))}


def collect(folder):
    sweeps = read(KEPT)["sweeps"] | {os.path.basename(os.path.dirname(p)): kept(p)
                                     for p in glob.glob(os.path.join(folder, "*", "result.json"))}
    keep({name: sweeps[name] for name in specs() if name in sweeps})


def keep(sweeps):
    """With a sentence for each claim, which the report shows."""
    kept = {"schema": "polhode/robustness/1", "sweeps": sweeps, "sentences": sentences(sweeps)}
    text = json.dumps(kept, separators=(",", ":"))
    with open(KEPT, "w", encoding="utf-8") as file:
        file.write(re.sub(r'(\{"id"|\{"method"|\{"from"|"[a-z0-9-]+":\{"where"|"sentences"|"[A-Za-z0-9.-]+":"It )', r"\n\1", text) + "\n")


def check(sweeps):
    """Is what is kept of these sweeps, as they are written?"""
    for name, spec in specs().items():
        found = sweeps.get(name)
        if not found:
            sys.exit(f"results/robustness.json: {name} is not there")
        replicates, axes = spec["population"]["bodies"], spec["population"]["inertia"].get("triangle_grid", 1) ** 2
        wanted = [replicates * axes, spec["seed"], [q["id"] for q in spec["questions"]], set(spec["methods"])]
        has = [found["bodies"], found["seed"], [q["id"] for q in found["questions"]], {c["method"] for c in found["cells"]}]
        if wanted != has:
            sys.exit(f"results/robustness.json: {name} is of another spec: {has}, not {wanted}")
        if re.search("2006-(slow|fast)-top-everywhere", name) and not same_by_tenths(found):
            sys.exit(f"results/robustness.json: {name} has no shares by shape that add up: sweep --rows, then collect")


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


def share(holds, n):
    low, high = wilson(holds, n)
    return f"{per_cent(100 * holds / n)} % [{per_cent(low)}, {per_cent(high)}]"


def short(x):
    return "0" if x == 0 else f"{x:.2g}"


def duration(sweep):
    return f"{sweep['duration']['radians']:g} rad" if "radians" in sweep["duration"] else f"t = {sweep['duration']['time']:g}"


def row(sweep, q):
    defined, n = q["holds"] + q["fails"], q["holds"] + q["fails"] + q["undefined"]
    ratio, text = q["ratio"]["median"], "-"
    if ratio:
        text = f"{short(ratio[0])} .. {short(ratio[1])}" if ratio[0] else f"below {short(ratio[1])}" if ratio[1] else "0"
    worst = q["ratio"]["greatest"]
    return (f"| {q['id']} | {sweep['where']} | {n} | {share(q['holds'], defined) if defined else '-'} | {share(q['holds'], n)} |"
            f" {q['undefined'] or ''} | {text} | {f'{short(worst[0])} ({worst[1]})' if worst else '-'} |"
            f" {', '.join(str(b) for b in q['failing'][:3])} |")


PAPERS = {"krysl2006": "Krysl 2006", "krysl2004": "Krysl 2004", "saefstroem": "Celledoni & Säfström 2006",
          "romero2008": "Romero 2008", "frb2008": "Celledoni & Zanna 2008"}

INTRO = """# How far the papers' claims carry

A paper judges methods on one body. Here each claim that has a body in it is asked again, of every body of a population: the
share of bodies on which it holds, with its 95 % interval (Wilson), and bodies on which it fails. `make robustness` runs it
anew; this page is written from `results/robustness.json` by `results/robustness.py page`.

A share is worth nothing without its population: shares near the paper's body and over all bodies differ by tens of per cent.

- **all bodies**: moments uniform on the triangle of inertia (x = I1/I3, y = I2/I3; smallest ratio 0.01), momentum uniform on
  the sphere. Tops: moments (1, 1, I3), I3 uniform in 0.1 .. 1.9, spinning about the third axis, attitude uniform; ratio of
  gravity to kinetic energy 0.3 .. 3 for slow tops, 0.001 .. 0.1 for fast ones.
- **near the paper's**: each moment of the paper's body within a tenth of a decade, the direction of its momentum within 18
  degrees. Tops: I3/I1 = 0.16 .. 0.25 and the papers' strengths.
- **next to the separatrix**: all shapes, distance from the separatrix 1e-8 .. 0.1, its logarithm uniform.

A body is *undefined* where an error is at the floor of rounding, an iteration fails or an order cannot be fitted: the first
share is of the defined ones, the second counts the others as failing. Four sweeps of a million bodies,
`saefstroem2006-rank-*` and `krysl2006-invariants-*`, are older than the floor that is used now. The older one is larger for every
body, and even by that one none of theirs is undefined: their answers are the same. Before the charged wall iterations fail for
bodies with the energy to cross its barrier, behind which the potential falls by seven orders. There a body starts once, where the verdict on
the paper's takes the median of 16 starts, and its error of the energy is relative to the largest kinetic energy, not to the
energy of the start. Where a claim holds for all of n bodies, the interval says that it fails for less than 3.84/n of the
population. The ratio is that of the errors that the claim compares (or the value that it bounds), as the bin of its median; the
largest stands with its body. What is asked at several numbers of steps stands once, at 2000, where the share of all bodies
differs by less than a per cent. To see a body: `polhode sweep problems/sweeps/robustness/SWEEP.json --body ID`.
"""

# {SWEEP:QUESTION} is a share of the defined bodies, {SWEEP:QUESTION:all} of all, {SWEEP:QUESTION:0.3} of those whose I3/I1 is in
# that tenth.
FOUND = """## What is found

- IMID has the smallest momentum error of the six, AKW apart, on {krysl2006-errors-near:krysl2006.2.Pi at 2000} of the bodies
  near the paper's and on {krysl2006-errors-everywhere:krysl2006.2.Pi at 2000} of all; the smallest attitude error of the
  seven on {krysl2006-errors-near:krysl2006.2.R at 2000} and {krysl2006-errors-everywhere:krysl2006.2.R at 2000}. Over 94 radians,
  as in his figure, the first are {krysl2006-errors-long-near:krysl2006.2.Pi over 94 rad} and
  {krysl2006-errors-long-everywhere:krysl2006.2.Pi over 94 rad}, the second
  {krysl2006-errors-long-near:krysl2006.2.R over 94 rad} and {krysl2006-errors-long-everywhere:krysl2006.2.R over 94 rad}.
- AKW has the momentum error of IMID, to a thousandth, on {krysl2006-akw-imid-everywhere:krysl2006.3.akw-matches at 2000} of all
  bodies. Its attitude is 5 to 50 times worse on {krysl2006-errors-near:krysl2006.4.akw-R at 2000} near the paper's and on
  {krysl2006-errors-everywhere:krysl2006.4.akw-R at 2000} of all; worse at all on
  {krysl2006-errors-everywhere:krysl2006.4.akw-R, less accurate at all at 2000}.
- All seven are of order two, in both errors, between 2000 and 4000 steps on
  {krysl2006-errors-everywhere:krysl2006.1.fig1 at 2000} of the bodies on which rounding hides neither, next to the separatrix
  on {krysl2006-errors-separatrix:krysl2006.1.fig1 at 2000}, and between 8000 and 16000 steps on
  {krysl2006-order-separatrix:krysl2006.1.fig1 at 8000}: there 2000 are not asymptotic, and for some not 8000.
- On slow tops of all shapes the best of Krysl's four methods has the smallest momentum error on
  {krysl2006-slow-top-everywhere:krysl2006.8.Pi} and the smallest attitude error on {krysl2006-slow-top-everywhere:krysl2006.8.R};
  near his top {krysl2006-slow-top-near:krysl2006.8.Pi} and {krysl2006-slow-top-near:krysl2006.8.R}.
- On fast tops IMIDM and TRAPM are three times better than all others in the momentum on
  {krysl2006-fast-top-near:krysl2006.9.Pi} near his top and on {krysl2006-fast-top-everywhere:krysl2006.9.Pi} of tops of all shapes.
  Shape decides: of tops with I3/I1 = 0.3 .. 0.4 it is {krysl2006-fast-top-everywhere:krysl2006.9.Pi:0.3}, with 0.5 .. 0.6
  {krysl2006-fast-top-everywhere:krysl2006.9.Pi:0.5}, with 0.6 .. 0.7 {krysl2006-fast-top-everywhere:krysl2006.9.Pi:0.6}.
- After 2500 steps of three quarters of a radian AKW has momentum and energy to 1e-12 on
  {krysl2006-invariants-everywhere:krysl2006.24.akw} of all bodies, IMID the energy on
  {krysl2006-invariants-everywhere:krysl2006.19.imid-K}, TRAPM and IMIDM the momentum on
  {krysl2006-invariants-everywhere:krysl2006.21.pi}. These laws hold for every body: what is missing is rounding, at most some
  of its units in each step.
- LIEMID[EA] is the most accurate of the plotted methods in the momentum on {krysl2006-fast-top-near:krysl2004.33.equal-h.Pi}
  near his top, and on {krysl2006-fast-top-everywhere:krysl2004.33.equal-h.Pi} of all; the best of eight on the free body on
  {krysl2004-free-near:krysl2004.35.free} and {krysl2004-free-everywhere:krysl2004.35.free}.
- The exact free motion beats the splitting MR at 100, 1000 and 10000 steps on
  {saefstroem2006-rank-everywhere:saefstroem.F1.rank:all} of all bodies, next to the separatrix on
  {saefstroem2006-rank-separatrix:saefstroem.F1.rank:all}. RK4's energy drifts on
  {saefstroem2006-drift-everywhere:saefstroem.F2a.drift}, MR's swings on {saefstroem2006-drift-everywhere:saefstroem.F2b.oscillates}.
- SEJ keeps the energy of a top ten times better than RK4 on {saefstroem2006-tops-near:saefstroem.F4.rank-rk4} near the
  paper's and {saefstroem2006-tops-everywhere:saefstroem.F4.rank-rk4} of all; better than MR at all three steps on
  {saefstroem2006-tops-near:saefstroem.F6c.rank} and {saefstroem2006-tops-everywhere:saefstroem.F6c.rank}.
- Romero's four methods are of order two on {romero2008-errors-everywhere:romero2008.C6.order at 2000} of the bodies on which
  rounding hides neither error. The midpoint rule has the smallest momentum error on {romero2008-errors-near:romero2008.C7.midpoint at 2000} near his body and on
  {romero2008-errors-everywhere:romero2008.C7.midpoint at 2000} of all; the energy-momentum method the smallest rotation error
  on {romero2008-errors-near:romero2008.C8.cay at 2000} and {romero2008-errors-everywhere:romero2008.C8.cay at 2000}.
- Celledoni and Zanna's exact routines err by at most 1e-14 on {frb2008-figure5:frb2008.Z1.matrix} (matrix) and
  {frb2008-figure5:frb2008.Z1.quaternion} (quaternion) of the bodies of their Figure 5.
"""


def filled(text, sweeps):
    def put(match):
        sweep, question, *rest = match[1].replace("\n", " ").split(":")
        q = next(q for q in sweeps[sweep]["questions"] if q["id"] == question)
        if rest and rest != ["all"]:
            tenth = next(t for t in sweeps[sweep]["tenths"] if t["from"] == float(rest[0]))
            return share(tenth["holds"][question], tenth["bodies"])
        n = q["holds"] + q["fails"] + (q["undefined"] if rest else 0)
        return share(q["holds"], n) if n else "none (all undefined)"
    return re.sub(r"\{([^}]+)\}", put, text)


def wrapped(text, width=120):
    """Lines of lists, filled anew."""
    out = []
    for item in re.split(r"\n(?=- |\n|#)", text):
        words, line = item.split(), ""
        if not item.startswith("- "):
            out.append(item)
            continue
        for word in words:
            if line and len(line) + 1 + len(word) > width:
                out.append(line)
                line = "  " + word
            else:
                line = f"{line} {word}" if line else word
        out.append(line)
    return "\n".join(out)


# --- how far a claim carries, in a sentence ---------------------------------------------------------------------------

ENOUGH = 95  # per cent, and the lower end of the interval: on such a population a claim holds


def bodies_of(where):
    """A population as sentences name it."""
    kind, _, rest = where.rpartition(", ")
    kind = kind or "bodies"
    return {"all bodies": "all bodies", "triangle": "the bodies of the paper's figure",
            "all shapes": f"{kind} of all shapes", "near the paper's": f"{kind} near the paper's",
            "next to the separatrix": "bodies next to the separatrix"}[rest]


def sentence(asked):
    """What the answers of several populations, (sweep, question) each, come to: shares of the bodies that give an answer."""
    order = ["near the paper's", "triangle", "all bodies", "all shapes", "next to the separatrix"]
    asked = sorted(asked, key=lambda a: (order.index(a[0]["where"].rpartition(", ")[2]), a[0]["where"]))
    parts, holds, fails, shapes = [], [], [], []
    for sweep, q in asked:
        n, name = q["holds"] + q["fails"], bodies_of(sweep["where"])
        if not n:
            continue
        part = f"on {share(q['holds'], n)} of {name}"
        if q["undefined"] > 0.05 * (n + q["undefined"]):
            part += f" ({per_cent(100 * q['undefined'] / (n + q['undefined']))} % of them give no answer)"
        parts.append(part)
        (holds if wilson(q["holds"], n)[0] >= ENOUGH else fails).append(name)
        if "tenths" in sweep:
            of = [(t["holds"][q["id"]] / t["bodies"], t["from"]) for t in sweep["tenths"] if t["bodies"] >= 100]
            (low, a), (high, b) = min(of), max(of)
            shapes.append(f" By shape, of {name} from {per_cent(100 * low)} % (I3/I1 = {a:.1f} .. {a + 0.1:.1f}) to"
                          f" {per_cent(100 * high)} % ({b:.1f} .. {b + 0.1:.1f}).")
    listed = lambda names: " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    end = (f"it carries to {listed(holds)}, not to {listed(fails)}" if holds and fails else
           "it carries to all of them" if len(holds) > 1 else "it carries to them" if holds else
           ["it does not carry to them", "it carries to neither", "it carries to none of them"][min(len(fails), 3) - 1])
    return f"It holds {listed(parts)}: {end}.{''.join(shapes)}"


def sentences(sweeps):
    """By claim, of the questions that stand for it."""
    asked = {}
    for sweep in sweeps.values():
        for q in sweep["questions"]:
            if q.get("stands") and q["holds"] + q["fails"]:
                asked.setdefault(q["claim"], []).append((sweep, q))
    return {claim: sentence(asked[claim]) for claim in sorted(asked)}


def iterations_table(sweep):
    rows = ["| method | h | iterations a step: mean | median | 99 % | most (case) | not converged |",
            "| --- | --- | --- | --- | --- | --- | --- |"]
    for c in sweep["cells"]:
        ok, d = c["status"].get("ok", 0), c["metrics"]["iterations"]
        edges = lambda e: f"{short(e[0])} .. {short(e[1])}"
        rows.append(f"| {c['method']} | 1/{c['steps']} | {c['iterations'] / ok / c['steps']:.2f} | {edges(d['median'])} |"
                    f" {edges(d['p99'])} | {d['greatest'][0]:.3g} ({d['greatest'][1]}) |"
                    f" {share(sum(c['status'].values()) - ok, sum(c['status'].values()))} |")
    return rows


def tenths_table(sweep):
    """Shares by shape: what they are of all tops hides that shape decides."""
    ids = [q["id"] for q in sweep["questions"]]
    rows = [f"| I3/I1 | bodies | {' | '.join(ids)} |", "| --- | --- |" + " --- |" * len(ids)]
    for t in sweep["tenths"]:
        shares = " | ".join(share(t["holds"][i], t["bodies"]) for i in ids)
        rows.append(f"| {t['from']:.1f} .. {t['from'] + 0.1:.1f} | {t['bodies']} | {shares} |")
    return rows


def says_the_same(sweep, q, asked):
    """Is a claim that is asked at several numbers of steps answered as at 2000, to a per cent of all bodies?"""
    shares = [o["holds"] / s["bodies"] for _, s, o in asked
              if o is not q and s["where"] == sweep["where"] and o["id"] == re.sub(" at [0-9]+$", " at 2000", q["id"])]
    return any(abs(at_2000 - q["holds"] / sweep["bodies"]) <= 0.01 for at_2000 in shares)


def page():
    sweeps = read(KEPT)["sweeps"]
    verdicts = {v["id"]: v["verdict"] for p in glob.glob(os.path.join(RESULTS, "golden", "*.json"))
                if "tolerances" not in p for v in read(p)["verdicts"]}
    lines = [INTRO, wrapped(filled(FOUND, sweeps)), "", "## Claim by claim", "",
             f"A claim carries to a population if it holds on {ENOUGH} % of the bodies that give an answer, the lower end of the",
             "interval counted. Numbers of the bodies, durations and steps are in the tables below.", ""]
    lines += [wrapped("\n".join(f"- `{claim}`: {text}" for claim, text in sentences(sweeps).items())), ""]
    for key, paper in PAPERS.items():
        asked = [(name, s, q) for name, s in sweeps.items() for q in s["questions"] if q["id"].startswith(key)]
        lines += [f"## {paper}", "", "| sweep | bodies | over | numbers of steps |", "| --- | --- | --- | --- |"]
        for name in dict.fromkeys(n for n, _, _ in asked):
            s = sweeps[name]
            steps = ", ".join(str(n) for n in dict.fromkeys(c["steps"] for c in s["cells"]))
            lines.append(f"| `{name}` | {s['bodies']} | {duration(s)} | {steps} |")
        lines += ["", "| claim | on the paper's body | population | bodies | holds where defined | of all | undefined | "
                  "ratio, median | largest (body) | fails for |",
                  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
        for name, s, q in sorted(asked, key=lambda x: (x[2]["id"], x[0])):
            if says_the_same(s, q, asked):
                continue
            claim, rest = row(s, q)[2:].split(" | ", 1)
            lines.append(f"| {claim} | {verdicts.get(q.get('claim'), '')} | {rest}")
        lines.append("")
    for name, s in sweeps.items():
        if "tenths" in s:
            lines += [f"## {s['where'][0].upper()}{s['where'][1:]}, by shape", "",
                      f"`{name}`: on which share of the tops of a shape a claim holds.", "", *tenths_table(s), ""]
    figure6 = sweeps["frb2008-figure6"]
    lines += ["## Iterations of DMV, Figure 6 of Celledoni & Zanna", "",
              f"{figure6['bodies']} bodies, all shapes and directions, |Pi| = 1. Times are of a machine; iterations are not.",
              "", *iterations_table(figure6)]
    return "\n".join(lines) + "\n"


def main(verb, *rest):
    if verb == "collect":
        collect(*rest)
    elif verb == "page":
        keep(read(KEPT)["sweeps"])
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    else:
        kept = read(KEPT)
        check(kept["sweeps"])
        if kept.get("sentences") != sentences(kept["sweeps"]):
            sys.exit("results/robustness.json: sentences are not what its sweeps say: results/robustness.py page")
        if page() != open(PAGE, encoding="utf-8").read():
            sys.exit("docs/robustness.md is not what results/robustness.json says: results/robustness.py page")


if __name__ == "__main__":
    main(*sys.argv[1:])
