// SPDX-License-Identifier: MIT
// What `genmedia encode` was asked for.
#pragma once

#include "genmedia/encode.h"
#include "tools/input_flags.h"

#include <string>

struct EncodeCommand {
    InputFlags input;
    std::string output;
    genmedia::EncoderOptions options;  // without what the input says
    bool silent = false, json = false;
    std::string decisions;                       // a motion.npz, or empty: the unit decides
    std::string reconstruction, stats, overlay;  // files beside the video; empty: none
};

// Checks each value; throws CLI::ValidationError. `command` must outlive the parsing.
void add_encode_flags(CLI::App& app, EncodeCommand& command);
