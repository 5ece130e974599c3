// SPDX-License-Identifier: MIT
// What the reports of both languages share.
#pragma once

#include "cm/gen/assembly.h"
#include "cm/gen/report/pressure.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace genmedia::gen {

using Json = nlohmann::ordered_json;

// Formats as printf does; the result has at most 511 bytes.
template <class... A>
std::string format(const char* text, A... a) {
    char line[512];
    std::snprintf(line, sizeof line, text, a...);
    return line;
}

// A bar for each source line, and the messages that it became. `source`: the lines of the kernel's file.
std::string bars_text(const Pressure& pressure, const Assembly& assembly,
                      const std::vector<std::string>& source);

// How many messages of a kind each line became; the registers live at each line.
Json messages_json(const Assembly& assembly);
Json lines_json(const Pressure& pressure);
// A file's name need not be UTF-8: invalid bytes are replaced.
std::string text_of(const Json& json);

// The peak, and what a peak above the number of registers means if nothing is spilled.
std::string peak_text(const Pressure& pressure, const Assembly& assembly);

// A line of the form FILE:LINE: what: text.
std::string placed_text(const std::string& file, int line, const char* what, const std::string& text);

}  // namespace genmedia::gen
