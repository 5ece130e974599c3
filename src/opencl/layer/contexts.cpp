#include "opencl/layer/contexts.h"

#include "opencl/layer/entry_points.h"
#include "opencl/layer/log.h"
#include "opencl/layer/registry.h"

namespace genmedia::opencl {
namespace {

using ContextNotify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

struct Context {
    ContextNotify notify = nullptr;
    void* user_data = nullptr;
};

// Kept after their contexts: whatever still runs may have something to report.
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

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties, cl_device_type type,
                                                ContextNotify notify, void* user_data, cl_int* error) {
    return remember(target().clCreateContextFromType(properties, type, notify, user_data, error), notify,
                    user_data);
}

}  // namespace

void report_to(cl_context context, const std::string& message) {
    const auto known = contexts().find(context);
    log().error("{}", message);
    if (known && known->notify != nullptr)
        known->notify(("genmedia: " + message).c_str(), nullptr, 0, known->user_data);
}

void install_contexts(cl_icd_dispatch& table) {
    table.clCreateContext = create_context;
    table.clCreateContextFromType = create_context_from_type;
}

}  // namespace genmedia::opencl
