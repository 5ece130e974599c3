// SPDX-License-Identifier: MIT
#include "motion/interpolation/picture_between.h"

#include "motion/field_rules/bilinear.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace genmedia::motion {
namespace {

constexpr int kMostOfABlock = 8;    // candidates
constexpr float kAgreement = 1.5F;  // pixels: a picture whose own motion differs so much counts half
// kOneSided: the most that a difference of the pictures costs; kUnknown: a vector that neither field has.
constexpr float kFollowed = 4;  // gray levels by which a vector from elsewhere must be better
constexpr float kOneSided = 30, kUnknown = 30;
constexpr float kNoise = 8;  // gray levels by which two pictures of the same thing may differ

RealVector scaled(const RealVector& v, float factor) { return {factor * v.x, factor * v.y}; }
float distance(const RealVector& a, const RealVector& b) { return std::hypot(a.x - b.x, a.y - b.y); }

// From 1, at no distance, down towards 0.
float agreement(float pixels) { return 1 / (1 + pixels * pixels / (kAgreement * kAgreement)); }

class Search {
public:
    Search(const MotionBetween& between, float time)
        : between_(between),
          time_(time),
          columns_(between.motions[0]->columns),
          rows_(between.motions[0]->rows),
          candidates_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_)) {}

    std::vector<Passing> run() {
        for (int picture = 0; picture < 2; picture++) follow(picture);
        std::vector<Passing> passing(candidates_.size());
        walker::parallel_for(rows_, [&](int by) {
            for (int bx = 0; bx < columns_; bx++)
                passing[static_cast<size_t>(by * columns_ + bx)] = best(bx, by);
        });
        smooth_shares(passing);
        return passing;
    }

private:
    struct Candidates {
        std::array<RealVector, kMostOfABlock> vectors;
        int count = 0;

        void add(const RealVector& v) {
            for (int i = 0; i < count; i++)
                if (distance(vectors[static_cast<size_t>(i)], v) < 0.25F) return;
            if (count < kMostOfABlock) vectors[static_cast<size_t>(count++)] = v;
        }
    };

    // What is seen changes from one picture to the other over several blocks, not at a block's edge.
    void smooth_shares(std::vector<Passing>& passing) const {
        const std::vector<Passing> before = passing;
        walker::parallel_for(rows_, [&](int by) {
            for (int bx = 0; bx < columns_; bx++) {
                float sum = 0;
                for (int dy = -2; dy <= 2; dy++)
                    for (int dx = -2; dx <= 2; dx++)
                        sum += before[between_.motions[0]->nearest(bx + dx, by + dy)].first_share;
                passing[static_cast<size_t>(by * columns_ + bx)].first_share = sum / 25;
            }
        });
    }

    // The share of an onward vector that leads from the block at the time asked for to a picture.
    float part(int picture) const { return picture == 0 ? -time_ : 1 - time_; }

    // A block's motion as one from the first picture to the second.
    RealVector onward(int picture, size_t block) const {
        const RealVector v = between_.motions[static_cast<size_t>(picture)]->vectors[block];
        return picture == 0 ? v : scaled(v, -1);
    }
    RealVector onward_at(int picture, float x, float y) const {
        return onward(picture, between_.motions[0]->nearest(static_cast<int>(std::floor(x / kFineSide)),
                                                            static_cast<int>(std::floor(y / kFineSide))));
    }

    // Offers each block's vector to the blocks that it passes.
    void follow(int picture) {
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++) {
                const RealVector v = onward(picture, static_cast<size_t>(by * columns_ + bx));
                const int left =
                    static_cast<int>(std::floor(static_cast<float>(bx) - part(picture) * v.x / kFineSide));
                const int top =
                    static_cast<int>(std::floor(static_cast<float>(by) - part(picture) * v.y / kFineSide));
                for (int k = 0; k < 4; k++) {
                    const int x = left + k % 2, y = top + k / 2;
                    if (x < 0 || y < 0 || x >= columns_ || y >= rows_) continue;
                    candidates_[static_cast<size_t>(y * columns_ + x)].add(v);
                }
            }
    }

    Passing best(int bx, int by) const {
        const float x = static_cast<float>(kFineSide * bx) + kFineSide / 2,
                    y = static_cast<float>(kFineSide * by) + kFineSide / 2;
        const Candidates& candidates = candidates_[static_cast<size_t>(by * columns_ + bx)];
        Passing best = judge(x, y, onward_at(0, x, y));
        const auto try_other = [&](const RealVector& v, float handicap) {
            const Passing other = judge(x, y, v);
            if (other.cost + handicap < best.cost) best = other;
        };
        try_other(onward_at(1, x, y), 0);
        for (int i = 0; i < candidates.count; i++)
            try_other(candidates.vectors[static_cast<size_t>(i)], kFollowed);
        return best;
    }

    Passing judge(float x, float y, const RealVector& v) const {
        std::array<float, 2> known;
        for (int picture = 0; picture < 2; picture++) {
            const RealVector from = scaled(v, part(picture));
            known[static_cast<size_t>(picture)] =
                agreement(distance(onward_at(picture, x + from.x, y + from.y), v));
        }
        const float unknown = (1 - (known[0] + known[1]) / 2) * kUnknown, d = difference(x, y, v);
        // Where both show the same, it does not matter which is believed.
        const float doubt = std::clamp((d - kNoise) / (kOneSided - kNoise), 0.F, 1.F);
        const float first = (1 - time_) * (1 - doubt * (1 - known[0]));
        const float second = time_ * (1 - doubt * (1 - known[1]));
        return {
            .vector = v, .first_share = first / (first + second), .cost = std::min(d, kOneSided) + unknown};
    }

    // Mean absolute difference of the 8x8 pixels around the block's middle in both pictures.
    float difference(float x, float y, const RealVector& v) const {
        constexpr size_t side = 2 * kFineSide;
        std::array<std::array<std::array<uint16_t, side>, side>, 2> grays;
        for (int picture = 0; picture < 2; picture++) {
            const PaddedPicture& plane = *between_.pictures[static_cast<size_t>(picture)];
            const auto place = [&](float at, int side_of_picture) {
                constexpr int room = PaddedPicture::kPadding / 2;
                return std::clamp(in_steps(at - kFineSide), -kSteps * room,
                                  kSteps * (side_of_picture + room));
            };
            grays[static_cast<size_t>(picture)] =
                bilinear<side, side>(plane, place(x + part(picture) * v.x, plane.width()),
                                     place(y + part(picture) * v.y, plane.height()));
        }
        int sum = 0;
        for (size_t i = 0; i < side; i++)
            for (size_t k = 0; k < side; k++) sum += std::abs(grays[0][i][k] - grays[1][i][k]);
        return static_cast<float>(sum) / (256 * 4 * kFineSide * kFineSide);
    }

    const MotionBetween& between_;
    float time_;
    int columns_, rows_;
    std::vector<Candidates> candidates_;
};

