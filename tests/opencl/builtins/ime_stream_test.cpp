// SPDX-License-Identifier: MIT
// IME: one search streams major records out, and the next streams them in. [ext: IME]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/native_requests.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::ImeRequest;
using vme::ImeResult;

constexpr Short2 kOffset{11, -7};  // of the chain's last search; negated for its backward picture

// The three searches that the kernels chain, at one macroblock.
std::array<ImeResult, 3> chain(const Scene& scene, int x, int y, bool dual) {
    std::array<ImeResult, 3> results;
    ImeRequest request = dual ? dual_search(scene, x, y) : single_search(scene, x, y);
    results[0] = evaluated<ImeResult>(request);

    request.forward = reference(scene.forward1, 1);
    if (dual) request.backward = reference(scene.backward1, 1);
    request.stream_in = results[0].stream_out;
    results[1] = evaluated<ImeResult>(request);

    request.forward = reference(scene.forward);
    if (dual) request.backward = reference(scene.backward);
    request.forward_offset = {kOffset.x, kOffset.y};
    request.backward_offset = {-kOffset.x, -kOffset.y};
    request.stream_in = results[1].stream_out;
    results[2] = evaluated<ImeResult>(request);
    return results;
}

constexpr vme::MotionVector kCenter{8, -4}, kOtherCenter{-20, 12};

vme::MotionVectorCost cost_around(vme::MotionVector center,
                                  vme::CostPrecision precision = vme::CostPrecision::quarter_pixel) {
    vme::MotionVectorCost cost{.table = kTable, .precision = precision, .center = {}};
    for (auto& of_quadrant : cost.center) of_quadrant.forward = center;
    return cost;
}

// The searches of kernel asked_again, at one macroblock.
std::array<ImeResult, 9> asked_again(const Scene& scene, int x, int y) {
    std::array<ImeResult, 9> results;
    ImeRequest request = single_search(scene, x, y);
    request.forward = reference(scene.forward1);
    results[0] = evaluated<ImeResult>(request);
    request.forward = reference(scene.forward);
    results[1] = results[3] = evaluated<ImeResult>(request);
    request.stream_in = results[0].stream_out;
    results[2] = evaluated<ImeResult>(request);
    request.stream_in = {};
    request.costs.motion_vector = cost_around(kCenter);
    results[4] = results[6] = evaluated<ImeResult>(request);
    request.costs.motion_vector = cost_around(kCenter, vme::CostPrecision::two_pixels);
    results[5] = evaluated<ImeResult>(request);
    request.costs.motion_vector = cost_around(kOtherCenter);
    results[7] = evaluated<ImeResult>(request);
    request.max_vector_count = 2;
    results[8] = evaluated<ImeResult>(request);
    return results;
}

class ImeStream : public OpenClTest {
protected:
    void check(const char* kernel, References references) {
        for_each_scene([&](const Scene& scene) {
            const Grid grid = macroblocks_of(scene.source);
            std::vector<StreamRecord> streams(2 * grid.count());
            const auto got = run<ImeRecord>(
                "ime_stream.cl", kernel,
                {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, grid,
                3 * grid.count(), streams, kOffset);
            bool mixed = false;  // both pairs contribute to one macroblock
            for (size_t i = 0; i < grid.count(); i++) {
                const int x = static_cast<int>(i % grid.columns) * 16,
                          y = static_cast<int>(i / grid.columns) * 16;
                const auto expected = chain(scene, x, y, references == References::dual);
                SCOPED_TRACE("macroblock at (" + std::to_string(x) + ", " + std::to_string(y) + ")");
                for (size_t n = 0; n < 3; n++) {
                    ASSERT_EQ(difference(got[3 * i + n], record_of(expected[n]), references), "")
                        << "search " << n;
                }
                for (size_t n = 0; n < 2; n++) {
                    ASSERT_EQ(difference(streams[2 * i + n], record_of(expected[n].stream_out), references),
                              "")
                        << "stream " << n;
                }
                mixed = mixed || expected[2].reference_ids[0] != expected[2].reference_ids[3];
            }
            if (scene.name != "moving") return;  // in the other scene no large block matches
            EXPECT_TRUE(mixed) << "no macroblock has vectors into both pairs, so that the test shows little";
        });
    }
};

TEST_F(ImeStream, SingleReference) { check("single_chain", References::single); }

TEST_F(ImeStream, DualReference) { check("dual_chain", References::dual); }

// A device may know a search from the last one: nothing of that is in the answer.
TEST_F(ImeStream, AskedAgain) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>(
            "ime_stream.cl", "asked_again", {&scene.source, &scene.forward, &scene.forward1}, grid,
            9 * grid.count(), packed(kTable), packed(vme::BidirectionalVector{kCenter, {}}),
            packed(vme::BidirectionalVector{kOtherCenter, {}}));
        std::array<bool, 9> changes{};  // what differs shows in some macroblock
        for (size_t i = 0; i < grid.count(); i++) {
            const int x = static_cast<int>(i % grid.columns) * 16,
                      y = static_cast<int>(i / grid.columns) * 16;
            SCOPED_TRACE("macroblock at (" + std::to_string(x) + ", " + std::to_string(y) + ")");
            const auto expected = asked_again(scene, x, y);
            for (size_t n = 0; n < 9; n++) {
                ASSERT_EQ(difference(got[9 * i + n], record_of(expected[n]), References::single), "")
                    << "search " << n;
                changes[n] |= n > 0 && !difference(record_of(expected[n]), record_of(expected[n - 1]),
                                                   References::single)
                                            .empty();
            }
        }
        if (scene.name != "moving") return;
        for (size_t n = 1; n < 9; n++)
            EXPECT_TRUE(changes[n]) << "search " << n << " finds what the last one did";
    });
}

}  // namespace
}  // namespace genmedia::test
