// SPDX-License-Identifier: MIT
// The rules for requests of planar images: sizes, formats and access, with the error codes of the extension.
#include "opencl/layer/images/planar_images.h"

#include <CL/cl_ext.h>
#include <bit>

namespace genmedia::opencl {
namespace {

constexpr cl_mem_flags kHostPointers = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool at_most_one(cl_mem_flags flags) { return std::popcount(flags) <= 1; }

cl_int check_flags(cl_mem_flags flags) {
    const bool exclusive =
        at_most_one(flags & kDeviceAccess) && at_most_one(flags & kHostAccess) &&
        !((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
    return exclusive ? CL_SUCCESS : CL_INVALID_VALUE;
}

cl_int check_size(cl_device_id device, const cl_image_desc& description) {
    if (description.image_type != CL_MEM_OBJECT_IMAGE2D || description.image_depth > 1 ||
        description.num_mip_levels != 0 || description.num_samples != 0 || description.mem_object != nullptr)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (description.image_width == 0 || description.image_height == 0 || description.image_width % 4 != 0 ||
        description.image_height % 4 != 0)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (description.image_width >
            query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_WIDTH) ||
        description.image_height >
            query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_HEIGHT))
        return CL_INVALID_IMAGE_SIZE;
    return CL_SUCCESS;
}

// Whether a plane asks for an access that the whole does not grant.
bool exceeds(cl_mem_flags whole, cl_mem_flags plane) {
    if ((whole & CL_MEM_WRITE_ONLY) && (plane & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))) return true;
    if ((whole & CL_MEM_READ_ONLY) && (plane & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))) return true;
    if ((whole & CL_MEM_NO_ACCESS_INTEL) &&
        (plane & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)))
        return true;
    return (whole & CL_MEM_HOST_NO_ACCESS) && (plane & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
}

}  // namespace

cl_int check_planar_image(cl_device_id device, cl_mem_flags flags, const cl_image_format& format,
                          const cl_image_desc& description, const void* host_pointer) {
    if (format.image_channel_data_type != CL_UNORM_INT8) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (const cl_int error = check_flags(flags); error != CL_SUCCESS) return error;
    if ((flags & CL_MEM_HOST_NO_ACCESS) == 0) return CL_INVALID_VALUE;
    if (const cl_int error = check_size(device, description); error != CL_SUCCESS) return error;
    const bool takes_pointer = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    if (takes_pointer != (host_pointer != nullptr)) return CL_INVALID_HOST_PTR;
    const size_t pitch = description.image_row_pitch;
    if (pitch != 0 && (host_pointer == nullptr || pitch < description.image_width))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    return CL_SUCCESS;
}

cl_int check_plane(const PlanarObject& whole, cl_mem_flags flags, const cl_image_format& format,
                   const cl_image_desc& description, const void* host_pointer) {
    if (const cl_int error = check_flags(flags); error != CL_SUCCESS) return error;
    if ((flags & kHostPointers) != 0) return CL_INVALID_VALUE;
    if (host_pointer != nullptr) return CL_INVALID_HOST_PTR;
    if ((whole.flags & CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL) == 0 && exceeds(whole.flags, flags))
        return CL_INVALID_VALUE;
    if (description.image_type != CL_MEM_OBJECT_IMAGE2D || description.image_depth > 1)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    const cl_channel_order order = description.image_depth == 0 ? CL_R : CL_RG;
    if (format.image_channel_order != order) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (format.image_channel_data_type != CL_UNORM_INT8 && format.image_channel_data_type != CL_UNSIGNED_INT8)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    return CL_SUCCESS;
}

}  // namespace genmedia::opencl
