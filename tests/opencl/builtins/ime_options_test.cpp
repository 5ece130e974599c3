// SPDX-License-Identifier: MIT
// IME: settings other than costs, weighted SAD and fields. [ext: IME]
#include "opencl/builtins/native_requests.h"
#include "opencl/layered_device.h"

namespace genmedia::test {
namespace {

using vme::ImeRequest;
using vme::ImeResult;

class ImeOptions : public OpenClTest {};

TEST_F(ImeOptions, MaxVectorCount) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        for (const uint8_t count : {uint8_t{1}, uint8_t{2}, uint8_t{7}}) {
            SCOPED_TRACE("at most " + std::to_string(count));
            const ImeChange change = [&](ImeRequest& request) { request.max_vector_count = count; };
            const auto got =
                run<ImeRecord>("ime_options.cl", "max_vector_count", {&scene.source, &scene.forward}, grid,
                               grid.count(), cl_uchar{count});
            expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
            expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                                     References::single);
        }
    });
}

TEST_F(ImeOptions, DirectionMixDisable) {
    const ImeChange change = [](ImeRequest& request) { request.disable_direction_mix = true; };
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        const auto got = run<ImeRecord>("ime_options.cl", "direction_mix_disable",
                                        {&scene.source, &scene.forward, &scene.backward}, grid, grid.count());
        expect_native<ImeResult>(got, grid.columns, duals(scene, change), References::dual);
        expect_effect<ImeResult>(grid.columns, grid.rows, duals(scene, change), duals(scene),
                                 References::dual);
    });
}

TEST_F(ImeOptions, EarlyTermination) {
    const vme::U4U4 threshold{0x8F};  // 3840
    const Scene scene = moving_scene();
    const ImeChange change = [&](ImeRequest& request) { request.early_termination = threshold; };
    const Grid grid = macroblocks_of(scene.source);
    const auto got = run<ImeRecord>("ime_options.cl", "early_termination", {&scene.source, &scene.forward},
                                    grid, grid.count(), cl_uchar{threshold.bits});
    expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
    expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                             References::single);
}

TEST_F(ImeOptions, WeightedSad) {
    const cl_uint weights = 0xB1'E4'27'93;
    for_each_scene([&](const Scene& scene) {
        const Grid grid = macroblocks_of(scene.source);
        std::vector<cl_ushort> distortions(grid.count());
        const auto vectors = run<cl_uint>("ime_options.cl", "weighted_sad", {&scene.source, &scene.forward},
                                          grid, grid.count(), weights, distortions);
        int changed = 0;
        for (size_t i = 0; i < vectors.size(); i++) {
            ImeRequest request = single_search(scene, static_cast<int>(i % grid.columns) * 16,
                                               static_cast<int>(i / grid.columns) * 16);
            request.disabled_partitions = vme::partition_all & ~vme::partition_16x16;
            const auto plain = evaluated<ImeResult>(request);
            request.sad_weights = weights;
            const auto expected = evaluated<ImeResult>(request);
            ASSERT_EQ(vectors[i], packed(expected.vectors[0].forward)) << "macroblock " << i;
            ASSERT_EQ(distortions[i], expected.distortions[0]) << "macroblock " << i;
            changed += plain.distortions[0] != expected.distortions[0];
        }
        EXPECT_GT(changed, 0) << "the weights change no macroblock, so that the test shows nothing";
    });
}

TEST_F(ImeOptions, FieldsOfOneReference) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = field_macroblocks_of(scene.source);
        for (const int fields : {0, 1, 2, 3}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1;
            const ImeChange change = [&](ImeRequest& request) {
                request.source.scan = source == 0 ? Scan::top_field : Scan::bottom_field;
                request.forward.scan = forward == 0 ? Scan::top_field : Scan::bottom_field;
            };
            const auto got =
                run<ImeRecord>("ime_options.cl", "single_fields", {&scene.source, &scene.forward}, grid,
                               grid.count(), source, forward);
            expect_native<ImeResult>(got, grid.columns, singles(scene, change), References::single);
            expect_effect<ImeResult>(grid.columns, grid.rows, singles(scene, change), singles(scene),
                                     References::single);
        }
    });
}

TEST_F(ImeOptions, FieldsOfTwoReferences) {
    for_each_scene([&](const Scene& scene) {
        const Grid grid = field_macroblocks_of(scene.source);
        for (const int fields : {2, 5}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1, backward = fields >> 2 & 1;
            const auto scan = [](int bottom) { return bottom ? Scan::bottom_field : Scan::top_field; };
            const ImeChange change = [&](ImeRequest& request) {
                request.source.scan = scan(source);
                request.forward.scan = scan(forward);
                request.backward->scan = scan(backward);
            };
            const auto got = run<ImeRecord>("ime_options.cl", "dual_fields",
                                            {&scene.source, &scene.forward, &scene.backward}, grid,
                                            grid.count(), source, forward, backward);
            expect_native<ImeResult>(got, grid.columns, duals(scene, change), References::dual);
            expect_effect<ImeResult>(grid.columns, grid.rows, duals(scene, change), duals(scene),
                                     References::dual);
        }
    });
}

TEST_F(ImeOptions, ReferencePolarities) {
    const Scene scene = moving_scene();
    for (const auto& [ids, polarities] : kPolarityCases) {
        const auto got =
            run<cl_uchar>("ime_options.cl", "reference_polarities",
                          {&scene.source, &scene.forward, &scene.backward}, {1, 1}, 1, ids, polarities);
        EXPECT_EQ(got[0], looked_up_polarities(ids, polarities)) << std::hex << ids << " in " << polarities;
    }
}

}  // namespace
}  // namespace genmedia::test
