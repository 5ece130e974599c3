// SPDX-License-Identifier: MIT
// What `genmedia interpolate` was asked for.
#pragma once

#include "media/video/output/output_file.h"
#include "media/video/output/video_writer.h"
#include "tools/input_flags.h"
#include "tools/interpolate/output_times.h"

#include <string>

struct InterpolateCommand {
    InputFlags input;
    std::string output;
    RateRequest rate{.times_input = true, .numerator = 1};
    std::string rate_text = "x1";
    RateRequest slow{.times_input = true, .numerator = 1};  // how many times as long
    std::string slow_text;                                  // empty: as long as the input

    bool is_slow() const { return !slow_text.empty(); }
    bool even_repeats = false, refined = false;
    int quality = genmedia::media::VideoFormat().quality;
    int threads = 0;
    int device = 0;  // as MotionOptions has it
    bool silent = false, json = false;
    bool pictures_alone = false;  // to standard output

    bool to_standard_output() const { return genmedia::media::is_standard_output(output); }
};

// Checks each value; throws CLI::ValidationError. `command` must outlive the parsing.
void add_interpolate_flags(CLI::App& app, InterpolateCommand& command);
// What flags ask for together; throws CLI::ParseError.
void check_interpolate_flags(const CLI::App& app, const InterpolateCommand& command);
