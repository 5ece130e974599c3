// SPDX-License-Identifier: MIT
#include "tools/motion/input_note.h"

#include "base/files.h"
#include "media/video/containers/deflate.h"
#include "media/video/output/standard_output.h"
#include "tools/distinct_files.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <sstream>

using namespace genmedia;
namespace fs = std::filesystem;

namespace {

constexpr int64_t kLooked = 1 << 20;  // bytes at each end

uint32_t crc_of(uint32_t crc, const std::string& file, int64_t from, int64_t bytes) {
    std::ifstream stream(file, std::ios::binary);
    std::string read(static_cast<size_t>(bytes), '\0');
    stream.seekg(from);
    stream.read(read.data(), bytes);
    return media::crc_behind(crc, read.data(), static_cast<size_t>(stream.gcount()));
}

}  // namespace

std::optional<InputNote> note_of_input(const std::string& input) {
    const std::vector<std::string> files = files_of(input);
    if (input == "-" || files.empty()) return {};
    InputNote note{.name = input};
    std::error_code error;
    for (const std::string& file : files) {
        if (!fs::is_regular_file(file, error)) return {};
        note.size += static_cast<int64_t>(fs::file_size(file, error));
    }
    const auto last = static_cast<int64_t>(fs::file_size(files.back(), error));
    note.crc = crc_of(0, files.front(), 0, kLooked);
    note.crc = crc_of(note.crc, files.back(), std::max<int64_t>(0, last - kLooked), kLooked);
    return note;
}

std::string line_of_input(const InputNote& note, const fs::path& folder) {
    std::error_code error;
    const std::string name = fs::weakly_canonical(note.name, error)
                                 .lexically_proximate(fs::weakly_canonical(folder, error))
                                 .string();
    if (name.find('\n') != std::string::npos) return {};
    std::array<char, 64> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "input %" PRId64 " %08" PRIx32 " ", note.size, note.crc);
    return numbers.data() + name + "\n";
}

std::optional<InputNote> noted_input(const fs::path& folder) {
    std::istringstream lines(base::read_file(folder / ".genmedia-results"));
    for (std::string line; std::getline(lines, line);) {
        InputNote note;
        int begin = 0;
        if (std::sscanf(line.c_str(), "input %" SCNd64 " %8" SCNx32 " %n", &note.size, &note.crc, &begin) ==
                2 &&
            begin > 0) {
            note.name = (folder / line.substr(static_cast<size_t>(begin))).string();
            return note;
        }
    }
    return {};
}

Status check_noted(const InputNote& note, const std::string& video, const std::string& folder) {
    const auto now = note_of_input(video);
    if (!now)
        return {StatusCode::not_found, "'" + video + "' is not there, or no file; expected the video that '" +
                                           folder + "' is of (--video)"};
    if (now->size == note.size && now->crc == note.crc) return {};
    return {StatusCode::invalid_argument,
            "'" + video + "' has " + std::to_string(now->size) + " bytes and is not the video that '" +
                folder + "' is of; expected that one, of " + std::to_string(note.size) + " bytes"};
}
