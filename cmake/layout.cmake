# SPDX-License-Identifier: MIT
# Where the build tree has what is installed: bin/ and lib/, as in the prefix, so that one RUNPATH from $ORIGIN serves
# in both. CMake's own way, a path for the build tree that it replaces at install, ends in colons, and the loader takes
# the empty element behind a colon for the current folder.
set(bin_dir ${CMAKE_INSTALL_FULL_BINDIR})
set(lib_dir ${CMAKE_INSTALL_FULL_LIBDIR})
foreach(folder bin_dir lib_dir)
  cmake_path(IS_PREFIX CMAKE_INSTALL_PREFIX ${${folder}} NORMALIZE inside)
  if(NOT inside)
    message(FATAL_ERROR "${${folder}} is to be installed to; expected a folder below CMAKE_INSTALL_PREFIX, ${CMAKE_INSTALL_PREFIX}")
  endif()
endforeach()
file(RELATIVE_PATH libdir_from_bindir ${bin_dir} ${lib_dir})
cmake_path(RELATIVE_PATH bin_dir BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX})
cmake_path(RELATIVE_PATH lib_dir BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX})
set(build_bin_dir ${PROJECT_BINARY_DIR}/${bin_dir})
set(build_lib_dir ${PROJECT_BINARY_DIR}/${lib_dir})

# installed_program(TARGET [FOLDER...]): finds libraries in FOLDERs, given from the library folder; `.` is that itself.
function(installed_program target)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${build_bin_dir} BUILD_WITH_INSTALL_RPATH ON)
  foreach(folder ${ARGN})
    cmake_path(APPEND libdir_from_bindir ${folder} OUTPUT_VARIABLE place)
    string(REGEX REPLACE "/\\.$" "" place ${place})
    set_property(TARGET ${target} APPEND PROPERTY INSTALL_RPATH "$ORIGIN/${place}")
  endforeach()
endfunction()

# installed_library(TARGET FOLDER): FOLDER from the library folder.
function(installed_library target folder)
  cmake_path(APPEND build_lib_dir ${folder} OUTPUT_VARIABLE place)
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${place} BUILD_WITH_INSTALL_RPATH ON)
endfunction()
