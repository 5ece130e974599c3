// SPDX-License-Identifier: MIT
#include "opencl/layer/images/planar_images.h"

#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/devices/processors.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/images/va_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <cstring>

namespace genmedia::opencl {

Registry<cl_mem, PlanarObject>& planar_objects() {
    static auto& registry = *new Registry<cl_mem, PlanarObject>;
    return registry;
}

std::shared_ptr<PlanarObject> whole_planar_image(cl_mem memory) {
    auto object = planar_objects().find(memory);
    return object && object->plane < 0 ? object : nullptr;
}

namespace {

cl_int CL_API_CALL retain_memory(cl_mem object) {
    const cl_int error = planar_objects().retain(object, target().clRetainMemObject);
    if (error == CL_SUCCESS) retain_va_image(object);
    return error;
}

cl_int CL_API_CALL release_memory(cl_mem object) {
    release_va_image(object);
    return planar_objects().release(object, target().clReleaseMemObject);
}

}  // namespace

PlanarObject::~PlanarObject() {
    if (whole != nullptr) target().clReleaseMemObject(whole);
    if (chroma != nullptr) target().clReleaseMemObject(chroma);
    if (luma != nullptr) target().clReleaseMemObject(luma);
}

namespace {

constexpr size_t kLineAlignment = 64;  // cl_intel_media_block_io wants as much
constexpr cl_mem_flags kLayerFlags = CL_MEM_NO_ACCESS_INTEL | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL |
                                     CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR;

// ---- Creation

void allocate(PlanarImage& image, const cl_image_desc& description, void* host_pointer) {
    const bool in_place = (image.flags & CL_MEM_USE_HOST_PTR) != 0;
    const size_t given = description.image_row_pitch != 0 ? description.image_row_pitch : image.width;
    image.pitch = in_place ? given : (image.width + kLineAlignment - 1) / kLineAlignment * kLineAlignment;
    if (in_place) {
        image.host_pointer = host_pointer;
        image.pixels = static_cast<unsigned char*>(host_pointer);
        return;
    }
    const size_t size = (image.bytes() + kLineAlignment - 1) / kLineAlignment * kLineAlignment;
    image.own_pixels.reset(static_cast<unsigned char*>(std::aligned_alloc(kLineAlignment, size)));
    image.pixels = image.own_pixels.get();
    if (image.pixels == nullptr || host_pointer == nullptr) return;
    for (size_t y = 0; y < image.height / 2 * 3; y++)
        std::memcpy(image.pixels + y * image.pitch, static_cast<unsigned char*>(host_pointer) + y * given,
                    image.width);
}

void CL_CALLBACK release_pixels(cl_mem, void* image) {
    delete static_cast<std::shared_ptr<PlanarImage>*>(image);
}

// PoCL's image of a plane: it uses the planar image's own pixels.
cl_mem wrap_plane(const std::shared_ptr<PlanarImage>& image, int plane, cl_mem_flags flags,
                  const cl_image_format& format, cl_int* error) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = plane == 1 ? image->width / 2 : image->width;
    description.image_height = plane == 1 ? image->height / 2 : image->height;
    description.image_row_pitch = image->pitch;
    if (on_device(image->context))  // which has memory of its own: images of planes are made once, from what
                                    // was given
        return target().clCreateImage(image->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                      &description, plane == 1 ? image->chroma() : image->pixels, error);
    const cl_mem made =
        target().clCreateImage(image->context, (flags & ~kLayerFlags) | CL_MEM_USE_HOST_PTR, &format,
                               &description, plane == 1 ? image->chroma() : image->pixels, error);
    // The pixels stay as long as PoCL has the image: commands keep the image after its release.
    if (made != nullptr)
        target().clSetMemObjectDestructorCallback(made, kGuarded<release_pixels>,
                                                  new std::shared_ptr<PlanarImage>(image));
    return made;
}

// Wraps the chroma as pixels of two channels, or of one channel of the same size.
cl_mem wrap_chroma(const std::shared_ptr<PlanarImage>& image, cl_mem_flags flags, cl_channel_type type,
                   bool& emulated, cl_int* error) {
    const cl_mem plane = wrap_plane(image, 1, flags, {CL_RG, type}, error);
    emulated = plane == nullptr;
    if (plane != nullptr) return plane;
    const cl_channel_type wide = type == CL_UNORM_INT8 ? CL_UNORM_INT16 : CL_UNSIGNED_INT16;
    return wrap_plane(image, 1, flags, {CL_R, wide}, error);
}

cl_mem create_whole(cl_context context, cl_device_id device, cl_mem_flags flags,
                    const cl_image_format& format, const cl_image_desc& description, void* host_pointer,
                    cl_int* error) {
    *error = check_planar_image(device, flags, format, description, host_pointer);
    if (*error != CL_SUCCESS) return nullptr;
    auto object = std::make_shared<PlanarObject>();
    object->image = std::make_shared<PlanarImage>();
    object->flags = object->image->flags = (flags & kDeviceAccess) ? flags : flags | CL_MEM_READ_WRITE;
    object->image->context = context;
    object->image->width = description.image_width;
    object->image->height = description.image_height;
    allocate(*object->image, description, host_pointer);
    if (object->image->pixels == nullptr) {
        *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return nullptr;
    }
    object->chroma = wrap_chroma(object->image, CL_MEM_READ_WRITE, CL_UNORM_INT8, object->emulated, error);
    if (object->chroma == nullptr) return nullptr;
    if (on_device(context)) object->luma = wrap_plane(object->image, 0, flags, {CL_R, CL_UNORM_INT8}, error);
    if (on_device(context) && object->luma == nullptr) return nullptr;
    const cl_mem whole = wrap_plane(object->image, 0, flags, {CL_R, CL_UNORM_INT8}, error);
    if (whole != nullptr) planar_objects().put(whole, std::move(object));
    return whole;
}

// A plane that names no access takes over the whole's. For host access only if the whole binds it.
cl_mem_flags plane_flags(cl_mem_flags whole, cl_mem_flags plane) {
    const bool unrestricted = (whole & CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL) != 0;
    if ((plane & kDeviceAccess) == 0) plane |= whole & kDeviceAccess;
    if ((plane & kHostAccess) == 0 && !unrestricted) plane |= whole & kHostAccess;
    return plane;
}

// Where planes are images of their own, all who ask for one share it.
cl_mem plane_on_device(cl_mem whole, const PlanarObject& from, cl_mem_flags flags,
                       const cl_image_format& format, const cl_image_desc& description, cl_int* error) {
    const cl_mem plane = description.image_depth == 1 ? from.chroma : from.luma;
    if (format.image_channel_data_type != CL_UNORM_INT8) {
        log().error("a plane of an NV12 image as integers: this device has it as CL_UNORM_INT8 alone");
        *error = CL_IMAGE_FORMAT_NOT_SUPPORTED;
        return nullptr;
    }
    const auto retain = [](cl_mem memory) { return target().clRetainMemObject(memory); };
    *error = planar_objects().retain(plane, retain);
    if (*error != CL_SUCCESS) return nullptr;
    if (planar_objects().find(plane)) return plane;
    auto object = std::make_shared<PlanarObject>();
    object->image = from.image;
    object->plane = static_cast<int>(description.image_depth);
    object->flags = plane_flags(from.flags, flags);
    object->emulated = object->plane == 1 && from.emulated;
    if (target().clRetainMemObject(whole) == CL_SUCCESS) object->whole = whole;
    planar_objects().put(plane, std::move(object));
    return plane;
}

cl_mem create_plane(cl_mem whole, const PlanarObject& from, cl_mem_flags flags, const cl_image_format& format,
                    const cl_image_desc& description, void* host_pointer, cl_int* error) {
    *error = check_plane(from, flags, format, description, host_pointer);
    if (*error != CL_SUCCESS) return nullptr;
    if (on_device(from.image->context))
        return plane_on_device(whole, from, flags, format, description, error);
    auto object = std::make_shared<PlanarObject>();
    object->image = from.image;
    object->plane = static_cast<int>(description.image_depth);
    object->flags = plane_flags(from.flags, flags);
    object->type = format.image_channel_data_type;
    const cl_mem plane = object->plane == 1
                             ? wrap_chroma(from.image, object->flags, object->type, object->emulated, error)
                             : wrap_plane(from.image, 0, object->flags, {CL_R, object->type}, error);
    if (plane == nullptr) return nullptr;
    if (target().clRetainMemObject(whole) == CL_SUCCESS) object->whole = whole;
    planar_objects().put(plane, std::move(object));
    return plane;
}

template <class PassOn>
cl_mem create(cl_context context, cl_mem_flags flags, const cl_image_format* format,
              const cl_image_desc* description, void* host_pointer, cl_int* error, PassOn pass_on) {
    const auto pass_on_and_forget = [&] {
        const cl_mem made = pass_on();
        if (made != nullptr) planar_objects().forget(made);
        if (made != nullptr) forget_va_image(made);
        return made;
    };
    if (format == nullptr || description == nullptr) return pass_on_and_forget();
    cl_int ignored = CL_SUCCESS;
    cl_int* result = error == nullptr ? &ignored : error;
    if (const auto whole = whole_planar_image(description->mem_object))
        return create_plane(description->mem_object, *whole, flags, *format, *description, host_pointer,
                            result);
    const cl_device_id device =
        format->image_channel_order == CL_NV12_INTEL ? served_device(context) : nullptr;
    if (device == nullptr) return pass_on_and_forget();
    return create_whole(context, device, flags, *format, *description, host_pointer, result);
}

cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                const cl_image_desc* description, void* host_pointer, cl_int* error) {
    return create(context, flags, format, description, host_pointer, error, [&] {
        return target().clCreateImage(context, flags, format, description, host_pointer, error);
    });
}

