#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# CONTRIBUTING.md is enough: by its steps alone a method, a problem, a torque, a panel, a figure of a known paper and a new
# paper are added to a copy of the tree; what shows them is built, and the checks that it lists are run.
# Minutes with ccache, as long as a build without: `make test-contributing`.
#   contributing_test.sh SOURCE COPY
set -euo pipefail
source=$(realpath "$1") tree=$2
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=${CCACHE_BASEDIR:-$source} CCACHE_NOHASHDIR=1
fi
rm -rf "$tree" && mkdir -p "$tree"
tar -C "$source" --exclude=./build --exclude=./.git --exclude=./results/out -cf - . | tar -C "$tree" -xf -
cd "$tree"
step() { echo "--- $1"; }
# From the text of one file to another, with names changed.
copy() { sed "${@:3}" "$1" >"$2"; }
# Puts a word into a line that holds a text, once.
insert() {
  grep -q -- "$2" "$1" || { echo "$1 has no $2"; exit 1; }
  sed -i "0,/$2/s//$3/" "$1"
}
contains() { grep -q -- "$2" "$1" || { echo "$1 has no \"$2\""; exit 1; }; }

step "a kind of torque"
copy core/torques/harmonic_space.hpp core/torques/beat.hpp -e 's/HarmonicSpace/Beat/; s/harmonic-space/beat/; s/cos νt/cos² νt/' \
  -e 's/T(cos(frequency \* t))/T(cos(frequency * t) * cos(frequency * t))/'
sed -i 's/harmonic-space/beat/' core/torques/beat.hpp
insert core/torques/torque.hpp '#include "core\/torques\/body_torque.hpp"' '#include "core\/torques\/beat.hpp"\n&'
insert core/torques/torque.hpp 'std::variant<UniformField<T>,' '& Beat<T>,'
insert core/spaces/spaces_test.cpp '^    UniformField<double>{{' '    Beat<double>{{0.2, -0.1, 0.3}, 1.7},\n&'
sed -n '/^torque_harmonic_space "/,/^  frequency/{s/harmonic[-_]space/beat/g;p}' results/schemas/spec-1.keys >beat.keys
sed -i -e '/^torque <kind/{s/= /= torque_beat | /;e cat beat.keys' -e '}' results/schemas/spec-1.keys
python3 results/schemas/keys.py write
cmake --preset release >cmake.log 2>&1 || { tail -5 cmake.log; exit 1; }
ninja -C build/release spaces_test >build.log 2>&1 || { grep -m3 -A5 error build.log; exit 1; }
build/release/spaces_test --gtest_brief=1
cat >reads.cpp <<'CPP'
#include "core/io/json.hpp"
#include "core/io/spec.hpp"
#include "nlohmann/json.hpp"
int main() {
  const auto spec = polhode::read_spec<double>(polhode::parse_json(R"({"body": {"inertia": [1, 2, 3], "momentum": [1, 0, 2]},
    "torque": {"kind": "beat", "amplitude": [1, 0, 0], "frequency": 2}, "method": "mr", "h": 0.1, "steps": 1})", "spec"));
  return std::holds_alternative<polhode::TorquedBody<double>>(spec.problem) ? 0 : 1;
}
CPP
ninja -C build/release libpolhode_{specs,core,torques,reference,free_reference}.a >build.log 2>&1 || { grep -m3 -A5 error build.log; exit 1; }
c++ -std=gnu++20 -I. reads.cpp -Wl,--start-group build/release/libpolhode_*.a -Wl,--end-group -lfmt -lpugixml -lquadmath -ltbb -ldl -o reads
./reads
echo "a spec has it"
# The other steps need no torque: what is compiled of the tree stays.
for file in core/torques/torque.hpp core/spaces/spaces_test.cpp results/schemas/{spec-1.keys,spec-1.json,sweep-1.json}; do cp -p "$source/$file" "$file"; done
rm core/torques/beat.hpp

