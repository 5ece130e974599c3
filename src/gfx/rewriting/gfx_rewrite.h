// SPDX-License-Identifier: MIT
#pragma once

#include "gfx_language.h"

#include <string>
#include <string_view>

namespace genmedia::gfx {

struct Rewritten {
    std::string text;
    std::vector<std::string> errors, warnings;  // file:line:column: message
    size_t regions = 0;
    std::vector<KernelRegion> kernels;
    struct LeftOut {
        std::string file;
        int line = 0;     // 0: of a function
        std::string why;  // as an error
    };
    std::vector<LeftOut> without_kernel;
};

// host and target are what the preprocessor makes of a file without and with __GFX__. The text is for clang.
Rewritten rewrite(std::string_view host, std::string_view target, const Language& language);

}  // namespace genmedia::gfx
