// SPDX-License-Identifier: MIT
// Thread spaces: order, dependencies, colours, and threads of several kernels.
#include "cm/runtime/runtime_host.h"

#include <algorithm>

namespace {

using test::Runtime;
using Places = std::vector<uint32_t>;

class Spaces : public Runtime {
protected:
    // The places in the order in which a kernel's threads reached them.
    Places order_of(const char* name, CmThreadSpace* over, UINT width, UINT height) {
        CmKernel* recorder = kernel(name);
        CmBuffer* log = buffer(4 * (width * height + 1));
        EXPECT_EQ(set(recorder, 0, log), CM_SUCCESS);
        EXPECT_EQ(set(recorder, 1, width), CM_SUCCESS);
        run(recorder, over);
        Places places = read(log, width * height + 1);
        EXPECT_EQ(places[0], width * height);
        places.erase(places.begin());
        return places;
    }

    // Expects each place once, and after the places at the given distances from it.
    static void expect_after(const Places& order, UINT width, UINT height,
                             const std::vector<std::pair<int, int>>& deltas) {
        Places when(width * height, UINT32_MAX);
        for (uint32_t i = 0; i < order.size(); i++) {
            ASSERT_LT(order[i], when.size());
            ASSERT_EQ(when[order[i]], UINT32_MAX);
            when[order[i]] = i;
        }
        for (int y = 0; y < static_cast<int>(height); y++) {
            for (int x = 0; x < static_cast<int>(width); x++) {
                for (const auto& [dx, dy] : deltas) {
                    const int to_x = x + dx, to_y = y + dy;
                    if (to_x < 0 || to_y < 0 || to_x >= static_cast<int>(width) ||
                        to_y >= static_cast<int>(height))
                        continue;
                    EXPECT_LT(when[static_cast<UINT>(to_y) * width + static_cast<UINT>(to_x)],
                              when[static_cast<UINT>(y) * width + static_cast<UINT>(x)])
                        << x << ", " << y;
                }
            }
        }
    }
};

TEST_F(Spaces, AreChecked) {
    CmThreadSpace* made = nullptr;
    EXPECT_EQ(device->CreateThreadSpace(0, 4, made), CM_INVALID_THREAD_SPACE);
    EXPECT_EQ(device->CreateThreadSpace(4, 0, made), CM_INVALID_THREAD_SPACE);
    EXPECT_EQ(device->CreateThreadSpace(2048, 4, made), CM_INVALID_THREAD_SPACE);
    EXPECT_EQ(device->DestroyThreadSpace(made), CM_FAILURE);
    CM_OK(device->CreateThreadSpace(2047, 4, made));
    CM_OK(device->DestroyThreadSpace(made));
    made = space(4, 4);
    CmKernel* nothing = kernel("nothing");
    EXPECT_EQ(made->AssociateThread(4, 0, nothing, 0), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->AssociateThread(0, 4, nothing, 0), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->AssociateThread(0, 0, nullptr, 0), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->SetThreadSpaceColorCount(0), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->SetThreadSpaceColorCount(17), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(made->SelectThreadDependencyPattern(static_cast<CM_DEPENDENCY_PATTERN>(9)), CM_FAILURE);
    EXPECT_EQ(made->SelectMediaWalkingPattern(static_cast<CM_WALKING_PATTERN>(9)),
              CM_INVALID_MEDIA_WALKING_PATTERN);
    CM_OK(made->SelectThreadDependencyPattern(CM_WAVEFRONT));
    EXPECT_EQ(made->SelectMediaWalkingPattern(CM_WALK_VERTICAL), CM_INVALID_DEPENDENCY_WITH_WALKING_PATTERN);
    CM_OK(made->SelectThreadDependencyPattern(CM_NONE_DEPENDENCY));
    CM_OK(made->SelectMediaWalkingPattern(CM_WALK_VERTICAL));
    EXPECT_EQ(made->SelectThreadDependencyPattern(CM_WAVEFRONT), CM_INVALID_DEPENDENCY_WITH_WALKING_PATTERN);
    CM_OK(made->Set26ZIDispatchPattern(VVERTICAL26_HHORIZONTAL26));
    CM_OK(made->Set26ZIMacroBlockSize(16, 16));
    CM_OK(made->SetMediaWalkerGroupSelect(CM_MW_GROUP_NONE));
    CM_OK(made->SelectMediaWalkingParameters({}));
    CM_DEPENDENCY vectors{};
    vectors.count = 9;
    EXPECT_EQ(made->SelectThreadDependencyVectors(vectors), CM_FAILURE);
    vectors.count = 1;
    EXPECT_EQ(made->SelectThreadDependencyVectors(vectors), CM_FAILURE);  // it would depend on itself
}

TEST_F(Spaces, RunEachThreadOnce) { expect_after(order_of("record", space(31, 17), 31, 17), 31, 17, {}); }

TEST_F(Spaces, HonourPatternsWithoutAWait) {
    CmThreadSpace* front = space(9, 7);
    CM_OK(front->SelectThreadDependencyPattern(CM_WAVEFRONT));
    expect_after(order_of("record", front, 9, 7), 9, 7, {{-1, 0}, {-1, -1}, {0, -1}});
    CM_OK(front->SelectThreadDependencyPattern(CM_WAVEFRONT26));
    expect_after(order_of("record", front, 9, 7), 9, 7, {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
    CM_OK(front->SelectThreadDependencyPattern(CM_VERTICAL_WAVE));
    expect_after(order_of("record", front, 9, 7), 9, 7, {{-1, 0}});
    CM_OK(front->SelectThreadDependencyPattern(CM_HORIZONTAL_WAVE));
    expect_after(order_of("record", front, 9, 7), 9, 7, {{0, -1}});
}

TEST_F(Spaces, HonourPatternsWithAWait) {
    CmThreadSpace* front = space(9, 7);
    CM_OK(front->SelectThreadDependencyPattern(CM_WAVEFRONT26));
    expect_after(order_of("wait_and_record", front, 9, 7), 9, 7, {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}});
}

TEST_F(Spaces, RefuseSizesThatAPatternDoesNotAllow) {
    CmThreadSpace* odd = space(5, 4);
    CM_OK(odd->SelectThreadDependencyPattern(CM_WAVEFRONT26Z));
    CmKernel* nothing = kernel("nothing");
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    EXPECT_EQ(queue->Enqueue(task({nothing}), event, odd), CM_INVALID_ARG_SIZE);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("5 x 4"), std::string::npos);
}

TEST_F(Spaces, HonourVectors) {
    CmThreadSpace* backwards = space(4, 3);
    CM_DEPENDENCY vectors{};
    vectors.count = 2;
    vectors.deltaX[0] = 1;
    vectors.deltaY[1] = 1;
    CM_OK(backwards->SelectThreadDependencyVectors(vectors));
    expect_after(order_of("record", backwards, 4, 3), 4, 3, {{1, 0}, {0, 1}});
}

TEST_F(Spaces, FailWhereThreadsWaitForEachOther) {
    CmThreadSpace* circle = space(2, 1);
    CM_DEPENDENCY vectors{};
    vectors.count = 2;
    vectors.deltaX[0] = 1;
    vectors.deltaX[1] = -1;
    CM_OK(circle->SelectThreadDependencyVectors(vectors));
    CmKernel* nothing = kernel("nothing");
    CmEvent* event = nullptr;
    testing::internal::CaptureStderr();
    CM_OK(queue->Enqueue(task({nothing}), event, circle));
    EXPECT_EQ(event->WaitForTaskFinished(60000), CM_TASK_MEDIA_RESET);
    const std::string message = testing::internal::GetCapturedStderr();
    EXPECT_NE(message.find("kernel nothing"), std::string::npos) << message;
    EXPECT_NE(message.find("("), std::string::npos) << message;
    CM_STATUS status = CM_STATUS_QUEUED;
    CM_OK(event->GetStatus(status));
    EXPECT_EQ(status, CM_STATUS_RESET);
    UINT64 time = 0;
    EXPECT_EQ(event->GetExecutionTime(time), CM_FAILURE);
    run(nothing, space(2, 1));  // the queue goes on
}

TEST_F(Spaces, FollowAnOrder) {
    const UINT width = 4, height = 2;
    CmThreadSpace* ordered = space(width, height);
    std::vector<CM_THREAD_PARAM> order(8);
    for (int i = 0; i < 8; i++)
        order[static_cast<size_t>(i)].scoreboardCoordinates = {(7 - i) % 4, (7 - i) / 4};
    EXPECT_EQ(ordered->SetThreadSpaceOrder(7, order.data()), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(ordered->SetThreadSpaceOrder(8, nullptr), CM_INVALID_ARG_VALUE);
    std::vector<CM_THREAD_PARAM> wrong = order;
    wrong[0].scoreboardCoordinates.x = 4;
    EXPECT_EQ(ordered->SetThreadSpaceOrder(8, wrong.data()), CM_INVALID_ARG_VALUE);
    wrong[0] = wrong[1];
    EXPECT_EQ(ordered->SetThreadSpaceOrder(8, wrong.data()), CM_INVALID_ARG_VALUE);
    CM_OK(ordered->SetThreadSpaceOrder(8, order.data()));
    expect_after(order_of("record", ordered, width, height), width, height, {});
    // Thread i is at the i-th place of the order.
    CmKernel* put = kernel("put");
    CmBuffer* out = buffer(64);
    CM_OK(put->SetThreadCount(8));
    CM_OK(set(put, 0, out));
    for (uint32_t t = 0; t < 8; t++) {
        const uint32_t value = 100 + t;
        CM_OK(put->SetThreadArg(t, 1, 4, &t));
        CM_OK(put->SetThreadArg(t, 2, 4, &value));
    }
    run(put, ordered);
    for (uint32_t t = 0; t < 8; t++) EXPECT_EQ(read(out, 8)[t], 100 + t);
}

TEST_F(Spaces, WalkInOtherOrders) {
    for (int pattern = CM_WALK_DEFAULT; pattern <= CM_WALK_WAVEFRONT45XD_2; pattern++) {
        CmThreadSpace* walked = space(8, 6);
        CM_OK(walked->SelectMediaWalkingPattern(static_cast<CM_WALKING_PATTERN>(pattern)));
        expect_after(order_of("record", walked, 8, 6), 8, 6, {});
    }
}

TEST_F(Spaces, RunForEachColor) {
    CmThreadSpace* colored = space(5, 3);
    CM_OK(colored->SetThreadSpaceColorCount(3));
    CmKernel* color = kernel("color");
    CmBuffer* out = buffer(64);
    CM_OK(set(color, 0, out));
    run(color, colored);
    EXPECT_EQ(read(out, 4), (Places{15, 15, 15, 0}));
}

TEST_F(Spaces, MixThreadsOfKernels) {
    CmKernel *a = kernel("put"), *b = kernel("put");
    CmBuffer* out = buffer(64);
    CmThreadSpace* mixed = space(4, 2);
    for (CmKernel* each : {a, b}) {
        CM_OK(each->SetThreadCount(4));
        CM_OK(set(each, 0, out));
        for (uint32_t t = 0; t < 4; t++) {
            const uint32_t place = t + (each == b ? 4 : 0), value = 10 + place;
            CM_OK(each->SetThreadArg(t, 1, 4, &place));
            CM_OK(each->SetThreadArg(t, 2, 4, &value));
        }
    }
    for (UINT i = 0; i < 7; i++) CM_OK(mixed->AssociateThread(i % 4, i / 4, i % 2 == 0 ? a : b, i / 2));
    CmEvent* event = nullptr;
    EXPECT_EQ(queue->Enqueue(task({a, b}), event, mixed), CM_INVALID_THREAD_SPACE);  // a place is free
    CM_OK(mixed->AssociateThreadWithMask(3, 1, b, 4, 0));
    EXPECT_EQ(queue->Enqueue(task({a, b}), event, mixed), CM_INVALID_THREAD_SPACE);  // b has no fifth thread
    CM_OK(mixed->AssociateThreadWithMask(3, 1, b, 3, 0));
    EXPECT_EQ(queue->Enqueue(task({a}), event, mixed), CM_INVALID_THREAD_SPACE);  // b is not in the task
    CM_OK(queue->Enqueue(task({a, b}), event, mixed));
    EXPECT_EQ(read(out, 8), (Places{10, 11, 12, 13, 14, 15, 16, 17}));
}

TEST_F(Spaces, MaskDependencies) {
    // Each thread but one waits for its left neighbour, and that one waits for the right neighbour.
    CmThreadSpace* line = space(6, 1);
    CmKernel* recorder = kernel("record");
    CmBuffer* log = buffer(64);
    CM_OK(set(recorder, 0, log));
    CM_OK(set(recorder, 1, 6U));
    CM_DEPENDENCY vectors{};
    vectors.count = 2;
    vectors.deltaX[0] = -1;
    vectors.deltaX[1] = 1;
    CM_OK(line->SelectThreadDependencyVectors(vectors));
    for (UINT x = 0; x < 6; x++)
        CM_OK(line->AssociateThreadWithMask(x, 0, recorder, x, x < 3 ? 2 : x == 3 ? 0 : 1));
    run(recorder, line);
    Places places = read(log, 7);
    places.erase(places.begin());
    const auto at = [&](uint32_t x) { return std::ranges::find(places, x) - places.begin(); };
    EXPECT_LT(at(3), at(2));
    EXPECT_LT(at(2), at(1));
    EXPECT_LT(at(1), at(0));
    EXPECT_LT(at(3), at(4));
    EXPECT_LT(at(4), at(5));
}

}  // namespace
