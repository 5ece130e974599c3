// SPDX-License-Identifier: MIT
// An OpenCL device with the layer on it.
#pragma once

#include "opencl/scene.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace genmedia::test {

// Work-groups. By default each takes one macroblock and is one sub-group.
struct Grid {
    size_t columns = 0, rows = 0, group_size = 16;
    size_t count() const { return columns * rows; }
};

// The macroblocks of a picture, including partial ones at its borders.
inline Grid macroblocks_of(const Picture& picture) {
    return {static_cast<size_t>(picture.width + 15) / 16, static_cast<size_t>(picture.height + 15) / 16};
}

// OpenCL C's short2 and ushort2.
template <class T>
struct Two {
    T x, y;
};
using Short2 = Two<cl_short>;
using Ushort2 = Two<cl_ushort>;

// The macroblocks of one of the picture's fields.
inline Grid field_macroblocks_of(const Picture& picture) {
    return {macroblocks_of(picture).columns, static_cast<size_t>(picture.height / 2 + 15) / 16};
}

// An image argument of a kernel: luma, or NV12 if there is chroma (Cb and Cr alternate; half as many lines as
// luma).
struct Image {
    const Picture* luma;
    const Picture* chroma;
    Image(const Picture* l, const Picture* c = nullptr) : luma(l), chroma(c) {}
};

struct Release {
    void operator()(cl_context c) const { clReleaseContext(c); }
    void operator()(cl_command_queue q) const { clReleaseCommandQueue(q); }
    void operator()(cl_program p) const { clReleaseProgram(p); }
    void operator()(cl_kernel k) const { clReleaseKernel(k); }
    void operator()(cl_mem m) const { clReleaseMemObject(m); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Release>;

template <class T>
T device_value(cl_device_id device, cl_device_info name) {
    T value{};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS) << std::hex << name;
    return value;
}

// Fails if there is no PoCL, or if it lacks the layer. If GENMEDIA_OPENCL_COVERAGE names a folder, notes
// there what the kernels of passed tests call, for the coverage test.
class OpenClTest : public ::testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    cl_context context() const;  // of all tests of the process
    // The name of the device on which an event's command ran, by the layer's own extension.
    std::string device_of(cl_event event) const;
    cl_device_id device() const { return device_; }
    cl_command_queue queue() const { return queue_.get(); }

    Owned<cl_program> source(const std::string& text) const;
    std::string log_of(cl_program program) const;
    Owned<cl_program> built(const std::string& text, const std::string& options = {}) const;
    // A program of all tests of the process: it must not be built again with other options.
    cl_program built_once(const std::string& text, const std::string& options = {}) const;

    Owned<cl_mem> image(const Picture& picture) const;
    Owned<cl_mem> nv12(const Picture& luma, const Picture& chroma) const;
    Owned<cl_mem> buffer(size_t size, const void* data) const;

    // Runs a kernel of tests/opencl/kernels and returns the records. The kernel's parameters are the images,
    // a buffer of `count` records, and the other arguments. Vectors become buffers.
    template <class Record, class... Arguments>
    std::vector<Record> run(const char* file, const char* name, const std::vector<Image>& images, Grid grid,
                            size_t count, Arguments&&... arguments) {
        std::vector<Record> records(count);
        Call call(*this, file, name);
        if (HasFailure()) return records;
        for (const Image& image : images) call.add(image);
        const cl_mem out = call.add(count * sizeof(Record), records.data());
        (call.add(arguments), ...);
        call.run(grid);
        call.read(out, count * sizeof(Record), records.data());
        return records;
    }

private:
    class Call {
    public:
        Call(OpenClTest& test, const char* file, const char* name);
        void add(const Image& image);
        cl_mem add(size_t size, const void* data);
        template <class T>
        void add(std::vector<T>& values) {  // written back by run()
            outputs_.push_back(
                {add(values.size() * sizeof(T), values.data()), values.size() * sizeof(T), values.data()});
        }
        template <class T>
        requires(std::is_trivially_copyable_v<T> && !std::is_same_v<T, Image>) void add(const T& value) {
            add_raw(sizeof value, &value);
        }
        void run(Grid grid);
        void read(cl_mem from, size_t size, void* to);

    private:
        struct Output {
            cl_mem buffer;
            size_t size;
            void* to;
        };
        void add_raw(size_t size, const void* value);

        OpenClTest& test_;
        Owned<cl_kernel> kernel_;
        std::vector<Owned<cl_mem>> memory_;
        std::vector<Output> outputs_;
        cl_uint next_ = 0;
    };

    cl_program built_once_of_file(const char* file) const;

    cl_device_id device_ = nullptr;
    Owned<cl_command_queue> queue_;
    std::vector<std::string> called_;  // "FILE KERNEL"
};

}  // namespace genmedia::test
