// SPDX-License-Identifier: MIT
// Fields of interlaced pictures: a request on a field of a picture gives the same as a request on a picture
// that is only that field.
#include "made_pictures.h"
#include "vme/evaluated.h"

#include <gtest/gtest.h>

namespace genmedia::vme {
namespace {

using test::Picture;

Picture field_of(const Picture& picture, int parity) {
    return Picture(picture.width, (picture.height + 1 - parity) / 2,
                   [&](int x, int y) { return picture.nearest(x, 2 * y + parity); });
}

constexpr Scan kScans[2] = {Scan::top_field, Scan::bottom_field};

TEST(Interlaced, ScanLinesAreEverySecondLine) {
    const Picture p(1, 5, [](int, int y) { return y; });
    EXPECT_EQ(scan_lines(p.view(), Scan::top_field).height, 3);
    EXPECT_EQ(*scan_lines(p.view(), Scan::top_field).line(2), 4);
    EXPECT_EQ(scan_lines(p.view(), Scan::bottom_field).height, 2);
    EXPECT_EQ(*scan_lines(p.view(), Scan::bottom_field).line(1), 3);
    EXPECT_EQ(scan_lines(p.view(), Scan::progressive).height, 5);
}

TEST(Interlaced, SearchOfFieldsEqualsSearchOfSplitFields) {
    const Picture source = test::texture(80, 97, 1), reference = test::texture(80, 97, 2);
    for (int s = 0; s < 2; s++) {
        for (int r = 0; r < 2; r++) {
            const Picture source_field = field_of(source, s), reference_field = field_of(reference, r);
            ImeRequest native, split;
            native.source = {
                .image = {.luma = source.view(), .chroma = {}}, .scan = kScans[s], .x = 32, .y = 32};
            native.forward = {.luma = reference.view(), .scan = kScans[r]};
            split.source = {.image = {.luma = source_field.view(), .chroma = {}}, .x = 32, .y = 32};
            split.forward = {.luma = reference_field.view()};
            native.forward_offset = split.forward_offset = {3, 10};  // reaches below the field's last line
            const auto a = evaluated<ImeResult>(native), b = evaluated<ImeResult>(split);
            EXPECT_EQ(a.vectors, b.vectors);
            EXPECT_EQ(a.distortions, b.distortions);
            EXPECT_EQ(a.major_shape, b.major_shape);
            EXPECT_GT(a.best_distortion, 0);
        }
    }
}

TEST(Interlaced, RefinementAndSkipCheckReadFieldsToo) {
    const Picture source = test::texture(80, 96, 3), reference = test::texture(80, 96, 4);
    const Picture source_field = field_of(source, 1), reference_field = field_of(reference, 0);
    RefineRequest native, split;
    native.source = {
        .image = {.luma = source.view(), .chroma = {}}, .scan = Scan::bottom_field, .x = 16, .y = 24};
    native.set_forward({.luma = reference.view(), .scan = Scan::top_field});
    split.source = {.image = {.luma = source_field.view(), .chroma = {}}, .x = 16, .y = 24};
    split.set_forward({.luma = reference_field.view()});
    const auto a = evaluated<RefineResult>(native), b = evaluated<RefineResult>(split);
    EXPECT_EQ(a.vectors, b.vectors);
    EXPECT_EQ(a.best_distortion, b.best_distortion);

    SicRequest skip_native{.source = native.source, .skip = SkipCheck{}, .intra = {}};
    skip_native.skip->forward = native.forward;
    skip_native.skip->directions[0] = Direction::forward;
    SicRequest skip_split = skip_native;
    skip_split.source = split.source;
    skip_split.skip->forward = split.forward;
    EXPECT_EQ((evaluated<SicResult>(skip_native).raw_sad), (evaluated<SicResult>(skip_split).raw_sad));
}

TEST(Interlaced, ChromaIsReadByFields) {
    const Picture luma = test::texture(48, 96, 5), cb = test::texture(24, 48, 6),
                  cr = test::texture(24, 48, 7);
    const auto interleave = [&](int parity, int step) {
        std::vector<uint8_t> pairs;
        for (int y = parity; y < 48; y += step) {
            for (int x = 0; x < 24; x++) {
                pairs.push_back(static_cast<uint8_t>(cb.nearest(x, y)));
                pairs.push_back(static_cast<uint8_t>(cr.nearest(x, y)));
            }
        }
        return pairs;
    };
    const std::vector<uint8_t> all = interleave(0, 1), bottom = interleave(1, 2);
    const Picture luma_field = field_of(luma, 1);
    SicRequest native;
    native.source = {
        .image = {luma.view(), {all.data(), 24, 48, 48, 2}}, .scan = Scan::bottom_field, .x = 16, .y = 16};
    native.intra.emplace();
    native.intra->chroma = true;
    native.intra->neighbors.has_left = true;
    SicRequest split = native;
    split.source = {.image = {luma_field.view(), {bottom.data(), 24, 24, 48, 2}}, .x = 16, .y = 16};
    const auto a = evaluated<SicResult>(native), b = evaluated<SicResult>(split);
    EXPECT_EQ(a.chroma_distortion, b.chroma_distortion);
    EXPECT_EQ(a.intra_distortion, b.intra_distortion);
    EXPECT_GT(a.chroma_distortion, 0);
}

}  // namespace
}  // namespace genmedia::vme
