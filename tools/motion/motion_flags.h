// SPDX-License-Identifier: MIT
// What the command line of `genmedia motion` asks for.
#pragma once

#include "genmedia/motion.h"
#include "media/drawing/overlay.h"
#include "media/video/output/standard_output.h"
#include "tools/input_flags.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

struct FrameRange {
    int64_t first = 0, end = std::numeric_limits<int64_t>::max();  // half open
};

struct MotionCommand {
    std::vector<std::string> inputs;  // as given: files and folders
    InputFlags input;                 // of them, the path of the one that is searched
    std::string directory;            // of its results
    genmedia::MotionOptions options;
    int references = 1;  // 1: the previous frame; 2: the next one too
    FrameRange frames;
    std::set<std::string> results;  // names of media::result_kinds() that flags ask for
    bool flow = false, dense = false;
    bool force = false, json = false;
    bool pictures_alone = false;  // of an overlay on standard output
    std::string overlay;          // .mp4, .png, "-" or empty
    bool pipes_overlay() const { return genmedia::media::is_standard_output(overlay); }
    genmedia::media::OverlayOptions overlay_options;
};

// Declares the flags; `command` must outlive the parsing. Bad values end it with CLI::ValidationError.
void add_motion_flags(CLI::App& app, MotionCommand& command);
// Of them, how pictures are searched, and which are reported.
void add_search_flags(CLI::App& app, MotionCommand& command);
void add_frames_flag(CLI::App& app, MotionCommand& command);
// What flags ask for together; throws CLI::ParseError.
void check_motion_flags(const CLI::App& app, const MotionCommand& command);

// Flags of the search that do not go together.
genmedia::Status check_search(const MotionCommand& command);
// What the flags say together.
void settle(genmedia::MotionOptions& options, const MotionCommand& command);
