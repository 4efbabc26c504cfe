# SPDX-License-Identifier: MIT
# Where every method stands, for methods/sources.cpp: its type and headers (known from roster.cmake), and the boxes on top
# of the headers.
set(rows "")
foreach(method ${polhode_methods_listed})
  string(REGEX MATCHALL "[A-Za-z_][A-Za-z0-9_]*" names "${method}")
  set(headers "")
  foreach(name ${names})
    list(APPEND headers ${header_of_${name}})
  endforeach()
  list(REMOVE_DUPLICATES headers)
  list(JOIN headers "\", \"" headers)
  string(MAKE_C_IDENTIFIER "${method}_name" tag)
  string(APPEND rows "{&roster::info<roster::${tag}>(), {\"${method}\", {\"${headers}\"}, {}}},\n")
endforeach()
polhode_write(sources.inc "${rows}")

set(boxes ${generated}/boxes.inc)
add_custom_command(OUTPUT ${boxes}
  COMMAND awk -f ${CMAKE_CURRENT_LIST_DIR}/boxes.awk ${method_headers} >${boxes}
  DEPENDS ${method_headers} ${CMAKE_CURRENT_LIST_DIR}/boxes.awk WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} COMMENT "")
target_sources(polhode_methods PRIVATE methods/sources.cpp ${boxes})
set_source_files_properties(methods/sources.cpp PROPERTIES COMPILE_OPTIONS -Og)
