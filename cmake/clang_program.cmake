# SPDX-License-Identifier: MIT
# Programs that include cm/cm.h: clang++ builds them, whichever compiler builds genmedia. GENMEDIA_CLANG is from src/cm/compiler.

if(CMAKE_CROSSCOMPILING)
  set(processor --target=${CMAKE_LIBRARY_ARCHITECTURE} --sysroot=${CMAKE_SYSROOT})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(processor -mcpu=native)
else()
  set(processor -march=native)
endif()
set(GENMEDIA_CLANG_FLAGS -std=c++17 ${processor} -fno-math-errno -fno-strict-aliasing -fsigned-char
    -I${PROJECT_SOURCE_DIR}/include -Wall -Wextra -Wshadow -Wno-unknown-warning-option -Wno-sign-compare)
if(CMAKE_COMPILE_WARNING_AS_ERROR)
  list(APPEND GENMEDIA_CLANG_FLAGS -Werror)
endif()
separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")  # the sanitizers
list(APPEND GENMEDIA_CLANG_FLAGS ${flags})
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  list(APPEND GENMEDIA_CLANG_FLAGS -O1)  # -O2 takes a quarter longer
else()  # with the checks of kernels that are debugged; also much faster to compile with sanitizers
  list(APPEND GENMEDIA_CLANG_FLAGS -O0 -g -DCM_DEBUG)
endif()

# clang_program(NAME SOURCE [what to link]...): an executable NAME in the current binary folder.
function(clang_program name source)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name})
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${GENMEDIA_CLANG} ${GENMEDIA_CLANG_FLAGS} -MD -MF ${program}.d -MT ${program} ${source} -o ${program} ${ARGN}
    DEPENDS ${source} DEPFILE ${program}.d
    COMMENT "Building ${name} with clang++" VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(build_${name} ALL DEPENDS ${program})
endfunction()
