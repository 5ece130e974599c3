// SPDX-License-Identifier: MIT
// Images that kernels are given.
#pragma once

#include "gfx/gfxcc/gfx_abi.h"

#include <memory>

namespace genmedia::gfx {

bool is_image(const void* handle);
// The images among a kernel's arguments are in use while the result lives.
std::shared_ptr<void> use_images(const gfxcc_argument* arguments, int count);

}  // namespace genmedia::gfx
