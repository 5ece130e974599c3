// SPDX-License-Identifier: MIT
// Regions with signal(tag): the host gets what they wrote when it waits for the tag.
#pragma once

#include <functional>
#include <string>

namespace genmedia::gfx {

// `arrives` is called by the wait for this tag. Of an earlier region with the same tag all arrives now.
void signal_tag(const void* tag, const std::string& place, std::function<void()> arrives);

}  // namespace genmedia::gfx
