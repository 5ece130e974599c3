// What the command line of `genmedia motion` asks for.
#pragma once

#include "genmedia/motion.h"
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
    bool csv = false, flow = false, stats = false;
    std::string overlay;  // .mp4, .png or empty
};

// Whether a file name holds a place for the frame number, such as %05d.
bool has_frame_pattern(const std::string& name);

// Declares the flags; `command` must outlive the parsing. Bad values end it with CLI::ValidationError.
void add_motion_flags(CLI::App& app, MotionCommand& command);
