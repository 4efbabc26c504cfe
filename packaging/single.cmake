# SPDX-License-Identifier: MIT
# `make single`: the integrators and the exact flow as one file, polhode.hpp; compiled alone by every compiler at hand.
if(NOT Python3_FOUND)
  message(NOTICE "polhode.hpp is not made: no python3")
  return()
endif()
set(single ${CMAKE_BINARY_DIR}/single)
file(MAKE_DIRECTORY ${single})
set(write_single sh -c "exec \"$0\" \"$@\" >polhode.hpp" ${Python3_EXECUTABLE}
  ${CMAKE_SOURCE_DIR}/packaging/single.py ${CMAKE_SOURCE_DIR} ${PROJECT_VERSION})
add_custom_target(single COMMAND ${write_single} COMMAND ${CMAKE_COMMAND} -E echo ${single}/polhode.hpp
  WORKING_DIRECTORY ${single} VERBATIM)

add_test(NAME single COMMAND ${write_single} WORKING_DIRECTORY ${single})
set_tests_properties(single PROPERTIES LABELS fast FIXTURES_SETUP single)
file(WRITE ${single}/second.cpp "#include \"polhode.hpp\"\n")  # what is not inline is there twice
foreach(compiler g++ clang++)
  if(with_${compiler})
    set(program ${single}/single_test_${compiler})
    set(as_games "")
    set(refused -ffast-math -ffinite-math-only)
    if(compiler STREQUAL "clang++")  # one of them; and what it does not tell of must not matter
      set(as_games -fno-exceptions -fno-rtti -funsafe-math-optimizations)
    else()
      list(APPEND refused -funsafe-math-optimizations "-fassociative-math -fno-signed-zeros -fno-trapping-math")
    endif()
    add_test(NAME ${compiler}_single COMMAND sh -c "\"$0\" \"$@\" && ${program}" ${with_${compiler}} -std=c++20 -O1 ${as_games}
      -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror -I${single} ${CMAKE_SOURCE_DIR}/packaging/single_test.cpp
      ${single}/second.cpp -o ${program})
    add_test(NAME ${compiler}_single_of_cxx17 COMMAND ${with_${compiler}} -std=c++17 -Wfatal-errors -fsyntax-only -I${single} ${single}/second.cpp)
    set_tests_properties(${compiler}_single_of_cxx17 PROPERTIES PASS_REGULAR_EXPRESSION "polhode.hpp is C\\+\\+20")
    list(JOIN refused "' '" refused)
    add_test(NAME ${compiler}_single_refuses COMMAND sh -c "for flags in '${refused}'; do \"$@\" $flags 2>&1 | \
      grep -q 'ffast-math is given' || { echo \"$flags is taken\"; exit 1; }; done" sh ${with_${compiler}} -std=c++20
      -Wfatal-errors -fsyntax-only -I${single} ${single}/second.cpp)
    set_tests_properties(${compiler}_single ${compiler}_single_of_cxx17 ${compiler}_single_refuses PROPERTIES LABELS fast FIXTURES_REQUIRED single)
  endif()
endforeach()

find_program(with_arm arm-none-eabi-g++)  # packages gcc-arm-none-eabi and libstdc++-arm-none-eabi-newlib
foreach(compiler arm g++ clang++)
  if(with_${compiler} AND NOT (compiler STREQUAL "g++" AND with_arm))  # one of GCC is enough
    add_test(NAME ${compiler}_single_for_firmware COMMAND ${CMAKE_SOURCE_DIR}/packaging/cortex_m_test.sh ${with_${compiler}} ${single})
    set_tests_properties(${compiler}_single_for_firmware PROPERTIES LABELS fast FIXTURES_REQUIRED single)
  endif()
endforeach()
