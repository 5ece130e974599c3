# SPDX-License-Identifier: MIT
# How tests and examples are compiled, which takes longer than they run. The library and the programs are not touched.
# optimise_little(-O0): in place of -O3
macro(optimise_little level)
  string(REPLACE "-O3" "${level}" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endmacro()
# Checks of each pointer's alignment and class, which the library and the programs have. Here a quarter of
# compiling with sanitizers would be theirs.
if(CMAKE_CXX_FLAGS MATCHES "sanitize=address,undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=alignment,vptr>)
endif()
