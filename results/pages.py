#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Documents that say what is kept of measurements: docs/NAME.md from the template results/pages/NAME.md (jinja2) and the
results that it reads; and tables between <!-- NAME --> and <!-- end --> of documents, from results/pages/sections/NAME.md.

usage: pages.py write | check [NAME | PASSPORTS.json]..

All of them by default; the table of methods where the file that `polhode check all -o` wrote is given. check ends with 1 if
one says something else.
"""
import math
import pathlib
import re
import statistics
import sys

import jinja2

import errata
from kept import RESULTS, read

sys.path.append(str(RESULTS.parent / "experiments/studies"))
import robustness

ALL = sorted(path.stem for path in (RESULTS / "pages").glob("*.md"))
SECTIONS = {"verdicts": "README.md", "figures": "README.md", "findings": "docs/findings.md", "methods": "docs/methods.md"}


def figures():
    """The golden results, in the order of the figures."""
    return [read(f"golden/{name}.json") for name in read("catalogue.json")["figures"]]


def verdicts():
    """Of every claim that the golden results judge."""
    return {v["id"]: v["verdict"] for figure in figures() for v in figure["verdicts"]}


def papers():
    """The names of papers by their ids, in the order of their figures."""
    of = {c["id"]: c["paper"] for c in read("claims.json")["claims"]}
    return {of[f["verdicts"][0]["id"]]: f["source"].split(", Fig")[0] for f in figures()
            if f["verdicts"] and ", Fig" in f["source"]}


VERDICTS = ("reproduced", "not-reproduced", "undecidable", "timed")  # the last: judged by time, on each machine


def readings():
    """The claims of results/claims.json with their verdicts, those that are read from a sentence of a paper first; `ours`
    are findings of ours, and our answers to what a paper leaves open."""
    judged = verdicts()
    rows = [{**c, "verdict": judged.get(c["id"], "undecidable" if c["deterministic"] else "timed")}
            for c in read("claims.json")["claims"]]
    return [r for r in rows if "ours" not in r], [r for r in rows if "ours" in r]


def sentences():
    """The sentences of the papers. Each says one thing or several, its parts, and each part has one reading or several; a
    part holds if one of its readings does, a sentence if all its parts do."""
    rows = {}
    for r in readings()[0]:
        part = r.get("reading_of", r["id"])
        sentence = rows.setdefault(r.get("sentence", part), {"paper": r["paper"], "parts": {}, "readings": []})
        sentence["parts"].setdefault(part, []).append(r["verdict"])
        sentence["readings"].append(r)
    for s in rows.values():
        parts = {next(v for v in ("reproduced", "timed", "undecidable", "not-reproduced") if v in part)
                 for part in s.pop("parts").values()}
        s["verdict"] = next(v for v in ("not-reproduced", "timed", "undecidable", "reproduced") if v in parts)
    return rows


def counts(rows, names=VERDICTS, key="verdict"):
    return [sum(r[key] == name for r in rows) or "" for name in names]


def counted_sentences(paper=None):
    """How many sentences a paper has, or all, and how many of each verdict."""
    rows = [s for s in sentences().values() if paper in (s["paper"], None)]
    return [len(rows), *counts(rows)]


def counted(group=None, name=None):
    """How many readings of a paper, of a figure, or of all have each verdict; open questions; findings of ours."""
    read_, ours = ([r for r in rows if group is None or r[group] == name] for rows in readings())
    return [*counts(read_), *counts(ours, ("open question", "finding"), "ours")]


def number(x, digits):
    """A number for people: 0.009, 28000, 1.4e7."""
    mantissa, power = f"{x:.{digits - 1}e}".split("e")
    rounded = float(f"{mantissa}e{power}")
    return f"{rounded:.6g}" if x == 0 or 1e-3 <= abs(rounded) < 1e5 else f"{float(mantissa):.6g}e{int(power)}"


def figure_of(x):
    """A number of a misprint: 0.605; to rounding, 0."""
    return number(float(x), 3) if x > 1e-25 else "0"


def filled(text, numbers):
    """A sentence of findings.json with its numbers; nothing if one of them was not measured."""
    def value(match):
        claim, name, form = match[1], match[2], match[3] or "2"
        x = numbers[claim][name]
        if form == "1/":
            return number(1 / x, 2)
        return number(x, int(form)) if form.isdigit() else number(100 * (x - (form == "-1%")), 2) + " %"
    try:
        return re.sub(r"\{([^}:]+):([^}|]+)(?:\|([^}]+))?\}", value, text)
    except (KeyError, TypeError):
        return ""


def findings():
    """The sentences of findings.json with their numbers, and the papers' own words."""
    said = read("findings.json")
    numbers = {v["id"]: v["numbers"] for f in figures() for v in f["verdicts"] if "numbers" in v}
    for row in said["figures"].values():
        row["found"] = filled(row["found"], numbers)
    claims = {id: filled(text, numbers) for id, text in said["claims"].items()}
    return {"figures": said["figures"], "claims": claims, "quotations": read("quotations.json")["quotations"]}