// Weights of the four samples around a place between the inner two: the cubic of R. Keys, "Cubic convolution
// interpolation for digital image processing", 1981, with a = -1/2.
std::array<float, 4> cubic(float f) {
    return {((-0.5F * f + 1) * f - 0.5F) * f, (1.5F * f - 2.5F) * f * f + 1, ((-1.5F * f + 2) * f + 0.5F) * f,
            (0.5F * f - 0.5F) * f * f};
}

// The lines of a plane between the middles of a row of blocks and those of the row below: each pixel is the
// mean of what the four blocks around it show, weighted by how near they are and how well both pictures
// agree.
template <class Sample, int Width, int Height>
class RenderedBand {
public:
    RenderedBand(const RenderedPlane<Sample>& plane, const std::vector<Passing>& passing, int columns,
                 int rows, float time)
        : plane_(plane),
          passing_(passing),
          columns_(columns),
          rows_(rows),
          time_(time),
          stride_(static_cast<size_t>(Width * columns + 2 * kReach)),
          weights_(Height * stride_),
          sums_(Height * stride_) {}

    // Computes the band below block row `row`, from -1 (above the first) on.
    void compute(int row) {
        std::fill(weights_.begin(), weights_.end(), 0.F);
        std::fill(sums_.begin(), sums_.end(), 0.F);
        for (int half = 0; half < 2; half++)
            for (int column = -1; column <= columns_; column++) add(column, row, half);
        const auto most = static_cast<float>(plane_.most);
        for (int i = 0; i < Height; i++) {
            const int y = top(row) + i;
            if (y < 0 || y >= plane_.pictures[0]->height()) continue;
            auto* const to = reinterpret_cast<Sample*>(plane_.data + y * plane_.stride);
            const size_t from = static_cast<size_t>(i) * stride_ + kReach;
            for (size_t x = 0; x < static_cast<size_t>(plane_.pictures[0]->width()); x++)
                to[x] =
                    static_cast<Sample>(std::clamp(sums_[from + x] / weights_[from + x] + 0.5F, 0.F, most));
        }
    }

private:
    static constexpr int kReach = 2 * Width;
    using Samples = std::array<std::array<float, kReach>, Height>;

    static int top(int row) { return Height * row + Height / 2; }

