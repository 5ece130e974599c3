// SPDX-License-Identifier: MIT
// Text for a terminal, which takes some characters for commands.
#pragma once

#include <string>
#include <string_view>

namespace genmedia::base {

// With a question mark in the place of each control character but the end of a line.
inline std::string printable(std::string_view text) {
    std::string shown(text);
    for (size_t i = 0; i < shown.size(); i++) {
        const auto byte = static_cast<unsigned char>(shown[i]);
        const bool is_c1 = byte == 0xC2 && i + 1 < shown.size() &&
                           (static_cast<unsigned char>(shown[i + 1]) & 0xE0U) == 0x80;  // in UTF-8
        if (is_c1) shown.replace(i, 2, "?");
        if ((byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F) shown[i] = '?';
    }
    return shown;
}

}  // namespace genmedia::base
