#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests of the sentences of robustness.py: by the published interval of 81 of 263, and by what stands in its file."""
import random
import unittest

import robustness


def asked(where, holds, fails, undefined=0, tenths=None):
    question = {"id": "claim", "claim": "claim", "stands": True, "holds": holds, "fails": fails, "undefined": undefined}
    return {"where": where, "questions": [question]} | ({"tenths": tenths} if tenths else {}), question


class Sentences(unittest.TestCase):
    def test_interval(self):
        low, high = robustness.wilson(81, 263)  # Newcombe 1998, Statistics in Medicine 17, Table I: 0.2553 to 0.3662
        self.assertAlmostEqual(low, 25.53, 2)
        self.assertAlmostEqual(high, 36.62, 2)

    def test_conclusions(self):
        near, everywhere = "near the paper's", "all bodies"
        for holds, to in [((10000, 10000), "every"), ((10000, 5000), "some"), ((9500, 5000), "none")]:  # 95 %, but the interval goes below
            sweeps = {where: asked(where, n, 10000 - n, 1000)[0] for where, n in zip((near, everywhere), holds)}
            self.assertEqual(robustness.carried(sweeps)[to], ["claim"])
            (_, _, cells), = robustness.rows(sweeps)
            for cell, n in zip(cells, holds):
                self.assertRegex(cell, rf"^{n // 100}(\.0)? % \[.*; 9\.1 % undefined$")

    def test_shapes(self):
        tenths = [{"from": 0.1, "bodies": 200, "holds": {"claim": 200}}, {"from": 0.2, "bodies": 200, "holds": {"claim": 50}},
                  {"from": 0.3, "bodies": 3, "holds": {"claim": 0}}]  # too few
        self.assertEqual(robustness.short_sentence([asked("fast tops, all shapes", 250, 153, tenths=tenths)]),
                         "It holds for 62.0 % of fast tops of all shapes; it fails for most tops with I3/I1 = 0.2 .. 0.3.")

    def test_maps_of_shapes(self):
        self.assertEqual(robustness.middle(0), (15 / 32, 17 / 32))  # the disc's corner
        self.assertEqual(robustness.middle(63), (29 / 32, 31 / 32))  # the sphere's
        self.assertEqual([robustness.class_of(p) for p in (63, 49, 0)], ["nearly spherical bodies", "long bodies", "discs"])
        names = [robustness.class_of(p) for p in range(64)]
        self.assertEqual(set(names), set(robustness.CLASSES))
        sweep, q = asked("all bodies", 4000, 6000)
        sweep["shapes"] = {"n": 8, "each": robustness.EACH, "questions": {"claim": {
            "holds": [150 * (name in ("discs", "plates")) for name in names], "answers": [150] * 64}}}
        self.assertEqual(robustness.short_sentence([(sweep, q)]),
                         "It holds for 40.0 % of all bodies; it fails for most nearly spherical bodies, long bodies and bodies of"
                         " three different moments.")
        self.assertEqual([m["n"] for m in robustness.maps([(sweep, q)])], [8])
        sweep["shapes"]["questions"]["claim"]["holds"] = [150] * 64
        self.assertIn("; it holds for every shape.", robustness.short_sentence([(sweep, q)]))

    def test_shapes_of_a_cell(self):
        chance, found = random.Random(1), [0] * 64
        for _ in range(64000):
            u, v = sorted((chance.random(), chance.random()))
            found[robustness.place_of(1 - u - (v - u) / 2, 1 - (v - u) / 2)] += 1
        for place, n in enumerate(found):
            self.assertAlmostEqual(n / 1000, robustness.bodies_in(place) / robustness.EACH, delta=0.2)
        for place in range(64):
            self.assertEqual(robustness.place_of(*robustness.middle(place)), place)
            for x, y, z in robustness.drawn(place, 10):
                self.assertTrue(z == 1 and 0 < 1 - y <= x <= y <= 1 and robustness.place_of(x, y) == place)

    def test_sweeps_of_one_shape(self):
        for name, spec in robustness.specs().items():
            if robustness.mapped(spec):
                of = robustness.of_shape(spec, 20)
                conditions = [c for q in of["questions"] for c in q.get("all", [q])]
                self.assertTrue(all(c["steps"] in of["steps"] and set(c.get("of", [])) <= set(of["methods"]) for c in conditions), name)
                self.assertEqual(len(of["population"]["inertia"]["list"]) * of["population"]["bodies"], robustness.bodies_in(20))
                self.assertEqual({q["id"] for q in of["questions"]}, {q["id"] for q in robustness.standing(spec)})

    def test_what_an_older_floor_decided_stands(self):
        """The floor only makes answers undefined. Sweeps that are older than the one that is used now, which is smaller for
        every body, are kept where it made none."""
        sweeps = robustness.read(robustness.KEPT)["sweeps"]
        older = [s for name, s in sweeps.items() if name.startswith(("saefstroem2006-rank-", "krysl2006-invariants-"))]
        self.assertEqual(len(older), 4)
        for sweep in older:
            self.assertEqual([q["undefined"] for q in sweep["questions"] if q["undefined"]], [])


if __name__ == "__main__":
    unittest.main()
