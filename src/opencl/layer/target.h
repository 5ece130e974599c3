// SPDX-License-Identifier: MIT
// The dispatch table below this layer: the loader gave it to clInitLayer.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_layer.h>

namespace genmedia::opencl {

// Entries beyond the end of the loader's table are null.
const cl_icd_dispatch& target();
// This layer's own: what applications call.
const cl_icd_dispatch& own_table();

// The value of an OpenCL query. T{} if the query fails.
template <class T, class Query, class Object, class Name>
T query_value(Query query, Object object, Name name) {
    T value{};
    if (query(object, name, sizeof value, &value, nullptr) != CL_SUCCESS) return T{};
    return value;
}

}  // namespace genmedia::opencl
