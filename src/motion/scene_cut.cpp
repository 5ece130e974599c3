// SPDX-License-Identifier: MIT
#include "motion/scene_cut.h"

#include "motion/true_motion/field_trust.h"
#include "motion/true_motion/true_motion.h"
#include "search/pyramid.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace genmedia::motion {
namespace {

constexpr int kLargestSide = 128;  // of the shorter side of a small picture: below this
constexpr int kSide = 8;           // of a block, pixels
constexpr int kDetail = 4;         // gray levels, root mean square: a block with less shows nothing
constexpr float kAlike = 0.75F;    // correlation of a block and its match that show the same
// kCut lies between the 140 marked cuts of four clips and their 5,821 other pairs (docs/quality.md).
constexpr float kUnseenShare = 0.25F, kCut = 0.55F;
constexpr float kFewBlocks = 0.1F;  // of a picture: with detail in fewer there is nothing to find
// Mean differences of two pictures, gray levels: less is no cut, whatever they show. Where one picture, or
// where both have no detail, a cut is at least the others.
constexpr float kSameScene = 6, kFlatCut = 24, kBothFlatCut = 64;

PaddedPicture made_small(const PlaneView& picture) {
    const int side = std::min(picture.width, picture.height);
    if (side >= 4 * kLargestSide) return made_small(search::quarter(picture).view());
    PaddedPicture small(picture);
    while (std::min(small.width(), small.height()) >= kLargestSide) small = small.half();
    return small;
}

float mean_difference(const PaddedPicture& a, const PaddedPicture& b) {
    int64_t sum = 0;
    for (int y = 0; y < a.height(); y++) {
        const uint8_t *from = a.at(0, y), *to = b.at(0, y);
        for (int x = 0; x < a.width(); x++) sum += std::abs(from[x] - to[x]);
    }
    return static_cast<float>(sum) / static_cast<float>(a.width() * a.height());
}

constexpr int64_t kDetailSum = kSide * kSide * kDetail * kDetail;

// Sums over a block's pixels, of products of what differs from the mean around it.
struct Products {
    int64_t here = 0, there = 0, both = 0;

    // What is eight times fainter than its match is not it.
    bool is_alike() const {
        return 64 * std::min(here, there) >= std::max(here, there) &&
               static_cast<double>(both) >=
                   kAlike * std::sqrt(static_cast<double>(here) * static_cast<double>(there));
    }
};

// Shares of a picture's blocks.
struct Shares {
    float detailed = 0;  // that show something
    float unlike = 0;    // of those that do, or whose matches do: which are unlike their matches
};

// How well a picture without its mean is found in another along its motion there.
class Comparison {
public:
    Comparison(const PaddedPicture& picture, const PaddedPicture& other, const TrueMotion& motion)
        : picture_(picture), other_(other), motion_(motion) {}

    Shares shares() const {
        const int columns = picture_.width() / kSide, rows = picture_.height() / kSide;
        int detailed = 0, looked_at = 0, unlike = 0;
        for (int by = 0; by < rows; by++)
            for (int bx = 0; bx < columns; bx++) {
                const Products products = of_block(kSide * bx, kSide * by);
                detailed += products.here >= kDetailSum;
                if (std::max(products.here, products.there) < kDetailSum) continue;
                looked_at++;
                unlike += !products.is_alike();
            }
        const auto share = [](int part, int whole) {
            return static_cast<float>(part) / static_cast<float>(std::max(1, whole));
        };
        return {.detailed = share(detailed, columns * rows), .unlike = share(unlike, looked_at)};
    }

private:
    Products of_block(int left, int top) const {
        Products sums;
        for (int y = top; y < top + kSide; y++)
            for (int x = left; x < left + kSide; x++) {
                const RealVector v = motion_.vectors[motion_.nearest(x / kFineSide, y / kFineSide)];
                const int here = *picture_.at(x, y) - 128;
                const int there = *other_.at(x + nearest(v.x), y + nearest(v.y)) - 128;
                sums.here += here * here;
                sums.there += there * there;
                sums.both += here * there;
            }
        return sums;
    }

    const PaddedPicture &picture_, &other_;
    const TrueMotion& motion_;
};

TrueMotion no_motion(const PaddedPicture& picture) {
    TrueMotion motion{.columns = (picture.width() + kFineSide - 1) / kFineSide,
                      .rows = (picture.height() + kFineSide - 1) / kFineSide,
                      .vectors = {}};
    motion.vectors.resize(static_cast<size_t>(motion.columns) * static_cast<size_t>(motion.rows));
    return motion;
}

float unseen_share(const FieldTrust& trust) {
    const auto count = std::count(trust.occluded.begin(), trust.occluded.end(), uint8_t{1});
    return static_cast<float>(count) / static_cast<float>(trust.occluded.size());
}

}  // namespace

CutPicture::CutPicture(const PlaneView& picture) : small_(made_small(picture)) {}

SceneChange scene_change(const BackendFunctions& functions, const CutPicture& first,
                         const CutPicture& second) {
    const PaddedPicture &a = first.small(), &b = second.small();
    const float difference = mean_difference(a, b);
    if (difference < kSameScene) return {};
    const PaddedPicture a_detail = a.without_mean(functions.field),
                        b_detail = b.without_mean(functions.field);
    // Whatever else is found, what is found so well is no cut.
    const auto is_none = [](const Shares& shares) {
        return shares.unlike + kUnseenShare < kCut && shares.detailed >= kFewBlocks;
    };
    const Shares unmoved = Comparison(a_detail, b_detail, no_motion(a)).shares();
    if (is_none(unmoved)) return {.unlike = unmoved.unlike, .is_cut = false};
    const SearchPicture first_small(functions.field, a), second_small(functions.field, b);
    const CoarseToFine levels(functions, first_small, second_small);
    const TrueMotion there = levels.there();
    const Shares onward = Comparison(a_detail, b_detail, there).shares();
    if (is_none(onward)) return {.unlike = onward.unlike, .is_cut = false};
    const TrueMotion back = levels.back();
    const Shares backward = Comparison(b_detail, a_detail, back).shares();
    if (std::min(onward.detailed, backward.detailed) < kFewBlocks) {
        const bool both = std::max(onward.detailed, backward.detailed) < kFewBlocks;
        const bool is_cut = difference >= (both ? kBothFlatCut : kFlatCut);
        return {.unlike = is_cut ? 1.F : 0.F, .is_cut = is_cut};
    }
    const float unseen =
        std::min(unseen_share(trust_of(a, there, back)), unseen_share(trust_of(b, back, there)));
    const float unlike = std::min(onward.unlike, backward.unlike) + kUnseenShare * unseen;
    return {.unlike = unlike, .is_cut = unlike >= kCut};
}

}  // namespace genmedia::motion
