#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program at its edges: nothing that is given breaks it, nothing that it writes is lost or half there.

usage: robust_test.py PROGRAM SOURCE [Robust | New]
"""
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE = sys.argv[1:3]
RESULTS = pathlib.Path(SOURCE, "results")
BODY = {"inertia": [1, 2, 3], "momentum": [0.3, -1.2, 0.5]}
RUN = {"method": "mr", "h": 0.1, "steps": 10}


def write(name, content):
    path = pathlib.Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def read(name):
    return pathlib.Path(name).read_text()


def spec(**rest):
    write("spec.json", {"body": BODY, **(rest or RUN)})


def result(figure):
    return json.loads(read(RESULTS / "golden" / f"{figure}.json"))


def peak(command):
    """The kilobytes that it takes, as a process that began small: what starts it counts, too."""
    starts = "import os, sys; print(os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)[2].ru_maxrss)"
    said = subprocess.check_output([sys.executable, "-ISc", starts, PROGRAM, *command.split()], text=True)
    return int(said.split()[-1])


class Program(unittest.TestCase):
    """In a folder of its own, which is removed after it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        os.chdir(folder.name)
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, "/")

    def polhode(self, command, code=0, stdout=subprocess.PIPE, **how):
        """What it prints, and what it says beside it."""
        done = subprocess.run([PROGRAM, *shlex.split(command)], stdout=stdout, stderr=subprocess.PIPE, text=True, **how)
        self.assertEqual(done.returncode, code, f"{command[:300]}: {done.stdout} {done.stderr[:500]}")
        return done.stdout, done.stderr

    def answer(self, command, code=0):
        return json.loads(self.polhode(command, code)[0])

    def refused(self, command, said, **how):
        """Exit code 2, no output, and one line of printable characters that says this, which is returned."""
        out, line = self.polhode(command, 2, **how)
        self.assertEqual(out, "", command[:300])
        self.assertIn(said, line)
        self.assertNotIn("internal error", line)
        self.assertEqual(line.count("\n"), 1, line[:500])
        self.assertGreaterEqual(min(line[:-1]), " ", line[:500])
        return line

    def shell(self, command, code=0):
        """The program is $0."""
        done = subprocess.run(["bash", "-c", command, PROGRAM], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, f"{command}: {done.stdout} {done.stderr}")
        return done.stderr


