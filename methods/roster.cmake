# SPDX-License-Identifier: MIT
# The roster (roster.hpp) as sources. Methods whose types one header defines are a group, and those that are made of such
# a method (compositions) belong to it. A group is a part of three objects, which share the price of their headers with
# neighbours: one for double, which is timed, one for the wide and counting scalars, and one for bodies whose torque
# depends on the momentum. The list of methods (runners.cpp) sees names only: touching a header compiles what it and its
# neighbours define, and nothing else. Torques that depend on the momentum are calls; what is around them is not unrolled.
#
# It sets polhode_method_sources, polhode_methods_listed, and polhode_by_hand: the sources of the bench.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS methods/roster.hpp)
set(generated ${CMAKE_BINARY_DIR}/generated/methods)

# Which header defines a name?
file(GLOB method_headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} methods/family/*.hpp methods/*.hpp)
foreach(header ${method_headers})
  file(READ ${header} text)
  string(REGEX MATCHALL "(struct|using) [A-Za-z0-9_]+ [:={]" definitions "${text}")
  foreach(definition ${definitions})
    string(REGEX REPLACE "^[a-z]+ ([A-Za-z0-9_]+) .$" "\\1" name "${definition}")
    set(header_of_${name} ${header})
  endforeach()
endforeach()

# The methods in their order, and the groups.
file(READ methods/roster.hpp roster)
string(REGEX REPLACE "//[^\n]*" "" roster "${roster}")
string(REGEX REPLACE ".*MethodRoster =[ \n]*std::tuple<(.*)>;.*" "\\1" roster "${roster}")
string(REGEX MATCHALL "[A-Za-z0-9_]+(<([^<>]|<([^<>]|<[^<>]*>)*>)*>)?" polhode_methods_listed "${roster}")
set(groups "")
set(declarations "")
set(tags "")
foreach(method ${polhode_methods_listed})
  string(REGEX MATCHALL "[A-Za-z_][A-Za-z0-9_]*" names "${method}")
  foreach(name ${names})
    if(NOT header_of_${name})
      message(FATAL_ERROR "methods/roster.hpp: no header of methods/ defines ${name}")
    elseif(NOT header_of_${name} MATCHES "/family/")
      string(MAKE_C_IDENTIFIER "${header_of_${name}}" group)
    endif()
  endforeach()
  if(NOT group IN_LIST groups)
    list(APPEND groups ${group})
    set(headers_of_${group} "")
    set(doubles_of_${group} "")
    set(wides_of_${group} "")
    set(driven_of_${group} "")
    set(by_hand_of_${group} "")
  endif()
  foreach(name ${names})
    list(APPEND headers_of_${group} ${header_of_${name}})
  endforeach()
  string(MAKE_C_IDENTIFIER "${method}_name" tag)
  foreach(problem FreeBody TorquedBody Director Particles)
    string(APPEND by_hand_of_${group} "template struct Contestant<${method}, ${problem}<double>>;\n")
  endforeach()
  string(APPEND tags "${tags_separator}struct ${tag}")
  set(tags_separator ", ")
  string(APPEND doubles_of_${group}
    "template <> const MethodInfo& info<struct ${tag}>() { return polhode::${method}::info; }\n"
    "template <> RunnersOn<double> runners<struct ${tag}, double>() { return runners_of<polhode::${method}, double>(); }\n")
  string(APPEND driven_of_${group}
    "template <> Runner<DrivenBody<double>> driven_runner<struct ${tag}>() { return detail::driven_runner<polhode::${method}>(); }\n")
  foreach(scalar "Counting" "float128" "Dual<float128, 6>")
    string(APPEND wides_of_${group}
      "template <> RunnersOn<${scalar}> runners<struct ${tag}, ${scalar}>() { return runners_of<polhode::${method}, ${scalar}>(); }\n")
  endforeach()
endforeach()

function(polhode_write file text)
  file(CONFIGURE OUTPUT ${generated}/${file} CONTENT "// Made of methods/roster.hpp by methods/roster.cmake.\n${text}" @ONLY)
endfunction()
polhode_write(list.hpp "namespace polhode::roster { using All = List<${tags}>; }\n")

set(polhode_method_sources "")
set(polhode_by_hand "")
foreach(kind timed wide driven)
  set(${kind}_headers "")
  set(${kind}_text "")
  set(${kind}_objects 0)
endforeach()
set(instances_of_wide "#include \"methods/instances.hpp\"\n")
set(instances_of_driven ${instances_of_wide})
set(timed_options -falign-functions=64)
set(wide_options ${not_timed})
set(driven_options -O2 -Wno-maybe-uninitialized)
# An object of neighbours, once there are so many entries; of many methods of one header, an object of their own.
macro(polhode_shared kind includes text enough)
  string(APPEND ${kind}_headers "${includes}")
  string(APPEND ${kind}_text "${text}")
  string(REGEX MATCHALL "template <>" ${kind}_entries "${${kind}_text}")
  list(LENGTH ${kind}_entries ${kind}_entries)
  if(${kind}_entries GREATER_EQUAL ${enough} OR (${kind}_entries GREATER 0 AND groups_left EQUAL 0))
    polhode_write(${kind}_${${kind}_objects}.cpp
      "${instances_of_${kind}}#include \"methods/instantiate.hpp\"\n${${kind}_headers}namespace polhode::roster {\n${${kind}_text}}\n")
    list(APPEND polhode_method_sources ${generated}/${kind}_${${kind}_objects}.cpp)
    set_source_files_properties(${generated}/${kind}_${${kind}_objects}.cpp PROPERTIES COMPILE_OPTIONS "${${kind}_options}")
    math(EXPR ${kind}_objects "${${kind}_objects} + 1")
    set(${kind}_headers "")
    set(${kind}_text "")
  endif()
endmacro()
list(LENGTH groups groups_left)
foreach(group ${groups})
  list(REMOVE_DUPLICATES headers_of_${group})
  list(TRANSFORM headers_of_${group} REPLACE "(.+)" "#include \"\\1\"\n")
  list(JOIN headers_of_${group} "" includes)
  polhode_write(by_hand_${group}.cpp
    "#include \"experiments/bench/by_hand.hpp\"\n${includes}namespace polhode {\n${by_hand_of_${group}}}\n")
  list(APPEND polhode_by_hand ${generated}/by_hand_${group}.cpp)
  set_source_files_properties(${generated}/by_hand_${group}.cpp PROPERTIES COMPILE_OPTIONS "${timed_options}")
  math(EXPR groups_left "${groups_left} - 1")
  string(REGEX MATCHALL "template <>" of_group "${doubles_of_${group}}")
  list(LENGTH of_group of_group)
  if(of_group GREATER_EQUAL 8)
    polhode_write(${group}.cpp
      "#include \"methods/instantiate.hpp\"\n${includes}namespace polhode::roster {\n${doubles_of_${group}}}\n")
    list(APPEND polhode_method_sources ${generated}/${group}.cpp)
    set_source_files_properties(${generated}/${group}.cpp PROPERTIES COMPILE_OPTIONS "${timed_options}")
    polhode_shared(timed "" "" 8)
  else()
    polhode_shared(timed "${includes}" "${doubles_of_${group}}" 8)
  endif()
  polhode_shared(wide "${includes}" "${wides_of_${group}}" 48)
  polhode_shared(driven "${includes}" "${driven_of_${group}}" 16)
endforeach()
# Solvers that choose their steps are loops within the loop: they exceed what GCC lets an object grow by inlining, and
# which calls it then leaves depends on what else is in the object. Boost.odeint copies steppers before their first step.
set_property(SOURCE ${generated}/methods_adaptive_hpp.cpp APPEND PROPERTY
  COMPILE_OPTIONS -Wno-uninitialized $<$<CXX_COMPILER_ID:GNU>:--param=inline-unit-growth=80>)
