#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables and the picture of docs/engines.md from what is measured.

usage: page.py PROGRAM ADAPTERS PAGE OUT [--keep]

PROGRAM is polhode, ADAPTERS the folder of what engines/build has built, OUT a folder for passports; --keep takes those
that are there.
"""
import glob
import json
import math
import os
import subprocess
import sys

program, adapters, page, out = sys.argv[1:5]
keep = "--keep" in sys.argv
os.makedirs(out, exist_ok=True)
libraries = sorted(f for f in glob.glob(adapters + "/*") if not f.endswith(".log"))
THROW = {"inertia": [2, 3, 4.5], "angular_velocity": [1, -0.3, 0.4]}
TURN = 2 * math.pi / math.hypot(*THROW["angular_velocity"])
TOP = {"inertia": [2, 3, 4.5], "momentum": [0.7, -1.1, 6], "attitude": {"quaternion": [0.1, -0.3, 0.3, 0.9]}}
FIELD = {"kind": "gravity", "moment": [0.4, -0.3, 2.2]}


def polhode(*arguments, library=None, given=None):
    """What it prints; None if it does not do it."""
    engine = ["--engine", library] if library else []
    done = subprocess.run([program, *arguments, *engine], input=given, capture_output=True, text=True)
    return done.stdout if done.returncode in (0, 3) and done.stdout else None


def listed(library=None):
    return {m["id"]: m for m in json.loads(polhode("list", "methods", "--json", library=library))}


def passport(name, library=None):
    file = f"{out}/{name}.json"
    if not (keep and os.path.exists(file)):
        polhode("check", name, "--timing", "--json", "-j", "1", "-o", file, library=library)
    return json.load(open(file))


def run(spec, library=None):
    answer = polhode("run", "-", library=library, given=json.dumps(spec))
    return json.loads(answer) if answer else {"status": "skipped"}


def angle(a, b):
    """Between two attitudes of an answer."""
    p, q = a["attitude"]["quaternion"], b["attitude"]["quaternion"]
    flat = math.sqrt(sum((x - y) ** 2 for x, y in zip(p, q))), math.sqrt(sum((x + y) ** 2 for x, y in zip(p, q)))
    return 4 * math.asin(min(1, min(flat) / 2))


def apart(a, b):
    return max(angle(a, b), math.dist(a["momentum"], b["momentum"]))


roster = listed()
engines = [(name, library, about) for library in libraries for name, about in listed(library).items()
           if name not in roster]
tops = {}
for name, about in roster.items():
    if "body with torque" in about["serves"]:
        answer = run({"body": TOP, "torque": FIELD, "method": name, "h": 0.05, "steps": 20})
        if answer["status"] == "ok":
            tops[name] = answer["final"]
tops = dict(sorted(tops.items(), key=lambda item: "restates" not in roster[item[0]]))  # those first


def same_map(name, library, single):
    answer = run({"body": TOP, "torque": FIELD, "method": name, "h": 0.05, "steps": 20}, library)
    for other, end in tops.items():
        if answer["status"] == "ok" and apart(answer["final"], end) < (2e-5 if single else 1e-12):
            return f"`{other}`"
    return "none"


throws = {}  # exact ends by duration


def steps_per_turn(name, library):
    """Doubled until the error after 100 turns is small enough to show an order, then by this order."""
    turns, target = 100, 1e-3
    if "exact" not in throws:
        throws["exact"] = run({"body": THROW, "method": "exact", "time": turns * TURN, "steps": 1})["final"]
    before = math.inf
    for k in range(10, 21):
        answer = run({"body": THROW, "method": name, "time": turns * TURN, "steps": 2**k}, library)
        error = angle(answer["final"], throws["exact"]) if answer["status"] == "ok" else math.inf
        if error < 0.1 and error < before / 1.5 and before < math.inf:
            return f"{2**k / turns * (error / target) ** (1 / math.log2(before / error)):.2g}"
        before = error
    return f"more than {2**20 / turns:.0f}"


def kept(found, body, quantity):
    """How an invariant fares; what rounding of the engine's numbers explains is kept."""
    rounding = 6e-3 if found.get("precision") == "single" else 1e-9
    for row in found["conservation"]:
        if row["body"] == body and quantity in row["quantity"]:
            if row["status"] != "ok":
                return row["status"].replace("_", " ")
            return "kept" if row["largest"] < rounding else f"{row['largest']:.0e}, {row['growth']}"
    return ""


