// SPDX-License-Identifier: MIT
// What `genmedia view` was asked for.
#pragma once

#include "genmedia/encode.h"
#include "tools/motion/motion_flags.h"

#include <cstdint>
#include <string>
#include <vector>

struct ViewCommand {
    std::vector<std::string> inputs;  // one, or two to compare
    std::string output;
    MotionCommand motion;  // how a video is searched
    std::string video;     // that a folder's results are of; empty: the one that it notes
    bool records = false;  // ask for each shape by itself, too
    bool encode = false;   // show what an encoder decides
    int scale = 1;         // by which the page's pictures are smaller
    int quality = 26;      // of the pictures, 0 (lossless) to 51
    int64_t most_megabytes = 100;
    bool json = false;
};

// Checks each value; throws CLI::ValidationError. `command` must outlive the parsing.
void add_view_flags(CLI::App& app, ViewCommand& command);
// What flags ask for together; throws CLI::ParseError.
void check_view_flags(ViewCommand& command);
