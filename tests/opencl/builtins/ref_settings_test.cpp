// SPDX-License-Identifier: MIT
// REF: costs and options. [ext: REF]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/refinements.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::RefineRequest;
using vme::RefineResult;

class RefSettings : public OpenClTest {
protected:
    // Runs a kernel with two references, with and without the settings that it makes.
    template <class... Arguments>
    void check(const char* kernel, const RefineChange& change, Arguments... arguments) {
        for_each_scene([&](const Scene& scene) {
            const Searched searched(scene, macroblocks_of(scene.source), duals(scene));
            auto inputs = searched.inputs();
            const auto got =
                run<InterRecord>("ref_settings.cl", kernel, {&scene.source, &scene.forward, &scene.backward},
                                 searched.grid(), inputs.size(), inputs, arguments...);
            expect_native<RefineResult>(got, searched.grid().columns, bidirectional(searched, change),
                                        References::dual);
            expect_effect<RefineResult>(searched.grid().columns, searched.grid().rows,
                                        bidirectional(searched, change), bidirectional(searched),
                                        References::dual);
        });
    }
};

TEST_F(RefSettings, ShapePenalty) {
    check(
        "shape_penalty",
        [](RefineRequest& request) { request.costs.shape = vme::InterShapePenalty::from_packed(kShapes); },
        cl_ulong{kShapes});
}

TEST_F(RefSettings, DirectionPenalty) {
    check(
        "direction_penalty", [](RefineRequest& request) { request.costs.backward_direction = kPenalty; },
        cl_uchar{kPenalty.bits});
}

TEST_F(RefSettings, MotionVectorCost) {
    for (const auto precision : {vme::CostPrecision::quarter_pixel, vme::CostPrecision::pixel}) {
        const vme::MotionVectorCost cost = vector_cost(precision, true);
        check(
            "motion_vector_cost", [&](RefineRequest& request) { request.costs.motion_vector = cost; },
            packed_centers(cost), packed(cost.table), static_cast<cl_uchar>(precision));
    }
}

TEST_F(RefSettings, MultiReferencePenalty) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, macroblocks_of(scene.source), duals(scene));
        const RefineChange change = [](RefineRequest& request) {
            request.costs.base_multi_reference = kPenalty;
        };
        auto inputs = searched.inputs();
        const auto got = run<InterRecord>(
            "ref_settings.cl", "multi_reference_penalty",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1},
            searched.grid(), inputs.size(), inputs, cl_uchar{kPenalty.bits});
        expect_native<RefineResult>(got, searched.grid().columns, bidirectional(searched, change, 1),
                                    References::dual);
        expect_effect<RefineResult>(searched.grid().columns, searched.grid().rows,
                                    bidirectional(searched, change, 1), bidirectional(searched, {}, 1),
                                    References::dual);
    });
}

TEST_F(RefSettings, AcOnlyHaar) {
    check("ac_only_haar", [](RefineRequest& request) { request.distortion = vme::Distortion::ac_haar; });
}

TEST_F(RefSettings, BidirectionalMixDisable) {
    check("bidirectional_mix_disable",
          [](RefineRequest& request) { request.disable_bidirectional_mix = true; });
}

TEST_F(RefSettings, BilinearFilter) {
    check("bilinear_filter", [](RefineRequest& request) { request.bilinear_filter = true; });
}

}  // namespace
}  // namespace genmedia::test
