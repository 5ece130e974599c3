# SPDX-License-Identifier: MIT
# cm_kernels(TARGET FILE.cpp OUTPUT.isa [option...]): compiles a kernel file with cmc
function(cm_kernels target source output)
  file(GLOB_RECURSE language ${PROJECT_SOURCE_DIR}/include/cm/*.h)
  add_custom_command(OUTPUT ${output} COMMAND cmc -march=skl ${ARGN} ${source} -o ${output}
                     DEPENDS cmc ${source} ${language} COMMENT "cmc ${source}" VERBATIM)
  add_custom_target(${target} DEPENDS ${output})
endfunction()
