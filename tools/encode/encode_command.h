// SPDX-License-Identifier: MIT
// What `genmedia encode` was asked for.
#pragma once

#include "genmedia/encode.h"
#include "media/video/output/standard_output.h"
#include "tools/input_flags.h"

#include <string>

struct EncodeCommand {
    InputFlags input;
    std::string output;
    genmedia::EncoderOptions options;  // without what the input says
    bool silent = false, json = false;
    bool pictures_alone = false;                 // of an overlay on standard output
    bool transport_stream = false;               // on standard output, in place of bare H.264
    std::string decisions;                       // a motion.npz, or empty: the unit decides
    std::string reconstruction, stats, overlay;  // files beside the video; empty: none

    bool uses_standard_output() const {
        return genmedia::media::is_standard_output(output) || genmedia::media::is_standard_output(overlay);
    }
};

// Checks each value; throws CLI::ValidationError. `command` must outlive the parsing.
void add_encode_flags(CLI::App& app, EncodeCommand& command);
// What flags ask for together; throws CLI::ParseError.
void check_encode_flags(const CLI::App& app, const EncodeCommand& command);
