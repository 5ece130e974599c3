// SPDX-License-Identifier: MIT
// Numbers of a frame's properties.
#pragma once

#include "vapoursynth/vapoursynth.h"

#include <string>

namespace genmedia::vapoursynth {

class Properties {
public:
    // Of a frame of the argument `clip`.
    Properties(const Frame& frame, std::string clip, const VSAPI* api)
        : map_(frame.properties()), clip_(std::move(clip)), api_(api) {}

    bool has(const std::string& name) const { return api_->mapNumElements(map_, name.c_str()) > 0; }
    int at(const std::string& name, int low, int high) const {
        int error = 0;
        const int64_t value = api_->mapGetInt(map_, name.c_str(), 0, &error);
        if (!error && value >= low && value <= high) return static_cast<int>(value);
        throw Refusal(clip_ + "'s frame property " + name + " is " +
                      (error ? "missing" : std::to_string(value)) + "; expected " + std::to_string(low) +
                      ".." + std::to_string(high));
    }

private:
    const VSMap* map_;
    std::string clip_;
    const VSAPI* api_;
};

}  // namespace genmedia::vapoursynth
