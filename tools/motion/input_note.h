// SPDX-License-Identifier: MIT
// What a folder of results notes of the video that they are of, so that nobody looks at them beside another.
#pragma once

#include "genmedia/status.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

struct InputNote {
    std::string name;  // seen from the folder, where it was read from one
    int64_t size = 0;  // bytes, of all its files
    uint32_t crc = 0;  // CRC-32 of its first MiB and its last one
};

// None of what is no file, such as a pipe.
std::optional<InputNote> note_of_input(const std::string& input);

// A line of the folder's list.
std::string line_of_input(const InputNote& note, const std::filesystem::path& folder);
// What such a line in the folder's list says; none without one.
std::optional<InputNote> noted_input(const std::filesystem::path& folder);

// Refuses a video that is not the one that was noted.
genmedia::Status check_noted(const InputNote& note, const std::string& video, const std::string& folder);
