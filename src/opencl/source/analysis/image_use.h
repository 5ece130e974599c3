// SPDX-License-Identifier: MIT
// Which images of a kernel the unit and block transfers use, and whether the hardware would allow it.
#pragma once

#include "opencl/source/analysis/functions.h"

namespace genmedia::opencl {

// Lines "FILE:LINE:COLUMN: error: ...", one for each reason to refuse the program. Images are followed
// through functions only as plain names. Other uses are not judged.
std::vector<std::string> find_image_errors(const Program& program);

// The images that a kernel's evaluations take, as far as they can be followed.
std::vector<UnitImage> find_unit_images(const Program& program, const Function& kernel);

}  // namespace genmedia::opencl
