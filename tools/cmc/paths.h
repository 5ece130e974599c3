// SPDX-License-Identifier: MIT
// The files and folders of a compilation, and what is wrong with them.
#pragma once

#include <filesystem>
#include <string>

namespace genmedia::cmc {

// The folder that holds cm/cm.h: CM_INCLUDE_DIR, or beside the program, or where the project was built; else
// empty.
std::filesystem::path header_folder();

// False: error says what is wrong.
bool can_read(const std::string& input, std::string& error);
// Before anything is compiled, so that nobody waits for what cannot be written.
bool can_write(const std::string& input, const std::string& output, std::string& error);

// The message, with errno's reason.
std::string cannot_write(const std::string& path);

}  // namespace genmedia::cmc
