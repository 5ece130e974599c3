// SPDX-License-Identifier: MIT
// A host with the C++ bindings of OpenCL 1.2 that asks for a context of any GPU.
//     genmedia cl -- example_opencl_context_from_type
// Each work-item of sub-group n has the number n. The running sums are n, 2n, 3n ... 16n.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/cl2.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int kLanes = 16, kSubGroups = 8;

std::string kernel_text() {
    std::ifstream file(EXAMPLE_KERNELS "/context_from_type.cl");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<int> sums_of(const std::vector<int>& numbers) {
    const cl::Context context(CL_DEVICE_TYPE_GPU);
    const cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().at(0);
    std::printf("context_from_type: %s\n", device.getInfo<CL_DEVICE_NAME>().c_str());
    const cl::CommandQueue queue(context, device);
    const cl::Program program(context, kernel_text(), true);
    cl::Kernel kernel(program, "context_from_type");

    std::vector<int> sums(numbers.size());
    const size_t bytes = numbers.size() * sizeof(int);
    const cl::Buffer from(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                          const_cast<int*>(numbers.data()));
    const cl::Buffer to(context, CL_MEM_WRITE_ONLY, bytes);
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(numbers.size()), cl::NDRange(kLanes));
    queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, sums.data());
    return sums;
}

}  // namespace

int main() try {
    std::vector<int> numbers;
    for (int i = 0; i < kSubGroups * kLanes; i++) numbers.push_back(i / kLanes);
    const std::vector<int> sums = sums_of(numbers);
    for (int i = 0; i < kSubGroups * kLanes; i++) {
        const int expected = i / kLanes * (i % kLanes + 1);
        if (sums[i] == expected) continue;
        std::fprintf(stderr, "context_from_type: sum %d is %d; expected %d\n", i, sums[i], expected);
        return 1;
    }
    return 0;
} catch (const cl::Error& error) {
    std::fprintf(stderr, "context_from_type: %s failed with %d\n", error.what(), error.err());
    return 1;
}
