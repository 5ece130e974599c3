// SPDX-License-Identifier: MIT
#include "tools/encode/encode_outputs.h"

#include "media/results/picture_quality.h"

#include <array>
#include <cstdio>

using namespace genmedia;

namespace {

const char* const kStatsHeader =
    "frame,type,qp,bits,psnr_y,psnr_cb,psnr_cr,ssim_y,skip,inter,intra_16x16,intra_4x4,16x16,16x8,8x16,8x8";

// Macroblocks by type, and those of inter by major shape.
struct DecisionCounts {
    std::array<int, 4> types{}, shapes{};

    explicit DecisionCounts(const EncodedPicture& coded) {
        for (const MacroblockDecision& decision : coded.decisions) {
            types[static_cast<size_t>(decision.type)]++;
            if (decision.type == MacroblockType::inter) shapes[static_cast<size_t>(decision.major_shape)]++;
        }
    }
};

// The decisions as a field that can be drawn; what a macroblock costs in bits takes the place of distortions.
MotionField field_of(const EncodedPicture& coded, int32_t width, int32_t height) {
    MotionField field;
    field.width = width;
    field.height = height;
    field.columns = static_cast<int32_t>(coded.columns);
    field.rows = static_cast<int32_t>(coded.rows);
    field.has_inter = field.has_intra = true;
    for (size_t i = 0; i < coded.decisions.size(); i++) {
        const MacroblockDecision& decision = coded.decisions[i];
        vme::InterResult& inter = field.inter.emplace_back();
        inter.best_distortion = coded.bits[i];
        MacroblockIntra& intra = field.intra.emplace_back();
        if (decision.type >= MacroblockType::intra_16x16) {
            intra.distortion = 0;
            continue;
        }
        inter.major_shape = decision.major_shape;
        inter.minor_shapes = decision.minor_shapes;
        for (size_t e = 0; e < 16; e++) inter.vectors[e].forward = decision.vectors[e];
    }
    return field;
}

}  // namespace

Status EncodeOutputs::open_tracks() {
    const bool pictures_alone = media::is_standard_output(command_.output) && !command_.transport_stream;
    return command_.input.raw || pictures_alone
               ? Status()
               : tracks_.open(command_.input.path, command_.silent, command_.input.references);
}

Status EncodeOutputs::open(const media::Picture& first, const EncoderOptions& options,
                           const Encoder& encoder) {
    media::VideoFormat format;
    format.width = (options.width + 1) / 2 * 2;
    format.height = (options.height + 1) / 2 * 2;
    format.time_base = reader_.time_base();
    format.rate = reader_.frame_rate();
    format.colors = first.color_tags();
    format.pixel_aspect = {options.pixel_aspect_numerator, options.pixel_aspect_denominator};
    format.tracks = &tracks_;
    format.first_seconds = first.facts().seconds;
    format.transport_stream = command_.transport_stream;
    format.level_is_known = options.bit_rate > 0;
    const std::vector<uint8_t> sets = encoder.parameter_sets();
    parameter_sets_ = sets.size();
    Status status = video_.open(command_.output, format, sets);
    if (status.ok() && !command_.reconstruction.empty())
        status = reconstruction_.open(command_.reconstruction);
    if (status.ok() && !command_.stats.empty()) status = stats_.open(command_.stats, kStatsHeader);
    return status;
}

Status EncodeOutputs::append(const media::Picture& picture, const media::YuvImage& image,
                             const Encoder& encoder, const EncodedPicture& coded) {
    std::span<const uint8_t> bytes = coded.bytes;
    if (coded.is_key) bytes = bytes.subspan(parameter_sets_);
    Status status = video_.append(bytes, coded.is_key, picture.facts().pts, encoder.parameter_sets());
    const Yuv420View view = encoder.reconstruction();
    if (status.ok() && !command_.reconstruction.empty()) status = write_reconstruction(view);
    if (status.ok() && !command_.stats.empty()) status = write_stats(image, view, coded);
    if (status.ok() && !command_.overlay.empty() && !overlay_has_ended_) status = draw(picture, coded);
    if (!status.ok()) return status;
    last_pts_ = picture.facts().pts;
    if (pictures_++ == 0) first_pts_ = last_pts_;
    bytes_ += static_cast<int64_t>(coded.bytes.size());
    return status;
}

