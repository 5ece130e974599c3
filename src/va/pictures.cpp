// SPDX-License-Identifier: MIT
#include "va/calls.h"

namespace genmedia::va {

VAStatus create_context(Driver& driver, VAConfigID config, int width, int height, int, VASurfaceID* targets,
                        int count, VAContextID* context) {
    const auto found = driver.configs.find(config);
    if (!found) return VA_STATUS_ERROR_INVALID_CONFIG;
    if (context == nullptr || (count > 0 && targets == nullptr)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    // What processes pictures takes any size: GStreamer asks for 0 x 0.
    const int least = found->entrypoint == VAEntrypointVideoProc ? 0 : 1;
    if (width < least || height < least || width > kLargestSide || height > kLargestSide)
        return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    for (int i = 0; i < count; i++)
        if (!driver.surfaces.find(targets[i])) return VA_STATUS_ERROR_INVALID_SURFACE;
    auto operation = make_operation(*found);
    if (!operation) return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
    *context = driver.contexts.add(
        std::make_shared<Context>(Context{found, width, height, std::move(operation), {}, {}}));
    return VA_STATUS_SUCCESS;
}

VAStatus destroy_context(Driver& driver, VAContextID context) {
    return driver.contexts.remove(context) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONTEXT;
}

VAStatus begin_picture(Driver& driver, VAContextID context, VASurfaceID target) {
    const auto found = driver.contexts.find(context);
    if (!found) return VA_STATUS_ERROR_INVALID_CONTEXT;
    auto surface = driver.surfaces.find(target);
    if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
    found->target = std::move(surface);
    found->parts.clear();
    found->operation->begin();
    return VA_STATUS_SUCCESS;
}

VAStatus render_picture(Driver& driver, VAContextID context, VABufferID* buffers, int count) {
    const auto found = driver.contexts.find(context);
    if (!found) return VA_STATUS_ERROR_INVALID_CONTEXT;
    if (!found->target) return VA_STATUS_ERROR_OPERATION_FAILED;
    if (buffers == nullptr && count > 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++) {
        const auto buffer = driver.buffers.find(buffers[i]);
        if (!buffer) return VA_STATUS_ERROR_INVALID_BUFFER;
        // A copy: the program may destroy the buffer before the picture ends.
        const uint8_t* bytes = buffer->memory->data();
        found->parts.push_back(
            {buffer->type, buffer->size, buffer->count, {bytes, bytes + buffer->memory->size()}});
        if (const VAStatus status = found->operation->receive(driver, found->parts.back());
            status != VA_STATUS_SUCCESS)
            return status;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus end_picture(Driver& driver, VAContextID context) {
    const auto found = driver.contexts.find(context);
    if (!found) return VA_STATUS_ERROR_INVALID_CONTEXT;
    if (!found->target) return VA_STATUS_ERROR_OPERATION_FAILED;
    const auto target = std::move(found->target);
    found->target = nullptr;
    const VAStatus status = found->operation->run(driver, found->parts, *target);
    found->parts.clear();
    target->outcome = status == VA_STATUS_ERROR_DECODING_ERROR ? status : VA_STATUS_SUCCESS;
    return status;
}

}  // namespace genmedia::va
