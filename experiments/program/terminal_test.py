#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a terminal shows: commands in groups with examples, tables that fit, colours where they are wanted.

usage: terminal_test.py PROGRAM SOURCE
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import unittest

PROGRAM, SOURCE = sys.argv[1:3]
TOP = f"{SOURCE}/problems/examples/heavy_top.json"
GOLDEN = ["--out", f"{SOURCE}/results/golden"]


def printed(*words, **variables):
    environment = {k: v for k, v in os.environ.items() if k != "COLUMNS"} | variables
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, env=environment)
    return done.stdout + done.stderr


def on_terminal(*words, **variables):
    """What it writes to a terminal of its own."""
    ours, its = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | variables
    with subprocess.Popen([PROGRAM, *words], stdout=its, env=environment) as child:
        os.close(its)
        out = b""
        try:
            while chunk := os.read(ours, 65536):
                out += chunk
        except OSError:  # the other end is closed
            pass
        child.wait()
    os.close(ours)
    return out.decode()


class Terminal(unittest.TestCase):
    def test_help_is_in_groups_with_examples(self):
        text = printed()
        groups = re.findall(r"^([A-Z][^:\n]*):$", text, re.M)
        self.assertEqual(groups, ["Options of every command", "Your own body", "Methods", "Figures and claims of the papers",
                                  "Populations of bodies", "Performance and this machine"])
        verbs = re.findall(r"^  ([a-z]+) ", text, re.M)
        self.assertIn("recommend", verbs)
        for verb in verbs:
            with self.subTest(verb):
                told = printed(verb, "--help")
                self.assertIn(f"  polhode {verb}", told.split("Examples:")[1])
                self.assertNotIn("--plugin", told.split("Examples:")[0])  # told once, above
                self.assertLessEqual(max(map(len, told.splitlines())), 140)

    def test_lines_fit(self):
        """Tables have 80 columns, all else is broken to COLUMNS, without a word lost."""
        words = [("list", "methods"), ("list", "methods", "--all"), ("list", "figures"), ("check", "imidm"), ("recommend", "--help"),
                 ("recommend", TOP, "--rate", "100", "--all"), ("show", "figure7", *GOLDEN), ()]
        for command in words:
            for width in (80, 60):
                with self.subTest(command, width=width):
                    text = printed(*command, COLUMNS=str(width))
                    wide = [line for line in text.splitlines() if len(line) > width and " " in line.strip()]
                    self.assertEqual(wide, [])
                    if "recommend" not in command and "check" not in command:  # which time
                        self.assertEqual(text.split(), printed(*command).split())
        self.assertLessEqual(max(map(len, printed("list", "methods", "--all").splitlines())), 80)

    def test_newcomers_read_some_methods(self):
        some, every = (printed("list", "methods", *more).splitlines() for more in ((), ("--all",)))
        self.assertLessEqual(len(some), 50)
        self.assertIn("imidm", "".join(some))
        self.assertNotIn("vi-forward", "".join(some))
        self.assertRegex(some[-3], r"^\d+ more: --all")
        self.assertGreater(len(every), 200)

    def test_answers_are_short(self):
        some, all_of_it = (printed("recommend", TOP, "--attitude-error", "1e-6", *more).splitlines() for more in ([], ["--all"]))
        self.assertLessEqual(len(some), 25)
        self.assertTrue(some[-1].startswith("--all prints "), some[-1])
        table = some[some.index("methods that meet the tolerance, cheapest first") + 1:-1]
        self.assertLessEqual(max(map(len, table)), 80)
        self.assertGreater(len(all_of_it), 60)
        self.assertIn("not recommended", all_of_it)

    def test_several_figures_are_a_line_each_and_a_sum(self):
        lines = printed("show", "all", *GOLDEN).splitlines()
        self.assertEqual(len(lines), 28)
        *lines, readings, sentences = lines
        self.assertRegex(readings, r"^\d+ of \d+ readings reproduced, \d+ not reproduced, \d+ undecidable;")
        counts = [[int(line[at:at + 5].strip() or 0) for at in (18, 23, 28)] for line in lines[1:]]
        self.assertEqual([sum(c) for c in zip(*counts)],
                         [int(n) for i, n in enumerate(re.findall(r"\d+", readings)) if i != 1])
        totals = re.findall(r"^\| all \| ([\d |]+) \|$", pathlib.Path(SOURCE, "README.md").read_text(), re.M)
        self.assertEqual(re.findall(r"\d+", sentences), totals[0].split(" | "))

    def test_all_that_is_as_near_is_named(self):
        self.assertIn('did you mean ' + ", ".join(f'"figure{n}"' for n in range(1, 9)) + "?", printed("figure", "figure9"))

    def test_colours_are_for_terminals_that_want_them(self):
        words = ["show", "figure7", *GOLDEN]
        coloured = on_terminal(*words)
        self.assertRegex(coloured, "\x1b\\[32mreproduced +\x1b\\[0m")
        self.assertRegex(coloured, "\x1b\\[31mnot-reproduced +\x1b\\[0m")
        for plain in (printed(*words), on_terminal(*words, NO_COLOR="1"), on_terminal(*words, TERM="dumb")):
            self.assertNotIn("\x1b", plain)
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", coloured).replace("\r", ""), printed(*words))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
