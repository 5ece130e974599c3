# SPDX-License-Identifier: MIT
# What `cmake --install` puts where, how other projects find it, and the Debian package.
include(CMakePackageConfigHelpers)

install(TARGETS genmedia EXPORT genmedia)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/genmedia DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# All that is installed, and nothing else: `make install` builds this.
add_custom_target(installed DEPENDS genmedia)
if(GENMEDIA_OPENCL)
  install(TARGETS genmedia_opencl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})  # never linked to
  add_dependencies(installed genmedia_opencl)
endif()
if(GENMEDIA_CM)
  install(TARGETS genmedia_cmrt EXPORT genmedia LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}${GENMEDIA_CMRT_BELOW_LIBDIR})
  install(TARGETS cmc)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/cm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/cmc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  add_dependencies(installed genmedia_cmrt cmc)
endif()
if(GENMEDIA_GFX)
  install(TARGETS genmedia_gfx LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/genmedia)
  install(TARGETS gfxcc)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gfx DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/docs/gfxcc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  add_dependencies(installed genmedia_gfx gfxcc)
endif()
if(GENMEDIA_VA)
  install(TARGETS genmedia_va genmedia_va_node LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/genmedia)
  add_dependencies(installed genmedia_va genmedia_va_node)
endif()
if(TARGET genmedia_gen_llvm)
  install(TARGETS genmedia_gen_llvm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/genmedia)
endif()
if(GENMEDIA_TOOL)
  install(TARGETS genmedia_tool)
  set(pages genmedia genmedia-motion genmedia-interpolate genmedia-encode genmedia-view)
  foreach(page IN ITEMS OPENCL:genmedia-cl CM:genmedia-cm VA:genmedia-va GEN:genmedia-registers)
    string(REPLACE ":" ";" page ${page})
    list(POP_FRONT page part)
    if(GENMEDIA_${part})
      list(APPEND pages ${page})
    endif()
  endforeach()
  list(TRANSFORM pages REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/docs/\\1.1")
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  # Where each shell looks below any prefix; Debian's zsh has a folder of its own for packages.
  set(zsh_functions zsh/site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
    set(zsh_functions zsh/vendor-completions)
  endif()
  foreach(place IN ITEMS bash:bash-completion/completions:genmedia zsh:${zsh_functions}:_genmedia
                         fish:fish/vendor_completions.d:genmedia.fish)
    string(REPLACE ":" ";" place ${place})
    list(POP_FRONT place shell folder name)
    install(FILES ${PROJECT_BINARY_DIR}/tools/completion/genmedia.${shell} RENAME ${name}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
  endforeach()
  add_dependencies(installed genmedia_tool completions)
endif()

# Debian's packages have the licence under this name.
install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/genmedia)

# find_package(genmedia): the library needs nothing of a program that links to it, so the exported target
# is the whole package. Before 1.0 a new minor version may change the interface.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/genmedia)
install(EXPORT genmedia NAMESPACE genmedia:: FILE genmedia-config.cmake DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/genmedia-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/genmedia-config-version.cmake DESTINATION ${package_dir})

# pkg-config: paths from the place of the .pc file, so that the tree may be moved, or installed with
# another --prefix. A tree in /usr, and a folder that was given as an absolute path, stay where they are.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" OR IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" pc_prefix "\${pcfiledir}/${pc_prefix}")
endif()
foreach(folder INCLUDEDIR LIBDIR)
  string(TOLOWER pc_${folder} variable)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(${variable} ${CMAKE_INSTALL_${folder}})
  else()
    set(${variable} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
set(pc_cmrt_libdir "")
if(GENMEDIA_CM)
  set(pc_cmrt_libdir "cmrt_libdir=\${libdir}${GENMEDIA_CMRT_BELOW_LIBDIR}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/genmedia.pc.in ${PROJECT_BINARY_DIR}/genmedia.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/genmedia.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The Debian package: library, headers and tool together.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME genmedia)
set(CPACK_PACKAGE_CONTACT "genmedia maintainers <maintainers@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "motion estimation unit of Intel's Gen media GPUs, in software")
set(CPACK_PACKAGE_DESCRIPTION
    "The tool genmedia writes the motion field of any video; the C++ library evaluates single requests
of the video motion estimation unit of Intel's Gen8 to Gen12 GPUs, and whole pictures; the OpenCL layer
runs kernels with cl_intel_device_side_avc_motion_estimation on PoCL; cmc and libigfxcmrt run C for Metal
kernels and their hosts on the CPU.")
# For the OpenCL layer, for cmc with hosts of C for Metal, and for gfxcc.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ocl-icd-libopencl1 | libopencl1, pocl-opencl-icd, clang, libomp-dev, libigfxcmrt-dev")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION video)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${build_lib_dir})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
include(CPack)
