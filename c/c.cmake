# SPDX-License-Identifier: MIT
# The C library: libpolhode and polhode.h. Of its symbols only polhode_* are seen. Where libraries are not position-independent,
# its tests are linked from them.
if(POLHODE_SHARED)
  add_library(polhode_c SHARED c/polhode.cpp)
  target_link_options(polhode_c PRIVATE LINKER:--version-script=${CMAKE_SOURCE_DIR}/c/symbols.map)
  set_target_properties(polhode_c PROPERTIES OUTPUT_NAME polhode VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${CMAKE_SOURCE_DIR}/c/symbols.map)
  install(TARGETS polhode_c LIBRARY)
  install(FILES c/polhode.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else()
  add_library(polhode_c STATIC EXCLUDE_FROM_ALL c/polhode.cpp)
endif()
target_include_directories(polhode_c PRIVATE engines)
target_link_libraries(polhode_c PRIVATE polhode_program)
target_compile_options(polhode_c PRIVATE -O1)

add_executable(polhode_c_test c/polhode_test.c)
set_target_properties(polhode_c_test PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
target_compile_options(polhode_c_test PRIVATE -Werror -pedantic)
target_include_directories(polhode_c_test PRIVATE c engines)
target_link_libraries(polhode_c_test PRIVATE polhode_c m)
set(c_tests polhode_c_test)
if(CMAKE_Fortran_COMPILER)
  add_executable(polhode_fortran_test c/polhode_test.f90)
  set_target_properties(polhode_fortran_test PROPERTIES COMPILE_OPTIONS
    "-Wall;-Wextra;-std=f2018;-J${CMAKE_BINARY_DIR}")  # not those of C++
  target_link_libraries(polhode_fortran_test PRIVATE polhode_c)
  list(APPEND c_tests polhode_fortran_test)
endif()
foreach(test ${c_tests})
  add_test(NAME ${test} COMMAND ${test})
  if(POLHODE_SHARED)
    set_tests_properties(${test} PROPERTIES LABELS shared TIMEOUT 300)
    add_dependencies(shared_tests ${test})
  else()
    set_tests_properties(${test} PROPERTIES LABELS fast TIMEOUT 300)
  endif()
endforeach()
