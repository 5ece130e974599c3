// SPDX-License-Identifier: MIT
// The driver's default tables, laid out for kernels.
#pragma once

#include "opencl/builtins/abi.h"

namespace genmedia::opencl {

const abi::gm_tables& default_tables();

}  // namespace genmedia::opencl
