// SPDX-License-Identifier: MIT
// Motion from one picture to the next, by a built-in kernel. This is the host side of the media interface:
// nobody has to write a kernel.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_built_in_search [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"

#include <CL/cl_ext.h>

#include <map>
#include <memory>

namespace {

using namespace example;

constexpr const char* kKernelName = "block_motion_estimate_intel";

// One vector and one residual for each macroblock, to quarter pixels.
constexpr cl_motion_estimation_desc_intel kDescriptor{
    CL_ME_MB_TYPE_16x16_INTEL, CL_ME_SUBPIXEL_MODE_QPEL_INTEL, CL_ME_SAD_ADJUST_MODE_NONE_INTEL,
    CL_ME_SEARCH_PATH_RADIUS_16_12_INTEL};

struct Field {
    std::vector<cl_short2> vectors;  // quarter pixels
    std::vector<cl_ushort> residuals;
};

template <class Function>
Function function(cl_platform_id platform, const char* name) {
    void* address = clGetExtensionFunctionAddressForPlatform(platform, name);
    if (address == nullptr) throw std::runtime_error(std::string("the platform has no ") + name);
    return reinterpret_cast<Function>(address);
}

std::shared_ptr<_cl_accelerator_intel> accelerator(const Device& device) {
    const auto devices = device.context().getInfo<CL_CONTEXT_DEVICES>();
    const cl_platform_id platform = devices.front().getInfo<CL_DEVICE_PLATFORM>();
    const auto create = function<clCreateAcceleratorINTEL_fn>(platform, "clCreateAcceleratorINTEL");
    const auto release = function<clReleaseAcceleratorINTEL_fn>(platform, "clReleaseAcceleratorINTEL");
    cl_int error = CL_SUCCESS;
    const cl_accelerator_intel made = create(device.context()(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL,
                                             sizeof kDescriptor, &kDescriptor, &error);
    if (error != CL_SUCCESS) throw cl::Error(error, "clCreateAcceleratorINTEL");
    return {made, release};
}

Field search(const Device& device, const Frame& before, const Frame& now) {
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Program program(device.context(), device.context().getInfo<CL_CONTEXT_DEVICES>(), kKernelName);
    cl::Kernel kernel(program, kKernelName);
    const auto engine = accelerator(device);
    const cl_accelerator_intel handle = engine.get();
    const cl::Image2D source = device.image(now), reference = device.image(before);
    const cl::Buffer vectors = device.buffer(std::vector<cl_short2>(count));
    const cl::Buffer residuals = device.buffer(std::vector<cl_ushort>(count));
    kernel.setArg(0, sizeof handle, &handle);
    kernel.setArg(1, source);
    kernel.setArg(2, reference);
    kernel.setArg(3, sizeof(cl_mem), nullptr);  // no predictors
    kernel.setArg(4, vectors);
    kernel.setArg(5, residuals);
    // Launched over pixels. The kernel itself chooses its work-groups.
    device.queue().enqueueNDRangeKernel(
        kernel, cl::NullRange, cl::NDRange(static_cast<size_t>(now.width), static_cast<size_t>(now.height)));
    return {device.read<cl_short2>(vectors, count), device.read<cl_ushort>(residuals, count)};
}

void report(const Field& field) {
    std::map<std::pair<int, int>, int> counts;
    for (const cl_short2& vector : field.vectors) counts[{vector.s[0], vector.s[1]}]++;
    auto most = counts.begin();
    for (auto one = counts.begin(); one != counts.end(); one++)
        if (one->second > most->second) most = one;
    std::printf("built-in search: %d%% of the macroblocks move by (%+.2f, %+.2f) pixels\n",
                static_cast<int>(100 * static_cast<size_t>(most->second) / field.vectors.size()),
                most->first.first / 4.0, most->first.second / 4.0);
}

int check(const Frame& before, const Frame& now, const Field& field) {
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            genmedia::vme::ImeRequest request;
            request.source = source(now, column, row);
            request.forward = reference(before);
            request.window = genmedia::vme::SearchWindow::radius_16x12;
            request.disabled_partitions =
                genmedia::vme::partition_all & ~static_cast<int>(genmedia::vme::partition_16x16);
            const auto expected = refined(request, evaluated<genmedia::vme::ImeResult>(request));
            const int n = row * now.columns() + column;
            check.at(column, row);
            check.equal("x", n, int{field.vectors[n].s[0]}, int{expected.vectors[0].forward.x});
            check.equal("y", n, int{field.vectors[n].s[1]}, int{expected.vectors[0].forward.y});
            check.equal("residual", n, int{field.residuals[n]}, int{expected.distortions[0]});
        }
    }
    return check.status();
}

int built_in_search(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const Field field = search(device, before, now);
    report(field);
    return arguments.check ? check(before, now, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 1, built_in_search); }
