# SPDX-License-Identifier: MIT
# A source of the library that Highway compiles for several instruction sets.
function(vector_source source)
  # Highway's assertions, which it has with sanitizers and without optimisation, need its library; all else is in its
  # headers.
  set_property(SOURCE ${source} TARGET_DIRECTORY genmedia_objects PROPERTY COMPILE_DEFINITIONS HWY_IS_DEBUG_BUILD=0)
  # The same bits where a processor multiplies and adds in one step.
  set(options -ffp-contract=off)
  # A tenth of such a file's time with sanitizers: checks of each pointer's alignment, which vectors need not have. And a
  # look for races where no data are shared, which needs no optimisation either.
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    list(APPEND options -fno-sanitize=thread -O0)
  elseif(CMAKE_CXX_FLAGS MATCHES "address,undefined")
    list(APPEND options -fno-sanitize=alignment,vptr)
  endif()
  # Highway's NEON functions are declared for +crypto, which GCC then wants of constructors that it makes itself; no
  # such instruction comes of it.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    list(APPEND options -march=armv8-a+crypto)
  endif()
  set_property(SOURCE ${source} TARGET_DIRECTORY genmedia_objects PROPERTY COMPILE_OPTIONS ${options})
endfunction()
