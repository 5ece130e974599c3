// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>

namespace genmedia::cmc {

// Whether a C name may contain this character.
inline bool in_c_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace genmedia::cmc
