// SPDX-License-Identifier: MIT
#include "media/video/pictures/pixel_format.h"

#include "media/video/pictures/odd_width.h"

#include <algorithm>
#include <cmath>

namespace genmedia::media {
namespace {

const AVPixFmtDescriptor& description(AVPixelFormat format) {
    static const AVPixFmtDescriptor none{};
    const AVPixFmtDescriptor* found = av_pix_fmt_desc_get(format);
    return found ? *found : none;
}

// The same layout without a range in its name: FFmpeg's scaler would take the name's, not the tag's.
AVPixelFormat without_range(AVPixelFormat format) {
    switch (format) {
        case AV_PIX_FMT_YUVJ420P: return AV_PIX_FMT_YUV420P;
        case AV_PIX_FMT_YUVJ411P: return AV_PIX_FMT_YUV411P;
        case AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUV422P;
        case AV_PIX_FMT_YUVJ440P: return AV_PIX_FMT_YUV440P;
        case AV_PIX_FMT_YUVJ444P: return AV_PIX_FMT_YUV444P;
        default: return format;
    }
}

RangeTable make_range_table(bool to_full, bool chroma) {
    const double scale = chroma ? 224 / 255.0 : 219 / 255.0, zero = chroma ? 128 : 16;
    RangeTable table{};
    for (int i = 0; i < 256; i++) {
        const double middle = chroma ? 128 : 0;
        const double value = to_full ? (i - zero) / scale + middle : (i - middle) * scale + zero;
        table[static_cast<size_t>(i)] = static_cast<uint8_t>(std::clamp(std::lround(value), 0L, 255L));
    }
    return table;
}

// FFmpeg's scaler makes 4:2:0 of these two lines at a time, and leaves the last line's chroma as it was where
// the height is odd.
bool loses_last_line(AVPixelFormat from, AVPixelFormat to, int height) {
    return (from == AV_PIX_FMT_YUYV422 || from == AV_PIX_FMT_UYVY422) && to == AV_PIX_FMT_YUV420P &&
           height % 2 != 0;
}

}  // namespace

bool is_rgb(AVPixelFormat format) {
    const AVPixFmtDescriptor& layout = description(format);
    const bool is_xyz = layout.name && std::string(layout.name).starts_with("xyz");
    return is_xyz || (layout.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

bool is_gray(AVPixelFormat format) {
    return !is_rgb(format) && description(format).nb_components > 0 && description(format).nb_components < 3;
}

bool is_yuv420(AVPixelFormat format) {
    const AVPixFmtDescriptor& layout = description(format);
    return !is_rgb(format) && !is_gray(format) && layout.log2_chroma_w == 1 && layout.log2_chroma_h == 1;
}

bool is_full_range(const AVFrame& frame) {
    const auto format = static_cast<AVPixelFormat>(frame.format);
    if (is_rgb(format)) return true;
    if (frame.color_range != AVCOL_RANGE_UNSPECIFIED) return frame.color_range == AVCOL_RANGE_JPEG;
    return is_gray(format) || without_range(format) != format;
}

AVColorSpace matrix_of(const AVFrame& frame) {
    const AVColorSpace guess =
        frame.width >= 1280 || frame.height > 576 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
    const AVColorSpace said = frame.colorspace;
    // RGB's own "matrix" says nothing of YUV.
    return said == AVCOL_SPC_UNSPECIFIED || said == AVCOL_SPC_RGB || said == AVCOL_SPC_RESERVED ? guess
                                                                                                : said;
}

const RangeTable& range_table(bool to_full, bool chroma) {
    static const RangeTable tables[2][2] = {{make_range_table(false, false), make_range_table(false, true)},
                                            {make_range_table(true, false), make_range_table(true, true)}};
    return tables[to_full ? 1 : 0][chroma ? 1 : 0];
}

std::string beyond_yuv420(AVPixelFormat format) {
    const AVPixFmtDescriptor& layout = description(format);
    std::string text;
    const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
    int bits = 0;
    for (int c = 0; c < layout.nb_components; c++) bits = std::max(bits, layout.comp[c].depth);
    if (bits > 8) add(std::to_string(bits) + " bits");
    if (is_rgb(format))
        add("RGB");
    else if (!is_gray(format) && (layout.log2_chroma_w == 0 || layout.log2_chroma_h == 0))
        add(layout.log2_chroma_w == 0   ? layout.log2_chroma_h == 0 ? "4:4:4" : "4:4:0"
            : layout.log2_chroma_w == 1 ? "4:2:2"
                                        : "4:1:1");
    if ((layout.flags & AV_PIX_FMT_FLAG_ALPHA) != 0) add("alpha");
    if (const size_t last = text.rfind(", "); last != std::string::npos) text.replace(last, 2, " and ");
    return text;
}

Status convert_frame(const AVFrame& from, bool full_from, AVPixelFormat format, bool full_to,
                     AVColorSpace matrix, FrameHandle& to) {
    const auto given = static_cast<AVPixelFormat>(from.format);
    if (loses_last_line(given, format, from.height)) {
        FrameHandle planes;
        Status status = convert_frame(from, full_from, AV_PIX_FMT_YUV422P, full_from, matrix, planes);
        return status.ok() ? convert_frame(*planes, full_from, format, full_to, matrix, to) : status;
    }
    to.reset(av_frame_alloc());
    if (to) {
        to->format = format;
        to->width = from.width;
        to->height = from.height;
    }
    // The scaler writes whole vectors: FFmpeg's own planes have room after each line.
    if (!to || av_frame_get_buffer(to.get(), 0) < 0) return {StatusCode::exhausted, "out of memory"};
    const ScalerHandle scaler(sws_alloc_context());
    if (!scaler) return {StatusCode::exhausted, "out of memory"};
    const int flags = SWS_BICUBIC | SWS_ACCURATE_RND | (is_rgb(format) ? SWS_FULL_CHR_H_INT : 0) |
                      flags_for_odd_width(is_rgb(given), from.width);
    for (const auto& [name, value] : {std::pair{"srcw", from.width},
                                      {"srch", from.height},
                                      {"dstw", from.width},
                                      {"dsth", from.height},
                                      {"src_format", int{without_range(given)}},
                                      {"dst_format", int{format}},
                                      {"src_range", int{full_from}},
                                      {"dst_range", int{full_to}},
                                      {"sws_flags", flags}})
        av_opt_set_int(scaler.get(), name, value, 0);
    int error = sws_init_context(scaler.get(), nullptr, nullptr);
    if (error >= 0) {
        // Where one of the two is gray or YUV of another range, the scaler goes by the format until it is
        // told.
        const int* table = sws_getCoefficients(matrix);
        sws_setColorspaceDetails(scaler.get(), table, full_from, table, full_to, 0, 1 << 16, 1 << 16);
        error = sws_scale(scaler.get(), from.data, from.linesize, 0, from.height, to->data, to->linesize);
    }
    if (error >= 0) return {};
    return {StatusCode::unsupported, std::string("pixel format ") + av_get_pix_fmt_name(given) +
                                         " cannot be converted to " + av_get_pix_fmt_name(format)};
}

}  // namespace genmedia::media