cl_mem CL_API_CALL create_image_with_properties(cl_context context, const cl_mem_properties* properties,
                                                cl_mem_flags flags, const cl_image_format* format,
                                                const cl_image_desc* description, void* host_pointer,
                                                cl_int* error) {
    const auto pass_on = [&] {
        return target().clCreateImageWithProperties(context, properties, flags, format, description,
                                                    host_pointer, error);
    };
    if (properties != nullptr && *properties != 0) return pass_on();
    return create(context, flags, format, description, host_pointer, error, pass_on);
}

cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                   size_t width, size_t height, size_t pitch, void* host_pointer,
                                   cl_int* error) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.image_row_pitch = pitch;
    return create(context, flags, format, &description, host_pointer, error, [&] {
        return target().clCreateImage2D(context, flags, format, width, height, pitch, host_pointer, error);
    });
}

// ---- Queries

cl_int CL_API_CALL get_image_info(cl_mem memory, cl_image_info name, size_t size, void* value,
                                  size_t* size_ret) {
    if (const auto answer = answer_va_image(memory, name, size, value, size_ret)) return *answer;
    const auto pass_on = [&] { return target().clGetImageInfo(memory, name, size, value, size_ret); };
    const auto object = planar_objects().find(memory);
    if (object && object->plane >= 0 && object->emulated && name == CL_IMAGE_FORMAT)
        return answer(cl_image_format{CL_RG, object->type}, size, value, size_ret);
    if (!object || object->plane >= 0) return pass_on();
    switch (name) {
        case CL_IMAGE_FORMAT:
            return answer(cl_image_format{CL_NV12_INTEL, CL_UNORM_INT8}, size, value, size_ret);
        case CL_IMAGE_DEPTH: return answer(size_t{1}, size, value, size_ret);
        default: return pass_on();
    }
}

