// SPDX-License-Identifier: MIT
// REF: resolutions, weights, pictures and fields. [ext: REF]
#include "opencl/builtins/refinements.h"

namespace genmedia::test {
namespace {

using vme::RefineRequest;
using vme::RefineResult;

class RefSearch : public OpenClTest {};

Scan scan_of(int bottom) { return bottom ? Scan::bottom_field : Scan::top_field; }

TEST_F(RefSearch, FractionalOfOneReference) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, macroblocks_of(scene.source), singles(scene));
        for (const cl_uchar resolution : {cl_uchar{1}, cl_uchar{3}}) {
            for (const cl_uchar adjustment : {cl_uchar{0}, cl_uchar{2}}) {
                auto inputs = searched.inputs();
                const auto got =
                    run<InterRecord>("ref_search.cl", "fractional_single", {&scene.source, &scene.forward},
                                     searched.grid(), inputs.size(), inputs, resolution, adjustment);
                expect_native<RefineResult>(got, searched.grid().columns,
                                            fractional(searched,
                                                       [&](RefineRequest& request) {
                                                           request.subpixel =
                                                               static_cast<vme::SubpixelMode>(resolution);
                                                           if (adjustment == 2)
                                                               request.distortion = vme::Distortion::haar;
                                                       }),
                                            References::single);
            }
        }
    });
}

// Partitions go forward or backward, as the search decided.
TEST_F(RefSearch, FractionalOfTwoReferences) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, macroblocks_of(scene.source), duals(scene));
        auto inputs = searched.inputs();
        const auto got = run<InterRecord>("ref_search.cl", "fractional_dual",
                                          {&scene.source, &scene.forward, &scene.backward}, searched.grid(),
                                          inputs.size(), inputs, cl_uchar{3}, cl_uchar{0});
        expect_native<RefineResult>(got, searched.grid().columns, fractional(searched), References::dual);
    });
}

TEST_F(RefSearch, BidirectionalWeightsAndResolutions) {
    const Scene scene = moving_scene();
    const Searched searched(scene, macroblocks_of(scene.source), duals(scene));
    for (const cl_uchar resolution : {cl_uchar{0}, cl_uchar{1}, cl_uchar{3}}) {
        for (const cl_uchar weight :
             {cl_uchar{0x10}, cl_uchar{0x15}, cl_uchar{0x20}, cl_uchar{0x2B}, cl_uchar{0x30}}) {
            const cl_uchar adjustment = weight == 0x15 ? 2 : 0;
            auto inputs = searched.inputs();
            const auto got = run<InterRecord>(
                "ref_search.cl", "bidirectional_dual", {&scene.source, &scene.forward, &scene.backward},
                searched.grid(), inputs.size(), inputs, resolution, weight, adjustment);
            expect_native<RefineResult>(
                got, searched.grid().columns,
                bidirectional(searched,
                              [&](RefineRequest& request) {
                                  request.subpixel = static_cast<vme::SubpixelMode>(resolution);
                                  request.bidirectional = static_cast<vme::BidirectionalWeight>(weight);
                                  if (adjustment == 2) request.distortion = vme::Distortion::haar;
                              }),
                References::dual);
            if (HasFailure()) return;
        }
    }
}

// Searches both pairs, so that one macroblock's partitions point into different pictures.
RequestAt<vme::ImeRequest> both_pairs(const Scene& scene) {
    return [&scene](int x, int y) {
        vme::ImeRequest request = dual_search(scene, x, y);
        const auto first = evaluated<vme::ImeResult>(request);
        request.forward = reference(scene.forward1, 1);
        request.backward = reference(scene.backward1, 1);
        request.disabled_partitions =  // only major partitions are streamed
            vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4;
        request.stream_in = first.stream_out;
        return request;
    };
}

// Refines with the pictures that the ids of a search result name. One scan for each of: forward 0, backward
// 0, forward 1, backward 1.
RefineRequest refine_multi(const Scene& scene, const Searched& searched, int x, int y,
                           std::array<Scan, 4> scans = {}) {
    RefineRequest request = searched.request(x, y);
    request.bidirectional = vme::BidirectionalWeight::half;
    for (int q = 0; q < 4; q++) {
        const vme::ReferenceIds ids = searched.at(x, y).reference_ids[q];
        request.forward[q] =
            reference(ids.forward == 0 ? scene.forward : scene.forward1, ids.forward, scans[2 * ids.forward]);
        request.backward[q] = reference(ids.backward == 0 ? scene.backward : scene.backward1, ids.backward,
                                        scans[2 * ids.backward + 1]);
    }
    return request;
}

