// SPDX-License-Identifier: MIT
// Whether a file is what its container says of itself: FFmpeg takes the rest of a cut file for its end, and
// passes over what it cannot make sense of.
#pragma once

#include <cstdint>
#include <string>

namespace genmedia::media {

// `format`: FFmpeg's name of the container. What is amiss, in words for people; empty: nothing, or the
// container does not say enough.
std::string validate_container(const std::string& path, const std::string& format);

}  // namespace genmedia::media
