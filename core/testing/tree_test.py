#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tree as its developers do it: who includes whom, boxes and steps, rosters, commands, licences."""
import pathlib
import re
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
STEPPING = "core/geometry core/spaces core/torques core/stepping "
PROBLEM = STEPPING + "core/problem "
RUN = "core problems methods experiments/running nlohmann fmt "
JUDGED = RUN + "experiments/judging "
# Which rooms and libraries each room may include, beside itself.
ROOMS = {
    "core/geometry": "boost/multiprecision",
    "core/spaces": "core/geometry",
    "core/torques": "core/geometry core/spaces",
    "core/stepping": "core/geometry core/spaces core/torques",
    "core/problem": STEPPING,
    "methods/lanes": "core/geometry core/torques core/stepping methods oneapi",
    "core/reference": PROBLEM + "boost/math boost/numeric/odeint oneapi",
    "core/attitude": "core/geometry core/torques core/reference",
    "core/system": "core/stepping/interrupt.hpp fmt oneapi build_version.hpp Random123",
    "core/judging": STEPPING + "core/system nlohmann fmt boost/math unsupported/Eigen",
    "core/measuring": PROBLEM + "core/judging core/system nlohmann fmt",
    "core/io": "core nlohmann fmt schemas.hpp boost/spirit pugixml.hpp",
    "core/testing": "core methods nlohmann gtest",
    "methods": PROBLEM + "boost/numeric/odeint",
    "problems": STEPPING + "core/reference",
    "experiments/running": RUN + "engines/polhode/engine.h",
    "experiments/papers": RUN + "boost/math boost/numeric/odeint",
    "experiments/judging": RUN + "Eigen boost/container",
    "experiments/bench": JUDGED + "boost/numeric/odeint benchmark valgrind cvode nvector sunlinsol sunmatrix",
    "experiments/answers": JUDGED + "experiments/papers",
    "experiments/program": RUN + "experiments CLI boost/asio boost/beast",
    "python": "core methods experiments/judging experiments/running experiments/answers nlohmann "
              "pybind11 Python.h schemas.hpp",
    "c": "core methods experiments/judging experiments/answers polhode/engine.h nlohmann",
    "results/report/player": "core/stepping core/torques methods"}
INSTALLED = {"core/geometry", "core/spaces", "core/torques", "core/stepping", "methods", "problems"}
SYSTEM_HEADERS = """immintrin.h emmintrin.h dlfcn.h fcntl.h quadmath.h gnu/libc-version.h link.h poll.h pthread.h
    sched.h sys/file.h sys/prctl.h sys/stat.h sys/syscall.h sys/time.h sys/wait.h unistd.h sys/ioctl.h""".split()


def read(path):
    return (SOURCE / path).read_text(encoding="utf-8")


def files(folder, *ends):
    """The sources below a folder, or files with other ends, by their names in the tree."""
    return sorted(path.relative_to(SOURCE).as_posix() for path in (SOURCE / folder).rglob("*")
                  if path.name.endswith(ends or (".hpp", ".cpp")))


class Tree(unittest.TestCase):
    def test_includes_follow_the_table(self):
        for folder, others in ROOMS.items():
            room = [folder, *others.split()]
            for name in files(folder):
                if "_test." in name or (folder == "methods" and name.startswith("methods/lanes/")):
                    continue
                for target in re.findall('#include [<"]([^>"]+)[>"]', read(name)):
                    standard = not re.search("[/.]", target) or target in SYSTEM_HEADERS
                    allowed = standard or any(f"{target}/".startswith(f"{may}/") for may in room)
                    # What is installed is for who links no library; a plug-in may ask for it.
                    if target in ("core/geometry/scalar.hpp", "core/geometry/decimal.hpp"):
                        is_source = name.endswith(".cpp") or name == "core/geometry/decimal.hpp"
                        allowed &= is_source or folder not in INSTALLED
                    # What tests share is theirs; the bench counts allocations as they do.
                    if target.startswith("core/testing/"):
                        allowed &= folder in ("core/testing", "experiments/bench")
                    self.assertTrue(allowed, f"{name} includes {target}")

    def test_methods_do_not_include_each_other(self):
        """A page is on its own, but for methods that are made of others; and it is listed."""
        for page in (SOURCE / "methods").glob("*.hpp"):
            if page.stem in ("runners", "plugin", "in_scalar", "run_as", "stepper_test", "steppers"):
                continue
            names = "".join(re.findall(f"^{page.stem}: .*", read("methods/pages.txt"), re.M))
            self.assertNotEqual(names, "", f"{page.name} is not listed")
            for other in re.findall(r'#include "(methods/[a-z0-9_]+\.hpp)"', read(page)):
                types = re.findall(r"(?:struct|using) (\w+) [:={]", read(other))
                self.assertTrue(any(re.search(rf"[<, ]{t}\b", names) or f" {t}::" in read(page) for t in types),
                                f"{page.name} includes {other}")

    def test_boxes_say_how_steps_fail(self):
        """What a step can fail with stands in the box: `solved` for no_root, other failures by name."""
        for name in files("methods", ".hpp"):
            if name.startswith("methods/lanes/"):
                continue
            said, code = "".join(re.findall("//.*", read(name))), re.sub("//.*", "", read(name))
            for failure in re.finditer(r"Failure::([a-z_]+)|[ (]solve\(", code):
                self.assertIn(failure[1] or "solved", said, name)

    def test_steps_carry_the_tags_of_their_boxes(self):
        """Every equation of a box that has a tag is a line of the step that carries it, and no other tag is there."""
        tag = r"\(([a-z]|[0-9]{1,2}[a-z]?)\)"
        for name in files("methods", ".hpp"):
            box, step = set(), set()
            for line in read(name).splitlines():
                if re.match(" *//", line):
                    found = re.finditer(rf"(?:[^ /]  +|solved |for ){tag}(?= |$)| {tag}(?= solved)", line)
                    box |= {equation[1] or equation[2] for equation in found}
                elif tags := re.search(rf"  // ((?:{tag}(?:, )?)+)", line):  # "// (d), (c)", "// (a), halved"
                    step |= set(re.findall(tag, tags[1]))
            self.assertEqual(box, step, name)

    def test_rosters_are_complete(self):
        for path in (SOURCE / "problems").glob("*.hpp"):
            if path.name not in ("roster.hpp", "test_problems.hpp"):
                self.assertIn(f'"problems/{path.name}"', read("problems/roster.hpp"))
        for path in (SOURCE / "experiments/papers").iterdir():
            if path.is_dir():
                self.assertIn(f"{path.name}::paper()", read("experiments/papers/index.cpp"))

    def test_custom_commands_are_verbatim(self):
        """Otherwise a shell reads their paths, and a quote in the name of a folder ends a build."""
        names = ["CMakeLists.txt", "tests.cmake"]
        for folder in ("c", "core", "docs", "engines", "experiments", "methods", "packaging", "python"):
            names += files(folder, "CMakeLists.txt", ".cmake")
        commands = 0
        for name in names:
            found = re.findall(r"add_custom_\w+(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))", read(name))
            self.assertEqual(len(found), read(name).count("add_custom_"), name)
            for command in found:
                if "COMMAND " in command:
                    commands += 1
                    self.assertIn("VERBATIM", command, name)
        self.assertGreater(commands, 3)

    def test_every_file_names_its_licence(self):
        for folder in ("core", "methods", "problems", "experiments"):
            for name in files(folder):
                self.assertTrue(read(name).startswith("// SPDX-License-Identifier: MIT\n"), name)


if __name__ == "__main__":
    unittest.main()
