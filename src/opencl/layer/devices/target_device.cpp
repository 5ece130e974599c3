// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/target_device.h"

#include "base/settings.h"
#include "opencl/layer/devices/presented_devices.h"
#include "opencl/layer/layer_log.h"
#include "opencl/layer/query.h"

#include <map>
#include <mutex>

namespace genmedia::opencl {
namespace {

DeviceChoice read_choice() {
    const base::Setting& setting = base::settings::kClDevice;
    const std::string value = base::value_of(setting).value_or(setting.otherwise);
    if (value == "gpu") return DeviceChoice::gpu;
    if (value == "portable") return DeviceChoice::portable;
    if (value != "processors") log().error("{}, so it is processors", base::wrong_value(setting, value));
    return DeviceChoice::processors;
}

// The first platform that is not PoCL's and has a GPU. Null: none.
cl_platform_id gpu_platform() {
    static const cl_platform_id found = [] {
        cl_uint count = 0;
        if (target().clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return cl_platform_id{};
        std::vector<cl_platform_id> platforms(count);
        target().clGetPlatformIDs(count, platforms.data(), nullptr);
        for (const cl_platform_id platform : platforms)
            if (!is_pocl(platform) && !own_devices(platform, CL_DEVICE_TYPE_GPU).empty()) return platform;
        log().error(
            "GENMEDIA_CL_DEVICE is gpu, and no platform but PoCL's has a GPU; expected a GPU's OpenCL "
            "driver");
        return cl_platform_id{};
    }();
    return found;
}

// Sixteen lanes of a warp, and one that asks its neighbour: lane n gets n ^ 1, and the least of all.
constexpr const char* kProbe =
    "kernel void probe(global uint* to) {\n"
    "    uint lane, least, other, sad;\n"
    "    asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n"
    "    const uint members = 0xFFFFu << (lane & 16);\n"
    "    asm volatile(\"bar.warp.sync %0;\" ::\"r\"(members) : \"memory\");\n"
    "    asm volatile(\"redux.sync.min.u32 %0, %1, %2;\" : \"=r\"(least) : \"r\"(lane), \"r\"(members));\n"
    "    asm volatile(\"shfl.sync.bfly.b32 %0, %1, 1, 31, %2;\" : \"=r\"(other) : \"r\"(lane), "
    "\"r\"(members));\n"
    "    asm(\"vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;\" : \"=r\"(sad) : \"r\"(lane), \"r\"(0), "
    "\"r\"(0));\n"
    "    asm volatile(\"cp.async.wait_all;\" ::: \"memory\");\n"
    "    to[get_local_id(0)] = other + 100 * least + 10000 * sad;\n"
    "}\n";

// What the probe gives; empty: it does not run.
std::vector<cl_uint> run_probe(cl_device_id device) {
    std::vector<cl_uint> values(32);
    cl_int error = CL_SUCCESS;
    const cl_context context = target().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (context == nullptr) return {};
    const char* text = kProbe;
    const cl_program program = target().clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    const cl_command_queue queue = target().clCreateCommandQueue(context, device, 0, &error);
    const size_t bytes = values.size() * sizeof(cl_uint), items = values.size();
    const cl_mem to = target().clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, &error);
    cl_kernel kernel = nullptr;
    bool ran = program != nullptr && queue != nullptr && to != nullptr &&
               target().clBuildProgram(program, 1, &device, "-cl-nv-maxrregcount=168", nullptr, nullptr) ==
                   CL_SUCCESS;
    if (ran) kernel = target().clCreateKernel(program, "probe", &error);
    ran = kernel != nullptr && target().clSetKernelArg(kernel, 0, sizeof to, &to) == CL_SUCCESS &&
          target().clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr) ==
              CL_SUCCESS &&
          target().clEnqueueReadBuffer(queue, to, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr) ==
              CL_SUCCESS;
    if (kernel != nullptr) target().clReleaseKernel(kernel);
    if (to != nullptr) target().clReleaseMemObject(to);
    if (queue != nullptr) target().clReleaseCommandQueue(queue);
    if (program != nullptr) target().clReleaseProgram(program);
    target().clReleaseContext(context);
    return ran ? values : std::vector<cl_uint>{};
}

Lanes probed(cl_device_id device) {
    // Other makers' compilers print messages about what they do not understand.
    const std::string extensions = query_string(target().clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
    if (extensions.find("cl_nv_") == std::string::npos) return Lanes::meet_at_barriers;
    const std::vector<cl_uint> values = run_probe(device);
    for (cl_uint lane = 0; lane < values.size(); lane++)
        if (values[lane] != (lane ^ 1) + 100 * (lane & 16) + 10000 * lane) return Lanes::meet_at_barriers;
    return values.empty() ? Lanes::meet_at_barriers : Lanes::ptx;
}

}  // namespace

DeviceChoice device_choice() {
    static const DeviceChoice choice = read_choice();
    return choice;
}

bool is_presented(cl_platform_id platform) {
    return device_choice() == DeviceChoice::gpu ? platform != nullptr && platform == gpu_platform()
                                                : is_pocl(platform);
}

bool is_chosen_device(cl_device_id device) {
    if (device_choice() == DeviceChoice::portable) return is_pocl_cpu(device);
    const auto platform = query_value<cl_platform_id>(target().clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
    const auto type = query_value<cl_device_type>(target().clGetDeviceInfo, device, CL_DEVICE_TYPE);
    return is_presented(platform) && (type & CL_DEVICE_TYPE_GPU) != 0;
}

Lanes lanes_of(cl_device_id device) {
    static auto& mutex = *new std::mutex;
    static auto& known = *new std::map<cl_device_id, Lanes>;
    const std::lock_guard lock(mutex);
    const auto found = known.find(device);
    if (found != known.end()) return found->second;
    const Lanes lanes = probed(device);
    log().info("work-items of a sub-group meet {}",
               lanes == Lanes::ptx ? "by NVIDIA's instructions" : "at barriers");
    return known[device] = lanes;
}

}  // namespace genmedia::opencl
