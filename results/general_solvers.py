#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/general_solvers.md: what an accuracy costs by methods of our own and by general solvers as their users write them,
from results/general_solvers.json.

usage: general_solvers.py measure PROGRAM PLAIN    writes that, by polhode and plain_solvers (alone on the machine, please)
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
TIMES, ERRORS = (10, 100), ("1e-3", "1e-6", "1e-10")
PLAIN = ("rk4", "dopri5", "rkf78", "dop853")  # that experiments/bench/plain_solvers.cpp has in plain text

BEGIN = """# With torque: methods of our own beside general solvers

General solvers integrate the seven numbers of momentum and quaternion: Runge-Kutta 4, Dormand-Prince 5 (`dopri5`),
Runge-Kutta-Fehlberg 7(8) (`rkf78`) and Bulirsch-Stoer of Boost.odeint, and Hairer's DOP853. The peers are what their users
write: plain text with the torque written out, nothing of ours in between (`experiments/bench/plain_solvers.cpp`);
Bulirsch-Stoer chooses its own steps and runs behind the interface of the program. These are the cheapest of both kinds with
which attitude and momentum are right to the error at the end of the run, for the bodies of `problems/torqued` whose torques are
smooth: microseconds for a unit of time, and their ratio. The steps are those that `polhode recommend` finds; both were timed in
turn in one run, on {processor} (`results/general_solvers.py measure`).

| body | time | error | of our own | µs | general | µs | ratio |
| --- | ---: | ---: | --- | ---: | --- | ---: | ---: |
"""
END = """
In {compared} of {cells} cells both get there; the largest ratio is {largest:.2f}, the median {median:.2f}.
{wins}
Where a column says "none", rounding is in the way: the motion multiplies it beyond the error that is asked for.
"""


def is_general(method):
    """Whether it is one of Boost.odeint's, or DOP853: solvers that know nothing of rotations."""
    return "Boost.odeint" in method["source"] or method["id"] == "dop853"


def answer(codes, *words):
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(words)} ends with {done.returncode}")
    return json.loads(done.stdout)


def cheapest(timed):
    """The cheapest of those that were timed: method, microseconds."""
    found = min(((t["microseconds"], name) for name, t in timed.items()), default=None)
    return {"method": found[1].removeprefix("plain:"), "microseconds": found[0]} if found else None


def measure(program, plain):
    general = {m["id"] for m in answer((0,), program, "list", "methods", "--json") if is_general(m)}
    cells = []
    for spec in sorted(glob.glob(SPECS)):
        for time in TIMES:
            for error in ERRORS:
                tried = answer((0, 3), program, "recommend", spec, "--time", str(time), "--attitude-error", error,
                               "--momentum-error", error, "--at-end", "--time-limit", "60", "--json")["methods"]  # 3: none meets the target
                met = sorted((m["chosen"]["seconds_per_time"], m["method"], m["chosen"]["steps"]) for m in tried
                             if m["outcome"] == "meets")
                own = [f"{name}={steps}" for _, name, steps in met if name not in general][:3]
                peers = [f"{'plain:' * (name in PLAIN)}{name}={steps}" for _, name, steps in met if name in general]
                timed = answer((0,), plain, spec, str(time), *own, *peers) if own or peers else {}
                both = [cheapest({n: t for n, t in timed.items() if any(w.startswith(n + "=") for w in words)})
                        for words in (own, peers)]
                cells.append({"body": os.path.basename(spec)[:-5], "time": time, "error": error, "own": both[0],
                              "general": both[1]})
    return {"schema": "polhode/general-solvers/2", "processor": processor(), "cells": cells}


def page():
    with open(KEPT, encoding="utf-8") as file:
        found = json.load(file)
    text, ratios, lost = BEGIN.format(processor=found["processor"]), [], []
    for cell in found["cells"]:
        both = [cell["own"], cell["general"]]
        columns = [f"`{one['method']}` | {one['microseconds']:.3g}" if one else "none | " for one in both]
        last = ""
        if all(both):
            ratios.append(both[0]["microseconds"] / both[1]["microseconds"])
            last = f"{ratios[-1]:.2f}"
            if ratios[-1] > 1:
                lost.append(f"{cell['body']} over {cell['time']} to {cell['error']}")
        text += f"| {cell['body']} | {cell['time']} | {cell['error']} | {' | '.join(columns)} | {last} |\n"
    wins = (f"A general solver wins on {', '.join(lost)}." if lost else
            "No general solver wins.")
    return text + END.format(compared=len(ratios), cells=len(found["cells"]), largest=max(ratios),
                             median=statistics.median(ratios), wins=wins)


def main(what, *programs):
    if what == "measure":
        found = measure(*programs)
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
