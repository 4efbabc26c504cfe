#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/scale.md: what a sweep costs and how far that goes, from results/scale.json.

usage: scale.py measure PROGRAM      writes results/scale.json (a minute; alone on the machine, please)
       scale.py threads PROGRAM      writes of it what two threads gain
       scale.py merges PROGRAM       writes of it what a shard and its merge cost
       scale.py slurm PROGRAM        writes of it what a task costs; as root, see experiments/cluster
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
| a shard beside its cases: the process, its file | {start:.0f} ms of processor time |
| a shard's file | {small:.1f} kB for one method; {large:.0f} kB for {methods} methods, {numbers} numbers of steps and {metrics} metrics |
| a shard's part of a merge | {merge_small:.1f} ms for one method; {merge_large:.0f} ms for those {methods} |
| a round of {at_once} short tasks of an array, by Slurm {slurm} on one host | {round:.1f} s by the clock |

A million cases give the same bytes on any number of threads and from any shards (`populations_test`). Threads share nothing
but a counter. Two of them and one, in {pairs} pairs, one after the other, with {load} on the machine's {cores} cores:

| by `mr` | processor time of two threads over that of one: median (all pairs) | how many times sooner they end: median (all pairs) |
| --- | --- | --- |
{threads}
Processor times say what threads lose to each other. On a busy machine two threads also get twice the share of one, so the last
column says something where the load is small.

| cases of {steps} steps of `mr` | core time | shards | files | merge |
| --- | --- | --- | --- | --- |
"""
END = """
Where it breaks, and what to do then:

- Tasks of seconds: the scheduler's own time dominates. Take shards of 5 to 60 minutes.
- More than 1000 shards, the most that an array of Slurm takes by default: more threads a shard, since a shard is a process and
  not a core; then several submissions.
- 1e4 files in a folder are slow on parallel file systems, and a merge reads all of its files before it adds them: merge parts
  (`polhode merge part-*/ -o sum.json`), then the merged files. A merged file has the size of one shard.
- Counts are of 64 bits, sums of 128; integers above 2^53 are written as decimal strings.
- Draws have 53 bits: among 1e12 bodies some share one of their numbers, but a body has four or more, and none is there twice.
- Beyond 1e8 bodies an interval is 1e-4 to either side, which is less than what the choice of the population does. More bodies find
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


def merges(program):
    """Seconds of processor time that a shard takes beside its cases, and that a merge takes for each."""
    found = {}
    for name, shards, bodies, methods, steps, metrics in (("one_method", 200, 2000, ["mr"], [1], METRICS),
                                                          ("many", 20, 2000, *MANY.values())):
        with tempfile.TemporaryDirectory() as folder:
            spec, out = os.path.join(folder, "spec.json"), os.path.join(folder, "out")
            with open(spec, "w", encoding="utf-8") as file:
                json.dump({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": bodies},
                           "duration": {"radians": 10}, "methods": methods, "steps": steps, "metrics": metrics}, file)
            seconds = lambda *words: timed([program, *words])
            found[name] = {"shard": statistics.median(
                seconds("sweep", spec, "--shard", f"{i}/{shards}", "-o", out, "-j", "1") for i in range(1, shards + 1))}
            whole = min(seconds("merge", out) for _ in range(3))
            found[name]["merge"] = (whole - seconds("list", "methods")) / shards
    return found


def slurm(program):
    """Seconds by the clock of an array of tasks that have next to nothing to do, and of its merge."""
    tasks, at_once = 40, 4
    cluster = os.path.join(RESULTS, "../experiments/cluster/cluster")
    with tempfile.TemporaryDirectory() as folder:
        spec, place = os.path.join(folder, "spec.json"), os.path.join(folder, "cluster")
        with open(spec, "w", encoding="utf-8") as file:
            json.dump({"schema": "polhode/sweep/1", "population": {"bodies": tasks}, "duration": {"radians": 1},
                       "methods": ["mr"], "steps": [1]}, file)
        subprocess.run([cluster, "start", place], check=True)
        try:
            there = {**os.environ, "SLURM_CONF": os.path.join(place, "slurm.conf")}
            begin = time.monotonic()
            subprocess.run([program, "submit", spec, "--shards", str(tasks), "-o", os.path.join(folder, "out"), "--go"],
                           check=True, env=there, stdout=subprocess.DEVNULL)
            while subprocess.run(["squeue", "-h"], check=True, env=there, capture_output=True).stdout:
                time.sleep(0.1)
            seconds = time.monotonic() - begin
            if not os.path.exists(os.path.join(folder, "out", "result.json")):
                sys.exit("the tasks have not become a result")
            told = subprocess.run(["squeue", "--version"], check=True, env=there, capture_output=True, text=True)
        finally:
            subprocess.run([cluster, "stop", place], check=True)
            time.sleep(1)
    return {"version": told.stdout.split()[1], "tasks": tasks, "at_once": at_once, "seconds": seconds}


def timed(command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} ends with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime


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
            "many": {key: len(MANY[key]) for key in ("methods", "steps", "metrics")}, "threads": two_threads(program),
            "merges": merges(program), "slurm": slurm(program)}


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
        numbers=found["many"]["steps"], metrics=found["many"]["metrics"], start=1e3 * found["merges"]["one_method"]["shard"],
        merge_small=1e3 * found["merges"]["one_method"]["merge"], merge_large=1e3 * found["merges"]["many"]["merge"],
        at_once=found["slurm"]["at_once"], slurm=found["slurm"]["version"],
        round=found["slurm"]["seconds"] / found["slurm"]["tasks"] * found["slurm"]["at_once"],
        pairs=len(threads["runs"][0]["clock"]),
        cores=threads["cores"], load=f"a load of {threads['load']:.1f}", threads="".join(map(thread_row, threads["runs"])))]
    for power in (6, 9, 10, 11, 12):
        core = per_case * 10.0 ** power
        shards = max(1, min(1000, round(core / 900)))  # of a quarter of an hour, if there may be as many
        size = found["bytes"]["one_method"] * shards / 1e6
        merge = people(shards * found["merges"]["one_method"]["merge"]) if shards > 1 else "-"
        lines.append(f"| 1e{power} | {people(core)} | {shards} of {people(core / shards)} | {size:.2g} MB | {merge} |\n")
    return "".join(lines) + END


def main(words):
    parts = {"threads": two_threads, "merges": merges, "slurm": slurm}
    if words[0] in ("measure", *parts):
        found = measure(words[1]) if words[0] == "measure" else kept() | {words[0]: parts[words[0]](words[1])}
        with open(KEPT, "w", encoding="utf-8") as file:
            file.write(json.dumps(found, indent=1) + "\n")
    elif words[0] == "page":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page())
    elif open(PAGE, encoding="utf-8").read() != page():
        sys.exit("docs/scale.md is not what results/scale.json says: results/scale.py page")


if __name__ == "__main__":
    main(sys.argv[1:])
