# SPDX-License-Identifier: MIT
# The installed package as its users meet it: cmake -DSTEP=.. -DBUILD=.. -DPREFIX=.. -P packaging/install_test.cmake
# A step fails with the output of what failed.
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(program ${PREFIX}/bin/polhode)
set(work ${PREFIX}/../${STEP})
set(ENV{CXX} ${CXX})
set(ENV{CXXFLAGS} ${CXX_NEEDS})

function(run folder)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder} RESULT_VARIABLE status OUTPUT_VARIABLE out
    ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}${err}ends with ${status}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()
function(expect pattern)
  if(NOT out MATCHES "${pattern}")
    message(FATAL_ERROR "not found: ${pattern}\nin:\n${out}")
  endif()
endfunction()
# Copied and built as if it were somebody else's.
function(build example)
  file(REMOVE_RECURSE ${work})
  file(COPY ${PREFIX}/share/doc/polhode/examples/${example}/ DESTINATION ${work})
  run(${work} ${CMAKE_COMMAND} -B build -G Ninja -DCMAKE_PREFIX_PATH=${PREFIX})
  run(${work} ${CMAKE_COMMAND} --build build)
endfunction()

if(STEP STREQUAL "prefix")
  file(REMOVE_RECURSE ${PREFIX})
  run(. ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
  if(HELP2MAN)
    set(manual share/man/man1/polhode.1.gz)
  endif()
  foreach(file bin/polhode include/polhode/core/geometry/vec.hpp include/polhode/methods/family/free_flow.hpp include/polhode/core/stepping/stepper.hpp
      include/polhode/problems/saefstroem.hpp include/polhode/core/eigen.hpp include/polhode/engine.h share/polhode/results/claims.json
      share/polhode/results/schemas/run-1.json share/polhode/results/schemas/spec-1.json
      share/polhode/results/schemas/sweep-1.json share/polhode/results/report/draw.mjs share/doc/polhode/LICENSE
      share/doc/polhode/docs/bodies.md share/doc/polhode/CHANGELOG.md share/bash-completion/completions/polhode ${manual})
    if(NOT EXISTS ${PREFIX}/${file})
      message(FATAL_ERROR "not installed: ${file}")
    endif()
  endforeach()
  run(. find ${PREFIX} -type d -empty)
  if(out)
    message(FATAL_ERROR "installed, but empty: ${out}")
  endif()
  file(GLOB_RECURSE parts ${PREFIX}/include/polhode/core/*_test.* ${PREFIX}/include/polhode/methods/*_test.*)
  file(GLOB out_files ${PREFIX}/share/polhode/results/out ${PREFIX}/share/lintian ${PREFIX}/share/doc/polhode/changelog.gz)
  if(parts OR out_files)
    message(FATAL_ERROR "installed, but not for users: ${parts} ${out_files}")
  endif()

elseif(STEP STREQUAL "headers")  # every header alone would take minutes: all at once, with the flags of pkg-config
  set(ENV{PKG_CONFIG_LIBDIR} ${PREFIX}/share/pkgconfig)
  run(. pkg-config --cflags polhode)
  separate_arguments(flags UNIX_COMMAND "${out}")
  separate_arguments(needs UNIX_COMMAND "${CXX_NEEDS}")
  file(GLOB_RECURSE headers RELATIVE ${PREFIX}/include/polhode ${PREFIX}/include/polhode/*.hpp)
  list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE text)
  string(CONCAT text ${text} "int main() {}\n")
  file(WRITE ${work}/all.cpp "${text}")
  run(${work} ${CXX} ${needs} ${flags} -isystem ${EIGEN} -std=gnu++20 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion
    -Wshadow -Wno-missing-field-initializers -Werror -fsyntax-only all.cpp)
  # With flags of users, by every compiler at hand: what steps in a loop of their own.
  set(stepper ${source}/packaging/stepper.cpp)
  foreach(compiler g++ clang++)
    find_program(with_${compiler} ${compiler})
    if(with_${compiler})
      # By the name of C++23 that both know; the tests g++_headers and clang++_headers read the headers in C++20.
      run(${work} ${with_${compiler}} ${flags} -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror ${stepper}
        -std=c++2b -O1 -fno-exceptions -fno-rtti -o stepper)
      run(${work} ./stepper)
      # A splitting does not support a torque that depends on the angular velocity: the compiler says so, and what does.
      file(WRITE ${work}/refused.cpp "#include <core/stepping/stepper.hpp>\n#include <methods/mr.hpp>\nint main() {\n"
        "  polhode::Stepper<polhode::Mr> body({1, 2, 3}, polhode::wxyz(1, 0, 0, 0), {0, 1, 0});\n"
        "  body.step(0.1, [](double, const auto&, const auto& Omega) { return -0.1 * Omega; });\n}\n")
      execute_process(COMMAND ${with_${compiler}} ${flags} -fsyntax-only ${work}/refused.cpp ERROR_VARIABLE out)
      expect("does not support torques that depend on the angular velocity")
    endif()
  endforeach()

elseif(STEP STREQUAL "engine")
  file(MAKE_DIRECTORY ${work})
  run(${work} ${CC} -std=c99 -pedantic -Wall -Wextra -Werror -shared -fPIC -I ${PREFIX}/include
    ${PREFIX}/share/doc/polhode/examples/engine/midpoint.c -o libmidpoint.so -lm)
  run(${work} ${program} list methods --engine libmidpoint.so)
  expect("explicit-midpoint +2 ")

elseif(STEP STREQUAL "library")
  build(library)
  run(${work} build/example)
  expect("top  0\\.7471[0-9]* +0\\.3984[0-9]* +2\\.3305[0-9]*  -0\\.5828[0-9]* +-0\\.4642[0-9]* ")
  expect("free +0\\.3395[0-9]* +1\\.157[0-9]* -0\\.5707[0-9]*  period 36\\.16")
  expect("own +-0\\.1252[0-9]* +0\\.8251[0-9]* +-0\\.1528")

elseif(STEP STREQUAL "lanes")  # the top of the step before, among others, of which each is as by itself
  build(lanes)
  run(${work} build/example)
  expect("rkn8b17  0\\.7471[0-9]* +0\\.3984[0-9]* +2\\.3305[0-9]*")
  expect("free  +0\\.3395[0-9]* +1\\.157[0-9]* -0\\.5707[0-9]*")

elseif(STEP STREQUAL "components")  # those that are there are found, and no others
  file(REMOVE_RECURSE ${work})
  file(WRITE ${work}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
    "find_package(polhode 1.0 REQUIRED COMPONENTS headers program)\n"
    "find_package(polhode QUIET COMPONENTS engines)\nif(polhode_FOUND)\n  message(FATAL_ERROR found)\nendif()\n"
    "find_package(polhode QUIET COMPONENTS c)\nif(polhode_FOUND AND NOT TARGET polhode::c)\n  message(FATAL_ERROR c)\nendif()\n"
    "add_executable(stepper ${source}/packaging/stepper.cpp)\ntarget_link_libraries(stepper polhode::polhode)\n"
    "add_test(NAME program COMMAND polhode::program list methods)\n")
  run(${work} ${CMAKE_COMMAND} -B build -G Ninja -DCMAKE_PREFIX_PATH=${PREFIX})

elseif(STEP STREQUAL "subdirectory")  # add_subdirectory and FetchContent, beside targets and tests of the same names
  foreach(way add_subdirectory FetchContent)
    file(REMOVE_RECURSE ${work})
    set(take "add_subdirectory(${source} polhode)")
    if(way STREQUAL "FetchContent")
      set(take "include(FetchContent)\nFetchContent_Declare(polhode SOURCE_DIR ${source})\nFetchContent_MakeAvailable(polhode)")
    endif()
    file(WRITE ${work}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\nenable_testing()\n"
      "add_custom_target(figures)\nadd_custom_target(polhode)\n${take}\n"
      "add_executable(stepper ${source}/packaging/stepper.cpp)\ntarget_link_libraries(stepper polhode::polhode)\n"
      "target_compile_options(stepper PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror)\n"
      "set_target_properties(stepper PROPERTIES CXX_EXTENSIONS OFF)\n")
    run(${work} ${CMAKE_COMMAND} -B build -G Ninja -DCMAKE_DISABLE_FIND_PACKAGE_Boost=ON)
    if(way STREQUAL "add_subdirectory")  # the other has the same targets
      run(${work} ${CMAKE_COMMAND} --build build)
      run(${work} build/stepper)
    endif()
    run(${work}/build ctest -N)
    expect("Total Tests: 0")
  endforeach()

elseif(STEP STREQUAL "emit")  # the project that recommend writes
  file(REMOVE_RECURSE ${work})
  file(MAKE_DIRECTORY ${work})
  run(${work} ${program} recommend ${PREFIX}/share/polhode/problems/examples/heavy_top.json --rate 500 --attitude-error 1e-7
    --momentum-error 1e-7 --emit body)
  run(${work}/body ${CMAKE_COMMAND} -B build -G Ninja -DCMAKE_PREFIX_PATH=${PREFIX})
  run(${work}/body ${CMAKE_COMMAND} --build build)
  run(${work}/body build/body)
  expect("momentum -0\\.6705[0-9]* 1\\.0860[0-9]* (50|49\\.9999)[0-9.]*\nattitude -?0\\.9793[0-9]* -?0\\.1402[0-9]* ")  # as `reference` has it

elseif(STEP STREQUAL "plugin")
  build(plugin)
  run(${work} ${program} list methods --plugin build/libmr4.so)  # what else it does there is run by the test of docs/own_method.md
  expect("\nmr4 +4 +explicit")
  run(${work} ${program} run ${PREFIX}/share/polhode/problems/examples/heavy_top.json)
  expect("\"status\": \"ok\"")
endif()
