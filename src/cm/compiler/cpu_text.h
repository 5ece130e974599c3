// SPDX-License-Identifier: MIT
// C++ programs that have kernels in them, for this machine's processor: as gen_text.h.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia::cmc {

// What the preprocessor is told, beside the program's own options.
std::vector<std::string> cpu_preprocessing(const std::string& target);

// A kernel file of the kernels of a text, which are the records of its section gfx_kernels. A failure that
// the compiler explained has no message.
Status cpu_kernel_file(const std::string& target, const std::string& text, const std::string& output);

}  // namespace genmedia::cmc
