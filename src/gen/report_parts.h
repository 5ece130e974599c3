// SPDX-License-Identifier: MIT
// What the reports of both languages have in common.
#pragma once

#include "gen/assembly.h"
#include "gen/pressure.h"

#include <string>
#include <vector>

namespace genmedia::gen {

// Inside of quotes in JSON.
std::string escaped(const std::string& text);

// A bar for each source line, and the messages that it became. `source`: the lines of the kernel's file.
std::string bars_text(const Pressure& pressure, const Assembly& assembly,
                      const std::vector<std::string>& source);

// "messages": [...] and "lines": {...}
std::string messages_json(const Assembly& assembly);
std::string lines_json(const Pressure& pressure);

// The peak, and what it means that it is more than there is where nothing is spilled.
std::string peak_text(const Pressure& pressure, const Assembly& assembly);

// FILE:LINE: what: ..., a line.
std::string placed_text(const std::string& file, int line, const char* what, const std::string& text);

}  // namespace genmedia::gen
