// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace genmedia::gfx {

// With GFX_SHOW_TIME=1 the program's end lists how often each region ran, and for how long.
void note_region(const std::string& place, bool offloaded, double milliseconds);

}  // namespace genmedia::gfx
