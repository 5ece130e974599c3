// SPDX-License-Identifier: MIT
// gfxcc: compiles programs of Intel C++ for Intel Graphics Technology for this machine's processor.
#include "compile.h"

#include "base/driver_main.h"

int main(int argc, char** argv) {
    using namespace genmedia;
    return base::driver_main<gfxcc::Options>(
        "gfxcc", gfxcc::kUsage, argc, argv, [](const gfxcc::Options& options) {
            int status = 0;
            const Status done = gfxcc::compile(options, status);
            return done.ok() ? status : base::driver_error("gfxcc", done.message(), 1);
        });
}
