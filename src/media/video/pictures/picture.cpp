// SPDX-License-Identifier: MIT
#include "media/video/pictures/picture.h"

#include "media/video/pictures/pixel_format.h"

#include <algorithm>

namespace genmedia::media {
namespace {

void map(std::vector<uint8_t>& plane, const RangeTable& table) {
    for (uint8_t& sample : plane) sample = table[sample];
}

}  // namespace

PlaneView Picture::luma() const {
    if (empty()) return {};
    return {luma_->data[0], luma_->width, luma_->height, luma_->linesize[0], 1};
}

Status Picture::color(RgbImage& image) const {
    const AVFrame* from = decoded_.get();
    const auto format = static_cast<AVPixelFormat>(from->format);
    image = blank_image(width(), height());
    if (is_gray(format)) {  // FFmpeg's scaler takes any gray for full
        const RangeTable& table = range_table(true, false);
        for (int32_t y = 0; y < height(); y++) {
            uint8_t* to = image.pixels.data() + y * image.stride;
            for (int32_t x = 0; x < width(); x++, to += 4)
                std::fill_n(to, 3, full_range_ ? luma().line(y)[x] : table[luma().line(y)[x]]);
        }
        return {};
    }
    const AVColorSpace matrix = matrix_of(*from);
    if (!is_rgb(format) && (matrix == AVCOL_SPC_YCGCO || matrix == AVCOL_SPC_ICTCP))
        return {StatusCode::unsupported, std::string("colours of matrix ") + av_color_space_name(matrix) +
                                             " are not supported; expected YCbCr or RGB"};
    FrameHandle rgb;
    Status status = convert_frame(*from, is_full_range(*from), AV_PIX_FMT_BGR0, true, matrix, rgb);
    if (!status.ok()) return status;
    if (orientation_.upright())
        av_image_copy_plane(image.pixels.data(), static_cast<int>(image.stride), rgb->data[0],
                            rgb->linesize[0], 4 * image.width, image.height);
    else
        turn<uint32_t>(orientation_, rgb->data[0], rgb->linesize[0], rgb->width, rgb->height,
                       image.pixels.data(), image.stride);
    return {};
}

Status Picture::yuv420(YuvImage& image, const ColorTags& tags) const {
    const AVFrame* from = decoded_.get();
    const auto format = static_cast<AVPixelFormat>(from->format);
    const bool full = is_full_range(*from), full_to = tags.range == AVCOL_RANGE_JPEG;
    FrameHandle yuv;
    const bool as_it_is = format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_YUVJ420P;
    if (!as_it_is && !is_gray(format)) {
        // Only RGB has its range changed here: FFmpeg's scaler would stretch YUV that needs it not.
        Status status = convert_frame(*from, full, AV_PIX_FMT_YUV420P, is_rgb(format) ? full_to : full,
                                      static_cast<AVColorSpace>(tags.matrix), yuv);
        if (!status.ok()) return status;
        from = yuv.get();
    }
    image = YuvImage(width(), height());
    for (size_t p = is_rgb(format) ? 0 : 1; p < image.planes.size(); p++) {
        uint8_t* const to = image.planes[p].data();
        const int32_t columns = p == 0 ? from->width : (from->width + 1) / 2,
                      rows = p == 0 ? from->height : (from->height + 1) / 2;
        if (is_gray(format))
            std::fill(image.planes[p].begin(), image.planes[p].end(), uint8_t{128});
        else if (orientation_.upright())
            av_image_copy_plane(to, columns, from->data[p], from->linesize[p], columns, rows);
        else
            turn<uint8_t>(orientation_, from->data[p], from->linesize[p], columns, rows, to,
                          image.plane_width(p));
        if (!is_rgb(format) && full != full_to) map(image.planes[p], range_table(full_to, true));
    }
    if (is_rgb(format)) return {};
    // The luma that was searched, which is rounded, not dithered.
    av_image_copy_plane(image.planes[0].data(), width(), luma_->data[0], luma_->linesize[0], width(),
                        height());
    if (full_range_ != full_to) map(image.planes[0], range_table(full_to, false));
    return {};
}

// Unmarked RGB and gray become YUV as most players expect it.
ColorTags Picture::color_tags() const {
    const AVFrame& from = *decoded_;
    const auto format = static_cast<AVPixelFormat>(from.format);
    const bool said = from.color_range != AVCOL_RANGE_UNSPECIFIED;
    ColorTags tags{.matrix = from.colorspace, .primaries = from.color_primaries, .transfer = from.color_trc};
    if (is_rgb(format) || tags.matrix == AVCOL_SPC_RGB ||
        (is_gray(format) && tags.matrix == AVCOL_SPC_UNSPECIFIED))
        tags.matrix = AVCOL_SPC_SMPTE170M;
    if (is_rgb(format) || (is_gray(format) && !said))
        tags.range = AVCOL_RANGE_MPEG;
    else
        tags.range = is_full_range(from) ? AVCOL_RANGE_JPEG : from.color_range;
    // A centre stays one when the picture is turned; samples on the right have no name.
    const bool stays = orientation_.upright() || from.chroma_location == AVCHROMA_LOC_CENTER;
    if (is_yuv420(format) && stays) tags.chroma = from.chroma_location;
    return tags;
}

std::string Picture::beyond_yuv420() const {
    return media::beyond_yuv420(static_cast<AVPixelFormat>(decoded_->format));
}

}  // namespace genmedia::media
