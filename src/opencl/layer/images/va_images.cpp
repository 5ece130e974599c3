// SPDX-License-Identifier: MIT
#include "opencl/layer/images/va_images.h"

#include "base/va_sharing.h"
#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/guard.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/programs/outcomes.h"
#include "opencl/layer/query.h"
#include "opencl/layer/registry.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <tuple>

namespace genmedia::opencl {
namespace {

constexpr cl_uint kVaDisplaySource = 0x4094, kPreferredDevices = 0x4095, kAllDevices = 0x4096;
constexpr cl_mem_info kMemoryVaSurface = 0x4098;
constexpr cl_image_info kImageVaPlane = 0x4099;
constexpr cl_command_type kAcquireCommand = 0x409A, kReleaseCommand = 0x409B;

// ---- Formats

constexpr uint32_t fourcc(const char (&name)[5]) {
    return static_cast<uint32_t>(name[0]) | static_cast<uint32_t>(name[1]) << 8 |
           static_cast<uint32_t>(name[2]) << 16 | static_cast<uint32_t>(name[3]) << 24;
}

// An image of a plane. The extension has NV12 alone; Intel's driver has others in this way.
struct PlaneFormat {
    uint32_t fourcc;
    cl_uint plane;
    cl_image_format format;
    unsigned columns_by, rows_by;  // the surface's pixels for one of the plane
};

constexpr PlaneFormat kPlaneFormats[] = {
    {fourcc("NV12"), 0, {CL_R, CL_UNORM_INT8}, 1, 1},    {fourcc("NV12"), 1, {CL_RG, CL_UNORM_INT8}, 2, 2},
    {fourcc("P010"), 0, {CL_R, CL_UNORM_INT16}, 1, 1},   {fourcc("P010"), 1, {CL_RG, CL_UNORM_INT16}, 2, 2},
    {fourcc("I420"), 0, {CL_R, CL_UNORM_INT8}, 1, 1},    {fourcc("I420"), 1, {CL_R, CL_UNORM_INT8}, 2, 2},
    {fourcc("I420"), 2, {CL_R, CL_UNORM_INT8}, 2, 2},    {fourcc("YV12"), 0, {CL_R, CL_UNORM_INT8}, 1, 1},
    {fourcc("YV12"), 1, {CL_R, CL_UNORM_INT8}, 2, 2},    {fourcc("YV12"), 2, {CL_R, CL_UNORM_INT8}, 2, 2},
    {fourcc("444P"), 0, {CL_R, CL_UNORM_INT8}, 1, 1},    {fourcc("444P"), 1, {CL_R, CL_UNORM_INT8}, 1, 1},
    {fourcc("444P"), 2, {CL_R, CL_UNORM_INT8}, 1, 1},    {fourcc("Y800"), 0, {CL_R, CL_UNORM_INT8}, 1, 1},
    {fourcc("RGBA"), 0, {CL_RGBA, CL_UNORM_INT8}, 1, 1}, {fourcc("BGRA"), 0, {CL_BGRA, CL_UNORM_INT8}, 1, 1},
};

// Pixels of two bytes, which the layer emulates where PoCL has no CL_RG.
bool can_be_emulated(const cl_image_format& format) {
    return format.image_channel_order == CL_RG && format.image_channel_data_type == CL_UNORM_INT8;
}

bool has(cl_context context, cl_mem_flags flags, const cl_image_format& format) {
    cl_uint count = 0;
    const auto query = target().clGetSupportedImageFormats;
    query(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
    std::vector<cl_image_format> all(count);
    query(context, flags, CL_MEM_OBJECT_IMAGE2D, count, all.data(), nullptr);
    return can_be_emulated(format) || std::ranges::any_of(all, [&](const cl_image_format& one) {
               return one.image_channel_order == format.image_channel_order &&
                      one.image_channel_data_type == format.image_channel_data_type;
           });
}

bool are_allowed(cl_mem_flags flags) {
    return flags == 0 || flags == CL_MEM_READ_ONLY || flags == CL_MEM_WRITE_ONLY ||
           flags == CL_MEM_READ_WRITE;
}

// ---- Images

using Key = std::tuple<cl_context, uint32_t, cl_uint>;  // context, surface, plane

// Which images there are: a plane of a surface has one in a context.
struct Planes {
    std::mutex mutex;
    std::set<Key> taken;
};
Planes& planes() {
    static auto& all = *new Planes;
    return all;
}

struct VaImage {
    Key key;
    uint32_t* surface;  // as given
    cl_uint plane;
    cl_mem_flags flags;
    std::atomic<bool> acquired = false;

    ~VaImage() {
        const std::lock_guard lock(planes().mutex);
        planes().taken.erase(key);
    }
};

Registry<cl_mem, VaImage>& va_images() {
    static auto& registry = *new Registry<cl_mem, VaImage>;
    return registry;
}
std::atomic<bool> any_was_made = false;  // programs without VA-API need no look at the registry

using Picture = std::shared_ptr<const base::VaPicture>;

void release_picture(cl_mem, void* picture) { delete static_cast<Picture*>(picture); }

// PoCL's image of a plane, which uses the surface's samples.
cl_mem wrap(cl_context context, const Picture& picture, const PlaneFormat& plane, cl_mem_flags flags,
            const cl_image_format& format, cl_int* error) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = (picture->width + plane.columns_by - 1) / plane.columns_by;
    description.image_height = (picture->height + plane.rows_by - 1) / plane.rows_by;
    description.image_row_pitch = picture->pitches[plane.plane];
    const cl_mem made = target().clCreateImage(context, flags | CL_MEM_USE_HOST_PTR, &format, &description,
                                               picture->planes[plane.plane], error);
    // Commands keep the image after its release, and so the samples.
    if (made != nullptr)
        target().clSetMemObjectDestructorCallback(made, kGuarded<release_picture>, new Picture(picture));
    return made;
}

cl_mem wrap_or_emulate(cl_context context, const Picture& picture, const PlaneFormat& plane,
                       cl_mem_flags flags, cl_int* error) {
    const cl_mem made = wrap(context, picture, plane, flags, plane.format, error);
    if (made != nullptr || !can_be_emulated(plane.format)) return made;
    const cl_mem emulated = wrap(context, picture, plane, flags, {CL_R, CL_UNORM_INT16}, error);
    if (emulated == nullptr) return emulated;
    auto object = std::make_shared<PlanarObject>();
    object->plane = 1;
    object->emulated = true;
    object->flags = flags;
    planar_objects().put(emulated, std::move(object));
    return emulated;
}

// The plane's format; else an error.
cl_int find_plane(const base::VaPicture& picture, cl_uint plane, const PlaneFormat*& found) {
    cl_int error = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    for (const PlaneFormat& one : kPlaneFormats) {
        if (one.fourcc != picture.fourcc) continue;
        error = CL_INVALID_VALUE;
        if (one.plane != plane) continue;
        found = &one;
        return CL_SUCCESS;
    }
    return error;
}

cl_mem create_va_image(cl_context context, cl_mem_flags flags, uint32_t* surface, cl_uint plane,
                       cl_int* error) {
    cl_int ignored;
    cl_int& result = error == nullptr ? ignored : *error;
    void* display = va_display_of(context);
    const auto fail = [&](cl_int code) -> cl_mem {
        result = code;
        return nullptr;
    };
    if (display == nullptr) return fail(CL_INVALID_CONTEXT);
    if (!are_allowed(flags)) return fail(CL_INVALID_VALUE);
    const Picture picture = surface == nullptr ? nullptr : base::va_picture(display, *surface);
    if (!picture) return fail(kInvalidVaSurface);
    const PlaneFormat* format = nullptr;
    if (const cl_int code = find_plane(*picture, plane, format); code != CL_SUCCESS) return fail(code);
    const Key key{context, *surface, plane};
    {
        const std::lock_guard lock(planes().mutex);
        if (!planes().taken.insert(key).second) return fail(kInvalidVaSurface);
    }
    auto facts = std::make_shared<VaImage>();  // which gives the key back
    facts->key = key;
    facts->surface = surface;
    facts->plane = plane;
    facts->flags = flags == 0 ? CL_MEM_READ_WRITE : flags;
    const cl_mem made = wrap_or_emulate(context, picture, *format, facts->flags, &result);
    if (made == nullptr) return nullptr;
    any_was_made = true;
    va_images().put(made, std::move(facts));
    result = CL_SUCCESS;
    return made;
}

// ---- Who has the surfaces

// The images of the list; an error: the call is refused.
cl_int find_images(cl_command_queue queue, cl_uint count, const cl_mem* memory, bool acquired,
                   std::vector<std::shared_ptr<VaImage>>& found) {
    if ((count == 0) != (memory == nullptr)) return CL_INVALID_VALUE;
    const auto context = query_value<cl_context>(target().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
    if (context == nullptr) return CL_INVALID_COMMAND_QUEUE;
    if (va_display_of(context) == nullptr) return CL_INVALID_CONTEXT;
    for (const cl_mem object : std::span(memory, count)) {
        auto image = va_images().find(object);
        if (!image) return CL_INVALID_MEM_OBJECT;
        if (std::get<cl_context>(image->key) != context) return CL_INVALID_CONTEXT;
        const bool twice = std::ranges::find(found, image) != found.end();
        if (image->acquired != acquired || twice)
            return acquired ? kVaSurfaceNotAcquired : kVaSurfaceAcquired;
        found.push_back(std::move(image));
    }
    return CL_SUCCESS;
}

cl_int change(cl_command_queue queue, cl_uint count, const cl_mem* memory, cl_uint wait_count,
              const cl_event* wait_list, cl_event* event, bool release) {
    std::vector<std::shared_ptr<VaImage>> found;
    if (const cl_int error = find_images(queue, count, memory, release, found); error != CL_SUCCESS)
        return error;
    cl_event marker = nullptr;
    const cl_int error = target().clEnqueueMarkerWithWaitList(queue, wait_count, wait_list, &marker);
    if (error != CL_SUCCESS) return error;
    for (const auto& image : found) image->acquired = !release;
    // VA-API's calls know nothing of queues. So what uses a surface has ended when it is given back.
    const auto context = query_value<cl_context>(target().clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
    if (release && !syncs_by_itself(context)) target().clWaitForEvents(1, &marker);
    if (event == nullptr) return target().clReleaseEvent(marker);
    auto outcome = std::make_shared<Outcome>();
    outcome->command = release ? kReleaseCommand : kAcquireCommand;
    remember_outcome(marker, std::move(outcome));
    *event = marker;
    return CL_SUCCESS;
}

cl_int acquire_surfaces(cl_command_queue queue, cl_uint count, const cl_mem* memory, cl_uint wait_count,
                        const cl_event* wait_list, cl_event* event) {
    return change(queue, count, memory, wait_count, wait_list, event, false);
}

cl_int release_surfaces(cl_command_queue queue, cl_uint count, const cl_mem* memory, cl_uint wait_count,
                        const cl_event* wait_list, cl_event* event) {
    return change(queue, count, memory, wait_count, wait_list, event, true);
}

// ---- Queries

cl_int get_devices(cl_platform_id platform, cl_uint source, void* display, cl_uint set, cl_uint count,
                   cl_device_id* devices, cl_uint* count_ret) {
    if (platform == nullptr) return CL_INVALID_PLATFORM;
    if (source != kVaDisplaySource || (set != kPreferredDevices && set != kAllDevices) ||
        (count == 0 && devices != nullptr) || (devices == nullptr && count_ret == nullptr))
        return CL_INVALID_VALUE;
    auto found = own_devices(platform, CL_DEVICE_TYPE_ALL);
    std::erase_if(found, [](cl_device_id device) { return !is_served(device); });
    if (base::va_sharing_of(display) == nullptr) found.clear();
    if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(found.size());
    if (devices != nullptr) std::copy_n(found.begin(), std::min<size_t>(count, found.size()), devices);
    return found.empty() ? CL_DEVICE_NOT_FOUND : CL_SUCCESS;
}

// `formats` is an array of VAImageFormat.
cl_int get_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint plane,
                   cl_uint count, void* formats, cl_uint* count_ret) {
    const auto* sharing = base::va_sharing_of(va_display_of(context));
    if (sharing == nullptr) return CL_INVALID_CONTEXT;
    if (!are_allowed(flags) || type != CL_MEM_OBJECT_IMAGE2D || (count == 0 && formats != nullptr))
        return CL_INVALID_VALUE;
    cl_uint found = 0;
    alignas(8) unsigned char format[base::kVaImageFormatBytes];
    for (const PlaneFormat& one : kPlaneFormats) {
        if (one.plane != plane || !has(context, flags == 0 ? CL_MEM_READ_WRITE : flags, one.format) ||
            !sharing->describe(one.fourcc, format))
            continue;
        if (formats != nullptr && found < count)
            std::memcpy(static_cast<unsigned char*>(formats) + found * sizeof format, format, sizeof format);
        found++;
    }
    if (count_ret != nullptr) *count_ret = found;
    return CL_SUCCESS;
}

// ---- Kernels' arguments

struct Arguments {
    std::mutex mutex;
    std::map<cl_kernel, std::map<cl_uint, cl_mem>> of;
};
Arguments& va_arguments() {
    static auto& all = *new Arguments;
    return all;
}

}  // namespace

void* va_function(std::string_view name) {
    const auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
    if (name == "clGetDeviceIDsFromVA_APIMediaAdapterINTEL") return address(kGuarded<get_devices>);
    if (name == "clCreateFromVA_APIMediaSurfaceINTEL") return address(kGuarded<create_va_image>);
    if (name == "clEnqueueAcquireVA_APIMediaSurfacesINTEL") return address(kGuarded<acquire_surfaces>);
    if (name == "clEnqueueReleaseVA_APIMediaSurfacesINTEL") return address(kGuarded<release_surfaces>);
    if (name == "clGetSupportedVA_APIMediaSurfaceFormatsINTEL") return address(kGuarded<get_formats>);
    return nullptr;
}

cl_int check_va_display(void* display, const std::vector<cl_device_id>& devices) {
    const bool all = std::ranges::all_of(devices, is_served);
    return all && base::va_sharing_of(display) != nullptr ? CL_SUCCESS : kInvalidVaAdapter;
}

bool is_unacquired(cl_mem memory) {
    if (!any_was_made) return false;
    const auto image = va_images().find(memory);
    return image && !image->acquired;
}

std::optional<cl_int> answer_va_memory(cl_mem memory, cl_mem_info name, size_t size, void* value,
                                       size_t* size_ret) {
    const auto image = va_images().find(memory);
    if (name == kMemoryVaSurface)
        return image ? answer(image->surface, size, value, size_ret) : kInvalidVaSurface;
    if (!image) return std::nullopt;
    switch (name) {
        case CL_MEM_FLAGS: return answer(image->flags, size, value, size_ret);
        case CL_MEM_HOST_PTR: return answer(static_cast<void*>(nullptr), size, value, size_ret);
        default: return std::nullopt;
    }
}

std::optional<cl_int> answer_va_image(cl_mem memory, cl_image_info name, size_t size, void* value,
                                      size_t* size_ret) {
    if (name != kImageVaPlane) return std::nullopt;
    const auto image = va_images().find(memory);
    return image ? answer(image->plane, size, value, size_ret) : kInvalidVaSurface;
}

void note_va_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    if (!any_was_made) return;
    cl_mem memory = nullptr;
    if (value != nullptr && size == sizeof memory) std::memcpy(&memory, value, size);
    const bool is_shared = va_images().find(memory) != nullptr;
    const std::lock_guard lock(va_arguments().mutex);
    if (is_shared)
        va_arguments().of[kernel][index] = memory;
    else if (const auto found = va_arguments().of.find(kernel); found != va_arguments().of.end())
        found->second.erase(index);
}

void copy_va_arguments(cl_kernel from, cl_kernel to) {
    const std::lock_guard lock(va_arguments().mutex);
    const auto found = va_arguments().of.find(from);
    if (found == va_arguments().of.end())
        va_arguments().of.erase(to);
    else
        va_arguments().of[to] = std::map(found->second);
}

bool has_unacquired_argument(cl_kernel kernel) {
    if (!any_was_made) return false;
    const std::lock_guard lock(va_arguments().mutex);
    const auto found = va_arguments().of.find(kernel);
    return found != va_arguments().of.end() && std::ranges::any_of(found->second, [](const auto& argument) {
               return is_unacquired(argument.second);
           });
}

void retain_va_image(cl_mem image) {
    if (any_was_made) va_images().retain(image, [](cl_mem) { return CL_SUCCESS; });
}

void release_va_image(cl_mem image) {
    if (any_was_made) va_images().release(image, [](cl_mem) { return CL_SUCCESS; });
}

void forget_va_image(cl_mem image) {
    if (any_was_made) va_images().forget(image);
}

}  // namespace genmedia::opencl
