// SPDX-License-Identifier: MIT
#include "va/calls.h"
#include "va/surfaces/external_memory.h"

#include <algorithm>
#include <bit>

namespace genmedia::va {
namespace {

VASurfaceAttrib integer(VASurfaceAttribType type, int value, unsigned flags) {
    VASurfaceAttrib attribute{};
    attribute.type = type;
    attribute.flags = flags;
    attribute.value.type = VAGenericValueTypeInteger;
    attribute.value.value.i = value;
    return attribute;
}

// Programs may give one, and none is read back.
VASurfaceAttrib descriptor_attribute() {
    VASurfaceAttrib attribute{};
    attribute.type = VASurfaceAttribExternalBufferDescriptor;
    attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
    attribute.value.type = VAGenericValueTypePointer;
    return attribute;
}

// What attributes ask for.
struct Asked {
    const PictureFormat* format = nullptr;  // null: none
    unsigned memory_type = VA_SURFACE_ATTRIB_MEM_TYPE_VA;
    const void* descriptor = nullptr;
};

VAStatus read_attribute(const VASurfaceAttrib& attribute, Asked& asked) {
    const int value = attribute.value.value.i;
    switch (number_of(attribute.type)) {
        case VASurfaceAttribPixelFormat:
            asked.format = format_of_fourcc(static_cast<uint32_t>(value));
            return asked.format == nullptr ? VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT : VA_STATUS_SUCCESS;
        case VASurfaceAttribMemoryType: {
            asked.memory_type = static_cast<unsigned>(value);
            const bool is_one =
                std::has_single_bit(asked.memory_type) && (asked.memory_type & kMemoryTypes) != 0;
            return is_one ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE;
        }
        case VASurfaceAttribExternalBufferDescriptor:
            asked.descriptor = attribute.value.value.p;
            return VA_STATUS_SUCCESS;
        case VASurfaceAttribDRMFormatModifiers:
            return has_linear(static_cast<const VADRMFormatModifierList*>(attribute.value.value.p))
                       ? VA_STATUS_SUCCESS
                       : VA_STATUS_ERROR_ATTR_NOT_SUPPORTED;
        case VASurfaceAttribUsageHint: return VA_STATUS_SUCCESS;
        default: return VA_STATUS_ERROR_ATTR_NOT_SUPPORTED;
    }
}

VAStatus read_attributes(const VASurfaceAttrib* attributes, unsigned count, Asked& asked) {
    for (unsigned i = 0; i < count; i++) {
        if ((attributes[i].flags & VA_SURFACE_ATTRIB_SETTABLE) == 0) continue;
        if (const VAStatus status = read_attribute(attributes[i], asked); status != VA_STATUS_SUCCESS)
            return status;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus make_surface(const Asked& asked, unsigned index, int width, int height, Surface& surface) {
    if (asked.memory_type != VA_SURFACE_ATTRIB_MEM_TYPE_VA && asked.descriptor != nullptr)
        return import_surface(asked.memory_type, asked.descriptor, index, asked.format, width, height,
                              surface);
    surface.layout = layout_of(*asked.format, width, height);
    surface.memory = Memory::in_pages(surface.layout.size);
    return VA_STATUS_SUCCESS;
}

}  // namespace

VAStatus create_surfaces_with(Driver& driver, unsigned format, unsigned width, unsigned height,
                              VASurfaceID* surfaces, unsigned count, VASurfaceAttrib* attributes,
                              unsigned attribute_count) {
    if ((count > 0 && surfaces == nullptr) || (attribute_count > 0 && attributes == nullptr))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (width == 0 || height == 0 || width > kLargestSide || height > kLargestSide)
        return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    Asked asked;
    if (const VAStatus status = read_attributes(attributes, attribute_count, asked);
        status != VA_STATUS_SUCCESS)
        return status;
    // Of any type where no descriptor says which: libva-utils' suite asks so.
    const bool is_own = asked.memory_type == VA_SURFACE_ATTRIB_MEM_TYPE_VA || asked.descriptor == nullptr;
    // Some programs (Intel's vme_interop) give a FOURCC in the place of a VA_RT_FORMAT.
    if (asked.format == nullptr && is_own) asked.format = format_of_fourcc(format);
    if (asked.format == nullptr && is_own) asked.format = format_of_rt_format(format);
    if (asked.format == nullptr && is_own) return VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT;
    std::vector<std::shared_ptr<Surface>> made;  // all or none
    for (unsigned i = 0; i < count; i++) {
        made.push_back(std::make_shared<Surface>());
        const VAStatus status =
            make_surface(asked, i, static_cast<int>(width), static_cast<int>(height), *made.back());
        if (status != VA_STATUS_SUCCESS) return status;
    }
    for (unsigned i = 0; i < count; i++) surfaces[i] = driver.surfaces.add(std::move(made[i]));
    return VA_STATUS_SUCCESS;
}

VAStatus create_surfaces(Driver& driver, int width, int height, int format, int count,
                         VASurfaceID* surfaces) {
    if (width < 0 || height < 0 || count < 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    return create_surfaces_with(driver, static_cast<unsigned>(format), static_cast<unsigned>(width),
                                static_cast<unsigned>(height), surfaces, static_cast<unsigned>(count),
                                nullptr, 0);
}

VAStatus destroy_surfaces(Driver& driver, VASurfaceID* surfaces, int count) {
    if (surfaces == nullptr && count > 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    VAStatus status = VA_STATUS_SUCCESS;
    for (int i = 0; i < count; i++)
        if (!driver.surfaces.remove(surfaces[i])) status = VA_STATUS_ERROR_INVALID_SURFACE;
    return status;
}

VAStatus query_surface_attributes(Driver& driver, VAConfigID config, VASurfaceAttrib* attributes,
                                  unsigned* count) {
    const auto found = driver.configs.find(config);
    if (!found) return VA_STATUS_ERROR_INVALID_CONFIG;
    if (count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    std::vector<VASurfaceAttrib> all;
    constexpr unsigned chosen = VA_SURFACE_ATTRIB_GETTABLE | VA_SURFACE_ATTRIB_SETTABLE;
    for (const PictureFormat& format : picture_formats())
        if ((format.rt_format & found->rt_format) != 0)
            all.push_back(integer(VASurfaceAttribPixelFormat, static_cast<int>(format.fourcc), chosen));
    all.push_back(integer(VASurfaceAttribMinWidth, 1, VA_SURFACE_ATTRIB_GETTABLE));
    all.push_back(integer(VASurfaceAttribMinHeight, 1, VA_SURFACE_ATTRIB_GETTABLE));
    all.push_back(integer(VASurfaceAttribMaxWidth, kLargestSide, VA_SURFACE_ATTRIB_GETTABLE));
    all.push_back(integer(VASurfaceAttribMaxHeight, kLargestSide, VA_SURFACE_ATTRIB_GETTABLE));
    all.push_back(integer(VASurfaceAttribMemoryType, static_cast<int>(kMemoryTypes), chosen));
    all.push_back(descriptor_attribute());
    const bool fits = attributes == nullptr || *count >= all.size();
    if (attributes != nullptr && fits) std::copy(all.begin(), all.end(), attributes);
    *count = static_cast<unsigned>(all.size());
    return fits ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
}

// A picture is whole when vaEndPicture returns.
VAStatus sync_surface(Driver& driver, VASurfaceID surface) {
    const auto found = driver.surfaces.find(surface);
    return found ? found->outcome : VA_STATUS_ERROR_INVALID_SURFACE;
}

VAStatus sync_surface_within(Driver& driver, VASurfaceID surface, uint64_t) {
    return sync_surface(driver, surface);
}

VAStatus query_surface_status(Driver& driver, VASurfaceID surface, VASurfaceStatus* status) {
    if (!driver.surfaces.find(surface)) return VA_STATUS_ERROR_INVALID_SURFACE;
    *status = VASurfaceReady;
    return VA_STATUS_SUCCESS;
}

// Which macroblocks were damaged is not known.
VAStatus query_surface_error(Driver& driver, VASurfaceID surface, VAStatus error, void** info) {
    if (!driver.surfaces.find(surface)) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (error != VA_STATUS_ERROR_DECODING_ERROR) return VA_STATUS_ERROR_INVALID_PARAMETER;
    static VASurfaceDecodeMBErrors none{};
    none.status = -1;
    *info = &none;
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
