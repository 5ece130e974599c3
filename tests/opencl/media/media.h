// SPDX-License-Identifier: MIT
// Hosts of the media interface: accelerators, and built-in kernels launched over pixels.
#pragma once

#include "genmedia/vme.h"
#include "opencl/builtins/native_requests.h"

#include <CL/cl_ext.h>

#include <list>

namespace genmedia::test {

// The functions of cl_intel_accelerator, obtained as programs obtain them.
struct AcceleratorFunctions {
    clCreateAcceleratorINTEL_fn create = nullptr;
    clRetainAcceleratorINTEL_fn retain = nullptr;
    clReleaseAcceleratorINTEL_fn release = nullptr;
    clGetAcceleratorInfoINTEL_fn get_info = nullptr;
};

inline cl_platform_id platform_of(cl_device_id device) {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr);
    return platform;
}

inline AcceleratorFunctions accelerator_functions(cl_platform_id platform) {
    const auto address = [platform](const char* name) {
        return clGetExtensionFunctionAddressForPlatform(platform, name);
    };
    return {reinterpret_cast<clCreateAcceleratorINTEL_fn>(address("clCreateAcceleratorINTEL")),
            reinterpret_cast<clRetainAcceleratorINTEL_fn>(address("clRetainAcceleratorINTEL")),
            reinterpret_cast<clReleaseAcceleratorINTEL_fn>(address("clReleaseAcceleratorINTEL")),
            reinterpret_cast<clGetAcceleratorInfoINTEL_fn>(address("clGetAcceleratorInfoINTEL"))};
}

using Descriptor = cl_motion_estimation_desc_intel;

constexpr Descriptor kPlain{CL_ME_MB_TYPE_16x16_INTEL, CL_ME_SUBPIXEL_MODE_QPEL_INTEL,
                            CL_ME_SAD_ADJUST_MODE_NONE_INTEL, CL_ME_SEARCH_PATH_RADIUS_16_12_INTEL};

// Every combination that an accelerator can have.
inline std::vector<Descriptor> all_descriptors() {
    std::vector<Descriptor> all;
    for (const cl_uint blocks : {0, 1, 2})
        for (const cl_uint subpixel : {0, 1, 2})
            for (const cl_uint haar : {0, 1})
                for (const cl_uint path : {0, 1, 5}) all.push_back({blocks, subpixel, haar, path});
    return all;
}

inline std::string text_of(const Descriptor& descriptor) {
    return "mb_block_type " + std::to_string(descriptor.mb_block_type) + ", subpixel_mode " +
           std::to_string(descriptor.subpixel_mode) + ", sad_adjust_mode " +
           std::to_string(descriptor.sad_adjust_mode) + ", search_path_type " +
           std::to_string(descriptor.search_path_type);
}

inline int blocks_of(const Descriptor& descriptor) { return 1 << (2 * descriptor.mb_block_type); }

// A rectangle of pixels.
struct Region {
    size_t x = 0, y = 0, width = 0, height = 0;

    size_t columns() const { return (width + 15) / 16; }  // macroblocks
    size_t rows() const { return (height + 15) / 16; }
    size_t count() const { return columns() * rows(); }
};

inline Region whole(const Picture& picture) {
    return {0, 0, static_cast<size_t>(picture.width), static_cast<size_t>(picture.height)};
}

class MediaTest : public OpenClTest {
protected:
    void SetUp() override {
        OpenClTest::SetUp();
        if (HasFailure()) return;
        functions_ = accelerator_functions(platform_of(device()));
        ASSERT_TRUE(functions_.create != nullptr && functions_.retain != nullptr &&
                    functions_.release != nullptr && functions_.get_info != nullptr);
    }
    void TearDown() override {
        for (const cl_accelerator_intel accelerator : accelerators_) functions_.release(accelerator);
        OpenClTest::TearDown();
    }

    const AcceleratorFunctions& functions() const { return functions_; }

    // The accelerator is released with the test.
    cl_accelerator_intel accelerator(const Descriptor& descriptor) {
        cl_int error = CL_SUCCESS;
        const cl_accelerator_intel made = functions_.create(
            context(), CL_ACCELERATOR_TYPE_MOTION_ESTIMATION_INTEL, sizeof descriptor, &descriptor, &error);
        EXPECT_EQ(error, CL_SUCCESS) << text_of(descriptor);
        if (made != nullptr) accelerators_.push_back(made);
        return made;
    }

    Owned<cl_program> built_in_program(const char* names) const {
        cl_int error = CL_SUCCESS;
        const cl_device_id one = device();
        Owned<cl_program> program(clCreateProgramWithBuiltInKernels(context(), 1, &one, names, &error));
        EXPECT_EQ(error, CL_SUCCESS) << names;
        return program;
    }

    Owned<cl_kernel> built_in_kernel(const char* name) const {
        const Owned<cl_program> program = built_in_program(name);
        cl_int error = CL_SUCCESS;
        Owned<cl_kernel> kernel(clCreateKernel(program.get(), name, &error));
        EXPECT_EQ(error, CL_SUCCESS) << name;
        return kernel;
    }

    // Sets the arguments of a launch, one after the other. A vector becomes a buffer; read() copies it back
    // into the vector. An empty vector is NULL.
    class Arguments {
    public:
        Arguments(const MediaTest& test, cl_kernel kernel) : test_(test), kernel_(kernel) {}

        template <class T>
        Arguments& value(const T& value) {
            EXPECT_EQ(clSetKernelArg(kernel_, next_, sizeof value, &value), CL_SUCCESS)
                << "argument " << next_;
            next_++;
            return *this;
        }
        Arguments& image(const Picture& picture) {
            memory_.push_back(test_.OpenClTest::image(picture));
            return value(memory_.back().get());
        }
        template <class T>
        Arguments& buffer(std::vector<T>& values) {
            if (values.empty()) {
                EXPECT_EQ(clSetKernelArg(kernel_, next_, sizeof(cl_mem), nullptr), CL_SUCCESS)
                    << "argument " << next_;
                next_++;
                return *this;
            }
            memory_.push_back(test_.OpenClTest::buffer(values.size() * sizeof(T), values.data()));
            outputs_.push_back({memory_.back().get(), values.size() * sizeof(T), values.data()});
            return value(memory_.back().get());
        }
        void read() const {
            for (const auto& [memory, size, to] : outputs_)
                ASSERT_EQ(
                    clEnqueueReadBuffer(test_.queue(), memory, CL_TRUE, 0, size, to, 0, nullptr, nullptr),
                    CL_SUCCESS);
        }

    private:
        struct Output {
            cl_mem memory;
            size_t size;
            void* to;
        };
        const MediaTest& test_;
        cl_kernel kernel_;
        cl_uint next_ = 0;
        std::list<Owned<cl_mem>> memory_;
        std::vector<Output> outputs_;
    };

    cl_int enqueue(cl_kernel kernel, const Region& region) const {
        const size_t offset[] = {region.x, region.y}, global[] = {region.width, region.height};
        return clEnqueueNDRangeKernel(queue(), kernel, 2, offset, global, nullptr, 0, nullptr, nullptr);
    }

    void launch(cl_kernel kernel, const Region& region, const Arguments& arguments) const {
        ASSERT_EQ(enqueue(kernel, region), CL_SUCCESS);
        ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
        arguments.read();
    }

private:
    AcceleratorFunctions functions_;
    std::vector<cl_accelerator_intel> accelerators_;
};

}  // namespace genmedia::test
