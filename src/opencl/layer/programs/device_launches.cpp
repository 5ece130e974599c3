// SPDX-License-Identifier: MIT
#include "opencl/layer/programs/device_launches.h"

#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/compile_notice.h"
#include "opencl/layer/programs/outcomes.h"
#include "opencl/layer/query.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

// Whether the unit can read such an image, and is not just its copy's work: the others of a kernel may be
// anything.
bool is_readable(cl_mem image) {
    const auto format = query_value<cl_image_format>(target().clGetImageInfo, image, CL_IMAGE_FORMAT);
    const auto flags = query_value<cl_mem_flags>(target().clGetMemObjectInfo, image, CL_MEM_FLAGS);
    return format.image_channel_order == CL_R && format.image_channel_data_type == CL_UNORM_INT8 &&
           (flags & CL_MEM_WRITE_ONLY) == 0;
}

// The images that the kernel's evaluations may take: those that its text shows, and where that is a source
// alone, the references that may follow it.
std::vector<UnitPicture> unit_pictures(const KernelFacts& known) {
    std::vector<UnitPicture> pictures;
    if (!known.description.uses_motion_estimation) return pictures;
    const auto& uses = known.description.unit_images;
    const size_t first = uses.empty() ? 0 : uses.front().source;
    for (size_t i = first; i < known.images.size() && i < abi::GM_IMAGES; i++) {
        const cl_mem image = known.images[i];
        if (image == nullptr) continue;
        const auto planar = whole_planar_image(image);
        if (planar)
            pictures.push_back({i, planar->luma, planar->chroma, planar->emulated});
        else if (is_readable(image))
            pictures.push_back({i, image, nullptr, false});
    }
    return pictures;
}

std::string size_of_image(const KernelFacts& known, size_t parameter) {
    const cl_mem image = parameter < known.images.size() ? known.images[parameter] : nullptr;
    if (image == nullptr) return "no";
    return std::to_string(query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_WIDTH)) + "x" +
           std::to_string(query_value<size_t>(target().clGetImageInfo, image, CL_IMAGE_HEIGHT));
}

std::string message_of(const KernelFacts& known, const Failure& failure) {
    if (failure.code == abi::GM_WAITED)
        return "kernel " + known.description.name +
               ": a work-item polled memory for about a minute, and what it waited for did not come";
    const char* operation = failure.operation == abi::GM_IME   ? "IME"
                            : failure.operation == abi::GM_REF ? "REF"
                                                               : "SIC";
    const std::string place = std::string(operation) + " evaluation of the macroblock at (" +
                              std::to_string(failure.x) + ", " + std::to_string(failure.y) + "): ";
    const std::string image = "image parameter " + std::to_string(failure.image);
    switch (failure.code) {
        case abi::GM_NO_CHROMA:
            return place + image +
                   ": chroma intra estimation needs a CL_NV12_INTEL image, and this one has luma alone";
        case abi::GM_OTHER_SIZE:
            return place + image + " has " + size_of_image(known, failure.image) + " pixels; expected " +
                   size_of_image(known, failure.source) + ", as its source, image parameter " +
                   std::to_string(failure.source);
        default:
            return place + "kernel " + known.description.name + " has no image for the unit as parameter " +
                   std::to_string(failure.image) + ", which a reference's identifier names";
    }
}

cl_int set_memory(const DeviceLaunch& launch, const KernelFacts& known, const Geometry& geometry,
                  const LaunchMemory& memory) {
    const auto first = static_cast<cl_uint>(known.description.parameters.size());
    const KernelDescription& kernel = known.description;
    const size_t bytes = geometry.sub_groups() * (kernel.takes_helpers ? size_t{8} * abi::GM_HELPED_WORDS
                                                  : kernel.uses_motion_estimation
                                                      ? size_t{8} * abi::GM_UNIT_WORDS
                                                      : geometry.sub_group_size * kernel.exchange_bytes);
    const auto most =
        query_value<cl_ulong>(target().clGetDeviceInfo, launch.device, CL_DEVICE_LOCAL_MEM_SIZE);
    if (bytes > most) {
        log().error(
            "kernel {}: the {} sub-groups of a work-group need {} bytes of local memory; this device has {}",
            known.description.name, geometry.sub_groups(), bytes, most);
        return CL_OUT_OF_RESOURCES;
    }
    const cl_mem record = memory.launch(), samples = memory.samples();
    for (const cl_int error : {target().clSetKernelArg(launch.kernel, first, sizeof record, &record),
                               target().clSetKernelArg(launch.kernel, first + 1, sizeof samples, &samples),
                               target().clSetKernelArg(launch.kernel, first + 2, bytes, nullptr)})
        if (error != CL_SUCCESS) return error;
    return CL_SUCCESS;
}

