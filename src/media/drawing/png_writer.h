// SPDX-License-Identifier: MIT
#pragma once

#include "genmedia/status.h"
#include "media/video/output/output_file.h"
#include "media/video/pictures/rgb_image.h"

#include <string>

namespace genmedia::media {

Status write_png(const std::string& path, const RgbImage& image, const Announce& announce = {});

}  // namespace genmedia::media