cl_int CL_API_CALL get_memory_info(cl_mem memory, cl_mem_info name, size_t size, void* value,
                                   size_t* size_ret) {
    if (const auto answer = answer_va_memory(memory, name, size, value, size_ret)) return *answer;
    const auto pass_on = [&] { return target().clGetMemObjectInfo(memory, name, size, value, size_ret); };
    const auto object = planar_objects().find(memory);
    if (!object) return pass_on();
    switch (name) {
        case CL_MEM_FLAGS: return answer(object->flags, size, value, size_ret);
        case CL_MEM_HOST_PTR:
            return answer(object->plane < 0 ? object->image->host_pointer : nullptr, size, value, size_ret);
        case CL_MEM_ASSOCIATED_MEMOBJECT: return answer(object->whole, size, value, size_ret);
        case CL_MEM_SIZE:
            if (object->plane < 0) return answer(object->image->bytes(), size, value, size_ret);
            return pass_on();
        default: return pass_on();
    }
}

cl_int CL_API_CALL get_supported_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                         cl_uint count, cl_image_format* formats, cl_uint* count_ret) {
    const auto pass_on = [&] {
        return target().clGetSupportedImageFormats(context, flags, type, count, formats, count_ret);
    };
    const bool none = (flags & CL_MEM_NO_ACCESS_INTEL) != 0;
    if (type != CL_MEM_OBJECT_IMAGE2D || (!none && (flags & CL_MEM_READ_ONLY) == 0) ||
        served_device(context) == nullptr)
        return pass_on();
    std::vector<cl_image_format> all;
    cl_uint own = 0;
    if (!none) {
        if (const cl_int error = target().clGetSupportedImageFormats(context, flags, type, 0, nullptr, &own))
            return error;
        all.resize(own);
        target().clGetSupportedImageFormats(context, flags, type, own, all.data(), nullptr);
    }
    all.push_back({CL_NV12_INTEL, CL_UNORM_INT8});
    if (formats != nullptr && count == 0) return CL_INVALID_VALUE;
    if (formats != nullptr) std::copy_n(all.begin(), std::min<size_t>(count, all.size()), formats);
    if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(all.size());
    return CL_SUCCESS;
}

