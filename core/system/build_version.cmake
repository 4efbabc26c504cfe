# Writes OUT with the version, compiler, flags and git state, if they have changed.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 OUTPUT_VARIABLE git
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(git "unknown")
endif()
set(text "#pragma once\n#define POLHODE_VERSION \"${VERSION}\"\n#define POLHODE_COMPILER \"${COMPILER}\"\n#define POLHODE_FLAGS \"${FLAGS}\"\n#define POLHODE_GIT \"${git}\"\n")
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUT} "${text}")
endif()
