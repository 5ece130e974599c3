// SPDX-License-Identifier: MIT
// The unit on OpenCL devices against its reference.
#pragma once

#include "random_requests.h"

#include <string>

namespace genmedia::test {

// Whether each device whose number `only` names (all of them where it is empty) equals the reference on
// `rounds` rounds of random requests. Adds those that it looked at to `checked`.
bool check_opencl_devices(const std::string& only, uint64_t seed, long rounds, const Clip& clip,
                          int& checked);

}  // namespace genmedia::test
