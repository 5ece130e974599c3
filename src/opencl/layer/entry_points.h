// SPDX-License-Identifier: MIT
// The OpenCL functions that this layer has in the place of PoCL's, by subject. Each passes other calls on
// untouched.
#pragma once

#include "opencl/layer/guard.h"

namespace genmedia::opencl {

void install_devices(Entries& entries);
void install_presentation(Entries& entries);
void install_compute_units(Entries& entries);
void install_contexts(Entries& entries);
void install_programs(Entries& entries);
void install_kernels(Entries& entries);
void install_planar_images(Entries& entries);
void install_launches(Entries& entries);
void install_outcomes(Entries& entries);
void install_extension_functions(Entries& entries);
void install_built_in_kernels(Entries& entries);

}  // namespace genmedia::opencl
