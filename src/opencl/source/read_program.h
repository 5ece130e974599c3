// SPDX-License-Identifier: MIT
// What all ways to rewrite a program begin with.
#pragma once

#include "genmedia/status.h"
#include "opencl/preprocessor/source_input.h"
#include "opencl/preprocessor/token.h"

#include <functional>
#include <string>
#include <vector>

namespace genmedia::opencl {

// Preprocesses a program, and returns what use(tokens) does. A text that cannot be read is a failure that
// says where, also if use() finds out.
Status read_program(const SourceInput& input, const std::function<Status(const Tokens& tokens)>& use);

// Whether they name a built-in function, macro or attribute that the layer provides.
bool mention_layer(const std::vector<Token>& tokens);

// invalid_argument with a line for each of the errors.
Status refused(const std::vector<std::string>& errors);

}  // namespace genmedia::opencl
