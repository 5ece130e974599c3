// SPDX-License-Identifier: MIT
// Arrows into pixels.
#pragma once

#include <nanobind/nanobind.h>

namespace genmedia {

void add_drawing(nanobind::module_& module);

}  // namespace genmedia
