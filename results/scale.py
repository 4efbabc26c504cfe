#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/scale.md: what a sweep costs and how far that goes, from results/scale.json.

usage: scale.py measure PROGRAM      writes results/scale.json (some 20 s of one core; alone on the machine, please)
       scale.py page | check
"""
import json
import os
import platform
import subprocess
import sys
import tempfile

RESULTS = os.path.dirname(os.path.abspath(__file__))
KEPT, PAGE = os.path.join(RESULTS, "scale.json"), os.path.join(RESULTS, "../docs/scale.md")
CASES = 1000000
METRICS = ["Pi", "R"]
MANY = {"methods": ["mr", "sej", "imidm", "imid", "trap", "rk4", "dmv6", "dmv10", "akw", "swc1", "liemid-e1", "exact"],
        "steps": [50, 100, 200, 400], "metrics": ["Pi", "R", "H", "pi", "order"]}

BEGIN = """# How far a sweep scales

What one can expect beyond one machine, from the times of the parts: of one thread of {processor}, a release build
(`results/scale.py measure`). `polhode sweep SPEC --dry-run` measures the case at hand.

| part | cost |
| --- | --- |
| a case of one step of `mr`, errors of momentum and attitude at the end | {one:.2f} µs: draw, reference, step, bins |
| a case of {steps} steps of `mr` | {hundred:.1f} µs |
| {cases} cases of {steps} steps | {total:.1f} s of processor time in all, {memory:.0f} MB |
| a shard's file | {small:.1f} kB for one method; {large:.0f} kB for {methods} methods, {numbers} numbers of steps and {metrics} metrics |

A million cases give the same bytes on any number of threads and from any shards (`populations_test`), for the same processor time: threads
share nothing but a counter.

| cases of {steps} steps of `mr` | core time | shards | files |
| --- | --- | --- | --- |
"""
END = """
Where it breaks, and what to do then:

- Tasks of seconds: the scheduler's own time dominates. Take shards of 5 to 60 minutes.
- More than 1000 shards, the most that an array of Slurm takes by default: more threads a shard, since a shard is a process and
  not a core; then several submissions.
- 1e4 files in a folder are slow on parallel file systems: merge parts, then the merged files. A merged file has the size
  of one shard.
- Counts are of 64 bits, sums of 128; integers above 2^53 are written as decimal strings.
- Draws have 53 bits: two of 1e12 bodies are 1e-12 apart, none is there twice.
- Beyond 1e8 bodies an interval is 1e-4 wide, which is less than what the choice of the population does. More bodies find
  rarer failures, not better shares.
"""


def sweep(program, cases, methods, steps, metrics):
    """Seconds of processor time, megabytes, and bytes of the shard's file."""
    with tempfile.TemporaryDirectory() as folder:
        spec = os.path.join(folder, "spec.json")
        with open(spec, "w", encoding="utf-8") as file:
            json.dump({"schema": "polhode/sweep/1", "title": "scale", "seed": 1, "population": {"bodies": cases},
                       "duration": {"radians": 10}, "methods": methods, "steps": steps, "metrics": metrics}, file)
        out = os.path.join(folder, "out")
        child = subprocess.Popen([program, "sweep", spec, "-o", out, "-j", "1"], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"polhode sweep ends with {os.waitstatus_to_exitcode(status)}")
        shard = [os.path.getsize(os.path.join(out, f)) for f in os.listdir(out) if f.startswith("shard")]
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, shard[0]


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    return platform.machine()


def measure(program):
    start = sweep(program, 1, ["mr"], [1], METRICS)[0]
    one = sweep(program, CASES, ["mr"], [1], METRICS)
    hundred = sweep(program, CASES, ["mr"], [100], METRICS)
    many = sweep(program, 1000, MANY["methods"], MANY["steps"], MANY["metrics"])
    return {"schema": "polhode/scale/1", "processor": processor(), "cases": CASES, "steps": 100,
            "seconds": {"start": start, "one_step": one[0], "steps": hundred[0]}, "megabytes": hundred[1],
            "bytes": {"one_method": hundred[2], "many": many[2]},
            "many": {key: len(MANY[key]) for key in ("methods", "steps", "metrics")}}


def people(seconds):
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.2g} {unit}" if seconds < 100 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"


def page():
    with open(KEPT, encoding="utf-8") as file:
        found = json.load(file)
    seconds, cases = found["seconds"], found["cases"]
    per_case = (seconds["steps"] - seconds["start"]) / cases
    lines = [BEGIN.format(
        processor=found["processor"], one=1e6 * (seconds["one_step"] - seconds["start"]) / cases, steps=found["steps"],
        hundred=1e6 * per_case, cases=cases, total=seconds["steps"], memory=found["megabytes"],
        small=found["bytes"]["one_method"] / 1e3, large=found["bytes"]["many"] / 1e3, methods=found["many"]["methods"],
        numbers=found["many"]["steps"], metrics=found["many"]["metrics"])]
    for power in (6, 9, 10, 11, 12):
        core = per_case * 10.0 ** power
        shards = max(1, min(1000, round(core / 900)))  # of a quarter of an hour, if there may be as many
        size = found["bytes"]["one_method"] * shards / 1e6
        lines.append(f"| 1e{power} | {people(core)} | {shards} of {people(core / shards)} | {size:.2g} MB |\n")
    return "".join(lines) + END


def main(words):
    if words[0] == "measure":
        with open(KEPT, "w", encoding="utf-8") as file:
            file.write(json.dumps(measure(words[1]), indent=1) + "\n")
    elif words[0] == "page":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    elif open(PAGE, encoding="utf-8").read() != page():
        sys.exit("docs/scale.md is not what results/scale.json says: results/scale.py page")


if __name__ == "__main__":
    main(sys.argv[1:])