// Waits for a kernel that may ask what the unit cannot evaluate, and notes that it did.
cl_int check_outcome(const DeviceLaunch& launch, const KernelFacts& known, LaunchMemory& memory,
                     cl_event ended, Outcome& outcome) {
    Failure failure{};
    if (const cl_int error = memory.read_failure(launch.queue, ended, failure); error != CL_SUCCESS)
        return error;
    if (failure.code == 0) return CL_SUCCESS;
    note_failure(outcome, launch.queue);
    report_to(known.context, message_of(known, failure));
    return CL_SUCCESS;
}

constexpr size_t kWarp = 32, kFewestWarps = 2;  // FEWEST_ITEMS of builtins/device/unit_items.cl

// Warps of helpers of each work-group, of which the launch has so many (builtins/device/helpers.cl). At most
// what the kernel's registers leave of a work-group, which may be too few to run it.
size_t helper_warps(const DeviceLaunch& launch, size_t groups) {
    // What registers leave room for on one of NVIDIA's multiprocessors, where a kernel takes nearly all that
    // a work-item may have.
    constexpr size_t warps_of_a_unit = 8;
    // With six each work-item has one of the 192 columns of four positions of the largest window. More
    // work-groups than there is room for are searched fastest with two: measured on an H200.
    constexpr size_t most = 6;
    const auto units =
        query_value<cl_uint>(target().clGetDeviceInfo, launch.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const size_t wanted =
        std::clamp<size_t>(warps_of_a_unit * units / std::max<size_t>(groups, 1), 1 + kFewestWarps, 1 + most);
    size_t allowed = 0;
    const cl_int error = target().clGetKernelWorkGroupInfo(
        launch.kernel, launch.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof allowed, &allowed, nullptr);
    if (error != CL_SUCCESS) return wanted - 1;
    return std::max<size_t>(std::min(wanted, allowed / kWarp), 1) - 1;
}

// The program's sixteen work-items have a warp of their own, and helpers whole ones.
cl_int add_helpers(const DeviceLaunch& launch, const KernelFacts& known, Geometry& geometry) {
    const size_t warps = helper_warps(launch, geometry.work_groups());
    if (warps < kFewestWarps) {
        log().error("kernel {}: this device runs fewer than {} of its work-items together",
                    known.description.name, (1 + kFewestWarps) * kWarp);
        return CL_OUT_OF_RESOURCES;
    }
    const size_t depth = (1 + warps) * kWarp / geometry.work_group_size();
    geometry.work_dim = 3;
    geometry.local[2] *= depth;
    geometry.global[2] *= depth;
    return CL_SUCCESS;
}

cl_int run(const DeviceLaunch& launch, KernelFacts& known, const Geometry& geometry,
           std::vector<cl_event> before, cl_event* ended) {
    if (!known.description.uses_sub_groups)
        return target().clEnqueueNDRangeKernel(launch.queue, launch.kernel, geometry.work_dim,
                                               geometry.offset.data(), geometry.global.data(),
                                               geometry.local.data(), static_cast<cl_uint>(before.size()),
                                               before.empty() ? nullptr : before.data(), ended);
    LaunchMemory& memory = known.launch_memory[launch.queue];
    if (const cl_int error = memory.prepare(launch.queue, unit_pictures(known), before); error != CL_SUCCESS)
        return error;
    if (const cl_int error = set_memory(launch, known, geometry, memory); error != CL_SUCCESS) return error;
    Geometry range = geometry;
    if (known.description.takes_helpers)
        if (const cl_int refused = add_helpers(launch, known, range); refused != CL_SUCCESS) return refused;
    const cl_int error = target().clEnqueueNDRangeKernel(
        launch.queue, launch.kernel, range.work_dim, range.offset.data(), range.global.data(),
        range.local.data(), static_cast<cl_uint>(before.size()), before.empty() ? nullptr : before.data(),
        ended);
    if (error == CL_SUCCESS) memory.note_end(launch.queue, *ended);
    return error;
}

}  // namespace

cl_int enqueue_on_device(const DeviceLaunch& launch, KernelFacts& known, const Geometry& geometry,
                         cl_uint wait_count, const cl_event* wait_list, cl_event* event) {
    std::vector<cl_event> before;
    if (wait_list != nullptr) before.assign(wait_list, wait_list + wait_count);
    if (query_value<cl_context>(target().clGetCommandQueueInfo, launch.queue, CL_QUEUE_CONTEXT) !=
        known.context)
        return CL_INVALID_CONTEXT;
    const std::lock_guard lock(known.mutex);
    cl_event ended = nullptr;
    if (const cl_int error = run(launch, known, geometry, before, &ended); error != CL_SUCCESS) return error;
    const auto outcome = std::make_shared<Outcome>();
    cl_int error = CL_SUCCESS;
    if (known.description.may_fail)
        error = check_outcome(launch, known, known.launch_memory[launch.queue], ended, *outcome);
    if (event != nullptr) {
        remember_outcome(ended, outcome);
        *event = ended;
        return error;
    }
    target().clReleaseEvent(ended);
    return error;
}

}  // namespace genmedia::opencl