class Robust(Program):
    # --- what is read -------------------------------------------------------------------------------------------------

    def test_nesting_is_bounded(self):
        write("spec.json", 65 * "[" + 65 * "]")
        write("figure1.json", '{"schema": "polhode/experiment/1", "id": ' + 100000 * "[" + 100000 * "]" + "}")
        for command in ("run spec.json", "report --out .", "compare figure1.json figure1.json"):
            self.refused(command, "nested deeper than 64")

    def test_what_is_too_large_is_refused_at_once(self):
        spec(**RUN, torque=100000 * [{"kind": "none"}])
        self.refused("run spec.json", "torque: a list of 100000 is given")
        spec(method="mr", time=1001 * "1", steps=1)
        self.assertLess(len(self.refused("run spec.json", "time: ")), 300)
        spec(method=5000 * "m", h=1, steps=1)
        self.assertLess(len(self.refused("run spec.json", "is not a method")), 10000)  # the list of all methods
        spec(**RUN, vary={"body": {"foo": [1, 2]}})
        self.refused("run spec.json", "vary.body.foo: ")
        write("spec.json", {"body": {"inertia": [0, 0, 0.5], "angular_velocity": [0, 0, 1.5]}, **RUN})
        self.refused("run spec.json --ensemble 8 --spread 0.1", "--spread: given with a plane body")
        self.refused(f"run spec.json --ensemble 8 --seed {1 << 64}", f"--seed: {1 << 64} is given; accepted: at most")
        self.refused("run spec.json --every 010", "--every: 010 is given; accepted: a number without zeros before it")
        self.refused("recommend spec.json --momentum-error 0x1", "--momentum-error: 0x1 is given; accepted: a finite decimal")
        spec(torque={"kind": "body", "torque": [1e16, 0, 0]})
        self.refused("recommend spec.json --attitude-error 1e-3 --time 1 --time-limit 1", "its reference would take")
        spec(torque={"kind": "body", "torque": [1e300, 0, 0]})
        self.refused("recommend spec.json --attitude-error 1e-3 --time 1", "--time: ")
        spec(time=3, torque={"kind": "body", "torque": {"kind": "table", "times": [0, 3], "values": [[0, 0, 0], [1, 0, 0]],
                                                        "interpolation": "linear"}})
        self.refused("recommend spec.json --rate 0.6", "a table from 0 to 3 is given")
        self.refused("run /dev/zero", "is a device")
        with open("/dev/zero") as zeros:
            self.refused("run -", "standard input: longer than 64 MB", stdin=zeros)
        os.truncate("spec.json", (64 << 20) + 1)
        self.refused("run spec.json", "longer than 64 MB")

    def test_paths_are_checked(self):
        """Names that no file system has, that a terminal may not get, or that would be waited for."""
        spec()
        os.mkfifo("pipe")
        for command, said in (("run spec.json -o ''", "-o"),
                              ("recommend spec.json --attitude-error 1e-3 --time 1 --emit ''", "--emit"),
                              (f"run {300 * 'n'}.json", "more than 255 bytes"),
                              (f"run spec.json -o {300 * 'n'}.json", "more than 255 bytes"),
                              ("run a\udcffb", "not valid UTF-8"),
                              ("run pipe", "is a pipe"),
                              ("show figure1 --out pipe", "figure1")):
            self.refused(command, said)
        self.polhode("run -", input=read("spec.json"), timeout=20)
        self.shell('"$0" run <(cat spec.json)')
        gone = self.shell(f'mkdir gone; cd gone; rmdir ../gone; "$0" run {os.getcwd()}/spec.json -o answer.json', 7)
        self.assertNotIn("internal", gone)
        shutil.copy("spec.json", "-spec.json")
        for command in ("run -o answer.json -- -spec.json", "run spec.json --", "-- run spec.json"):
            self.polhode(command)
        self.assertIn("-o", self.polhode("run -- -spec.json -o", 2)[1])

    def test_numbers_at_the_ends_of_the_range(self):
        """Momentum and time at both ends of the doubles: a status or exit code 2, never an internal error."""
        unit, none = BODY["momentum"], {"kind": "none"}
        at = lambda momentum, torque=none, time=1: write("spec.json", {
            "body": {**BODY, "momentum": momentum}, "torque": torque, "method": "mr", "time": time, "steps": 7,
            "every": 2})
        gravity = lambda m: {"kind": "gravity", "moment": [0, 0.1, m]}
        for case in (([1e160, 1e160, 1],), ([1e-160, 1e-160, 1e-161],), ([1e-320, 0, 1e-320],),
                     ([1e150, 1e150, 1], none, 1e-150), ([1e153, 1e153, 1e153],), (unit, none, 1e-308),
                     (unit, none, 1e308), (unit, gravity(1e200)), (unit, gravity(1e308), 1e-150),
                     (unit, gravity(1e-308))):
            at(*case)
            for verb in ("run", "reference --time-limit 1"):
                done = subprocess.run([PROGRAM, *verb.split(), "spec.json"], capture_output=True, text=True)
                self.assertIn(done.returncode, (0, 2, 3), (verb, case, done.stderr))
                if done.returncode != 2:
                    json.loads(done.stdout)
        at([1e160, 1e160, 1])
        for verb in ("run", "reference"):
            self.refused(f"{verb} spec.json", "body.momentum")

    # --- result files: one reader -------------------------------------------------------------------------------------

    def test_result_files_are_of_their_form(self):
        """A file of the right schema and id, but another form; and what the message names."""
        series, curve = ("panels", 0, "series", 0), ("panels", 0, "series", 0, "curve")
        for figure, path, value, field in (
                ("figure1", ("schema",), "polhode/run/1", "schema"),
                ("figure1", ("id",), "figure2", 'id: "figure2" is given; accepted: "figure1"'),
                ("figure1", ("panels",), 3, "panels: 3 is given"),
                ("figure1", ("panels", 0, "plots", 0, "draw"), "picture", "panels[0].plots[0].draw"),
                ("figure1", (*series, "points", 1, "steps"), "many", "panels[0].series[0].points[1].steps"),
                ("figure1", (*series, "method"), None, "panels[0].series[0].method"),
                ("figure2", curve, {}, "panels[0].series[0].curve"),
                ("figure2", (*curve, "min"), [1, 2], "curve.min: 2 values are given"),
                ("frb2008-figure5", curve, {"x": [1.0]}, "panels[0].series[0].curve"),
                ("frb2008-figure5", curve, {"x": [1.0], "y": [1.0]}, "curve"),
                ("figure1", ("verdicts", 0, "verdict"), "maybe", "verdicts[0].verdict"),
                ("figure1", ("verdicts",), [1], "verdicts[0]")):
            document = at = result(figure)
            *way, last = path
            for key in way:
                at = at[key]
            at[last] = value
            write(f"{figure}.json", document)
            for command in (f"show {figure}", f"golden {figure}", "report")[:3 if field == "schema" else 1]:
                self.refused(f"{command} --out .", field)
            os.remove(f"{figure}.json")

    def test_timing_files_are_of_their_form(self):
        write("figure1.json", result("figure1"))
        words = dict.fromkeys(("date", "host", "cpu", "version", "compiler", "flags", "fp_mode", "git"), "x")
        point = {"steps": 10, "seconds": []}
        timing = {"schema": "polhode/timing/1", "id": "figure1", "title": "", "source": "",
                  "context": {**words, "cores": 2, "load": 0.5}, "verdicts": [],
                  "panels": [{"series": [{"method": "mr", "points": [point]}]}]}
        write("figure1.timing.json", timing)
        for verb in ("report", "show figure1"):
            self.refused(f"{verb} --out .", "panels[0].series[0].points[0].seconds")
        self.assertFalse(os.path.exists("report.html"))
        point["seconds"] = [1e-3, 2e-3, 3e-3]
        write("figure1.timing.json", timing)
        self.polhode("report --out .")
        # A claim on time is decided by times of a machine that does nothing else, whatever the file says.
        timing["verdicts"] = [{"id": "saefstroem.F1.efficiency", "verdict": "reproduced", "numbers": {"time_ratio": 3}}]
        for load in (2.4, 4.4):
            timing["context"]["load"] = load
            write("figure1.timing.json", timing)
            self.polhode("report --out .")
            page = read("report.html")
            self.assertEqual("machine busy (load 4.4)" in page, load > 4)
            self.assertEqual('"time_ratio":3' in page, load < 4)
            self.assertIn('"times":[{"mr":[[10,0.001,0.002,3]]}]', page)  # fastest, median, how many

    def test_nothing_is_written_before_all_is_read(self):
        write("figure1.json", result("figure1"))
        write("figure2.json", {})
        write("results/golden/figure1.json", {})
        for name in ("claims.json", "golden/tolerances.json"):
            shutil.copy(RESULTS / name, f"results/{name}")
        self.refused("golden figure1 figure2 --update --results results --out .", "figure2.json")
        self.assertEqual(read("results/golden/figure1.json"), "{}")
        before = read("figure1.json")
        self.refused("figure figure1 --no-timing --results results --out .", "golden/figure1.json")
        self.assertEqual(read("figure1.json"), before)

    # --- what is written ----------------------------------------------------------------------------------------------

    def test_lost_output_is_seven(self):
        spec()
        write("figures/figure1.json", result("figure1"))
        shutil.copy(RESULTS / "perf/baseline.json", ".")
        with open("/dev/full", "w") as full:
            for command in ("list figures", "list methods", "list problems --json", "--help", "--version", "run --help",
                            "run spec.json", "reference spec.json", "completion bash", "show figure1 --out figures",
                            "golden figure1 --out figures", "report --out figures", "doctor",
                            "compare baseline.json baseline.json", "check vs-verlet", "run spec.json -o answer.json"):
                self.assertIn("cannot be written", self.polhode(command, 7, full)[1], command)
        self.shell('"$0" list figures >&-', 7)
        for to in ("/dev/full", ".", "spec.json/below", "/proc/polhode.json", "no/such/answer.json"):
            for verb in ("run", "reference"):
                self.polhode(f"{verb} spec.json -o {to}", 7)
        self.assertFalse(os.path.exists("no"))

    def test_files_keep_their_modes_and_links(self):
        mode = lambda: os.stat("answer.json").st_mode & 0o7777
        spec()
        self.polhode("run spec.json -o answer.json", umask=0o027)
        self.assertEqual(mode(), 0o640)
        os.chmod("answer.json", 0o604)
        before = read("answer.json")
        os.symlink("answer.json", "link.json")
        spec(**{**RUN, "h": 0.2})
        self.polhode("run spec.json -o link.json")
        self.assertTrue(os.path.islink("link.json"))
        self.assertNotEqual(read("answer.json"), before)
        self.assertEqual(mode(), 0o604)
        self.polhode(f"run spec.json -o {250 * 'n'}.json")  # as long as names may be
        self.assertEqual([name for name in os.listdir() if name[0] == "."], [])  # temporary files
        # Two outputs in one file.
        self.refused("recommend spec.json --attitude-error 1e-3 -o answer.json --html link.json", "--html")

    def test_messages_are_of_printable_characters(self):
        for rest, said in (({"\x1b[2J": 1}, "\\x1b[2J"),
                           ({"method": "\x1b]0;x\a", "h": 1, "steps": 1}, "\\x1b]0;x\\x07"),
                           ({"method": 3000 * "'", "h": 1, "steps": 1}, '..."'),
                           ({**RUN, "body\x1b": 1}, "body\\x1b")):
            spec(**rest)
            self.refused("run spec.json", said)
        for command, said in (("list 'me\x1bthods'", "me\\x1bthods"), (f"list {3000 * 'm'}", '..."'),
                              ("show figure1 --out '/no\nwhere'", "figure1: not measured yet"),
                              ("run '/no\nwhere'", "/no\\x0awhere: ")):
            self.refused(command, said)
        spec(time=1)
        self.assertLess(len(self.refused(f"reference spec.json --digits {3000 * 'm'}", "...")), 300)

    # --- time and memory ----------------------------------------------------------------------------------------------

    def test_the_first_signal_ends_it(self):
        """Ctrl-C and SIGTERM, wherever they find it: exit code 130, long before it would end, and no temporary file."""
        top = {"torque": {"kind": "gravity", "moment": [0.1, 0.2, 0.7]}}
        write("far.json", {"body": BODY, **top, "time": 1e7})
        spec(**top, method="imidm", h=0.01, steps=9000000000, every=1000000000)
        commands = ("run spec.json -o answer.json", "reference far.json", "run -",  # from a pipe that says nothing
                    "figure properties --no-timing --out figures", "check all",
                    "recommend far.json --attitude-error 1e-6 --time-limit 1000 --time 1000")
        for n, command in enumerate(commands):
            with subprocess.Popen([PROGRAM, *command.split()], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as child:
                caught = lambda: int(read(f"/proc/{child.pid}/status").split("SigCgt:")[1].split()[0], 16)
                while child.poll() is None and not caught() >> (signal.SIGTERM - 1) & 1:
                    time.sleep(0.02)
                time.sleep(0.3)
                child.send_signal((signal.SIGINT, signal.SIGTERM)[n % 2])  # of one handler
                self.assertEqual(child.wait(), 130, command)
        self.assertEqual([name for name in os.listdir() if name[0] == "."], [])
        self.assertFalse(os.path.exists("answer.json"))

    def test_rows_are_not_held_in_memory(self):
        """A row more is not kept in memory, where it would take a kilobyte."""
        def kilobytes(rows):
            spec(method="mr", h=0.01, every=1, steps=rows)
            return peak("run spec.json -o answer.json")
        few, many = kilobytes(1000), kilobytes(10000)
        self.assertLess(many - few, 2000, f"{few} kB, then {many} kB")
        answer = json.loads(read("answer.json"))
        self.assertEqual(len(answer["trajectory"]), 10001)
        self.assertEqual(answer["trajectory"][-1]["momentum"], answer["final"]["momentum"])

    def test_lanes_that_are_cut_off_are_none(self):
        """Loaded, they would end the program."""
        shutil.copy(PROGRAM, "polhode")
        pathlib.Path("polhode-lanes.so").write_bytes(pathlib.Path(PROGRAM).read_bytes()[:20000])
        said = self.shell(f"./polhode sweep '{SOURCE}/problems/sweeps/two_methods.json' -o sweep")
        self.assertIn("make lanes", said)

    # --- exit codes that ctest rests on -------------------------------------------------------------------------------

    def test_a_changed_number_is_three(self):
        figure = result("figure1")
        write("figure1.json", figure)
        self.polhode("golden figure1 --out .")
        errors = figure["panels"][0]["series"][0]["points"][3]["errors"]
        errors[min(errors)] *= 1.01
        write("figure1.json", figure)
        self.assertIn("differs from the golden file", self.polhode("golden figure1 --out .", 3)[0])

    def test_another_verdict_than_the_golden_one_is_three(self):
        figure = result("figure1")
        command = "figure figure1 --no-timing --results results --out ."
        write("results/golden/figure1.json", figure)
        shutil.copy(RESULTS / "claims.json", "results")
        self.polhode(command)
        first = figure["verdicts"][0]
        first["verdict"] = "not-reproduced" if first["verdict"] == "reproduced" else "reproduced"
        write("results/golden/figure1.json", figure)
        self.assertIn("changed: ", self.polhode(command, 3)[1])

    def test_a_catalogue_of_another_program_is_three(self):
        self.polhode("catalogue --check")
        write("results/catalogue.json", read(RESULTS / "catalogue.json") + " ")
        shutil.copy(RESULTS / "styles.json", "results")
        self.polhode("catalogue --check --results results", 3)

    def test_worse_performance_is_four(self):
        """To six: which of them it is, is tested with what compares (comparison_test)."""
        shutil.copy(RESULTS / "perf/baseline.json", ".")
        evidence = json.loads(read("baseline.json"))
        row = evidence["rows"]["heavy-top/sej/h=0.01"]
        row["instructions"] *= 1.02
        write("after.json", evidence)
        self.polhode("compare baseline.json after.json", 4)
        row["instructions"] = "many"
        write("after.json", evidence)
        self.refused("compare baseline.json after.json", 'rows.heavy-top/sej/h=0.01.instructions: "many" is given')


class New(Program):
    """What `polhode new` writes compiles and passes."""

    def test_compiles_and_runs(self):
        """A folder needs no tree; the lines that it prints build, wherever it is."""
        os.mkdir("it's here")
        for what, name in (("engine", "my-mr4"), ("plugin", "my-swing")):
            file = name.replace("-", "_")
            command = f'new {what} {name} --tree "it\'s here"'
            self.shell(self.polhode(command)[0].split("Next:\n")[1].splitlines()[0])
            self.assertIn(name, self.polhode(f'list methods --{what} "it\'s here/{file}/lib{file}.so"')[0])
            self.refused(command, "already exists")
        text = read("it's here/my_swing/my_swing.cpp") + read("it's here/my_swing/CMakeLists.txt")
        self.assertIn('.id = "my-swing"', text)
        self.assertIn("\nadd_library(plugin MODULE my_swing.cpp)", text)
        self.assertNotRegex(text, "explicit-midpoint|mr4|midpoint.c")

    def test_refuses_what_exists_and_what_is_no_name(self):
        for command, said in (("plugin imidm", '"imidm" already'), ("plugin liemid-i", '"liemid-i" already'),
                              ("plugin My-Method", "accepted: small letters"),
                              ("engine my_method", "accepted: small letters"),
                              ("plugin ../x", "accepted: small letters"), ("plugin -- -x", "NAME"),
                              ("plugin x -- --tree", '"--tree" is not a flag'),
                              ("plugin x--y", "accepted: small letters"),
                              ("plugni mine", 'did you mean "plugin"'), ("plugin", "NAME")):
            self.refused(f"new {command}", said)
        self.assertEqual(os.listdir(), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
