// SPDX-License-Identifier: MIT
// IME: costs and kinds of distortion. [ext: MCE, cost configuration]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/native_requests.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::ImeRequest;
using vme::ImeResult;

class ImeCosts : public OpenClTest {};

TEST_F(ImeCosts, ShapePenalty) {
    const ImeChange change = [](ImeRequest& request) {
        request.costs.shape = vme::InterShapePenalty::from_packed(kShapes);
    };
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_costs.cl", "shape_penalty", {&scene.source, &scene.forward},
                                        grid, grid.count(), cl_ulong{kShapes});
        expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
        expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                                 References::single);
    });
}

TEST_F(ImeCosts, DirectionPenalty) {
    const ImeChange change = [](ImeRequest& request) { request.costs.backward_direction = kPenalty; };
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_costs.cl", "direction_penalty",
                                        {&scene.source, &scene.forward, &scene.backward}, grid, grid.count(),
                                        cl_uchar{kPenalty.bits});
        expect_native<ImeResult>(got, grid.columns, duals(scene, change), References::dual);
        expect_effect<ImeResult>(grid.columns, grid.rows, duals(scene, change), duals(scene),
                                 References::dual);
    });
}

TEST_F(ImeCosts, MotionVectorCost) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        for (int precision = 0; precision < 4; precision++) {
            SCOPED_TRACE("precision " + std::to_string(precision));
            const auto cost = vector_cost(static_cast<vme::CostPrecision>(precision), false);
            const ImeChange change = [&](ImeRequest& request) { request.costs.motion_vector = cost; };
            const auto got = run<ImeRecord>(
                "ime_costs.cl", "motion_vector_cost", {&scene.source, &scene.forward}, grid, grid.count(),
                packed_centers(cost), packed(cost.table), static_cast<cl_uchar>(precision));
            expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
            expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                                     References::single);
        }
    });
}

TEST_F(ImeCosts, MotionVectorCostOfBothDirections) {
    const auto cost = vector_cost(vme::CostPrecision::half_pixel, true);
    const ImeChange change = [&](ImeRequest& request) { request.costs.motion_vector = cost; };
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_costs.cl", "dual_motion_vector_cost",
                                        {&scene.source, &scene.forward, &scene.backward}, grid, grid.count(),
                                        packed_centers(cost), packed(cost.table), cl_uchar{1});
        expect_native<ImeResult>(got, grid.columns, duals(scene, change), References::dual);
        expect_effect<ImeResult>(grid.columns, grid.rows, duals(scene, change), duals(scene),
                                 References::dual);
    });
}

TEST_F(ImeCosts, MultiReferencePenalty) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const ImeChange second_pair = [&](ImeRequest& request) {
            request.forward = reference(scene.forward1, 1);
        };
        const ImeChange change = [&](ImeRequest& request) {
            second_pair(request);
            request.costs.base_multi_reference = kPenalty;
        };
        const auto got = run<ImeRecord>(
            "ime_costs.cl", "multi_reference_penalty",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, grid,
            grid.count(), cl_uchar{kPenalty.bits});
        expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
        expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene, second_pair),
                                 References::single);
    });
}

TEST_F(ImeCosts, AcOnlyHaar) {
    const ImeChange change = [](ImeRequest& request) { request.distortion = vme::Distortion::ac_haar; };
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_costs.cl", "ac_only_haar", {&scene.source, &scene.forward}, grid,
                                        grid.count());
        expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
        expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                                 References::single);
    });
}

}  // namespace
}  // namespace genmedia::test