step "a method"
copy methods/mr.hpp methods/turns.hpp -e 's/\bMrFlow\b/TurnsFlow/g; s/\bMr\b/Turns/g; s/"mr"/"turns"/; s/"MR"/"TURNS"/; s/\.aliases = {.*}/.aliases = {}/'
sed -i 's/id = "mr"/id = "turns"/; s/\/\/ MR:/\/\/ TURNS:/' methods/turns.hpp
insert methods/pages.txt '^vi: ' 'turns: Turns\n&'

step "a problem"
copy problems/free_romero.hpp problems/egg.hpp -e 's/FreeRomero/Egg/; s/free-romero/egg/; s/T(9), T(4), T(1)/T(2), T(2), T(3)/'
insert problems/roster.hpp '#include "problems\/frb.hpp"' '#include "problems\/egg.hpp"\n&'
insert problems/roster.hpp '>;$' ', Egg>;'

step "a kind of panel"
for end in hpp cpp; do
  copy core/measuring/panels/sweep.$end core/measuring/panels/stairs.$end -e 's/\bSweep\b/Stairs/g; s/"sweep"/"stairs"/; s/panels\/sweep/panels\/stairs/' \
    -e 's/{Drawing::marks, Legend::inside, true}/{Drawing::lines, Legend::below}/'
done
insert core/measuring/experiment.hpp '#include "core\/measuring\/panels\/sweep.hpp"' '#include "core\/measuring\/panels\/stairs.hpp"\n&'
insert core/measuring/experiment.hpp 'Sweep, Map' 'Sweep, Stairs, Map'

# A claim of a figure; what is measured is asked of it.
claim() {
  python3 - "$1" "$2" "$3" <<'PY'
import json, sys
id, paper, figure = sys.argv[1:]
claims, said, quoted = (json.load(open(f"results/{name}.json")) for name in ("claims", "findings", "quotations"))
claims["claims"].append({"id": id, "paper": paper, "where": "Fig. 1", "claim": "It turns.", "figure": figure,
                         "quantity": "one", "rule": "one is one", "tests": [["one", "<=", 1]],
                         "deterministic": True, "chaotic": False})
said["figures"][figure] = {"claim": "it turns", "found": "So it is."}
for name in (figure, id):
    quoted["quotations"][name] = ["Sec. 1", "And yet it turns."]
styles = json.load(open("results/styles.json"))
styles["turns"] = ["sky", "X", "-"]
json.dump(styles, open("results/styles.json", "w"))
json.dump(claims, open("results/claims.json", "w"), indent=1)
json.dump(quoted, open("results/quotations.json", "w"), indent=1, ensure_ascii=False)
json.dump(said, open("results/findings.json", "w"), indent=1, ensure_ascii=False)
PY
}

step "a figure of a known paper"
folder=experiments/papers/krysl2004
python3 - experiments/papers/saefstroem2006/paper.cpp $folder/paper.cpp <<'PY'
import re, sys
text = re.search(r"Experiment figure1\(\) \{.*?\n\}\n", open(sys.argv[1]).read(), re.S)[0]
text = re.sub(r"\.claims = .*?\}\}\},\n  \};", '.claims = {{"krysl2004.egg", [](const Data&) { return Numbers{{"one", 1}}; }}},\n  };', text, flags=re.S)
text = re.sub(r"  const auto errors = .*?\n  \};\n", "", text, flags=re.S)
for old, new in (("figure1", "figure2"), ("FreeSaefstroem1", "Egg"), ("&Mr::info", "&Turns::info")):
    text = text.replace(old, new)
page = open(sys.argv[2]).read().replace("\n}  // namespace\n", "\n" + text + "\n}  // namespace\n", 1)
for header in ("methods/exact.hpp", "methods/turns.hpp", "problems/egg.hpp"):
    page = page.replace("\n\nnamespace", f'\n#include "{header}"\n\nnamespace', 1)
