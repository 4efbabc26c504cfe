# SPDX-License-Identifier: MIT
# The archive of what was measured (`make archive`), and tests of it and of what several files say of the project.
if(NOT Python3_FOUND)
  message(NOTICE "archives are not tested: no python3")
  return()
endif()
set(archive ${CMAKE_BINARY_DIR}/archive)
add_test(NAME metadata COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/metadata_test.py ${CMAKE_SOURCE_DIR}
  $<TARGET_FILE:polhode>)
add_test(NAME archive COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/packaging/archive_test.py
  $<TARGET_FILE:polhode> ${CMAKE_SOURCE_DIR} ${archive})
set_tests_properties(metadata archive PROPERTIES LABELS fast TIMEOUT 300)
