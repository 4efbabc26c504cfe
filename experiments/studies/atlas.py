#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cheapest method for a tolerance on random bodies, by `polhode recommend`: results/atlas.json, from which docs/atlas.md is
written.

usage: atlas.py measure PROGRAM     a built `polhode`; a quarter of an hour on two cores, which nothing else should use
"""
import collections
import concurrent.futures
import math
import random
import statistics

from study import answer, study

SEED, BODIES, NEAR, RADIANS, TOLERANCES = 2008, 60, 1.5, [10, 100], [1e-2, 1e-4, 1e-6, 1e-8, 1e-10]
# Of free bodies, none that solves the angular momentum exactly: the exact motion needs no steps.
METHODS = {"free-body": ["rk4", "dopri5", "rkf78", "dop853", "bs8", "bs12", "bs16", "dmv6", "dmv10", "taylor8", "spiral", "pcdm"],
           "heavy-top": ["rk4", "dopri5", "rkf78", "dop853", "bs8", "bs12", "bs16", "sej", "sej:dmv6", "sej:dmv10", "spiral",
                         "pcdm", "taylor8", "pmlf6", "aba864", "aba1064"]}


def direction(draw, n):
    """A point of the unit sphere in n dimensions."""
    x = [draw.gauss(0, 1) for _ in range(n)]
    return [c / math.hypot(*x) for c in x]


def body(draw, kind, radians):
    """A spec: moments uniform in the triangle of inertia, directions uniform, the size of a field over the initial kinetic
    energy from 0.01 to 10."""
    moments = [1, 0, 0]
    while moments[1] + moments[2] < 1:
        moments[1:] = draw.random(), draw.random()
    momentum = direction(draw, 3)
    rates = [m / i for m, i in zip(momentum, moments)]
    spec = {"body": {"inertia": moments, "momentum": momentum, "attitude": direction(draw, 4)},
            "time": radians / math.hypot(*rates)}
    if kind == "heavy-top":
        size = 10 ** draw.uniform(-2, 1) * sum(m * w for m, w in zip(momentum, rates)) / 2
        spec["torque"] = {"kind": "gravity", "moment": [size * c for c in direction(draw, 3)]}
    return spec


def costs(program, kind, spec):
    """For each tolerance: seconds per time and steps of the methods that meet it."""
    words = ["recommend", "-", "--json", "-j1", "--attitude-error", ",".join(map(str, TOLERANCES))]
    words += [f"--method={m}" for m in METHODS[kind]]
    found = answer(program, *words, spec=spec, codes=(0, 3))  # 3: a tolerance that no method meets
    return [{row["method"]: (row["chosen"]["seconds_per_time"], row["chosen"]["steps"])
             for row in one["methods"] if "chosen" in row} for one in found["recommendations"]]


def horizon(program, kind, radians):
    draw = random.Random(f"{SEED} {kind} {radians}")
    specs = [body(draw, kind, radians) for _ in range(BODIES)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda spec: costs(program, kind, spec), specs))
    cheapest, near, steps = [], [], []
    for t in range(len(TOLERANCES)):
        best, close, needed = collections.Counter(), collections.Counter(), collections.defaultdict(list)
        for rows in (f[t] for f in found if f[t]):
            least = min(seconds for seconds, _ in rows.values())
            best[min(rows, key=rows.get)] += 1
            close.update(m for m, (seconds, _) in rows.items() if seconds <= NEAR * least)
            for m, (_, n) in rows.items():
                needed[m].append(n / radians)
        cheapest.append(dict(best.most_common()))
        near.append({m: close[m] for m in best})
        steps.append({m: float(f"{statistics.median(needed[m]):.2g}") for m in best})
    return {"radians": radians, "bodies": BODIES, "cheapest": cheapest, "near": near, "steps_per_radian": steps}


def measured(program):
    atlases = [{"name": kind, "tolerances": TOLERANCES, "horizons": [horizon(program, kind, r) for r in RADIANS]}
               for kind in METHODS]
    return {"seed": SEED, "near": NEAR, "atlases": atlases}


if __name__ == "__main__":
    study(__doc__, "atlas.json", measured)
