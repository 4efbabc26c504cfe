#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an accuracy costs by methods of our own and by general solvers as their users write them; results/pages/general_solvers.md
is the page that shows it.

usage: general_solvers.py measure PROGRAM PLAIN NATIVE    writes results/general_solvers.json, by polhode, plain_solvers and the
                                                          plain_solvers of the preset native (alone on the machine, please)
"""
import pathlib
import re

from study import RESULTS, answer, study

TIMES, ERRORS = (10, 100), ("1e-3", "1e-6", "1e-10")
PLAIN = ("rk4", "dopri5", "rkf78", "dop853")  # that experiments/bench/plain_solvers.cpp has in plain text

def cheapest(timed):
    """The cheapest of those that were timed: method, microseconds."""
    found = min(((t["microseconds"], name) for name, t in timed.items()), default=None)
    return {"method": found[1].removeprefix("plain:"), "microseconds": found[0]} if found else None


def both(plain, spec, time, own, peers):
    """The cheapest of ours and of the general solvers, which take turns in one run."""
    timed = answer(plain, spec, str(time), *own, *peers) if own or peers else {}
    return {side: cheapest({n: t for n, t in timed.items() if any(w.startswith(n + "=") for w in words)})
            for side, words in (("own", own), ("general", peers))}


def measured(program, plain, native):
    # Solvers that know nothing of rotations: Boost.odeint's, and DOP853.
    general = {m["id"] for m in answer(program, "list", "methods", "--json")
               if "Boost.odeint" in m["source"] or m["id"] == "dop853"}
    cells = []
    for spec in sorted((RESULTS.parent / "problems/torqued").glob("*.json")):
        for time in TIMES:
            for error in ERRORS:
                tried = answer(program, "recommend", spec, "--time", str(time), "--attitude-error", error,
                               "--momentum-error", error, "--at-end", "--time-limit", "60", "--json",
                               codes=(0, 3))["methods"]  # 3: none meets the target
                met = sorted((m["chosen"]["seconds_per_time"], m["method"], m["chosen"]["steps"]) for m in tried
                             if m["outcome"] == "meets")
                own = [f"{name}={steps}" for _, name, steps in met if name not in general][:3]
                peers = [f"{'plain:' * (name in PLAIN)}{name}={steps}" for _, name, steps in met if name in general]
                cells.append({"body": spec.stem, "time": time, "error": error,
                              **both(plain, spec, time, own, peers), "native": both(native, spec, time, own, peers)})
    named = re.search("^model name\\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    processor = named[1].strip() if named else "another processor"
    return {"schema": "polhode/general-solvers/3", "processor": processor, "cells": cells}


if __name__ == "__main__":
    study(__doc__, "general_solvers.json", measured)
