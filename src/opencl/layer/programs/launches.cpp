// SPDX-License-Identifier: MIT
// Enqueuing kernels of treated programs.
#include "opencl/engine/launch_record.h"

#include "opencl/layer/devices/contexts.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/entry_points.h"
#include "opencl/layer/exit.h"
#include "opencl/layer/images/planar_images.h"
#include "opencl/layer/images/unit_images.h"
#include "opencl/layer/images/va_images.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/programs/compile_notice.h"
#include "opencl/layer/programs/device_launches.h"
#include "opencl/layer/programs/fallback_launches.h"
#include "opencl/layer/programs/outcomes.h"
#include "opencl/layer/programs/rewritten_kernels.h"
#include "opencl/layer/query.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <vector>

namespace genmedia::opencl {
namespace {

struct NdRange {
    cl_uint dimensions = 0;
    const size_t* offset = nullptr;
    const size_t* global = nullptr;
    const size_t* local = nullptr;
};

// The work-group size if the host leaves it open: what the kernel requires, else one sub-group if that
// divides the range, else the largest divisor below.
Size3 default_local_size(const KernelDescription& kernel, const Size3& global) {
    if (kernel.required_work_group_size[0] != 0) return kernel.required_work_group_size;
    return {std::gcd(global[0], sub_group_size(kernel)), 1, 1};
}

// Sub-groups are launched separately, so that they may take different paths. They stay together if PoCL has
// to do something for a whole work-group, or if not all of them could run at once. Fibers take their own
// paths in any case.
void divide(const KernelDescription& kernel, cl_device_id device, Geometry& geometry) {
    const bool connected =
        geometry.sub_groups() > 1 && (kernel.uses_work_group_barrier || kernel.uses_local_memory);
    if (geometry.fibers) {
        geometry.whole_groups = connected || geometry.work_group_size() % geometry.sub_group_size != 0;
        return;
    }
    const auto threads = query_value<cl_uint>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
    geometry.whole_groups = kernel.uses_work_group_functions ||
                            geometry.work_group_size() % geometry.sub_group_size != 0 ||
                            (connected && (!kernel.shares_local_memory || geometry.sub_groups() > threads));
    geometry.connected = connected && !geometry.whole_groups;
    if (geometry.whole_groups && geometry.sub_groups() > 1)
        log().warn("kernel {}: the {} sub-groups of a work-group run together and have to go the same way",
                   kernel.name, geometry.sub_groups());
}

// CL_SUCCESS, or the error of clEnqueueNDRangeKernel for such a range.
cl_int read_range(const KernelDescription& kernel, const NdRange& range, cl_device_id device,
                  Geometry& geometry) {
    if (range.dimensions < 1 || range.dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    if (range.global == nullptr) return CL_INVALID_GLOBAL_WORK_SIZE;
    geometry.work_dim = range.dimensions;
    for (cl_uint d = 0; d < range.dimensions; d++) {
        geometry.global[d] = range.global[d];
        if (range.global[d] == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
        if (range.offset != nullptr) geometry.offset[d] = range.offset[d];
        if (range.local != nullptr) geometry.local[d] = range.local[d];
    }
    if (range.local == nullptr) geometry.local = default_local_size(kernel, geometry.global);
    const auto item_sizes =
        query_array<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
    for (size_t d = 0; d < 3; d++) {
        if (geometry.local[d] == 0 || geometry.global[d] % geometry.local[d] != 0)
            return CL_INVALID_WORK_GROUP_SIZE;
        if (d < item_sizes.size() && geometry.local[d] > item_sizes[d]) return CL_INVALID_WORK_ITEM_SIZE;
    }
    const auto most = query_value<size_t>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    if (geometry.work_group_size() > most) return CL_INVALID_WORK_GROUP_SIZE;
    if (kernel.required_work_group_size[0] != 0 && geometry.local != kernel.required_work_group_size)
        return CL_INVALID_WORK_GROUP_SIZE;
    geometry.sub_group_size = sub_group_size(kernel);
    geometry.fibers = kernel.fibers;
    divide(kernel, device, geometry);
    return CL_SUCCESS;
}

// On which queue a launch's failure shows, and where it is noted. A launch on processors in place of a device
// is one of the application's queue, and waits at a gate, a user event.
struct Reported {
    cl_command_queue queue = nullptr;
    std::shared_ptr<Outcome> outcome = std::make_shared<Outcome>();
    cl_event gate = nullptr;
};

// By parameter; only as long as necessary.
std::vector<PlanarParameter> planar_parameters(KernelFacts& kernel) {
    const std::lock_guard lock(kernel.mutex);
    std::vector<PlanarParameter> planar;
    for (size_t i = 0; i < kernel.images.size(); i++) {
        const auto object = kernel.images[i] == nullptr ? nullptr : planar_objects().find(kernel.images[i]);
        if (!object || (object->plane >= 0 && !object->emulated)) continue;
        planar.resize(i + 1);
        if (object->plane >= 0) {
            planar[i].two_channels = true;  // of an image that may not be a plane of any
            continue;
        }
        const PlanarImage& image = *object->image;
        planar[i] = {image.chroma(), image.width / 2, image.height / 2, image.pitch, false};
    }
    return planar;
}

cl_int end(const Launch* launch, cl_event event) {
    forget_compilation(launch->started());
    forget_before_exit(launch->started());
    delete launch;
    return target().clReleaseEvent(event);
}

void CL_CALLBACK launch_ended(cl_event event, cl_int, void* launch) {
    end(static_cast<Launch*>(launch), event);
}

// In PoCL's work-groups. Each PoCL thread takes several groups of a command and runs them one after the
// other. If groups wait for others to start, each needs a thread of its own.
size_t groups_a_command(const Geometry& geometry, cl_device_id device, const Launch& launch) {
    if (!geometry.connected) return launch.pocl_groups();
    const auto threads = query_value<cl_uint>(target().clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
    return threads / geometry.sub_groups() * geometry.sub_groups();
}

// Waits for commands that still use their launch. What is behind a gate ends without having run: whoever
// would open the gate waits here.
void wait_for(cl_event command, cl_event gate) {
    if (gate != nullptr) target().clSetUserEventStatus(gate, CL_OUT_OF_RESOURCES);
    target().clWaitForEvents(1, &command);
}

// Enqueues one command after the other; `ended` is the last one's event.
cl_int enqueue_commands(cl_command_queue queue, cl_kernel kernel, const Launch& launch,
                        size_t groups_a_command, cl_uint wait_count, const cl_event* wait_list,
                        cl_event* ended, cl_event gate) {
    const size_t local[3] = {launch.pocl_local_size(), 1, 1};
    for (size_t first = 0; first < launch.pocl_groups(); first += groups_a_command) {
        const size_t offset[3] = {0, first, reinterpret_cast<size_t>(launch.address())};
        const size_t groups = std::min(groups_a_command, launch.pocl_groups() - first);
        const size_t global[3] = {groups * launch.pocl_local_size(), 1, 1};
        const cl_event before = *ended;
        const cl_int error =
            target().clEnqueueNDRangeKernel(queue, kernel, 3, offset, global, local, before ? 1 : wait_count,
                                            before ? &before : wait_list, ended);
        if (before != nullptr) {
            if (error != CL_SUCCESS) wait_for(before, gate);
            target().clReleaseEvent(before);
        }
        if (error != CL_SUCCESS) return error;
    }
    return CL_SUCCESS;
}

bool is_first_of_its_size(KernelFacts& kernel, size_t local_size) {
    const std::lock_guard lock(kernel.mutex);
    return kernel.compiled.insert(local_size).second;
}

bool are_of(cl_context context, cl_uint count, const cl_event* events) {
    return events == nullptr || std::all_of(events, events + count, [context](cl_event event) {
               return event == nullptr ||
                      query_value<cl_context>(target().clGetEventInfo, event, CL_EVENT_CONTEXT) == context;
           });
}

cl_int enqueue(cl_command_queue queue, cl_kernel kernel, KernelFacts& known, const NdRange& range,
               cl_uint wait_count, const cl_event* wait_list, cl_event* event, const Reported& reported) {
    const auto device = query_value<cl_device_id>(target().clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
    if (device == nullptr) return CL_INVALID_COMMAND_QUEUE;
    if (reported.queue == queue && !are_of(known.context, wait_count, wait_list)) return CL_INVALID_CONTEXT;
    Geometry geometry;
    if (const cl_int error = read_range(known.description, range, device, geometry); error != CL_SUCCESS)
        return error;
    if (const cl_int error = check_unit_images(known); error != CL_SUCCESS) return error;
    if (known.description.on_device)
        return enqueue_on_device({queue, kernel, device}, known, geometry, wait_count, wait_list, event);
    const auto outcome = reported.outcome;
    auto launch = std::make_unique<Launch>(geometry, planar_parameters(known),
                                           [context = known.context, reported](std::string text) {
                                               note_failure(*reported.outcome, reported.queue);
                                               report_to(context, text);
                                           });

    cl_event ended = nullptr;
    const cl_int error = enqueue_commands(queue, kernel, *launch, groups_a_command(geometry, device, *launch),
                                          wait_count, wait_list, &ended, reported.gate);
    if (error != CL_SUCCESS) return error;
    if (is_first_of_its_size(known, launch->pocl_local_size())) {
        notice_compilation(known.description.name, ended, launch->started());
        finish_before_exit(ended, launch->started());
    }
    if (event != nullptr) {
        target().clRetainEvent(ended);
        if (reported.queue == queue) remember_outcome(ended, outcome);
        *event = ended;
    }
    // PoCL also calls back for failed commands. The callback then owns the launch.
    if (target().clSetEventCallback(ended, CL_COMPLETE, kGuarded<launch_ended>, launch.get()) == CL_SUCCESS) {
        static_cast<void>(launch.release());
        return CL_SUCCESS;
    }
    log().warn("no callback for the end of kernel {}: waiting for it", known.description.name);
    wait_for(ended, reported.gate);
    const cl_int released = end(launch.release(), ended);
    if (reported.gate == nullptr) return released;
    if (event != nullptr) target().clReleaseEvent(ended);
    return CL_OUT_OF_HOST_MEMORY;
}

// A built-in kernel is launched over pixels.
cl_int enqueue_built_in(cl_command_queue queue, cl_kernel kernel, KernelFacts& known, const NdRange& pixels,
                        cl_uint wait_count, const cl_event* wait_list, cl_event* event,
                        const Reported& reported) {
    BuiltInArguments arguments;
    {
        const std::lock_guard lock(known.mutex);
        arguments = known.arguments;
    }
    MacroblockRange range;
    const cl_int error =
        check_built_in_launch(known.context, *known.built_in, arguments,
                              {pixels.dimensions, pixels.offset, pixels.global, pixels.local}, range);
    if (error != CL_SUCCESS) return error;
    return enqueue(queue, kernel, known, {2, range.offset.data(), range.global.data(), range.kLocal.data()},
                   wait_count, wait_list, event, reported);
}

// Whether PoCL may have to compile this kernel, which it runs alone, for this launch.
bool may_be_compiled(cl_kernel kernel, cl_uint dimensions, const size_t* local) {
    constexpr size_t most = 10'000;  // kernels come and go
    static auto& mutex = *new std::mutex;
    static auto& seen = *new std::set<std::pair<cl_kernel, std::vector<size_t>>>;
    std::vector<size_t> size;
    if (local != nullptr && dimensions <= 3) size.assign(local, local + dimensions);
    const std::lock_guard lock(mutex);
    if (seen.size() >= most) seen.clear();
    return seen.emplace(kernel, std::move(size)).second;
}

cl_int pass_range_on(cl_command_queue queue, cl_kernel kernel, const NdRange& range, cl_uint wait_count,
                     const cl_event* wait_list, cl_event* event) {
    cl_event made = nullptr;
    const bool compiles = may_be_compiled(kernel, range.dimensions, range.local);
    cl_event* wanted = event == nullptr && compiles ? &made : event;
    const cl_int error =
        target().clEnqueueNDRangeKernel(queue, kernel, range.dimensions, range.offset, range.global,
                                        range.local, wait_count, wait_list, wanted);
    if (error != CL_SUCCESS || !compiles) return error;
    if (event != nullptr) target().clRetainEvent(*event);
    finish_before_exit(*wanted);
    return error;
}

// A kernel that runs on processors in place of its device.
cl_int enqueue_there(cl_command_queue queue, cl_kernel kernel, FallbackKernel& fallen,
                     cl_command_type command, const NdRange& range, cl_uint wait_count,
                     const cl_event* wait_list, cl_event* event) {
    const auto known = treated_kernel(kernel);
    if (!are_of(fallen.context, wait_count, wait_list)) return CL_INVALID_CONTEXT;
    FallbackLaunch launch;
    launch.queue = queue;
    launch.kernel = kernel;
    launch.command = command;
    launch.treated = known != nullptr;
    launch.set = [&](cl_uint index, cl_mem memory) {
        if (known && index < known->images.size() && known->description.parameters[index].is_image) {
            const std::lock_guard lock(known->mutex);
            known->images[index] = memory;
        }
        return target().clSetKernelArg(kernel, index, sizeof memory, &memory);
    };
    launch.enqueue = [&](cl_command_queue there, const cl_event& gate,
                         const std::shared_ptr<Outcome>& outcome, cl_event* ended) {
        if (!known) return pass_range_on(there, kernel, range, 1, &gate, ended);
        return (known->built_in == nullptr ? enqueue : enqueue_built_in)(
            there, kernel, *known, range, 1, &gate, ended, {queue, outcome, gate});
    };
    return enqueue_fallback(launch, fallen, wait_count, wait_list, event);
}

cl_int CL_API_CALL enqueue_range(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                 const size_t* offset, const size_t* global, const size_t* local,
                                 cl_uint wait_count, const cl_event* wait_list, cl_event* event) {
    if (has_unacquired_argument(kernel)) return kVaSurfaceNotAcquired;
    if (const auto fallen = fallback_kernels().find(kernel))
        return enqueue_there(queue, kernel, *fallen, CL_COMMAND_NDRANGE_KERNEL,
                             {dimensions, offset, global, local}, wait_count, wait_list, event);
    const auto known = treated_kernel(kernel);
    if (known)
        return (known->built_in == nullptr ? enqueue : enqueue_built_in)(
            queue, kernel, *known, {dimensions, offset, global, local}, wait_count, wait_list, event,
            {queue});
    return pass_range_on(queue, kernel, {dimensions, offset, global, local}, wait_count, wait_list, event);
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                                const cl_event* wait_list, cl_event* event) {
    if (has_unacquired_argument(kernel)) return kVaSurfaceNotAcquired;
    const size_t one = 1;
    const NdRange range{1, nullptr, &one, &one};
    if (const auto fallen = fallback_kernels().find(kernel))
        return enqueue_there(queue, kernel, *fallen, CL_COMMAND_TASK, range, wait_count, wait_list, event);
    if (const auto known = treated_kernel(kernel))
        return (known->built_in == nullptr ? enqueue : enqueue_built_in)(
            queue, kernel, *known, range, wait_count, wait_list, event, {queue});
    return target().clEnqueueTask(queue, kernel, wait_count, wait_list, event);
}

}  // namespace

void install_launches(Entries& entries) {
    entries.put<&cl_icd_dispatch::clEnqueueNDRangeKernel, enqueue_range>();
    entries.put<&cl_icd_dispatch::clEnqueueTask, enqueue_task>();
}

}  // namespace genmedia::opencl
