# SPDX-License-Identifier: MIT
# Untried recipe for Spack.
from spack.package import CMakePackage, depends_on, generator, license, version


class Polhode(CMakePackage):
    """Integrators of rigid-body rotations, judged."""

    license("MIT")
    version("0.1.0")

    generator("ninja")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("boost@1.74:")
    depends_on("nlohmann-json@3.11:")
    depends_on("fmt@9:")
    depends_on("cli11@2:")
    depends_on("intel-oneapi-tbb")
    depends_on("sqlite@3:")
    depends_on("eigen@3.4:")
    depends_on("random123")
    depends_on("googletest")
    depends_on("benchmark")
