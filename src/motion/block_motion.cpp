// SPDX-License-Identifier: MIT
#include "motion/block_motion.h"

#include "vme/operations.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace genmedia {
namespace {

constexpr int kMargin = 4;          // pixels around a block that are compared too
constexpr int kComparedWidth = 16;  // pixels of a line: an 8x8 block with its margin; more around a 4x4 block
// Farther than this from a neighbour costs no more: objects end somewhere.
constexpr float kEdge = 10;  // gray levels: neighbours that differ so much count half
constexpr float kFar = 16;   // pixels
// Shares of the texture of a block, and of a gray level, in what smoothness costs: in a flat block a wrong
// vector shows little, so that little must be said against it.
constexpr float kTextureShare = 0.3F, kBaseShare = 0.3F;
constexpr int kMostCandidates = 32;

WholeVector rounded(const RealVector& v) {
    return {static_cast<int>(std::lround(v.x)), static_cast<int>(std::lround(v.y))};
}

// Lets all that is compared lie in the padding.
WholeVector limited(WholeVector v, int x, int y, int side, const PaddedPicture& picture) {
    constexpr int room = PaddedPicture::kPadding - kComparedWidth;
    return {std::clamp(v.x, -x - room, picture.width() - x - side + room),
            std::clamp(v.y, -y - room, picture.height() - y - side + room)};
}

template <int Height>
int difference(const uint8_t* a, int a_stride, const uint8_t* b, int b_stride) {
    int sum = 0;
    for (int y = 0; y < Height; y++, a += a_stride, b += b_stride)
        for (int x = 0; x < kComparedWidth; x++) sum += std::abs(a[x] - b[x]);
    return sum;
}

int median_of_two(std::array<int, 4> values) {
    std::sort(values.begin(), values.end());
    return (values[1] + values[2]) / 2;
}

// A list without repetitions.
class Choices {
public:
    void add(const WholeVector& v) {
        if (std::find(vectors_.begin(), vectors_.begin() + count_, v) == vectors_.begin() + count_)
            vectors_[static_cast<size_t>(count_++)] = v;
    }
    std::span<const WholeVector> all() const { return {vectors_.data(), static_cast<size_t>(count_)}; }

private:
    std::array<WholeVector, kMostCandidates> vectors_;
    int count_ = 0;
};

class Sweeper {
public:
    Sweeper(const PaddedPicture& source, const PaddedPicture& reference, const std::vector<RealVector>& prior,
            const Candidates& candidates, const SweepOptions& options, BlockMotion& motion)
        : source_(source),
          reference_(reference),
          prior_(prior),
          candidates_(candidates),
          options_(options),
          motion_(motion),
          weights_(motion.vectors.size()),
          means_(motion.vectors.size()),
          costs_(motion.vectors.size()) {}

    // A quarter of the blocks at a time, of which none is another's neighbour.
    void run() {
        prepare();
        for (int i = 0; i < options_.sweeps; i++) {
            before_ = motion_;
            for (int part = 0; part < 4; part++)
                parallel_for((motion_.rows - part / 2 + 1) / 2, [&](int row) {
                    for (int bx = part % 2; bx < motion_.columns; bx += 2) improve(bx, 2 * row + part / 2, i);
                });
        }
    }

private:
    void prepare() {
        parallel_for(motion_.rows, [&](int by) {
            for (int bx = 0; bx < motion_.columns; bx++) {
                const size_t i = motion_.index(bx, by);
                motion_.vectors[i] = limit(motion_.vectors[i], bx, by);
                weights_[i] = options_.smoothness * (kBaseShare + kTextureShare * texture(bx, by));
                costs_[i] = match(bx, by, motion_.vectors[i]);
                means_[i] = mean(bx, by);
            }
        });
    }

    WholeVector limit(WholeVector v, int bx, int by) const {
        return limited(v, bx * motion_.side, by * motion_.side, motion_.side, source_);
    }

    // Where the compared pixels of a block begin.
    int left(int bx) const { return bx * motion_.side - (kComparedWidth - motion_.side) / 2; }
    int top(int by) const { return by * motion_.side - kMargin; }
    int compared_height() const { return motion_.side + 2 * kMargin; }