    // Lines of Width * 2 samples whose first lies at (x, y).
    static Samples samples(const PaddedPlane<Sample>& picture, float x, float y) {
        const auto within = [](float at, int side) {
            constexpr auto room = static_cast<float>(PaddedPlane<Sample>::kPadding / 2);
            return std::clamp(at, -room, static_cast<float>(side) + room);
        };
        x = within(x, picture.width());
        y = within(y, picture.height());
        const int left = static_cast<int>(std::floor(x)), upper = static_cast<int>(std::floor(y));
        const std::array<float, 4> wx = cubic(x - static_cast<float>(left)),
                                   wy = cubic(y - static_cast<float>(upper));
        std::array<std::array<float, kReach>, Height + 3> across;
        for (size_t i = 0; i < across.size(); i++) {
            const Sample* line = picture.at(left - 1, upper - 1 + static_cast<int>(i));
            for (size_t k = 0; k < kReach; k++)
                across[i][k] =
                    wx[0] * line[k] + wx[1] * line[k + 1] + wx[2] * line[k + 2] + wx[3] * line[k + 3];
        }
        Samples result;
        for (size_t i = 0; i < Height; i++)
            for (size_t k = 0; k < kReach; k++)
                result[i][k] = wy[0] * across[i][k] + wy[1] * across[i + 1][k] + wy[2] * across[i + 2][k] +
                               wy[3] * across[i + 3][k];
        return result;
    }

    // Adds what a block shows in these lines: its lower half (0), or the upper half of the block below (1).
    void add(int column, int row, int half) {
        const Passing& passing = passing_[static_cast<size_t>(
            std::clamp(row + half, 0, rows_ - 1) * columns_ + std::clamp(column, 0, columns_ - 1))];
        const RealVector v{passing.vector.x * Width / kFineSide,  // in this plane
                           passing.vector.y * Height / kFineSide};
        const int x = Width * column - Width / 2, y = top(row);
        const Samples first = samples(*plane_.pictures[0], static_cast<float>(x) - time_ * v.x,
                                      static_cast<float>(y) - time_ * v.y);
        const Samples second = samples(*plane_.pictures[1], static_cast<float>(x) + (1 - time_) * v.x,
                                       static_cast<float>(y) + (1 - time_) * v.y);
        const float share = passing.first_share, belief = 1 / (1 + passing.cost);
        for (size_t i = 0; i < Height; i++) {
            const float near_y = half == 0 ? static_cast<float>(2 * Height - 1 - 2 * static_cast<int>(i))
                                           : static_cast<float>(2 * static_cast<int>(i) + 1);
            const size_t to = i * stride_ + static_cast<size_t>(x + kReach);
            for (size_t k = 0; k < kReach; k++) {
                const float near_x =
                    k < Width ? static_cast<float>(2 * k + 1) : static_cast<float>(4 * Width - 1 - 2 * k);
                const float weight = belief * near_x * near_y;
                weights_[to + k] += weight;
                sums_[to + k] += weight * (share * first[i][k] + (1 - share) * second[i][k]);
            }
        }
    }

    const RenderedPlane<Sample>& plane_;
    const std::vector<Passing>& passing_;
    int columns_, rows_;
    float time_;
    size_t stride_;
    std::vector<float> weights_, sums_;
};

template <int Width, int Height, class Sample>
void render(const RenderedPlane<Sample>& plane, const std::vector<Passing>& passing, int columns, int rows,
            float time) {
    walker::parallel_for_runs(rows + 1, 16, [&](int first, int end) {
        RenderedBand<Sample, Width, Height> band(plane, passing, columns, rows, time);
        for (int i = first; i < end; i++) band.compute(i - 1);
    });
}

template <class Sample>
void render_any(const RenderedPlane<Sample>& plane, const std::vector<Passing>& passing, int columns,
                int rows, float time) {
    constexpr int whole = kFineSide, half = kFineSide / 2;
    const bool is_wide = plane.block_width == whole, is_high = plane.block_height == whole;
    const auto function = is_wide && is_high ? render<whole, whole, Sample>
                          : is_wide          ? render<whole, half, Sample>
                          : is_high          ? render<half, whole, Sample>
                                             : render<half, half, Sample>;
    function(plane, passing, columns, rows, time);
}

}  // namespace

std::vector<Passing> find_passing(const MotionBetween& between, float time) {
    return Search(between, time).run();
}

void render_plane(const RenderedPlane<uint8_t>& plane, const std::vector<Passing>& passing, int columns,
                  int rows, float time) {
    render_any(plane, passing, columns, rows, time);
}

void render_plane(const RenderedPlane<uint16_t>& plane, const std::vector<Passing>& passing, int columns,
                  int rows, float time) {
    render_any(plane, passing, columns, rows, time);
}

}  // namespace genmedia::motion
