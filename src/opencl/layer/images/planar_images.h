// SPDX-License-Identifier: MIT
// CL_NV12_INTEL images, which PoCL does not have. One storage has luma lines and then interleaved chroma
// lines. PoCL sees each plane as an image. [ext cl_intel_planar_yuv]
#pragma once

#include "opencl/layer/registry.h"
#include "opencl/layer/target.h"

#include <CL/cl_ext.h>
#include <cstdlib>
#include <memory>

namespace genmedia::opencl {

// Of each group at most one flag may be given.
inline constexpr cl_mem_flags kDeviceAccess =
    CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_NO_ACCESS_INTEL;
inline constexpr cl_mem_flags kHostAccess =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;

struct PlanarImage {
    cl_context context = nullptr;
    cl_mem_flags flags = 0;  // as the application gave them
    size_t width = 0, height = 0, pitch = 0;
    unsigned char* pixels = nullptr;
    std::unique_ptr<unsigned char, decltype(&std::free)> own_pixels{nullptr,
                                                                    &std::free};  // null: the application's
    void* host_pointer = nullptr;  // given with CL_MEM_USE_HOST_PTR

    unsigned char* chroma() const { return pixels + pitch * height; }
    size_t bytes() const { return pitch * height / 2 * 3; }
};

// What a cl_mem is to a planar image: all of it, or an image of one of its planes.
struct PlanarObject {
    std::shared_ptr<PlanarImage> image;
    int plane = -1;           // 0 luma, 1 chroma, -1: the whole
    cl_mem whole = nullptr;   // of a plane: its planar image, retained
    cl_mem_flags flags = 0;   // as given, or inherited from the whole
    cl_mem chroma = nullptr;  // of the whole: the layer's own image of its chroma
    cl_mem luma = nullptr;    // the same of its luma, where a device has memory of its own
    cl_channel_type type = CL_UNORM_INT8;
    bool emulated = false;  // PoCL has no CL_RG and sees one channel of 16 bits instead

    ~PlanarObject();
};

Registry<cl_mem, PlanarObject>& planar_objects();

// The planar image, if the handle is a whole one; else null.
std::shared_ptr<PlanarObject> whole_planar_image(cl_mem memory);

// CL_SUCCESS, or the error of a request for a planar image or for an image of its plane.
cl_int check_planar_image(cl_device_id device, cl_mem_flags flags, const cl_image_format& format,
                          const cl_image_desc& description, const void* host_pointer);
cl_int check_plane(const PlanarObject& whole, cl_mem_flags flags, const cl_image_format& format,
                   const cl_image_desc& description, const void* host_pointer);

}  // namespace genmedia::opencl
