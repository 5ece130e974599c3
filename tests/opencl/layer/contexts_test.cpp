// SPDX-License-Identifier: MIT
// Objects of other contexts, and processes that end while kernels are compiled or run.
#include "layer_test.h"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace genmedia::test {
namespace {

class Contexts : public LayerTest {
protected:
    void SetUp() override {
        LayerTest::SetUp();
        const cl_device_id id = device();
        cl_int error = CL_SUCCESS;
        other_ = Owned<cl_context>(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        other_queue_ =
            Owned<cl_command_queue>(clCreateCommandQueueWithProperties(other_.get(), id, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
    }
    void TearDown() override {
        other_queue_.reset();
        other_.reset();
        LayerTest::TearDown();
    }

    cl_int launch(cl_command_queue on, cl_kernel kernel, const cl_event* after = nullptr) const {
        const size_t size = 16;
        return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &size, &size, after == nullptr ? 0 : 1, after,
                                      nullptr);
    }

    Owned<cl_context> other_;
    Owned<cl_command_queue> other_queue_;
};

TEST_F(Contexts, OfArgumentsAreTheKernels) {
    const Owned<cl_program> program = built(
        "__kernel void k(__global int* o, __constant int* c, __read_only image2d_t i, ulong n) {"
        " o[0] = c[0] + intel_sub_group_shuffle(1, 0); }");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    cl_int error = CL_SUCCESS;
    const cl_image_format format{CL_R, CL_UNORM_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 16;
    for (const bool own : {false, true}) {
        const cl_context context = own ? this->context() : other_.get();
        const Owned<cl_mem> buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        const Owned<cl_mem> image(
            clCreateImage(context, CL_MEM_READ_ONLY, &format, &description, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        const cl_int expected = own ? CL_SUCCESS : CL_INVALID_CONTEXT;
        const cl_mem handles[] = {buffer.get(), buffer.get(), image.get()};
        for (cl_uint i = 0; i < 3; i++)
            EXPECT_EQ(clSetKernelArg(made.get(), i, sizeof handles[i], &handles[i]), expected) << i;
        const cl_ulong looks_like_one = reinterpret_cast<cl_ulong>(handles[0]);
        EXPECT_EQ(clSetKernelArg(made.get(), 3, sizeof looks_like_one, &looks_like_one), CL_SUCCESS);
    }
}

TEST_F(Contexts, OfQueuesAndEventsAreTheKernels) {
    const Owned<cl_program> program =
        built("__kernel void k(__global int* o) { o[0] = intel_sub_group_shuffle(1, 0); }");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    int zeros[16] = {};
    const Owned<cl_mem> memory = buffer(sizeof zeros, zeros);
    const cl_mem handle = memory.get();
    ASSERT_EQ(clSetKernelArg(made.get(), 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(launch(other_queue_.get(), made.get()), CL_INVALID_CONTEXT);
    for (const cl_command_queue on : {other_queue_.get(), queue()}) {
        cl_event marker = nullptr;
        ASSERT_EQ(clEnqueueMarkerWithWaitList(on, 0, nullptr, &marker), CL_SUCCESS);
        EXPECT_EQ(launch(queue(), made.get(), &marker), on == queue() ? CL_SUCCESS : CL_INVALID_CONTEXT);
        EXPECT_EQ(clFinish(on), CL_SUCCESS);
        clReleaseEvent(marker);
    }
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

class Exits : public Contexts {
protected:
    // Launches a kernel that PoCL has not compiled yet, and leaves a little later.
    [[noreturn]] void leave(const std::string& expression, int milliseconds) const {
        const auto now = std::chrono::system_clock::now().time_since_epoch().count();
        const Owned<cl_program> program = built(
            "__kernel void k(__global int* o) { int x = 0; for (int i = 0; i < 20000000; i++) x = x * 3 + " +
            expression + "; o[get_global_id(0)] = x + (int)" + std::to_string(now) + "L; }");
        const Owned<cl_kernel> made = kernel(program.get(), "k");
        int zeros[16] = {};
        const Owned<cl_mem> memory = buffer(sizeof zeros, zeros);
        const cl_mem handle = memory.get();
        clSetKernelArg(made.get(), 0, sizeof handle, &handle);
        launch(queue(), made.get());
        clFlush(queue());
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        std::exit(3);
    }
};

TEST_F(Exits, EndWithTheirStatusWhileAKernelIsCompiledOrRuns) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const char* expression : {"(o[0] == i ? sub_group_any(i) : i)", "o[i & 15]"})
        for (const int milliseconds : {20, 400})
            EXPECT_EXIT(leave(expression, milliseconds), testing::ExitedWithCode(3), "") << expression;
}

}  // namespace
}  // namespace genmedia::test
