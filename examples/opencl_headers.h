// SPDX-License-Identifier: MIT
// The largest header of the OpenCL examples, as common/device.h includes it: compiled once for all of them.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>
