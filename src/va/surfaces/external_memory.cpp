// SPDX-License-Identifier: MIT
#include "va/surfaces/external_memory.h"

#include "va/calls.h"

#include <unistd.h>

#include <array>

namespace genmedia::va {
namespace {

// Of drm_fourcc.h, whose codes are the kernel's.
constexpr uint32_t code(const char (&text)[5]) {
    return static_cast<uint32_t>(text[0]) | static_cast<uint32_t>(text[1]) << 8 |
           static_cast<uint32_t>(text[2]) << 16 | static_cast<uint32_t>(text[3]) << 24;
}
constexpr uint64_t kLinear = 0, kNoModifier = 0x00ffffffffffffff;

struct DrmFormats {
    uint32_t fourcc, composed;
    std::array<uint32_t, 3> separate;  // a plane each
};
constexpr DrmFormats kDrmFormats[] = {
    {VA_FOURCC_NV12, code("NV12"), {code("R8  "), code("GR88"), 0}},
    {VA_FOURCC_I420, code("YU12"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_YV12, code("YV12"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_IMC3, code("YU12"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_P010, code("P010"), {code("R16 "), code("GR32"), 0}},
    {VA_FOURCC_YUY2, code("YUYV"), {code("YUYV"), 0, 0}},
    {VA_FOURCC_UYVY, code("UYVY"), {code("UYVY"), 0, 0}},
    {VA_FOURCC_422H, code("YU16"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_411P, code("YU11"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_444P, code("YU24"), {code("R8  "), code("R8  "), code("R8  ")}},
    {VA_FOURCC_Y800, code("R8  "), {code("R8  "), 0, 0}},
    {VA_FOURCC_BGRA, code("AR24"), {code("AR24"), 0, 0}},
    {VA_FOURCC_BGRX, code("XR24"), {code("XR24"), 0, 0}},
    {VA_FOURCC_RGBA, code("AB24"), {code("AB24"), 0, 0}},
    {VA_FOURCC_RGBX, code("XB24"), {code("XB24"), 0, 0}},
};

const DrmFormats* drm_formats(uint32_t fourcc) {
    for (const DrmFormats& formats : kDrmFormats)
        if (formats.fourcc == fourcc) return &formats;
    return nullptr;
}

// Where a plane lies: in which object, and how.
struct GivenPlane {
    uint32_t object, offset, pitch;
};

// A surface's layout with the program's planes, if each is inside of its object. `starts` is where objects
// are in the memory.
VAStatus lay_out(const PictureFormat& format, int width, int height, std::span<const GivenPlane> planes,
                 std::span<const Memory::File> objects, PictureLayout& layout) {
    layout = layout_of(format, width, height);
    if (planes.size() < static_cast<size_t>(layout.plane_count)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    const uint32_t sample = format.pixels == AV_PIX_FMT_P010LE ? 2 : 1;
    layout.size = 0;
    for (int plane = 0; plane < layout.plane_count; plane++) {
        const GivenPlane& given = planes[static_cast<size_t>(plane)];
        if (given.object >= objects.size()) return VA_STATUS_ERROR_INVALID_PARAMETER;
        const PlaneSize size = plane_size(format, plane, width, height);
        const uint64_t end =
            given.offset + uint64_t{given.pitch} * static_cast<uint64_t>(size.rows - 1) + size.bytes;
        const Memory::File& object = objects[given.object];
        if (given.pitch < size.bytes || given.pitch > INT32_MAX || end > object.size ||
            given.offset % sample != 0 || given.pitch % sample != 0)
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        if (object.start + end > UINT32_MAX) return VA_STATUS_ERROR_INVALID_PARAMETER;
        layout.offsets[plane] = static_cast<uint32_t>(object.start) + given.offset;
        layout.pitches[plane] = given.pitch;
        layout.size = std::max(layout.size, object.start + end);
    }
    return VA_STATUS_SUCCESS;
}

size_t in_pages(size_t size) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return (size + page - 1) / page * page;
}

VAStatus import_buffers(unsigned type, const VASurfaceAttribExternalBuffers& given, unsigned index,
                        const PictureFormat* format, int width, int height, Surface& surface) {
    if ((given.flags & (VA_SURFACE_EXTBUF_DESC_ENABLE_TILING | VA_SURFACE_EXTBUF_DESC_PROTECTED)) != 0u)
        return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    if (format == nullptr) format = format_of_fourcc(given.pixel_format);
    if (format == nullptr) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (given.buffers == nullptr || index >= given.num_buffers || given.num_planes > 4)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    std::vector<GivenPlane> planes;
    for (uint32_t plane = 0; plane < given.num_planes; plane++)
        planes.push_back({0, given.offsets[plane], given.pitches[plane]});
    const uintptr_t handle = given.buffers[index];
    const Memory::File object{static_cast<int>(handle), given.data_size, 0};
    if (const VAStatus status = lay_out(*format, width, height, planes, {&object, 1}, surface.layout);
        status != VA_STATUS_SUCCESS)
        return status;
    if (type == VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME)
        surface.memory = Memory::of_files({&object, 1});
    else if (handle != 0)
        surface.memory = Memory::borrowed(reinterpret_cast<void*>(handle), given.data_size);
    return surface.memory ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_PARAMETER;
}

VAStatus import_objects(const VADRMPRIMESurfaceDescriptor& given, const PictureFormat* format, int width,
                        int height, Surface& surface) {
    if (format == nullptr) format = format_of_fourcc(given.fourcc);
    if (format == nullptr) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    if (given.num_objects == 0 || given.num_objects > 4 || given.num_layers > 4)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    std::vector<Memory::File> objects;
    size_t start = 0;
    for (uint32_t i = 0; i < given.num_objects; i++) {
        const auto& object = given.objects[i];
        if (object.drm_format_modifier != kLinear && object.drm_format_modifier != kNoModifier)
            return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
        if (object.size == 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
        objects.push_back({object.fd, object.size, start});
        start += in_pages(object.size);
    }
    std::vector<GivenPlane> planes;
    for (uint32_t i = 0; i < given.num_layers; i++) {
        const auto& layer = given.layers[i];
        if (layer.num_planes > 4) return VA_STATUS_ERROR_INVALID_PARAMETER;
        for (uint32_t plane = 0; plane < layer.num_planes; plane++)
            planes.push_back({layer.object_index[plane], layer.offset[plane], layer.pitch[plane]});
    }
    if (const VAStatus status = lay_out(*format, width, height, planes, objects, surface.layout);
        status != VA_STATUS_SUCCESS)
        return status;
    surface.memory = Memory::of_files(objects);
    return surface.memory ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_PARAMETER;
}

void describe_layers(const PictureLayout& layout, const DrmFormats& formats, bool separate,
                     VADRMPRIMESurfaceDescriptor& descriptor) {
    descriptor.num_layers = separate ? static_cast<uint32_t>(layout.plane_count) : 1;
    for (int plane = 0; plane < layout.plane_count; plane++) {
        auto& layer = descriptor.layers[separate ? plane : 0];
        layer.drm_format = separate ? formats.separate[static_cast<size_t>(plane)] : formats.composed;
        layer.offset[layer.num_planes] = layout.offsets[plane];
        layer.pitch[layer.num_planes] = layout.pitches[plane];
        layer.num_planes++;
    }
}

}  // namespace

VAStatus import_surface(unsigned type, const void* descriptor, unsigned index, const PictureFormat* format,
                        int width, int height, Surface& surface) {
    if (descriptor == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (type == VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2)
        return import_objects(static_cast<const VADRMPRIMESurfaceDescriptor*>(descriptor)[index], format,
                              width, height, surface);
    return import_buffers(type, *static_cast<const VASurfaceAttribExternalBuffers*>(descriptor), index,
                          format, width, height, surface);
}

bool has_linear(const VADRMFormatModifierList* modifiers) {
    if (modifiers == nullptr || modifiers->modifiers == nullptr) return false;
    for (uint32_t i = 0; i < modifiers->num_modifiers; i++)
        if (modifiers->modifiers[i] == kLinear) return true;
    return false;
}

VAStatus export_surface(Driver& driver, VASurfaceID surface, uint32_t type, uint32_t flags,
                        void* descriptor) {
    const auto found = driver.surfaces.find(surface);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (type != VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2) return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    if (descriptor == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    const DrmFormats* formats = drm_formats(found->layout.format->fourcc);
    const int file = formats == nullptr ? -1 : found->memory->share();
    if (file < 0) return VA_STATUS_ERROR_INVALID_SURFACE;
    auto& described = *static_cast<VADRMPRIMESurfaceDescriptor*>(descriptor);
    described = {};
    described.fourcc = found->layout.format->fourcc;
    described.width = static_cast<uint32_t>(found->layout.width);
    described.height = static_cast<uint32_t>(found->layout.height);
    described.num_objects = 1;
    described.objects[0] = {file, static_cast<uint32_t>(found->memory->size()), kLinear};
    describe_layers(found->layout, *formats, (flags & VA_EXPORT_SURFACE_SEPARATE_LAYERS) != 0, described);
    return VA_STATUS_SUCCESS;
}

VAStatus acquire_buffer_handle(Driver& driver, VABufferID buffer, VABufferInfo* info) {
    const auto found = driver.buffers.find(buffer);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (info == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (found->type != VAImageBufferType) return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
    const uint32_t type = VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME;
    if (info->mem_type != 0 && (info->mem_type & type) == 0) return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    if (!found->handle) found->handle = std::make_unique<OpenFile>(found->memory->share());
    if (found->handle->number() < 0) {
        found->handle = nullptr;
        return VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
    }
    found->acquired++;
    info->handle = static_cast<uintptr_t>(found->handle->number());
    info->type = found->type;
    info->mem_type = type;
    info->mem_size = found->memory->size();
    return VA_STATUS_SUCCESS;
}

VAStatus release_buffer_handle(Driver& driver, VABufferID buffer) {
    const auto found = driver.buffers.find(buffer);
    if (!found || found->acquired == 0) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (--found->acquired == 0) found->handle = nullptr;
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
