#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine that is a program: the semi-implicit Euler rule on body rates, one line of JSON for another.

    polhode --engine "python3 semi_implicit.py" check semi-implicit-python

docs/engines.md describes the lines. Whatever it prints else belongs on standard error.
"""
import json
import math
import sys

ABOUT = {"id": "semi-implicit-python", "label": "semi-implicit Euler, in Python", "source": "this file", "licence": "MIT",
         "order_of_momentum": 1, "order_of_attitude": 1, "precision": "double", "torque": "held",
         "negative_steps": True, "symmetric": "no", "symplectic": "no", "spatial_momentum": "no", "energy": "no"}


def answer(line):
    print(json.dumps(line), flush=True)


def read():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()


def torque(t, q):
    answer({"torque": [t, *q]})
    return read()["torque"]


def step(t, q, Pi, I, asks, h):
    """w1 = w0 + h I^-1 (Pi0 x w0 + T0), q1 = q0 exp(h w1)"""
    w = [p / i for p, i in zip(Pi, I)]
    T = torque(t, q) if asks else [0, 0, 0]
    Pi = [Pi[k] + h * (Pi[k - 2] * w[k - 1] - Pi[k - 1] * w[k - 2] + T[k]) for k in range(3)]
    w = [p / i for p, i in zip(Pi, I)]
    angle = h * math.hypot(*w)
    s = math.sin(angle / 2) / angle if angle else 0.5
    a, (x, y, z) = math.cos(angle / 2), (h * s * u for u in w)
    q = [a * q[0] - x * q[1] - y * q[2] - z * q[3], a * q[1] + x * q[0] + z * q[2] - y * q[3],
         a * q[2] + y * q[0] + x * q[3] - z * q[1], a * q[3] + z * q[0] + y * q[1] - x * q[2]]
    n = math.hypot(*q)
    return t + h, [u / n for u in q], Pi


while True:
    asked = read()
    if "describe" in asked:
        answer({"engines": [ABOUT]})
    elif "create" in asked:
        I, asks = asked["inertia"], asked["torque"]
        answer({})
    elif "set" in asked:
        t, *rest = asked["set"]
        q, Pi = rest[:4], rest[4:]
        answer({})
    elif "steps" in asked:
        states = []
        for h in asked["steps"]:
            t, q, Pi = step(t, q, Pi, I, asks, h)
            states.append([t, *q, *Pi])
        answer({"states": states})
