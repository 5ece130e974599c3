// SPDX-License-Identifier: MIT
// SIC: costs and options of the skip check. [ext: SIC]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/skips.h"

namespace genmedia::test {
namespace {

using vme::SicRequest;
using vme::SicResult;

class SicSkipSettings : public OpenClTest {
protected:
    // Runs a kernel with two references, with and without the settings that it makes.
    template <class... Arguments>
    void check(const char* kernel, const SicChange& change, SicParts parts, Arguments... arguments) {
        for_each_scene([&](const Scene& scene) {
            for (const SkipShape* shape : {&kSkipShapes[1], &mixed_shape()}) {
                const Skips skips(scene, macroblocks_of(scene.source), *shape);
                auto inputs = skips.inputs();
                const auto got = run<SicRecord>(
                    "sic_skip_settings.cl", kernel, {&scene.source, &scene.forward, &scene.backward},
                    skips.grid(), inputs.size(), inputs, shape->partition(), shape->mask(), arguments...);
                expect_native<SicResult>(got, skips.grid().columns, checks(skips, change), parts);
                expect_effect<SicResult>(skips.grid().columns, skips.grid().rows, checks(skips, change),
                                         checks(skips), parts);
            }
        });
    }
};

constexpr SicParts kSkip{.skip = true};

TEST_F(SicSkipSettings, ShapePenalty) {
    check(
        "shape_penalty",
        [](SicRequest& request) { request.skip->costs.shape = vme::InterShapePenalty::from_packed(kShapes); },
        kSkip, cl_ulong{kShapes});
}

TEST_F(SicSkipSettings, DirectionPenalty) {
    check(
        "direction_penalty", [](SicRequest& request) { request.skip->costs.backward_direction = kPenalty; },
        kSkip, cl_uchar{kPenalty.bits});
}

TEST_F(SicSkipSettings, MotionVectorCost) {
    for (const auto precision : {vme::CostPrecision::quarter_pixel, vme::CostPrecision::two_pixels}) {
        const vme::MotionVectorCost cost = vector_cost(precision, true);
        check(
            "motion_vector_cost", [&](SicRequest& request) { request.skip->costs.motion_vector = cost; },
            kSkip, packed_centers(cost), packed(cost.table), static_cast<cl_uchar>(precision));
    }
}

TEST_F(SicSkipSettings, MultiReferencePenalty) {
    const SkipShape& shape = mixed_shape();
    const SicChange change = [](SicRequest& request) { request.skip->costs.base_multi_reference = kPenalty; };
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, macroblocks_of(scene.source), shape);
        auto inputs = skips.inputs();
        const auto got = run<SicRecord>(
            "sic_skip_settings.cl", "multi_reference_penalty",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, skips.grid(),
            inputs.size(), inputs, shape.partition(), shape.mask(), cl_uchar{kPenalty.bits});
        expect_native<SicResult>(got, skips.grid().columns, checks(skips, change, 1), kSkip);
        expect_effect<SicResult>(skips.grid().columns, skips.grid().rows, checks(skips, change, 1),
                                 checks(skips, {}, 1), kSkip);
    });
}

TEST_F(SicSkipSettings, AcOnlyHaar) {
    check(
        "ac_only_haar", [](SicRequest& request) { request.skip->distortion = vme::Distortion::ac_haar; },
        kSkip);
}

TEST_F(SicSkipSettings, BilinearFilter) {
    check(
        "bilinear_filter", [](SicRequest& request) { request.skip->bilinear_filter = true; }, kSkip);
}

TEST_F(SicSkipSettings, BlockBasedRawSad) {
    for (const cl_uchar block : {cl_uchar{0}, cl_uchar{0x80}}) {
        check(
            "block_based_raw_sad",
            [&](SicRequest& request) {
                request.skip->raw_sad = block == 0 ? vme::RawSad::largest_4x4 : vme::RawSad::largest_8x8;
            },
            kSkip, block);
    }
}

TEST_F(SicSkipSettings, ForwardTransform) {
    constexpr vme::TransformThresholds given = {300, 20, 31, 40, 52, 63, 250};
    cl_ulong thresholds = given[0];
    for (int i = 1; i < 7; i++) thresholds |= cl_ulong{given[i]} << (8 * i + 8);
    check(
        "forward_transform", [&](SicRequest& request) { request.skip->forward_transform = given; },
        {.skip = true, .transform = true}, thresholds);
}

}  // namespace
}  // namespace genmedia::test
