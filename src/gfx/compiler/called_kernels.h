// SPDX-License-Identifier: MIT
// Programs whose offloaded loops run as kernels of C for Metal, under genmedia cm.
#pragma once

#include "options.h"

#include <set>
#include <utility>

namespace genmedia::gfxcc {

// What the preprocessor is told besides.
std::vector<std::string> called_kernel_words();
// The loops of a file that are no C for Metal, and run as they are.
Status loops_not_called(const Options& options, const std::string& file,
                        std::set<std::pair<std::string, int>>& places, std::vector<std::string>& why);
// The kernel file of a rewritten text. A failure that a compiler explained has no message.
Status write_called_kernels(const std::string& text, const std::string& file);

}  // namespace genmedia::gfxcc
