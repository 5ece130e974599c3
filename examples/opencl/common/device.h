// SPDX-License-Identifier: MIT
// An OpenCL device with the motion estimation extension, and what its kernels need.
#pragma once

#include "pictures.h"

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 200
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>

#include <cstdio>
#include <exception>
#include <sstream>

namespace example {

class Device {
public:
    Device() : device_(find()), context_(device_), queue_(context_, device_) {}

    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }

    // A kernel with the same name as its file. The file is beside the example's source.
    cl::Kernel kernel(const std::string& name, const std::string& options = "") const {
        std::ifstream file(std::string(EXAMPLE_KERNELS) + "/" + name + ".cl");
        std::stringstream source;
        source << file.rdbuf();
        if (!file) throw std::runtime_error("cannot read " + name + ".cl in " EXAMPLE_KERNELS);
        cl::Program program(context_, source.str());
        try {
            program.build(("-I " EXAMPLE_KERNELS "/common " + options).c_str());
        } catch (const cl::Error&) {
            throw std::runtime_error(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_));
        }
        return cl::Kernel(program, name.c_str());
    }

    cl::Image2D image(int width, int height, const uint8_t* luma) const {
        return cl::Image2D(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                           cl::ImageFormat(CL_R, CL_UNORM_INT8), width, height, 0,
                           const_cast<uint8_t*>(luma));
    }
    cl::Image2D image(const Frame& frame) const {
        return image(frame.width, frame.height, frame.luma.data());
    }

    template <class T>
    cl::Buffer buffer(std::vector<T> values) const {
        return cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
                          values.data());
    }

    // Runs work-groups of sixteen work-items. Each is one sub-group, as the extension requires.
    template <class... Values>
    void run(cl::Kernel kernel, int columns, int rows, const Values&... values) const {
        cl_uint next = 0;
        (kernel.setArg(next++, values), ...);
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange,
                                    cl::NDRange(static_cast<size_t>(columns) * 16, rows), cl::NDRange(16, 1));
    }

    template <class T>
    std::vector<T> read(const cl::Buffer& buffer, size_t count) const {
        std::vector<T> values(count);
        queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
        return values;
    }

private:
    static cl::Device find() {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl::Platform& platform : platforms) {
            std::vector<cl::Device> devices;
            try {
                platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            } catch (const cl::Error&) {  // the platform has no devices
            }
            for (const cl::Device& device : devices) {
                const std::string extensions = device.getInfo<CL_DEVICE_EXTENSIONS>();
                if (extensions.find("cl_intel_device_side_avc_motion_estimation") != std::string::npos)
                    return device;
            }
        }
        throw std::runtime_error(
            "no OpenCL device has cl_intel_device_side_avc_motion_estimation; "
            "OPENCL_LAYERS has to name libgenmedia-opencl.so");
    }

    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
};

// The body of main(). The example gets its arguments and returns the exit status.
template <class Example>
int run(int argc, char** argv, int frames, double speed, const Example& example) {
    try {
        return example(parse(argc, argv, frames, speed));
    } catch (const cl::Error& error) {
        std::fprintf(stderr, "%s: %s failed with %d\n", argv[0], error.what(), error.err());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    }
    return 1;
}

}  // namespace example
