#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether kernels have become slower: times.py BEFORE AFTER, two folders of rounds of Google Benchmark that ran in turn.

A kernel is slower if its quartile has grown by more than 20 %. That counts only where the machine was quiet enough to
tell: where quartiles of the even and of the odd rounds of either side agree within 5 %. Exit code 4: one is slower;
5: none can be told.
"""
import json
import pathlib
import sys

BAR, QUIET = 1.2, 1.05


def quartile(times):
    """What disturbs a machine only adds: a quartile is steadier than a mean."""
    return sorted(times)[len(times) // 4]


def judged(before, after):
    """By name: the ratio, and a verdict; of lists of rounds, each with times by name."""
    found = {}
    for name in sorted(set(before[0]) & set(after[0])):
        sides = [[round_[name] for round_ in side] for side in (before, after)]
        first, second = (quartile(sum(rounds, [])) for rounds in sides)
        halves = [[quartile(sum(rounds[k::2], [])) for k in (0, 1)] for rounds in sides]
        quiet = all(max(pair) <= QUIET * min(pair) for pair in halves)
        found[name] = second / first, "cannot tell" if not quiet else "slower" if second > BAR * first else "ok"
    return found


def rounds_of(folder):
    rounds = []
    for file in sorted(pathlib.Path(folder).glob("*.json")):
        times = {}
        for run in json.loads(file.read_text())["benchmarks"]:
            if run["run_type"] == "iteration":
                times.setdefault(run["run_name"], []).append(run["cpu_time"])
        rounds.append(times)
    return rounds


def main(before, after):
    found = judged(rounds_of(before), rounds_of(after))
    for name, (ratio, verdict) in found.items():
        print(f"{ratio:6.3f}  {verdict:<11}  {name}")
    verdicts = [verdict for _, verdict in found.values()]
    print(f"{len(verdicts)} kernels: {verdicts.count('slower')} slower by more than 20 %, "
          f"{verdicts.count('cannot tell')} on a machine that is not quiet enough to tell")
    return 4 if "slower" in verdicts else 5 if set(verdicts) <= {"cannot tell"} else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
