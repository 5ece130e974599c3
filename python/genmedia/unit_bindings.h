// SPDX-License-Identifier: MIT
// The unit itself: genmedia/vme.h, with few of its settings.
#pragma once

#include <nanobind/nanobind.h>

namespace genmedia {

void add_unit(nanobind::module_& module);

}  // namespace genmedia
