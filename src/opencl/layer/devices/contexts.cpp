// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/contexts.h"

#include "opencl/layer/devices/devices_found.h"
#include "opencl/layer/devices/presentation.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/images/va_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"
#include "opencl/layer/registry.h"

namespace genmedia::opencl {
namespace {

using ContextNotify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

struct Context {
    ContextNotify notify = nullptr;
    void* user_data = nullptr;
    void* va_display = nullptr;
    bool syncs_by_itself = false;
    std::vector<cl_context_properties> properties;  // as given, where PoCL got others
};

// Entries outlive their contexts: a kernel that still runs may have something to report.
Registry<cl_context, Context>& contexts() {
    static auto& registry = *new Registry<cl_context, Context>;
    return registry;
}

// A context's properties in two parts: the layer's own, and those that PoCL gets.
struct Properties {
    void* va_display = nullptr;
    bool syncs_by_itself = false, has_other_sharing = false;
    std::vector<cl_context_properties> given, for_pocl;

    explicit Properties(const cl_context_properties* list) {
        if (list == nullptr) return;
        for (; *list != 0; list += 2) {
            given.insert(given.end(), list, list + 2);
            if (list[0] == kContextVaDisplay)
                va_display = reinterpret_cast<void*>(list[1]);
            else
                for_pocl.insert(for_pocl.end(), list, list + 2);
            if (list[0] == CL_CONTEXT_INTEROP_USER_SYNC) syncs_by_itself = list[1] != CL_FALSE;
            if (is_other_sharing(list[0]) && list[1] != 0) has_other_sharing = true;
        }
        given.push_back(0);
        for_pocl.push_back(0);
    }

    // Of GL, EGL, GLX, Direct3D 10 and 11, and the adapters of DX9. [cl_gl.h, cl_d3d10.h, cl_d3d11.h,
    // cl_dx9_media_sharing.h]
    static bool is_other_sharing(cl_context_properties name) {
        return (name >= 0x2008 && name <= 0x200C) || name == 0x4014 || name == 0x401D ||
               (name >= 0x2025 && name <= 0x2027);
    }
    const cl_context_properties* pocls() const { return for_pocl.empty() ? nullptr : for_pocl.data(); }
    // CL_SUCCESS, or the error of sharing VA-API's surfaces with these devices.
    cl_int check(const std::vector<cl_device_id>& devices) const {
        if (va_display == nullptr) return CL_SUCCESS;
        return has_other_sharing ? CL_INVALID_OPERATION : check_va_display(va_display, devices);
    }
};

cl_context remember(cl_context context, Properties properties, ContextNotify notify, void* user_data) {
    if (context == nullptr) return context;
    auto known = std::make_shared<Context>();
    known->notify = notify;
    known->user_data = user_data;
    known->va_display = properties.va_display;
    known->syncs_by_itself = properties.syncs_by_itself;
    if (properties.va_display != nullptr) known->properties = std::move(properties.given);
    contexts().put(context, std::move(known));
    return context;
}

// As OpenCL's functions fail.
cl_context refuse(cl_int code, cl_int* error) {
    if (error != nullptr) *error = code;
    return nullptr;
}

cl_context CL_API_CALL create_context(const cl_context_properties* list, cl_uint count,
                                      const cl_device_id* devices, ContextNotify notify, void* user_data,
                                      cl_int* error) {
    Properties properties(list);
    if (devices != nullptr)
        if (const cl_int code = properties.check({devices, devices + count}); code != CL_SUCCESS)
            return refuse(code, error);
    const cl_context context =
        target().clCreateContext(properties.pocls(), count, devices, notify, user_data, error);
    return remember(context, std::move(properties), notify, user_data);
}

// Null: the loader's first platform.
cl_platform_id platform_of(const cl_context_properties* properties) {
    for (; properties != nullptr && *properties != 0; properties += 2)
        if (*properties == CL_CONTEXT_PLATFORM) return reinterpret_cast<cl_platform_id>(properties[1]);
    return nullptr;
}

// PoCL 3.1 makes contexts without devices but cannot release them. So they are an error here.
cl_context context_of_type(const Properties& properties, cl_device_type type, ContextNotify notify,
                           void* user_data, cl_int* error) {
    const cl_platform_id platform = platform_of(properties.pocls());
    if (!shown_as_intel() || !is_presented(platform))
        return target().clCreateContextFromType(properties.pocls(), type, notify, user_data, error);
    const auto devices = devices_of_type(platform, type);
    if (devices.empty()) return refuse(CL_DEVICE_NOT_FOUND, error);
    if (const cl_int code = properties.check(devices); code != CL_SUCCESS) return refuse(code, error);
    return target().clCreateContext(properties.pocls(), static_cast<cl_uint>(devices.size()), devices.data(),
                                    notify, user_data, error);
}

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* list, cl_device_type type,
                                                ContextNotify notify, void* user_data, cl_int* error) {
    Properties properties(list);
    cl_int ignored = CL_SUCCESS;
    cl_int* result = error == nullptr ? &ignored : error;
    const cl_context context = context_of_type(properties, type, notify, user_data, result);
    const bool found = context != nullptr && !devices_of(context).empty();
    if (context != nullptr || *result == CL_DEVICE_NOT_FOUND)
        note_device_search(is_presented(platform_of(list)), found);
    return remember(context, std::move(properties), notify, user_data);
}

cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size, void* value,
                                    size_t* size_ret) {
    const auto known = name == CL_CONTEXT_PROPERTIES ? contexts().find(context) : nullptr;
    if (known && !known->properties.empty()) return answer(known->properties, size, value, size_ret);
    return target().clGetContextInfo(context, name, size, value, size_ret);
}

}  // namespace

void* va_display_of(cl_context context) {
    const auto known = contexts().find(context);
    return known ? known->va_display : nullptr;
}

bool syncs_by_itself(cl_context context) {
    const auto known = contexts().find(context);
    return known && known->syncs_by_itself;
}

void report_to(cl_context context, const std::string& message) {
    const auto known = contexts().find(context);
    log().error("{}", message);
    if (known && known->notify != nullptr)
        known->notify(("genmedia: " + message).c_str(), nullptr, 0, known->user_data);
}

void install_contexts(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateContext, create_context>();
    entries.put<&cl_icd_dispatch::clCreateContextFromType, create_context_from_type>();
    entries.put<&cl_icd_dispatch::clGetContextInfo, get_context_info>();
}

}  // namespace genmedia::opencl
