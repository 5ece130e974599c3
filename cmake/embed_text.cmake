# SPDX-License-Identifier: MIT
# embed_text(OUTPUT NAMESPACE FUNCTION HEADER FILES...): makes the source OUTPUT, in which NAMESPACE::FUNCTION() gives
# the text of FILES, as HEADER declares.
function(embed_text output namespace function header)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DFUNCTION=${function} -DHEADER=${header}
            "-DINPUTS=$<JOIN:${ARGN}, >" -P ${PROJECT_SOURCE_DIR}/cmake/write_text.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/write_text.cmake
    VERBATIM)
endfunction()
