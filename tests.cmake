# SPDX-License-Identifier: MIT
# What they all include is read once.
add_library(polhode_testing OBJECT EXCLUDE_FROM_ALL core/testing/json.cpp)
target_link_libraries(polhode_testing PRIVATE GTest::gtest nlohmann_json::nlohmann_json)
set(of_tests $<$<CONFIG:Release>:-Og> -DPOLHODE_NOT_TIMED)
target_compile_options(polhode_testing PRIVATE ${of_tests})
target_precompile_headers(polhode_testing PRIVATE <filesystem> <fstream> <functional> <map> <gtest/gtest.h>
  <nlohmann/json.hpp>)
# Commands are fast tests.
function(polhode_command name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS fast)
endfunction()
function(polhode_script name script)  # in Python
  polhode_command(${name} ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/${script} ${ARGN})  # no caches in the tree
endfunction()
# Tests stand beside what they test: of a source, here without its end _test.cpp, the program NAME_test with these libraries.
# Labels: fast (minutes, also under sanitizers), figure (re-runs figures).
function(polhode_test source)
  get_filename_component(name ${source}_test NAME)
  add_executable(${name} ${source}_test.cpp)
  target_compile_definitions(${name} PRIVATE POLHODE_RESULTS="${CMAKE_SOURCE_DIR}/results"
    POLHODE_SOURCE="${CMAKE_SOURCE_DIR}" POLHODE_PROGRAM="$<TARGET_FILE:polhode>")
  target_link_libraries(${name} PRIVATE ${ARGN} polhode_testing GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${of_tests})
  target_precompile_headers(${name} REUSE_FROM polhode_testing)
  polhode_command(${name} ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()
# Several with the same libraries.
function(polhode_tests libraries)
  foreach(source ${ARGN})
    polhode_test(${source} ${libraries})
  endforeach()
endfunction()
polhode_tests(polhode_torques core/geometry/geometry core/spaces/spaces methods/special_functions)
polhode_test(methods/eigen Eigen3::Eigen)
polhode_test(core/stepping/stepping ${quadmath})
polhode_tests(polhode_core core/judging/judging core/measuring/measure core/system/system)
polhode_tests(polhode_reference core/stepping/between methods/free_flow)
polhode_tests("polhode_reference;nlohmann_json::nlohmann_json" core/reference/reference core/reference/lagrange_top
  methods/exact)
polhode_test(core/io/readers polhode_specs)
polhode_tests("polhode_reference;polhode_specs" core/io/bodies core/io/spec core/io/files methods/driven_order methods/radau5
  methods/strobe)
polhode_tests(polhode_methods methods/stepper methods/solvers_stepper)
polhode_tests("polhode_methods;polhode_reference" methods/methods methods/romero methods/frb methods/high_order)
polhode_tests("polhode_methods;polhode_reference;polhode_specs" methods/driven methods/end_states)
polhode_tests("polhode_judging;polhode_methods" experiments/judging/populations/populations experiments/judging/recommend
  methods/lanes/ensemble problems/examples experiments/running/comparison_runner experiments/running/engine_interface)
polhode_test(experiments/running/figure_value polhode_experiments polhode_methods)
polhode_test(experiments/answers/comparison polhode_answers)
polhode_tests("polhode_answers;polhode_methods" experiments/judging/property_report experiments/program/rates)
polhode_tests(nlohmann_json::nlohmann_json experiments/program/answers experiments/program/plugins)
add_dependencies(ensemble_test polhode_lanes)
find_program(NM nm)
get_directory_property(wide_objects DIRECTORY methods/lanes DEFINITION wide_objects)
if(NM AND wide_objects)
  polhode_command(ensemble_instructions sh ${CMAKE_SOURCE_DIR}/methods/lanes/instructions_test.sh ${wide_objects}
    COMMAND_EXPAND_LISTS)
endif()

# Readers are given what nobody would write: 100 inputs each, a minute each by `make fuzz`.
add_executable(fuzz experiments/program/fuzz_test.cpp)
target_compile_definitions(fuzz PRIVATE POLHODE_RESULTS="${CMAKE_SOURCE_DIR}/results")
target_link_libraries(fuzz PRIVATE polhode_program polhode_methods)
target_compile_options(fuzz PRIVATE -Og)
polhode_command(fuzz fuzz all --runs 100)
set_tests_properties(fuzz PROPERTIES TIMEOUT 600)

# Methods in other scalars: a few, for all are built when they are asked for.
polhode_test(methods/in_scalar polhode_reference nlohmann_json::nlohmann_json)
target_compile_definitions(in_scalar_test PRIVATE SCALARS="${CMAKE_BINARY_DIR}")
add_dependencies(in_scalar_test some_in_float)

# Plug-ins, and what the program says to those that do not fit.
set(plugin_folder ${CMAKE_BINARY_DIR}/plugins)
target_compile_definitions(plugins_test PRIVATE PLUGIN_FOLDER="${plugin_folder}")
add_library(mr4 MODULE experiments/examples/plugin/mr4.cpp)
add_library(broken MODULE experiments/program/plugin_broken_test.cpp)
foreach(plugin mr4 broken)
  set_target_properties(${plugin} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${plugin_folder})
  target_compile_options(${plugin} PRIVATE ${not_timed} -fvisibility=hidden)
  target_compile_definitions(${plugin} PRIVATE POLHODE_PLUGIN_LIBRARY)
  target_link_libraries(${plugin} PRIVATE $<TARGET_FILE:polhode_plugin> ${quadmath})
  add_dependencies(plugins_test ${plugin})
endforeach()

# Engines behind the C interface, built by themselves as others build theirs.
set(engine_folder ${CMAKE_BINARY_DIR}/engines)
foreach(test engine_interface_test plugins_test)
  target_compile_definitions(${test} PRIVATE ENGINE_FOLDER="${engine_folder}")
endforeach()
add_library(midpoint MODULE experiments/examples/engine/midpoint.c)
add_library(game MODULE experiments/examples/engine/game.cpp)
add_library(broken_engine MODULE experiments/running/engine_broken_test.c)
set(engines midpoint game broken_engine)
if(CMAKE_Fortran_COMPILER)
  add_library(rk4 MODULE experiments/examples/engine/rk4.f90)
  set_target_properties(rk4 PROPERTIES COMPILE_OPTIONS "-Wall;-Wextra;-std=f2018;-J${engine_folder}")  # not those of C++
  list(APPEND engines rk4)
  target_compile_definitions(engine_interface_test PRIVATE HAVE_FORTRAN)
else()
  message(NOTICE "the engine in Fortran is not tested: no Fortran compiler")
endif()
foreach(engine ${engines})
  set_target_properties(${engine} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${engine_folder} C_STANDARD 99 C_EXTENSIONS OFF
    CXX_STANDARD 11 CXX_EXTENSIONS OFF)
  target_include_directories(${engine} PRIVATE engines)
  target_compile_options(${engine} PRIVATE -O1 -Werror $<$<COMPILE_LANGUAGE:C,CXX>:-pedantic -fvisibility=hidden>)
  target_link_libraries(${engine} PRIVATE m)
  add_dependencies(engine_interface_test ${engine})
  add_dependencies(plugins_test ${engine})
endforeach()

# Adapters of other people's engines, which `make engines` builds: `make test-engines`.
polhode_test(engines/adapters polhode_experiments polhode_methods)
set_tests_properties(adapters_test PROPERTIES LABELS engines)
set_target_properties(adapters_test PROPERTIES EXCLUDE_FROM_ALL ON)
target_compile_definitions(adapters_test PRIVATE ADAPTERS="${CMAKE_SOURCE_DIR}/build/engines")

# CONTRIBUTING.md is enough, `make test-contributing`.
add_test(NAME contributing COMMAND ${CMAKE_SOURCE_DIR}/experiments/program/contributing_test.sh ${CMAKE_SOURCE_DIR}
  ${CMAKE_SOURCE_DIR}/build/contributing)
set_tests_properties(contributing PROPERTIES LABELS scratch TIMEOUT 7200)

# Those that run the program.
foreach(test rates_test answers_test in_scalar_test plugins_test)
  add_dependencies(${test} polhode)
endforeach()

# The tutorial's code and numbers.
polhode_test(docs/which_integrator polhode_methods polhode_reference polhode_specs Eigen3::Eigen)
find_program(DOXYGEN doxygen)
if(DOXYGEN)
  add_test(NAME docs COMMAND ${CMAKE_COMMAND} -DOUT=${CMAKE_BINARY_DIR}/docs -P ${CMAKE_SOURCE_DIR}/docs/docs_test.cmake)
  set_tests_properties(docs PROPERTIES LABELS fast FIXTURES_SETUP docs)
else()
  message(NOTICE "docstrings are not tested: no doxygen")
endif()

# What users compile with a compiler and flags of their own, by every compiler at hand, without the GNU dialect.
get_target_property(eigen_folder Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
foreach(compiler g++ clang++)
  if(with_${compiler})
    get_directory_property(pages DIRECTORY methods DEFINITION pages)
    list(TRANSFORM pages REPLACE "(.+)" "-include;${CMAKE_BINARY_DIR}/methods/\\1.cpp")
    polhode_command(${compiler}_headers ${with_${compiler}} -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion
      -Wshadow -Wno-missing-field-initializers -Werror -fsyntax-only -I${CMAKE_SOURCE_DIR} -isystem ${eigen_folder}
      -include ${CMAKE_SOURCE_DIR}/packaging/headers.cpp ${pages} ${CMAKE_SOURCE_DIR}/experiments/examples/library/main.cpp)
  else()
    message(NOTICE "headers are not tested with ${compiler}: there is none")
  endif()
endforeach()
# The tree by clang: it is configured, a method is compiled in doubles and 113 bits, and a source in 100 digits is read, with
# Boost's number of 113 bits as on macOS; none of it is optimised, which proves no more.
if(with_clang++ AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(by_clang ${CMAKE_BINARY_DIR}/by_clang)
  set(read_by_clang CMakeFiles/polhode_free_reference.dir/core/reference/free_body.cpp.o)
  add_test(NAME by_clang COMMAND sh -c "cmake -S \"$0\" -B \"$1\" -G Ninja -DCMAKE_CXX_COMPILER=\"$2\" -DCMAKE_BUILD_TYPE=Plain >/dev/null && \
    cd \"$1\" && ninja methods/CMakeFiles/method_imidm.dir/imidm.cpp.o && \
    $(ninja -t commands ${read_by_clang} | grep -e '-c ') -fsyntax-only -DPOLHODE_BOOST_QUAD && ! grep -q mmove-max build.ninja" ${CMAKE_SOURCE_DIR} ${by_clang} ${with_clang++})
  set_tests_properties(by_clang PROPERTIES LABELS fast TIMEOUT 300)
endif()
polhode_command(splitting_loop splitting_loop)
set_tests_properties(splitting_loop PROPERTIES PASS_REGULAR_EXPRESSION "Pi = ")

# What `make` has measured is compared if it is of these programs and claims; else it is measured once more, without times.
set(check ${CMAKE_BINARY_DIR}/check)
set(out ${CMAKE_SOURCE_DIR}/results/out)

# All property reports, and the table of methods is what they say. One more test than cores runs at once, since some wait;
# those that take all cores themselves are worth two.
add_test(NAME passports COMMAND sh -c "mkdir -p \"$2\" && if [ \"$1/$0\" -nt \"$3\" ] && ! grep -q 'disagreements\": \\[\$' \"$1/$0\"; \
  then cp \"$1/$0\" \"$2\"; else \"$3\" check all -o \"$2/$0\"; fi" passports.json ${out} ${check} $<TARGET_FILE:polhode>)
set_tests_properties(passports PROPERTIES LABELS figure FIXTURES_SETUP passports TIMEOUT 900 PROCESSORS 2)
polhode_python("jinja2, mpmath" POLHODE_WRITES)
if(POLHODE_WRITES)
  add_test(NAME table_of_methods COMMAND ${POLHODE_WRITES} ${CMAKE_SOURCE_DIR}/results/pages.py check methods
    ${check}/passports.json)
  set_tests_properties(table_of_methods PROPERTIES LABELS figure FIXTURES_REQUIRED passports)
endif()

# Every figure against its golden file.
add_custom_target(figure_programs ALL)
foreach(name ${figures})
  set(program polhode)
  set(command figure)
  if(TARGET measure-${name})
    set(program measure-${name})
    set(command "")
    add_dependencies(figure_programs ${program})
  endif()
  add_test(NAME ${name} COMMAND sh -c "folder=\"$1\"; [ \"$1/$0.json\" -nt \"$2\" ] && [ \"$1/$0.json\" -nt \"$4\" ] || \
    { folder=\"$3\"; \"$4\" $6 \"$0\" --no-timing --out \"$3\"; } && \"$5\" golden \"$0\" --out \"$folder\"" ${name} ${out}
    ${CMAKE_SOURCE_DIR}/results/claims.json ${check} $<TARGET_FILE:${program}> $<TARGET_FILE:polhode> ${command})
  set_tests_properties(${name} PROPERTIES LABELS figure TIMEOUT 900)
endforeach()
if(POLHODE_VALIDATES)
  polhode_command(schemas ${POLHODE_VALIDATES} ${CMAKE_SOURCE_DIR}/results/validate.py $<TARGET_FILE:polhode>)
  polhode_command(specs ${POLHODE_VALIDATES} ${CMAKE_SOURCE_DIR}/results/specs_test.py $<TARGET_FILE:polhode>)
  set_tests_properties(specs PROPERTIES SKIP_RETURN_CODE 77)
else()
  message(NOTICE "schemas are not tested: no python3 has jsonschema")
endif()
polhode_script(findings results/findings_test.py)
find_program(with_clang_format clang-format)
if(with_clang_format)  # and clang 14 does not read the views of libstdc++ 12
  polhode_command(layout sh -c "cd \"$0\" && ! git grep -nE 'std::views|ranges::(rotate|remove|unique|search|subrange|equal_range)' '*.cpp' '*.hpp' && \
    git ls-files -z '*.cpp' '*.hpp' '*.h' '*.c' | xargs -0 \"$1\" --dry-run -Werror"
    ${CMAKE_SOURCE_DIR} ${with_clang_format})
endif()
polhode_script(mutants core/testing/mutants.py check)
polhode_script(tree core/testing/tree_test.py)
polhode_script(robustness experiments/studies/robustness_test.py)
polhode_script(preview results/report/preview_test.py $<TARGET_FILE:polhode>)
polhode_command(player ${CMAKE_SOURCE_DIR}/results/report/player/build.sh check)
set_tests_properties(player PROPERTIES SKIP_RETURN_CODE 77)
polhode_script(paper paper/paper_test.py ${CMAKE_SOURCE_DIR})
polhode_script(terminal experiments/program/terminal_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR})
polhode_script(program experiments/program/program_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR})
polhode_script(robust experiments/program/robust_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR} Robust)
polhode_script(create experiments/program/robust_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR} New)
polhode_script(sweep_commands experiments/program/sweep_commands_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR})
polhode_script(serve experiments/program/serve_test.py $<TARGET_FILE:polhode> $<TARGET_FILE:broken>)
polhode_script(bench_times experiments/bench/times_test.py)
# The archive of what was measured (`make archive`), and what several files say of the project.
polhode_script(metadata packaging/metadata_test.py ${CMAKE_SOURCE_DIR} $<TARGET_FILE:polhode>)
polhode_script(archive packaging/archive_test.py $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/archive)
set_tests_properties(metadata archive PROPERTIES TIMEOUT 300)
# Commands that documents tell people to type, who have the program of g++.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_test(NAME docs_commands COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/docs/commands_test.py
    ${CMAKE_SOURCE_DIR} ${prefix})
  set_tests_properties(docs_commands PROPERTIES LABELS install TIMEOUT 900 PROCESSORS 2 FIXTURES_REQUIRED "installed;plugin")
