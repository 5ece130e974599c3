// SPDX-License-Identifier: MIT
// What the command line of `genmedia motion` asks for.
#pragma once

#include "genmedia/motion.h"
#include "media/overlay.h"
#include "media/video_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

struct FrameRange {
    int64_t first = 0, end = std::numeric_limits<int64_t>::max();  // half open
};

struct MotionCommand {
    std::string input, directory;
    std::optional<genmedia::media::RawFormat> raw;
    genmedia::MotionOptions options;
    int references = 1;  // 1: the previous frame; 2: the next one too
    FrameRange frames;
    int64_t max_pixels = genmedia::media::ReaderOptions().max_pixels;
    bool csv = false, flow = false, stats = false;
    bool strict = false, force = false;
    std::string overlay;  // .mp4, .png or empty
    genmedia::media::OverlayOptions overlay_options;
};

// Declares the flags; `command` must outlive the parsing. Bad values end it with CLI::ValidationError.
void add_motion_flags(CLI::App& app, MotionCommand& command);
