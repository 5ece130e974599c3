// SPDX-License-Identifier: MIT
#include "opencl/layer/images/unit_images.h"

#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/layer_log.h"

#include <string>

namespace genmedia::opencl {
namespace {

struct Size {
    size_t width = 0, height = 0;
    bool operator==(const Size&) const = default;
    std::string text() const { return std::to_string(width) + "x" + std::to_string(height); }
};

Size size_of(cl_mem image) {
    return {query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_WIDTH),
            query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_HEIGHT)};
}

std::string named(const KernelDescription& kernel, size_t parameter) {
    return "image '" + kernel.parameters[parameter].name + "' (parameter " + std::to_string(parameter) + ")";
}

cl_int refuse(const KernelFacts& kernel, cl_int error, const std::string& message) {
    report_to(kernel.context, "kernel " + kernel.description.name + ": " + message);
    return error;
}

// PoCL sees the luma of an NV12 image as CL_R, CL_UNORM_INT8. The codes are those of clEnqueueNDRangeKernel
// for formats and sizes that the device does not support. [ext cl_intel_device_side_avc_motion_estimation,
// 6.13.14.X, requirement 1]
cl_int check_image(const KernelFacts& kernel, UnitImage use, cl_mem source, cl_mem image) {
    const auto format = query_value<cl_image_format>(target().clGetImageInfo, image, CL_IMAGE_FORMAT);
    if (format.image_channel_order != CL_R || format.image_channel_data_type != CL_UNORM_INT8)
        return refuse(
            kernel, CL_IMAGE_FORMAT_NOT_SUPPORTED,
            fmt::format("{} has channel order {:#x} and type {:#x}; the unit reads CL_R ({:#x}) with "
                        "CL_UNORM_INT8 ({:#x}), and CL_NV12_INTEL",
                        named(kernel.description, use.image), format.image_channel_order,
                        format.image_channel_data_type, CL_R, CL_UNORM_INT8));
    const Size expected = size_of(source), size = size_of(image);
    if (size != expected)
        return refuse(kernel, CL_INVALID_IMAGE_SIZE,
                      fmt::format("{} has {} pixels; expected {}, as its source, {}",
                                  named(kernel.description, use.image), size.text(), expected.text(),
                                  named(kernel.description, use.source)));
    return CL_SUCCESS;
}

}  // namespace

cl_int check_unit_images(KernelFacts& kernel) {
    std::vector<cl_mem> images;
    {
        const std::lock_guard lock(kernel.mutex);
        images = kernel.images;
    }
    for (const UnitImage use : kernel.description.unit_images) {
        if (use.source >= images.size() || use.image >= images.size()) continue;
        const cl_mem source = images[use.source], image = images[use.image];
        if (source == nullptr || image == nullptr) continue;
        if (const cl_int error = check_image(kernel, use, source, image); error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

}  // namespace genmedia::opencl
