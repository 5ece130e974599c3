// SPDX-License-Identifier: MIT
// What it costs to ask the motion estimation unit from an OpenCL kernel rather than from C++: the same
// request, answered at once by a stub, asked by sixteen work-items in a kernel and by a plain call. The
// work-items are PoCL's, or fibers.
//
//     bench_opencl_call        prints nanoseconds an evaluation, of all three, and of a shuffle for
//     comparison
#include "genmedia/vme.h"
#include "opencl/builtins/prelude.h"
#include "opencl/engine/launch_record.h"
#include "opencl/source/rewrite.h"

#include <CL/cl.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace genmedia;
using Clock = std::chrono::steady_clock;

constexpr unsigned kEvaluations = 20000;

// Everything around the evaluation stays: initialisation, costs, results of all work-items.
constexpr const char* kKernels = R"(
__kernel void evaluate(__read_only image2d_t src, __read_only image2d_t ref, __global long* out, uint count) {
    sampler_t sampler = CLK_AVC_ME_INITIALIZE_INTEL;
    long sum = 0;
    for (uint i = 0; i < count; i++) {
        intel_sub_group_avc_ime_payload_t payload =
            intel_sub_group_avc_ime_initialize((ushort2)(16 * (i & 1), 0), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL,
                                               CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
        payload = intel_sub_group_avc_ime_set_single_reference(
            (short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, payload);
        payload = intel_sub_group_avc_ime_set_motion_vector_cost_function(
            0, intel_sub_group_avc_mce_get_default_inter_motion_vector_cost_table(CLK_AVC_ME_SLICE_TYPE_PRED_INTEL, 26),
            CLK_AVC_ME_COST_PRECISION_QPEL_INTEL, payload);
        intel_sub_group_avc_ime_result_t result =
            intel_sub_group_avc_ime_evaluate_with_single_reference(src, ref, sampler, payload);
        sum += intel_sub_group_avc_ime_get_motion_vectors(result) + intel_sub_group_avc_ime_get_inter_distortions(result) +
               intel_sub_group_avc_ime_get_inter_major_shape(result);
    }
    out[get_global_id(0)] = sum;
}
__kernel void empty() {}
__kernel void exchange(__read_only image2d_t src, __read_only image2d_t ref, __global long* out, uint count) {
    long sum = get_local_id(0);
    for (uint i = 0; i < count; i++) sum += intel_sub_group_shuffle(sum, 15 - get_sub_group_local_id());
    out[get_global_id(0)] = sum;
}
)";

uint64_t answered = 0;

void check(cl_int error, const char* what) {
    if (error == CL_SUCCESS) return;
    std::fprintf(stderr, "bench_opencl_call: %s: OpenCL error %d\n", what, error);
    std::exit(1);
}

struct Device {
    cl_device_id id = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_program program = nullptr;
    cl_mem image = nullptr, out = nullptr;
};

Device open(bool fibers) {
    Device device;
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "no platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device.id, nullptr), "no CPU device");
    cl_int error = CL_SUCCESS;
    device.context = clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &error);
    check(error, "context");
    device.queue = clCreateCommandQueueWithProperties(device.context, device.id, nullptr, &error);
    check(error, "queue");
    opencl::ProgramSource source;
    const auto choice = fibers ? opencl::Fibers::wherever_possible : opencl::Fibers::never;
    if (const Status status = opencl::rewrite({kKernels, {}, {}, {}}, choice, source); !status.ok()) {
        std::fprintf(stderr, "bench_opencl_call: %s\n", status.message().c_str());
        std::exit(1);
    }
    const std::string text = opencl::prelude(fibers) + (fibers ? source.fiber_text : source.text);
    const char* string = text.c_str();
    device.program = clCreateProgramWithSource(device.context, 1, &string, nullptr, &error);
    check(clBuildProgram(device.program, 1, &device.id, "", nullptr, nullptr), "build");
    const cl_image_format format{CL_R, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 64;
    device.image = clCreateImage(device.context, CL_MEM_READ_ONLY, &format, &description, nullptr, &error);
    check(error, "image");
    device.out = clCreateBuffer(device.context, CL_MEM_READ_WRITE, 16 * sizeof(cl_long), nullptr, &error);
    check(error, "buffer");
    return device;
}

// Nanoseconds.
double time_launch(const Device& device, cl_kernel kernel, const opencl::Geometry& geometry) {
    opencl::Launch launch(geometry, {}, [](const std::string&) {});
    const size_t offset[3] = {0, 0, reinterpret_cast<size_t>(launch.address())};
    const size_t global[3] = {launch.pocl_global_size(), 1, 1}, local[3] = {launch.pocl_local_size(), 1, 1};
    const auto begin = Clock::now();
    check(clEnqueueNDRangeKernel(device.queue, kernel, 3, offset, global, local, 0, nullptr, nullptr),
          "launch");
    check(clFinish(device.queue), "clFinish");
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// Nanoseconds a loop turn of one sub-group.
double time_kernel(const Device& device, bool fibers, const char* name) {
    cl_int error = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(device.program, name, &error);
    check(error, name);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &device.image);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &device.image);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &device.out);
    double best = 1e30;
    answered = 0;
    for (const unsigned count : {1u, kEvaluations, kEvaluations, kEvaluations, kEvaluations, kEvaluations}) {
        clSetKernelArg(kernel, 3, sizeof count, &count);
        opencl::Geometry geometry;
        geometry.global = geometry.local = {16, 1, 1};
        geometry.fibers = fibers;
        const double ns = time_launch(device, kernel, geometry) / count;
        if (count == kEvaluations) best = std::min(best, ns);
    }
    return best;
}

