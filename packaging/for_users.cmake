# SPDX-License-Identifier: MIT
# Of the C++ headers below ${headers}, as they are installed; install.cmake says why.
set(throws "#ifdef __cpp_exceptions\n#define POLHODE_THROW(...) throw __VA_ARGS__\n#else\n#define POLHODE_THROW(...) __builtin_abort()\n#endif\n")
file(GLOB_RECURSE all ${headers}/*.hpp)
foreach(header ${all})
  file(READ ${header} text)
  string(REGEX REPLACE "(\n[^/\n]*[ )])throw ([^\n]*);\n" "\\1POLHODE_THROW(\\2);\n" text "${text}")
  if(header MATCHES "core/geometry/real.hpp$")
    string(REPLACE "#pragma once\n" "#pragma once\n\n${throws}" text "${text}")
  endif()
  file(WRITE ${header} "${text}")
endforeach()
