#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""usage: cheapest_test.py RESULTS"""
import sys
import unittest

sys.path.insert(0, sys.argv[1])
import cheapest


class Cheapest(unittest.TestCase):
    def test_steps_that_solve(self):
        ladder = [(10, 1e-2), (20, 0.95e-3), (40, 0.8e-3), (80, 1e-4)]
        self.assertEqual(cheapest.steps_needed(ladder, 1e-3), 40)  # 20 uses more than 0.9
        self.assertEqual(cheapest.steps_needed(ladder, 1e-1), 10)
        self.assertIsNone(cheapest.steps_needed(ladder, 1e-5))
        self.assertEqual(cheapest.steps_needed([(1, 1e-6), (2, None), (4, 1e-6)], 1e-3), 4)  # by luck, then failed

    def test_shares(self):
        # a: order one and cheap; b: order two and three times as dear; of the second body a never solves
        a = [(n, 0.1 / n) for n in (1, 10, 100, 1000)]
        b = [(n, 0.1 / n ** 2) for n in (1, 10, 100, 1000)]
        never = [(n, 1.0) for n in (1, 10, 100, 1000)]
        found = cheapest.cheapest({0: {"a": a, "b": b}, 1: {"a": never, "b": b}}, {"a": 1, "b": 3})
        for row in found:
            n_a, n_b = cheapest.steps_needed(a, row["tolerance"]), cheapest.steps_needed(b, row["tolerance"])
            a_first = n_a is not None and n_a < 3 * n_b
            counts = row["methods"]
            self.assertEqual(counts["a"]["cheapest"], a_first)
            self.assertEqual(counts["b"]["cheapest"], 2 - a_first if n_b else 0)
            self.assertEqual(counts["a"]["unsolved"], 1 + (n_a is None))
            if n_a and n_b:  # the profile of a starts at its share and steps up where the ratio is
                ratio = max(1, n_a / (3 * n_b))
                self.assertEqual(counts["a"]["within"], [int(f >= ratio * (1 - 1e-9)) for f in cheapest.FACTORS])
        self.assertEqual([r["methods"]["a"]["cheapest"] for r in found][:4], [1, 0, 0, 0])  # 10 against 30, 100 against 30

    def test_costs_are_there(self):
        cost = cheapest.costs("free-body/h=0.1")
        self.assertGreater(cost["sej"], cost["mr"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
