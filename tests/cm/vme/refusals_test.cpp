// SPDX-License-Identifier: MIT
// Messages that the unit cannot answer end the task, but never the host. VME surfaces as hosts make them.
#include <gtest/gtest.h>

#include <functional>

#include "host.h"
#include "message.h"

namespace {

using test::Answer;
using test::Message;

constexpr int kWidth = 64, kHeight = 48;

// A search with 48x40 pixels and one search unit, for the macroblock at (16, 16).
Message simple_search() {
    Message message;
    test::put_word(message.universal[0], 4, 16);
    test::put_word(message.universal[0], 5, 16);
    message.universal[0][22] = 48;
    message.universal[0][23] = 40;
    message.universal[1][4] = 32;
    message.universal[1][8] = message.universal[1][9] = 1;
    return message;
}

class VmeRefusals : public testing::Test {
protected:
    CmSurface2D* picture(CM_SURFACE_FORMAT format, uint8_t value = 0, UINT width = kWidth,
                         UINT height = kHeight) {
        // Large enough for all formats used here.
        return host_.picture(width, height, format, std::vector<uint8_t>(size_t{width} * height * 4, value));
    }
    SurfaceIndex* vme_surface(CmSurface2D* source, std::vector<CmSurface2D*> forward,
                              std::vector<CmSurface2D*> backward = {}) {
        SurfaceIndex* index = nullptr;
        EXPECT_EQ(host_.device->CreateVmeSurfaceG7_5(source, forward.data(), backward.data(),
                                                     static_cast<UINT>(forward.size()),
                                                     static_cast<UINT>(backward.size()), index),
                  CM_SUCCESS);
        return index;
    }
    SurfaceIndex* nv12() {
        return vme_surface(picture(CM_SURFACE_FORMAT_NV12), {picture(CM_SURFACE_FORMAT_NV12)});
    }

    // Sends each message from its own thread, in a square of threads. Returns the log's text and checks how
    // the task ends. The answers are in answers_.
    std::string send(const char* kernel_name, std::vector<Message> messages, SurfaceIndex* surface,
                     INT expected, int side = 1) {
        answers_.assign(messages.size(), {});
        for (Answer& answer : answers_) answer.row[0].fill(0x77);
        CmBuffer *to = host_.buffer(messages), *from = host_.buffer(answers_);
        CmKernel* kernel = host_.kernel(kernel_name);
        Host::set_all(kernel, to, surface, from);
        CmThreadSpace* space = nullptr;
        EXPECT_EQ(host_.device->CreateThreadSpace(side, side, space), CM_SUCCESS);
        CmTask* task = nullptr;
        EXPECT_EQ(host_.device->CreateTask(task), CM_SUCCESS);
        EXPECT_EQ(task->AddKernel(kernel), CM_SUCCESS);
        testing::internal::CaptureStderr();
        CmEvent* event = nullptr;
        EXPECT_EQ(host_.queue->Enqueue(task, event, space), CM_SUCCESS);
        EXPECT_EQ(event->WaitForTaskFinished(static_cast<DWORD>(-1)), expected);
        const std::string said = testing::internal::GetCapturedStderr();
        CM_STATUS status = CM_STATUS_QUEUED;
        event->GetStatus(status);
        EXPECT_EQ(status, expected == CM_SUCCESS ? CM_STATUS_FINISHED : CM_STATUS_RESET);
        Host::read(from, answers_);
        return said;
    }
    void expect_refused(const char* kernel, const Message& message, SurfaceIndex* surface,
                        const std::string& text) {
        const std::string said = send(kernel, {message}, surface, CM_TASK_MEDIA_RESET);
        EXPECT_NE(said.find(text), std::string::npos) << said;
        EXPECT_NE(said.find("messages_genx.cpp:"), std::string::npos) << said;
        EXPECT_NE(said.find("thread (0, 0)"), std::string::npos) << said;
        for (int row = 0; row < 7; row++) EXPECT_EQ(answers_[0].row[row], test::Row{}) << row;
    }