endif()
# What is kept of sweeps is of the specs, and pages say what is kept of measurements.
polhode_script(robustness_kept experiments/studies/robustness.py check)
polhode_script(drift_kept experiments/studies/drift.py check $<TARGET_FILE:polhode>)
polhode_script(game_steps_kept experiments/studies/game_steps.py check $<TARGET_FILE:polhode>)
if(POLHODE_WRITES)
  polhode_command(pages ${POLHODE_WRITES} ${CMAKE_SOURCE_DIR}/results/pages.py check)
endif()
polhode_script(engines_kept engines/measure.py check)  # make engines-page
if(POLHODE_DRAWS)
  polhode_script(pictures results/report/draw_test.py ${POLHODE_DRAWS} $<TARGET_FILE:polhode>
    ${CMAKE_SOURCE_DIR}/results)
endif()

# The report in a browser, `make test-browser`, which installs playwright-core.
set(browser ${CMAKE_SOURCE_DIR}/build/browser)
find_program(CHROMIUM NAMES chromium chromium-browser)
if(POLHODE_DRAWS AND CHROMIUM AND EXISTS ${browser}/node_modules/playwright-core/package.json)
  add_test(NAME report_browser COMMAND ${POLHODE_DRAWS} ${CMAKE_SOURCE_DIR}/results/report/report_test.mjs $<TARGET_FILE:polhode>
    ${CHROMIUM} ${browser} ${CMAKE_SOURCE_DIR}/results)
  add_test(NAME report_site.page COMMAND polhode report --out ${CMAKE_SOURCE_DIR}/results/golden -o ${check}/site.html)
  add_test(NAME report_site COMMAND ${POLHODE_DRAWS} ${CMAKE_SOURCE_DIR}/results/report/site.mjs ${check}/site.html ${CHROMIUM} ${browser}
    ${CMAKE_BINARY_DIR}/docs/html ${check}/site)
  set_tests_properties(report_browser report_site PROPERTIES LABELS browser TIMEOUT 900)
  set_tests_properties(report_site.page PROPERTIES LABELS browser FIXTURES_SETUP site)
  set_tests_properties(report_site PROPERTIES FIXTURES_REQUIRED "site;docs")
endif()
