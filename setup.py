# SPDX-License-Identifier: MIT
"""pip install --no-build-isolation .   builds polhode._core by CMake in build/shared, where `make python` does.

POLHODE_BUILD is another build folder; POLHODE_SHARED must be on there.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("POLHODE_BUILD", SOURCE / "build" / "shared"))
if not {"sdist", "egg_info"} & set(sys.argv):  # at once, so that pip shows nothing else
    for tool, package in (("cmake", "cmake"), ("ninja", "ninja-build")):
        if not shutil.which(tool):
            sys.exit(f"polhode: {tool} is missing; pip install {tool}, or Debian: apt-get install {package}")


class ByCMake(build_ext):
    def build_extension(self, extension):
        if not (BUILD / "build.ninja").exists():
            python = f"-DPOLHODE_PYTHON={sys.executable}"
            subprocess.run(["cmake", "--preset", "shared", "-B", BUILD, python], cwd=SOURCE, check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "_core", "polhode_lanes"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(next((BUILD / "python" / "polhode").glob("_core.*.so")), target)


# What is read besides (experiments/running/paths.hpp), by its folder.
READ = {".": ["claims.json", "styles.json"], "report": ["*.html", "*.css", "*.js"], "report/player": ["*.b64"]}
data = [(os.path.normpath(f"share/polhode/results/{folder}"),
         sorted(str(p.relative_to(SOURCE)) for name in names for p in (SOURCE / "results" / folder).glob(name)))
        for folder, names in READ.items()]
data.append(("lib/polhode", [os.path.relpath(BUILD / "polhode-lanes.so", SOURCE)]))  # many bodies at once
version = re.search(r"^version: (\S+)", (SOURCE / "CITATION.cff").read_text(), re.M)[1]
setup(version=version, ext_modules=[Extension("polhode._core", [])], cmdclass={"build_ext": ByCMake}, data_files=data)
