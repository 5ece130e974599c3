# SPDX-License-Identifier: MIT
# Names all libraries that are missing at once, as the packages that have them.
set(names)
set(packages)
foreach(library IN ITEMS "TBB_FOUND:oneTBB:libtbb-dev" "Boost_FOUND:Boost.Context:libboost-context-dev"
        "HIGHWAY_INCLUDE_DIR:Highway:libhwy-dev")
  string(REPLACE ":" ";" library ${library})
  list(POP_FRONT library found name package)
  if(NOT ${found})
    list(APPEND names ${name})
    list(APPEND packages ${package})
  endif()
endforeach()
if(names)
  list(JOIN names ", " names)
  list(JOIN packages " " packages)
  message(FATAL_ERROR "genmedia is compiled with libraries that are not here: ${names}. On Debian and Ubuntu: sudo apt-get install ${packages}")
endif()
