// SPDX-License-Identifier: MIT
// MCE: generic results; payloads of refinement and skip check converted from generic ones. [ext: MCE]
#include "opencl/builtins/costs.h"
#include "opencl/builtins/refinements.h"
#include "opencl/builtins/skips.h"

namespace genmedia::test {
namespace {

class MceResult : public OpenClTest {};

TEST_F(MceResult, OfIntegerSearch) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("mce_result.cl", "of_ime",
                                        {&scene.source, &scene.forward, &scene.backward}, grid, grid.count());
        expect_native<vme::ImeResult>(got, grid.columns, duals(scene), References::dual);
    });
}

TEST_F(MceResult, OfRefinement) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, macroblocks_of(scene.source), duals(scene));
        const RefineChange change = [](vme::RefineRequest& request) {
            request.costs.backward_direction = kPenalty;
        };
        auto inputs = searched.inputs();
        const auto got =
            run<InterRecord>("mce_result.cl", "of_ref", {&scene.source, &scene.forward, &scene.backward},
                             searched.grid(), 2 * inputs.size(), inputs, cl_uchar{kPenalty.bits});
        for (const size_t half : {0, 1}) {
            std::vector<InterRecord> records;
            for (size_t i = half; i < got.size(); i += 2) records.push_back(got[i]);
            expect_native<vme::RefineResult>(records, searched.grid().columns,
                                             bidirectional(searched, change), References::dual);
        }
        expect_effect<vme::RefineResult>(searched.grid().columns, searched.grid().rows,
                                         bidirectional(searched, change), bidirectional(searched),
                                         References::dual);
    });
}

TEST_F(MceResult, OfSkipCheck) {
    const SkipShape& shape = mixed_shape();
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, macroblocks_of(scene.source), shape);
        const SicChange change = [](vme::SicRequest& request) {
            request.skip->costs.backward_direction = kPenalty;
        };
        auto inputs = skips.inputs();
        const auto got = run<SicRecord>(
            "mce_result.cl", "of_sic", {&scene.source, &scene.forward, &scene.backward}, skips.grid(),
            inputs.size(), inputs, shape.partition(), shape.mask(), cl_uchar{kPenalty.bits});
        expect_native<vme::SicResult>(got, skips.grid().columns, checks(skips, change),
                                      SicParts{.skip = true});
        expect_effect<vme::SicResult>(skips.grid().columns, skips.grid().rows, checks(skips, change),
                                      checks(skips), SicParts{.skip = true});
    });
}

TEST_F(MceResult, ReferencePolarities) {
    const Scene scene = moving_scene();
    for (const auto& [ids, polarities] : kPolarityCases) {
        const auto got =
            run<cl_uchar>("mce_result.cl", "reference_polarities",
                          {&scene.source, &scene.forward, &scene.backward}, {1, 1}, 1, ids, polarities);
        EXPECT_EQ(got[0], looked_up_polarities(ids, polarities)) << std::hex << ids << " in " << polarities;
    }
}

}  // namespace
}  // namespace genmedia::test
