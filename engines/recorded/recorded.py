# SPDX-License-Identifier: MIT
"""What the scripts of engines that are no libraries share: the bodies that they turn, and the file that they write.

A script gives each way to turn a body as run(body, h, steps, every): the states (q, Pi) after every so many steps; q is
body to space (w, x, y, z), Pi in the body frame. Pure Python, for engines bring one of their own.
"""
import datetime
import json
import math
import os

INERTIA = [2, 3, 4.5]
TURNS, TARGET, MOST = 100, 1e-3, 2**20  # of the steps that an accuracy needs


def unit(q):
    n = math.sqrt(sum(x * x for x in q))
    return [x / n for x in q]


class Body:
    """A free body, or a top in a field along e3: T = (R^T e3) x moment."""

    inertia = INERTIA

    def __init__(self, q, Pi, moment=None):
        self.q, self.Pi, self.moment = unit(q), Pi, moment

    def omega(self):
        return [p / i for p, i in zip(self.Pi, self.inertia)]

    def torque_in_space(self, q):
        return cross([0, 0, 1], rotated(q, self.moment)) if self.moment else [0, 0, 0]

    def energy(self, q, Pi):
        return sum(p * p / i for p, i in zip(Pi, self.inertia)) / 2 + (rotated(q, self.moment)[2] if self.moment else 0)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotated(q, v):
    """q v q*, of a unit q."""
    u = cross(q[1:], v)
    w = cross(q[1:], [a + q[0] * b for a, b in zip(u, v)])
    return [a + 2 * b for a, b in zip(v, w)]


def back(q, v):
    return rotated([q[0], -q[1], -q[2], -q[3]], v)


def state(q, Pi_in_space):
    q = unit(q)
    return q, back(q, Pi_in_space)


THROW = Body([1, 0, 0, 0], [2, -0.9, 1.8])
TURN = 2 * math.pi / math.sqrt(1.25)
TOP = Body([0.1, -0.3, 0.3, 0.9], [0.7, -1.1, 6], [0.4, -0.3, 2.2])
TILT = [0.3, -0.5, 0.7]
HALF = math.sqrt(0.83) / 2
CROOKED = [math.cos(HALF)] + [math.sin(HALF) / (2 * HALF) * x for x in TILT]
LONG = {"free": Body(CROOKED, [2, -1, 1.5]), "with torque": Body(CROOKED, [2, -1, 1.5], [0.5, -1, 2])}
LONG_STEP, LONG_STEPS = 0.1, 100000
# polhode run exact; polhode reference
THROW_END = [0.03377468959862992, 0.7453009216448736, -0.6448579320329799, 0.16596401426805407]
TOP_TIME = 2
TOP_END = ([-0.770491309275514446, -0.152953203104022227, 0.580174508892196220, -0.215281209637121374],
           [1.88001409846675293, 3.14196568643908582, 4.04168845667209547])


def angle(p, q):
    flat = math.sqrt(sum((x - y) ** 2 for x, y in zip(p, q))), math.sqrt(sum((x + y) ** 2 for x, y in zip(p, q)))
    return 4 * math.asin(min(1, min(flat) / 2))


def rounded(x):
    return float(f"{x:.4g}")


def finite(states):
    return all(math.isfinite(x) for q, Pi in states for x in (*q, *Pi))


def orders(run):
    """Of momentum and attitude, on the top."""
    ends = [run(TOP, TOP_TIME / n, n, n)[-1] for n in (400, 800)]
    errors = [(math.dist(Pi, TOP_END[1]), angle(q, TOP_END[0])) for q, Pi in ends]
    return [rounded(math.log2(a / b)) for a, b in zip(*errors)]


def thrown(run, steps):
    """The attitude of the throw after all its turns; none if it diverges."""
    end = run(THROW, TURNS * TURN / steps, steps, steps)
    return end[-1][0] if finite(end) else None


def steps_per_turn(end):
    """Doubled until the error of `end(steps)` is small enough to show an order, then by this order; none if it shows none."""
    before, steps = math.inf, 2**10
    while steps <= MOST:
        q = end(steps)
        error = angle(q, THROW_END) if q else math.inf
        if error < 0.1 and error < before / 1.5 and before < math.inf:
            return rounded(steps / TURNS * (error / TARGET) ** (1 / math.log2(before / error)))
        before, steps = error, 2 * steps
    return None


def drift(run, body):
    """Largest relative errors of the first tenth of a long run and of all of it; none if it diverges."""
    states = run(body, LONG_STEP, LONG_STEPS, 100)
    if not finite(states) or max(map(abs, states[-1][1])) > 1e6:
        return None
    energy, along = body.energy(body.q, body.Pi), rotated(body.q, body.Pi)
    kinetic = sum(p * w for p, w in zip(body.Pi, body.omega())) / 2
    found = {"energy": [abs(body.energy(q, Pi) - energy) / max(abs(energy), kinetic) for q, Pi in states]}
    if not body.moment:
        found["momentum"] = [math.dist(rotated(q, Pi), along) / math.hypot(*along) for q, Pi in states]
    return {what: [rounded(max(errors[:len(errors) // 10])), rounded(max(errors))] for what, errors in found.items()}


def method(label, settings, run, solves=True):
    q, Pi = run(TOP, 0.05, 20, 20)[-1]
    return {"label": label, "settings": settings, "orders": orders(run) if solves else None,
            "free": drift(run, LONG["free"]), "with_torque": drift(run, LONG["with torque"]),
            "steps_per_turn": steps_per_turn(lambda n: thrown(run, n)) if solves else None,
            "end": {"attitude": q, "momentum": Pi}}  # of the top after 20 steps of 0.05


def write(script, package, version, licence, command, methods):
    """record.json beside the script."""
    document = {"schema": "polhode/recorded/1", "package": package, "version": version, "licence": licence,
                "date": datetime.date.today().isoformat(), "command": command, "methods": methods}
    with open(os.path.splitext(os.path.abspath(script))[0] + ".json", "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
