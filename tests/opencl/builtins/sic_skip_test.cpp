// SPDX-License-Identifier: MIT
// SIC: skip check, its shapes and pictures. [ext: SIC, configure_skc]
#include "opencl/builtins/skips.h"

namespace genmedia::test {
namespace {

using vme::SicRequest;
using vme::SicResult;

constexpr SicParts kSkip{.skip = true};

class SicSkip : public OpenClTest {};

Scan scan_of(int bottom) { return bottom ? Scan::bottom_field : Scan::top_field; }

TEST_F(SicSkip, SingleReference) {
    const SkipShape shapes[] = {{false, {kForward}},
                                {true, {kForward, kForward, kForward, kForward}},
                                {true, {std::nullopt, kForward, std::nullopt, kForward}}};
    for_each_scene([&](const Scene& scene) {
        for (const SkipShape& shape : shapes) {
            for (const cl_uchar adjustment : {cl_uchar{0}, cl_uchar{2}}) {
                const Skips skips(scene, macroblocks_of(scene.source), shape);
                auto inputs = skips.inputs();
                const auto got = run<SicRecord>("sic_skip.cl", "single_reference",
                                                {&scene.source, &scene.forward}, skips.grid(), inputs.size(),
                                                inputs, shape.partition(), shape.mask(), adjustment);
                expect_native<SicResult>(got, skips.grid().columns,
                                         checks(skips,
                                                [&](SicRequest& request) {
                                                    if (adjustment == 2)
                                                        request.skip->distortion = vme::Distortion::haar;
                                                }),
                                         kSkip);
            }
        }
    });
}

TEST_F(SicSkip, DualReference) {
    for_each_scene([&](const Scene& scene) {
        for (const SkipShape& shape : kSkipShapes) {
            for (const cl_uchar weight : {cl_uchar{0x10}, cl_uchar{0x20}, cl_uchar{0x2B}}) {
                const cl_uchar adjustment = weight == 0x2B ? 2 : 0;
                const Skips skips(scene, macroblocks_of(scene.source), shape);
                auto inputs = skips.inputs();
                const auto got = run<SicRecord>(
                    "sic_skip.cl", "dual_reference", {&scene.source, &scene.forward, &scene.backward},
                    skips.grid(), inputs.size(), inputs, shape.partition(), shape.mask(), weight, adjustment);
                expect_native<SicResult>(got, skips.grid().columns,
                                         checks(skips,
                                                [&](SicRequest& request) {
                                                    request.skip->weight =
                                                        static_cast<vme::BidirectionalWeight>(weight);
                                                    if (adjustment == 2)
                                                        request.skip->distortion = vme::Distortion::haar;
                                                }),
                                         kSkip);
            }
        }
    });
}

// Quadrants use pictures of different pairs.
constexpr std::array<vme::ReferenceIds, 4> kIds = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};

SicChange into_pairs(const Scene& scene, std::array<Scan, 4> scans = {}) {
    return [&scene, scans](SicRequest& request) {
        for (int q = 0; q < 4; q++) {
            const auto [forward, backward] = kIds[q];
            request.skip->forward[q] =
                reference(forward == 0 ? scene.forward : scene.forward1, forward, scans[2 * forward]);
            request.skip->backward[q] = reference(backward == 0 ? scene.backward : scene.backward1, backward,
                                                  scans[2 * backward + 1]);
        }
    };
}

TEST_F(SicSkip, MultiReference) {
    const SkipShape& shape = mixed_shape();
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, macroblocks_of(scene.source), shape);
        auto inputs = skips.inputs();
        for (SkipInput& input : inputs) input.reference_ids = packed(kIds);
        const auto got = run<SicRecord>(
            "sic_skip.cl", "multi_reference",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, skips.grid(),
            inputs.size(), inputs, shape.partition(), shape.mask());
        expect_native<SicResult>(got, skips.grid().columns, checks(skips, into_pairs(scene)), kSkip);
    });
}

