// SPDX-License-Identifier: MIT
// The video that a subcommand reads, as its flags say.
#pragma once

#include "media/video/video_reader.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>

struct InputFlags {
    std::string path;
    std::optional<genmedia::media::RawFormat> raw;
    int64_t max_pixels = genmedia::media::ReaderOptions().max_pixels;
    bool strict = false, references = false;

    // Reading ends where the user interrupts.
    genmedia::media::ReaderOptions reader_options() const;
};

// `input` must outlive the parsing.
void add_input_flags(CLI::App& app, InputFlags& input);
// Those that say how it is read.
void add_reader_flags(CLI::App& app, InputFlags& input);
