#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a sweep costs and how far that goes; results/pages/scale.md is the page that shows it.

usage: scale.py measure PROGRAM      writes results/scale.json (a minute; alone on the machine, please)
       scale.py threads PROGRAM      writes of it what two threads gain
       scale.py merges PROGRAM       writes of it what a shard and its merge cost
       scale.py slurm PROGRAM        writes of it what a task costs; as root, see experiments/cluster
"""
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time

RESULTS = pathlib.Path(__file__).resolve().parent
KEPT = RESULTS / "scale.json"
CASES = 1000000
PAIRS = 5
METRICS = ["Pi", "R"]
MANY = {"methods": ["mr", "sej", "imidm", "imid", "trap", "rk4", "dmv6", "dmv10", "akw", "swc1", "liemid-e1", "exact"],
        "steps": [50, 100, 200, 400], "metrics": ["Pi", "R", "H", "pi", "order"]}


def timed(*command):
    """Seconds of processor time, megabytes, and seconds by the clock."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))} ends with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, time.monotonic() - begin


def spec_in(folder, bodies, methods, steps, metrics, radians=10):
    """A file in a folder, and the folder of its results."""
    spec = pathlib.Path(folder, "spec.json")
    spec.write_text(json.dumps({"schema": "polhode/sweep/1", "seed": 1, "population": {"bodies": bodies},
                                "duration": {"radians": radians}, "methods": methods, "steps": steps, "metrics": metrics}))
    return spec, spec.with_name("out")


def sweep(program, cases, methods, steps, metrics, threads=1):
    """Seconds of processor time, megabytes, bytes of the shard's file, and seconds by the clock."""
    with tempfile.TemporaryDirectory() as folder:
        spec, out = spec_in(folder, cases, methods, steps, metrics)
        spent, megabytes, seconds = timed(program, "sweep", spec, "-o", out, "-j", str(threads))
        return spent, megabytes, next(out.glob("shard*")).stat().st_size, seconds


def merges(program):
    """Seconds of processor time that a shard takes beside its cases, and that a merge takes for each."""
    found = {}
    for name, shards, bodies, methods, steps, metrics in (("one_method", 200, 2000, ["mr"], [1], METRICS),
                                                          ("many", 20, 2000, *MANY.values())):
        with tempfile.TemporaryDirectory() as folder:
            spec, out = spec_in(folder, bodies, methods, steps, metrics)
            seconds = lambda *words: timed(program, *words)[0]
            found[name] = {"shard": statistics.median(
                seconds("sweep", spec, "--shard", f"{i}/{shards}", "-o", out, "-j", "1") for i in range(1, shards + 1))}
            whole = min(seconds("merge", out) for _ in range(3))
            found[name]["merge"] = (whole - seconds("list", "methods")) / shards
    return found


def slurm(program):
    """Seconds by the clock of an array of tasks that have next to nothing to do, and of its merge."""
    tasks, at_once = 40, 4
    cluster = RESULTS.parent / "experiments/cluster/cluster"
    with tempfile.TemporaryDirectory() as folder:
        (spec, out), place = spec_in(folder, tasks, ["mr"], [1], METRICS, radians=1), os.path.join(folder, "cluster")
        subprocess.run([cluster, "start", place], check=True)
        try:
            there = {**os.environ, "SLURM_CONF": os.path.join(place, "slurm.conf")}
            begin = time.monotonic()
            send = ["sbatch", "--parsable", f"--output={folder}/slurm-%A_%a.out"]
            job = subprocess.run([*send, f"--array=1-{tasks}", cluster.parent / "sweep.sbatch", spec, out, str(tasks)],
                                 check=True, env={**there, "POLHODE": program}, capture_output=True, text=True).stdout.strip()
            subprocess.run([*send, f"--dependency=afterany:{job}", "--wrap", f"{program} merge {out}"], check=True, env=there,
                           stdout=subprocess.DEVNULL)
            while subprocess.run(["squeue", "-h"], check=True, env=there, capture_output=True).stdout:
                time.sleep(0.1)
            seconds = time.monotonic() - begin
            if not (out / "result.json").exists():
                sys.exit("the tasks have not become a result")
            told = subprocess.run(["squeue", "--version"], check=True, env=there, capture_output=True, text=True)
        finally:
            subprocess.run([cluster, "stop", place], check=True)
            time.sleep(1)
    return {"version": told.stdout.split()[1], "tasks": tasks, "at_once": at_once, "seconds": seconds}


def processor():
    named = re.search("^model name\\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
    return named[1].strip() if named else platform.machine()


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


def main(words):
    parts = {"threads": two_threads, "merges": merges, "slurm": slurm}
    found = measure(words[1]) if words[0] == "measure" else json.loads(KEPT.read_text()) | {words[0]: parts[words[0]](words[1])}
    KEPT.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
