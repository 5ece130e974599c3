// SPDX-License-Identifier: MIT
#include "tools/encode/encoding.h"

#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"

#include <algorithm>
#include <string_view>
#include <utility>

using namespace genmedia;

namespace {

// The options, with what the input says of itself.
EncoderOptions options_for(const EncodeCommand& command, const media::VideoReader& reader,
                           const media::Picture& picture) {
    EncoderOptions options = command.options;
    options.width = picture.width();
    options.height = picture.height();
    options.rate_numerator = reader.frame_rate().numerator;
    options.rate_denominator = reader.frame_rate().denominator;
    const media::PixelAspect aspect = aspect_for(command.output, picture);
    options.pixel_aspect_numerator = aspect.numerator;
    options.pixel_aspect_denominator = aspect.denominator;
    const media::ColorTags colors = picture.color_tags();
    options.matrix = colors.matrix;
    options.primaries = colors.primaries;
    options.transfer = colors.transfer;
    options.full_range = colors.range == 2;  // AVCOL_RANGE_JPEG
    options.chroma_location = std::max(0, colors.chroma - 1);
    return options;
}

// What the encoder says of its options, by the names of the flags.
Status in_words_of_flags(const Status& status) {
    std::string message = status.message();
    for (const auto& [option, flag] : {std::pair{"EncoderOptions.", ""},
                                       {"max_rate", "--max-rate"},
                                       {"bit_rate", "--bit-rate"},
                                       {"buffer", "--buffer"}})
        if (const size_t at = message.find(option); at != std::string::npos)
            message.replace(at, std::string_view(option).size(), flag);
    return {status.code(), message};
}

}  // namespace

Status Encoding::run(Progress& progress) {
    if (Status status = outputs_.open_tracks(); !status.ok()) return status;
    while (!interrupted()) {
        media::Picture picture;
        bool end = false;
        Status status = reader_.next(picture, end);
        if (!status.ok() || end) return status.ok() ? check_rest() : status;
        media::YuvImage image;
        if (!encoder_) status = start(picture);
        if (status.ok()) status = picture.yuv420(image, colors_);
        if (status.ok()) status = encode(image);
        if (status.ok()) status = outputs_.append(picture, image, *encoder_, coded_);
        if (!status.ok()) return status;
        progress.update(outputs_.pictures());
    }
    return {};
}

Status Encoding::finish() { return outputs_.pictures() > 0 ? outputs_.finish(*encoder_) : Status(); }

Status Encoding::start(const media::Picture& picture) {
    const EncoderOptions options = options_for(command_, reader_, picture);
    encoder_.emplace(options);
    colors_ = picture.color_tags();
    Status status;
    if (!command_.decisions.empty())
        status = decisions_.open(command_.decisions, options.width, options.height);
    const int rows = (options.height + 15) / 16;
    if (status.ok() && options.slices > rows)
        status = {StatusCode::invalid_argument, "--slices: '" + std::to_string(options.slices) +
                                                    "', expected a number in 1.." + std::to_string(rows) +
                                                    ", as a picture has " + std::to_string(rows) +
                                                    " rows of macroblocks"};
    if (status.ok()) status = in_words_of_flags(encoder_->validate());
    if (status.ok()) status = outputs_.open(picture, options, *encoder_);
    if (status.ok()) say_what_is_lost(reader_, picture);
    return status;
}

Status Encoding::encode(const media::YuvImage& image) {
    const Status status = encode(image.view());
    if (status.ok()) return status;
    return {status.code(), "frame " + std::to_string(outputs_.pictures()) + ": " + status.message()};
}

Status Encoding::encode(const Yuv420View& view) {
    std::vector<MacroblockDecision> given;
    bool is_key = false;
    if (!command_.decisions.empty()) {
        const Status status = decisions_.next(outputs_.pictures(), given, is_key);
        if (!status.ok()) return status;
    }
    if (given.empty()) return encoder_->encode(view, coded_);
    return in_words_of_file(encoder_->encode(view, is_key, given, coded_));
}

// What the encoder says of a decision, by the names of the arrays.
Status Encoding::in_words_of_file(const Status& status) const {
    if (status.ok()) return status;
    std::string message = status.message();
    constexpr std::string_view field = "luma_modes", array = "intra_modes";
    if (const size_t at = message.find(field); at != std::string::npos)
        message.replace(at, field.size(), array);
    return {status.code(), "'" + command_.decisions + "': " + message};
}

Status Encoding::check_rest() const {
    if (decisions_.frames_read() == decisions_.frame_count()) return {};
    return {StatusCode::invalid_argument,
            "'" + command_.decisions + "' has frames after the last of the video, which is frame " +
                std::to_string(outputs_.pictures() - 1) + "; expected decisions of this video"};
}
