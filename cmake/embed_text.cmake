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

# library_text(NAME NAMESPACE FUNCTION HEADER FILES...): such a source NAME of genmedia_objects. It is made in this folder's
# build folder, and compiled where the target is.
function(library_text name namespace function header)
  set(text ${CMAKE_CURRENT_BINARY_DIR}/${name})
  embed_text(${text} ${namespace} ${function} ${header} ${ARGN})
  add_custom_target(genmedia_${function}_text DEPENDS ${text})
  add_dependencies(genmedia_objects genmedia_${function}_text)
  set_source_files_properties(${text} TARGET_DIRECTORY genmedia_objects PROPERTIES GENERATED TRUE)
  target_sources(genmedia_objects PRIVATE ${text})
endfunction()