def orders(found):
    if found["order"]["declared"] == "solves another equation":
        return "none: another equation"
    return ", ".join(f"{found['order'][norm]['order']:.2f}" for norm in ("Pi", "R") if norm in found["order"]) or "?"


def change(x):
    return "?" if x is None else "0" if x == 0 else f"{x:.0e}"


print("mr", flush=True)
mr = passport("mr")["cost"]["ratio"]
passports = {}
rows = ["| engine | same map as | order | symmetric, symplectic | momentum | energy | with torque: energy | units | cost | "
        "steps per turn |", "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
for name, library, about in engines:
    print(name, flush=True)
    p = passports[name] = passport(name, library)
    declared = p["order"]["declared"]
    needed = "none" if declared == "solves another equation" else steps_per_turn(name, library)
    single = p.get("precision") == "single"
    rows.append(f"| `{name}`: {about['label']} | {same_map(name, library, single)} | {orders(p)} "
                f"| {p['symmetric']['found']}, {p['symplectic']['found']} | {kept(p, 'free body', 'momentum')} "
                f"| {kept(p, 'free body', 'energy')} | {kept(p, 'heavy body', 'energy')} "
                f"| {change(p['invariance'].get('power_of_two'))} | {p['cost']['ratio'] / mr:.2g} | {needed} |")

# What is asked, and the rows that answer it: (thread, question, methods).
THREADS = [
    ("JSBSim-Team/jsbsim PR 1453", "are the default integrators poor choices?",
     ["jsbsim-euler", "jsbsim-trapezoidal", "jsbsim-ab2"]),
    ("JSBSim-Team/jsbsim 248", "why no RK4? AB4 is of the same order", ["jsbsim-ab4", "rk4"]),
    ("ericstoneking/42 183", "a comparison says order 1, the code says RK4", ["rk4-held"]),
    ("google-deepmind/mujoco 3553, PR 3554", "why does an object diverge when its mass sits in a fixed child?",
     ["mujoco2-as-it-comes", "mujoco2-implicit"]),
    ("google-deepmind/mujoco 548", "is RK4 always best?", ["mujoco2-rk4"]),
    ("google-deepmind/mujoco 1085", "which integrator should I choose?",
     ["mujoco2-as-it-comes", "mujoco2-implicit", "mujoco2-rk4", "mr"]),
    ("google-deepmind/mujoco_warp PR 1316; Genesis-Embodied-AI/genesis-world PR 3074", "add the midpoint step?",
     ["mujoco-midpoint"]),
    ("bulletphysics/bullet3 PR 346", "which gyroscopic flag is right; does it conserve momentum?",
     ["bullet3-implicit-body", "bullet3-implicit-world", "bullet3-explicit", "bullet3-no-gyro"]),
    ("jrouwe/JoltPhysics 803", "add gyroscopic forces?", ["semi-implicit-euler-no-gyro", "momentum-rescaled"]),
    ("avianphysics/avian 400, PR 420, 738, 745, 993", "blow-up, then implicit, then rescaled momentum",
     ["semi-implicit-euler", "catto", "momentum-rescaled"]),
    ("godotengine/godot 80703, 50173, PR 74738", "orientation dynamics wrong, no intermediate-axis effect",
     ["semi-implicit-euler-no-gyro"]),
    ("bepu/bepuphysics2 79", "does it do the tennis racket?", ["buss-1", "catto"]),
    ("google/brax 48", "is the missing w x I w equivalent?", ["semi-implicit-euler-no-gyro"]),
    ("lammps/lammps 2288", "rotational energy diverges (rigid/nve, langevin)", ["lammps-rigid-nve", "no-squish"]),
    ("lammps/lammps PR 122", "is DLM better than the old update?", ["lammps-asphere", "richardson", "mr"]),
    ("lammps/lammps 1657, PR 2105", "small bodies do not turn", ["lammps-asphere"]),
    ("espressomd/espresso 3844", "test rotation against integrated Euler equations", ["espresso"]),
]


def answer(name):
    p = passports.get(name) or passport(name)
    return (f"`{name}`: order {orders(p)}; free body: momentum {kept(p, 'free body', 'momentum')}, energy "
            f"{kept(p, 'free body', 'energy')}; with torque: energy {kept(p, 'heavy body', 'energy')}")


where = {name: library for name, library, _ in engines}
lines = []
for thread, question, names in THREADS:
    names = [n for n in names if n in where or n in roster]
    if not names:
        continue
    print(thread, flush=True)
    first = names[0]
    engine = f" --engine {adapters}/{os.path.basename(where[first])}" if first in where else ""
    facts = ". ".join(answer(n) for n in names)
    lines.append(f"- {thread}: *{question}* {facts}. `polhode check {first}{engine}`")


def between(text, mark, lines):
    head, rest = text.split(f"<!-- {mark} -->\n", 1)
    return head + f"<!-- {mark} -->\n\n" + "\n".join(lines) + "\n\n<!-- end -->" + rest.split("<!-- end -->", 1)[1]


text = open(page).read()
text = between(between(text, "engines", rows), "threads", lines)
open(page, "w").write(text)

try:
    import matplotlib
except ImportError:
    sys.exit("no picture: no matplotlib")
matplotlib.use("Agg")
matplotlib.rcParams.update({"svg.hashsalt": "polhode", "font.size": 8})
from matplotlib import pyplot

figure, (against_time, against_cost) = pyplot.subplots(1, 2, figsize=(10, 4.2))
SHOWN = ["bullet3-implicit-body", "bullet3-single-implicit-body", "bullet3-no-gyro", "ode-as-it-comes",
         "mujoco2-as-it-comes", "mujoco2-implicit", "mujoco2-rk4", "dart6-as-it-comes", "simbody3-as-it-comes",
         "simbody3-verlet", "mr", "rk4"]
turns, per_turn = 20, 100
for name in SHOWN:
    if name not in where and name not in roster:
        continue
    spec = {"body": THROW, "time": turns * TURN, "steps": turns * per_turn, "every": per_turn // 2}
    exact, found = run({**spec, "method": "exact"}), run({**spec, "method": name}, where.get(name))
    path = [(b["t"] / TURN, angle(a, b)) for a, b in zip(exact["trajectory"], found.get("trajectory", []))][1:]
    if path:
        against_time.semilogy(*zip(*path), label=name, linewidth=1)
    p = passports.get(name) or passport(name)
    points = []
    for k in range(9, 17):
        end = run({"body": THROW, "time": turns * TURN, "steps": 2**k, "method": name}, where.get(name))
        if end["status"] == "ok":
            points.append((2**k / turns * p["cost"]["ratio"] / mr, angle(exact["final"], end["final"])))
    if points:
        against_cost.loglog(*zip(*points), label=name, linewidth=1, marker=".", markersize=3)
against_time.set(xlabel=f"turns, {per_turn} steps each", ylabel="error of the attitude (rad)")
against_cost.set(xlabel=f"cost of a turn, in steps of mr; over {turns} turns")
against_cost.legend(fontsize=6, loc="lower left")
figure.tight_layout()
figure.savefig(os.path.splitext(page)[0] + ".svg", metadata={"Date": None})