// ---- Commands. PoCL knows only the luma, so commands on a whole planar image are done here or refused.

// CL_SUCCESS, or the error of a command that reads or writes one image.
cl_int check_access(cl_mem image) {
    if (image == nullptr) return CL_INVALID_MEM_OBJECT;  // not every driver looks
    if (whole_planar_image(image)) return CL_INVALID_OPERATION;
    return is_unacquired(image) ? kVaSurfaceNotAcquired : CL_SUCCESS;
}

bool all_even(const size_t* values) { return values[0] % 2 == 0 && values[1] % 2 == 0; }

cl_int CL_API_CALL copy_image(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                              const size_t* to_origin, const size_t* region, cl_uint wait_count,
                              const cl_event* wait_list, cl_event* event) {
    if (from == nullptr || to == nullptr) return CL_INVALID_MEM_OBJECT;
    if (is_unacquired(from) || is_unacquired(to)) return kVaSurfaceNotAcquired;
    const auto source = whole_planar_image(from), sink = whole_planar_image(to);
    if (!source && !sink)
        return target().clEnqueueCopyImage(queue, from, to, from_origin, to_origin, region, wait_count,
                                           wait_list, event);
    if (!source || !sink) return CL_IMAGE_FORMAT_MISMATCH;
    if (from_origin == nullptr || to_origin == nullptr || region == nullptr || !all_even(from_origin) ||
        !all_even(to_origin) || !all_even(region))
        return CL_INVALID_VALUE;
    cl_event luma = nullptr;
    const cl_mem from_luma = source->luma != nullptr ? source->luma : from;
    const cl_mem to_luma = sink->luma != nullptr ? sink->luma : to;
    cl_int error = target().clEnqueueCopyImage(queue, from_luma, to_luma, from_origin, to_origin, region,
                                               wait_count, wait_list, &luma);
    if (error != CL_SUCCESS) return error;
    const auto halved = [](const size_t* values) {
        return std::array<size_t, 3>{values[0] / 2, values[1] / 2, values[2]};
    };
    error = target().clEnqueueCopyImage(queue, source->chroma, sink->chroma, halved(from_origin).data(),
                                        halved(to_origin).data(), halved(region).data(), 1, &luma, event);
    target().clReleaseEvent(luma);
    return error;
}

