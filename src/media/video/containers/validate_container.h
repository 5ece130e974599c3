// SPDX-License-Identifier: MIT
// Whether a file is complete by its container's own data. FFmpeg does not tell: it takes a cut for the end of
// the file, and passes over what it cannot make sense of.
#pragma once

#include <cstdint>
#include <string>

namespace genmedia::media {

// `format`: FFmpeg's name of the container. Returns what is wrong, in words for people; empty: nothing, or
// the container does not say enough.
std::string validate_container(const std::string& path, const std::string& format);

// Whether that finds each loss inside the file. A rate that is stated, or guessed of times, is no promise
// then.
bool tells_losses(const std::string& format);

}  // namespace genmedia::media
