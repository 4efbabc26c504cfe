#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/performance.md: what steps and kernels cost, from results/perf/baseline.json.

usage: performance.py page | check
"""
import json
import os
import sys

RESULTS = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(RESULTS, "../docs/performance.md")
PROBLEMS = {"free-body": ("Free body", "0.1"), "heavy-top": ("Heavy top", "0.01"), "dumbbell": ("Dumbbell", "0.02"),
            "particles": ("Particles", "0.1")}
INTRO = """# Performance: what a step costs

`make perf-check` counts instructions (callgrind), torque evaluations and solver iterations per step of every method on a
problem of its space, and holds them to `results/perf/baseline.json`, of which this page is written. Instructions are the same
on every run; what they take in time depends on the machine (`make bench`, `polhode doctor`). Of these, {compiler},
`{flags}`, C library {c_library}.

The cheapest step is not the cheapest method: errors differ by many orders of magnitude at the same step, and
`polhode recommend` weighs both for your body. The error is that of the momentum, relative, or of
the attitude at the end of the run, whichever is larger; the energy's is its largest on the way, as a share of the energy.
"""


def number(x):
    return "" if x is None else f"{x:.1f}".removesuffix(".0")


def page():
    with open(os.path.join(RESULTS, "perf/baseline.json"), encoding="utf-8") as file:
        baseline = json.load(file)
    rows = baseline["rows"]
    lines = [INTRO.format(**baseline["toolchain"])]
    for problem, (title, h) in PROBLEMS.items():
        measured = {name.split("/")[1]: row for name, row in rows.items()
                    if name.startswith(problem + "/") and name.endswith(f"/h={h}") and "instructions" in row}
        lines += [f"## {title}, steps of {h}", "",
                  "| method | instructions | torques | iterations | error | energy |",
                  "| --- | ---: | ---: | ---: | ---: | ---: |"]
        for method, row in sorted(measured.items(), key=lambda item: item[1]["instructions"]):
            errors = " | ".join(f"{row[key]:.1e}" if key in row else "" for key in ("error", "energy"))
            lines.append(f"| `{method}` | {row['instructions']:.0f} | {number(row.get('torque_evaluations'))} | "
                         f"{number(row.get('solver_iterations'))} | {errors} |")
        lines.append("")
    lines += ["## Kernels", "", "| kernel | instructions a call |", "| --- | ---: |"]
    kernels = {name.split("/", 1)[1]: row["instructions"] for name, row in rows.items() if name.startswith("kernel/")}
    lines += [f"| {name} | {cost:.0f} |" for name, cost in sorted(kernels.items(), key=lambda item: item[1])]
    return "\n".join(lines) + "\n"


def main(what):
    if what == "page":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    elif open(PAGE, encoding="utf-8").read() != page():
        sys.exit("docs/performance.md is not what results/perf/baseline.json says: results/performance.py page")


if __name__ == "__main__":
    main(sys.argv[1])
