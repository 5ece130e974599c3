// SPDX-License-Identifier: MIT
#include "media/video/pictures/luma.h"

#include "media/video/pictures/pixel_format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace genmedia::media {
namespace {

constexpr uint64_t kNotBytes = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                               AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;

// Whether plane 0 of such frames is 8-bit luma, one byte a sample.
bool has_plain_luma(AVPixelFormat format) {
    const AVPixFmtDescriptor* layout = av_pix_fmt_desc_get(format);
    if (!layout || (layout->flags & kNotBytes) != 0 || is_rgb(format)) return false;
    const AVComponentDescriptor& luma = layout->comp[0];
    return luma.plane == 0 && luma.step == 1 && luma.offset == 0 && luma.shift == 0 && luma.depth == 8;
}

// Whether luma, or each colour, is a whole number of at least 8 bits at even distances.
bool has_samples(AVPixelFormat format) {
    const AVPixFmtDescriptor* layout = av_pix_fmt_desc_get(format);
    if (!layout || (layout->flags & kNotBytes) != 0 || format == AV_PIX_FMT_UYYVYY411) return false;
    if (is_rgb(format) && (layout->flags & AV_PIX_FMT_FLAG_RGB) == 0) return false;  // XYZ
    for (int c = 0; c < (is_rgb(format) ? 3 : 1); c++)
        if (layout->comp[c].depth < 8 || layout->comp[c].depth > 16) return false;
    return true;
}

// A line of one component.
void read_samples(const AVFrame& frame, int component, int y, std::vector<uint16_t>& line) {
    const AVPixFmtDescriptor& layout = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    const AVComponentDescriptor& where = layout.comp[component];
    const uint8_t* from = frame.data[where.plane] + ptrdiff_t{y} * frame.linesize[where.plane] + where.offset;
    const int step = where.step;
    line.resize(static_cast<size_t>(frame.width));
    if (where.depth + where.shift > 16 || (layout.flags & AV_PIX_FMT_FLAG_BE) != 0) {
        const uint8_t* planes[4] = {frame.data[0], frame.data[1], frame.data[2], frame.data[3]};
        av_read_image_line2(line.data(), planes, frame.linesize, &layout, 0, y, component, frame.width, 0, 2);
    } else if (where.depth == 8 && where.shift == 0) {
        for (uint16_t& sample : line) sample = *from, from += step;
    } else {
        const int mask = (1 << where.depth) - 1;
        for (uint16_t& sample : line) {
            std::memcpy(&sample, from, sizeof sample);
            sample = static_cast<uint16_t>((sample >> where.shift) & mask);
            from += step;
        }
    }
}

// Numbers of `depth` bits as 8: of full range the largest is the largest, of limited range they are
// multiples.
void round_to_8_bits(const std::vector<uint16_t>& line, int depth, bool full, uint8_t* to) {
    if (depth == 8) {
        std::copy(line.begin(), line.end(), to);
        return;
    }
    const uint32_t most = (1U << depth) - 1;
    const int shift = depth - 8;
    for (const uint32_t sample : line)
        *to++ = static_cast<uint8_t>(full ? (sample * 255 + most / 2) / most
                                          : std::min<uint32_t>(255, (sample + (1U << (shift - 1))) >> shift));
}

// BT.601's weights of red, green and blue, in 65536ths.
constexpr uint64_t kWeights[3] = {19595, 38470, 7471};

void luma_of(const AVFrame& frame, bool full, uint8_t* to, ptrdiff_t stride) {
    const auto format = static_cast<AVPixelFormat>(frame.format);
    const int depth = av_pix_fmt_desc_get(format)->comp[0].depth;
    std::array<std::vector<uint16_t>, 3> lines;
    for (int y = 0; y < frame.height; y++, to += stride) {
        read_samples(frame, 0, y, lines[0]);
        if (is_rgb(format)) {
            for (const int c : {1, 2}) read_samples(frame, c, y, lines[static_cast<size_t>(c)]);
            for (size_t x = 0; x < lines[0].size(); x++)
                lines[0][x] = static_cast<uint16_t>((kWeights[0] * lines[0][x] + kWeights[1] * lines[1][x] +
                                                     kWeights[2] * lines[2][x] + 32768) >>
                                                    16);
        }
        round_to_8_bits(lines[0], depth, full, to);
    }
}

// An empty picture of luma; null if there is no memory.
FrameHandle blank_luma(int width, int height) {
    FrameHandle luma(av_frame_alloc());
    if (!luma) return luma;
    luma->format = AV_PIX_FMT_GRAY8;
    luma->width = width;
    luma->height = height;
    return av_frame_get_buffer(luma.get(), 0) < 0 ? FrameHandle() : std::move(luma);
}

FrameHandle turned(const AVFrame& frame, Orientation orientation) {
    FrameHandle luma =
        orientation.transpose ? blank_luma(frame.height, frame.width) : blank_luma(frame.width, frame.height);
    if (luma)
        turn<uint8_t>(orientation, frame.data[0], frame.linesize[0], frame.width, frame.height, luma->data[0],
                      luma->linesize[0]);
    return luma;
}

FrameHandle in_range(const AVFrame& frame, bool full) {
    FrameHandle luma = blank_luma(frame.width, frame.height);
    const RangeTable& table = range_table(full, false);
    for (int y = 0; luma && y < frame.height; y++) {
        const uint8_t* from = frame.data[0] + ptrdiff_t{y} * frame.linesize[0];
        std::transform(from, from + frame.width, luma->data[0] + ptrdiff_t{y} * luma->linesize[0],
                       [&](uint8_t sample) { return table[sample]; });
    }
    return luma;
}

}  // namespace

Status LumaConverter::convert(const AVFrame& frame, Orientation orientation, FrameHandle& luma) {
    const auto format = static_cast<AVPixelFormat>(frame.format);
    const bool full = is_full_range(frame);
    if (has_plain_luma(format)) {
        luma.reset(av_frame_alloc());
        if (luma && av_frame_ref(luma.get(), &frame) < 0) luma.reset();
    } else {
        const AVFrame* from = &frame;
        FrameHandle plain;
        if (!has_samples(format)) {
            const AVPixelFormat near = is_rgb(format)    ? AV_PIX_FMT_RGB24
                                       : is_gray(format) ? AV_PIX_FMT_GRAY8
                                                         : AV_PIX_FMT_YUV444P;
            Status status = convert_frame(frame, full, near, full, matrix_of(frame), plain);
            if (!status.ok()) return status;
            from = plain.get();
        }
        luma = blank_luma(frame.width, frame.height);
        if (luma) luma_of(*from, full, luma->data[0], luma->linesize[0]);
    }
    if (!full_range_) full_range_ = full;
    if (luma && full != *full_range_) luma = in_range(*luma, *full_range_);
    if (luma && !orientation.upright()) luma = turned(*luma, orientation);
    return luma ? Status() : Status(StatusCode::exhausted, "out of memory");
}

}  // namespace genmedia::media