TEST_F(RefSearch, MultiReference) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, macroblocks_of(scene.source), both_pairs(scene));
        auto inputs = searched.inputs();
        const RequestAt<RefineRequest> request = [&](int x, int y) {
            return refine_multi(scene, searched, x, y);
        };
        const auto got = run<InterRecord>(
            "ref_search.cl", "multi_reference",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1},
            searched.grid(), inputs.size(), inputs);
        expect_native<RefineResult>(got, searched.grid().columns, request, References::dual);
        expect_effect<RefineResult>(searched.grid().columns, searched.grid().rows, request,
                                    bidirectional(searched), References::dual);
    });
}

TEST_F(RefSearch, MultiReferenceFields) {
    const std::array<int, 4> bottom = {1, 0, 0, 1};  // forward 0, backward 0, forward 1, backward 1
    const std::array<Scan, 4> scans = {scan_of(bottom[0]), scan_of(bottom[1]), scan_of(bottom[2]),
                                       scan_of(bottom[3])};
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, field_macroblocks_of(scene.source), both_pairs(scene));
        auto inputs = searched.inputs();
        for (RefineInput& input : inputs) {
            for (int q = 0; q < 4; q++) {
                const int forward = bottom[2 * (input.reference_ids >> (8 * q) & 15)];
                const int backward = bottom[2 * (input.reference_ids >> (8 * q + 4) & 15) + 1];
                input.field_polarities =
                    static_cast<uint8_t>(input.field_polarities | forward << q | backward << (q + 4));
            }
        }
        const RequestAt<RefineRequest> request = [&](int x, int y) {
            RefineRequest fields = refine_multi(scene, searched, x, y, scans);
            fields.source.scan = Scan::bottom_field;
            return fields;
        };
        const auto got = run<InterRecord>(
            "ref_search.cl", "multi_reference_fields",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1},
            searched.grid(), inputs.size(), inputs, cl_uchar{1});
        expect_native<RefineResult>(got, searched.grid().columns, request, References::dual);
    });
}

TEST_F(RefSearch, FieldsOfOneReference) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, field_macroblocks_of(scene.source), singles(scene));
        for (const int fields : {0, 1, 2, 3}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1;
            auto inputs = searched.inputs();
            const auto got =
                run<InterRecord>("ref_search.cl", "single_fields", {&scene.source, &scene.forward},
                                 searched.grid(), inputs.size(), inputs, source, forward);
            expect_native<RefineResult>(
                got, searched.grid().columns,
                fractional(searched,
                           [&](RefineRequest& request) {
                               request.source.scan = scan_of(source);
                               request.set_forward(reference(scene.forward, 0, scan_of(forward)));
                           }),
                References::single);
        }
    });
}

TEST_F(RefSearch, FieldsOfTwoReferences) {
    for_each_scene([&](const Scene& scene) {
        const Searched searched(scene, field_macroblocks_of(scene.source), duals(scene));
        for (const int fields : {2, 5}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1, backward = fields >> 2 & 1;
            auto inputs = searched.inputs();
            const auto got = run<InterRecord>(
                "ref_search.cl", "dual_fields", {&scene.source, &scene.forward, &scene.backward},
                searched.grid(), inputs.size(), inputs, source, forward, backward);
            expect_native<RefineResult>(
                got, searched.grid().columns,
                bidirectional(searched,
                              [&](RefineRequest& request) {
                                  request.source.scan = scan_of(source);
                                  request.set_forward(reference(scene.forward, 0, scan_of(forward)));
                                  request.set_backward(reference(scene.backward, 0, scan_of(backward)));
                              }),
                References::dual);
        }
    });
}

TEST_F(RefSearch, ReferencePolarities) {
    const Scene scene = moving_scene();
    const Searched searched(scene, {1, 1}, duals(scene));
    for (const auto& [ids, polarities] : kPolarityCases) {
        auto inputs = searched.inputs();
        const auto got = run<cl_uchar>("ref_search.cl", "reference_polarities",
                                       {&scene.source, &scene.forward, &scene.backward}, {1, 1}, 1, inputs,
                                       ids, polarities);
        EXPECT_EQ(got[0], looked_up_polarities(ids, polarities)) << std::hex << ids << " in " << polarities;
    }
}

}  // namespace
}  // namespace genmedia::test
