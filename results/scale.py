#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/scale.md: what a sweep costs and how far that goes, from results/scale.json.

usage: scale.py measure PROGRAM      writes results/scale.json (a minute; alone on the machine, please)
       scale.py threads PROGRAM      writes of it what two threads gain
       scale.py page | check
"""
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

RESULTS = os.path.dirname(os.path.abspath(__file__))
KEPT, PAGE = os.path.join(RESULTS, "scale.json"), os.path.join(RESULTS, "../docs/scale.md")
CASES = 1000000
PAIRS = 5
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

A million cases give the same bytes on any number of threads and from any shards (`populations_test`). Threads share nothing
but a counter. Two of them and one, in {pairs} pairs, one after the other, with {load} on the machine's {cores} cores:

| by `mr` | processor time of two threads over that of one: median (all pairs) | how many times sooner they end: median (all pairs) |
| --- | --- | --- |
{threads}
Processor times say what threads lose to each other. On a busy machine two threads also get twice the share of one, so the last
column says something where the load is small.

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


def sweep(program, cases, methods, steps, metrics, threads=1):
    """Seconds of processor time, megabytes, bytes of the shard's file, and seconds by the clock."""
    with tempfile.TemporaryDirectory() as folder:
        spec = os.path.join(folder, "spec.json")
        with open(spec, "w", encoding="utf-8") as file:
            json.dump({"schema": "polhode/sweep/1", "title": "scale", "seed": 1, "population": {"bodies": cases},
                       "duration": {"radians": 10}, "methods": methods, "steps": steps, "metrics": metrics}, file)
        out = os.path.join(folder, "out")
        begin = time.monotonic()
        child = subprocess.Popen([program, "sweep", spec, "-o", out, "-j", str(threads)], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.monotonic() - begin
        if status:
            sys.exit(f"polhode sweep ends with {os.waitstatus_to_exitcode(status)}")
        shard = [os.path.getsize(os.path.join(out, f)) for f in os.listdir(out) if f.startswith("shard")]
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, shard[0], seconds


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    return platform.machine()


def two_threads(program):
    """Processor times and times by the clock, [one thread, two] of every pair."""
    load, found = os.getloadavg()[0], []
    for cases, steps in ((CASES, 100), (CASES // 10, 2000)):
        runs = [[sweep(program, cases, ["mr"], [steps], METRICS, threads) for threads in (1, 2)] for _ in range(PAIRS)]
        found.append({"cases": cases, "steps": steps, "processor": [[run[0] for run in pair] for pair in runs],
                      "clock": [[run[3] for run in pair] for pair in runs]})
    return {"cores": os.cpu_count(), "load": load, "runs": found}


def measure(program):
    start = sweep(program, 1, ["mr"], [1], METRICS)[0]
    one = sweep(program, CASES, ["mr"], [1], METRICS)
    hundred = sweep(program, CASES, ["mr"], [100], METRICS)
    many = sweep(program, 1000, MANY["methods"], MANY["steps"], MANY["metrics"])
    return {"schema": "polhode/scale/1", "processor": processor(), "cases": CASES, "steps": 100,
            "seconds": {"start": start, "one_step": one[0], "steps": hundred[0]}, "megabytes": hundred[1],
            "bytes": {"one_method": hundred[2], "many": many[2]},
            "many": {key: len(MANY[key]) for key in ("methods", "steps", "metrics")}, "threads": two_threads(program)}


def people(seconds):
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.2g} {unit}" if seconds < 100 * size else f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"


def kept():
    with open(KEPT, encoding="utf-8") as file:
        return json.load(file)


def thread_row(run):
    dearer = sorted(two / one for one, two in run["processor"])
    sooner = sorted(one / two for one, two in run["clock"])
    show = lambda ratios: " ".join(f"{r:.2f}" for r in ratios)
    return (f"| {run['cases']} cases of {run['steps']} steps | {statistics.median(dearer):.2f} ({show(dearer)}) |"
            f" {statistics.median(sooner):.2f} ({show(sooner)}) |\n")


def page():
    found, threads = kept(), kept()["threads"]
    seconds, cases = found["seconds"], found["cases"]
    per_case = (seconds["steps"] - seconds["start"]) / cases
    lines = [BEGIN.format(
        processor=found["processor"], one=1e6 * (seconds["one_step"] - seconds["start"]) / cases, steps=found["steps"],
        hundred=1e6 * per_case, cases=cases, total=seconds["steps"], memory=found["megabytes"],
        small=found["bytes"]["one_method"] / 1e3, large=found["bytes"]["many"] / 1e3, methods=found["many"]["methods"],
        numbers=found["many"]["steps"], metrics=found["many"]["metrics"], pairs=len(threads["runs"][0]["clock"]),
        cores=threads["cores"], load=f"a load of {threads['load']:.1f}", threads="".join(map(thread_row, threads["runs"])))]
    for power in (6, 9, 10, 11, 12):
        core = per_case * 10.0 ** power
        shards = max(1, min(1000, round(core / 900)))  # of a quarter of an hour, if there may be as many
        size = found["bytes"]["one_method"] * shards / 1e6
        lines.append(f"| 1e{power} | {people(core)} | {shards} of {people(core / shards)} | {size:.2g} MB |\n")
    return "".join(lines) + END


def main(words):
    if words[0] in ("measure", "threads"):
        found = measure(words[1]) if words[0] == "measure" else kept() | {"threads": two_threads(words[1])}
        with open(KEPT, "w", encoding="utf-8") as file:
            file.write(json.dumps(found, indent=1) + "\n")
    elif words[0] == "page":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    elif open(PAGE, encoding="utf-8").read() != page():
        sys.exit("docs/scale.md is not what results/scale.json says: results/scale.py page")


if __name__ == "__main__":
    main(sys.argv[1:])
