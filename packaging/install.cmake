# SPDX-License-Identifier: MIT
# cmake --install build/release --prefix PREFIX
#
#   bin/polhode                      the program
#   lib/polhode/                     what plug-ins link; methods in float or extended, where they are built
#   share/polhode/                   what it reads: claims, golden results, schemas; the plotter; specs
#   include/polhode/                 core, methods, problems as in the tree, without tests; engine.h, plain C
#   lib/libpolhode_lanes.a           many bodies at once (methods/lanes/ensemble.hpp)
#   lib/cmake/polhode, share/pkgconfig  find_package(polhode), pkg-config polhode; with the C library polhode-c
#   share/doc/polhode                documents, licence, examples
#   share/bash-completion            commands, flags and names
#
# polhode::polhode is the include path and C++20, nothing else: headers of integrators need no library. The exceptions
# are core/eigen.hpp (Eigen), methods by Boost.odeint (rk4, odeint, adaptive, radau5) and core/geometry/scalar.hpp (libquadmath),
# whose users find those themselves. The component `plugin` adds what plug-ins are built with.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(polhode_data ${CMAKE_INSTALL_DATADIR}/polhode)
set(polhode_headers ${CMAKE_INSTALL_INCLUDEDIR}/polhode)
set(polhode_config ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)

add_library(polhode_headers INTERFACE)
set_target_properties(polhode_headers PROPERTIES EXPORT_NAME polhode)
target_include_directories(polhode_headers INTERFACE $<INSTALL_INTERFACE:${polhode_headers}>)
target_compile_features(polhode_headers INTERFACE cxx_std_20)
install(TARGETS polhode RUNTIME)
foreach(room core/geometry core/spaces core/torques core/stepping methods problems)
  get_filename_component(above ${room} DIRECTORY)
  install(DIRECTORY ${room} DESTINATION ${polhode_headers}/${above} FILES_MATCHING PATTERN "*.hpp"
    PATTERN "examples" EXCLUDE PATTERN "sweeps" EXCLUDE PATTERN "torqued" EXCLUDE
    PATTERN "runners.hpp" EXCLUDE PATTERN "stepper_test.hpp" EXCLUDE PATTERN "in_scalar.hpp" EXCLUDE
    PATTERN "run_as.hpp" EXCLUDE PATTERN "lanes" EXCLUDE
    PATTERN "decimal.hpp" EXCLUDE PATTERN "rational.hpp" EXCLUDE)  # parts of the program
endforeach()
install(CODE "foreach(library float extended lanes)
    set(library \"${CMAKE_BINARY_DIR}/polhode-\${library}.so\")
    if(EXISTS \"\${library}\")
      file(INSTALL \"\${library}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/polhode\")
    endif()
  endforeach()")
install(TARGETS polhode_plugin ARCHIVE DESTINATION lib/polhode)
install(FILES core/eigen.hpp DESTINATION ${polhode_headers}/core)
install(FILES methods/lanes/ensemble.hpp methods/lanes/flows.hpp methods/lanes/invariant_errors.hpp
  DESTINATION ${polhode_headers}/methods/lanes)
install(TARGETS polhode_lanes_linked EXPORT polhode-lanes-targets ARCHIVE OPTIONAL)  # where `make lanes` has built it
install(EXPORT polhode-lanes-targets NAMESPACE polhode:: DESTINATION ${polhode_config})
install(FILES engines/polhode/engine.h DESTINATION ${polhode_headers})
install(TARGETS polhode_headers EXPORT polhode-targets)
install(EXPORT polhode-targets NAMESPACE polhode:: DESTINATION ${polhode_config})
configure_package_config_file(packaging/polhode-config.cmake.in ${CMAKE_BINARY_DIR}/packaging/polhode-config.cmake
  INSTALL_DESTINATION ${polhode_config})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/packaging/polhode-config-version.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
file(RELATIVE_PATH polhode_up /${CMAKE_INSTALL_DATADIR}/pkgconfig /)  # the package can be moved
configure_file(packaging/polhode.pc.in ${CMAKE_BINARY_DIR}/packaging/polhode.pc @ONLY)
if(POLHODE_SHARED)
  configure_file(packaging/polhode-c.pc.in ${CMAKE_BINARY_DIR}/packaging/polhode-c.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/packaging/polhode-c.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
endif()
install(FILES ${CMAKE_BINARY_DIR}/packaging/polhode-config.cmake
  ${CMAKE_BINARY_DIR}/packaging/polhode-config-version.cmake DESTINATION ${polhode_config})
install(FILES ${CMAKE_BINARY_DIR}/packaging/polhode.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(DIRECTORY results DESTINATION ${polhode_data} PATTERN "out" EXCLUDE PATTERN "reference" EXCLUDE
  PATTERN "*_test.*" EXCLUDE PATTERN "build.sh" EXCLUDE PATTERN "player.cpp" EXCLUDE)
install(DIRECTORY problems/examples DESTINATION ${polhode_data}/problems)
install(DIRECTORY experiments/examples/plugin DESTINATION ${polhode_data}/experiments/examples)
install(FILES experiments/examples/engine/midpoint.c DESTINATION ${polhode_data}/experiments/examples/engine)
install(DIRECTORY experiments/examples/tableaux DESTINATION ${polhode_data}/experiments/examples)
install(CODE "execute_process(COMMAND \"$<TARGET_FILE:polhode>\" completion bash OUTPUT_FILE \"${CMAKE_BINARY_DIR}/packaging/completion\")")
install(FILES ${CMAKE_BINARY_DIR}/packaging/completion DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME polhode)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md CODE_OF_CONDUCT.md SECURITY.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(DIRECTORY experiments/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The installed package, tested by projects outside the tree. The manual page is made where help2man is (cpack.cmake).
find_program(HELP2MAN help2man)
set(prefix ${CMAKE_BINARY_DIR}/install/prefix)
foreach(step prefix headers engine library lanes components subdirectory emit plugin)
  add_test(NAME install.${step} COMMAND ${CMAKE_COMMAND} -DSTEP=${step} -DBUILD=${CMAKE_BINARY_DIR} -DPREFIX=${prefix}
    -DCXX=${CMAKE_CXX_COMPILER} "-DCXX_NEEDS=${CMAKE_REQUIRED_FLAGS}" -DCC=${CMAKE_C_COMPILER}
    -DEIGEN=${EIGEN3_INCLUDE_DIRS} -DHELP2MAN=${HELP2MAN} -P ${CMAKE_SOURCE_DIR}/packaging/install_test.cmake)
  set_tests_properties(install.${step} PROPERTIES LABELS install TIMEOUT 300 FIXTURES_REQUIRED installed)
endforeach()
set_tests_properties(install.prefix PROPERTIES FIXTURES_SETUP installed FIXTURES_REQUIRED "")
set_tests_properties(install.plugin PROPERTIES FIXTURES_SETUP plugin)
