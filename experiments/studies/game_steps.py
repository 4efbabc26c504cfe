#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the updates of physics engines make of four bodies at 60 Hz; results/pages/game_steps.md is the page that shows it.

usage: game_steps.py measure PROGRAM    writes results/game_steps.json
       game_steps.py check PROGRAM      exit 1 if the program finds something else
"""
from study import answer, differences, study

RULES = ("exact", "semi-implicit-euler", "semi-implicit-euler-no-gyro", "momentum-rescaled", "bullet", "catto", "lacoursiere",
         "mujoco-implicit", "mujoco-midpoint", "mujoco-rk4", "rk4", "mr", "imidm")
RATE, SECONDS = 60, 10
BODIES = {  # in kg m^2, rad/s and N m
    "A box, thrown": {"body": {"inertia": [0.0108, 0.0167, 0.0208], "angular_velocity": [3, 4, 2]}},
    "A racket, thrown about its middle axis": {"body": {"inertia": [0.0012, 0.0164, 0.0176], "angular_velocity": [0.05, 8, 0.05]}},
    "A wheel, slightly out of true": {"body": {"inertia": [0.05, 0.05, 0.1], "angular_velocity": [1, 0, 40]}},
    "A top on its point": {"body": {"inertia": [0.0006, 0.0006, 0.0004], "angular_velocity": [0, 0, 60],
                                    "attitude": {"rotation_vector": [0.3, 0, 0]}},
                           "torque": {"kind": "gravity", "moment": [0, 0, 0.04]}},
}


def seen(program, spec, rule):
    """Energy gained in the end and when 1 % is gained or lost, by the kinetic energy at the start; how often the spin turns over."""
    asked = {**spec, "method": rule, "h": 1 / RATE, "steps": SECONDS * RATE, "every": 1}
    run = answer(program, "run", "-", spec=asked, codes=(0, 3))  # 3: it ends early
    rows, body = run["trajectory"], spec["body"]
    kinetic = sum(I * w * w for I, w in zip(body["inertia"], body["angular_velocity"])) / 2
    gained = [(row["energy"] - rows[0]["energy"]) / kinetic for row in rows]
    axis = max(range(3), key=lambda k: body["angular_velocity"][k])
    spins = [row["momentum"][axis] for row in rows]
    return {"gained": float(f"{gained[-1]:.2g}") if run["status"] == "ok" else run["status"],
            "one_per_cent": next((round(row["t"], 1) for row, g in zip(rows, gained) if not abs(g) <= 0.01), None),
            "turns_over": sum(a * b < 0 for a, b in zip(spins, spins[1:]))}


def measured(program):
    found = {name: {rule: seen(program, spec, rule) for rule in RULES if rule != "exact" or "torque" not in spec}
             for name, spec in BODIES.items()}
    return {"schema": "polhode/game-steps/1", "bodies": BODIES, "found": found}


def compared(kept, today, name):
    """But for rounding, which alone makes the smallest energies and moves the times."""
    for document in (kept, today):
        for row in (row for rules in document["found"].values() for row in rules.values()):
            del row["one_per_cent"]
    return differences(kept, today, name, least=1e-9, share=0.06)


if __name__ == "__main__":
    study(__doc__, "game_steps.json", measured, compared)
