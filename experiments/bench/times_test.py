#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The judge of times, on times that are made up."""
import json
import pathlib
import tempfile
import unittest

import times


def rounds(*values):
    return [{"kernel/exp": [x, 1.01 * x, 1.02 * x]} for x in values]


class Times(unittest.TestCase):
    def verdict(self, before, after):
        return times.judged(rounds(*before), rounds(*after))["kernel/exp"]

    def test_only_quiet_machines_tell(self):
        self.assertEqual(self.verdict([1.0] * 8, [1.19] * 8), (1.19, "ok"))
        self.assertEqual(self.verdict([1.0] * 8, [1.21] * 8), (1.21, "slower"))
        self.assertEqual(self.verdict([1.0] * 8, [0.5] * 8), (0.5, "ok"))
        self.assertEqual(self.verdict([1.0, 1.06] * 4, [2.0] * 8)[1], "cannot tell")
        self.assertEqual(self.verdict([1.0] * 8, [2.0, 2.2] * 4)[1], "cannot tell")
        self.assertEqual(self.verdict([1.0, 1.04] * 4, [2.0] * 8)[1], "slower")
        self.assertEqual(self.verdict([1.0] * 8, [1.0] * 6 + [9.0] * 2)[1], "ok", "what disturbs, adds")

    def test_exit_codes(self):
        with tempfile.TemporaryDirectory() as folder:
            for side, factor in (("before", 1), ("slower", 1.3), ("noisy", None)):
                for k in range(8):
                    runs = [{"run_type": "iteration", "run_name": "a", "cpu_time": factor or 1 + k % 2},
                            {"run_type": "aggregate", "run_name": "a", "cpu_time": 99}]
                    path = pathlib.Path(folder, side, f"{k}.json")
                    path.parent.mkdir(exist_ok=True)
                    path.write_text(json.dumps({"benchmarks": runs}))
            codes = [times.main(f"{folder}/before", f"{folder}/{side}") for side in ("before", "slower", "noisy")]
        self.assertEqual(codes, [0, 4, 5])


unittest.main()
