# cmake -P package.cmake: writes the files for find_package(counterpoint) into the folder MADE. All values are
# environment variables, which do not require quoting.

cmake_minimum_required(VERSION 3.13)
include(CMakePackageConfigHelpers)

foreach(name MADE PREFIX LIBDIR INCLUDEDIR VERSION COMPATIBILITY SHARED_LIBRARY SONAME SYSTEM_LIBRARIES)
  set(${name} "$ENV{${name}}")
endforeach()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/counterpoint-config.cmake.in" "${MADE}/counterpoint-config.cmake"
  INSTALL_PREFIX "${PREFIX}" INSTALL_DESTINATION "${LIBDIR}/cmake/counterpoint" PATH_VARS LIBDIR INCLUDEDIR)

# A program that requests version 0.1 gets any 0.1.x, but not 0.2: each minor version may change the interface. A
# requested range states which versions the program supports.
write_basic_package_version_file("${MADE}/of-one.cmake" VERSION "${VERSION}" COMPATIBILITY "${COMPATIBILITY}")
write_basic_package_version_file("${MADE}/of-a-range.cmake" VERSION "${VERSION}" COMPATIBILITY AnyNewerVersion)
file(READ "${MADE}/of-one.cmake" of_one)
file(READ "${MADE}/of-a-range.cmake" of_a_range)
file(WRITE "${MADE}/counterpoint-config-version.cmake"
  "if(PACKAGE_FIND_VERSION_RANGE)\n${of_a_range}else()\n${of_one}endif()\n")
