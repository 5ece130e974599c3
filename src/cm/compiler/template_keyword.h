// SPDX-License-Identifier: MIT
// Kernels of templates say `x.select<8, 1>(0)` where C++ asks for `x.template select<8, 1>(0)`; Intel's
// compiler takes both.
#pragma once

#include <string>

namespace genmedia::cmc {

// The preprocessed text with `template` put before select, format, replicate and iselect of bodies of
// templates where it lacks. Lines stay where they are.
std::string with_template_keywords(const std::string& text);

}  // namespace genmedia::cmc