open(sys.argv[2], "w").write(page)
PY
insert $folder/paper.cpp '{1, figure1}' '{1, figure1}, {2, figure2}'
insert experiments/papers/CMakeLists.txt 'polhode_figure(krysl2004-figure1' 'polhode_figure(krysl2004-figure2 krysl2004 exact turns)\n&'
claim krysl2004.egg krysl2004 krysl2004-figure2

step "a new paper"
folder=experiments/papers/euler1758
mkdir $folder
python3 - experiments/papers/saefstroem2006/paper.cpp $folder/paper.cpp <<'PY'
import re, sys
text = open(sys.argv[1]).read()
head, figure = text[:text.index("// Celledoni")], re.search(r"Experiment figure8\(\) \{.*?\n\}\n", text, re.S)[0]
figure = figure.replace("figure8", "figure1").replace("panels = {Sweep", "panels = {Stairs")
figure = re.sub(r"\.claims = .*?\}\}\},\n  \};", '.claims = {{"euler1758.turns", [](const Data&) { return Numbers{{"one", 1}}; }}},\n  };', figure, flags=re.S)
figure = re.sub(r"  const auto ratio = .*?\n  \};\n", "", figure, flags=re.S)
page = head + figure + """
}  // namespace

Paper paper() {
  return {.id = "euler1758", .name = "Euler 1758", .figures = {{1, figure1}},
          .claims = [] { return std::vector<ClaimNumbers>(); }};
}

}  // namespace polhode::euler1758
"""
open(sys.argv[2], "w").write(page.replace("saefstroem2006", "euler1758"))
PY
insert experiments/papers/index.cpp 'namespace saefstroem2006 {' 'namespace euler1758 {\nPaper paper();\n}\n&'
insert experiments/papers/index.cpp 'frb2008::paper()}' 'frb2008::paper(), euler1758::paper()}'
insert experiments/papers/CMakeLists.txt 'polhode_figure(krysl2004-figure1' 'polhode_figure(euler1758-figure1 euler1758 mr sej)\n&'
claim euler1758.turns euler1758 euler1758-figure1

step "build"
cmake --preset release >cmake.log 2>&1 || { tail -5 cmake.log; exit 1; }
ninja -C build/release polhode >build.log 2>&1 || { grep -m3 -A5 error build.log; exit 1; }
polhode=build/release/polhode

step "checks"
$polhode check turns
$polhode list problems | grep '^ *egg'
for figure in krysl2004-figure2 euler1758-figure1; do
  ninja -C build/release $figure >build.log 2>&1 || { tail -5 build.log; exit 1; }
  $polhode show $figure | tee shown
  contains shown '1 reproduced, 0 not'
  $polhode golden $figure --update >/dev/null
done
$polhode check all -o passports.json >check.log
$polhode catalogue && python3 results/pages.py write passports.json
ctest --test-dir build/release --no-tests=error --output-on-failure -R '^(krysl2004-figure2|euler1758-figure1|findings|docs)$' | tail -15
python3 core/testing/tree_test.py
contains README.md 'euler1758-figure1'
contains docs/methods.md '`turns`'
contains docs/findings.md 'krysl2004-figure2'
python3 - <<'PY'
import json, sys
sys.argv = ["validate.py"]
sys.path.insert(0, "results")
import validate
for figure in ("krysl2004-figure2", "euler1758-figure1"):
    assert validate.validate(validate.read(f"golden/{figure}.json"), figure)
PY
if node=$(command -v node || command -v nodejs); then
  python3 results/report/draw_test.py $node $polhode results Styles
  contains results/out/euler1758-figure1.svg 'mean energy error'
fi
# A panel of a new kind is on the picture and on the page, which have no word of it.
if grep -l "[\"'\`]stairs[\"'\`]" results/report/*.js; then exit 1; fi
contains results/golden/euler1758-figure1.json '"kind": "stairs"'
$polhode report >/dev/null
contains results/out/report.html stairs
echo "CONTRIBUTING.md is enough"
