# SPDX-License-Identifier: MIT
"""What studies share: what results/kept.py has, and their command line."""
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "results"))
from kept import RESULTS, answer, differences, keep, read  # which studies import from here


def study(usage, name, measured, compared=None):
    """`measure PROGRAM..` writes results/NAME; `check PROGRAM` ends with 1 if a number is another one today."""
    verb, *programs = sys.argv[1:] or [""]
    if verb == "measure" and programs:
        keep(name, measured(*programs))
    elif verb == "check" and programs and compared:
        difference = next(compared(read(name), measured(*programs), name), None)
        sys.exit(difference and f"results/{difference}: experiments/studies/{pathlib.Path(name).stem}.py measure")
    else:
        sys.exit(usage)
