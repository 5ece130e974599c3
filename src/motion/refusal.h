// SPDX-License-Identifier: MIT
// Words for what is refused.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"

#include <cstdint>
#include <string>

namespace genmedia::motion {

inline Status refusal(const std::string& name, const std::string& value, const std::string& expected) {
    return {StatusCode::invalid_argument, name + " is " + value + "; expected " + expected};
}

inline std::string size_of(int64_t width, int64_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}
inline std::string size_of(const PlaneView& plane) { return size_of(plane.width, plane.height); }

}  // namespace genmedia::motion