cl_int CL_API_CALL copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                        const size_t* origin, const size_t* region, size_t offset,
                                        cl_uint wait_count, const cl_event* wait_list, cl_event* event) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) return refused;
    return target().clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, offset, wait_count,
                                               wait_list, event);
}

cl_int CL_API_CALL copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset,
                                        const size_t* origin, const size_t* region, cl_uint wait_count,
                                        const cl_event* wait_list, cl_event* event) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) return refused;
    return target().clEnqueueCopyBufferToImage(queue, buffer, image, offset, origin, region, wait_count,
                                               wait_list, event);
}

cl_int CL_API_CALL fill_image(cl_command_queue queue, cl_mem image, const void* color, const size_t* origin,
                              const size_t* region, cl_uint wait_count, const cl_event* wait_list,
                              cl_event* event) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) return refused;
    return target().clEnqueueFillImage(queue, image, color, origin, region, wait_count, wait_list, event);
}

// ---- The host has no access to a whole planar image: PoCL would check other things first.

cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                              const size_t* region, size_t pitch, size_t slice, void* to, cl_uint wait_count,
                              const cl_event* wait_list, cl_event* event) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) return refused;
    return target().clEnqueueReadImage(queue, image, blocking, origin, region, pitch, slice, to, wait_count,
                                       wait_list, event);
}

cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t* origin,
                               const size_t* region, size_t pitch, size_t slice, const void* from,
                               cl_uint wait_count, const cl_event* wait_list, cl_event* event) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) return refused;
    return target().clEnqueueWriteImage(queue, image, blocking, origin, region, pitch, slice, from,
                                        wait_count, wait_list, event);
}

void* CL_API_CALL map_image(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                            const size_t* origin, const size_t* region, size_t* pitch, size_t* slice,
                            cl_uint wait_count, const cl_event* wait_list, cl_event* event, cl_int* error) {
    if (const cl_int refused = check_access(image); refused != CL_SUCCESS) {
        if (error != nullptr) *error = refused;
        return nullptr;
    }
    return target().clEnqueueMapImage(queue, image, blocking, flags, origin, region, pitch, slice, wait_count,
                                      wait_list, event, error);
}

}  // namespace

void install_planar_images(Entries& entries) {
    entries.put<&cl_icd_dispatch::clCreateImage, create_image>();
    entries.put<&cl_icd_dispatch::clCreateImageWithProperties, create_image_with_properties>();
    entries.put<&cl_icd_dispatch::clCreateImage2D, create_image_2d>();
    entries.put<&cl_icd_dispatch::clRetainMemObject, retain_memory>();
    entries.put<&cl_icd_dispatch::clReleaseMemObject, release_memory>();
    entries.put<&cl_icd_dispatch::clGetImageInfo, get_image_info>();
    entries.put<&cl_icd_dispatch::clGetMemObjectInfo, get_memory_info>();
    entries.put<&cl_icd_dispatch::clGetSupportedImageFormats, get_supported_formats>();
    entries.put<&cl_icd_dispatch::clEnqueueCopyImage, copy_image>();
    entries.put<&cl_icd_dispatch::clEnqueueCopyImageToBuffer, copy_image_to_buffer>();
    entries.put<&cl_icd_dispatch::clEnqueueCopyBufferToImage, copy_buffer_to_image>();
    entries.put<&cl_icd_dispatch::clEnqueueFillImage, fill_image>();
    entries.put<&cl_icd_dispatch::clEnqueueReadImage, read_image>();
    entries.put<&cl_icd_dispatch::clEnqueueWriteImage, write_image>();
    entries.put<&cl_icd_dispatch::clEnqueueMapImage, map_image>();
}

}  // namespace genmedia::opencl
