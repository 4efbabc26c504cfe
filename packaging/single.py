#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One header of many: the integrators and the exact flow, without those that need Boost.

usage: single.py SOURCE VERSION > polhode.hpp
"""
import pathlib
import re
import sys

SOURCE, VERSION = pathlib.Path(sys.argv[1]), sys.argv[2]
OURS = re.compile(r'^#include "(.+)"\n', re.M)
EXAMPLE = re.compile(r"^  // for the head of polhode.hpp\n(.*?)\n\n", re.M | re.S)
STANDARD = re.compile(r"^#include <([a-z_]+)>\n", re.M)


def text_of(name):
    return (SOURCE / name).read_text(encoding="utf-8")


def needed_by(names, found):
    """The headers and what they include, each once and after what it needs."""
    for name in names:
        if name not in found:
            needed_by(OURS.findall(text_of(name)), found)
            found[name] = text_of(name)
    return found


def is_alone(name):
    return not any("boost/" in text for text in needed_by([name], {}).values())


def pages():
    """The pages of the methods, in alphabetical order."""
    return sorted({f"methods/{name}.hpp" for name in re.findall(r"^(\w+):", text_of("methods/pages.txt"), re.M)})


def body(text):
    for pattern in (OURS, STANDARD, re.compile(r"^// SPDX.*\n", re.M), re.compile(r"^#pragma once\n", re.M)):
        text = pattern.sub("", text)
    return text.strip("\n") + "\n"


methods = [name for name in pages() if is_alone(name)]
headers = needed_by(["core/stepping/stepper.hpp", "methods/family/free_flow.hpp", "methods/attitude/roster.hpp", *methods], {})
standard = sorted({name for text in headers.values() for name in STANDARD.findall(text)})

print("// SPDX-License-Identifier: MIT")
print(f"// Polhode {VERSION}: integrators of rigid-body rotations, the exact free motion, and updates of gyros.\n"
      "// C++20, and nothing else.")
print("// Made from the headers that the lines \"// ---\" name; change those.\n//")
print("//     #include \"polhode.hpp\"\n//")
for line in EXAMPLE.search(text_of("packaging/single_test.cpp"))[1].splitlines():
    print(f"//     {line.removeprefix('  ')}".rstrip())
print("""//
// A state is the momentum in the body's axes, along which the moments of inertia are, and the attitude, body to space. The
// field's moment is weight times centre of mass, in the body; run.status says whether run.state is that at the end.
// Bits are those of the program if -ffp-contract=off is given where -march has fused operations. With
// -fno-exceptions, what would be thrown ends the program; -fno-rtti changes nothing.
//""")
for line in text_of("LICENSE").splitlines():
    print(f"// {line}".rstrip())
print(f"""#pragma once

#define POLHODE_VERSION "{VERSION}"

#if __cplusplus < 202002L
#error "polhode.hpp is C++20: compile with -std=c++20"
#endif
""")
print("".join(f"#include <{name}>\n" for name in standard))
for name, text in headers.items():
    print(f"// --- {name}\n\n{body(text)}")
