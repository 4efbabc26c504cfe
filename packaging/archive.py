#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what was measured, and all that a referee needs to measure it again, as an RO-Crate 1.1 with checksums.

usage: archive.py PROGRAM RESULTS ARCHIVE FIGURE.json...

ARCHIVE is a folder, written anew, and ARCHIVE.tar.gz. `polhode verify ARCHIVE` measures it again.
"""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

program, results, archive = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
figures = [pathlib.Path(name) for name in sys.argv[4:]]
tree = results.parent


def said(*command):
    return subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout


def seeds_in(document):
    for key, value in document.items() if isinstance(document, dict) else enumerate(document):
        if key == "seed":
            yield value
        elif isinstance(value, (dict, list)):
            yield from seeds_in(value)


shutil.rmtree(archive, ignore_errors=True)
(archive / "results").mkdir(parents=True)
for figure in figures:
    shutil.copy(figure, archive / "results")
for file in (results / "claims.json", results / "golden/tolerances.json", tree / "LICENSE", tree / "CITATION.cff"):
    shutil.copy(file, archive)
environment = {"build": dict(re.findall(r"^(floating point|\w+):? (.*)$", said(program, "--version"), re.M)),
               "machine": json.loads(said(program, "doctor", "--json"))}
(archive / "environment.json").write_text(json.dumps(environment, indent=1) + "\n")

about = {  # and what is a folder
    "claims.json": "The claims of the papers, each with its test",
    "tolerances.json": "By how much a number may differ where it is measured again",
    "environment.json": "Program, compiler, flags and machine that measured",
    "LICENSE": "Licence", "CITATION.cff": "How to cite"}
commit = environment["build"]["git"]
date = said("git", "show", "-s", "--format=%cs", commit.removesuffix("-dirty")).strip()
meta = dict(re.findall(r'^(title|version): "?(\w+[\w.]*)', (tree / "CITATION.cff").read_text(), re.M))
files = sorted(str(p.relative_to(archive)) for p in archive.rglob("*") if p.is_file())


def digest(name):
    return hashlib.sha256((archive / name).read_bytes()).hexdigest()


def entity(name):
    described = about.get(name) or json.loads((archive / name).read_text())["title"]
    return {"@id": name, "@type": "File", "name": described, "contentSize": str((archive / name).stat().st_size),
            "encodingFormat": "application/json" if name.endswith(".json") else "text/plain", "sha256": digest(name)}


seeds = sorted({seed for figure in figures for seed in seeds_in(json.loads(figure.read_text()))})
measured = [f"results/{f.name}" for f in figures]
# The crate's own context, which readers have, lacks the term of the checksum: it would be no statement at all.
context = ["https://w3id.org/ro/crate/1.1/context", {"sha256": "http://schema.org/sha256"}]
crate = {"@context": context, "@graph": [
    {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"},
     "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}},
    {"@id": "./", "@type": "Dataset", "name": f"{meta['title']} {meta['version']}: results",
     "description": "Figures of papers on integrators of rigid-body rotations, measured again, with a verdict on every "
                    "claim. `polhode verify` with this archive measures them once more and says claim by claim what "
                    "agrees.",
     "datePublished": date, "license": {"@id": "LICENSE"}, "hasPart": [{"@id": name} for name in files],
     "mentions": [{"@id": "#measuring"}]},
    {"@id": "#program", "@type": "SoftwareApplication", "name": meta["title"], "version": meta["version"],
     "softwareVersion": commit, "softwareRequirements": environment["build"]["compiler"]},
    {"@id": "#measuring", "@type": "CreateAction", "name": "Measuring",
     "description": "polhode figure " + " ".join(f.stem for f in figures) + " --no-timing",
     "instrument": {"@id": "#program"}, "object": [{"@id": "claims.json"}],
     "result": [{"@id": name} for name in measured], "additionalProperty": {"@id": "#seeds"}},
    {"@id": "#seeds", "@type": "PropertyValue", "name": "seeds of pseudo-random numbers",
     "value": seeds or "none but those that are constants of the program"},
    *(entity(name) for name in files)]}
(archive / "ro-crate-metadata.json").write_text(json.dumps(crate, indent=1, ensure_ascii=False) + "\n")
with open(archive / "manifest-sha256.txt", "w", encoding="utf-8") as manifest:
    for name in ["ro-crate-metadata.json", *files]:
        manifest.write(f"{digest(name)}  {name}\n")


def without_owner(member):
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


with tarfile.open(f"{archive}.tar.gz", "w:gz") as tar:
    tar.add(archive, archive.name, filter=without_owner)
print(f"{archive}.tar.gz")