def claimed(said, name, reading):
    """The paper's words, then what they are read as."""
    where, words = said["quotations"].get(name, ("", ""))
    return f"“{words}” ({where}). We read this as: {reading}" if words else reading


# --- columns of the table of methods, of a passport --------------------------------------------------------------------

def supported(p):
    serves = next(m["serves"] for m in read("catalogue.json")["methods"] if m["id"] == p["method"])
    words = {"body with torque": "bodies", "free body": "free bodies", "director": "directors"}
    return next((word for kind, word in words.items() if kind in serves), "particles")


def order(p):
    if not isinstance(p["order"], dict):
        return p["order"]
    if not isinstance(p["order"]["declared"], int):
        return "none"
    orders = [fit["order"] for fit in p["order"].values() if isinstance(fit, dict)]
    return f"{min(orders):.1f}" if orders and math.isfinite(min(orders)) else f"{p['order']['declared']}, not measured"


def found(p, what):
    """Where it holds; "of its memory" where that is not the map from the user's state."""
    memory = ", of its memory" if p[what]["found"] == "yes" and p["start"] > 1e-13 else ""
    return ", ".join(filter(None, (p[what]["found"] + memory, p[what].get("condition"))))


def energy(p):
    """How it fares over the long run with torque, or without if the method serves no other."""
    rows = [row for row in p["conservation"] if "energy" in row["quantity"]]
    if not rows or rows[-1]["status"] != "ok":
        return rows[-1]["status"] if rows else ""
    growth = rows[-1]["growth"]
    return "kept" if rows[-1]["largest"] < 1e-9 else "drifts" if growth in ("random walk", "linear") else growth


def rendered(template, **more):
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(RESULTS / "pages"), undefined=jinja2.ChainableUndefined,
                             extensions=["jinja2.ext.do"], trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    env.filters |= {"form": lambda x, how: format(x, how), "median": statistics.median}
    env.globals |= {**globals(), "zip": zip}  # templates call the functions above
    return env.get_template(template).render(**more)


def with_section(text, name, passports):
    begin = text.index(f"<!-- {name} -->\n") + len(f"<!-- {name} -->\n")
    table = rendered(f"sections/{name}.md", passports=passports)
    return f"{text[:begin]}\n{table}\n{text[text.index('<!-- end -->', begin):]}"


def main(verb, *names):
    passports = next((read(pathlib.Path(n).resolve())["passports"] for n in names if n.endswith(".json")), None)
    names = [n for n in names if not n.endswith(".json")] or [*ALL, *SECTIONS]
    for name in names:
        if name == "methods" and not passports:
            continue
        path = RESULTS.parent / SECTIONS.get(name, f"docs/{name}.md")
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        now = with_section(before, name, passports) if name in SECTIONS else rendered(f"{name}.md")
        if verb == "write":
            path.write_text(now, encoding="utf-8")
        elif before != now:
            sys.exit(f"{path.relative_to(RESULTS.parent)} is not what results/pages makes of the results: "
                     f"results/pages.py write {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
