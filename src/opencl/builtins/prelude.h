// The built-in functions in OpenCL C, which stand before the text of a program that uses them.
#pragma once

#include <string>

namespace genmedia::opencl {

const std::string& prelude();

}  // namespace genmedia::opencl
