# SPDX-License-Identifier: MIT
# `make package`: cpack writes polhode_VERSION_ARCH.deb and polhode-VERSION-ARCH.tar.gz of what is installed.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME polhode)
set(CPACK_PACKAGE_VENDOR "The Polhode developers")
set(CPACK_PACKAGE_CONTACT "The Polhode developers <polhode@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "integrators of rigid-body rotations, compared")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "describe a rigid body and an accuracy: Polhode names the cheapest integrator
and the largest step that meet it. The program, the C library, the headers of
all integrators, the Python module, and the data of the papers' figures.")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
if(POLHODE_SHARED)  # the C library
  file(WRITE ${CMAKE_BINARY_DIR}/packaging/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/packaging/triggers)
endif()
if(TARGET _core)  # which is of one version of Python
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), \
python3 (<< ${Python_VERSION_MAJOR}.${next_minor})")
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-numpy, python3-matplotlib, nodejs, librsvg2-bin")
endif()
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)

# What Debian wants beside them: manual page (by help2man), copyright, changelog, what lintian need not say.
set(package_folder ${CMAKE_BINARY_DIR}/packaging)
if(HELP2MAN)
  add_custom_command(TARGET polhode POST_BUILD COMMAND ${HELP2MAN} --no-info -n "compare integrators of rigid-body rotations"
    -o packaging/polhode.1 $<TARGET_FILE:polhode> COMMAND gzip -fn9 packaging/polhode.1 WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
  install(FILES ${package_folder}/polhode.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
file(READ LICENSE licence)
file(WRITE ${package_folder}/copyright "Polhode\n\n${licence}")
execute_process(COMMAND git log -1 --format=%cD WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE package_date
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT package_date)
  set(package_date "Thu, 01 Jan 1970 00:00:00 +0000")
endif()
file(WRITE ${package_folder}/changelog "polhode (${PROJECT_VERSION}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${package_date}
")
execute_process(COMMAND gzip -n9kf ${package_folder}/changelog)
install(FILES ${package_folder}/copyright ${package_folder}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT debian
  EXCLUDE_FROM_ALL)
file(WRITE ${package_folder}/lintian-overrides "# One package has the program, the library and what programs are built with.
link-to-shared-library-in-wrong-package
package-name-doesnt-match-sonames
# CPack calls it beside the trigger, and cannot be told not to.
maintscript-calls-ldconfig
")
install(FILES ${package_folder}/lintian-overrides DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME polhode
  COMPONENT debian EXCLUDE_FROM_ALL)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};polhode;ALL;/;${CMAKE_BINARY_DIR};polhode;debian;/")
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # of the program and the libraries, not of all tests
include(CPack)

if(POLHODE_SHARED)
  add_test(NAME package COMMAND ${CMAKE_SOURCE_DIR}/packaging/package_test ${CMAKE_BINARY_DIR} ${HELP2MAN})
  add_test(NAME package.clean_root COMMAND sh -c "exec \"$0\" \"$1\"/*.deb" ${CMAKE_SOURCE_DIR}/packaging/clean_root_test
    ${CPACK_PACKAGE_DIRECTORY})
  set_tests_properties(package PROPERTIES LABELS shared TIMEOUT 600 FIXTURES_SETUP package)
  set_tests_properties(package.clean_root PROPERTIES LABELS shared TIMEOUT 900 FIXTURES_REQUIRED package SKIP_RETURN_CODE 77)
endif()
