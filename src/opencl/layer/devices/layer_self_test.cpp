// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/layer_self_test.h"

#include "genmedia/vme.h"
#include "opencl/builtins/prelude.h"
#include "opencl/engine/launch_record.h"
#include "opencl/layer/devices/fiber_choice.h"
#include "opencl/layer/layer_log.h"
#include "opencl/source/rewrite.h"

#include <array>
#include <memory>
#include <string>

namespace genmedia::opencl {
namespace {

constexpr const char* kKernelText = R"(
__kernel void genmedia_self_test(__read_only image2d_t source, __read_only image2d_t pixels, __global uint4* out) {
    const uint lane = get_sub_group_local_id();
    uint4 seen;
    seen.x = intel_sub_group_media_block_read_uc((int2)(4, 3), 16, 1, pixels);
    seen.y = intel_sub_group_shuffle((uint)get_global_id(0), 15 - lane);
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize((ushort2)(16, 16));
    payload = intel_sub_group_avc_sic_configure_ipe(CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL,
        CLK_AVC_ME_INTRA_NEIGHBOR_LEFT_MASK_ENABLE_INTEL, (uchar)(3 * lane), 0, 0, 0,
        CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
    seen.z = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(
        intel_sub_group_avc_sic_evaluate_ipe(source, CLK_AVC_ME_INITIALIZE_INTEL, payload));
    seen.w = get_group_id(0);
    out[get_global_id(0)] = seen;
}
)";

constexpr size_t kWidth = 44, kHeight = 36;  // no multiple of any size to which PoCL may round a line up
constexpr cl_uint kGroups = 3, kLanes = 16;

using Pixels = std::array<unsigned char, kWidth * kHeight>;
using Seen = std::array<std::array<cl_uint, 4>, kGroups * kLanes>;

Pixels picture() {
    Pixels pixels;
    for (size_t i = 0; i < pixels.size(); i++)
        pixels[i] = static_cast<unsigned char>(i * i / 7 + 31 * (i / kWidth));
    return pixels;
}

Status expected(const Pixels& pixels, Seen& seen) {
    vme::SicRequest request;
    request.source.image.luma = {pixels.data(), kWidth, kHeight, kWidth};
    request.source.x = request.source.y = 16;
    vme::IntraEstimation& intra = request.intra.emplace();
    intra.neighbors.has_left = true;
    for (size_t i = 0; i < kLanes; i++) intra.neighbors.left[i] = static_cast<uint8_t>(3 * i);
    vme::SicResult result;
    if (Status status = vme::evaluate(request, result); !status.ok()) return status;
    for (cl_uint i = 0; i < seen.size(); i++) {
        const cl_uint group = i / kLanes, lane = i % kLanes;
        seen[i] = {pixels[3 * kWidth + 4 + lane], group * kLanes + kLanes - 1 - lane, result.intra_distortion,
                   group};
    }
    return {};
}

// What a test makes. It is always released, in the right order.
struct Objects {
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
    cl_program program = nullptr;
    cl_kernel kernel = nullptr;
    cl_mem image = nullptr, out = nullptr;

