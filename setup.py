# SPDX-License-Identifier: MIT
"""pip install --no-build-isolation .   builds polhode._core by CMake, below build/shared, where `make python` builds it.

POLHODE_BUILD is another build folder; POLHODE_SHARED must be on there.
"""
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = pathlib.Path(__file__).resolve().parent


class ByCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(os.environ.get("POLHODE_BUILD", SOURCE / "build" / "shared"))
        if not (build / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "shared", "-B", build, f"-DPOLHODE_PYTHON={sys.executable}"], cwd=SOURCE,
                           check=True)
        subprocess.run(["cmake", "--build", build, "--target", "_core"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(next((build / "python" / "polhode").glob("_core.*.so")), target)


results = ["results/claims.json", *sorted(str(p.relative_to(SOURCE)) for p in (SOURCE / "results/reference").glob("*.json"))]
setup(data_files=[("share/polhode/results", results[:1]), ("share/polhode/results/reference", results[1:])],
      ext_modules=[Extension("polhode._core", [])], cmdclass={"build_ext": ByCMake})
