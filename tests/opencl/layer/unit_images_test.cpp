// SPDX-License-Identifier: MIT
// Images that the unit cannot read. If a launch can know, it returns an error; if not, the event fails.
#include "layer_test.h"

#include <CL/cl_ext.h>

#include <future>
#include <mutex>

namespace genmedia::test {
namespace {

// Writes the distortion of a search in a window whose positions are all alike, and a pixel of another image.
const std::string kSearching = R"(
ushort distortion(read_only image2d_t s, read_only image2d_t r) {
    intel_sub_group_avc_ime_payload_t payload = intel_sub_group_avc_ime_initialize(
        (ushort2)(0, 0), CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    payload = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_DIAMOND_INTEL, payload);
    const sampler_t sampler = CLK_ADDRESS_CLAMP_TO_EDGE;
    intel_sub_group_avc_ime_result_t result =
        intel_sub_group_avc_ime_evaluate_with_single_reference(s, r, sampler, payload);
    return intel_sub_group_avc_ime_get_inter_distortions(result);
}
__kernel void k(__global int* out, read_only image2d_t source, read_only image2d_t reference,
                read_only image2d_t other) {
    const sampler_t nearest = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const ushort whole = intel_sub_group_broadcast((uint)distortion(source, reference), 0);
    out[get_global_id(0)] = whole + (int)read_imagef(other, nearest, (int2)(0, 0)).w - 1;
})";

// Chroma estimation on an image that may have only luma.
const std::string kFailing = R"(
__kernel void k(__global int* out, read_only image2d_t source) {
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize((ushort2)(0, 0));
    payload = intel_sub_group_avc_sic_configure_ipe(CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, 0, 0, 0, 0, 0, 0, 0, 0,
                                                    CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
    out[get_global_id(0)] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(
        intel_sub_group_avc_sic_evaluate_ipe(source, CLK_AVC_ME_INITIALIZE_INTEL, payload));
})";

struct Reports {
    std::mutex mutex;
    std::vector<std::string> texts;
};

void CL_CALLBACK note(const char* text, const void*, size_t, void* reports) {
    auto& to = *static_cast<Reports*>(reports);
    const std::lock_guard lock(to.mutex);
    to.texts.emplace_back(text);
}

class UnitImages : public LayerTest {
protected:
    void SetUp() override {
        LayerTest::SetUp();
        if (HasFatalFailure()) return;
        const cl_device_id id = device();
        cl_int error = CL_SUCCESS;
        own_.reset(clCreateContext(nullptr, 1, &id, note, &reports, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
        queue_.reset(clCreateCommandQueueWithProperties(own_.get(), id, profiled, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        out_.reset(clCreateBuffer(own_.get(), CL_MEM_READ_WRITE, 16 * sizeof(cl_int), nullptr, &error));
    }

    void use(const std::string& text) {
        const char* string = text.c_str();
        program_.reset(clCreateProgramWithSource(own_.get(), 1, &string, nullptr, nullptr));
        ASSERT_EQ(clBuildProgram(program_.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS)
            << log_of(program_.get());
        use_program();
    }
    void use_program() {
        kernel_ = kernel(program_.get(), "k");
        const cl_mem out = out_.get();
        ASSERT_EQ(clSetKernelArg(kernel_.get(), 0, sizeof out, &out), CL_SUCCESS);
    }

    // Every byte is the same, also in pixels of floats, so that a float is no plausible number either.
    void set(cl_uint index, cl_image_format format, uint8_t value, size_t width = 32, size_t height = 32) {
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = width;
        description.image_height = height;
        std::vector<uint8_t> bytes(width * height * 4, value);
        cl_int error = CL_SUCCESS;
        images_.emplace_back(clCreateImage(own_.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                           &description, bytes.data(), &error));
        ASSERT_EQ(error, CL_SUCCESS);
        set(index, images_.back().get());
    }
    void set(cl_uint index, cl_mem image) {
        ASSERT_EQ(clSetKernelArg(kernel_.get(), index, sizeof image, &image), CL_SUCCESS);
    }
    void set_good_images() {
        set(1, kLuma, 100);
        set(2, kLuma, 103);
        set(3, {CL_RGBA, CL_UNORM_INT8}, 255);
    }

    cl_int launch(cl_event* event = nullptr) const {
        const size_t items = 16;
        return clEnqueueNDRangeKernel(queue_.get(), kernel_.get(), 1, nullptr, &items, &items, 0, nullptr,
                                      event);
    }
    cl_int first_result() const {
        cl_int value = -1;
        EXPECT_EQ(clEnqueueReadBuffer(queue_.get(), out_.get(), CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        return value;
    }

    static constexpr cl_image_format kLuma{CL_R, CL_UNORM_INT8};
    Reports reports;
    Owned<cl_context> own_;
    Owned<cl_command_queue> queue_;
    Owned<cl_program> program_;
    Owned<cl_kernel> kernel_;
    Owned<cl_mem> out_;
    std::vector<Owned<cl_mem>> images_;
};

TEST_F(UnitImages, OfOneChannelOfBytesAreSearched) {
    use(kSearching);
    set_good_images();
    ASSERT_EQ(launch(), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue_.get()), CL_SUCCESS);
    EXPECT_EQ(first_result(), 3 * 256);
    EXPECT_TRUE(reports.texts.empty());
}

TEST_F(UnitImages, OfAnotherFormatAreRefused) {
    use(kSearching);
    const cl_image_format formats[] = {
        {CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_UNORM_INT16}, {CL_R, CL_FLOAT}, {CL_R, CL_UNSIGNED_INT8}};
    size_t refused = 0;
    for (const cl_image_format& format : formats) {
        for (const cl_uint index : {1u, 2u}) {
            set_good_images();
            set(index, format, 100);
            cl_event event = nullptr;
            EXPECT_EQ(launch(&event), CL_IMAGE_FORMAT_NOT_SUPPORTED) << index;
            EXPECT_EQ(event, nullptr);
            ASSERT_EQ(reports.texts.size(), ++refused) << "told of once a launch";
            const std::string& text = reports.texts.back();
            EXPECT_NE(text.find(index == 1 ? "'source' (parameter 1)" : "'reference' (parameter 2)"),
                      std::string::npos)
                << text;
        }
    }
    set_good_images();
    ASSERT_EQ(launch(), CL_SUCCESS);
    EXPECT_EQ(first_result(), 3 * 256) << "a refused launch leaves nothing behind";
}

TEST_F(UnitImages, OfAnotherSizeAreRefused) {
    use(kSearching);
    for (const auto& [width, height] : {std::pair(31, 32), std::pair(32, 33), std::pair(64, 64)}) {
        set_good_images();
        set(2, kLuma, 103, static_cast<size_t>(width), static_cast<size_t>(height));
        EXPECT_EQ(launch(), CL_INVALID_IMAGE_SIZE);
        const std::string& text = reports.texts.back();
        EXPECT_NE(text.find(std::to_string(width) + "x" + std::to_string(height)), std::string::npos) << text;
        EXPECT_NE(text.find("32x32"), std::string::npos) << text;
    }
}

TEST_F(UnitImages, OfOtherUsesMayHaveAnyFormatAndSize) {
    use(kSearching);
    set_good_images();
    set(3, {CL_RGBA, CL_UNORM_INT8}, 255, 7, 5);
    ASSERT_EQ(launch(), CL_SUCCESS);
    EXPECT_EQ(first_result(), 3 * 256);
}

TEST_F(UnitImages, AreKnownFromABinaryToo) {
    use(kSearching);
    size_t size = 0;
    ASSERT_EQ(clGetProgramInfo(program_.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> binary(size);
    unsigned char* address = binary.data();
    ASSERT_EQ(clGetProgramInfo(program_.get(), CL_PROGRAM_BINARIES, sizeof address, &address, nullptr),
              CL_SUCCESS);
    const cl_device_id id = device();
    const unsigned char* bytes = binary.data();
    cl_int error = CL_SUCCESS;
    program_.reset(clCreateProgramWithBinary(own_.get(), 1, &id, &size, &bytes, nullptr, &error));
    ASSERT_EQ(clBuildProgram(program_.get(), 1, &id, "", nullptr, nullptr), CL_SUCCESS);
    use_program();
    set_good_images();
    set(2, {CL_R, CL_FLOAT}, 100);
    EXPECT_EQ(launch(), CL_IMAGE_FORMAT_NOT_SUPPORTED);
    set(2, kLuma, 103, 64, 32);
    EXPECT_EQ(launch(), CL_INVALID_IMAGE_SIZE);
}

TEST_F(UnitImages, ArgumentsThatAreNotSetArePoclsToTell) {
    use(kSearching);
    set(1, kLuma, 100);
    EXPECT_EQ(launch(), CL_INVALID_KERNEL_ARGS);
}

using Outcomes = UnitImages;

TEST_F(Outcomes, AnEventFailsWithItsEvaluations) {
    use(kFailing);
    set(1, kLuma, 100);
    for (int i = 1; i <= 2; i++) {
        cl_event event = nullptr;
        ASSERT_EQ(launch(&event), CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        cl_int status = CL_COMPLETE;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                  CL_SUCCESS);
        EXPECT_LT(status, 0);
        EXPECT_EQ(reports.texts.size(), static_cast<size_t>(i));
        cl_command_type type = 0;
        EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
        EXPECT_EQ(type, cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
        cl_ulong start = 0, end = 0;
        EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr),
                  CL_SUCCESS);
        EXPECT_LE(start, end);
        EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    }
}

// Only the running kernel knows which images the identifiers of references mean.
TEST_F(Outcomes, AReferenceByItsIdentifierMayFail) {
    use(R"(__kernel void k(__global int* out, read_only image2d_t source, read_only image2d_t forward,
                           read_only image2d_t backward) {
        const sampler_t sampler = CLK_ADDRESS_CLAMP_TO_EDGE;
        intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize((ushort2)(0, 0));
        payload = intel_sub_group_avc_sic_configure_skc(CLK_AVC_ME_SKIP_BLOCK_PARTITION_16x16_INTEL,
            CLK_AVC_ME_SKIP_BLOCK_16x16_FORWARD_ENABLE_INTEL, 0, CLK_AVC_ME_BIDIR_WEIGHT_HALF_INTEL,
            CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
        intel_sub_group_avc_sic_result_t result =
            intel_sub_group_avc_sic_evaluate_with_multi_reference(source, 0, sampler, payload);
        out[get_global_id(0)] = intel_sub_group_avc_sic_get_inter_distortions(result);
    })");
    const auto finished = [&](cl_image_format format, size_t width) {
        set(1, kLuma, 100);
        set(2, format, 101, width, 32);
        set(3, kLuma, 102);
        EXPECT_EQ(launch(), CL_SUCCESS);
        return clFinish(queue_.get());
    };
    EXPECT_EQ(finished(kLuma, 32), CL_SUCCESS);
    EXPECT_EQ(first_result(), 256);
    EXPECT_EQ(finished({CL_R, CL_FLOAT}, 32), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(finished(kLuma, 48), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_NE(reports.texts.back().find("48x32"), std::string::npos) << reports.texts.back();
}

TEST_F(Outcomes, ACallbackGetsTheError) {
    use(kFailing);
    set(1, kLuma, 100);
    cl_event event = nullptr;
    ASSERT_EQ(launch(&event), CL_SUCCESS);
    std::promise<cl_int> status;
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event, cl_int what, void* promise) {
                      static_cast<std::promise<cl_int>*>(promise)->set_value(what);
                  },
                  &status),
              CL_SUCCESS);
    EXPECT_LT(status.get_future().get(), 0);
    EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
    clReleaseEvent(event);
}

TEST_F(Outcomes, AQueueFinishesWithAnErrorOnce) {
    use(kFailing);
    set(1, kLuma, 100);
    ASSERT_EQ(launch(), CL_SUCCESS);
    ASSERT_EQ(launch(), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue_.get()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(clFinish(queue_.get()), CL_SUCCESS);
    EXPECT_EQ(reports.texts.size(), 2u);
}

TEST_F(Outcomes, AnEventThatWentWellSaysSo) {
    use(kSearching);
    set_good_images();
    cl_event event = nullptr;
    ASSERT_EQ(launch(&event), CL_SUCCESS);
    EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    cl_int status = -1;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(status, CL_COMPLETE);
    std::promise<cl_int> told;
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event, cl_int what, void* promise) {
                      static_cast<std::promise<cl_int>*>(promise)->set_value(what);
                  },
                  &told),
              CL_SUCCESS);
    EXPECT_EQ(told.get_future().get(), CL_COMPLETE);
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(0, nullptr), CL_INVALID_VALUE);
}

// PoCL's next event may be at the address of a failed one.
TEST_F(Outcomes, LaterEventsAreNotTheFailedOne) {
    use(kFailing);
    set(1, kLuma, 100);
    for (int i = 0; i < 20; i++) {
        cl_event failed = nullptr, read = nullptr;
        ASSERT_EQ(launch(&failed), CL_SUCCESS);
        EXPECT_NE(clWaitForEvents(1, &failed), CL_SUCCESS);
        clReleaseEvent(failed);
        cl_int value = 0;
        ASSERT_EQ(clEnqueueReadBuffer(queue_.get(), out_.get(), CL_FALSE, 0, sizeof value, &value, 0, nullptr,
                                      &read),
                  CL_SUCCESS);
        EXPECT_EQ(clWaitForEvents(1, &read), CL_SUCCESS);
        clReleaseEvent(read);
    }
}

}  // namespace
}  // namespace genmedia::test
