// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/contexts.h"

#include "opencl/layer/devices/devices_found.h"
#include "opencl/layer/devices/presentation.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/registry.h"

namespace genmedia::opencl {
namespace {

using ContextNotify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

struct Context {
    ContextNotify notify = nullptr;
    void* user_data = nullptr;
};

// Entries outlive their contexts: a kernel that still runs may have something to report.
Registry<cl_context, Context>& contexts() {
    static auto& registry = *new Registry<cl_context, Context>;
    return registry;
}

cl_context remember(cl_context context, ContextNotify notify, void* user_data) {
    if (context == nullptr) return context;
    auto known = std::make_shared<Context>();
    known->notify = notify;
    known->user_data = user_data;
    contexts().put(context, std::move(known));
    return context;
}

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices, ContextNotify notify, void* user_data,
                                      cl_int* error) {
    return remember(target().clCreateContext(properties, count, devices, notify, user_data, error), notify,
                    user_data);
}

// Null: the loader's first platform.
cl_platform_id platform_of(const cl_context_properties* properties) {
    for (; properties != nullptr && *properties != 0; properties += 2)
        if (*properties == CL_CONTEXT_PLATFORM) return reinterpret_cast<cl_platform_id>(properties[1]);
    return nullptr;
}

// PoCL 3.1 makes contexts without devices but cannot release them. So they are an error here.
cl_context context_of_type(const cl_context_properties* properties, cl_device_type type, ContextNotify notify,
                           void* user_data, cl_int* error) {
    const cl_platform_id platform = platform_of(properties);
    if (!shown_as_intel() || !is_pocl(platform))
        return target().clCreateContextFromType(properties, type, notify, user_data, error);
    const auto devices = devices_of_type(platform, type);
    if (devices.empty()) {
        *error = CL_DEVICE_NOT_FOUND;
        return nullptr;
    }
    return target().clCreateContext(properties, static_cast<cl_uint>(devices.size()), devices.data(), notify,
                                    user_data, error);
}

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties, cl_device_type type,
                                                ContextNotify notify, void* user_data, cl_int* error) {
    cl_int ignored = CL_SUCCESS;
    cl_int* result = error == nullptr ? &ignored : error;
    const cl_context context = context_of_type(properties, type, notify, user_data, result);
    const bool found = context != nullptr && !devices_of(context).empty();
    if (context != nullptr || *result == CL_DEVICE_NOT_FOUND)
        note_device_search(is_pocl(platform_of(properties)), found);
    return remember(context, notify, user_data);
}

}  // namespace

void report_to(cl_context context, const std::string& message) {
    const auto known = contexts().find(context);
    log().error("{}", message);
    if (known && known->notify != nullptr)
        known->notify(("genmedia: " + message).c_str(), nullptr, 0, known->user_data);
}

void install_contexts(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateContext, create_context>();
    entries.put<&cl_icd_dispatch::clCreateContextFromType, create_context_from_type>();
}

}  // namespace genmedia::opencl
