# SPDX-License-Identifier: MIT
# Writes the files INPUTS as the text of NAMESPACE::FUNCTION(), which HEADER declares, to OUTPUT. Compilers are told where
# each file begins; browsers are not, as they would not know the words.
string(REPLACE " " ";" INPUTS "${INPUTS}")
set(code "// Made by write_text.cmake.\n#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n")
string(APPEND code "const std::string& ${FUNCTION}() {\n    static const std::string text =\n")
foreach(input IN LISTS INPUTS)
  file(READ ${input} text)
  get_filename_component(name ${input} NAME)
  set(line "#line 1 \"genmedia/${name}\"\n")
  if(name MATCHES "\\.(html|css|js)$")
    set(line "")
  endif()
  string(APPEND code "R\"GENMEDIA(${line}${text})GENMEDIA\"\n")
endforeach()
string(APPEND code "        ;\n    return text;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUTPUT} "${code}")
