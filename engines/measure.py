#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What engines do, measured; results/pages/engines.md is the page that shows it, report/draw.mjs draws it.

usage: measure.py measure PROGRAM ADAPTERS OUT [--keep]    results/engines.json; PROGRAM is polhode, ADAPTERS the folder of
                                                        what engines/build has built, OUT a folder for what is measured
                                                        of each method; --keep takes what is there
       measure.py check                                 exit 1 if what is recorded is something else

Engines that are no libraries are recorded by scripts of their own, engines/recorded.
"""
import json
import math
import pathlib
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE / "recorded"), str(HERE.parent / "results")]
import recorded
from kept import keep, read
from recorded import MOST, TARGET, TURN, TURNS, rounded

# What is asked, and the methods that answer it.
THREADS = [
    ("JSBSim-Team/jsbsim PR 1453", "are the default integrators poor choices?",
     ["jsbsim-as-it-comes", "jsbsim-trapezoidal-both", "jsbsim-ab2-both"]),
    ("JSBSim-Team/jsbsim 248", "why no RK4? AB4 is of the same order", ["jsbsim-ab4-both", "jsbsim-ab4", "rk4"]),
    ("ericstoneking/42 183", "a comparison says order 1, the code says RK4", ["rk4-held"]),
    ("google-deepmind/mujoco 3553, PR 3554", "why does an object diverge when its mass sits in a fixed child?",
     ["mujoco2-as-it-comes", "mujoco2-implicit"]),
    ("google-deepmind/mujoco 548", "is RK4 always best?", ["mujoco2-rk4", "mujoco2-rk4-held"]),
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
# In the picture: engines, and methods beside them.
SHOWN = ["bullet3-implicit-body", "bullet3-single-implicit-body", "bullet3-no-gyro", "ode-as-it-comes",
         "mujoco2-as-it-comes", "mujoco2-implicit", "mujoco2-rk4", "dart6-as-it-comes", "simbody3-as-it-comes",
         "simbody3-verlet", "lammps-rigid-nve"]
BESIDE = ["mr", "rk4"]
# Same maps as those of the engine's other rows, which make test-engines shows, and dear.
LEFT_OUT = "simbody3-top-"


# --- measuring -------------------------------------------------------------------------------------------------------

THROW = {"inertia": [2, 3, 4.5], "angular_velocity": [1, -0.3, 0.4]}
LONG = {"body": {"inertia": [2, 3, 4.5], "momentum": [2, -1, 1.5]}, "h": 0.1, "steps": 100000}  # as of check
TOP = {"inertia": [2, 3, 4.5], "momentum": [0.7, -1.1, 6], "attitude": {"quaternion": [0.1, -0.3, 0.3, 0.9]}}
FIELD = {"kind": "gravity", "moment": [0.4, -0.3, 2.2]}
MAP = {"body": TOP, "torque": FIELD, "h": 0.05, "steps": 20}
SHOWN_TURNS, PER_TURN = 20, 100  # of the picture


def angle(a, b):
    """Between two attitudes of an answer."""
    return recorded.angle(a["attitude"]["quaternion"], b["attitude"]["quaternion"])


class Lab:
    """The program, the adapters, and where what they say is kept."""

    def __init__(self, program, adapters, out, keeps):
        self.program, self.out, self.keeps, self.ends = program, pathlib.Path(out), keeps, {}
        self.out.mkdir(parents=True, exist_ok=True)
        self.roster = self.listed()
        libraries = sorted(f for f in pathlib.Path(adapters).iterdir() if f.suffix != ".log")
        self.engines = {name: (library, about) for library in libraries for name, about in self.listed(library).items()
                        if name not in self.roster and not name.startswith(LEFT_OUT)}

    def polhode(self, *arguments, library=None, spec=None):
        """Its answer; None if it gives none."""
        engine = ["--engine", library] if library else []
        done = subprocess.run([self.program, *arguments, *engine], input=spec and json.dumps(spec), capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode in (0, 3) and done.stdout else None

    def kept(self, name, make):
        """What a file of `out` holds; what `make` returns where there is none, or none is wanted."""
        path = self.out / name
        if not (self.keeps and path.exists()):
            path.write_text(json.dumps(make()))
        return json.loads(path.read_text())

    def listed(self, library=None):
        return {m["id"]: m for m in self.polhode("list", "methods", "--json", library=library)}

    def library(self, name):
        return self.engines[name][0] if name in self.engines else None

    def run(self, name, **spec):
        """A run; those of the methods of the roster are kept in memory, for the engines are compared with them."""
        key = json.dumps([name, spec])
        if key not in self.ends:
            found = self.polhode("run", "-", library=self.library(name), spec={**spec, "method": name})
            self.ends[key] = found or {"status": "skipped"}
        return self.ends[key]

    def same_map(self, end, within):
        """The method of the roster that is where an engine is after 20 steps of a top, restated ones first."""
        for other, about in sorted(self.roster.items(), key=lambda item: "restates" not in item[1]):
            if not end or "body with torque" not in about["serves"]:
                continue
            its = self.run(other, **MAP)
            if its["status"] == "ok" and max(angle(its["final"], end),
                                             math.dist(its["final"]["momentum"], end["momentum"])) < within:
                return other
        return None

    def axis(self, name):
        """The principal axis that a free body turns about at the end of a long run, if it is one: by its moment."""
        end = self.run(name, **LONG)
        Pi = [abs(x) for x in end["final"]["momentum"]] if end["status"] == "ok" else [0]
        return ["least", "middle", "greatest"][Pi.index(max(Pi))] if max(Pi) > 0.999 * math.hypot(*Pi) > 0 else None

    def seconds(self, name):
        """Of the processor, for a step; so short that no body falls asleep and nothing diverges."""
        def spent(steps):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.polhode("run", "-", library=self.library(name), spec={"body": THROW, "h": 1e-5, "steps": steps, "method": name})
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        begin, steps = spent(1), 2**12
        while (took := spent(steps) - begin) < 0.1:
            steps *= 4
        return took / steps

    def costs(self, names):
        """Of a step, beside one of mr: each the least of three rounds of all."""
        def measured():
            rounds = [{name: self.seconds(name) for name in names} for _ in range(3)]
            return {name: min(r[name] for r in rounds) for name in names}
        least = self.kept("seconds.json", measured)
        return {name: rounded(least[name] / least["mr"]) for name in names}

    def steps_per_turn(self, name):
        def end(steps):
            found = self.run(name, body=THROW, time=TURNS * TURN, steps=steps)
            return found["final"]["attitude"]["quaternion"] if found["status"] == "ok" else None
        return recorded.steps_per_turn(end)

    def picture(self, name):
        """Errors of the same throw: along the way, and at the end against steps per turn."""
        spec = {"body": THROW, "time": SHOWN_TURNS * TURN, "steps": SHOWN_TURNS * PER_TURN, "every": PER_TURN // 2}
        exact, found = self.run("exact", **spec), self.run(name, **spec)
        path = [(b["t"] / TURN, angle(a, b)) for a, b in zip(exact["trajectory"], found.get("trajectory", []))][1:]
        ends = []
        for steps in (2**k for k in range(9, 17)):
            end = self.run(name, body=THROW, time=SHOWN_TURNS * TURN, steps=steps)
            if end["status"] == "ok":
                ends.append((steps / SHOWN_TURNS, angle(exact["final"], end["final"])))
        columns = lambda points: [[rounded(x) for x in column] for column in zip(*points)] or [[], []]
        return {"time": columns(path), "cost": columns(ends)}

    def passport(self, name):
        print(name, flush=True)
        return self.polhode("check", name, "--json", "-j", "1", library=self.library(name))

    def facts(self, name):
        """All that the page says of a method."""
        found = self.kept(f"{name}.json", lambda: self.passport(name))
        about = self.engines[name][1] if name in self.engines else self.roster[name]
        single = found.get("precision") == "single"
        symplectic = found["symplectic"]["found"]
        if single and symplectic == "yes":  # differences of floats do not show it
            symplectic = "cannot tell"
        solves = found["order"]["declared"] != "solves another equation"
        facts = {"label": about["label"], "precision": found.get("precision", "double"),
                 "orders": [rounded(found["order"][n]["order"]) for n in ("Pi", "R") if n in found["order"]] if solves else None,
                 "symmetric": found["symmetric"]["found"], "symplectic": symplectic,
                 "momentum": fate(found, "free body", "momentum"), "energy": fate(found, "free body", "energy"),
                 "energy_with_torque": fate(found, "heavy body", "energy"),
                 "units": found["invariance"].get("power_of_two"), "axis": self.axis(name)}
        if name in self.engines:
            facts["adapter"] = self.library(name).name
            facts["same_map"] = self.same_map(self.run(name, **MAP).get("final"), 2e-5 if single else 1e-12)
            facts["steps_per_turn"] = self.steps_per_turn(name) if solves else None
        if name in SHOWN + BESIDE:
            facts["throw"] = self.picture(name)
        return facts


def fate(found, body, quantity):
    """How an invariant fares; what rounding of the engine's numbers explains is kept."""
    rounding = 6e-3 if found.get("precision") == "single" else 1e-9
    for row in found["conservation"]:
        if row["body"] == body and quantity in row["quantity"]:
            if row["status"] != "ok":
                return {"status": row["status"].replace("_", " ")}
            return {"status": "kept"} if row["largest"] < rounding else {"largest": rounded(row["largest"]), "growth": row["growth"]}
    return None


