#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What methods for gyros drift by, and the numbers that settle questions about them: results/drift.json, from which
docs/rates.md is written.

usage: drift.py measure PROGRAM     a built `polhode`; a minute
       drift.py check PROGRAM       exit 1 if a number is another one today
"""
import math

from study import answer, differences, study

RATES = [100, 200, 400, 1000]  # samples a second
MOTIONS = [
    {"says": "a vibration of 0.5 degrees at 10 Hz", "half_angle": math.radians(0.5), "hertz": 10},
    {"says": "a rotor's vibration of 0.1 degrees at 80 Hz", "half_angle": math.radians(0.1), "hertz": 80},
    {"says": "a swing of 10 degrees at 1 Hz", "half_angle": math.radians(10), "hertz": 1},
]
METHODS = ["quaternion-euler", "hold-last", "mean-rate", "rk4-linear", "rk4-midpoint", "coning-1", "ardupilot", "px4",
           "betaflight", "coning-2", "coning-3", "coning-recursive"]
ORDERS = ["quaternion-euler", "hold-first", "madgwick", "mean-rate", "trawny-1", "rk4-linear", "simpson-rate",
          "rk4-midpoint", "mahony-in-place", "coning-6"]
GENERIC = {"kind": "formula", "rate": ["0.7 + sin(1.3*t)", "cos(0.9*t + 0.4)", "0.5*sin(2.1*t) - 0.3"]}


def drift(program, motion, method, rate):
    """Degrees per hour about the axis of the cone, of samples without errors."""
    spec = {"rate": {"kind": "coning", "half_angle": motion["half_angle"], "frequency": 2 * math.pi * motion["hertz"]},
            "method": method, "h": 1 / rate, "steps": 600}
    return math.degrees(float(answer(program, "run", "-", spec=spec)["coning"]["drift"])) * 3600


def end(program, verb, spec):
    return [float(x) for x in answer(program, verb, "-", spec=spec)["final"]["attitude"]["quaternion"]]


def angle(p, q):
    """Between two attitudes, in degrees."""
    w, x, y, z = p
    part = (w * q[1] - x * q[0] - y * q[3] + z * q[2], w * q[2] + x * q[3] - y * q[0] - z * q[1],
            w * q[3] - x * q[2] + y * q[1] - z * q[0])
    return math.degrees(2 * math.asin(min(1, math.hypot(*part))))


def settled(program):
    """The numbers of the table of questions: orders, and degrees after two seconds of a smooth motion at 100 Hz."""
    # Of one process, which makes the motions once for all.
    chosen = [f"{ORDERS[0]}*", *(word for method in ORDERS[1:] for word in ("--method", method))]
    passports = answer(program, "check", "--json", *chosen)["passports"]
    orders = {p["method"]: round(p["order"]["R"]["order"], 2) for p in passports}

    motion = {"rate": GENERIC, "h": 0.01, "steps": 200}
    known = end(program, "reference", motion)

    def error(method, gyro=None, **more):
        return angle(end(program, "run", motion | {"method": method, "gyro": gyro or {}} | more), known)

    # A gyro at 100 Hz whose samples come 2 ms early and late in turn, read at its own times and at those of the loop.
    times = [0.01 * k + (0.002 * (-1) ** k if 0 < k < 200 else 0) for k in range(201)]
    sampled = {"rate": GENERIC, "gyro": {"times": times, "output": "rates"}}
    values = answer(program, "samples", "-", spec=sampled)["values"]
    read_at = {name: angle(end(program, "run", {"rate": {"kind": "table", "times": at, "values": values}, "method": "mean-rate"}), known)
               for name, at in (("sensor", times), ("loop", [0.01 * k for k in range(201)]))}
    # A turn about an axis: (1, a/2) falls short.
    turn = {"rate": [math.radians(1000), 0, 0], "h": 0.001, "steps": 1000}
    second = end(program, "run", {"rate": [1, 0, 0], "h": 1, "steps": 1, "method": "quaternion-euler"})
    return {
        "orders": {method: orders[method] for method in ORDERS},
        "errors": {method: error(method) for method in ("hold-first", "mean-rate", "rk4-linear", "rk4-midpoint", "mahony-in-place",
                                                        "madgwick", "coning-1", "coning-2", "coning-6", "quaternion-euler")},
        "averaged_by_trapezoid": error("coning-2", {"output": "rates", "band": "average"}),
        "averaged_as_increments": error("coning-2", {"output": "rates", "band": "average"}, convert="last"),
        "read_at": read_at,
        "lost": error("coning-2", {"output": "increments", "drop": [100], "on_drop": "lose"}),
        "gap": error("poly-2", {"output": "increments", "drop": [100]}),
        "wrong_frame": angle(end(program, "run", motion | {"method": "rk4-midpoint", "frame": "space"}), known),
        "short_by": math.radians(angle(end(program, "run", turn | {"method": "quaternion-euler"}), end(program, "reference", turn))),
        "second": 2 * math.atan2(second[1], second[0]),
    }


def measured(program):
    rows = [{"motion": m["says"],
             "drifts": {method: [drift(program, m, method, rate) for rate in RATES] for method in METHODS}} for m in MOTIONS]
    return {"samples_a_second": RATES, "motions": rows, "settled": settled(program)}


if __name__ == "__main__":
    study(__doc__, "drift.json", measured, differences)
