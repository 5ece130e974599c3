// SPDX-License-Identifier: MIT
#include "encode/reconstruction/inter_prediction.h"

#include "encode/frame.h"
#include "vme/pixels.h"

#include <algorithm>
#include <cstring>

namespace genmedia::encode {
namespace {

constexpr int kTaps = 6,
              kBefore = 2;  // of the half-sample filter, and how many of them lie before the sample
constexpr int kMargin = kTaps - 1;
constexpr int kLargest = 16 + kMargin;

// The samples that a block needs: in the picture, or copied where it ends.
struct Window {
    const uint8_t* at;  // the block's upper left sample
    ptrdiff_t stride;
    uint8_t copy[kLargest * kLargest];

    Window(const PlaneView& plane, int x, int y, int width, int height, int before, int margin) {
        if (vme::is_inside(plane, x - before, y - before, width + margin, height + margin)) {
            at = plane.line(y) + x;
            stride = plane.stride;
            return;
        }
        vme::fetch(plane, x - before, y - before, width + margin, height + margin, copy, kLargest);
        at = copy + before * kLargest + before;
        stride = kLargest;
    }
};

template <class T>
constexpr int six_taps(const T* p, ptrdiff_t step) {
    return p[-2 * step] - 5 * p[-step] + 20 * p[0] + 20 * p[step] - 5 * p[2 * step] + p[3 * step];
}
// Of samples all sums fit in 16 bits, -2550 to 10710, which vectors hold twice as many of.
constexpr int16_t sample_taps(const uint8_t* p, ptrdiff_t step) {
    return static_cast<int16_t>(six_taps(p, step));
}
constexpr uint8_t half_sample(int16_t taps) {
    const auto rounded = static_cast<int16_t>(static_cast<int16_t>(taps + 16) >> 5);
    return static_cast<uint8_t>(std::clamp<int16_t>(rounded, 0, 255));
}

template <int W>
class LumaBlock {
public:
    LumaBlock(const Window& window, int height) : from_(window.at), stride_(window.stride), height_(height) {}

    // Each function writes lines W apart. (dx, dy), 0 or 1 each, moves the block by whole samples.
    void whole(int dx, int dy, uint8_t* to) const {
        for (int y = 0; y < height_; y++) std::memcpy(to + W * y, from_ + (y + dy) * stride_ + dx, W);
    }
    void half_across(int dy, uint8_t* to) const {
        for (int y = 0; y < height_; y++) {
            const uint8_t* line = from_ + (y + dy) * stride_;
            for (int x = 0; x < W; x++) to[W * y + x] = half_sample(sample_taps(line + x, 1));
        }
    }
    void half_down(int dx, uint8_t* to) const {
        for (int y = 0; y < height_; y++) {
            const uint8_t* line = from_ + y * stride_ + dx;
            for (int x = 0; x < W; x++) to[W * y + x] = half_sample(sample_taps(line + x, stride_));
        }
    }
    void half_both(uint8_t* to) const {
        int16_t across[kLargest * W];
        for (int y = 0; y < height_ + kMargin; y++) {
            const uint8_t* line = from_ + (y - kBefore) * stride_;
            for (int x = 0; x < W; x++) across[W * y + x] = sample_taps(line + x, 1);
        }
        for (int y = 0; y < height_; y++)
            for (int x = 0; x < W; x++)
                to[W * y + x] = clip_sample((six_taps(across + W * (y + kBefore) + x, W) + 512) >> 10);
    }

private:
    const uint8_t* from_;
    ptrdiff_t stride_;
    int height_;
};

// Predicts at (fx, fy) quarters: the mean of two samples, or the sample that lies there. [Table 8-12]
template <int W>
void predict_luma_block(const Window& window, int fx, int fy, int height, uint8_t* to, int to_stride) {
    const LumaBlock<W> block(window, height);
    alignas(16) uint8_t first[16 * W], second[16 * W];
    bool mean = true;
    if (fx == 2 && fy == 2) {
        block.half_both(first);
        mean = false;
    } else if (fx == 2) {
        block.half_across(0, first);
        if (fy == 0) mean = false;
        if (fy == 3) block.half_across(1, first);
        if (mean) block.half_both(second);
    } else if (fy == 2) {
        block.half_down(fx == 3, first);
        if (fx == 0) mean = false;
        if (mean) block.half_both(second);
    } else if (fx == 0 && fy == 0) {
        block.whole(0, 0, first);
        mean = false;
    } else if (fy == 0) {
        block.half_across(0, first);
        block.whole(fx == 3, 0, second);
    } else if (fx == 0) {
        block.half_down(0, first);
        block.whole(0, fy == 3, second);
    } else {
        block.half_across(fy == 3, first);
        block.half_down(fx == 3, second);
    }
    if (mean)
        for (int i = 0; i < W * height; i++) first[i] = static_cast<uint8_t>((first[i] + second[i] + 1) >> 1);
    for (int y = 0; y < height; y++) std::memcpy(to + y * to_stride, first + W * y, W);
}

}  // namespace

void predict_luma(const PlaneView& reference, int x, int y, int width, int height, uint8_t* to,
                  int to_stride) {
    const Window window(reference, x >> 2, y >> 2, width, height, kBefore, kMargin);
    const auto predict = width == 16  ? predict_luma_block<16>
                         : width == 8 ? predict_luma_block<8>
                                      : predict_luma_block<4>;
    predict(window, x & 3, y & 3, height, to, to_stride);
}

namespace {

// The filter across, then down, over lines without gaps: sums of 16 bits, in loops that compilers vectorise.
// [8.4.2.2.2]
template <int W>
void predict_chroma_block(const Window& window, int fx, int fy, int height, uint8_t* to, int to_stride) {
    if (fx == 0 && fy == 0) {
        for (int y = 0; y < height; y++) std::memcpy(to + y * to_stride, window.at + y * window.stride, W);
        return;
    }
    constexpr int stride = 2 * W, most_lines = 8 + 1;
    uint8_t samples[most_lines * stride + 1] = {};
    for (int y = 0; y <= height; y++) std::memcpy(samples + y * stride, window.at + y * window.stride, W + 1);
    uint16_t across[most_lines * stride];
    for (int i = 0; i < most_lines * stride; i++)
        across[i] = static_cast<uint16_t>((8 - fx) * samples[i] + fx * samples[i + 1]);
    uint8_t made[(most_lines - 1) * stride];
    for (int i = 0; i < (most_lines - 1) * stride; i++) {
        const auto sum = static_cast<uint16_t>((8 - fy) * across[i] + fy * across[i + stride] + 32);
        made[i] = static_cast<uint8_t>(sum >> 6);
    }
    for (int y = 0; y < height; y++) std::memcpy(to + y * to_stride, made + y * stride, W);
}

}  // namespace

void predict_chroma(const PlaneView& reference, int x, int y, int width, int height, uint8_t* to,
                    int to_stride) {
    const Window window(reference, x >> 3, y >> 3, width, height, 0, 1);
    const auto predict = width == 8   ? predict_chroma_block<8>
                         : width == 4 ? predict_chroma_block<4>
                                      : predict_chroma_block<2>;
    predict(window, x & 7, y & 7, height, to, to_stride);
}

}  // namespace genmedia::encode