// Nanoseconds a work-group that does nothing.
double time_empty(const Device& device, bool fibers) {
    cl_int error = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(device.program, "empty", &error);
    check(error, "empty");
    double best = 1e30;
    for (int round = 0; round < 5; round++) {
        opencl::Geometry geometry;
        geometry.local = {16, 1, 1};
        geometry.global = {size_t{16} * kEvaluations, 1, 1};
        geometry.fibers = fibers;
        best = std::min(best, time_launch(device, kernel, geometry) / kEvaluations);
    }
    return best;
}

// The time of a plain call, with as much work around it: a request made, a result read.
double time_native() {
    static const unsigned char pixels[64 * 64] = {};
    double best = 1e30;
    for (int round = 0; round < 5; round++) {
        long sum = 0;
        const auto begin = Clock::now();
        for (unsigned i = 0; i < kEvaluations; i++) {
            vme::ImeRequest request;
            request.source.image.luma = {pixels, 64, 64, 64};
            request.source.x = static_cast<int32_t>(16 * (i & 1));
            request.forward.luma = {pixels, 64, 64, 64};
            request.costs.motion_vector.emplace().table =
                vme::default_motion_vector_cost(vme::SliceType::p, 26);
            vme::ImeResult result;
            if (!vme::evaluate(request, result).ok()) std::exit(1);
            for (size_t lane = 0; lane < 16; lane++)
                sum += result.vectors[lane].forward.x + result.distortions[lane];
        }
        asm volatile("" : : "r"(sum));
        best = std::min(
            best, std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / kEvaluations);
    }
    return best;
}

}  // namespace

// Stands for vme::evaluate in this program (the linker's --wrap): answers at once.
extern "C" Status __wrap__ZN8genmedia3vme8evaluateERKNS0_10ImeRequestERNS0_9ImeResultE(
    const vme::ImeRequest& request, vme::ImeResult& result) {
    asm volatile("" : : "r"(&request), "r"(&result) : "memory");
    answered++;
    return {};
}

int main() {
    const double native = time_native();
    std::printf("asked from C++                        %8.1f ns\n", native);
    for (const bool fibers : {false, true}) {
        const Device device = open(fibers);
        const double kernel = time_kernel(device, fibers, "evaluate");
        if (answered != 5 * kEvaluations + 1) {
            std::fprintf(stderr, "bench_opencl_call: %lu evaluations, not one a sub-group\n", answered);
            return 1;
        }
        std::printf("asked by 16 %s\n", fibers ? "fibers" : "work-items of PoCL's");
        std::printf("  an evaluation                       %8.1f ns\n", kernel);
        std::printf("  the call's own cost                 %8.1f ns\n", kernel - native);
        std::printf("  one shuffle (exchange and barrier)  %8.1f ns\n",
                    time_kernel(device, fibers, "exchange"));
        std::printf("  an empty work-group                 %8.1f ns\n", time_empty(device, fibers));
    }
}
