// SPDX-License-Identifier: MIT
// What the reports of both languages have in common.
#pragma once

#include "gen/assembly.h"
#include "gen/pressure.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace genmedia::gen {

using Json = nlohmann::ordered_json;

// As printf does it; at most 511 bytes.
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
// A file's name need not be UTF-8: what is none is replaced.
std::string text_of(const Json& json);

// The peak, and what it means that it is more than there is where nothing is spilled.
std::string peak_text(const Pressure& pressure, const Assembly& assembly);

// FILE:LINE: what: ..., a line.
std::string placed_text(const std::string& file, int line, const char* what, const std::string& text);

}  // namespace genmedia::gen
