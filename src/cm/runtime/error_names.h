// SPDX-License-Identifier: MIT
// The names of CM's return codes.
#pragma once

namespace genmedia::runtime {

// "Internal Error" if the code is not in the header. Never null.
const char* error_name(int code);

}  // namespace genmedia::runtime
