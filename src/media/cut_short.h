// Whether a file ends before its container says that it does: FFmpeg takes the rest of such a file for its
// end.
#pragma once

#include <string>

namespace genmedia::media {

// `format`: FFmpeg's name of the container. What is amiss, in words that follow "the file ends too early: ";
// empty: nothing, or the container does not say where it ends.
std::string cut_short(const std::string& path, const std::string& format);

}  // namespace genmedia::media
