// SPDX-License-Identifier: MIT
// SIC: intra estimation. [ext: SIC, configure_ipe]
#include "opencl/builtins/intras.h"

namespace genmedia::test {
namespace {

using vme::SicRequest;
using vme::SicResult;

constexpr SicParts kIntra{.intra = true};
constexpr SicParts kChroma{.intra = true, .chroma = true};

// In places smooth enough for large blocks, in others noisy.
Picture mixed_picture() {
    const Picture smooth = landscape(kSceneWidth, kSceneHeight, 31),
                  rough = noise(kSceneWidth, kSceneHeight, 32);
    return Picture(kSceneWidth, kSceneHeight, [&](int x, int y) {
        if (x < 32) return 60 + x / 4 + y;
        return x / 8 % 3 == 0 ? rough.nearest(x / 2, y / 3) : smooth.nearest(x, y);
    });
}

class SicIntra : public OpenClTest {
protected:
    // Runs a kernel for luma only, with and without the settings that it makes.
    template <class... Arguments>
    void check(const char* kernel, const SicChange& change, Arguments... arguments) {
        const Picture picture = mixed_picture();
        const Intras intras(picture, macroblocks_of(picture));
        auto inputs = intras.inputs();
        const auto got = run<SicRecord>("sic_intra.cl", kernel, {&picture}, intras.grid(), inputs.size(),
                                        inputs, arguments...);
        expect_native<SicResult>(got, intras.grid().columns, estimations(intras, change), kIntra);
        expect_effect<SicResult>(intras.grid().columns, intras.grid().rows, estimations(intras, change),
                                 estimations(intras), kIntra);
    }
};

TEST_F(SicIntra, Luma) {
    for (const Picture& picture : {mixed_picture(), noise(kSceneWidth, kSceneHeight, 33)}) {
        const Intras intras(picture, macroblocks_of(picture));
        for (const uint8_t disabled : {uint8_t{0}, uint8_t{6}, uint8_t{5}, uint8_t{3}, uint8_t{4}}) {
            for (const cl_uchar adjustment : {cl_uchar{0}, cl_uchar{2}}) {
                auto inputs = intras.inputs();
                const auto got = run<SicRecord>("sic_intra.cl", "luma", {&picture}, intras.grid(),
                                                inputs.size(), inputs, cl_uchar{disabled}, adjustment);
                expect_native<SicResult>(got, intras.grid().columns,
                                         estimations(intras,
                                                     [&](SicRequest& request) {
                                                         request.intra->disabled_partitions = disabled;
                                                         if (adjustment == 2)
                                                             request.intra->distortion =
                                                                 vme::Distortion::haar;
                                                     }),
                                         kIntra);
            }
        }
    }
}

TEST_F(SicIntra, ShapePenalty) {
    constexpr cl_uint packed = 0x6A'48'5C'00;
    check(
        "shape_penalty",
        [](SicRequest& request) {
            request.intra->shape_penalty = vme::IntraShapePenalty::from_packed(packed);
        },
        packed);
}

TEST_F(SicIntra, ModeCost) {
    constexpr std::array<uint8_t, 4> left = {0, 1, 8, 3}, upper = {2, 5, 7, 6};
    cl_uint neighbors = 0;
    vme::IntraModeCost cost{.penalty = {0x3A}, .left = {}, .upper = {}, .non_dc = {200, 31, 14}};
    for (int i = 0; i < 4; i++) {
        cost.left[i] = static_cast<vme::LumaMode>(left[i]);
        cost.upper[i] = static_cast<vme::LumaMode>(upper[i]);
        neighbors |= cl_uint{left[i]} << (4 * i) | cl_uint{upper[i]} << (4 * i + 16);
    }
    check(
        "mode_cost", [&](SicRequest& request) { request.intra->mode_cost = cost; }, cl_uchar{0x3A}, neighbors,
        cl_uint{200 | 31 << 8 | 14 << 16});
}

TEST_F(SicIntra, Field) {
    const Picture picture = mixed_picture();
    const Intras intras(picture, field_macroblocks_of(picture));
    for (const cl_uchar field : {cl_uchar{0}, cl_uchar{1}}) {
        auto inputs = intras.inputs();
        const auto got =
            run<SicRecord>("sic_intra.cl", "field", {&picture}, intras.grid(), inputs.size(), inputs, field);
        expect_native<SicResult>(got, intras.grid().columns,
                                 estimations(intras,
                                             [&](SicRequest& request) {
                                                 request.source.scan =
                                                     field == 0 ? Scan::top_field : Scan::bottom_field;
                                             }),
                                 kIntra);
    }
}

TEST_F(SicIntra, WithSkipCheck) {
    const SkipShape shape{true, {kForward, kForward, kForward, kForward}};
    for_each_scene([&](const Scene& scene) {
        const Skips skips(scene, macroblocks_of(scene.source), shape);
        const Intras intras(scene.source, skips.grid());
        auto vectors = skips.inputs();
        auto inputs = intras.inputs();
        const auto got =
            run<SicRecord>("sic_intra.cl", "with_skip", {&scene.source, &scene.forward}, skips.grid(),
                           inputs.size(), vectors, shape.partition(), shape.mask(), inputs);
        const RequestAt<SicRequest> both = [&](int x, int y) {
            SicRequest request = skips.request(x, y);
            request.intra = intras.estimation(x, y);
            return request;
        };
        expect_native<SicResult>(got, skips.grid().columns, both, SicParts{.skip = true, .intra = true});
    });
}

TEST_F(SicIntra, Chroma) {
    const Picture luma = mixed_picture(), chroma = landscape(kSceneWidth, kSceneHeight / 2, 41);
    const Intras intras(luma, macroblocks_of(luma), &chroma);
    auto inputs = intras.inputs();
    const auto got = run<SicRecord>("sic_chroma.cl", "chroma", {Image(&luma, &chroma)}, intras.grid(),
                                    inputs.size(), inputs);
    expect_native<SicResult>(got, intras.grid().columns, estimations(intras), kChroma);
}

TEST_F(SicIntra, ChromaModeCost) {
    const Picture luma = mixed_picture(), chroma = landscape(kSceneWidth, kSceneHeight / 2, 41);
    const Intras intras(luma, macroblocks_of(luma), &chroma);
    const SicChange change = [](SicRequest& request) { request.intra->chroma_mode_penalty = {0x5B}; };
    auto inputs = intras.inputs();
    const auto got = run<SicRecord>("sic_chroma.cl", "chroma_mode_cost", {Image(&luma, &chroma)},
                                    intras.grid(), inputs.size(), inputs, cl_uchar{0x5B});
    expect_native<SicResult>(got, intras.grid().columns, estimations(intras, change), kChroma);
    expect_effect<SicResult>(intras.grid().columns, intras.grid().rows, estimations(intras, change),
                             estimations(intras), kChroma);
}

}  // namespace
}  // namespace genmedia::test
