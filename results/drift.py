#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What methods for gyros drift by: results/drift.json, from which docs/rates.md is written.

usage: drift.py PROGRAM             a built `polhode`; some seconds
       drift.py check PROGRAM       ends with 1 if a number is another one today
"""
import json
import math
import pathlib
import subprocess
import sys

RESULTS = pathlib.Path(__file__).resolve().parent
RATES = [100, 200, 400, 1000]  # samples a second
MOTIONS = [
    {"says": "a vibration of 0.5 degrees at 10 Hz", "half_angle": math.radians(0.5), "hertz": 10},
    {"says": "a rotor's vibration of 0.1 degrees at 80 Hz", "half_angle": math.radians(0.1), "hertz": 80},
    {"says": "a swing of 10 degrees at 1 Hz", "half_angle": math.radians(10), "hertz": 1},
]
METHODS = ["quaternion-euler", "hold-last", "mean-rate", "rk4-linear", "coning-1", "px4", "coning-2", "coning-3", "coning-recursive"]


def drift(program, motion, method, rate):
    """Degrees per hour about the axis of the cone, of samples without errors."""
    spec = {"rate": {"kind": "coning", "half_angle": motion["half_angle"], "frequency": 2 * math.pi * motion["hertz"]},
            "method": method, "h": 1 / rate, "steps": 600}
    answer = json.loads(subprocess.run([program, "run", "-"], input=json.dumps(spec), capture_output=True, text=True,
                                       check=True, timeout=300).stdout)
    return math.degrees(float(answer["coning"]["drift"])) * 3600


def measured(program):
    rows = [{"motion": m["says"],
             "drifts": {method: [drift(program, m, method, rate) for rate in RATES] for method in METHODS}} for m in MOTIONS]
    return {"samples_a_second": RATES, "motions": rows}


def check(program):
    kept, today = json.loads((RESULTS / "drift.json").read_text(encoding="utf-8")), measured(program)
    for a, b in zip(kept["motions"], today["motions"], strict=True):
        for method, drifts in a["drifts"].items():
            for x, y in zip(drifts, b["drifts"][method], strict=True):
                if abs(x - y) > 1e-6 * abs(x):
                    sys.exit(f"drift.json: {method} in {a['motion']}: {x} is kept, {y} is measured")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "check":
        check(sys.argv[2])
    elif len(sys.argv) == 2:
        (RESULTS / "drift.json").write_text(json.dumps(measured(sys.argv[1]), indent=1) + "\n", encoding="utf-8")
    else:
        sys.exit(__doc__)