TEST_F(SicSkip, MultiReferenceFields) {
    const std::array<int, 4> bottom = {1, 0, 0, 1};  // forward 0, backward 0, forward 1, backward 1
    const std::array<Scan, 4> scans = {scan_of(bottom[0]), scan_of(bottom[1]), scan_of(bottom[2]),
                                       scan_of(bottom[3])};
    uint32_t polarities = 0;
    for (int q = 0; q < 4; q++) {
        polarities |= static_cast<uint32_t>(bottom[2 * kIds[q].forward] << q |
                                            bottom[2 * kIds[q].backward + 1] << (q + 4));
    }
    const SkipShape& shape = mixed_shape();
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, field_macroblocks_of(scene.source), shape);
        auto inputs = skips.inputs();
        for (SkipInput& input : inputs) {
            input.reference_ids = packed(kIds);
            input.field_polarities = polarities;
        }
        const auto got = run<SicRecord>(
            "sic_skip.cl", "multi_reference_fields",
            {&scene.source, &scene.forward, &scene.backward, &scene.forward1, &scene.backward1}, skips.grid(),
            inputs.size(), inputs, shape.partition(), shape.mask(), cl_uchar{1});
        expect_native<SicResult>(got, skips.grid().columns,
                                 checks(skips,
                                        [&](SicRequest& request) {
                                            into_pairs(scene, scans)(request);
                                            request.source.scan = Scan::bottom_field;
                                        }),
                                 kSkip);
    });
}

TEST_F(SicSkip, FieldsOfOneReference) {
    const SkipShape shape{true, {kForward, kForward, kForward, kForward}};
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, field_macroblocks_of(scene.source), shape);
        for (const int fields : {0, 1, 2, 3}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1;
            auto inputs = skips.inputs();
            const auto got =
                run<SicRecord>("sic_skip.cl", "single_fields", {&scene.source, &scene.forward}, skips.grid(),
                               inputs.size(), inputs, shape.partition(), shape.mask(), source, forward);
            expect_native<SicResult>(
                got, skips.grid().columns,
                checks(skips,
                       [&](SicRequest& request) {
                           request.source.scan = scan_of(source);
                           request.skip->set_forward(reference(scene.forward, 0, scan_of(forward)));
                       }),
                kSkip);
        }
    });
}

TEST_F(SicSkip, FieldsOfTwoReferences) {
    const SkipShape& shape = mixed_shape();
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, field_macroblocks_of(scene.source), shape);
        for (const int fields : {2, 5}) {
            const cl_uchar source = fields & 1, forward = fields >> 1 & 1, backward = fields >> 2 & 1;
            auto inputs = skips.inputs();
            const auto got = run<SicRecord>(
                "sic_skip.cl", "dual_fields", {&scene.source, &scene.forward, &scene.backward}, skips.grid(),
                inputs.size(), inputs, shape.partition(), shape.mask(), source, forward, backward);
            expect_native<SicResult>(
                got, skips.grid().columns,
                checks(skips,
                       [&](SicRequest& request) {
                           request.source.scan = scan_of(source);
                           request.skip->set_forward(reference(scene.forward, 0, scan_of(forward)));
                           request.skip->set_backward(reference(scene.backward, 0, scan_of(backward)));
                       }),
                kSkip);
        }
    });
}

// Each block has two bits, from bit 24 on: forward is 1, backward 2, both 3.
TEST_F(SicSkip, VectorMasks) {
    const auto got = run<cl_uint>("sic_skip.cl", "vector_masks", {}, {1, 1}, 259);
    for (cl_uint direction = 0; direction < 256; direction++) {
        cl_uint expected = 0;
        bool legal = true;
        for (int q = 0; q < 4; q++) {
            const cl_uint of_block = direction >> (2 * q) & 3;
            legal = legal && of_block < 3;
            expected |= (of_block + 1) << (24 + 2 * q);
        }
        if (!legal) continue;
        EXPECT_EQ(got[direction], expected) << "8x8, directions " << direction;
    }
    for (cl_uint direction = 0; direction < 3; direction++) {
        EXPECT_EQ(got[256 + direction], (direction + 1) << 24) << "16x16, direction " << direction;
    }
}

}  // namespace
}  // namespace genmedia::test