    float mean(int bx, int by) const {
        int sum = 0;
        for (int y = 0; y < motion_.side; y++)
            for (int x = 0; x < motion_.side; x++)
                sum += *source_.at(bx * motion_.side + x, by * motion_.side + y);
        return static_cast<float>(sum) / static_cast<float>(motion_.side * motion_.side);
    }

    // Mean absolute difference of pixels beside and below each other.
    float texture(int bx, int by) const {
        int sum = 0;
        for (int y = 0; y < compared_height(); y++) {
            const uint8_t* line = source_.at(left(bx), top(by) + y);
            const uint8_t* below = line + source_.stride();
            for (int x = 0; x < kComparedWidth; x++)
                sum += std::abs(line[x + 1] - line[x]) + std::abs(below[x] - line[x]);
        }
        return static_cast<float>(sum) / static_cast<float>(2 * kComparedWidth * compared_height());
    }

    // Mean absolute difference.
    float match(int bx, int by, const WholeVector& v) const {
        const uint8_t* a = source_.at(left(bx), top(by));
        const uint8_t* b = reference_.at(left(bx) + v.x, top(by) + v.y);
        const int sum = motion_.side == 8 ? difference<16>(a, source_.stride(), b, reference_.stride())
                                          : difference<12>(a, source_.stride(), b, reference_.stride());
        return static_cast<float>(sum) / static_cast<float>(kComparedWidth * compared_height());
    }

    static std::array<WholeVector, 4> neighbors(const BlockMotion& motion, int bx, int by, int distance) {
        return {motion.at(bx - distance, by), motion.at(bx + distance, by), motion.at(bx, by - distance),
                motion.at(bx, by + distance)};
    }

