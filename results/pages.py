#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Documents that say what is kept of measurements: docs/NAME.md from the template results/pages/NAME.md (jinja2) and the
results that it reads.

usage: pages.py write | check [NAME]..     all of them by default; check ends with 1 if one says something else
"""
import json
import pathlib
import statistics
import sys

import jinja2

import atlas
import robustness

RESULTS = pathlib.Path(__file__).resolve().parent
ALL = sorted(path.stem for path in (RESULTS / "pages").glob("*.md"))


def read(name):
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def people(seconds):
    """A duration for people: 19 min, 3.2 h."""
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.2g} {unit}" if seconds < 100 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"


def verdicts():
    """Of every claim that the golden results judge."""
    golden = (json.loads(path.read_text(encoding="utf-8")) for path in (RESULTS / "golden").glob("*.json"))
    return {v["id"]: v["verdict"] for figure in golden for v in figure.get("verdicts", ())}


def page(name):
    env = jinja2.Environment(loader=jinja2.FileSystemLoader(RESULTS / "pages"), undefined=jinja2.ChainableUndefined,
                             extensions=["jinja2.ext.do"], trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    env.filters |= {"form": lambda x, how: format(x, how), "median": statistics.median, "people": people,
                    "found": robustness.found, "wrapped": robustness.wrapped}
    env.globals |= {"read": read, "verdicts": verdicts, "atlas": atlas, "robustness": robustness, "zip": zip}
    return env.get_template(name + ".md").render()


def main(verb, *names):
    for name in names or ALL:
        path = RESULTS.parent / "docs" / f"{name}.md"
        if verb == "write":
            path.write_text(page(name), encoding="utf-8")
        elif path.read_text(encoding="utf-8") != page(name):
            sys.exit(f"docs/{name}.md is not what results/pages/{name}.md makes of the results: results/pages.py write {name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
