#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program as its users meet it.

usage: program_test.py PROGRAM SOURCE
"""
import json
import math
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import unittest

from robust_test import PROGRAM, RESULTS, SOURCE, Program as Commands, read, result, write

BODY = {"inertia": [1, 2, 2.5], "momentum": [0.5, 1, 2]}
GRAVITY = {"kind": "gravity", "moment": [0, 0.3, 0.4]}


def example(name):
    return f"'{SOURCE}/problems/examples/{name}.json'"


def document_of(page):
    """The document of a page."""
    return json.loads(re.search('<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


class Program(Commands):
    def run_of(self, code=0, **spec):
        write("spec.json", spec)
        return self.answer("run spec.json", code)

    def test_answers_the_questions(self):
        """The runs of the asteroids' pages answer, and in the words that the questions ask for."""
        for file, is_free in (("toutatis", True), ("apophis", True), ("apophis_2029", False)):
            answer = self.answer(f"run {example(file)}")
            self.assertIn("euler:ZXZ", answer["trajectory"][0])
            self.assertNotEqual("orbit_frame" in answer["final"], is_free)
            self.assertEqual("free_motion" in answer, is_free)
        before, after = (at["free_motion"] for at in (answer["trajectory"][0], answer["final"]))
        self.assertAlmostEqual(before["P_psi"], 264.178, delta=1e-9)
        self.assertAlmostEqual(after["P_psi"], 172.9, delta=0.05)
        self.assertAlmostEqual(after["P_phi"], 19.25, delta=0.005)

    def test_says_how_soon_hyperion_is_lost(self):
        """The number of docs/tumbling.md: in so many days the attitudes of nearby starts of Hyperion are e times as far
        apart."""
        days = re.search(r"a factor e in about (\d+)", read(f"{SOURCE}/docs/tumbling.md"))[1]
        first, *_, last = self.answer(f"run {example('hyperion')} --ensemble 200 --spread 1e-6 --every 1000")["rows"]
        growth = last["orientation"]["spread"] / first["orientation"]["spread"]
        self.assertAlmostEqual((last["t"] - first["t"]) / math.log(growth), int(days), delta=0.5)

    def test_trajectories_have_the_nodes_asked_for(self):
        answer = self.run_of(body={"inertia": [3, 1, 2], "momentum": [0.3, -1.2, 0.5]}, method="mr", time=-1, steps=10,
                             every=4, t0=2)
        self.assertEqual([row["n"] for row in answer["trajectory"]], [0, 4, 8, 10])
        self.assertEqual((answer["final"]["t"], answer["h"]), (1, -0.1))
        self.assertEqual(answer["trajectory"][3]["momentum"], answer["final"]["momentum"])

    def test_a_run_off_is_diverged(self):
        """The quaternion overflows before anything else does, and would be read as 0."""
        answer = self.run_of(3, body={"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5],
                                      "attitude": {"rotation_vector": [0.5, 0, 0]}},
                             torque={"kind": "gravity", "moment": [0, 0.1, 0.7]}, method="rk4", time=20, steps=7)
        self.assertEqual(answer["status"], "diverged")
        self.assertTrue(math.isfinite(answer["final"]["momentum"][0]))

    def test_nearly_equal_moments_stay_apart(self):
        """A matrix with two moments that are 2e-12 apart, as of a round body that was drawn. The numbers are those of a
        Taylor series of order 44 in the user's axes, in fixed point of 230 bits, by two step lengths."""
        write("round.json", {"body": {"inertia": [[2, 9e-13, 0], [9e-13, 2, 0], [0, 0, 3]], "momentum": [1, 1, 1]},
                             "time": 1000})
        final = self.answer("reference round.json")["final"]
        for found, known in zip(final["momentum"] + final["attitude"]["quaternion"], (
                "-0.825320334909719142465181", "-1.148410355571721630882748", "1.000000000000070461333979",
                "0.359501158251814216178198", "-0.312995989269908536690339", "0.265925893755791250201257",
                "0.837899664009205195023208"), strict=True):
            self.assertTrue(found.startswith(known), (found, known))

    def test_errors_of_references_have_parts(self):
        def reference(momentum, time):
            write("free.json", {"body": {"inertia": [1, 2, 3], "momentum": momentum}, "time": time})
            return self.answer("reference free.json")
        errors = reference([1, 1, 1], 1)["errors"]
        for part, unit in (("attitude", "radians"), ("momentum", "of its length"), ("energy", "of the kinetic energy")):
            self.assertLess(errors[part]["value"], 1e-28, part)
            self.assertEqual(errors[part]["unit"], unit)
        # A file that means a tenth and says a double.
        moved = lambda momentum: reference(momentum, 100)["moved_by_decimals"]["attitude"]
        self.assertTrue(1e-17 < moved([0.1, 0.2, 0.1]) < 1e-13)
        self.assertLess(moved(["0.1", 0.25, 1]), 1e-90)

    def test_references_are_exact_where_the_motion_is(self):
        """Equal as decimals is equal, equal as doubles is not."""
        for name, moment in (("exact", "0.1"), ("converged", 0.1)):
            write(f"{name}.json", {
                "body": {"inertia": ["0.1", moment, 1], "momentum": [1, 0, 1],
                         "attitude": {"rotation_vector": ["0.3", 0, 0]}},
                "torque": {"kind": "gravity", "moment": [0, 0, "0.3"]}, "time": 2})
        for name, digits, error in (("exact", 45, 1e-43), ("converged", 33, 1e-20)):
            answer = self.answer(f"reference {name}.json --digits {digits}")
            self.assertEqual(answer["kind"], name)
            self.assertLess(answer["error_estimate"], error)
        self.refused("reference converged.json --digits 34", "1 to 33 for converged")
        for digits in ("46", "0", "many"):
            self.refused(f"reference exact.json --digits {digits}", "--digits")

    def test_skips_with_a_reason(self):
        director = {"inertia": 2, "director": [0, 0, 1], "angular_velocity_space": [1, 0, 0]}
        for method, spec, reason in (
                ("exact", {"body": BODY, "torque": GRAVITY}, "."), ("mr", {"body": director}, "directors"),
                ("vs-verlet", {"body": BODY}, "^vs-verlet integrates particles, not rigid bodies$")):
            answer = self.run_of(3, **spec, method=method, h=0.1, steps=1)
            self.assertEqual(answer["status"], "skipped")
            self.assertRegex(answer["reason"], reason)

    def test_broken_specs_get_one_line(self):
        """Nothing on standard output and no file, whoever refuses it: the reader of JSON, of forms, of specs (whose
        lines are in spec_test and results/specs_test.py), or the command."""
        for rest, field in (("", "byte"), (', "method": "mr", "h": 0.1, "steps": "x"}', "steps"),
                            (', "method": "mr", "time": 0, "steps": 10}', "time"),
                            (', "method": "imdim", "h": 0.1, "steps": 10}', "imidm")):
            write("spec.json", '{"body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3]}' + rest)
            self.refused("run spec.json -o result.json", field)
        self.assertFalse(os.path.exists("result.json"))

    def test_mistakes_on_the_command_line_name_the_nearest(self):
        shutil.copy(f"{SOURCE}/problems/examples/free_body.json", "own.json")
        write("table.csv", "0,0,0,1\n1,0,0,1\n")
        write("table.json", json.dumps({"body": {"inertia": [1, 2, 3], "momentum": [1, 2, 3]}, "method": "rk4", "h": 0.1,
                                        "steps": 10, "torque": {"kind": "body", "torque": {
                                            "kind": "table", "csv": "table.csv", "interpolation": "linear"}}}))
        for command, said in (("rnu x.json", '"run"'), ("run", "SPEC"), ("run missing.json", "missing.json"),
                              ("run a.json --ouput x", '"--output"'), ("figure figur1", "figure1"),
                              ("list metods", '"methods"'), ("list methods --jsn", '"--json"'),
                              ("run a.json --json", "accepted: --help, --output"), ("reference", "SPEC"),
                              ("figure", "NAME"), ("--verson", '"--version"'),
                              ("run own.json -o own.json", "which is read"),
                              ("run table.json --csv table.csv", "--csv: table.csv is given, which is read"), ("run .", "directory")):
            self.refused(command, said)

    def test_checks_a_method(self):
        answer = self.answer("check sej --json")
        self.assertEqual(answer["schema"], "polhode/passport/1")
        self.assertAlmostEqual(answer["order"]["Pi"]["order"], 2, delta=0.01)
        self.assertEqual(answer["disagreements"], [])
        self.assertIn("order in u", self.polhode("check vs-verlet")[0])
        self.polhode("check 'vs-*' --tag symplectic --json -o all.json")
        self.assertEqual(len(json.loads(read("all.json"))["passports"]), 4)
        self.refused("check 'xyz*'", "METHOD: ")
        self.refused("check mrr", '"mr"')

    def test_checks_the_strong_order(self):
        """Steps that see the increments of a path only have the strong order 1, whatever they have without noise."""
        write("noise.json", {"body": BODY, "time": 2, "torque": [
            {"kind": "damping", "matrix": [0.3, 0.1, 0.2]}, {"kind": "noise", "density": 0.5, "interval": 0.01}]})
        for method in ("rk4", "mr", "imidm"):
            answer = self.answer(f"check {method} --json --on noise.json")
            self.assertEqual(answer["strong_order"]["paths"], 64)
            for norm in ("Pi", "R"):
                self.assertAlmostEqual(answer["strong_order"][norm]["order"], 1, delta=0.15, msg=method + norm)
            self.assertNotIn("symmetric", answer)
        self.assertIn("strong order in Pi", self.polhode("check mr --on noise.json")[0])

    def test_checks_on_a_problem_of_ones_own(self):
        top = {"body": BODY, "torque": GRAVITY, "time": 3}
        drag = {**top, "torque": {"kind": "damping", "matrix": [0.3, 0.1, 0.2]}}
        dumbbell = {"body": {"inertia": 2, "director": [0, 0.6, 0.8], "angular_velocity_space": [1, 0, 0]},
                    "torque": {"kind": "formula", "potential": "d3^2 + 0.3*d1*d2"}, "time": 2}
        particles = {"body": {"masses": [1, 2], "positions": [[0.3], [-0.2]], "velocities": [[0.5], [0.1]]},
                     "torque": {"kind": "formula", "potential": "x1^4/4 + x1*x2 + x2^2"}, "time": 2}
        for method, spec, norm, order, off in (
                ("rk4", top, "Pi", 4, 0.05), ("mr", top, "R", 2, 0.05), ("imidm", drag, "Pi", 2, 0.1),
                ("dumbbell-midpoint", dumbbell, "d", 2, 0.05), ("vs-verlet", particles, "u", 2, 0.05)):
            write("own.json", spec)
            answer = self.answer(f"check {method} --json --on own.json")
            self.assertEqual((answer["on"]["problem"], len(answer["invariance"])), ("own.json", 0))
            self.assertAlmostEqual(answer["order"][norm]["order"], order, delta=off, msg=method)
        for method, name in (("gauss4", "heavy_top"), ("liemid-e1", "free_body"), ("mr", "stirrer"), ("bs8", "stirrer")):
            self.assertIn("order", self.polhode(f"check {method} --on " + example(name))[0])
        self.assertIn("espresso", self.polhode("check 'e*' --on " + example("heavy_top"))[0])  # exact cannot
        for method, spec, said in (("mr", {"rate": {"kind": "coning", "half_angle": 1, "frequency": 1}, "time": 1},
                                    "rate: given in time; accepted: "),
                                   ("rkn6a14", drag, "METHOD: rkn6a14: supports torques of time and attitude"),
                                   ("rk4", {**top, "time": -3}, "time: ")):
            write("own.json", spec)
            self.refused(f"check {method} --json --on own.json", said)

    def test_checks_a_tableau(self):
        def is_of_order(tableau, order, on=""):
            write("tableau.json", tableau)
            answer = self.answer("check mkrk --json --tableau tableau.json" + on)
            self.assertEqual(answer["order"]["declared"], order, tableau)
            for norm in ("Pi", "R"):
                self.assertAlmostEqual(answer["order"][norm]["order"], order, delta=0.05, msg=tableau)
            return answer
        classical = {"name": "Kutta", "c": [0, 0.5, "1/2", 1], "b": ["1/6", "1/3", "1/3", "1/6"],
                     "A": [[0, 0, 0, 0], ["1/2", 0, 0, 0], [0, "1/2", 0, 0], [0, 0, 1, 0]]}
        rk4 = is_of_order(classical, 4)
        self.assertAlmostEqual(rk4["torque_of_momentum"]["Pi"], 4, delta=0.35)
        for row in rk4["conservation"]:
            if (row["body"], row["quantity"]) == ("free body", "spatial momentum"):
                self.assertLess(row["largest"], 1e-11)
        self.assertEqual((rk4["method"], rk4["label"]), ("mkrk", "Kutta"))
        write("on.json", {"body": BODY, "torque": GRAVITY, "time": 3})
        is_of_order({**classical, "b": ["1/6", "1/3", "1/6", "1/3"]}, 1, " --on on.json")  # two weights are exchanged
        is_of_order({"A": [["1/4", "-0.03867513459481288225457439025097872782380087563506"],
                           ["0.53867513459481288225457439025097872782380087563506", "1/4"]], "b": [0.5, 0.5]},
                    4, " --on on.json")
        # The family's own member is the same method.
        own = self.answer("check --json mkrk-rk4")
        self.assertAlmostEqual(own["symplectic"]["defect"] / rk4["symplectic"]["defect"], 1, delta=1e-6)
        self.assertEqual(own["torque_evaluations"], rk4["torque_evaluations"])
        one = {"A": [[0]], "b": [1]}
        for tableau, said in (
                ({"b": [1]}, "A: missing"), ({"A": [[0]]}, "b: missing"), ([1], "an object with A and b"),
                ({**one, "B": [1]}, '"B" is not a key of a tableau'),
                ({**one, "A": 1}, "A: 1 is given; accepted: a square matrix"),
                ({"A": [], "b": []}, "A: 0 rows are given"),
                ({"A": [[0], [1]], "b": [1, 0]}, "A[0]: a list of 1 is given; accepted: a list of 2 numbers"),
                ({**one, "b": [1, 0]}, "b: a list of 2 is given; accepted: a list of 1 number"),
                ({**one, "A": [["1/0"]]}, 'A[0][0]: "1/0" is given; accepted: a number'),
                ({**one, "A": [["1e99999"]]}, "A[0][0]"), ({**one, "A": [[True]]}, "A[0][0]: true is given"),
                ({"A": [[0, 0], ["1/2", 0]], "b": [0, 1], "c": [0, "1/3"]},
                 'c[1]: "1/3" is given; accepted: the sum of A[1], 0.5'),
                ({**one, "name": 1}, "name: 1 is given; accepted: text"),
                ({**one, "name": ""}, 'name: "" is given; accepted: text'),
                ({"A": 5 * [5 * [1]], "b": 5 * [1]}, "implicit tableau of 5 stages")):
            write("tableau.json", tableau)
            self.refused("check mkrk --json --tableau tableau.json", said)
        for command, said in (("check mkrk", "accepted: mkrk --tableau FILE"),
                              ("check mr --tableau x.json", "--tableau: given for mr; accepted: for mkrk"),
                              ("check mkrk --tableau no_such_file.json", "no_such_file.json")):
            self.refused(command, said)

    def test_recommends_a_method_and_a_step(self):
        asked = f"recommend {example('heavy_top')}"
        answer = self.answer(f"{asked} --attitude-error 1e-4 --json --html page.html --emit project")
        self.assertEqual(answer["schema"], "polhode/recommendation/1")
        self.assertLessEqual(answer["best"]["errors"]["attitude"], 0.9e-4)
        self.assertLess(os.path.getsize("page.html"), 800000)
        shown = document_of(read("page.html"))["recommendation"]
        self.assertEqual(shown["best"]["method"], answer["best"]["method"])
        # The program to paste is that of a project, which Projects compile and run (answers_test).
        self.assertEqual(shown["program"], read("project/main.cpp"))
        # What cannot be met is a result: the nearest is named.
        self.assertIn("nearest", self.polhode(f"{asked} --attitude-error 1e-15 --method rk4 --method mr", 3)[0])
        # Mistakes write nothing.
        for words, said in (("", "--attitude-error"), (" --attitude-error -1", "--attitude-error"),
                            (" --attitude-error tiny", "attitude-error"), (" --energy-drift 1e-6 --time 0", "--time"),
                            (" --attitude-eror 1", '"--attitude-error"'),
                            (" --attitude-error 1e-40", "--attitude-error")):
            self.refused(f"{asked} -o answer.json{words}", said)
        self.assertFalse(os.path.exists("answer.json"))

    def test_figures_of_some_methods_judge_nothing(self):
        out = self.polhode("figure figure1 --method 'm*' --csv --no-timing --out figures")[0]
        self.assertIn("claims not judged", out)
        self.assertFalse(os.path.exists("figures/figure1.json"))
        partial = json.loads(read("figures/figure1-partial.json"))
        self.assertEqual(partial["verdicts"], [])
        self.assertEqual([series["method"] for series in partial["panels"][0]["series"]], ["mr"])
        self.assertTrue(os.path.exists("figures/figure1-partial.csv"))
        for command in ("figure figure1 --no-timing --out figures --tag implicit",
                        "figure figure1 --no-timing --out figures 'order>=x'", "check imidm 'order>=x'",
                        "check imidm 'order>=3'", "check imidm --tag exact"):
            self.polhode(command, 2)

    def test_cases_that_take_too_long_are_skipped_with_a_reason(self):
        self.polhode("figure figure3 --no-timing --time-limit 0.002 --out figures", 3)
        figure = json.loads(read("figures/figure3-partial.json"))
        self.assertEqual(figure["verdicts"], [])
        skipped = [point for panel in figure["panels"] for series in panel["series"] for point in series["points"]
                   if point["status"] == "skipped"]
        self.assertNotEqual(skipped, [])
        for point in skipped:
            self.assertEqual(point["reason"], "time limit of 0.002 s")
            self.assertNotIn("errors", point)
        self.polhode("figure figure3 --no-timing --time-limit 1e-9 --out figures", 3)  # nothing was measured
        self.polhode("figure figure3 --time-limit 0 --out figures", 2)

    def test_interrupted_figures_leave_valid_files(self):
        """A signal at any instant leaves files that can be read."""
        instants = random.Random(7)  # any will do
        command = "figure figure1 krysl2006-figure3 -j 1 --method mr --method imid --no-timing --out figures".split()
        for which in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with subprocess.Popen([PROGRAM, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
                try:
                    child.wait(instants.uniform(0.001, 0.9))
                except subprocess.TimeoutExpired:
                    child.send_signal(which)
            self.assertIn(child.returncode, (0, 130, -which))  # it may come before the program heeds it
            for path in pathlib.Path("figures").glob("[!.]*"):
                self.assertIn("panels", json.loads(read(path)))

    def test_completes_in_bash(self):
        write("completion.sh", self.polhode("completion bash")[0])
        write("my body.json", {})

        def complete(words, at):
            script = (f"source ./completion.sh; COMP_WORDS=({words}); COMP_CWORD={at}; _polhode; "
                      'printf "%s\\n" "${COMPREPLY[@]}"')
            return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout
        self.assertEqual(complete("polhode rec", 1), "recommend\n")
        self.assertEqual(complete("polhode check imid", 2), "imid\nimidm\n")
        self.assertEqual(complete("polhode run my", 2), "my body.json\n")
        self.assertIn("--attitude-error", complete("polhode recommend --", 2))
        self.polhode("completion zsh", 2)

    def test_lists_and_version(self):
        for what in ("methods", "problems", "figures"):
            self.assertNotEqual(len(self.answer(f"list {what} --json")), 0)
            self.polhode(f"list {what}")
        found = self.answer("list methods 'order=4' --tag implicit --method 'mkrk*' --json")
        self.assertEqual([method["id"] for method in found], ["mkrk-gauss4"])
        self.assertNotIn("variant", self.answer("list methods --method dop853 --json")[0]["tags"], "of order 8")
        self.polhode("list methods 'order>>4'", 2)
        self.refused("list methods --tag symplektic", "symplectic")
        doctor = self.answer("doctor --json")
        self.assertTrue(doctor["repetitions"] >= 1 and doctor["median_over_least"] >= 1, doctor)
        version = self.polhode("--version")[0]
        for word in ("compiler", "flags", "floating point", "git"):
            self.assertIn(word, version)

    def test_reports_in_one_file(self):
        """The report of the golden results, which have no times. A browser looks at it in
        results/report/report_test.mjs."""
        self.polhode(f"report --out '{RESULTS}/golden' -o page.html")
        page = read("page.html")
        self.assertLess(os.path.getsize("page.html"), 2500000)
        # Nothing comes from elsewhere.
        self.assertNotRegex(page[:page.index('id="data"')], "(src|href|url)[=(]\\s*[\"']?(https?:|//)")
        self.assertNotIn("@import", page)
        document = document_of(page)
        self.assertEqual([figure["id"] for figure in document["figures"]],
                         [figure["id"] for figure in self.answer("list figures --json")])
        # Lines are to a 20000th of their range.
        figure2, = (figure for figure in document["figures"] if figure["id"] == "figure2")
        lines = 0
        for drawn, panel in zip(figure2["panels"], result("figure2")["panels"]):
            if panel["kind"] == "trajectory":
                for shown, series in zip(drawn["series"], panel["series"]):
                    for name, known in series["curve"].items():
                        off = 2.5e-5 * (max(known) - min(known)) + 1e-14
                        for x, y in zip(document["columns"][shown["curve"][name]], known, strict=True):
                            self.assertAlmostEqual(x, y, delta=off, msg=name)
                        lines += 1
        self.assertGreaterEqual(lines, 4)
        self.assertEqual(document["missing"], [])
        for problem in document["problems"]:
            self.assertNotEqual(problem["equations"], "", problem["id"])

    def test_reports_what_there_is(self):
        self.refused("report --out .", "polhode figure all")
        # Sweeps alone make a page, too.
        write("two.json", {"schema": "polhode/sweep/1", "population": {"bodies": 200}, "methods": ["mr"],
                           "duration": {"radians": 10}, "steps": [100],
                           "maps": [{"over": "triangle", "n": 2, "metrics": ["R"]}]})
        self.polhode("sweep two.json -o sweeps/two")
        self.assertIn("0 figures", self.polhode("report --out .")[0])
        page = read("report.html")
        self.assertIn('"name":"two"', page)
        # Of a place, the middle of the half octave in which its cases have their median.
        places = json.loads(read("sweeps/two/result.json"))["result"]["maps"][0]["places"]
        shown = document_of(page)["sweeps"][0]["document"]["result"]["maps"][0]["places"]
        for place, drawn in zip(places, shown, strict=True):
            bins = [at for at, count in place[4][0]["bins"] for _ in range(count)]  # of each case
            half = bins[(len(bins) - 1) // 2]
            low, high = (1.5, 2) if half % 2 else (1, 1.5)
            middle = 2.0 ** (-70 + half // 2) * math.sqrt(low * high)
            self.assertAlmostEqual(drawn[4][0][0], math.log10(middle), delta=1e-3)

        figure = {**result("figure1"), "title": "</script><!-- <script>"}
        write("figure1.json", figure)
        self.assertIn("not measured: figure2", self.polhode("report --out .")[0])
        page = read("report.html")
        self.assertNotIn("</script><!--", page)
        document = document_of(page)
        self.assertEqual(document["figures"][0]["title"], figure["title"])
        self.assertEqual(len(document["missing"]), 24)
        for name in ("passports.json", "figure1.json"):
            write(name, {})
            self.refused("report --out .", name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