def recordings():
    """What the scripts of engines/recorded have written: by method, with what holds for all methods of the engine."""
    found = {}
    for path in sorted((HERE / "recorded").glob("*/record.json")):
        document = read(path)
        of_all = {key: document[key] for key in ("package", "version", "date", "command")}
        found.update((name, {**facts, **of_all}) for name, facts in document["methods"].items())
    return found


def measure(program, adapters, out, *options):
    lab = Lab(program, adapters, out, "--keep" in options)
    others = {}
    for name, facts in recordings().items():
        end = {"attitude": {"quaternion": facts["end"]["attitude"]}, "momentum": facts["end"]["momentum"]}
        others[name] = {**facts, "same_map": lab.same_map(end, 1e-12)}
    threads = [{"where": where, "question": question, "methods": known} for where, question, methods in THREADS
               if (known := [n for n in methods if n in {**lab.engines, **lab.roster, **others}])]
    asked = dict.fromkeys([*lab.engines, *BESIDE, *(n for thread in threads for n in thread["methods"])])
    asked = [name for name in asked if name not in others]
    methods = {name: lab.kept(f"{name}.facts.json", lambda: lab.facts(name)) for name in asked}
    costs = lab.costs(asked)
    for name, facts in methods.items():
        facts["cost"] = costs[name]
        if "throw" in facts:  # against the cost of a turn
            facts["throw"]["cost"][0] = [rounded(steps * costs[name]) for steps in facts["throw"]["cost"][0]]
    document = {"schema": "polhode/engines/1", "turns": TURNS, "target": TARGET, "most": MOST // TURNS,
                "shown": {"turns": SHOWN_TURNS, "per_turn": PER_TURN}, "threads": threads,
                "methods": methods, "recorded": others}
    keep("engines.json", document, rows=r'"[^"]+":\{"label"|\{"where"')


def main(verb, *rest):
    if verb == "measure":
        return measure(*rest)
    there = read("engines.json")["recorded"]
    if there != {name: {**facts, "same_map": there.get(name, {}).get("same_map")} for name, facts in recordings().items()}:
        sys.exit("results/engines.json is not what engines/recorded holds: make engines-page")


if __name__ == "__main__":
    main(*sys.argv[1:])
