# SPDX-License-Identifier: MIT
# Many bodies at once: an object for methods and one for free motions, for each set of instructions, chosen from at run
# time.
include(CheckCXXCompilerFlag)
add_library(polhode_ensemble STATIC core/ensemble/ensemble.cpp core/ensemble/flows.cpp)
target_link_libraries(polhode_ensemble PUBLIC TBB::tbb)

set(register_of_baseline 2)
set(register_of_avx2 4)
set(register_of_avx512 8)

set(flags_of_avx2 -mavx2)
set(flags_of_avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw)
check_cxx_compiler_flag(-mmove-max=256 has_move_max)  # clang has not
if(has_move_max)
  list(APPEND flags_of_avx2 -mmove-max=256)
  list(APPEND flags_of_avx512 -mmove-max=512)
endif()
set(instructions baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND instructions avx2 avx512)
  target_compile_definitions(polhode_ensemble PRIVATE POLHODE_X86)
  if(POLHODE_NATIVE)  # the sets are the same ones as elsewhere, but contracted
    list(APPEND flags_of_baseline -march=x86-64)
    list(APPEND flags_of_avx2 -march=x86-64 -mavx2 -mfma)
    list(APPEND flags_of_avx512 -march=x86-64 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma)
  endif()
endif()

foreach(set ${instructions})
  foreach(source flows_lanes lanes)
    set(object ensemble_${source}_${set})
    add_library(${object} OBJECT core/ensemble/${source}.cpp)
    target_compile_definitions(${object} PRIVATE INSTRUCTIONS=${set} LANES=${register_of_${set}})
    target_compile_options(${object} PRIVATE ${flags_of_${set}} -Wno-uninitialized)  # of GCC's own headers
    target_link_libraries(polhode_ensemble PRIVATE ${object})
    list(APPEND objects_of_${set} $<TARGET_OBJECTS:${object}>)
  endforeach()
endforeach()

# Tests (after enable_testing).
function(polhode_test_ensemble)
  polhode_test(ensemble_test fast core/ensemble/ensemble_test.cpp polhode_ensemble)
  find_program(NM nm)
  if(NM AND objects_of_avx2)
    add_test(NAME ensemble_instructions COMMAND sh ${CMAKE_SOURCE_DIR}/core/ensemble/instructions_test.sh
      ${objects_of_avx2} ${objects_of_avx512} COMMAND_EXPAND_LISTS)
    set_tests_properties(ensemble_instructions PROPERTIES LABELS fast)
  endif()
endfunction()
