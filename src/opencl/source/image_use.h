// SPDX-License-Identifier: MIT
// Which images of a kernel the unit and block transfers use, and whether the hardware would allow it.
#pragma once

#include "opencl/source/functions.h"

namespace genmedia::opencl {

// Lines "FILE:LINE:COLUMN: error: ...", one for each reason to refuse the program. Images are followed
// through functions as plain names; what cannot be followed is not judged.
std::vector<std::string> find_image_errors(const Program& program);

// The images that evaluations of a kernel take, as far as they can be followed.
std::vector<UnitImage> find_unit_images(const Program& program, const Function& kernel);

}  // namespace genmedia::opencl
