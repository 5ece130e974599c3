// SPDX-License-Identifier: MIT
// Compilers' messages about a program with built-in functions of the layer, in the program's own words.
#pragma once

#include <string>

namespace genmedia::opencl {

// PoCL's build log without the names and files that only the layer knows. `source` is the application's,
// which the log calls program.cl.
std::string in_words_of(const std::string& source, const std::string& log);

// A build log of `text` in which lines "<kernel>:LINE:" of the text itself, as drivers count that do not know
// #line, become what #line directives say.
std::string with_places_of(const std::string& text, const std::string& log);

}  // namespace genmedia::opencl
