// SPDX-License-Identifier: MIT
// The pictures of a video, encoded one after the other.
#pragma once

#include "media/results/decisions_reader.h"
#include "tools/encode/encode_command.h"
#include "tools/encode/encode_outputs.h"
#include "tools/pipeline/progress.h"

#include <optional>
#include <vector>

class Encoding {
public:
    Encoding(const EncodeCommand& command, genmedia::media::VideoReader& reader)
        : command_(command), reader_(reader), outputs_(command, reader) {}

    genmedia::Status run(Progress& progress);
    // A video without a picture is no file: players refuse it.
    genmedia::Status finish();
    const EncodeOutputs& outputs() const { return outputs_; }
    size_t given() const { return decisions_.frames_read(); }

private:
    genmedia::Status start(const genmedia::media::Picture& picture);
    genmedia::Status encode(const genmedia::media::YuvImage& image);
    genmedia::Status encode(const genmedia::Yuv420View& view);
    genmedia::Status in_words_of_file(const genmedia::Status& status) const;
    genmedia::Status check_rest() const;

    const EncodeCommand& command_;
    genmedia::media::VideoReader& reader_;
    EncodeOutputs outputs_;
    std::optional<genmedia::Encoder> encoder_;
    genmedia::media::ColorTags colors_;
    genmedia::media::DecisionsReader decisions_;
    genmedia::EncodedPicture coded_;
};
