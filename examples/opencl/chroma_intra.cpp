// SPDX-License-Identifier: MIT
// Intra prediction of luma and chroma from an NV12 picture.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_chroma_intra [--check] [FILE.yuv WIDTH HEIGHT]
#include "check_intra.h"
#include "device.h"

#include <CL/cl_ext.h>

namespace {

using namespace example;

// The C function makes NV12 images and their planes: cl::Image2D has no constructor for them.
cl::Image2D make_image(const Device& device, cl_mem_flags flags, cl_image_format format, cl_image_desc desc) {
    cl_int error = CL_SUCCESS;
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    const cl_mem image = clCreateImage(device.context()(), flags, &format, &desc, nullptr, &error);
    if (error != CL_SUCCESS) throw cl::Error(error, "clCreateImage");
    return cl::Image2D(image);
}

// An NV12 picture and its two planes. The picture is written through the planes.
struct Nv12 {
    cl::Image2D picture, luma, chroma;

    Nv12(const Device& device, const Frame& frame) {
        cl_image_desc desc{};
        desc.image_width = frame.width;
        desc.image_height = frame.height;
        desc.image_depth = 1;
        picture = make_image(
            device, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL,
            {CL_NV12_INTEL, CL_UNORM_INT8}, desc);
        desc.mem_object = picture();
        desc.image_depth = 0;  // the plane's number
        luma = make_image(device, CL_MEM_READ_WRITE, {CL_R, CL_UNORM_INT8}, desc);
        desc.image_depth = 1;
        chroma = make_image(device, CL_MEM_READ_WRITE, {CL_RG, CL_UNORM_INT8}, desc);
        write(device, luma, frame.width, frame.height, frame.luma);
        write(device, chroma, frame.width / 2, frame.height / 2, frame.chroma);
    }

private:
    static void write(const Device& device, const cl::Image2D& plane, int width, int height,
                      const std::vector<uint8_t>& pixels) {
        const cl::array<cl::size_type, 3> origin = {0, 0, 0};
        const cl::array<cl::size_type, 3> region = {static_cast<size_t>(width), static_cast<size_t>(height),
                                                    1};
        device.queue().enqueueWriteImage(plane, CL_TRUE, origin, region, 0, 0, pixels.data());
    }
};

void report(const std::vector<Decision>& decisions) {
    int modes[4] = {};
    for (const Decision& decision : decisions) modes[decision.chroma_mode & 3]++;
    std::printf("chroma of %d macroblocks: DC %d, horizontal %d, vertical %d, plane %d\n",
                static_cast<int>(decisions.size()), modes[0], modes[1], modes[2], modes[3]);
}

genmedia::vme::SicRequest request_at(const Frame& frame, int column, int row) {
    namespace vme = genmedia::vme;
    vme::SicRequest request;
    request.source = source(frame, column, row);
    request.source.image.chroma = {frame.chroma.data(), frame.width / 2, frame.height / 2, frame.width, 2};
    vme::IntraEstimation& intra = request.intra.emplace();
    intra.neighbors = neighbors(frame, column, row);
    intra.chroma = true;
    intra.chroma_mode_penalty = vme::default_intra_chroma_mode_base_penalty();
    const auto pixel = [&frame](int x, int y) {  // the nearest pixel
        const uint8_t* both =
            &frame.chroma[static_cast<size_t>(std::clamp(y, 0, frame.height / 2 - 1)) * frame.width +
                          2 * std::clamp(x, 0, frame.width / 2 - 1)];
        return std::array<uint8_t, 2>{both[0], both[1]};
    };
    for (int i = 0; i < 8; i++) {
        intra.neighbors.chroma_left[i] = pixel(column * 8 - 1, row * 8 + i);
        intra.neighbors.chroma_upper[i] = pixel(column * 8 + i, row * 8 - 1);
    }
    intra.neighbors.chroma_upper_left = pixel(column * 8 - 1, row * 8 - 1);
    return request;
}

int check(const Frame& frame, const std::vector<Decision>& decisions) {
    Check check;
    for (int row = 0; row < frame.rows(); row++) {
        for (int column = 0; column < frame.columns(); column++) {
            const auto expected = evaluated<genmedia::vme::SicResult>(request_at(frame, column, row));
            const Decision& got = decisions[row * frame.columns() + column];
            check.at(column, row);
            check_intra(check, got, expected);
            check.equal("chroma_mode", 0, int{got.chroma_mode}, static_cast<int>(expected.chroma_mode));
            check.equal("chroma_distortion", 0, int{got.chroma_distortion}, int{expected.chroma_distortion});
        }
    }
    return check.status();
}

int chroma_intra(const Arguments& arguments) {
    const Frame& frame = arguments.frames[0];
    const Device device;
    const Nv12 image(device, frame);
    const size_t count = static_cast<size_t>(frame.columns()) * frame.rows();
    const cl::Buffer result = device.buffer(std::vector<Decision>(count));
    device.run(device.kernel("chroma_intra"), frame.columns(), frame.rows(), image.picture, image.luma,
               image.chroma, result, cl_int{frame.width});
    const auto decisions = device.read<Decision>(result, count);
    report(decisions);
    return arguments.check ? check(frame, decisions) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 1, 1, chroma_intra); }