    Choices choices(int bx, int by, int number_of_sweep, const std::array<WholeVector, 4>& near) const {
        Choices list;
        const size_t i = motion_.index(bx, by);
        const WholeVector now = motion_.vectors[i];
        const auto add = [&](const WholeVector& v) { list.add(limit(v, bx, by)); };
        add(now);
        for (const WholeVector& v : near) add(v);
        for (const int distance : {2, 4, 8})
            for (const WholeVector& v : neighbors(before_, bx, by, distance)) add(v);
        add({median_of_two({near[0].x, near[1].x, near[2].x, near[3].x}),
             median_of_two({near[0].y, near[1].y, near[2].y, near[3].y})});
        add(rounded(prior_[i]));
        if (number_of_sweep < 2 && !candidates_.empty())
            for (size_t k = 0; k < kCandidates; k++) add(candidates_[kCandidates * i + k]);
        if (number_of_sweep == 1)
            for (const WholeVector& step : {WholeVector{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
                add({now.x + step.x, now.y + step.y});
        return list;
    }

    // What a neighbour counts, by how much its brightness is this block's.
    std::array<float, 4> shares(int bx, int by) const {
        const auto mean_at = [&](int x, int y) {
            return means_[motion_.index(std::clamp(x, 0, motion_.columns - 1),
                                        std::clamp(y, 0, motion_.rows - 1))];
        };
        const float here = mean_at(bx, by);
        const auto share = [&](int x, int y) { return 1 / (1 + std::abs(mean_at(x, y) - here) / kEdge); };
        return {share(bx - 1, by), share(bx + 1, by), share(bx, by - 1), share(bx, by + 1)};
    }

    float roughness(const WholeVector& v, size_t i, const std::array<WholeVector, 4>& near,
                    const std::array<float, 4>& share) const {
        float sum = 0;
        for (size_t k = 0; k < near.size(); k++)
            sum += share[k] *
                   std::min(kFar, static_cast<float>(std::abs(v.x - near[k].x) + std::abs(v.y - near[k].y)));
        return sum + options_.to_prior * std::min(kFar, std::abs(static_cast<float>(v.x) - prior_[i].x) +
                                                            std::abs(static_cast<float>(v.y) - prior_[i].y));
    }

    void improve(int bx, int by, int number_of_sweep) {
        const size_t i = motion_.index(bx, by);
        const std::array<WholeVector, 4> near = neighbors(motion_, bx, by, 1);
        const std::array<float, 4> share = shares(bx, by);
        WholeVector best = motion_.vectors[i];
        float best_match = costs_[i];
        float least = best_match + weights_[i] * roughness(best, i, near, share);
        const Choices list = choices(bx, by, number_of_sweep, near);
        for (const WholeVector& v : list.all()) {
            const float rough = weights_[i] * roughness(v, i, near, share);
            if (rough >= least || v == best) continue;
            const float matches = match(bx, by, v);
            if (rough + matches >= least) continue;
            least = rough + matches;
            best = v;
            best_match = matches;
        }
        motion_.vectors[i] = best;
        costs_[i] = best_match;
    }

    const PaddedPicture &source_, &reference_;
    const std::vector<RealVector>& prior_;
    const Candidates& candidates_;
    const SweepOptions& options_;
    BlockMotion& motion_;
    BlockMotion before_ = motion_;  // this sweep: blocks that workers do not change now
    std::vector<float> weights_;    // of roughness
    std::vector<float> means_;      // gray levels
    std::vector<float> costs_;      // of the vectors as they are, without roughness
};

}  // namespace

WholeVector BlockMotion::at(int bx, int by) const {
    return vectors[index(std::clamp(bx, 0, columns - 1), std::clamp(by, 0, rows - 1))];
}

RealVector BlockMotion::between(float bx, float by) const {
    const int left = static_cast<int>(std::floor(bx)), top = static_cast<int>(std::floor(by));
    const float fx = bx - static_cast<float>(left), fy = by - static_cast<float>(top);
    const WholeVector a = at(left, top), b = at(left + 1, top), c = at(left, top + 1),
                      d = at(left + 1, top + 1);
    const auto mix = [&](int va, int vb, int vc, int vd) {
        return (static_cast<float>(va) * (1 - fx) + static_cast<float>(vb) * fx) * (1 - fy) +
               (static_cast<float>(vc) * (1 - fx) + static_cast<float>(vd) * fx) * fy;
    };
    return {mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)};
}

void sweep(const PaddedPicture& source, const PaddedPicture& reference, const std::vector<RealVector>& prior,
           const Candidates& candidates, const SweepOptions& options, BlockMotion& motion) {
    Sweeper(source, reference, prior, candidates, options, motion).run();
}

Candidates unit_candidates(const vme::BackendFunctions& functions, const PaddedPicture& source,
                           const PaddedPicture& reference, const std::vector<RealVector>& prior,
                           vme::SearchWindow window, const BlockMotion& blocks) {
    Candidates result(kCandidates * blocks.vectors.size());
    vme::ImeRequest prototype;
    prototype.source.image.luma = source.view();
    prototype.forward.luma = reference.view();
    prototype.window = window;
    prototype.disabled_partitions = vme::partition_8x4 | vme::partition_4x8 | vme::partition_4x4;
    parallel_for((source.height() + 15) / 16, [&](int my) {
        for (int mx = 0; mx < (source.width() + 15) / 16; mx++) {
            vme::ImeRequest request = prototype;
            request.source.x = 16 * mx;
            request.source.y = 16 * my;
            const WholeVector expected = rounded(prior[blocks.index(2 * mx, 2 * my)]);
            request.forward_offset = {std::clamp(expected.x, -2048, 2047),
                                      std::clamp(expected.y, -2048, 2047)};
            const vme::MajorRecords& found = vme::integer_search(functions, request).stream_out.forward;
            for (int q = 0; q < 4; q++) {
                const int bx = 2 * mx + q % 2, by = 2 * my + q / 2;
                if (bx >= blocks.columns || by >= blocks.rows) continue;
                for (size_t k = 0; const int record : {5 + q, 0, 1 + q / 2, 3 + q % 2}) {
                    const vme::MotionVector v = found[static_cast<size_t>(record)].vector;
                    result[kCandidates * blocks.index(bx, by) + k++] = {v.x / 4, v.y / 4};
                }
            }
        }
    });
    return result;
}

}  // namespace genmedia
