// SPDX-License-Identifier: MIT
#include "encode/inter_prediction.h"

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
            for (int x = 0; x < W; x++) to[W * y + x] = clip_sample((six_taps(line + x, 1) + 16) >> 5);
        }
    }
    void half_down(int dx, uint8_t* to) const {
        for (int y = 0; y < height_; y++) {
            const uint8_t* line = from_ + y * stride_ + dx;
            for (int x = 0; x < W; x++) to[W * y + x] = clip_sample((six_taps(line + x, stride_) + 16) >> 5);
        }
    }
    void half_both(uint8_t* to) const {
        int16_t across[kLargest * W];
        for (int y = 0; y < height_ + kMargin; y++) {
            const uint8_t* line = from_ + (y - kBefore) * stride_;
            for (int x = 0; x < W; x++) across[W * y + x] = static_cast<int16_t>(six_taps(line + x, 1));
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

void predict_chroma(const PlaneView& reference, int x, int y, int width, int height, uint8_t* to,
                    int to_stride) {
    const Window window(reference, x >> 3, y >> 3, width, height, 0, 1);
    const int fx = x & 7, fy = y & 7;
    const int upper_left = (8 - fx) * (8 - fy), upper_right = fx * (8 - fy), lower_left = (8 - fx) * fy,
              lower_right = fx * fy;
    for (int j = 0; j < height; j++) {
        const uint8_t *line = window.at + j * window.stride, *below = line + window.stride;
        for (int i = 0; i < width; i++)
            to[j * to_stride + i] =
                static_cast<uint8_t>((upper_left * line[i] + upper_right * line[i + 1] +
                                      lower_left * below[i] + lower_right * below[i + 1] + 32) >>
                                     6);
    }
}

}  // namespace genmedia::encode
