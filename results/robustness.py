#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How far claims carry: a table in Markdown from the results of sweeps that ask them of every body.

usage: robustness.py FOLDER of FOLDERs with result.json
"""
import glob
import json
import math
import os
import struct
import sys


def wilson(holds, n):
    """The 95 % interval of a share, in per cent."""
    z = 1.959963984540054
    p, scale = holds / n, 1 / (1 + z * z / n)
    centre, half = (p + z * z / (2 * n)) * scale, z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) * scale
    return f"{100 * holds / n:.1f} ({100 * (centre - half):.1f} .. {100 * (centre + half):.1f})"


def value(extreme):
    return f"{struct.unpack('>d', bytes.fromhex(extreme[0]))[0]:.2g} (body {extreme[1]})"


def median(ratio, bits=3, lowest=-40):
    """The edges of the bin that holds the median of a ratio."""
    rows = [("0", int(ratio["zero"])), (f"< 2^{lowest}", int(ratio["under"]))]
    edge = lambda i: 2.0 ** (lowest + (i >> bits)) * (1 + (i % (1 << bits)) / (1 << bits))
    rows += [(f"{edge(i):.2g} .. {edge(i + 1):.2g}", int(n)) for i, n in ratio["bins"]]
    rows.append(("larger", int(ratio["over"])))
    wanted = math.ceil(sum(n for _, n in rows) / 2)
    for text, n in rows:
        wanted -= n
        if wanted <= 0:
            return text
    return ""


def main(folder):
    print("| claim | population | n | holds where defined, % | of all, % | undefined | median of the ratio | largest |"
          " fails for bodies |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for path in sorted(glob.glob(os.path.join(folder, "*", "result.json"))):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        population = os.path.basename(os.path.dirname(path))
        for q in document["result"]["questions"]:
            holds, fails, undefined = (int(q[key]) for key in ("holds", "fails", "undefined"))
            n, ratio = holds + fails + undefined, q["ratio"]
            defined = wilson(holds, holds + fails) if holds + fails else ""
            print(f"| {q['id']} | {population} | {n} | {defined} | {wilson(holds, n)} | {undefined} |"
                  f" {median(ratio)} | {value(ratio['greatest']) if ratio['greatest'] else ''} |"
                  f" {', '.join(str(b) for b in q['failing'][:4])} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
