// SPDX-License-Identifier: MIT
// A host with Boost.Compute, whose default device is the first GPU that it finds.
//     genmedia cl -- example_opencl_boost_compute
// One picture is brighter by two: 512 in each macroblock of 256 pixels.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#include <boost/compute/core.hpp>
#include <boost/compute/image/image2d.hpp>
#include <boost/compute/system.hpp>
#include <boost/compute/utility/dim.hpp>

#include <cstdio>
#include <vector>

namespace {

namespace compute = boost::compute;

constexpr size_t kColumns = 4, kRows = 3, kBrighter = 2;

compute::image2d picture(const compute::context& context, size_t added) {
    std::vector<unsigned char> pixels;
    for (size_t y = 0; y < 16 * kRows; y++)
        for (size_t x = 0; x < 16 * kColumns; x++)
            pixels.push_back(static_cast<unsigned char>(3 * x + y / 2 + added));
    return compute::image2d(context, 16 * kColumns, 16 * kRows, compute::image_format(CL_R, CL_UNORM_INT8),
                            compute::image2d::read_only | compute::image2d::copy_host_ptr, pixels.data());
}

std::vector<cl_ushort> distortions() {
    const compute::device device = compute::system::default_device();
    std::printf("boost_compute: %s\n", device.name().c_str());
    if ((device.type() & compute::device::gpu) == 0) throw std::runtime_error("the default device is no GPU");
    const compute::context context(device);
    compute::command_queue queue(context, device);
    compute::kernel kernel =
        compute::program::build_with_source_file(EXAMPLE_KERNELS "/boost_compute.cl", context)
            .create_kernel("boost_compute");

    std::vector<cl_ushort> found(kColumns * kRows);
    const compute::image2d source = picture(context, kBrighter), reference = picture(context, 0);
    const compute::buffer out(context, found.size() * sizeof(cl_ushort), compute::buffer::write_only);
    kernel.set_args(source, reference, out);
    queue.enqueue_nd_range_kernel(kernel, compute::dim(0, 0), compute::dim(16 * kColumns, kRows),
                                  compute::dim(16, 1));
    queue.enqueue_read_buffer(out, 0, found.size() * sizeof(cl_ushort), found.data());
    return found;
}

}  // namespace

int main() try {
    for (const cl_ushort distortion : distortions()) {
        if (distortion == 256 * kBrighter) continue;
        std::fprintf(stderr, "boost_compute: distortion %d; expected %zu\n", distortion, 256 * kBrighter);
        return 1;
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "boost_compute: %s\n", error.what());
    return 1;
}