    Host host_{"messages_genx.isa"};
    std::vector<Answer> answers_;
};

TEST_F(VmeRefusals, ASimpleSearchIsNone) {
    EXPECT_EQ(send("search", {simple_search()}, nv12(), CM_SUCCESS), "");
    EXPECT_EQ(answers_[0].row[0][3], 1);  // a vector
}

TEST_F(VmeRefusals, OfReservedAndMissingValues) {
    SurfaceIndex* surface = nv12();
    const auto with = [](const std::function<void(Message&)>& change) {
        Message message = simple_search();
        change(message);
        return message;
    };
    const struct {
        const char* text;
        std::function<void(Message&)> change;
    } cases[] = {
        {"run_vme_ime: SrcType's block size is 3; expected 0 (16x16)",
         [](Message& m) { m.universal[0][12] = 3; }},
        {"InterChromaMode is 1; expected 0", [](Message& m) { m.universal[0][14] = 1; }},
        {"RefPixelOffset is 5; expected 0", [](Message& m) { m.universal[1][1] = 5; }},
        {"RefPixelShift is 2; expected 0", [](Message& m) { m.universal[1][7] = 2; }},
        {"RefPixelBiasEnable is 1; expected 0", [](Message& m) { m.universal[1][7] = 0x20; }},
        {"Fixed7x7Weights is 1; expected 0", [](Message& m) { m.universal[1][6] = 0x40; }},
        {"forward reference 1 is asked for; the VME surface has 1",
         [](Message& m) { m.universal[1][24] = 1; }},
        {"backward reference 0 is asked for; the VME surface has 0", [](Message& m) { m.arguments[1] = 7; }},
    };
    for (const auto& c : cases) expect_refused("search", with(c.change), surface, c.text);

    Message nothing = simple_search();
    nothing.input[1][5] = 2;
    Message skip = nothing;
    skip.universal[1][0] = 1;
    skip.universal[1][31] = 2;  // backward
    expect_refused("check", skip, surface, "backward reference 0 is asked for; the VME surface has 0");
}

// What fits its field is answered, also where it is reserved or makes no sense: hardware answers what it
// finds.
TEST_F(VmeRefusals, NoneOfValuesThatFitTheirFields) {
    SurfaceIndex* surface = vme_surface(picture(CM_SURFACE_FORMAT_NV12), {picture(CM_SURFACE_FORMAT_NV12)},
                                        {picture(CM_SURFACE_FORMAT_NV12)});
    const struct {
        const char* kernel;
        std::function<void(Message&)> change;
    } cases[] = {
        {"search", [](Message& m) { m.arguments[1] = m.universal[0][13] = 1; }},  // two starts
        {"search", [](Message& m) { m.arguments[1] = m.universal[0][13] = 3; }},  // two records
        {"search", [](Message& m) { m.universal[0][13] = 8; }},                   // every second step
        {"search", [](Message& m) { m.universal[0][14] = 0xD0; }},                // reserved SAD adjustments
        {"search", [](Message& m) { m.universal[1][8] = 0; }},                    // no search unit
        {"search", [](Message& m) { m.universal[1][8] = m.universal[1][9] = 255; }},
        {"search", [](Message& m) { m.universal[0][22] = 46, m.universal[0][23] = 255; }},  // windows
        {"search", [](Message& m) { m.universal[1][10] = 0xFF; }},                          // starts outside
        {"search", [](Message& m) { m.universal[0][15] = 0x7F; }},                          // no partition
        {"search", [](Message& m) { m.universal[1][4] = 0; }},                              // no vector
        {"search", [](Message& m) { test::put_word(m.universal[0], 4, 64); }},              // outside
        {"search", [](Message& m) { test::put_word(m.universal[0], 5, 0xFFFF); }},
        {"search", [](Message& m) { test::put_word(m.universal[0], 0, 0x7FFF); }},
        {"search", [](Message& m) { m.universal[2].fill(0xFF); }},  // costs of more bits than there are
        {"search", [](Message& m) { m.universal[3].fill(0x7F); }},  // cost centres
        {"refine", [](Message& m) { m.universal[2][22] = 0xFF; }},  // directions
        {"refine", [](Message& m) { m.universal[0][13] = 0x20; }},  // sub-pixel mode 2
        {"refine", [](Message& m) { m.universal[1][6] = 0x3F; }},   // weights
        {"refine", [](Message& m) { m.input[0].fill(0x7F); }},      // vectors
        {"check", [](Message& m) { m.input[1][5] = 2; }},           // neither half
        {"check", [](Message& m) { m.universal[1][0] = 1; }},       // a skip check of no block
        {"check", [](Message& m) { m.universal[1][28] = 7; }},      // no intra partition
        {"check", [](Message& m) { m.input[1].fill(0xFF), m.input[1][5] = 0; }},  // no mode
        {"check", [](Message& m) { m.input[2].fill(0xFF); }},                     // neighbours' modes
        {"check", [](Message& m) { test::put_word(m.universal[0], 4, 17); }},     // between chroma's pixels
    };
    for (const auto& c : cases) {
        Message message = simple_search();
        if (c.kernel == std::string("refine")) message.universal[0][13] = 0x30;
        c.change(message);
        EXPECT_EQ(send(c.kernel, {message}, surface, CM_SUCCESS), "") << &c - cases;
    }
}

TEST_F(VmeRefusals, OfSurfacesThatAreNoPicturesOfTheUnit) {
    CmSurface2D *luma = picture(CM_SURFACE_FORMAT_NV12), *color = picture(CM_SURFACE_FORMAT_A8R8G8B8),
                *deep = picture(CM_SURFACE_FORMAT_P010), *packed = picture(CM_SURFACE_FORMAT_YUY2);
    SurfaceIndex* plain = nullptr;
    ASSERT_EQ(luma->GetIndex(plain), CM_SUCCESS);
    expect_refused("search", simple_search(), plain,
                   "the surface is no VME surface; expected one of CreateVmeSurfaceG7_5");
    expect_refused("search", simple_search(), vme_surface(color, {luma}),
                   "the VME surface's source picture is A8R8G8B8; expected a format with 8-bit luma");
    expect_refused("search", simple_search(), vme_surface(luma, {color}), "forward reference 0 is A8R8G8B8");
    expect_refused("search", simple_search(), vme_surface(luma, {deep}), "forward reference 0 is P010");
    expect_refused("search", simple_search(), vme_surface(luma, {packed}), "forward reference 0 is YUY2");
    // The next task in the queue is not affected.
    EXPECT_EQ(send("search", {simple_search()}, nv12(), CM_SUCCESS), "");
}

TEST_F(VmeRefusals, ThreadsThatHaveNotBegunDoNot) {
    std::vector<Message> messages(64 * 64, simple_search());
    for (Message& message : messages) message.universal[0][12] = 3;
    const std::string said = send("search", messages, nv12(), CM_TASK_MEDIA_RESET, 64);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    const auto begun =
        std::count_if(answers_.begin(), answers_.end(), [](const Answer& a) { return a.row[0][0] != 0x77; });
    EXPECT_GE(begun, 1);
    EXPECT_LT(begun, 1000);
}

TEST_F(VmeRefusals, HostsGetCmsCodes) {
    CmDevice& device = *host_.device;
    CmSurface2D* source = picture(CM_SURFACE_FORMAT_NV12);
    SurfaceIndex* index = nullptr;
    EXPECT_EQ(device.CreateVmeSurfaceG7_5(nullptr, nullptr, nullptr, 0, 0, index), CM_NULL_POINTER);
    EXPECT_EQ(device.CreateVmeSurfaceG7_5(source, nullptr, nullptr, 1, 0, index), CM_NULL_POINTER);
    CmSurface2D* missing = nullptr;
    EXPECT_EQ(device.CreateVmeSurfaceG7_5(source, nullptr, &missing, 0, 1, index), CM_NULL_POINTER);
    std::vector<CmSurface2D*> many(17, source);
    EXPECT_EQ(device.CreateVmeSurfaceG7_5(source, many.data(), nullptr, 17, 0, index), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(index, nullptr);
    EXPECT_EQ(device.CreateVmeSurfaceG7_5(source, many.data(), many.data(), 16, 16, index), CM_SUCCESS);
    SurfaceIndex* made = index;
    CM_VME_SURFACE_STATE_PARAM state{32, 32};
    EXPECT_EQ(device.SetVmeSurfaceStateParam(made, nullptr), CM_NULL_POINTER);
    EXPECT_EQ(device.SetVmeSurfaceStateParam(nullptr, &state), CM_NULL_POINTER);
    EXPECT_EQ(device.SetVmeSurfaceStateParam(made, &state), CM_SUCCESS);
    SurfaceIndex* plain = nullptr;
    source->GetIndex(plain);
    EXPECT_EQ(device.SetVmeSurfaceStateParam(plain, &state), CM_INVALID_ARG_INDEX);
    EXPECT_EQ(device.DestroyVmeSurfaceG7_5(plain), CM_FAILURE);
    EXPECT_EQ(device.DestroyVmeSurfaceG7_5(made), CM_SUCCESS);
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(device.DestroyVmeSurfaceG7_5(made), CM_FAILURE);
    EXPECT_EQ(device.DestroyVmeSurfaceG7_5(index), CM_FAILURE);  // destroyed already
}

// The unit then sees only that part of the pictures. Right of it, the edge is repeated.
TEST_F(VmeRefusals, TheSurfacesStateCutsPictures) {
    std::vector<uint8_t> stripes(size_t{kWidth} * kHeight * 3 / 2, 10);
    for (int y = 0; y < kHeight; y++) std::fill_n(stripes.begin() + y * kWidth + 32, 32, uint8_t{100});
    CmSurface2D* striped = host_.picture(kWidth, kHeight, CM_SURFACE_FORMAT_NV12, stripes);
    SurfaceIndex* surface = vme_surface(picture(CM_SURFACE_FORMAT_NV12, 10), {striped});
    Message message = simple_search();
    message.universal[0][22] = message.universal[0][23] = 20;
    test::put_word(message.universal[0], 0, 16);  // the window begins at (32, 16): in the stripes
    EXPECT_EQ(send("search", {message}, surface, CM_SUCCESS), "");
    EXPECT_EQ(answers_[0].word(0, 4), 256u * 90);
    CM_VME_SURFACE_STATE_PARAM state{32, kHeight};
    ASSERT_EQ(host_.device->SetVmeSurfaceStateParam(surface, &state), CM_SUCCESS);
    EXPECT_EQ(send("search", {message}, surface, CM_SUCCESS), "");
    EXPECT_EQ(answers_[0].word(0, 4), 0u);
    test::put_word(message.universal[0], 4, 32);  // the whole macroblock lies to the right: the edge again
    EXPECT_EQ(send("search", {message}, surface, CM_SUCCESS), "");
    EXPECT_EQ(answers_[0].word(0, 4), 0u);
}

// Read as a surface, a VME surface is its source picture. A picture lives as long as a VME surface uses it.
TEST_F(VmeRefusals, PicturesStayWhileASurfaceHasThem) {
    CmSurface2D *source = picture(CM_SURFACE_FORMAT_NV12, 50),
                *reference = picture(CM_SURFACE_FORMAT_NV12, 60);
    SurfaceIndex* surface = vme_surface(source, {reference});
    ASSERT_EQ(host_.device->DestroySurface(source), CM_SUCCESS);
    ASSERT_EQ(host_.device->DestroySurface(reference), CM_SUCCESS);
    EXPECT_EQ(send("search", {simple_search()}, surface, CM_SUCCESS), "");
    EXPECT_EQ(answers_[0].word(0, 4), 2560u);
}

}  // namespace
