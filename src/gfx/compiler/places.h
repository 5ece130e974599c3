// SPDX-License-Identifier: MIT
// Where gfxcc's headers and runtime are, in an installed tree or a build tree.
#pragma once

#include <filesystem>

namespace genmedia::gfxcc {

std::filesystem::path header_folder();  // empty: there is none
std::filesystem::path runtime_folder();

}  // namespace genmedia::gfxcc
