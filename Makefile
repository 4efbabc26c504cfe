# A table of contents over CMake; the work is described in CMakeLists.txt.
SHELL := bash
.SHELLFLAGS := -o pipefail -c
PRESET ?= release
PREFIX ?= /usr/local
BUILD := build/$(PRESET)
PROGRAM := $(BUILD)/polhode
# A name as the shell takes it, whatever it holds.
quoted = '$(subst ','\'',$(1))'
PAPERS := $(notdir $(patsubst %/,%,$(wildcard experiments/papers/*/)))
ASAN_TESTS := geometry_test spaces_test stepping_test judging_test measure_test system_test spec_test exact_test plugins_test fuzz program robust
AARCH64_TESTS := geometry_test spaces_test stepping_test reference_test lagrange_top_test exact_test end_states_test
AARCH64_FIGURES := figure1 figure2 krysl2006-figure1

.NOTPARALLEL:
.DEFAULT_GOAL := all
.PHONY: all help deps configure build lanes figures robustness atlas report preview populations site test test-browser test-contributing test-cluster engines test-engines engines-page test-asan test-tsan test-aarch64 test-consumer mutants mutants-page fuzz golden bench evidence perf-check perf-baseline readme docs api install single archive release-check package python clean

all: figures lanes  ## packages, build, all figures with their verdicts, lanes

help:  ## this list
	@echo "make TARGET [PRESET=release|native|dev|asan]"
	@sed -nE 's/^([a-zA-Z0-9_%-]+):.*  ## (.*)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 28

deps:  ## installs missing Debian packages: all lists in packages/
	@packages/install packages/*.txt

$(BUILD)/build.ninja: CMakeLists.txt CMakePresets.json packages/build.txt
	@packages/install packages/build.txt
	@cmake --preset $(call quoted,$(PRESET)) --log-level=NOTICE >/dev/null  # errors, and what is done without
	@touch $@

# In CI every package of the lists is needed. What was configured before packages came is configured again.
packages-%:
	@packages/install $(if $(CI),packages/*.txt,packages/build.txt packages/$*.txt)
	@[ ! /var/lib/dpkg/status -nt $(call quoted,$(BUILD)/build.ninja) ] || rm -f $(call quoted,$(BUILD)/build.ninja)

configure: $(BUILD)/build.ninja

build: configure  ## the program
	@packages/build $(call quoted,$(PRESET)) polhode $(if $(wildcard $(BUILD)/polhode-lanes.so),polhode_lanes)
	@[ '$(MAKECMDGOALS)' != build ] || printf '%s\nnext: %s recommend problems/examples/heavy_top.json --attitude-error 1e-6\n' \
	    $(call quoted,$(PROGRAM)) $(call quoted,$(PROGRAM))

lanes: configure  ## many bodies at once, for sweeps, Python and C++: a library beside the program; minutes
	@packages/build $(call quoted,$(PRESET)) polhode_lanes polhode_lanes_linked

figures: build  ## all figures: results/out/NAME.json .timing.json .svg .png .pdf, and the report
	@packages/build $(call quoted,$(PRESET)) figures
	@$(call quoted,$(PROGRAM)) check all --timing -o results/out/passports.json >/dev/null
	@$(call quoted,$(PROGRAM)) show all
	@$(call quoted,$(PROGRAM)) report

robustness: build lanes  ## tests the claims on populations of bodies: docs/robustness.md
	@for spec in problems/sweeps/robustness/*.json; do \
	    case $$spec in */krysl2006-slow-top-everywhere.json|*/krysl2006-fast-top-everywhere.json) rows=--rows;; *) rows=;; esac; \
	    $(PROGRAM) sweep $$spec --fresh $$rows -o results/out/robustness/$$(basename $$spec .json) >/dev/null || exit $$?; done
	@python3 experiments/studies/robustness.py collect results/out/robustness && \
	python3 experiments/studies/robustness.py shapes $(PROGRAM) results/out/robustness/shapes && python3 results/pages.py write robustness
	@echo docs/robustness.md

atlas: build  ## the cheapest method for a tolerance on random bodies: results/atlas.json, docs/atlas.md
	@python3 experiments/studies/atlas.py measure $(call quoted,$(PROGRAM)) && python3 results/pages.py write atlas

report: build  ## all measurements as one HTML file: results/out/report.html
	@$(call quoted,$(PROGRAM)) report

preview:  ## the report of the golden results, without a compiler: results/out/preview.html
	@command -v python3 >/dev/null || { echo "python3 is missing; Debian: apt-get install python3"; exit 1; }
	@python3 results/report/preview.py

figure% $(PAPERS:%=%-%): configure  ## one figure, like figure1: builds what it needs, measures, prints the verdicts
	@packages/build $(call quoted,$(PRESET)) $(call quoted,$(@:saefstroem2006-%=%))
	@$(call quoted,$(BUILD)/figures/measure-$(@:saefstroem2006-%=%)) $(call quoted,$(@:saefstroem2006-%=%)) --show

properties: build  ## the claims that no figure shows
	@packages/build $(call quoted,$(PRESET)) properties
	@$(call quoted,$(PROGRAM)) show properties

# Tests on Debian 12 with all packages, which CI compares: a package that is lost takes tests with it.
TESTS := 126
of_release := -LE "browser|engines|scratch"
test: packages-test configure  ## builds and runs all tests; PRESET=shared: the tests of the Python module, the C library and the packages
	@packages/build $(call quoted,$(PRESET)) $(if $(filter shared,$(PRESET)),shared_tests)
	@[ -z '$(CI)' ] || [ $(call quoted,$(PRESET)) != release ] || \
	    found=$$(ctest --test-dir $(call quoted,$(BUILD)) -N $(of_release) | sed -n 's/^Total Tests: //p'); \
	    [ "$${found:-$(TESTS)}" = $(TESTS) ] || \
	    { echo "$$found tests; accepted: $(TESTS), TESTS in the Makefile. After a new test, change it; else a package is missing, see what CMake says"; exit 1; }
	@ctest --test-dir $(call quoted,$(BUILD)) --output-on-failure --parallel $$(($$(nproc) + 1)) $(if $(filter shared,$(PRESET)),-L shared,$(of_release))

populations: build lanes  ## adds populations of bodies to the report: errors, and the best methods
	@for spec in problems/sweeps/populations/*.json; do \
	    to=results/out/sweeps/$$(basename $$spec .json); \
	    $(PROGRAM) sweep $$spec --fresh -o $$to >/dev/null && cp $$spec $$to/given.json || exit $$?; done
	@$(call quoted,$(PROGRAM)) report

docs: report  ## documents, report and API as one site of static pages, links checked: results/out/site
site: preview  ## the same site from the golden results, without a build
docs site: api build/browser/node_modules/playwright-core
	@node results/report/site.mjs results/out/$(if $(filter docs,$@),report,preview).html \
	    "$$(command -v chromium || command -v chromium-browser)" build/browser build/docs/html results/out/site

api: packages-api  ## the API reference alone, build/docs/html/index.html
	@docs/api build/docs
	@echo "build/docs/html/index.html ($$(sort -u build/docs/warnings.txt | grep -c 'not documented') names without a docstring: build/docs/warnings.txt)"

build/browser/node_modules/playwright-core: results/report/package.json results/report/package-lock.json
	@mkdir -p build/browser && cp $^ build/browser/
	@npm ci --prefix build/browser --no-audit --no-fund --silent && touch $@

test-browser: build build/browser/node_modules/playwright-core  ## the report and the site in a headless Chromium (chromium, nodejs and npm of Debian; npm fetches playwright-core)
	@cmake --preset $(call quoted,$(PRESET)) >/dev/null
	@ctest --test-dir $(call quoted,$(BUILD)) --output-on-failure --no-tests=error -L browser

test-contributing: build  ## the steps of CONTRIBUTING.md, in a copy of the tree: minutes with ccache, a whole build without
	@ctest --test-dir $(call quoted,$(BUILD)) --output-on-failure -L scratch

test-cluster: build  ## shards of a sweep on a real Slurm on this host (as root; experiments/cluster/packages.txt), and without one
	@packages/install experiments/cluster/packages.txt
	@experiments/cluster/cluster_test $(call quoted,$(PROGRAM))

engines:  ## adapters of the engines that are installed, build/engines; engines/packages.txt names their packages
	@packages/install engines/packages.txt
	@engines/build

test-engines: configure engines  ## tests every adapter on a free body and a heavy top, and against the update that reimplements it
	@packages/build $(call quoted,$(PRESET)) adapters_test
	@ctest --test-dir $(call quoted,$(BUILD)) --output-on-failure -L engines

engines-page: build engines  ## results/engines.json, and docs/engines.md with its picture from it
	@python3 engines/measure.py measure $(call quoted,$(PROGRAM)) build/engines results/out/engines && \
	python3 results/pages.py write engines && node results/report/draw.mjs results/engines.json

test-asan: ## the program, its tests and the readers' fuzzers under address and undefined-behaviour sanitizers
	@$(MAKE) --no-print-directory PRESET=asan packages-test configure
	@packages/build asan $(filter-out robust,$(ASAN_TESTS:program=polhode))
	@ASAN_OPTIONS=handle_segv=0:quarantine_size_mb=8 ctest --test-dir build/asan --output-on-failure -R '^($(shell echo $(ASAN_TESTS) | tr ' ' '|'))$$'

test-tsan: ## figures on all cores under the thread sanitizer
	@$(MAKE) --no-print-directory PRESET=tsan configure
	@packages/build tsan polhode
	@for figure in figure1 figure8 frb2008-figure6; do \
	    TSAN_OPTIONS="suppressions=$(CURDIR)/core/testing/tsan.supp halt_on_error=1" \
	    build/tsan/polhode figure $$figure --no-timing --out build/tsan/figures || exit 1; done

test-aarch64: build  ## tests and three figures compiled for aarch64 (packages/aarch64.list), run by an emulator: minutes
	@packages/install packages/test.txt packages/aarch64.list
	@$(MAKE) --no-print-directory PRESET=aarch64 configure
	@packages/build aarch64 $(AARCH64_TESTS) $(AARCH64_FIGURES:%=measure-%)
	@ctest --test-dir build/aarch64 --output-on-failure --no-tests=error --parallel 2 -R '^($(shell echo $(AARCH64_TESTS) | tr ' ' '|'))$$'
	@for figure in $(AARCH64_FIGURES); do \
	    qemu-aarch64 build/aarch64/figures/measure-$$figure $$figure --no-timing --out build/aarch64/figures && \
	    $(call quoted,$(PROGRAM)) golden $$figure --out build/aarch64/figures || exit 1; done

test-consumer: ## integrate beside a loop by hand, compiled as users do: timed, so not part of `make test`
	@packaging/consumer_test.sh

mutants: packages-test  ## runs small faults, each with the test that must detect it: ONLY=recommend
	@python3 core/testing/mutants.py run $(ONLY)

mutants-page: build  ## the same for the pictures: ONLY=ticks
	@python3 core/testing/mutants.py pictures node $(call quoted,$(PROGRAM)) $(ONLY)

fuzz: packages-test configure  ## a minute for each reader of files: SECONDS=60, SEED=1
	@packages/build $(call quoted,$(PRESET)) fuzz
	@$(call quoted,$(BUILD)/fuzz) all --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

golden: figures  ## rewrites the golden results (commit them alone, with the reason)
	@$(call quoted,$(PROGRAM)) golden all --update

bench: packages-measure configure  ## times of a step of every method, relative to the published DMV6: results/out/bench.json
	@packages/build $(call quoted,$(PRESET)) steps_bench polhode_lanes
	@mkdir -p results/out
	@$(call quoted,$(BUILD)/steps_bench) --benchmark_out=results/out/bench.json --benchmark_out_format=json $(BENCH)

evidence: packages-measure configure
	@packages/build $(call quoted,$(PRESET)) evidence polhode polhode_lanes
	@$(call quoted,$(BUILD)/evidence) results/out/evidence.json

# Exit code 5, of a toolchain whose instructions cannot be compared or were not counted, is an alarm in CI alone.
perf-check: evidence  ## compares counts, instructions and accuracy with the baseline; BASE=REVISION: also times, TIMES=dozen: of twelve
	@$(call quoted,$(PROGRAM)) compare results/perf/baseline.json results/out/evidence.json $(COMPARE) || [ $$? = 5 -a -z '$(CI)' ]
	@[ -z $(call quoted,$(BASE)) ] || experiments/bench/against $(call quoted,$(BASE)) $(call quoted,$(TIMES)) || [ $$? = 5 ]

perf-baseline: evidence  ## rewrites the baseline from the present numbers (commit it alone, with the reason)
	@cp results/out/evidence.json results/perf/baseline.json && python3 results/pages.py write performance

readme: build  ## writes the tables of the README and of docs from the measurements
	@$(call quoted,$(PROGRAM)) check all -o results/out/passports.json
	@$(call quoted,$(PROGRAM)) catalogue && python3 results/pages.py write results/out/passports.json

install: build  ## installs the program, the headers and their packages to PREFIX=/usr/local; PRESET=shared: also the C library and the Python module
	@[ $(call quoted,$(PRESET)) != shared ] || packages/build shared polhode_c _core
	@cmake --install $(call quoted,$(BUILD)) --prefix $(call quoted,$(PREFIX)) >/dev/null && echo $(call quoted,$(PREFIX)/bin/polhode)

archive: figures  ## results, claims, environment, checksums as one RO-Crate: results/out/polhode-VERSION.tar.gz
	@python3 packaging/archive.py $(call quoted,$(PROGRAM)) results \
	    results/out/polhode-$$(sed -n 's/^version: //p' CITATION.cff) \
	    $$(ls results/golden/*.json | grep -v tolerances | sed 's|/golden/|/out/|')

release-check: test test-browser perf-check package archive  ## runs all checks of a release, then measures its archive again
	@$(call quoted,$(PROGRAM)) verify results/out/polhode-$$(sed -n 's/^version: //p' CITATION.cff)
	@python3 packaging/metadata_test.py . $(PROGRAM)

package:  ## polhode.deb and polhode.tar.gz: build/shared/packages
	@$(MAKE) --no-print-directory PRESET=shared packages-test has-_core
	@packages/build shared polhode polhode_lanes polhode_lanes_linked polhode_c _core
	@cd build/shared && cpack >/dev/null && ls $$PWD/packages/*.deb $$PWD/packages/*.tar.gz

python:  ## the Python module polhode, with all libraries once more as position-independent code: build/shared/python
	@$(MAKE) --no-print-directory PRESET=shared packages-test has-_core
	@packages/build shared python

single: has-single  ## integrators and exact flow as one header without dependencies: polhode.hpp
	@packages/build $(call quoted,$(PRESET)) single

# A target that there may be only since a package came.
package_of_single := python3
package_of__core := pybind11-dev python3-dev python3-pybind11 python3-numpy
has-%: configure
	@has() { grep -qs '^build $*:' $(call quoted,$(BUILD)/build.ninja); }; \
	    has || { rm -f $(call quoted,$(BUILD)/build.ninja) && $(MAKE) --no-print-directory configure; } && has || \
	    { echo "a package is missing; Debian: apt-get install $(package_of_$*)"; exit 1; }

clean:  ## removes build/ and results/out/
	@rm -rf build results/out
