// SPDX-License-Identifier: MIT
// What the runtime says, on standard error, to whoever runs an offload program. A mistake in the program that
// would give wrong results ends it, as Intel's runtime did.
#pragma once

#include <string>

namespace genmedia::gfx {

void say(const std::string& message);
[[noreturn]] void fail(const std::string& message);
// FILE:LINE
std::string place(const char* file, int line);
// The number that an environment variable has; `otherwise` where it is not set. Fails with a message where it
// is no number of at least `least`.
int number_from_environment(const char* name, int least, int otherwise);

}  // namespace genmedia::gfx
