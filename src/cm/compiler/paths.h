// SPDX-License-Identifier: MIT
// The files and folders of a compilation, and checks of them.
#pragma once

#include "genmedia/status.h"

#include <filesystem>
#include <string>

namespace genmedia::cmc {

// The folder that holds cm/cm.h: CM_INCLUDE_DIR where that is set; else beside the program, or where the
// project was built. Empty: it is not there.
std::filesystem::path header_folder();

// What is wrong with a kernel file, if anything.
Status can_read(const std::string& input);
// Called before anything is compiled, so that nobody waits for what cannot be written.
Status can_write(const std::string& input, const std::string& output);

// With errno's reason.
Status cannot_write(const std::string& path);

}  // namespace genmedia::cmc