double EncodeOutputs::seconds_shown() const {
    if (pictures_ == 0) return 0;
    const media::FrameRate rate = reader_.frame_rate();
    const media::TimeBase base = reader_.time_base();
    const double tick = static_cast<double>(base.numerator) / base.denominator;
    const double before = static_cast<double>(last_pts_ - first_pts_) * tick;
    double last = static_cast<double>(reader_.last_ticks()) * tick;
    if (last <= 0)  // there may be more: as long as the others
        last = pictures_ > 1 ? before / static_cast<double>(pictures_ - 1)
                             : static_cast<double>(rate.denominator) / rate.numerator;
    return before + last;
}

Status EncodeOutputs::write_reconstruction(const Yuv420View& view) {
    Status status;
    for (const PlaneView* plane : {&view.luma, &view.cb, &view.cr})
        for (int32_t y = 0; y < plane->height && status.ok(); y++)
            status = reconstruction_.write(plane->line(y), static_cast<size_t>(plane->width));
    return status;
}

Status EncodeOutputs::write_stats(const media::YuvImage& image, const Yuv420View& view,
                                  const EncodedPicture& coded) {
    const DecisionCounts counts(coded);
    std::array<char, 256> line{};
    std::snprintf(line.data(), line.size(), "%lld,%c,%d,%lld,%.3f,%.3f,%.3f,%.5f,%d,%d,%d,%d,%d,%d,%d,%d\n",
                  static_cast<long long>(pictures_), coded.is_key ? 'I' : 'P', coded.qp,
                  static_cast<long long>(8 * coded.bytes.size()), media::psnr(image.plane(0), view.luma),
                  media::psnr(image.plane(1), view.cb), media::psnr(image.plane(2), view.cr),
                  media::ssim(image.plane(0), view.luma), counts.types[0], counts.types[1], counts.types[2],
                  counts.types[3], counts.shapes[0], counts.shapes[1], counts.shapes[2], counts.shapes[3]);
    return stats_.add(line.data());
}

Status EncodeOutputs::draw(const media::Picture& picture, const EncodedPicture& coded) {
    media::RgbImage drawing;
    Status status = overlay_.draw(picture, field_of(coded, picture.width(), picture.height()), drawing);
    if (status.ok() && !has_overlay_) {
        media::VideoFormat format;
        format.width = drawing.width;
        format.height = drawing.height;
        format.time_base = reader_.time_base();
        format.rate = reader_.frame_rate();
        format.pictures_alone = command_.pictures_alone;
        status = overlay_video_.open(command_.overlay, format);
        has_overlay_ = status.ok();
    }
    if (status.ok()) status = overlay_video_.append(drawing, picture.facts().pts);
    overlay_has_ended_ = !status.ok() && overlay_is_on_standard_output() && media::reader_has_left();
    return overlay_has_ended_ ? Status() : status;
}

// Who reads it may leave during the last pictures, too.
Status EncodeOutputs::finish_overlay(int64_t last_ticks) {
    const Status status = overlay_video_.finish(last_ticks);
    return overlay_is_on_standard_output() && media::reader_has_left() ? Status() : status;
}

Status EncodeOutputs::finish(const Encoder& encoder) {
    Status first;
    const auto keep = [&](const Status& status, const std::string& name) {
        is_complete_ = is_complete_ || status.ok();
        if (status.ok() && !media::is_standard_output(name)) files_.push_back(name);
        if (first.ok()) first = status;
    };
    const int64_t last_ticks = reader_.last_ticks();
    keep(video_.finish(last_ticks, encoder.parameter_sets()), command_.output);
    if (reconstruction_.is_open()) keep(reconstruction_.publish(), command_.reconstruction);
    if (!command_.stats.empty()) keep(stats_.finish(pictures_), command_.stats);
    if (has_overlay_ && !overlay_has_ended_) keep(finish_overlay(last_ticks), command_.overlay);
    return first;
}
