// SPDX-License-Identifier: MIT
// Standard output in the place of a file, by the name "-".
#pragma once

#include <atomic>
#include <string_view>

namespace genmedia::media {

inline bool is_standard_output(std::string_view path) { return path == "-"; }

// Whether the program that read standard output has ended. What is written then gets nowhere.
inline std::atomic<bool>& reader_has_left() {
    static std::atomic<bool> left = false;
    return left;
}

}  // namespace genmedia::media
