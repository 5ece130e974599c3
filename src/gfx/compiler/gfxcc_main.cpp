// SPDX-License-Identifier: MIT
// gfxcc: compiles programs of Intel C++ for Intel Graphics Technology for this machine's processor.
#include "compile.h"

#include "base/interruption.h"

#include <exception>
#include <iostream>

namespace {

using namespace genmedia::gfxcc;
using genmedia::Status;

int fail(const std::string& error, int exit_status) {
    std::cerr << "gfxcc: error: " << error << "\n";
    return exit_status;
}

int run(const std::vector<std::string>& arguments) {
    Options options;
    std::vector<std::string> warnings;
    const Status parsed = parse(arguments, options, warnings);
    for (const std::string& warning : warnings) std::cerr << "gfxcc: warning: " << warning << "\n";
    if (!parsed.ok()) return fail(parsed.message(), 2);
    if (options.help) std::cout << kUsage;
    if (options.version) std::cout << "gfxcc (genmedia) " GENMEDIA_VERSION "\n";
    int status = 0;
    if (!options.help && !options.version)
        if (const Status done = compile(options, status); !done.ok()) status = fail(done.message(), 1);
    return std::cout.flush() || status != 0 ? status : fail("cannot write to the standard output", 1);
}

}  // namespace

int main(int argc, char** argv) {
    genmedia::interruption::hold_back();
    int status = 1;
    try {
        status = run({argv + 1, argv + argc});
    } catch (const std::exception& exception) {
        fail(exception.what(), 1);
    }
    genmedia::interruption::die();
    return status;
}
