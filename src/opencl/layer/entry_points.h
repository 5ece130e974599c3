// The OpenCL functions that this layer has in the place of PoCL's, by what they are about. Each passes on
// what is none of its business, untouched.
#pragma once

#include "opencl/layer/target.h"

namespace genmedia::opencl {

void install_devices(cl_icd_dispatch& table);
void install_contexts(cl_icd_dispatch& table);
void install_programs(cl_icd_dispatch& table);
void install_kernels(cl_icd_dispatch& table);
void install_planar_images(cl_icd_dispatch& table);
void install_launches(cl_icd_dispatch& table);
void install_accelerators(cl_icd_dispatch& table);
void install_built_in_kernels(cl_icd_dispatch& table);

}  // namespace genmedia::opencl