    ~Objects() {
        const auto release = [](auto function, auto object) {
            if (object != nullptr) function(object);
        };
        release(target().clReleaseMemObject, out);
        release(target().clReleaseMemObject, image);
        release(target().clReleaseKernel, kernel);
        release(target().clReleaseProgram, program);
        release(target().clReleaseCommandQueue, queue);
        release(target().clReleaseContext, context);
    }
};

Status failed(const char* what, cl_int error) {
    return {StatusCode::unsupported, std::string(what) + ": OpenCL error " + std::to_string(error)};
}

Status build(cl_device_id device, bool fibers, Objects& objects) {
    cl_int error = CL_SUCCESS;
    objects.context = target().clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (error != CL_SUCCESS) return failed("clCreateContext", error);
    objects.queue = target().clCreateCommandQueue(objects.context, device, 0, &error);
    if (error != CL_SUCCESS) return failed("clCreateCommandQueue", error);
    ProgramSource source;
    const Fibers choice = fibers ? Fibers::wherever_possible : Fibers::never;
    if (Status status = rewrite({kKernelText, {}, {}, {}}, choice, source); !status.ok()) return status;
    const std::string& rewritten = fibers ? source.fiber_text : source.text;
    const std::string text = prelude_for(rewritten, fibers) + rewritten;
    const char* string = text.c_str();
    objects.program = target().clCreateProgramWithSource(objects.context, 1, &string, nullptr, &error);
    if (error != CL_SUCCESS) return failed("clCreateProgramWithSource", error);
    error = target().clBuildProgram(objects.program, 1, &device, "", nullptr, nullptr);
    if (error != CL_SUCCESS) return failed("clBuildProgram", error);
    objects.kernel = target().clCreateKernel(objects.program, "genmedia_self_test", &error);
    return error == CL_SUCCESS ? Status{} : failed("clCreateKernel", error);
}

Status set_arguments(Pixels& pixels, Objects& objects) {
    const cl_image_format format{CL_R, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = kWidth;
    description.image_height = kHeight;
    cl_int error = CL_SUCCESS;
    objects.image = target().clCreateImage(objects.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                           &description, pixels.data(), &error);
    if (error != CL_SUCCESS) return failed("clCreateImage", error);
    objects.out = target().clCreateBuffer(objects.context, CL_MEM_WRITE_ONLY, sizeof(Seen), nullptr, &error);
    if (error != CL_SUCCESS) return failed("clCreateBuffer", error);
    for (const cl_uint index : {0u, 1u})
        if ((error = target().clSetKernelArg(objects.kernel, index, sizeof(cl_mem), &objects.image)) !=
            CL_SUCCESS)
            return failed("clSetKernelArg", error);
    error = target().clSetKernelArg(objects.kernel, 2, sizeof(cl_mem), &objects.out);
    return error == CL_SUCCESS ? Status{} : failed("clSetKernelArg", error);
}

Status run(Objects& objects, bool fibers, Seen& seen) {
    Geometry geometry;
    geometry.fibers = fibers;
    geometry.global = {kGroups * kLanes, 1, 1};
    geometry.local = {kLanes, 1, 1};
    Launch launch(geometry, {}, [](const std::string&) {});
    const size_t offset[3] = {0, 0, reinterpret_cast<size_t>(launch.address())};
    const size_t global[3] = {launch.pocl_global_size(), 1, 1}, local[3] = {launch.pocl_local_size(), 1, 1};
    cl_int error = target().clEnqueueNDRangeKernel(objects.queue, objects.kernel, 3, offset, global, local, 0,
                                                   nullptr, nullptr);
    if (error == CL_SUCCESS) error = target().clFinish(objects.queue);
    if (error != CL_SUCCESS) return failed("running the kernel", error);
    error = target().clEnqueueReadBuffer(objects.queue, objects.out, CL_TRUE, 0, sizeof seen, &seen, 0,
                                         nullptr, nullptr);
    return error == CL_SUCCESS ? Status{} : failed("clEnqueueReadBuffer", error);
}

Status self_test(cl_device_id device, bool fibers) {
    Objects objects;
    Pixels pixels = picture();
    Seen seen{};
    if (Status status = build(device, fibers, objects); !status.ok()) return status;
    if (Status status = set_arguments(pixels, objects); !status.ok()) return status;
    if (Status status = run(objects, fibers, seen); !status.ok()) return status;
    Seen right{};
    if (Status status = expected(pixels, right); !status.ok()) return status;
    for (size_t i = 0; i < seen.size(); i++)
        for (size_t what = 0; what < 4; what++)
            if (seen[i][what] != right[i][what])
                return {StatusCode::unsupported,
                        "work-item " + std::to_string(i) + ": " +
                            std::array{"pixel", "exchanged value", "evaluation", "work-group"}[what] +
                            " is " + std::to_string(seen[i][what]) + ", expected " +
                            std::to_string(right[i][what])};
    return {};
}

}  // namespace

Status self_test(cl_device_id device) {
    if (Status status = self_test(device, false); !status.ok()) return status;
    if (fiber_choice(true) == Fibers::never) return {};
    if (const Status status = self_test(device, true); !status.ok()) {
        log().warn("GENMEDIA_CL_LANES=never is taken: {}", status.message());
        forbid_fibers();
    }
    return {};
}

}  // namespace genmedia::opencl
