// SPDX-License-Identifier: MIT
// A device that is lost in the middle of a clip. This program has functions instead of OpenCL's own: from
// some call on, they give an error.
#include "genmedia/devices.h"
#include "genmedia/motion.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>

namespace {

// The function that fails, after `calls_left` calls that do not.
std::string failing;
std::atomic<int> calls_left;

bool fails(const char* function) { return failing == function && calls_left-- <= 0; }

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
                              const cl_event* events, cl_event* event) {
    if (fails(__func__)) return CL_OUT_OF_RESOURCES;
    static const auto function = real<decltype(clEnqueueNDRangeKernel)>(__func__);
    return function(queue, kernel, dimensions, offset, global, local, count, events, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* from, cl_uint count, const cl_event* events,
                            cl_event* event) {
    if (fails(__func__)) return CL_DEVICE_NOT_AVAILABLE;
    static const auto function = real<decltype(clEnqueueWriteBuffer)>(__func__);
    return function(queue, buffer, blocking, offset, size, from, count, events, event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* to, cl_uint count, const cl_event* events, cl_event* event) {
    if (fails(__func__)) return CL_OUT_OF_RESOURCES;
    static const auto function = real<decltype(clEnqueueReadBuffer)>(__func__);
    return function(queue, buffer, blocking, offset, size, to, count, events, event);
}

cl_int clWaitForEvents(cl_uint count, const cl_event* events) {
    if (fails(__func__)) return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    static const auto function = real<decltype(clWaitForEvents)>(__func__);
    return function(count, events);
}

namespace genmedia::motion {
namespace {

constexpr int kWidth = 96, kHeight = 64, kPictures = 4;

std::vector<uint8_t> picture(int number) {
    std::vector<uint8_t> samples;
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++)
            samples.push_back(static_cast<uint8_t>((x + 3 * number) * (y + 5) % 251));
    return samples;
}

// All fields of a clip, by so many threads, or by one call of them all; `status` is the device's at the end.
constexpr int kOneCall = 0;

std::vector<MotionField> fields_on(int device, Status& status, int thread_count = 1) {
    std::vector<std::vector<uint8_t>> pictures;
    for (int i = 0; i < kPictures; i++) pictures.push_back(picture(i));
    const auto view = [&](size_t i) { return PlaneView{pictures[i].data(), kWidth, kHeight, kWidth}; };
    MotionOptions options;
    options.device = device;
    options.intra = true;
    MotionEstimator estimator(options);
    std::vector<MotionRequest> requests;
    for (size_t i = 1; i < kPictures; i++)
        requests.push_back({.source = {view(i), {}}, .previous = view(i - 1), .next = {}});
    std::vector<MotionField> fields(requests.size());
    if (thread_count == kOneCall) {
        const Status all = estimator.estimate(requests, fields);
        EXPECT_TRUE(all.ok()) << all.message();
    }
    std::atomic<size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < thread_count; t++)
        threads.emplace_back([&] {
            for (size_t i = next++; i < requests.size(); i = next++) {
                const Status one = estimator.estimate(requests[i], fields[i]);
                EXPECT_TRUE(one.ok()) << one.message();
            }
        });
    threads.clear();
    status = estimator.device_status();
    return fields;
}

bool same(const MotionField& a, const MotionField& b) {
    return a.inter == b.inter && std::ranges::equal(a.intra, b.intra, [](const auto& x, const auto& y) {
               return x.shape == y.shape && x.distortion == y.distortion && x.luma_modes == y.luma_modes;
           });
}

class LostDeviceTest : public testing::TestWithParam<const char*> {
protected:
    void TearDown() override { failing.clear(); }
};

TEST_P(LostDeviceTest, ItIsNamedAndNoFieldIsLost) {
    const std::vector<DeviceInfo> devices = list_devices();
    if (devices.size() < 2) GTEST_SKIP() << "no OpenCL device (PoCL: package pocl-opencl-icd)";
    Status status;
    const std::vector<MotionField> expected = fields_on(kDeviceCpu, status);
    // Counts the calls.
    failing = GetParam();
    calls_left = 1'000'000;
    fields_on(1, status);
    ASSERT_TRUE(status.ok()) << status.message();
    const int calls = 1'000'000 - calls_left;
    ASSERT_GE(calls, kPictures - 1) << "never called";
    // The device fails from the last call on, and from one in the middle. Also with several pictures in
    // flight, which need no fewer calls.
    for (const auto& [lost_at, threads] : {std::pair(calls - 1, 1), std::pair(calls / 2, 1),
                                           std::pair(calls / 2, 3), std::pair(calls / 2, kOneCall)}) {
        SCOPED_TRACE("call " + std::to_string(lost_at) + ", " + std::to_string(threads) + " threads");
        calls_left = lost_at;
        const std::vector<MotionField> actual = fields_on(1, status, threads);
        EXPECT_FALSE(status.ok());
        EXPECT_NE(status.message().find(devices[1].name), std::string::npos) << status.message();
        ASSERT_EQ(actual.size(), expected.size());
        for (size_t i = 0; i < actual.size(); i++) EXPECT_TRUE(same(actual[i], expected[i])) << "field " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, LostDeviceTest,
                         testing::Values("clEnqueueNDRangeKernel", "clEnqueueWriteBuffer",
                                         "clEnqueueReadBuffer", "clWaitForEvents"));

}  // namespace
}  // namespace genmedia::motion
