// SPDX-License-Identifier: MIT
// Requests and results in a line.
#pragma once

#include "genmedia/vme.h"

#include <string>

namespace genmedia::test {

// What a reader needs to find the fault; the seed brings the rest back.
std::string describe(const vme::ImeRequest& r);
std::string describe(const vme::RefineRequest& r);
std::string describe(const vme::SicRequest& r);

std::string list(const vme::InterResult& r);
std::string list(const vme::ImeResult& r);
std::string list(const vme::SicResult& r);

}  // namespace genmedia::test
