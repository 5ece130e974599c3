# SPDX-License-Identifier: MIT
# cm_kernels(TARGET FILE.cpp OUTPUT.isa [option...]): compiles a kernel file with cmc
function(cm_kernels target source output)
  file(GLOB_RECURSE language ${PROJECT_SOURCE_DIR}/include/cm/*.h)
  set(command cmc -march=skl ${ARGN} ${source} -o ${output})
  # cmc makes the same of it in each build: with sanitizers, what the optimised build has is taken from there.
  if(CMAKE_CXX_FLAGS MATCHES "sanitize")
    file(RELATIVE_PATH made ${PROJECT_BINARY_DIR} ${output})
    list(POP_FRONT command)
    set(command ${CMAKE_COMMAND} -D MADE=${PROJECT_SOURCE_DIR}/build/release/${made} -D OUTPUT=${output} -D SOURCE=${source}
        -P ${PROJECT_SOURCE_DIR}/cmake/made_kernels.cmake -- $<TARGET_FILE:cmc> ${command})
  endif()
  add_custom_command(OUTPUT ${output} COMMAND ${command}
                     DEPENDS cmc ${source} ${language} COMMENT "cmc ${source}" VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
endfunction()
