// SPDX-License-Identifier: MIT
// The loader's entry: the loader asks what this is, then lets it put its functions before the next table.
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/devices/threads.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/exit.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace genmedia::opencl {
namespace {

// As long as the loader's table or this build's, whichever is longer; the rest is null. Never destroyed:
// threads may outlive static objects.
auto &below = *new std::vector<void*>, &mine = *new std::vector<void*>;

size_t entries_here() { return sizeof(cl_icd_dispatch) / sizeof(void*); }

}  // namespace

const cl_icd_dispatch& target() { return *reinterpret_cast<const cl_icd_dispatch*>(below.data()); }
const cl_icd_dispatch& own_table() { return *reinterpret_cast<const cl_icd_dispatch*>(mine.data()); }

namespace {

void copy_tables(cl_uint count, const cl_icd_dispatch* next) {
    const size_t length = std::max<size_t>(count, entries_here());
    below.assign(length, nullptr);
    std::memcpy(below.data(), next, count * sizeof(void*));
    mine = below;
    Entries entries(*reinterpret_cast<cl_icd_dispatch*>(mine.data()));
    install_devices(entries);
    install_presentation(entries);
    install_compute_units(entries);
    install_contexts(entries);
    install_programs(entries);
    install_kernels(entries);
    install_planar_images(entries);
    install_launches(entries);
    install_outcomes(entries);
    install_extension_functions(entries);
    install_built_in_kernels(entries);
    // A function that the table below lacks is missing here too.
    for (size_t i = 0; i < length; i++)
        if (below[i] == nullptr) mine[i] = nullptr;
}

cl_int layer_info(cl_layer_info name, size_t size, void* value, size_t* size_ret) {
    switch (name) {
        case CL_LAYER_API_VERSION:
            return answer(cl_layer_api_version{CL_LAYER_API_VERSION_100}, size, value, size_ret);
        case CL_LAYER_NAME: return answer(std::string("genmedia"), size, value, size_ret);
        default: return CL_INVALID_VALUE;
    }
}

cl_int init_layer(cl_uint count, const cl_icd_dispatch* next, cl_uint* count_ret,
                  const cl_icd_dispatch** table_ret) {
    if (next == nullptr || count_ret == nullptr || table_ret == nullptr || count == 0)
        return CL_INVALID_VALUE;
    copy_tables(count, next);
    if (device_choice() != DeviceChoice::gpu || falls_back()) ask_pocl_for_threads();
    prepare_exit();
    *count_ret = count;
    *table_ret = reinterpret_cast<const cl_icd_dispatch*>(mine.data());
    log().debug("layer loaded: the loader's table has {} entries, this build's {}", count, entries_here());
    return CL_SUCCESS;
}

}  // namespace
}  // namespace genmedia::opencl

#pragma GCC visibility push(default)

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, size_t size, void* value,
                                               size_t* size_ret) {
    return genmedia::opencl::kGuarded<genmedia::opencl::layer_info>(name, size, value, size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* next, cl_uint* count_ret,
                                            const cl_icd_dispatch** table_ret) {
    return genmedia::opencl::kGuarded<genmedia::opencl::init_layer>(count, next, count_ret, table_ret);
}

#pragma GCC visibility pop
