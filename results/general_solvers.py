#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/general_solvers.md: what an accuracy costs by methods of our own and by Boost.odeint, from
results/general_solvers.json.

usage: general_solvers.py measure PROGRAM      writes that (five minutes; alone on the machine, please)
       general_solvers.py page | check
"""
import glob
import json
import os
import statistics
import subprocess
import sys

from scale import processor

RESULTS = os.path.dirname(os.path.abspath(__file__))
KEPT, PAGE = os.path.join(RESULTS, "general_solvers.json"), os.path.join(RESULTS, "../docs/general_solvers.md")
SPECS = os.path.join(RESULTS, "../problems/torqued/*.json")
TIMES, ERRORS, ROUNDS = (10, 100), ("1e-6", "1e-10"), 3

BEGIN = """# With torque: methods of our own beside general solvers

Boost.odeint's solvers are good ones: Runge-Kutta-Fehlberg 7(8) (`rkf78`), Dormand-Prince 5 (`dopri5`) and Bulirsch-Stoer
(`bulirsch-stoer`), here on momentum and quaternion, with fixed steps and adaptive ones. `polhode recommend` tries them beside
all others. These are the cheapest of both kinds with which attitude and momentum are right to the error at the end of the
run, for the bodies of `problems/torqued` whose torques are smooth: microseconds for each unit of time, and their ratio. A
ratio is the median of {rounds}, each within one run of the program, on {processor} (`results/general_solvers.py measure`).

The ratios flatter our methods: Boost.odeint's run here behind the interface of the program, which costs them time that they do
not take in a program of their user's. Plain text of the same solvers is not measured beside them yet.

| body | time | error | of our own | µs | of Boost.odeint | µs | ratio |
| --- | ---: | ---: | --- | ---: | --- | ---: | ---: |
"""
END = """
In {compared} of {cells} cells both get there; the largest ratio is {largest:.2f}, the median {median:.2f}. Where a column says
"none", rounding is in the way: the motion multiplies it beyond the error that is asked for.
"""


def is_general(methods):
    """The ids of Boost.odeint's, by their source."""
    return {m["id"] for m in methods if "Boost.odeint" in m["source"]}


def cheapest(methods):
    """The cheapest of those that meet the target: method, microseconds."""
    met = [(1e6 * m["chosen"]["seconds_per_time"], m["method"]) for m in methods if m["outcome"] == "meets"]
    return {"method": min(met)[1], "microseconds": min(met)[0]} if met else None


def measure(program):
    def answer(*words):
        done = subprocess.run([program, *words, "--json"], stdout=subprocess.PIPE, check=False)
        if done.returncode not in (0, 3):  # 3: no method meets the target
            sys.exit(f"polhode {words[0]} ends with {done.returncode}")
        return json.loads(done.stdout)

    general, cells = is_general(answer("list", "methods")), []
    for spec in sorted(glob.glob(SPECS)):
        for time in TIMES:
            for error in ERRORS:
                rounds = []
                for _ in range(ROUNDS):
                    tried = answer("recommend", spec, "--time", str(time), "--attitude-error", error,
                                   "--momentum-error", error, "--at-end")["methods"]
                    rounds.append([cheapest([m for m in tried if (m["method"] in general) == kind])
                                   for kind in (False, True)])
                cells.append({"body": os.path.basename(spec)[:-5], "time": time, "error": error, "rounds": rounds})
    return {"schema": "polhode/general-solvers/1", "processor": processor(), "cells": cells}


def ratio(round_):
    own, general = round_
    return own["microseconds"] / general["microseconds"]


def page():
    with open(KEPT, encoding="utf-8") as file:
        found = json.load(file)
    text, ratios = BEGIN.format(rounds=ROUNDS, processor=found["processor"]), []
    for cell in found["cells"]:
        both = [r for r in cell["rounds"] if all(r)]
        typical = sorted(both, key=ratio)[len(both) // 2] if both else cell["rounds"][0]
        columns = [f"`{one['method']}` | {one['microseconds']:.3g}" if one else "none | " for one in typical]
        if both:
            ratios.append(ratio(typical))
        last = f"{ratio(typical):.2f}" if both else ""
        text += f"| {cell['body']} | {cell['time']} | {cell['error']} | {' | '.join(columns)} | {last} |\n"
    return text + END.format(compared=len(ratios), cells=len(found["cells"]), largest=max(ratios),
                             median=statistics.median(ratios))


def main(what, program=None):
    if what == "measure":
        found = measure(program)
        with open(KEPT, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)
            file.write("\n")
    elif what == "page":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    elif open(PAGE, encoding="utf-8").read() != page():
        sys.exit("docs/general_solvers.md is not what results/general_solvers.json says: results/general_solvers.py page")


if __name__ == "__main__":
    main(*sys.argv[1:])
